"""Files on disk: durable all-or-nothing writing, the layout of folders, and the detection of damage."""
