// A page with games: stepping, playing by itself, the move list, the graph, the list of games.
let tree, node, board, point, timer;
// The exercise that is asked, if one is; exercise.js is in a page with exercises only.
let asked;
const hasExercises = page.games.some((game) => game.exercise);
const MOVE_MILLISECONDS = 320, HOLE_MILLISECONDS = 90, MOST_DIAGRAMS = 60;
const PLAY_ICON = "M7 5l12 7-12 7z", STOP_ICON = "M8 5v14M16 5v14";
const buttons = new Map();

function openGame(index) {
  stop();
  const values = page.games[index];
  tree = new MoveTree(structuredClone(values));
  tree.original = values;
  node = tree.root;
  byId("board").replaceChildren();
  board = new Board(byId("board"), values.board, { flipped: values.flipped ?? board?.flipped ?? page.flipped });
  point = pointable(board, () => tree.legal(node));
  board.svg.addEventListener("wheel", wheel, { passive: false });
  if (page.games.length > 1) {
    for (const button of document.querySelectorAll("#games button")) button.removeAttribute("aria-current");
    byId("games").querySelectorAll("button")[index].setAttribute("aria-current", "true");
  }
  document.querySelector(".game").classList.toggle("still", tree.nodes.length === 0);
  writeAll();
  if (hasExercises) beginExercise();
}

function writeAll() {
  writeMoves();
  drawGraph();
  show(node, false);
}

function show(to, animated = true) {
  const from = node;
  node = to;
  const marks = tree.marks(to);
  if (animated && to.parent === from && to.way.length > 1) {
    const taken = to.t ? tree.board.index.get(to.t) : to.way.at(-1);
    const holes = to.way.filter((at) => from.cells[at] === "#").length;
    const longest = timer ? Number(byId("pace").value) * 800 : Infinity;
    const time = Math.min(MOVE_MILLISECONDS + HOLE_MILLISECONDS * holes + 12 * to.way.length, longest);
    board.play(to.cells, to.hands, marks, to.way, to.castled, taken, time);
  } else board.show(to.cells, to.hands, marks);
  tellPosition();
}

const scoreText = (each) => each.e.replace("-", "\u2212");

function tellPosition() {
  const at_start = node === tree.root;
  byId("said").textContent = at_start ? t("start") : tree.sentence(node);
  const ending = node === tree.end() && tree.values.ending ? said(tree.values.ending) : "";
  const evaluation = node.e ? `${t("evaluation")}: ${scoreText(node)}` : "";
  byId("comment").textContent = [node.b, said(node.k ?? ""), ending, evaluation].filter(Boolean).join(" · ");
  board.svg.setAttribute("aria-label", `${t("board")}. ${byId("said").textContent}`);
  byId("first").disabled = byId("previous").disabled = at_start;
  byId("next").disabled = byId("last").disabled = !node.children.length;
  for (const button of document.querySelectorAll("#moves [aria-current]")) button.removeAttribute("aria-current");
  const current = buttons.get(node);
  if (current) {
    current.setAttribute("aria-current", "true");
    const host = byId("moves");
    const { top, bottom } = current.getBoundingClientRect(), frame = host.getBoundingClientRect();
    if (top < frame.top) host.scrollTop -= frame.top - top + 40;
    else if (bottom > frame.bottom) host.scrollTop += bottom - frame.bottom + 40;
  } else byId("moves").scrollTop = 0;
  showPlayers();
  if (byId("words").open) showWords(byId("words").lastElementChild, tree, node, point);
  const mark = byId("graph").querySelector(".here");
  if (mark) mark.setAttribute("x1", graphX(node.ply)), mark.setAttribute("x2", graphX(node.ply));
}

function showPlayers() {
  const clocks = {};
  for (const each of tree.line(node)) if (each.l !== undefined) clocks[tree.turnIsWhite(each) ? "b" : "w"] = each.l;
  for (const [place, is_white] of [["lower", !board.flipped], ["upper", board.flipped]]) {
    const tag = is_white ? "White" : "Black";
    const name = tree.values.tags[tag] ?? t(is_white ? "white" : "black");
    const rating = tree.values.tags[`${tag}Elo`];
    const host = byId(place);
    host.replaceChildren(make("span", { class: `disc ${is_white ? "of-white" : "of-black"}` }), make("bdi", {}, rating ? `${name} (${rating})` : name));
    const clock = clocks[is_white ? "w" : "b"];
    if (clock !== undefined) host.append(make("span", { class: "clock" }, make("span", { class: "only-read" }, `${t("clock")} `), clockText(clock)));
    host.classList.toggle("to-move", tree.turnIsWhite(node) === is_white);
  }
}

