"""Turn what a person wrote into canonical data, and report every fault with its place."""
