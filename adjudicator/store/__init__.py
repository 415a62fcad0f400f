"""Files on a disk: written whole or not at all, where they lie, what of them is damaged."""
