"""A campaign as its MJ describes it, the stages that it has played, and the acts of its MJ."""
