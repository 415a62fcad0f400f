"""zFate: Fate Core as the zFate rule sheet changes it; the program keeps the sheets, the dice and the points."""
