"""The handling of one order file: how it came, whose it is, and whether it is accepted."""
