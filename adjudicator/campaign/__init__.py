"""A campaign as its MJ describes it, and how far it has come."""
