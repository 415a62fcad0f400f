"""What each reader is told of a half."""
def report(setting, before, outcome, orders, reader):
    return {}
