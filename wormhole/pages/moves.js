// A tree of moves: its positions, and each move as a sentence. All of it is read from the data.
const SIGNS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+", 146: "N" };
const SIGN_CLASSES = { 1: "good", 2: "mistake", 3: "brilliant", 4: "blunder", 5: "speculative", 6: "dubious" };

class MoveTree {
  constructor(values) {
    this.board = boardOf(values.board);
    this.values = values;
    const root = { ...values.root, ...(values.notes ?? {}), ply: values.ply, children: [], cells: startOf(values.start), hands: values.root.h ?? "" };
    root.hands = root.hands === "-" ? "" : root.hands;
    this.root = root;
    this.nodes = [];
    values.nodes.forEach((node, number) => {
      const parent = (node.p ?? number - 1) < 0 ? root : this.nodes[node.p ?? number - 1];
      Object.assign(node, { parent, number, ply: parent.ply + 1, children: [] });
      node.cells = changed(this.board, parent.cells, node.d);
      node.hands = node.h === undefined ? parent.hands : node.h === "-" ? "" : node.h;
      node.way = node.w ? squaresIn(this.board, node.w) : [];
      node.castled = node.r ? squaresIn(this.board, node.r) : [];
      parent.children.push(node);
      this.nodes.push(node);
    });
  }

  line(node) {
    const line = [];
    for (let each = node; each.parent; each = each.parent) line.unshift(each);
    return line;
  }

  end() {
    let node = this.root;
    while (node.children.length) [node] = node.children;
    return node;
  }

  isMain(node) {
    for (let each = node; each.parent; each = each.parent) if (each.parent.children[0] !== each) return false;
    return true;
  }

  turnIsWhite(node) {
    return ((node.ply - this.root.ply) % 2 === 0) === (this.values.turn === "w");
  }

  // What the board marks after a move.
  marks(node) {
    const [char] = node.c ?? "";
    const { way } = node;
    return {
      last: way?.length ? [way[0], way.at(-1)] : [],
      check: char ? this.board.index.get(char) : undefined,
      route: way?.some((at) => node.parent.cells[at] === "#") ? way : undefined,
      shapes: (node.x ?? []).map(([colour, text]) => [colour, ...squaresIn(this.board, text)]),
    };
  }

  legal(node) {
    const text = (node.m ?? []).map((number) => page.pool[number]).join(",");
    return movesIn(this.board, text);
  }

  number(node, is_first) {
    const is_white = node.ply % 2 === 1;
    const number = Math.ceil(node.ply / 2);
    return is_white ? `${number}.` : is_first ? `${number}…` : "";
  }

  piece(letter) {
    return said(this.board.pieces[letter.toUpperCase()] ?? letter);
  }

