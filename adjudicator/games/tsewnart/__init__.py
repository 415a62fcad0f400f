"""The game Tsewnart: players with secret roles move on a grid, and each turn is resolved step by step."""
