// A board that is told what to show. It knows no rules: positions, routes and legal moves are data.
//
// A position is a list of texts, one for each square: "" empty, "#" closed, else the letter of a piece
// (upper-case for White), "+" if it becomes in a hand what it was, "*" if a counter lies under it.
const SVG = "http://www.w3.org/2000/svg";
const PITCH = 100, EDGE = 14, LABELS = 46, TRAY = 92;
const still = matchMedia("(prefers-reduced-motion: reduce)");

function draw(tag, attributes = {}, ...inside) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}

const boardOf = (index) => {
  const game = page.boards[index];
  if (!game.index) game.index = new Map([...game.squares].map((char, square) => [char, square]));
  return game;
};

const startOf = (text) => text.split(",");

// A position after a change: texts of a square's character and what it holds now.
function changed(game, cells, change) {
  const after = [...cells];
  if (change) {
    for (const part of change.split(",")) {
      const [char] = part;
      after[game.index.get(char)] = part.slice(char.length);
    }
  }
  return after;
}

const squaresIn = (game, text) => [...text].map((char) => game.index.get(char));

// The legal moves of a position by their origin. Each text begins with the origin, then has chains of squares:
// a square after "'" is only passed; after "!" the move captures there.
function movesIn(game, text) {
  const found = new Map();
  for (const piece of text ? text.split(",") : []) {
    const [head, ...chains] = piece.split(" ");
    const origin = /^[A-Za-z]@$/.test(head) ? head : game.index.get(head);
    const moves = [];
    for (const chain of chains) {
      const way = [];
      let passed = false, takes = false;
      for (const char of chain) {
        if (char === "'") passed = true;
        else if (char === "!") takes = true;
        else {
          way.push(game.index.get(char));
          if (!passed) moves.push({ way: [...way], to: way.at(-1), takes });
          passed = takes = false;
        }
      }
    }
    found.set(origin, moves);
  }
  return found;
}

class Board {
  // With the option `later` it is empty, but of its size, until `drawGrounds` and `show` are called.
  constructor(host, index, options = {}) {
    this.game = boardOf(index);
    this.flipped = options.flipped ?? false;
    this.cells = [];
    this.hands = "";
    this.running = 0;
    const { columns, rows, held } = this.game;
    const tray = held ? TRAY : 0;
    this.slot = held ? Math.min(TRAY - 8, (columns * PITCH) / [...held].length) : 0;
    this.box = [-LABELS - EDGE, -EDGE - tray, columns * PITCH + LABELS + 2 * EDGE, rows * PITCH + LABELS + 2 * EDGE + 2 * tray];
    this.svg = draw("svg", { viewBox: this.box.join(" "), class: "board", role: "img" });
    this.svg.style.aspectRatio = `${this.box[2]} / ${this.box[3]}`;
    host.style.setProperty("--ratio", this.box[2] / this.box[3]);
    this.layers = {};
    for (const name of ["frame", "labels", "ground", "marks", "closed", "hands", "pieces", "over", "moving"]) {
      this.layers[name] = draw("g", { class: `layer-${name}` });
      this.svg.append(this.layers[name]);
    }
    host.append(this.svg);
    if (!options.later) this.drawGrounds();
  }

  // The left upper corner of a square.
  corner(square) {
    const [column, row] = this.game.places[square];
    const { columns, rows } = this.game;
    return this.flipped ? [(columns - 1 - column) * PITCH, row * PITCH] : [column * PITCH, (rows - 1 - row) * PITCH];
  }

  middle(square) {
    const [x, y] = this.corner(square);
    return [x + PITCH / 2, y + PITCH / 2];
  }

  flip() {
    this.flipped = !this.flipped;
    this.drawGrounds();
    this.show(this.cells, this.hands, this.marked);
  }

  // Which square an event is on; undefined beside the squares.
  squareAt(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return this.game.places.findIndex((place, square) => {
      const [x, y] = this.corner(square);
      return at.x >= x && at.x < x + PITCH && at.y >= y && at.y < y + PITCH;
    });
  }

  drawGrounds() {
    const { frame, labels, ground } = this.layers;
    for (const layer of [frame, labels, ground]) layer.replaceChildren();
    const { places, names, prints, columns, rows } = this.game;
    for (const [name, margin] of [["frame", EDGE], ["well", 3]]) {
      for (let square = 0; square < places.length; square++) {
        const [x, y] = this.corner(square);
        const size = PITCH + 2 * margin;
        frame.append(draw("rect", { class: name, x: x - margin, y: y - margin, width: size, height: size, rx: margin }));
      }
    }
    this.grounds = places.map(([column, row], square) => {
      const [x, y] = this.corner(square);
      const shade = (column + row) % 2 ? "light" : "dark";
      const group = draw("g", { class: `square ${shade}`, transform: `translate(${x} ${y})` });
      group.append(draw("rect", { x: 1, y: 1, width: 98, height: 98, rx: 5 }));
      if (prints[square]) group.append(...this._prints(prints[square]));
      ground.append(group);
      return group;
    });
    const write = (text, x, y) => labels.append(draw("text", { x, y, class: "label" }, text));
    this.game.files.forEach((text, column) => {
      const x = this.flipped ? columns - 1 - column : column;
      write(text, (x + 0.5) * PITCH, rows * PITCH + EDGE + LABELS * 0.62);
    });
    this.game.ranks.forEach((text, row) => {
      const y = this.flipped ? row : rows - 1 - row;
      write(text, -EDGE - LABELS * 0.5, (y + 0.5) * PITCH + 10);
    });
  }

