"""The commands: they load what they need, call the package, write files and print results."""
