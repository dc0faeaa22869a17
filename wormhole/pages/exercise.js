// An exercise: the reader tries moves of its tree, or clicks squares. What is said about each move is data.
const REPLY_MILLISECONDS = 900;

function beginExercise() {
  const { exercise } = tree.values;
  asked = exercise?.asks ? { at: tree.root, found: new Set(), is_done: false } : undefined;
  byId("exercise").hidden = !exercise;
  document.querySelector(".game").classList.toggle("asking", Boolean(asked));
  if (!exercise) return;
  byId("task").textContent = said(exercise.text ?? {}) || (asked ? t(tree.turnIsWhite(tree.root) ? "find_white" : "find_black") : "");
  tell("");
  byId("choice").replaceChildren();
  if (asked) {
    point = pointable(board, () => (asked?.is_done === false && node === asked.at ? legalToTry() : new Map()));
    board.svg.addEventListener("click", tryClick);
  }
  showExerciseButtons();
}

// The legal moves, or those of the tree where a position has none of its own.
function legalToTry() {
  return tree.values.exercise.squares ? new Map() : tree.legal(node);
}

function showExerciseButtons() {
  const is_asking = Boolean(asked) && !asked.is_done;
  byId("again").hidden = !asked || node === asked.at || asked.is_done;
  byId("solution").hidden = !is_asking || node !== asked.at;
  byId("hint").hidden = !is_asking || node !== asked.at;
  byId("try").hidden = !is_asking || node !== asked.at;
  byId("following").hidden = byId("foregoing").hidden = page.games.length < 2;
  const index = page.games.indexOf(tree.original);
  byId("following").disabled = index >= page.games.length - 1;
  byId("foregoing").disabled = index <= 0;
}

function tell(text, kind = "") {
  const host = byId("answer");
  host.textContent = text;
  host.className = kind;
}

// The right moves where the exercise is; those of the main line come first.
const rightHere = () => asked.at.children.filter((child) => child.o);

let chosenOrigin;
function tryClick(event) {
  if (!asked || asked.is_done || node !== asked.at) return;
  const place = event.target.closest?.("[data-drop]")?.dataset.drop?.concat("@") ?? board.squareAt(event);
  if (tree.values.exercise.squares) {
    trySquare(place);
    return;
  }
  const before = chosenOrigin;
  chosenOrigin = legalToTry().has(place) ? place : undefined;
  if (before === undefined || before === place || !legalToTry().get(before)?.some(({ to }) => to === place)) return;
  chosenOrigin = undefined;
  event.stopImmediatePropagation();
  point();
  const found = asked.at.children.filter((child) => originOf(child) === before && child.way.at(-1) === place);
  if (found.length > 1) choose(found);
  else if (found.length) tryMove(found[0]);
  else tell(t("wrong_move"), "wrong");
}

function originOf(child) {
  if (!child.g) return child.way[0];
  return `${tree.turnIsWhite(child.parent) ? child.g : child.g.toLowerCase()}@`;
}

// Several moves lead there, such as promotions.
function choose(found) {
  const host = byId("choice");
  host.replaceChildren();
  for (const each of found) {
    const button = make("button", { type: "button" }, each.s);
    button.addEventListener("click", () => tryMove(each));
    host.append(button);
  }
  host.firstChild.focus();
}

function tryMove(child) {
  byId("choice").replaceChildren();
  show(child);
  const following = child.children[0];
  if (child.o) {
    tell(child.k ? said(child.k) : t("right"), "right");
    if (!following) finish();
    else setTimeout(() => reply(child, following), REPLY_MILLISECONDS);
  } else {
    tell(child.k ? said(child.k) : t("wrong_move"), "wrong");
    if (following) setTimeout(() => node === child && show(following), REPLY_MILLISECONDS);
  }
  showExerciseButtons();
  if (!child.o) byId("again").focus();
}

function reply(child, following) {
  if (node !== child) return;
  show(following);
  asked.at = following;
  if (rightHere().length) showExerciseButtons();
  else finish();
}

function trySquare(square) {
  const squares = squaresIn(tree.board, tree.values.exercise.squares);
  if (square < 0) return;
  const name = tree.board.names[square];
  if (!squares.includes(square)) {
    tell(t("wrong_square", { square: name }), "wrong");
    return;
  }
  asked.found.add(square);
  board.mark({ shapes: [...tree.marks(node).shapes, ...[...asked.found].map((each) => ["green", each, each])] });
  tell(t("right"), "right");
  if (asked.found.size < new Set(squares).size) return;
  finish();
  if (node.children.length) show(node.children[0]);
}

function finish() {
  asked.is_done = true;
  tell(said(tree.values.exercise.praise ?? {}) || t("solved"), "right");
  document.querySelector(".game").classList.remove("asking");
  showExerciseButtons();
  if (!byId("following").disabled && !byId("following").hidden) byId("following").focus();
}

function tryTyped() {
  const field = byId("typed");
  const plain = (text) => text.replace(/[-+#!?x=\s]/g, "");
  const wanted = field.value.trim();
  field.value = "";
  if (!wanted) return;
  if (tree.values.exercise.squares) {
    const square = tree.board.names.indexOf(wanted.toLowerCase());
    if (square < 0) tell(t("unknown_move", { move: wanted }), "wrong");
    else trySquare(square);
    return;
  }
  const byName = (child) => child.way.length > 1 && tree.board.names[child.way[0]] + tree.board.names[child.way.at(-1)];
  const found =
    asked.at.children.find((child) => plain(child.s) === plain(wanted)) ??
    asked.at.children.find((child) => plain(child.s).toLowerCase() === plain(wanted).toLowerCase() || byName(child) === wanted.toLowerCase());
  if (found) tryMove(found);
  else tell(t("unknown_move", { move: wanted }), "wrong");
}

function hint() {
  const [child] = rightHere();
  const written = said(tree.values.exercise.hint ?? {});
  if (written) tell(written);
  else if (child && child.way.length > 1) {
    tell(t("look_at", { square: tree.board.names[child.way[0]] }));
    board.mark({ chosen: child.way[0] });
  }
}

function solution() {
  if (tree.values.exercise.squares) {
    for (const square of squaresIn(tree.board, tree.values.exercise.squares)) if (!asked.is_done) trySquare(square);
    return;
  }
  const [child] = rightHere();
  if (child) tryMove(child);
}

// No form: a frame without access to its host may submit none.
byId("give").addEventListener("click", tryTyped);
byId("typed").addEventListener("keydown", (event) => event.key === "Enter" && tryTyped());
byId("hint").addEventListener("click", hint);
byId("solution").addEventListener("click", solution);
byId("again").addEventListener("click", () => {
  show(asked.at, false);
  tell("");
  showExerciseButtons();
  byId("typed").focus();
});
for (const [name, count] of [["foregoing", -1], ["following", 1]]) {
  byId(name).addEventListener("click", () => openGame(page.games.indexOf(tree.original) + count));
}