function step(count) {
  let to = node;
  for (; count > 0 && to.children.length; count--) [to] = to.children;
  for (; count < 0 && to.parent; count++) to = to.parent;
  if (to !== node) show(to);
}

function stop() {
  clearTimeout(timer);
  timer = undefined;
  const button = byId("play");
  button.dataset.label = "play";
  button.querySelector("path").setAttribute("d", PLAY_ICON);
  relabel(button);
}

function play() {
  if (timer) {
    stop();
    return;
  }
  if (!node.children.length) show(tree.root, false);
  const button = byId("play");
  button.dataset.label = "stop";
  button.querySelector("path").setAttribute("d", STOP_ICON);
  relabel(button);
  const next = () => {
    step(1);
    if (node.children.length) timer = setTimeout(next, Number(byId("pace").value) * 1000);
    else stop();
  };
  timer = setTimeout(next, 300);
}

function relabel(button) {
  if (!page.texts[language]) return;
  button.setAttribute("aria-label", t(button.dataset.label));
  button.title = `${t(button.dataset.label)} (${button.dataset.key})`;
}

function flip() {
  board.flip();
  showPlayers();
}

let wheeled = 0;
function wheel(event) {
  if (asked && !asked.is_done) return;
  if (event.ctrlKey || !event.deltaY) return;
  event.preventDefault();
  if (event.timeStamp - wheeled < 60) return;
  wheeled = event.timeStamp;
  stop();
  step(event.deltaY > 0 ? 1 : -1);
}

// --- the moves ---

function moveButton(each, number) {
  const button = make("button", { type: "button", class: "move", "aria-label": `${tree.sentence(each)}` });
  if (number) button.append(make("span", { class: "number" }, number), " ");
  button.append(make("span", { class: "san" }, each.s), signsOf(each));
  if (each.e && tree.isMain(each)) button.append(make("span", { class: "eval" }, scoreText(each)));
  button.addEventListener("click", () => {
    stop();
    show(each);
  });
  buttons.set(each, button);
  return button;
}

function note(text) {
  return make("p", { class: "note", dir: "auto" }, said(text));
}

function writeMoves() {
  const host = byId("moves");
  host.replaceChildren();
  buttons.clear();
  if (tree.root.k) host.append(note(tree.root.k));
  let each = tree.root, row = null;
  while (each.children.length) {
    const [main, ...others] = each.children;
    const is_white = main.ply % 2 === 1;
    if (!row || is_white) {
      row = make("div", { class: "row" }, make("span", { class: "number", "aria-hidden": "true" }, tree.number(main, true)));
      if (!is_white) row.append(make("span"));
      host.append(row);
    }
    if (main.b) host.insertBefore(note(main.b), row);
    row.append(moveButton(main, ""));
    if (main.k || others.length) {
      row = null;
      if (main.k) host.append(note(main.k));
      for (const other of others) host.append(lineOf(other));
    }
    each = main;
  }
  const result = tree.values.tags.Result;
  if (result) host.append(make("p", { class: "result" }, result));
}

// A variation with those in it. Long ones are not nested deeper than they are.
function lineOf(first) {
  const host = make("div", { class: "variation", role: "group", "aria-label": t("variation") });
  let each = first, is_first = true;
  if (first.b) host.append(make("span", { class: "note", dir: "auto" }, first.b), " ");
  while (each) {
    host.append(moveButton(each, tree.number(each, is_first)), " ");
    is_first = false;
    if (each.k) {
      host.append(make("span", { class: "note", dir: "auto" }, said(each.k)), " ");
      is_first = true;
    }
    const others = each === first ? [] : each.parent.children.slice(1);
    for (const other of others) host.append(lineOf(other));
    if (others.length) is_first = true;
    [each] = each.children;
  }
  return host;
}

// --- the graph ---

const graphX = (ply) => {
  const points = tree.values.graph;
  if (!points) return 0;
  const first = points[0][0], last = points.at(-1)[0];
  return ((ply - tree.root.ply - first) / Math.max(1, last - first)) * 400;
};

