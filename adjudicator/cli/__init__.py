"""The commands: load, call, write, say."""
