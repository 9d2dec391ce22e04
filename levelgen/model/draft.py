"""A level as the model reads it: hints go in, and lazy constraints look at what came out."""

from __future__ import annotations

from dataclasses import dataclass

from levelgen.schema.placed import PlacedObject


@dataclass(frozen=True)
class Hint:
    """A level, perhaps incomplete, near which the solver starts.

    `cells` holds tile numbers (indices into `tileset.ids`) row by row, -1 where nothing is known.
    `whole`: it should be a solution already.
    """

    cells: tuple[int, ...]
    objects: tuple[PlacedObject, ...] = ()
    whole: bool = False


@dataclass(frozen=True)
class Draft:
    """Tile numbers row by row (-1 for unknown) and the cells of the objects of each kind."""

    cells: tuple[int, ...]
    places: dict[str, tuple[int, ...]]

    @classmethod
    def of(cls, hint: Hint, cols: int) -> Draft:
        """Read a hint on a board with this many columns."""
        places: dict[str, tuple[int, ...]] = {}
        for item in hint.objects:
            places[item.kind] = (*places.get(item.kind, ()), item.row * cols + item.col)
        return cls(hint.cells, places)

    def hint(self, cols: int) -> Hint:
        """Give the draft as a hint, its objects sorted by kind, row and column."""
        return Hint(
            self.cells,
            tuple(
                PlacedObject.model_construct(kind=kind, row=cell // cols, col=cell % cols)
                for kind in sorted(self.places)
                for cell in sorted(self.places[kind])
            ),
        )

    def members(self, bits: int) -> list[bool]:
        """Say for each cell whether its tile is in the bitset."""
        among = [bool(bits >> tile & 1) for tile in range(max(self.cells) + 1)]
        # The index -1 of an unknown tile finds the last sign.
        among.append(False)
        return [among[tile] for tile in self.cells]
