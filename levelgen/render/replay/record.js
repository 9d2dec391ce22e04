// The record of a search, and the board at each of its moments.
//
// A moment is one event that matters (observe, contradiction, backtrack, restart, reset, line) with
// the bans and the restored tiles that follow from it; the bans that empty a cell belong to their
// contradiction. levelgen/render/replay/timeline.py groups alike.
//
// While the record is read, each moment notes which (cell, tile) pairs it switches on or off. To
// switch them once more takes the moment back, so any moment is reached from any other in both
// directions by what lies between them, without snapshots.

const KINDS = ["observe", "ban", "contradiction", "backtrack", "restart", "reset", "restore", "line"];

/** Calls tell(kind, cell, value) for each event of a packed record (see page.py). */
function unpack(text, tell) {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  let place = 0;
  const number = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[place++];
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  let cell = 0;
  while (place < bytes.length) {
    const head = number();
    const away = Math.floor(head / 8);
    cell += away % 2 ? -(away + 1) / 2 : away / 2;
    tell(KINDS[head % 8], cell, number());
  }
}

/** Spreads pairs of value and count. */
function spread(runs) {
  const values = [];
  for (let place = 0; place < runs.length; place += 2) {
    for (let left = runs[place + 1]; left > 0; left--) values.push(runs[place]);
  }
  return values;
}

/** Which tiles (or patterns, on a board of windows) are possible in each cell, at one moment. */
class Search {
  constructor(recording, packed) {
    this.rows = recording.rows;
    this.cols = recording.cols;
    this.cells = this.rows * this.cols;
    this.tiles = (recording.windows ? recording.windows.contents : recording.tiles).length;
    this.words = (this.tiles + 31) >>> 5;
    this.possible = new Uint32Array(this.cells * this.words);
    this.counts = new Uint16Array(this.cells);
    this.collapsed = 0;
    this.weights = recording.weights;
    this.logs = this.weights.map((row) => row.map((weight) => (weight ? Math.log2(weight) : 0)));
    this.weightsOf = spread(recording.weightsOf);
    this.entropies = new Float64Array(this.cells);
    // Cells whose entropy is out of date, because it is asked for much less often than they change.
    this.stale = new Uint8Array(this.cells).fill(1);
    this.fill(recording);

    this.switched = new Uint32Array(1 << 12);
    this.length = 0;
    this.moments = [];
    this.read(packed);
    this.step = this.moments.length - 1;
    this.seek(0);
  }

  fill(recording) {
    const domains = recording.domains.map((text) => {
      const domain = BigInt("0x" + text);
      return Array.from({ length: this.tiles }, (_, tile) => tile).filter(
        (tile) => (domain >> BigInt(tile)) & 1n,
      );
    });
    this.exists = new Uint8Array(this.cells);
    spread(recording.domainOf).forEach((number, cell) => {
      for (const tile of domains[number]) this.flip(cell * this.tiles + tile);
      this.exists[cell] = domains[number].length > 0;
    });
    this.total = this.exists.reduce((sum, there) => sum + there, 0);
  }

  /** Switches one (cell, tile) pair; gives whether the tile is possible now. */
  flip(pair) {
    const cell = Math.floor(pair / this.tiles);
    const tile = pair - cell * this.tiles;
    const place = cell * this.words + (tile >>> 5);
    const bit = 1 << (tile & 31);
    this.possible[place] ^= bit;
    const on = (this.possible[place] & bit) !== 0;
    if (this.counts[cell] === 1) this.collapsed--;
    this.counts[cell] += on ? 1 : -1;
    if (this.counts[cell] === 1) this.collapsed++;
    this.stale[cell] = 1;
    return on;
  }

  has(cell, tile) {
    return ((this.possible[cell * this.words + (tile >>> 5)] >>> (tile & 31)) & 1) === 1;
  }

