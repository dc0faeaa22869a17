// A page with the rules of a game: each diagram shows a position, and plays an example from there.
const TRAVEL_MILLISECONDS = 420, HOLE_TRAVEL_MILLISECONDS = 110, PAUSE_MILLISECONDS = 900;
const ICONS = { previous: "M15 5l-8 7 8 7z", play: "M7 5l12 7-12 7z", stop: "M8 5v14M16 5v14", next: "M9 5l8 7-8 7z" };

class Diagram {
  constructor(host, values) {
    this.host = host;
    this.values = values;
    this.step = 0;
    this.moves = [];
    const place = make("div", { class: "place" });
    this.controls = make("figcaption");
    host.append(place, this.controls);
    this.board = new Board(place, 0, { later: true });
    this.positions = this._positions();
    if (this.positions.length > 1) {
      for (const name of ["previous", "play", "next"]) this.controls.append(this._button(name));
      this.list = make("span", { class: "example" });
      this.positions.slice(1).forEach((position, number) => {
        const move = make("button", { type: "button", class: "move" }, position.san);
        move.addEventListener("click", () => this.go(number + 1, true));
        this.moves.push(move);
        this.list.append(move);
      });
      this.controls.append(this.list);
      host.addEventListener("keydown", (event) => this._key(event));
    }
    onLanguage(() => this._tell());
  }

  // Fill the board, unless it was filled.
  draw() {
    if (this.board.grounds) return;
    this.board.drawGrounds();
    this.go(0);
  }

  // The positions that are shown, the first one with its marks.
  _positions() {
    const { game } = this.board;
    const { cells, hands, chosen, targets = [], shapes = [], steps = [] } = this.values;
    const first = { chosen, shapes, targets: targets.map(([to, takes]) => ({ way: [], to, takes })) };
    const found = [{ cells: startOf(cells), hands, marks: first }];
    for (const step of steps) {
      const before = changed(game, found.at(-1).cells, step.now);
      const after = changed(game, before, step.next);
      const way = squaresIn(game, step.way);
      const marks = { last: [way[0], way.at(-1)], check: step.check };
      const castled = squaresIn(game, step.rook ?? "");
      const taken = step.taken === undefined ? undefined : game.index.get(step.taken);
      found.push({ san: step.san, before, cells: after, hands: step.hands ?? "", way, castled, taken, marks });
    }
    return found;
  }

  _button(name) {
    const button = make("button", { type: "button", "data-label": name });
    const path = draw("path", { d: ICONS[name] });
    button.append(draw("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, path));
    const act = { previous: () => this.go(this.step - 1), play: () => this.play(), next: () => this.go(this.step + 1, true) };
    button.addEventListener("click", () => {
      if (name !== "play") this.stop();
      act[name]();
    });
    this[`${name}Button`] = button;
    return button;
  }

  _key(event) {
    const steps = { ArrowLeft: -1, ArrowRight: 1 };
    if (!(event.key in steps) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.stop();
    this.go(this.step + steps[event.key], steps[event.key] > 0);
  }

  // Show a position. The next one can be animated from the one before it.
  go(step, animated = false) {
    if (step < 0 || step >= this.positions.length) return;
    this.draw();
    const to = this.positions[step], follows = step === this.step + 1;
    this.step = step;
    if (animated && follows) {
      this.board.show(to.before, this.board.hands);
      const holes = to.way.filter((at) => to.before[at] === "#").length;
      const time = TRAVEL_MILLISECONDS + HOLE_TRAVEL_MILLISECONDS * holes;
      this.board.play(to.cells, to.hands, to.marks, to.way, to.castled, to.taken, time);
    } else this.board.show(to.cells, to.hands, to.marks);
    this._tell();
  }

  play() {
    if (this.timer) return this.stop();
    if (this.step === this.positions.length - 1) this.go(0);
    const next = () => {
      this.go(this.step + 1, true);
      this.timer = this.step < this.positions.length - 1 ? setTimeout(next, TRAVEL_MILLISECONDS + PAUSE_MILLISECONDS) : this.stop();
    };
    this.timer = setTimeout(next, this.step ? 0 : 300);
    this._tell();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this._tell();
  }

  // Say what is shown: to readers of the board, by the buttons, in the list of moves.
  _tell() {
    const san = this.positions[this.step].san;
    this.board.svg.setAttribute("aria-label", san ? `${t("board")}: ${san}` : t(this.values.alt));
    this.moves.forEach((move, number) => {
      if (number + 1 === this.step) move.setAttribute("aria-current", "true");
      else move.removeAttribute("aria-current");
    });
    if (!this.playButton) return;
    this.previousButton.disabled = this.step === 0;
    this.nextButton.disabled = this.step === this.positions.length - 1;
    const name = this.timer ? "stop" : "play";
    this.playButton.dataset.label = name;
    this.playButton.querySelector("path").setAttribute("d", ICONS[name]);
    this.playButton.setAttribute("aria-label", t(name));
    this.playButton.title = t(name);
  }
}

const diagrams = [...document.querySelectorAll("[data-diagram]")].map((host) => new Diagram(host, page.diagrams[host.dataset.diagram]));
// The first paint waits for the diagrams in view only. Each frame after it fills another one; a printer gets them all.
const isInView = ({ host }) => {
  const { top, bottom } = host.getBoundingClientRect();
  return top < innerHeight && bottom > 0;
};
const afterFrame = (act) => requestAnimationFrame(() => setTimeout(act));
const drawAll = (which) => which.forEach((diagram) => diagram.draw());
function drawNext() {
  const next = diagrams.find((diagram) => !diagram.board.grounds);
  if (!next) return;
  next.draw();
  afterFrame(drawNext);
}
// After the texts, whose heights tell what is in view.
queueMicrotask(() => drawAll(diagrams.filter(isInView)));
afterFrame(drawNext);
addEventListener("beforeprint", () => drawAll(diagrams));
