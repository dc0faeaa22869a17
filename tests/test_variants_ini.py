"""Fairy-Stockfish's files of variants: what is read is what it plays, and what is written is what we play."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pyffish
import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from tests.support.fairy_games import Pair, pairs, play, with_sorted_hands
from tests.support.parts import examples, exhaustive, mostly_exhaustive
from wormhole import Board, FenError, VariantError, load, variant, variants
from wormhole.cli import main
from wormhole.library import chosen_game
from wormhole.rules import fen
from wormhole.rules.endings import DrawGoesTo, NoMove
from wormhole.rules.fairy_stockfish import known
from wormhole.rules.game_file import composed, parse, parse_ini, parse_whole_ini
from wormhole.rules.variant import LeftSquare
from wormhole.rules.variants_ini import not_played
from wormhole.rules.variants_ini_options import options_of, sections
from wormhole.rules.variants_ini_writer import written

PASSING = "the pieces that capture en passant must be those with first moves, like pawns"
FILE = Path(__file__).parent / "data" / "variants.ini"
TEXT = FILE.read_text("utf-8")
SECTIONS = list(sections(TEXT))
UNFIT = {
    *("spartan", "shoshogi", "sortofalmost", "chigorin"),
    *("micro", "dobutsu"),
    *("janggi", "janggicasual", "janggimodern", "janggitraditional"),
}
"""Games with rules that no option of a section states."""
PAIRS = pairs()
WRITTEN = [name for name, pair in PAIRS.items() if not pair.missing and name not in UNFIT]
LATER = "There positions are the same after different checks, or with other rights to first moves."
CHESS = "king = k\nqueen = q\nrook = r\nbishop = b\nknight = n\npawn = p\npromotionPieceTypes = qrbn\n"


@pytest.fixture(scope="module", autouse=True)
def _sections():
    pyffish.load_variant_config(TEXT)


@pytest.mark.parametrize("name", SECTIONS)
def test_a_section_is_what_fairy_stockfish_plays(name):
    assert play(Pair(name, name, later=LATER), seed=1, plies=20, rules=load(FILE, name)) > 1


def test_the_sections_try_every_option_that_is_read():
    found = sections(TEXT).values()
    tried = {option for section in found for name in section.entries for option in options_of(name)}
    tried |= {"mobilityRegion" for option in tried if option.startswith("mobilityRegion")}
    played = {option for option in known().options if not not_played(option)} | {"wallingRule"}
    names = [
        {each.removesuffix("White").removesuffix("Black") for each in group} for group in (played, tried)
    ]
    assert names[0] | {"mobilityRegion"} <= names[1]


@exhaustive
@pytest.mark.parametrize("name", SECTIONS)
def test_many_games_of_a_section_are_the_same(name):
    rules = load(FILE, name)
    endings = rules.endings
    is_usual = endings.stalemate is NoMove.DRAW and endings.draw_goes_to is DrawGoesTo.NOBODY
    dead = "" if is_usual else "Lone kings play on where stalemate or a draw is no draw."
    for seed in range(2, 6):
        assert play(Pair(name, name, dead=dead, later=LATER), seed, rules=rules) > 1


@pytest.mark.parametrize("name", sorted(UNFIT))
def test_what_does_not_fit_is_not_written(name):
    with pytest.raises(VariantError, match=r"does not fit into variants\.ini"):
        written(variant(name))


@pytest.mark.parametrize("plies", mostly_exhaustive([20, 60], 20))
@pytest.mark.parametrize("name", WRITTEN)
def test_a_game_is_written_as_what_fairy_stockfish_plays(name, plies):
    text = written(variant(name))
    pyffish.load_variant_config(text.replace(f"[{name}]", f"[written-{name}]"))
    pair = Pair(name, f"written-{name}", dead=PAIRS[name].dead, later=PAIRS[name].later)
    assert play(pair, seed=3, plies=plies) > 1


NO_BASES = {"chigorin", "dobutsu", "micro", "shoshogi", "sortofalmost", "spartan"}
"""Games that are no base of a section here."""
BASES = sorted({*pyffish.variants(), *PAIRS} & set(variants()) - NO_BASES)


@pytest.mark.parametrize("name", mostly_exhaustive(BASES, "horde", "wolf", "crazyhouse", "xiangqi", "makruk"))
def test_a_section_without_options_is_the_game_that_it_inherits(name):
    text = f"[heir-of-{name}:{name}]\n"
    pyffish.load_variant_config(text)
    base = PAIRS[name]
    pair = replace(base, ours=name, theirs=f"heir-of-{name}", dead="Walls, and other draws.", starts=())
    for seed in range(8):
        play(pair, seed, plies=12, rules=parse_ini(text), anywhere=seed > 0)


def named(game):
    """The pieces of a game as a FEN writes them."""
    return {written_as(game, letter): piece for letter, piece in game.piece_types.items()}


def promoted(game, piece):
    return {written_as(game, letter) for letter in piece.promotes_to}


def written_as(game, letter):
    origin = game.piece_types[letter].promoted_from
    return f"+{origin}" if origin else letter


@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_written_is_read_again(name, tmp_path):
    text = written(variant(name))
    (tmp_path / "variants.ini").write_text(text, "utf-8")
    again, game = load(tmp_path / "variants.ini"), variant(name)
    assert with_sorted_hands(Board(again).fen()) == with_sorted_hands(Board(game).fen())
    pieces = named(again)
    for letter, piece in named(game).items():
        other = pieces[letter]
        assert set(other.paths) == set(piece.paths)
        assert other.promotion_squares == piece.promotion_squares
        assert other.home_squares == (piece.home_squares if piece.has_first_move else frozenset())
        assert promoted(again, other) == promoted(game, piece)
        assert (other.standing, other.en_passant) == (piece.standing, piece.en_passant)
    assert again.endings.stalemate is game.endings.stalemate
    assert written(again).split("\n")[2:] == text.split("\n")[2:]


def test_a_section_is_named_in_python_and_on_the_command_line(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    Path("variants.ini").write_text("[small:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K2R w - - 0 1\n")
    assert load("variants.ini").start == load("variants.ini", "small").start == "4k3/8/8/8/8/8/8/4K2R"
    assert main(["perft", "1", "--plain", "--variant", "variants.ini:small"]) in (0, None)
    assert capsys.readouterr().out.split()[2] == str(len(Board(load("variants.ini")).legal_moves))


def test_the_command_line_tells_what_is_left_out_of_a_file(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    Path("variants.ini").write_text("[x:chess]\nchancellor = x\nrubbish\n[x]\n[y:chess]\n", "utf-8")
    main(["definition", "variants.ini:x"])
    found = capsys.readouterr()
    assert found.out.startswith('title = "x"')
    lines = found.err.splitlines()
    assert [line.partition(": line ")[2][:1] for line in lines] == ["3", "4", "2"]
    assert "'rubbish' is neither an option nor a comment" in lines[0]
    main(["definition", "chess"])
    assert capsys.readouterr().err == ""


def test_a_game_is_written_by_the_command_line(capsys, tmp_path):
    main(["definition", "gardner", "--ini"])
    path = tmp_path / "variants.ini"
    path.write_text(capsys.readouterr().out)
    assert load(path, "gardner").start == variant("gardner").start
    main(["definition", f"{path}:gardner"])
    (tmp_path / "gardner.toml").write_text(capsys.readouterr().out)
    assert load(tmp_path / "gardner.toml").piece_types.keys() == variant("gardner").piece_types.keys()


def test_the_command_line_folds_a_game_and_writes_its_file(capsys, tmp_path):
    main(["definition", "capablanca+fold"])
    path = tmp_path / "folding.toml"
    path.write_text(capsys.readouterr().out)
    written, named_so = load(path), chosen_game.named("capablanca+fold").variant
    assert (written.title, written.left_square) == (named_so.title, LeftSquare.FOLDS)
    assert written.endings == named_so.endings
    with pytest.raises(SystemExit):
        main(["perft", "1", "--variant", "capablanca+bend"])
    assert "'bend' is not one of none, fold" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[a:chess]\nmaxRank = 0\n", "a: line 2, maxRank: '0' is not a number from 1 to 10"),
        ("[a:chess]\nmaxFile = z\n", "a: line 2, maxFile: '26' is not a number from 1 to 12"),
        ("[a:chess]\ncastling = yes\n", "a: line 2, castling: 'yes' is neither true nor false"),
        (
            "[a:chess]\nstalemateValue = 1\n",
            "a: line 2, stalemateValue: '1' is not one of win, loss",
        ),
        ("[a:chess]\ncastlig = true\n", "a: line 2, castlig: there is no such option"),
        ("[a:chess]\nconnectN = 4\n", "a: line 2, connectN: our games have no such rule: pieces in a row"),
        ("[a:atomic]\ncheckCounting = true\n", "a: line 2, checkCounting: only together with king"),
        ("[a:makruk]\ncambodianMoves = true\n", "a: line 2, cambodianMoves: only together with gating"),
        ("[a:chess]\ngating = true\n", "a: line 2, gating: only together with seirawanGating"),
        (
            "[a:chess]\nflagPieceSafe = true\nflagPiece = q\nflagRegionWhite = *8\nflagRegionBlack = *1\n",
            "a: line 2, flagPieceSafe: only where no piece is royal",
        ),
        (
            "[a]\nking = k\npawn = p\ncastling = false\nstartFen = k7/8/8/8/8/8/8/7K w - - 0 1\n"
            "promotionRegionWhite = -\npromotionRegionBlack = -\nshatarMateRule = true\n",
            "a: line 8, shatarMateRule: no checkmate would win",
        ),
        ("[a:a]\n", "a: line 1, [a:a]: 'a' is neither a section of this file nor one of our games"),
        ("[a:chess]\nimmobile = i\n", "a: line 2, immobile: in our games every piece moves"),
        (
            "[a:chess]\npromotionPieceTypes = qz\n",
            "a: line 2, promotionPieceTypes: no piece has",
        ),
        ("[a:chess]\npromotionRegionWhite = e9x\n", "a: line 2, promotionRegionWhite: 'e9x' is not a square"),
        (
            "[a:chess]\npromotionRegionWhite = *7\n",
            "a: line 2, promotionRegionWhite: Black's squares",
        ),
        ("[a:chess]\ncustomPiece1 = c:oN\n", "a: line 2, customPiece1: moves 'oN': cannot read 'oN'"),
        (
            f"[a:chess]\ncustomPiece1 = c:{'N' * 301}\n",
            "a: line 2, customPiece1: is longer than 300 characters",
        ),
        ("[a:snailtrail]\ncustomPiece1 = x:N\n", "a: line 2, customPiece1: 'X' cannot be the letter of a"),
        ("[a:petrified]\ncustomPiece1 = x:N\n", "a: line 2, customPiece1: 'X' cannot be the letter of a"),
        ("[a:chess]\npromotionRank = 0\n", "a: line 2, promotionRank: '0' is not a number from 1 to 10"),
        ("[a:chess]\ndropOnTop = true\n", "a: line 2, dropOnTop: our games have no such rule"),
        ("[a:chess]\nking = -\n", "a: startFen (inherited): no piece has the letter 'K'"),
        ("[a:chess]\nstartFen = 8/8 w - - 0 1\n", "a: line 2, startFen: the placement has 8 by 2 squares"),
        ("[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3 b - - 0 1\n", "a: line 2, startFen: White moves first"),
        ("[a:chess]\npawn = p\nqueen = q\n[b:a]\nrook = -\nknight = -\nbishop = -\n", "b: "),
        ("[a]\n" + CHESS + "startFen = 4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1\n", "a: "),
        ("[a:chess]\nstartFen = 8/7\n", "a: line 2, startFen: row 2 of '8/7' has the length 7"),
        ("[a:chess]\npromotionLimit = -:3\n", "a: line 2, promotionLimit: '-:3' is not a piece with"),
        ("[a:chess]\nnMoveRuleTypes = *\n", "a: line 2, nMoveRuleTypes: our games have no such rule"),
        ("[a:chess]\npawnTypes = pk\n", "a: line 2, pawnTypes: our games have no such rule"),
        ("[a:chess]\nnFoldRule = 1\n", "a: line 2, nFoldRule: every position occurs once"),
        ("[a:chess]\nmobilityRegionWhiteKing = d1\n", "a: line 2, mobilityRegionWhiteKing: Black's squares"),
        (
            "[a:chess]\nmobilityRegionWhiteKnight = -\nmobilityRegionBlackKnight = -\n",
            "a: line 2, mobilityRegionWhiteKnight: is empty",
        ),
        ("[a:chess]\nking = k:KiN\n", "a: line 2, king: our games have no such rule"),
        ("[a:chess]\ncustomPiece1 = a:fmWfceF\n", f"a: line 2, customPiece1: {PASSING}"),
        ("[a:chess]\ncustomPiece1 = a:fmWfcFifmnD\n", f"a: line 2, customPiece1: {PASSING}"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text, complaint, tmp_path):
    path = tmp_path / "variants.ini"
    path.write_text(text)
    with pytest.raises(VariantError) as caught:
        load(path, list(sections(text))[-1])
    assert str(caught.value).startswith(complaint)


@pytest.mark.parametrize("name", ["horde", "wolf"])
def test_each_game_of_the_catalogue_has_heirs(name):
    heir = parse(f'inherits = "{name}"\n', "heir")
    assert heir.piece_types == variant(name).piece_types


def test_a_side_without_a_king_castles_nowhere():
    game = parse_ini("[a:horde]\n")
    assert Board(game).fen().split()[2] == "kq"
    assert "w kq -" in written(game)


@pytest.mark.parametrize("field", ["castles_anywhere = true", 'castles_to = "g1 c1"'])
def test_only_the_side_with_a_king_castles(field):
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR"
    text = f"""