  /** The only tile that is possible in a cell, -1 while there are several. */
  only(cell) {
    if (this.counts[cell] !== 1) return -1;
    for (let word = 0; ; word++) {
      const bits = this.possible[cell * this.words + word];
      if (bits) return 32 * word + 31 - Math.clz32(bits);
    }
  }

  /** The tiles that are possible in a cell. */
  domain(cell) {
    const found = [];
    for (let word = 0; word < this.words; word++) {
      let bits = this.possible[cell * this.words + word];
      while (bits) {
        const lowest = 31 - Math.clz32(bits & -bits);
        found.push(32 * word + lowest);
        bits &= bits - 1;
      }
    }
    return found;
  }

  read(packed) {
    // Pairs that are switched and not taken back yet, oldest first; where each decision began.
    const trail = [];
    const decisions = [];
    let beforeFirst = -1;
    let observed = -1;
    let standing = false; // Whether the decision on that cell was not taken back.
    let backtracks = 0;
    let contradictions = 0;
    // Where the latest bans of one cell in a row began.
    let run = { cell: -1 };
    const change = (pair) => {
      this.flip(pair);
      if (this.length === this.switched.length) {
        const longer = new Uint32Array(2 * this.length);
        longer.set(this.switched);
        this.switched = longer;
      }
      this.switched[this.length++] = pair;
    };
    const set = (cell, tile, on) => {
      if (this.has(cell, tile) === on) return;
      change(cell * this.tiles + tile);
      trail.push(cell * this.tiles + tile);
    };
    const takeBack = (mark) => {
      while (trail.length > mark) change(trail.pop());
    };
    const open = (kind, cell, value) => {
      const sums = { backtracks, contradictions };
      this.moments.push({ kind, cell, value, observed, standing, ...sums, end: 0 });
    };
    const close = ({ length, collapsed }) => {
      Object.assign(this.moments[this.moments.length - 1], { end: length, collapsed });
    };
    open("start", -1, 0);
    unpack(packed, (kind, cell, value) => {
      if (kind === "ban" || kind === "restore") {
        const before = this.moments[this.moments.length - 1].kind;
        if (before === "start" || before === "contradiction") {
          close(this);
          open(before === "start" ? "propagate" : "return", -1, 0);
        }
        if (kind === "restore") run = { cell: -1 };
        else if (run.cell !== cell) run = { cell, length: this.length, collapsed: this.collapsed };
        set(cell, value, kind === "restore");
        return;
      }
      close(kind === "contradiction" && run.cell === cell ? run : this);
      run = { cell: -1 };
      if (kind === "observe") [observed, standing] = [cell, true];
      if (kind === "backtrack" || kind === "restart") standing = false;
      if (kind === "backtrack") backtracks++;
      if (kind === "contradiction") contradictions++;
      open(kind, kind === "backtrack" || kind === "restart" ? -1 : cell, value);
      if (kind === "observe") {
        if (beforeFirst < 0) beforeFirst = trail.length;
        decisions.push(trail.length);
        for (const tile of this.domain(cell)) if (tile !== value) set(cell, tile, false);
      } else if (kind === "backtrack") {
        takeBack(decisions[value]);
        decisions.length = value;
      } else if (kind === "restart") {
        takeBack(beforeFirst);
        decisions.length = 0;
      } else if (kind === "reset") {
        // What was decided so far is part of the board from now on.
        decisions.length = 0;
      }
    });
    close(this);
  }

  get last() {
    return this.moments.length - 1;
  }

  get moment() {
    return this.moments[this.step];
  }

  /** The pairs that a step switches. */
  pairs(step) {
    return this.switched.subarray(step ? this.moments[step - 1].end : 0, this.moments[step].end);
  }

  /** Goes to a step. */
  seek(step) {
    while (this.step < step) {
      this.step++;
      for (const pair of this.pairs(this.step)) this.flip(pair);
    }
    while (this.step > step) {
      for (const pair of this.pairs(this.step)) this.flip(pair);
      this.step--;
    }
  }

