"""Blood on the Clocktower: states and their sources are kept exactly, and the MJ decides as the storyteller."""