inherits = "chess"
board.start = "{start}"
endings.extinct = ["* loss"]
pieces.K.{field}
"""
    assert Board(parse(text, "a")).fen().split()[2] == "kq"


def test_a_claim_needs_one_piece_more():
    text = "[a:chess]\nextinctionValue = loss\nextinctionPieceTypes = q\nextinctionClaim = true\n"
    (rule,) = parse_ini(text).endings.extinct
    assert (rule.against, rule.waits) == (0, True)
    assert Board(parse_ini(text), "3qk3/8/8/8/8/8/8/4K3 w").is_game_over()


LENIENT = [
    ("[mine:chess]\nmustCapture = true\n  # an indented note\n", (3, "neither an option nor a comment")),
    ("[mine:chess]\nmustCapture = true\nrubbish\n", (3, "'rubbish' is neither an option nor a comment")),
    ("[mine:chess]\n = 3\nmustCapture = true\n", (2, "' = 3' is neither an option nor a comment")),
    ("[mine:chess]\n # old = true\nmustCapture = true\n", (2, "neither an option nor a comment")),
    ("[mine:chess]\nmustCapture = true\n[mine:chess]\nmustCapture = false\n", (3, "begins in line 1, too")),
    ("[mine:chess]\nmustCapture = true\n[open:chess\nmustCapture = false\n", (3, "is not the header of a")),
    ("[mine:chess]\nmustCapture = true\n[]\nmustCapture = false\n", (3, "'[]' is not the header of a")),
    ("\ufeff[mine:chess]\nmustCapture = true\n", (1, "U+FEFF was left out")),
    ("[mine:chess]\nmust\u200bCapture = true\n", (2, "U+200B was left out")),
    (f"[mine:chess]\nmustCapture = true\nx{4096 * ' '}\n", (3, "longer than 4096 characters")),
    (f"[mine:chess]\nmustCapture = true\n# {4096 * 'a'}\n# J\u00e1n\n", None),
]


@pytest.mark.parametrize(("text", "warning"), LENIENT)
def test_what_is_no_option_is_left_out_and_its_line_told(text, warning):
    games, warnings = parse_whole_ini(text)
    ((name, game),) = games
    assert name == "mine"
    assert game.endings.must_capture
    assert [each.line for each in warnings] == ([] if warning is None else [warning[0]])
    if warning is not None:
        assert warning[1] in warnings[0].told
        assert warnings[0].told.startswith(f"line {warning[0]}: ")


def test_a_section_that_is_refused_costs_no_other():
    text = "[a:chess]\ncustomPiece1 = \u00e9:N\n[b:nothing]\n[c:chess]\n[d:b]\n"
    found = dict(parse_whole_ini(text)[0])
    assert {name for name, game in found.items() if not isinstance(game, VariantError)} == {"c"}
    assert "line 2, customPiece1" in str(found["a"])


def test_there_are_few_warnings_however_many_lines_are_left_out():
    games, warnings = parse_whole_ini("[a:chess]\n" + 200_000 * "x\n")
    assert len(list(games)) == 1
    assert len(warnings) == 100
    assert warnings[-1].told.endswith("; so are 199900 more lines")


OLD = """
[promotion:chess]
promotionRank = 7
[steps:chess]
doubleStepRank = 3
[both:chess]
doubleStepRank = 3
doubleStepRankMin = 3
[from-first:chess]
doubleStepRankMin = 1
[higher:chess]
maxRank = 9
promotionRank = 9
startFen = rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1
[new-wins:chess]
promotionRank = 5
promotionRegionWhite = *8
promotionRegionBlack = *1
doubleStepRank = 4
doubleStepRegionWhite = *2
doubleStepRegionBlack = *7
[heir:steps]
promotionRank = 7
[no-drop:chess]
dropOnTop = false
"""


@pytest.mark.parametrize("name", sections(OLD))
def test_old_options_mean_what_fairy_stockfish_reads(name):
    pyffish.load_variant_config(OLD)
    rules = parse_ini(OLD, name)
    for seed in range(4):
        play(Pair(name, name, dead="not asked"), seed, plies=30, rules=rules, anywhere=seed > 0)


X_PIECE = """
[xpiece:chess]
chancellor = x
startFen = rnbxkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBXKBNR w KQkq - 0 1
promotionPieceTypes = xnrb
[xhouse:crazyhouse]
customPiece1 = x:N
customPiece2 = z:B
knight = -
promotionPieceTypes = xq
promotedPieceType = -
startFen = rxbqkbxr/pppppppp/8/8/8/8/PPPPPPPP/RXBQKBXR[Xx] w KQkq - 0 1
"""


@pytest.mark.parametrize("name", ["xpiece", "xhouse"])
def test_a_piece_called_x_has_another_letter_and_its_positions_are_read(name):
    pyffish.load_variant_config(X_PIECE)
    games, warnings = parse_whole_ini(X_PIECE)
    rules = dict(games)[name]
    (letter,) = (each.letter for each in rules.piece_types.values() if each.aliases)
    told = [warning.told for warning in warnings if name in warning.told]
    assert len(told) == 1
    assert f"{letter!r} stands for the piece here" in told[0]
    assert Board(rules, pyffish.start_fen(name)).fen().split()[0] == Board(rules).fen().split()[0]
    if name == "xpiece":  # moves name the pieces that come from a hand
        play(Pair(name, name, letters={letter: "X", letter.lower(): "x"}, dead="not asked"), 1, 20, rules)


def test_a_hole_is_a_hole_where_a_game_with_a_piece_called_x_folds():
    rules = parse_ini(X_PIECE, "xpiece")
    fen = "4k3/8/8/8/8/8/8/3xK3 w - - 0 1"
    assert len(Board(rules, fen).piece_map()) == 3
    folded = Board(composed(rules, LeftSquare.FOLDS), fen)
    assert (len(folded.piece_map()), len(folded.holes)) == (2, 1)
    with pytest.raises(FenError, match="'X'"):
        Board(folded.variant, fen.replace("x", "X"))


@pytest.mark.parametrize("base", ["wormhole-fide", "random-wormhole", "petrified"])
def test_no_piece_is_called_x_where_there_are_holes(base):
    text = 'inherits = "{}"\npieces.N.aliases = "X"\n'
    assert parse(text.format("chess"), "own").letter_of("x") == "N"
    with pytest.raises(VariantError, match=r"pieces\.N\.aliases: 'X' cannot be the letter of a piece"):
        parse(text.format(base), "own")


def test_a_chain_of_sections_takes_linear_time_and_has_an_end():
    count = 60_000
    text = "[0:chess]\n" + "".join(f"[{each}:{each - 1}]\n" for each in range(1, count))
    assert parse_ini(text, "1000").start == variant("chess").start
    with pytest.raises(VariantError, match=r"line 60000, \[59999\]: it inherits from more than"):
        parse_ini(text, "59999")
    backwards = "".join(f"[{each}:{each + 1}]\n" for each in range(900)) + "[900:chess]\n"
    with pytest.raises(VariantError, match="it inherits from more than 1000"):
        parse_ini(
            backwards.replace("[900:chess]", "[900:901]")
            + "".join(f"[{each}:{each + 1}]\n" for each in range(901, 1200)),
            "0",
        )
    assert parse_ini(backwards, "0").start == variant("chess").start


def test_a_king_near_the_edge_castles_to_one_side():
    text = 'inherits = "chess"\nboard.start = "rk5r/8/8/8/8/8/8/RK5R"\n'
    lines = written(parse(text, "a")).splitlines()
    assert "castlingKingsideFile = d" in lines
    assert "startFen = rk5r/8/8/8/8/8/8/RK5R w Kk - 0 1" in lines


LINES = TEXT.splitlines()
WORDS = st.text(st.sampled_from("abKQpr10*-/:=[] +~x"), max_size=12)


@examples(100)
@given(st.data())
def test_any_file_is_read_or_refused(data):
    lines = list(LINES)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(lines) - 1))
        name, equals, value = lines[at].partition(" = ")
        change = data.draw(st.sampled_from(("drop", "value", "swap", "cut")))
        if change == "drop":
            del lines[at]
        elif change == "value" and equals:
            lines[at] = f"{name} = {data.draw(WORDS)}"
        elif change == "swap":
            lines[at] = f"{name} = {data.draw(st.sampled_from(LINES)).partition(' = ')[2]}"
        else:
            lines[at] = lines[at][: data.draw(st.integers(0, len(value) + 1))]
    text = "\n".join(lines)
    try:
        game = parse_ini(text, data.draw(st.sampled_from(list(sections(text)))))
    except VariantError:
        event("refused")
    else:
        event("read")
        # A FEN writes a promoted piece with a plus, a game's start with its own letter.
        placement = Board(game).fen().split()[0].partition("[")[0]
        assert fen.read_cells(game, placement) == fen.read_cells(game, game.start)
