"""A game as its file defines it: ``FileGame(text)``, ``legal_moves()``, ``play("e2e4")``, ``outcome()``."""

from __future__ import annotations

import copy

from tests.reference import file_rules
from tests.reference.file_moves import (
    Place,
    Step,
    after,
    drawn,
    in_check,
    legal,
    must_answer,
    note_check,
    number_of,
    result_of_mate,
    right_squares,
    royal_is_gone,
    verdict,
)
from tests.reference.file_rules import Square


class FileGame:
    """A game being played."""

    def __init__(self, text: str, fen: str | None = None) -> None:
        self.rules = file_rules.read(text)
        if fen is None:
            self.place = Place(self.rules, dict(self.rules.start), set(self.rules.start_holes))
            self.place.rights = self._rights_at_first()
            self.place.held = list(self.rules.hands.get("start", ""))
            self.give_gates()
        else:
            self.place = self._read(fen)
        checks = self.rules.endings.get("checks", 0)
        if checks:
            self.place.checks = self._checks_left(fen) or {True: checks, False: checks}
        note_check(self.place)
        self.begin(self.place)

    def begin(self, place: Place) -> None:
        """Begin at this place, as if nothing was played before."""
        self.place, self._legal = place, legal(place)
        self.seen, self.checks = [self._key()], [self.is_check()]

    def copy(self) -> FileGame:
        """The same game, to be played on without changing this one."""
        other = copy.copy(self)
        other.seen, other.checks = list(self.seen), list(self.checks)
        return other

    def legal_moves(self) -> list[str]:
        """The texts of the legal moves, sorted, without rolls."""
        return sorted(self._legal)

    def steps(self) -> dict[str, Step]:
        """The legal moves by their texts."""
        return self._legal

    def after(self, text: str) -> Place:
        """The position after a legal move, before dice are rolled."""
        return after(self.place, self._legal[text])

    def moves_that_pass(self) -> list[str]:
        """The texts of the moves that can be answered by a capture en passant."""
        return sorted(text for text, move in self._legal.items() if move.passes)

    def moves_that_take(self) -> list[str]:
        """The texts of the captures, sorted."""
        return sorted(text for text, move in self._legal.items() if move.takes is not None)

    def give_rights(self) -> set[str]:
        """Give, and return, all rights of kings and rooks that are where they were at first."""
        self.place.rights = {
            right
            for right, squares in right_squares(self.rules).items()
            if all(self._is_as_at_first(square) for square in squares)
        }
        self.give_gates()
        self.seen, self._legal = [], legal(self.place)
        self.seen.append(self._key())
        return self.place.rights

    def _is_as_at_first(self, square: Square) -> bool:
        return square in self.rules.start and self.place.pieces.get(square) == self.rules.start[square]

    def give_gates(self) -> None:
        """Give the rights to gate to all pieces on such squares that do not promote."""
        place, rules = self.place, self.rules
        place.gates = {
            square
            for square in place.pieces
            if not place.kind(square).becomes
            and (square if place.is_white(square) else rules.turned(square)) in rules.gates
        }

    def can_gate(self, white: bool) -> bool:
        """Whether a side may still let in pieces."""
        hands = self.rules.hands
        comes = hands.get("captures") or hands.get("from_partner")
        return bool(comes or any(piece.isupper() is white for piece in self.place.held))

    def gate_letters(self) -> list[str]:
        """The rights to gate as a FEN has them beside those to castle."""
        place, rules = self.place, self.rules
        named = {
            square
            for right in place.rights & rules.castlings.keys()
            for square in rules.castlings[right][::2]
        }
        files = [(rules.names[square][0], place.is_white(square)) for square in place.gates - named]
        return [file.upper() if white else file for file, white in files if self.can_gate(white)]

    def counts(self) -> list[str]:
        """The limit of counted moves or a dash, the checks left, if they are counted, and the clock."""
        left, (limit, count) = self.place.checks, self.place.count
        checks = [f"{left[True]}+{left[False]}"] if left else []
        return [str(limit or "-"), *checks, str(count if limit else self.place.clock)]

    def written(self, right: str) -> str:
        """A castling right as a FEN has it; the rook's file, if labelled, where it may begin anywhere."""
        if any(kind.until_moved for kind in self.rules.kinds.values()):
            (square,) = right_squares(self.rules)[right]
            file = self.rules.names[square][0]
            return file.upper() if right.isupper() else file
        if not self.rules.anywhere or right not in self.rules.castlings:
            return right
        file = self.rules.files[self.rules.castlings[right][2][0]]
        return right if file == "*" else file.upper() if right.isupper() else file

    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        return in_check(self.place, self.place.white)

    def play(self, text: str) -> None:
        """Play a legal move, with its roll if there are dice."""
        words = next(each for each in self._legal if text == each or text.startswith(f"{each}@"))
        roll = text[len(words) + 1 :]
        self.place = after(self.place, self._legal[words])
        if roll:
            square = next(square for square, name in self.rules.names.items() if name == roll)
            counters = self.place.asleep if square in self.place.pieces else self.place.holes
            counters ^= {square}
            self.place.passed = [each for each in self.place.passed if each not in self.place.holes]
            if verdict(self.place) is None and not royal_is_gone(self.place, self.place.white):
                assert not in_check(self.place, not self.place.white), "the dice are rolled again"
        self._legal = legal(self.place)
        self.seen.append(self._key())
        self.checks.append(self.is_check())

    def outcome(self) -> str | None:
        """The result, or None while the game goes on."""
        result = self._outcome()
        return drawn(self.place) if result == "1/2-1/2" else result

    def _outcome(self) -> str | None:
        """The result, or None, as if drawn games were drawn."""
        rules, place = self.rules, self.place
        lost = "0-1" if place.white else "1-0"
        won = "1-0" if place.white else "0-1"
        if royal_is_gone(place, not place.white):
            return won  # by its own capture; first, since both may be gone
        if royal_is_gone(place, place.white):
            return lost
        ended = verdict(place)
        if ended is not None:
            return ended
        results = {"loss": lost, "win": won, "draw": "1/2-1/2"}
        if not self._legal:
            if self.is_check():
                return results[result_of_mate(place)]
            if must_answer(place):
                return lost
            own, other = (number_of(place, "*", side) for side in (place.white, not place.white))
            if rules.endings.get("stalemate_counts") and own >= other:
                results = {"loss": won, "win": lost, "draw": "1/2-1/2"} if own > other else {}
            return results.get(rules.stalemate, "1/2-1/2")
        repeated = rules.repetitions and self.seen.count(self.seen[-1]) >= rules.repetitions
        if repeated and not self._is_dead():
            return self._repeated()
        is_drawn = (
            self._is_dead()
            or (rules.quiet_moves and place.clock >= rules.quiet_moves)
            or place.count[1] > place.count[0]
        )
        return "1/2-1/2" if is_drawn else None

    def _repeated(self) -> str:
        """The result of a repetition."""
        lost, won = ("0-1", "1-0") if self.place.white else ("1-0", "0-1")
        times = [number for number, key in enumerate(self.seen) if key == self.seen[-1]]
        checks = self.checks[times[-self.rules.repetitions] :]
        to_move, other = set(checks[::-2]), set(checks[-2::-2])
        if self.rules.endings.get("perpetual_check_loses"):
            if to_move == {True} != other:
                return won
            if other == {True} != to_move:
                return lost
        words = {"draw": "1/2-1/2", "loss": won, "win": lost, "white loses": "0-1", "white wins": "1-0"}
        return words[self.rules.endings.get("repetition", "draw")]

    def placement(self) -> str:
        """The position's pieces and holes, as in a FEN, and the hands."""
        rows = "/".join(self._row(y) for y in reversed(range(self.rules.rows)))
        if not self.has_hands():
            return rows
        order = [*self.rules.kinds, *map(str.lower, self.rules.kinds)]
        return f"{rows}[{''.join(sorted(self.place.held, key=order.index))}]"

    def has_hands(self) -> bool:
        """Whether there are drops in the game."""
        return any(self.rules.hands.get(key) for key in ("captures", "from_partner", "start"))

    def _row(self, y: int) -> str:
        text = ""
        for x in range(self.rules.columns):
            if (x, y) not in self.rules.squares:
                text += "*"
            elif (x, y) in self.place.pieces:
                piece = self.place.pieces[x, y]
                front = self.rules.kinds[piece.upper()].front
                shown = f"+{front if piece.isupper() else front.lower()}" if front else piece
                text += shown + "~" * ((x, y) in self.place.promoted)
            else:
                text += "x" if (x, y) in self.place.holes else " "
        for run in range(self.rules.columns, 0, -1):
            text = text.replace(" " * run, str(run))
        return text

    @staticmethod
    def _checks_left(fen: str | None) -> dict[bool, int]:
        """The checks that both sides still need, as a FEN has them; empty if it has none."""
        found = [field.split("+") for field in (fen or "").split()[1:] if "+" in field]
        return {True: int(found[0][0]), False: int(found[0][1])} if found else {}

    def _read(self, fen: str) -> Place:
        """A position; en passant squares are left out."""
        fen = " ".join(field for number, field in enumerate(fen.split()) if "+" not in field or not number)
        fields = [*fen.split(), *["w", "-", "-", "0", "1", "-"][len(fen.split()) - 1 :]]
        rows, _, held = fields[0].partition("[")
        for letter, kind in self.rules.kinds.items():
            if kind.front:
                rows = rows.replace(f"+{kind.front}", letter).replace(
                    f"+{kind.front.lower()}", letter.lower()
                )
        cells = file_rules.cells_of(rows)
        place = Place(self.rules, {}, set(), fields[1] == "w", set(fields[2]) - {"-"})
        for x, y in self.rules.squares:
            letter = cells[y][x]
            if letter == "x":
                place.holes.add((x, y))
            elif letter != " ":
                place.pieces[x, y] = letter
        place.held = list(held.strip("]"))
        place.clock, place.number = int(fields[4]), int(fields[5])
        asleep = fields[6].split(",")
        place.asleep = {square for square, name in self.rules.names.items() if name in asleep}
        return place

    def _rights_at_first(self) -> set[str]:
        return set() if self.rules.drops_castle else set(right_squares(self.rules))

    def _key(self) -> tuple[object, ...]:
        place = self.place
        in_passing = [text for text, move in self._legal.items() if move.takes not in (None, move.end)]
        return (
            frozenset(place.pieces.items()),
            frozenset(place.holes),
            frozenset(place.asleep),
            place.white,
            frozenset(place.rights),
            frozenset(place.checks.items()),
            place.strong,
            frozenset(in_passing),
            tuple(sorted(place.held)),
            frozenset(place.promoted.items()),
            frozenset(square for square in place.gates if self.can_gate(place.is_white(square))),
        )

    def _is_dead(self) -> bool:
        rules, pieces = self.rules, self.place.pieces
        white = sorted(piece for piece in pieces.values() if piece.isupper())
        black = sorted(piece.upper() for piece in pieces.values() if piece.islower())
        if rules.hands.get("captures") or rules.hands.get("from_partner") or self.place.held:
            return False
        decides = rules.stalemate != "draw" and rules.goal == "checkmate"
        if not decides and rules.royal and any((white, black) in (pair, pair[::-1]) for pair in rules.dead):
            return True
        others = {square: piece.upper() for square, piece in pieces.items() if piece.upper() != rules.royal}
        bound = rules.dead_same_color
        if not bound or not others or set(others.values()) - set(bound):
            return False
        return len({(x + y) % 2 for x, y in others}) == 1
