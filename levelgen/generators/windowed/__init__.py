"""Levels of tilesets with windows: sampled, then mended rectangle by rectangle until all is kept.

Only the sampler draws: a rectangle of the board is drawn anew while the windows along its rim stay
as they lie, so every window of the board remains one of the tileset.
"""
