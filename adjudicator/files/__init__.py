"""All that touches the disk, and all that is read from or written for people."""
