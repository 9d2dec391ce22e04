"""Window repair (large neighbourhood search): a board is mended one small rectangle at a time.

A window is the model of a part of the board, with everything around it fixed. It has the same grid,
adjacency, grounds and totals as the model of a whole board.
"""