  /** What this step changed: for each cell, how many tiles it lost and got back. */
  changes() {
    const odd = new Set();
    for (const pair of this.pairs(this.step)) if (!odd.delete(pair)) odd.add(pair);
    const found = new Map();
    for (const pair of odd) {
      const cell = Math.floor(pair / this.tiles);
      const change = found.get(cell) || { lost: 0, got: 0 };
      if (this.has(cell, pair - cell * this.tiles)) change.got++;
      else change.lost++;
      found.set(cell, change);
    }
    return found;
  }

  /** The weights of the tiles that can be drawn in a cell: all alike when none has a weight. */
  shares(cell) {
    const row = this.weights[this.weightsOf[cell]];
    const domain = this.domain(cell);
    const any = domain.some((tile) => row[tile] > 0);
    const total = domain.reduce((sum, tile) => sum + (any ? row[tile] : 1), 0);
    return domain.map((tile) => ({ tile, share: (any ? row[tile] : 1) / total }));
  }

  /** Shannon entropy of a cell in bits; 0 where it is collapsed or empty. */
  entropy(cell) {
    if (this.stale[cell]) {
      this.stale[cell] = 0;
      this.entropies[cell] = this.measure(cell);
    }
    return this.entropies[cell];
  }

  measure(cell) {
    if (this.counts[cell] < 2) return 0;
    const row = this.weights[this.weightsOf[cell]];
    const logs = this.logs[this.weightsOf[cell]];
    let total = 0;
    let spread = 0;
    for (let word = 0; word < this.words; word++) {
      let bits = this.possible[cell * this.words + word];
      while (bits) {
        const tile = 32 * word + 31 - Math.clz32(bits & -bits);
        total += row[tile];
        spread += row[tile] * logs[tile];
        bits &= bits - 1;
      }
    }
    if (!total) return Math.log2(this.counts[cell]);
    return Math.max(0, Math.log2(total) - spread / total);
  }

  /** The step of the next contradiction after a step, or before it; -1 when there is none. */
  contradiction(step, direction) {
    let found = step + direction;
    while (found >= 0 && found <= this.last && this.moments[found].kind !== "contradiction") {
      found += direction;
    }
    return found > this.last ? -1 : found;
  }
}

/**
 * The level as it is seen: the board itself, or the level beneath a board of windows, whose cell
 * (row, col) is shown by the window with its top left there, or by the last one before.
 */
class Level {
  constructor(recording, search) {
    this.search = search;
    this.windows = recording.windows;
    const { rows, cols } = this.windows || search;
    this.rows = rows;
    this.cols = cols;
    this.cells = rows * cols;
    this.exists = this.windows ? spread(this.windows.exists) : search.exists;
  }

  /** The cell of the board that shows a cell of the level. */
  place(cell) {
    if (!this.windows) return cell;
    const { row, col } = this.spot(cell);
    return row * this.search.cols + col;
  }

  spot(cell) {
    const row = Math.floor(cell / this.cols);
    const col = cell - row * this.cols;
    return { row: Math.min(row, this.search.rows - 1), col: Math.min(col, this.search.cols - 1) };
  }

  /** The cell of the level at the top left of a cell of the board. */
  corner(place) {
    const row = Math.floor(place / this.search.cols);
    return row * this.cols + (place - row * this.search.cols);
  }

  /** The tiles that are possible in a cell of the level. */
  shares(cell) {
    const place = this.place(cell);
    if (!this.windows) return this.search.shares(place);
    const { row, col } = this.spot(cell);
    const down = Math.floor(cell / this.cols) - row;
    const offset = down * this.windows.width + (cell % this.cols) - col;
    const found = new Map();
    for (const { tile, share } of this.search.shares(place)) {
      const shown = this.windows.contents[tile][offset];
      found.set(shown, (found.get(shown) || 0) + share);
    }
    return [...found].map(([tile, share]) => ({ tile, share }));
  }
}