function drawGraph() {
  const { graph } = tree.values;
  byId("graph-card").hidden = !graph;
  if (!graph) return;
  const host = byId("graph");
  host.replaceChildren();
  host.setAttribute("aria-label", t("graph"));
  const points = graph.map(([ply, chance]) => `${graphX(ply + tree.root.ply)},${80 - 80 * chance}`);
  host.append(
    draw("rect", { class: "of-black", width: 400, height: 80 }),
    draw("polygon", { class: "of-white", points: `0,80 ${points.join(" ")} 400,80` }),
    draw("line", { class: "half", x1: 0, x2: 400, y1: 40, y2: 40 }),
    draw("line", { class: "here", x1: 0, x2: 0, y1: 0, y2: 80 }),
  );
  host.onclick = (event) => {
    const { left, width } = host.getBoundingClientRect();
    const share = (event.clientX - left) / width;
    const first = graph[0][0], last = graph.at(-1)[0];
    const ply = Math.round(first + share * (last - first));
    let to = tree.root;
    for (let count = 0; count < ply && to.children.length; count++) [to] = to.children;
    stop();
    show(to);
  };
}

// --- the list of games, printing, input ---

function listGames() {
  if (page.games.length < 2) return;
  byId("games").hidden = false;
  const list = byId("games").querySelector("ol");
  list.replaceChildren();
  page.games.forEach((game, index) => {
    const { White, Black, Result, Event, Date } = game.tags;
    const players = game.name ? said(game.name) : White || Black ? `${White ?? "?"} – ${Black ?? "?"}` : said(page.boards[game.board].title);
    const details = game.name ? "" : [Event, Date, Result].filter(Boolean).join(" · ");
    const button = make("button", { type: "button" }, make("bdi", {}, players), make("span", { class: "details" }, details));
    button.addEventListener("click", () => openGame(index));
    if (game === tree?.original) button.setAttribute("aria-current", "true");
    list.append(make("li", {}, button));
  });
}

const isMarked = (each) => (each.n ?? []).some((nag) => nag in SIGN_CLASSES) || each.x;

function printDiagrams() {
  const host = byId("diagrams");
  host.replaceChildren();
  const marked = tree.nodes.filter(isMarked).slice(0, MOST_DIAGRAMS);
  const end = tree.end();
  for (const each of marked.includes(end) ? marked : [...marked, end]) {
    const figure = make("figure");
    const small = new Board(figure, tree.values.board, { flipped: board.flipped });
    small.show(each.cells, each.hands, tree.marks(each));
    const words = each.parent ? `${tree.number(each, true)} ${each.s}${(each.n ?? []).map((nag) => SIGNS[nag] ?? "").join("")}` : t("start");
    figure.append(make("figcaption", {}, words));
    host.append(figure);
  }
}

function download() {
  const source = JSON.parse(byId("wormhole-chess-source").textContent);
  const link = make("a", { download: `${document.title.replace(/[^\p{L}\p{N} .-]/gu, "").trim().slice(0, 60) || "game"}.pgn` });
  link.href = URL.createObjectURL(new Blob([source.games], { type: "application/x-chess-pgn" }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const KEYS = {
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  Home: () => show(tree.root, false),
  End: () => show(tree.end(), false),
  f: flip,
  F: flip,
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("select, input, textarea")) return;
  if (asked && !asked.is_done) {
    if (event.key === "f" || event.key === "F") flip();
    return;
  }
  if (event.key === " " && !event.target.closest("button, summary, a")) {
    event.preventDefault();
    play();
  } else if (event.key in KEYS) {
    event.preventDefault();
    stop();
    KEYS[event.key]();
  }
});

for (const [name, act] of [["first", () => show(tree.root, false)], ["previous", () => step(-1)], ["next", () => step(1)], ["last", () => show(tree.end(), false)]]) {
  byId(name).addEventListener("click", () => {
    stop();
    act();
  });
}
byId("play").addEventListener("click", play);
byId("flip").addEventListener("click", flip);
byId("download").addEventListener("click", download);
byId("download").hidden = window.self !== window.top;
byId("words").addEventListener("toggle", () => showWords(byId("words").lastElementChild, tree, node, point));

let touched;
byId("board").addEventListener("touchstart", (event) => {
  touched = event.touches.length === 1 ? event.touches[0] : undefined;
}, { passive: true });
byId("board").addEventListener("touchend", (event) => {
  if (!touched) return;
  const [end] = event.changedTouches;
  const across = end.clientX - touched.clientX, down = end.clientY - touched.clientY;
  if (asked && !asked.is_done) return;
  if (Math.abs(across) > 40 && Math.abs(across) > 2 * Math.abs(down)) {
    stop();
    step(across < 0 ? 1 : -1);
  }
}, { passive: true });
addEventListener("beforeprint", printDiagrams);

let has_begun = false;
onLanguage(() => {
  if (!has_begun) {
    has_begun = true;
    listGames();
    openGame(0);
  } else {
    listGames();
    if (asked) beginExercise();
    writeAll();
  }
});
