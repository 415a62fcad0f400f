"""The state of the stage awaited as the MJ sees it: what has been received, and what is to be done next."""
