"""The replay of a recorded search: one self-contained HTML page, or an animated picture.

```python
from levelgen.api import prepare
from levelgen.generators.recording import record
from levelgen.render.replay import replay_html
page = replay_html(record(prepare("dungeon", seed=42)))
```

`levelgen.nonogram.recording.record_lines(puzzle)` records a nonogram for the same page.
"""

from levelgen.render.replay.gif import replay_gif
from levelgen.render.replay.page import replay_html

__all__ = ["replay_gif", "replay_html"]
