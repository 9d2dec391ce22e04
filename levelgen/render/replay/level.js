// What the page shows of the search for a level: board and entropy map, and its words.

const SHOWN_TILES = 24; // A cell's list names no more than this.

function sums(changes) {
  let lost = 0;
  let got = 0;
  for (const change of changes.values()) {
    lost += change.lost;
    got += change.got;
  }
  return { lost, got };
}

function percent(share) {
  return share > 0 && share < 0.01 ? "< 1 %" : `${Math.round(100 * share)} %`;
}

/** A picture of all tiles of a pattern. */
function patternSample({ height, width, contents }, number) {
  const side = Math.max(Math.floor(40 / Math.max(height, width)), 1);
  const picture = document.createElement("canvas");
  picture.width = width * side;
  picture.height = height * side;
  const pen = picture.getContext("2d");
  contents[number].forEach((tile, offset) => {
    const row = Math.floor(offset / width);
    drawTile(pen, recording.tiles[tile], (offset - row * width) * side, row * side, side);
  });
  return picture;
}

class LevelView {
  constructor() {
    this.level = new Level(recording, search);
    const { windows } = this.level;
    // What the cells of the board are, and what is possible in them.
    [this.cell, this.tile] = windows ? ["window", "pattern"] : ["cell", "tile"];
    this.pictures = new Pictures(recording, search, this.level, element("board"), element("entropy"));
    this.pointAt = drawScale(element("scale"), search.tiles, this.tile);
    if (windows) {
      element("measure").textContent = `in bits: 0 to log of ${counted(search.tiles, this.tile)}`;
    }
  }

  get rows() {
    return this.level.rows;
  }

  get cols() {
    return this.level.cols;
  }

  /** What there is, for the line below the title. */
  get summary() {
    return this.level.windows ? "" : counted(search.tiles, this.tile);
  }

  /** The cell of the search that a cell of a picture shows. */
  placeOf(grid, cell) {
    return grid === this.pictures.board ? this.level.place(cell) : cell;
  }

  named(value) {
    return this.level.windows ? `pattern ${value}` : recording.tiles[value].id;
  }

  sampleOf(value) {
    return this.level.windows ? patternSample(this.level.windows, value) : sample(value);
  }

  get reading() {
    return this.pictures.numbered ? "number = tiles that are still possible" : "pale = still open";
  }

  /** Makes the pictures as large as a room in CSS pixels allows. */
  resize(width, height, ratio) {
    this.pictures.resize(width - element("scale").offsetWidth - 8, height, ratio);
  }

  /** What happens in this step: a heading, and a sentence. */
  story() {
    const { kind, cell, value } = search.moment;
    const { tile } = this;
    const changes = search.changes();
    const { lost, got } = sums(changes);
    const removed = lost
      ? `propagation bans ${counted(lost, tile)} in ${counted(changes.size, this.cell)}`
      : "nothing else changes";
    switch (kind) {
      case "start":
        return ["Start", `${counted(search.total, this.cell)}, ${counted(search.tiles, tile)}`];
      case "propagate":
        return ["First propagation", `what is given bans ${counted(lost, tile)} in ${counted(changes.size, this.cell)}`];
      case "observe": {
        const own = (changes.get(cell) || { lost: 0 }).lost;
        const others = changes.size - (own ? 1 : 0);
        const more = lost > own
          ? `propagation bans ${counted(lost - own, tile)} in ${counted(others, this.cell)}`
          : "nothing else changes";
        return ["Observe", `${place(cell)} collapses to ${this.named(value)}; ${more}`];
      }
      case "contradiction":
        return ["Contradiction", search.counts[cell]
          ? `the run at ${place(cell)} became too long`
          : `no ${tile} is left at ${place(cell)}`];
      case "backtrack":
        return ["Backtrack", `the last decision is taken back, its ${tile} is banned; ${value ? counted(value, "decision") : "no decision"} left`];
      case "restart":
        return ["Restart", "all decisions are taken back; what was proved stays"];
      case "reset":
        return ["Window reset", `${this.cell}s up to ${value} away from ${place(cell)} are freed; ${removed}`];
      default:
        return ["Back", `the attempt is taken back: ${counted(got, tile)} possible again`];
    }
  }

  drawLegend() {
    element("tiles").replaceChildren(
      ...recording.names.map((name, base) => {
        const variants = recording.tiles.filter((look) => look.base === base).length;
        const first = recording.tiles.findIndex((look) => look.base === base);
        return tileLine(sample(first), name, variants > 1 ? `× ${variants}` : "");
      }),
    );
    for (const word of document.querySelectorAll(".what")) word.textContent = `${this.tile}s`;
    for (const word of document.querySelectorAll(".where")) word.textContent = this.cell;
    element("window-sign").hidden = !search.moments.some(({ kind }) => kind === "reset");
  }

  /** Lists what is possible in the cell under the pointer, else in the one collapsed last. */
  drawCell() {
    const { moment } = search;
    const { pictures } = this;
    const shown = pictures.pointed >= 0 ? pictures.pointed
      : moment.kind === "contradiction" ? moment.cell : moment.observed;
    const there = shown >= 0 && search.exists[shown];
    this.pointAt(there && pictures.pointed >= 0 ? search.entropy(shown) : null);
    if (!there) {
      element("cell-summary").textContent = "Point at a cell to see what is possible in it.";
      element("cell-tiles").replaceChildren();
      return;
    }
    const count = search.counts[shown];
    const where = place(shown);
    element("cell-summary").textContent =
      `${where[0].toUpperCase()}${where.slice(1)}: ${count} of ${search.tiles} ${this.tile}s, ${search.entropy(shown).toFixed(2)} bits`;
    const shares = search.shares(shown).sort((one, two) => two.share - one.share || one.tile - two.tile);
    const lines = shares.slice(0, SHOWN_TILES)
      .map(({ tile, share }) => tileLine(this.sampleOf(tile), this.named(tile), percent(share)));
    if (shares.length > lines.length) {
      const more = document.createElement("li");
      more.textContent = `and ${shares.length - lines.length} more`;
      lines.push(more);
    }
    element("cell-tiles").replaceChildren(...lines);
  }
}