  // A move in words: what moved, through which holes, what it took, and what followed.
  sentence(node) {
    const { names } = this.board;
    const before = node.parent.cells, { way, cells } = node;
    const parts = [];
    const letter = way.length && before[way[0]] ? before[way[0]][0] : "";
    if (node.g) parts.push(t("drops", { piece: this.piece(node.g), target: names[way[0]] }));
    else if (!way.length) parts.push(t("passes"));
    else if (node.s.startsWith("O-O")) parts.push(t(node.s.startsWith("O-O-O") ? "castles_long" : "castles_short"));
    else {
      const target = way.at(-1);
      const taken_at = node.t ? this.board.index.get(node.t) : target;
      const taken = taken_at === way[0] ? "" : before[taken_at].replace("#", "");
      const values = { piece: this.piece(letter), origin: names[way[0]], target: names[target] };
      parts.push(taken ? t("takes_from_to", { ...values, taken: this.piece(taken[0]) }) : t("moves_from_to", values));
      const holes = way.slice(1, -1).filter((at) => before[at] === "#").map((at) => names[at]);
      if (holes.length) parts.push(t(holes.length > 1 ? "through_many" : "through_one", { squares: holes.join(", ") }));
      const now = cells[target] && cells[target] !== "#" ? cells[target][0] : "";
      if (now && now !== letter && now.toUpperCase() !== letter.toUpperCase()) parts.push(t("becomes", { piece: this.piece(now) }));
    }
    if (node.q) parts.push(t("rolled", { square: names[this.board.index.get(node.q)] }));
    if (/#/.test(node.s)) parts.push(t("gives_mate"));
    else if (/\+[!?]*($|@)/.test(node.s)) parts.push(t("gives_check"));
    for (const nag of node.n ?? []) if (nag in SIGN_CLASSES) parts.push(t(`nag${nag}`));
    return `${this.number(node, true)} ${parts.join(", ")}.`;
  }

  // The pieces of a side, each with its squares; then its hand.
  *pieceWords(node, is_white) {
    for (const [square, cell] of node.cells.entries()) {
      if (cell && cell !== "#" && (cell[0] === cell[0].toUpperCase()) === is_white) {
        yield { square, text: `${this.piece(cell[0])} ${this.board.names[square]}` };
      }
    }
    for (const [, letter, count] of node.hands.matchAll(/([A-Za-z])(\d+)/g)) {
      if ((letter === letter.toUpperCase()) === is_white) {
        yield { square: `${letter}@`, text: t("in_hand", { pieces: `${count} × ${this.piece(letter)}` }) };
      }
    }
  }
}

function signsOf(node) {
  const signs = document.createDocumentFragment();
  for (const nag of node.n ?? []) {
    if (nag in SIGNS) signs.append(make("span", { class: `sign ${SIGN_CLASSES[nag] ?? ""}` }, SIGNS[nag]));
  }
  return signs;
}

function clockText(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value) => String(value).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  return `${hours ? `${hours}:` : ""}${hours ? two(Math.floor(whole / 60) % 60) : Math.floor(whole / 60)}:${two(whole % 60)}`;
}

// The words of the shown position below a board, with a button for each piece that can move.
function showWords(host, tree, node, point) {
  const legal = tree.legal(node);
  host.replaceChildren();
  for (const is_white of tree.turnIsWhite(node) ? [true, false] : [false, true]) {
    const moves = is_white === tree.turnIsWhite(node);
    host.append(make("h3", {}, t(moves ? (is_white ? "white_moves" : "black_moves") : is_white ? "white" : "black")));
    const list = make("ul");
    for (const { square, text } of tree.pieceWords(node, is_white)) {
      const ways = moves ? legal.get(square) : undefined;
      if (!ways) {
        list.append(make("li", {}, text));
        continue;
      }
      const targets = ways.map(({ to, takes }) => (takes ? "×" : "") + tree.board.names[to]).join(" ");
      const button = make("button", { type: "button", class: "words-piece" }, `${text}: ${targets}`);
      button.addEventListener("focus", () => point(square));
      button.addEventListener("mouseenter", () => point(square));
      button.addEventListener("blur", () => point());
      button.addEventListener("mouseleave", () => point());
      list.append(make("li", {}, button));
    }
    host.append(list);
  }
  const holes = node.cells.flatMap((cell, square) => (cell === "#" ? [tree.board.names[square]] : []));
  if (holes.length) host.append(make("p", {}, t("hole_list", { squares: holes.join(", ") })));
}

// Let a pointer on a board show the legal moves of the piece under it. Returns the function that shows them.
function pointable(board, legalNow) {
  let kept;
  const point = (square) => {
    const targets = square === undefined ? [] : (legalNow().get(square) ?? []);
    board.mark({ chosen: targets.length ? square : undefined, targets });
  };
  const under = (event) => event.target.closest?.("[data-drop]")?.dataset.drop?.concat("@") ?? board.squareAt(event);
  board.svg.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse" && kept === undefined) point(under(event));
  });
  board.svg.addEventListener("pointerleave", () => kept === undefined && point());
  board.svg.addEventListener("click", (event) => {
    const square = under(event);
    kept = square === kept || !legalNow().has(square) ? undefined : square;
    point(kept);
  });
  return (square) => {
    kept = undefined;
    point(square);
  };
}