  *_prints(print) {
    const turn = this.flipped ? 180 : 0;
    const turned = draw("g", { transform: `rotate(${turn} 50 50)` });
    const ends = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];
    ends.forEach(([x, y], direction) => {
      if ((print.lines >> direction) & 1) turned.append(draw("path", { class: "printed", d: `M50 50l${50 * x} ${50 * y}` }));
      if ((print.arrows >> direction) & 1) {
        const tip = direction % 2 ? 61 : 47;
        turned.append(draw("path", { class: "arrowhead", d: `M50 ${50 - tip}l9 11h-18z`, transform: `rotate(${45 * direction} 50 50)` }));
      }
    });
    if (print.river & 1) turned.append(draw("rect", { class: "river", x: 0, y: 0, width: 100, height: 15 }));
    if (print.river & 16) turned.append(draw("rect", { class: "river", x: 0, y: 85, width: 100, height: 15 }));
    yield turned;
    if (print.goal) {
      yield draw("rect", { class: "printed", x: 10, y: 10, width: 80, height: 80, rx: 4 });
      yield draw("path", { class: `goal goal-${print.goal}`, d: "M50 27L55.5 44.5L73 50L55.5 55.5L50 73L44.5 55.5L27 50L44.5 44.5Z" });
    }
  }

  // Show a position at once. `marks` has `last`, `check`, `route`, `shapes`, `targets`, `chosen`.
  show(cells, hands = "", marks = {}) {
    this.running++;
    const before = this.cells;
    Object.assign(this, { cells, hands, marked: marks });
    this.layers.moving.replaceChildren();
    const { closed, pieces } = this.layers;
    closed.replaceChildren();
    pieces.replaceChildren();
    this.pieces = new Map();
    cells.forEach((cell, square) => {
      const is_closed = cell === "#";
      this.grounds[square].classList.toggle("closed", is_closed && this.game.ground !== "wall");
      const [x, y] = this.corner(square);
      if (is_closed) closed.append(this._closed(x, y, before[square] !== "#" && before.length > 0));
      else if (cell) {
        if (cell.includes("*")) closed.append(draw("ellipse", { class: "counter", cx: x + 50, cy: y + 86, rx: 43, ry: 10 }));
        const piece = this._piece(cell[0], x, y);
        if (cell.includes("+")) piece.append(draw("path", { class: "promoted-sign", d: `M${x + 83} ${y + 9}v18m-9 -9h18` }));
        pieces.append(piece);
        this.pieces.set(square, piece);
      }
    });
    this._showHands();
    this._mark();
  }

  mark(marks) {
    this.marked = { ...this.marked, ...marks };
    this._mark();
  }

  _closed(x, y, is_new) {
    const kind = this.game.ground;
    const place = { x, y, width: PITCH, height: PITCH, class: `hole ${is_new ? "new" : ""}` };
    if (kind === "chip") return draw("use", { href: "#hole", ...place });
    if (kind === "wall") return draw("use", { href: "#wall", ...place });
    return draw("use", { href: "#gone", ...place });
  }

  _piece(letter, x, y, size = PITCH) {
    const is_white = letter === letter.toUpperCase();
    const name = `${is_white ? "w" : "b"}-${this.game.id}-${letter.toUpperCase()}`;
    return draw("g", { class: "piece" }, draw("use", { href: `#${name}`, x: x + size * 0.03, y: y + size * 0.03, width: size * 0.94, height: size * 0.94 }));
  }

  _showHands() {
    const { hands } = this.layers;
    hands.replaceChildren();
    if (!this.game.held) return;
    const counts = new Map([...this.hands.matchAll(/([A-Za-z])(\d+)/g)].map(([, letter, count]) => [letter, count]));
    for (const is_white of [true, false]) {
      const y = is_white !== this.flipped ? this.game.rows * PITCH + LABELS + EDGE + 4 : -EDGE - TRAY + 2;
      [...this.game.held].forEach((held, place) => {
        const letter = is_white ? held : held.toLowerCase();
        const x = place * this.slot;
        const slot = draw("g", { class: counts.has(letter) ? "slot" : "slot none" }, this._piece(letter, x, y, this.slot));
        slot.dataset.drop = letter;
        if (counts.has(letter)) slot.append(draw("text", { class: "count", x: x + this.slot * 0.86, y: y + this.slot * 0.95 }, counts.get(letter)));
        hands.append(slot);
      });
    }
  }

  _mark() {
    const { marks, over } = this.layers;
    marks.replaceChildren();
    over.replaceChildren();
    const { last = [], check, shapes = [], route, chosen, targets = [] } = this.marked ?? {};
    const square = (name, at) => {
      const [x, y] = this.corner(at);
      marks.append(draw("rect", { class: name, x: x + 3, y: y + 3, width: 94, height: 94, rx: 5 }));
    };
    for (const at of last) square("last", at);
    if (check !== undefined && check >= 0) square("check", check);
    if (typeof chosen === "number") square("chosen", chosen);
    for (const { way, to, takes } of targets) {
      const [x, y] = this.middle(to);
      over.append(takes ? draw("circle", { class: "takes", cx: x, cy: y, r: 43 }) : draw("circle", { class: "target", cx: x, cy: y, r: 13 }));
    }
    for (const way of route ? [route] : []) over.prepend(...this._route(way, "route"));
    if (targets.length) {
      const begin = typeof chosen === "number" ? [chosen] : [];
      for (const { way } of targets) over.prepend(...this._route([...begin, ...way], "way"));
    }
    for (const [colour, from, to] of shapes) over.append(...this._shape(colour, from, to));
  }

  *_route(way, name) {
    if (way.length < 2) return;
    yield draw("polyline", { class: name, points: way.map((at) => this.middle(at).join(",")).join(" ") });
    for (const at of way) {
      if (this.cells[at] === "#") {
        const [x, y] = this.middle(at);
        yield draw("circle", { class: `${name} bead`, cx: x, cy: y, r: 34 });
      }
    }
  }

  *_shape(colour, from, to) {
    const [x, y] = this.middle(from);
    if (from === to) {
      yield draw("circle", { class: `shape ${colour}`, cx: x, cy: y, r: 45 });
      return;
    }
    const [u, v] = this.middle(to);
    const length = Math.hypot(u - x, v - y), angle = (Math.atan2(v - y, u - x) * 180) / Math.PI;
    yield draw("path", {
      class: `arrow ${colour}`,
      d: `M30 -7H${length - 44}V-24L${length - 8} 0L${length - 44} 24V7H30Z`,
      transform: `translate(${x} ${y}) rotate(${angle})`,
    });
  }

  // Play a move from the position shown to the next one. `way` are all squares of its route, the origin first.
  play(cells, hands, marks, way, castled, taken, milliseconds) {
    const mover = way.length > 1 ? this.pieces.get(way[0]) : undefined;
    if (!mover || still.matches || document.hidden || milliseconds <= 0) {
      this.show(cells, hands, marks);
      return;
    }
    const run = ++this.running;
    const stops = this._stops(way);
    const rook = castled.length ? this.pieces.get(castled[0]) : undefined;
    const victim = this.pieces.get(taken);
    this.layers.moving.append(...(rook ? [rook] : []), mover);
    this.marked = {};
    this._mark();
    const begun = performance.now();
    const frame = (now) => {
      if (run !== this.running) return;
      const share = Math.min(1, (now - begun) / milliseconds);
      const eased = share * share * (3 - 2 * share);
      this._place(mover, way[0], stops, eased);
      if (rook) this._place(rook, castled[0], this._stops(castled), eased);
      if (victim) victim.style.opacity = String(Math.max(0, 1 - 3 * Math.max(0, share - 0.66)));
      if (share < 1) requestAnimationFrame(frame);
      else this.show(cells, hands, marks);
    };
    requestAnimationFrame(frame);
  }

  // The stops of a route with the share of the time at which each is reached, and the size of the piece there.
  _stops(way) {
    const stops = [];
    let time = 0;
    way.forEach((at, number) => {
      const [x, y] = this.middle(at);
      const before = stops.at(-1);
      const is_hole = this.cells[at] === "#";
      if (before) {
        const distance = Math.hypot(x - before.x, y - before.y) / PITCH;
        const leaps = is_hole && before.hole && distance > 1.5;
        if (leaps) stops.push({ ...before, size: 0.05, time: (time += 0.5) }, { x, y, size: 0.05, time, hole: true });
        time += leaps ? 0.5 : Math.max(0.6, Math.sqrt(distance));
      }
      stops.push({ x, y, size: is_hole ? 0.5 : 1, time, hole: is_hole });
    });
    return stops.map((stop) => ({ ...stop, time: stop.time / (time || 1) }));
  }

  _place(piece, from, stops, share) {
    const next = Math.max(1, stops.findIndex((stop) => stop.time >= share));
    const a = stops[next - 1], b = stops[next];
    const part = b.time > a.time ? (share - a.time) / (b.time - a.time) : 1;
    const mix = (name) => a[name] + (b[name] - a[name]) * part;
    const [x, y] = this.middle(from), size = mix("size");
    piece.setAttribute("transform", `translate(${mix("x")} ${mix("y")}) scale(${size}) translate(${-x} ${-y})`);
  }
}
