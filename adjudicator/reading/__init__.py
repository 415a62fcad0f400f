"""From what a person wrote to canonical data, with every fault at its place."""
