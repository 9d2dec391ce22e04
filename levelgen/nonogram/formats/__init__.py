"""Files of nonograms, one module for each format; models know nothing of files.

```python
from levelgen.nonogram.formats import read_puzzles, write_puzzles
[puzzle] = read_puzzles('''1 3
3
#
1
1
1''')
print(write_puzzles([puzzle], "non"))
```
"""

from levelgen.nonogram.formats.files import (
    choose,
    load_puzzle,
    load_puzzles,
    read_puzzles,
    save_puzzles,
    write_puzzles,
)
from levelgen.nonogram.formats.registry import FORMATS, READABLE, WRITABLE, Format

__all__ = [
    "FORMATS",
    "READABLE",
    "WRITABLE",
    "Format",
    "choose",
    "load_puzzle",
    "load_puzzles",
    "read_puzzles",
    "save_puzzles",
    "write_puzzles",
]
