"""Games by mail between two players without a window: every text arrives, and only texts of the game do."""

from __future__ import annotations

import random
import zlib
from dataclasses import replace
from textwrap import wrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wormhole import Board, WormholeError
from wormhole.library.mail import armour, mail_turn
from wormhole.library.mail.armour import MailError, packed, unpacked
from wormhole.library.mail.dice import rolled
from wormhole.library.mail.mail_state import MailPhase, MailState, new_mail
from wormhole.library.mail.mail_turn import Act, opened, sealed
from wormhole.play.draw_offer import DrawOffers
from wormhole.play.mail_game import MailGame
from wormhole.play.match import Match
from wormhole.play.seats import by_mail, inviting

HEAD = "Wormhole Chess, move 12: Cc3. Your turn."


class Correspondent:
    """A player by mail: a match, and the clock on the wall."""

    def __init__(self, setup):
        self.now = 1e9
        self.match = Match(setup)
        self.mail = MailGame(self.match, setup.mail, lambda: self.now)
        self.draws = DrawOffers(self.match)

    @property
    def side(self):
        return self.mail.state.side

    def text(self):
        return packed(self.mail.text(), HEAD)

    def read(self, text):
        """Take a text, or raise MailError and change nothing."""
        before = self.kept()
        try:
            news = self.mail.judge(opened(unpacked(text)[-1]))
        except WormholeError:
            assert self.kept() == before
            raise
        self.mail.take(news)

    def kept(self):
        return self.mail.state, self.match.game.movetext(), dict(self.match.game.headers)

    def move(self, move, seconds=60.0):
        self.now += seconds
        assert self.match.play(rolled(self.match.cursor.board, move, self.mail.state.secret))
        self.mail.moved(self.draws.came_with_last_move)

    def any_move(self, dice):
        self.move(dice.choice(list(self.match.cursor.board.legal_moves)))


def pair(game="wormhole", side="white", fen=None):
    """Two players: one has invited the other, and has moved if it was their turn."""
    one = Correspondent(inviting(side, 72, game, fen, "Ada"))
    if one.match.is_persons_turn:
        one.any_move(random.Random(1))
    return one, accepted(one)


def accepted(one):
    turn = opened(one.mail.text()).turn
    side = one.mail.state.opponent
    phase = MailPhase.WAITING if turn.act.is_move else MailPhase.YOUR_MOVE
    state = MailState(turn.id, turn.secret, side, turn.inviter, turn.hours, phase, since=one.now)
    names = ("Ada", "Bob") if turn.inviter == "white" else ("Bob", "Ada")
    board = turn.board()
    other = Correspondent(replace(by_mail(state, names), variant=board.variant, fen=turn.start.get("FEN")))
    if turn.act.is_move:
        other.read(one.text())
    return other


def mailed(text, dice):
    """A text as it comes out of mail programs and messengers."""
    lines = text.splitlines()
    ways = (
        lambda: "\r\n".join(f"> > {line} " for line in lines),
        lambda: "Hello Bob,\n\n" + "\n\n".join(lines) + "\n-- \nAda, from my phone",
        lambda: " ".join(lines).replace(" ", "\u00a0"),
        lambda: "\n".join(f"Ada> {part}" for line in lines for part in wrap(line, 15)),
        lambda: text.replace("\n", "\u2028\u200b").replace("[", "\u201c").replace("]", "\u201d"),
        lambda: text.replace("[BEGIN WORMHOLE GAME]", "\u2014 begin  wormhole\tgame \u2014\n"),
    )
    return dice.choice(ways)()


@pytest.mark.parametrize("game", ["chess", "random-wormhole"])
def test_thirty_moves_arrive_through_any_mail_program_and_nothing_else_does(game):
    moves, dice = random.Random(5), random.Random(game)
    one, other = pair(game)
    foreign = pair(game)[0]
    sent = [one.text()]
    while len(one.match.game.end().line()) < 60 and one.match.live is not None:
        writer, reader = (other, one) if other.mail.state.phase is MailPhase.YOUR_MOVE else (one, other)
        writer.any_move(moves)
        text = writer.text()
        for bad in (*cuts(text, dice), *forgeries(writer, foreign, dice), dice.choice(sent)):
            with pytest.raises(WormholeError):
                reader.read(bad)
        with pytest.raises(MailError, match="your own text"):
            writer.read(text)
        reader.read(mailed(text, dice))
        with pytest.raises(MailError, match=r"already|over"):
            reader.read(text)
        assert reader.match.game.movetext() == writer.match.game.movetext()
        assert reader.match.cursor.board.fen() == writer.match.cursor.board.fen()
        sent.append(text)
    assert len(sent) == 60 or game != "chess", "the dice may end a game early"
    assert {one.match.game.headers["Black"], other.match.game.headers["White"]} == {"Ada", "Bob"}
    assert len(sent[-1]) < 900


def cuts(text, dice):
    """The text with a part missing, or with a letter changed."""
    at = dice.choice([at for at in range(len(HEAD) + 25, len(text) - 25) if text[at] != "\n"])
    other = "A" if text[at] != "A" else "B"
    return text[:at], text[at:], text[:at] + text[at + 1 :], f"{text[:at]}{other}{text[at + 1 :]}", ""


def forgeries(writer, foreign, dice):
    """Texts with a good checksum that the opponent has not written."""
    state, game = writer.mail.state, writer.match.game
    turn = opened(writer.mail.text()).turn
    strange = foreign.mail.state.secret
    yield packed(sealed(turn, strange), HEAD)
    yield packed(sealed(replace(opened(foreign.mail.text()).turn, id=turn.id), strange), HEAD)
    yield foreign.text()
    content = bytearray(writer.mail.text())
    content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
    yield packed(bytes(content), HEAD)
    # Even the opponent cannot change what is settled.
    moves = turn.move_texts
    others = [
        {"hours": 24},
        {"white": "Eve"} if state.side == "black" else {"black": "Eve"},
        {"start": {**turn.start, "Variant": "chess"}},
        {"inviter": state.opponent},
        {"moves": " ".join([*moves[:-1], "a1a1"])},
        {"moves": " ".join([*moves, moves[-1], moves[-1]])},
        {"moves": " ".join(moves[:-1])},
        {"moves": " ".join(["a2a3", *moves[1:]])},
        {f"{state.opponent}_used": turn.used(state.opponent) + 1},
        {"result": "1-0" if game.result != "1-0" else "0-1"},
        {"act": Act.AGREE, "moves": " ".join(moves[:-1]), "result": "1/2-1/2"},
        {"act": Act.INVITE},
    ]
    for changes in dice.sample(others, 3):
        changed = replace(turn, **changes)
        if replace(changed, moves=turn.moves) != turn or changed.move_texts != moves:
            yield packed(sealed(changed, state.secret), HEAD)


def test_the_time_used_travels_with_the_texts_and_never_goes_back():
    one, other = pair()
    other.now += 100
    other.any_move(random.Random(2))
    one.read(other.text())
    assert one.mail.state.used("black") == other.mail.state.used("black") > 100
    one.any_move(random.Random(3))
    other.read(one.text())
    other.any_move(random.Random(4))
    less = replace(opened(other.mail.text()).turn, black_used=1)
    with pytest.raises(MailError, match="takes back time"):
        one.read(packed(sealed(less, other.mail.state.secret), HEAD))


def test_a_draw_is_offered_with_a_move_and_accepted_by_a_text():
    one, other = pair("chess")
    other.draws.ask()
    other.any_move(random.Random(2))
    one.read(other.text())
    assert one.draws.asked is True
    one.draws.ask()
    one.mail.ended()
    assert (one.match.game.result, one.mail.state.phase) == ("1/2-1/2", MailPhase.LAST_TO_SEND)
    other.read(one.text())
    assert (other.match.game.result, other.mail.state.phase) == ("1/2-1/2", MailPhase.OVER)


def test_a_user_resigns_instead_of_a_move_and_nobody_moves_for_the_opponent():
    one, other = pair()
    assert not one.match.resign()
    assert not one.match.may_move
    assert not one.match.can_undo
    assert other.match.resign()
    other.mail.ended()
    one.read(other.text())
    assert (one.match.game.result, one.mail.state.phase) == ("1-0", MailPhase.OVER)


def test_moves_tried_in_the_past_do_not_change_the_game():
    one = Correspondent(inviting("white", 72, "chess", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "Ada"))
    one.move(one.match.cursor.board.parse_uci("g6e4"))
    other = accepted(one)
    match = other.match
    match.go(match.game)
    assert match.play(match.cursor.board.parse_uci("g6g7"))  # checkmate, but in a variation
    assert [node.uci() for node in match.game.mainline()] == opened(one.mail.text()).turn.move_texts
    assert match.game.result == "*"
    assert other.mail.state.phase is MailPhase.YOUR_MOVE


def test_dice_are_the_same_for_both_and_do_not_depend_on_the_seed():
    secret = new_mail("black", 72, 1e9).secret
    boards = [Board("random-wormhole", seed=seed) for seed in (1, 2)]
    for board in boards:
        for text in ("e2e4", "e7e5", "g1f3"):
            move = board.legal_move(text) or next(iter(board.legal_moves))
            board.push(rolled(board, move, secret))
    assert boards[0].fen() == boards[1].fen()
    others = {
        rolled(boards[0], next(iter(boards[0].legal_moves)), new_mail("white", 0, 0).secret).roll
        for _ in range(20)
    }
    assert len(others) > 5


@pytest.mark.parametrize(("game", "is_allowed"), [("wormhole", True), ("random-wormhole", False)])
def test_a_move_is_taken_back_before_it_is_sent_unless_its_roll_was_seen(game, is_allowed):
    one = Correspondent(replace(by_mail(new_mail("white", 72, 1e9)), variant=Board(game).variant))
    before = one.kept()
    one.move(one.match.cursor.board.parse_uci("e2e4"))
    assert one.mail.can_take_back == is_allowed
    if is_allowed:
        one.mail.take_back()
        assert one.kept() == before
        one.move(one.match.cursor.board.parse_uci("d2d4"))
        one.mail.sent()
    assert not one.mail.can_take_back


def test_who_invites_to_a_game_with_dice_does_not_move_first():
    assert inviting("white", 72, "random-wormhole").mail.side == "black"


def test_later_texts_do_not_tell_the_secret():
    one, other = pair()
    secret = one.mail.state.secret
    assert opened(one.mail.text()).turn.secret == secret
    other.any_move(random.Random(5))
    assert opened(other.mail.text()).turn.secret is None
    one.read(other.text())
    one.any_move(random.Random(6))
    assert opened(one.mail.text()).turn.secret is None
    assert secret not in str(one.match.game)


def test_a_newer_version_says_so(monkeypatch):
    monkeypatch.setattr(armour, "VERSION", 2)
    text = packed(b"anything", HEAD)
    monkeypatch.undo()
    with pytest.raises(MailError, match="newer version"):
        unpacked(text)


def test_a_text_that_unpacks_to_too_much_is_refused_at_once():
    packer = zlib.compressobj(9, wbits=-15)
    bomb = packer.compress(bytes(100_000_000)) + packer.flush()
    with pytest.raises(MailError):
        opened(bytes(mail_turn.SIGNATURE_BYTES) + bomb)


@settings(max_examples=30)
@given(st.text(alphabet=st.sampled_from("[BEGIN WORMHOLE GAME]END>+/=Aa1\n "), max_size=400) | st.text())
def test_any_text_is_read_or_refused(text):
    try:
        unpacked(f"BEGIN WORMHOLE GAME{text}END WORMHOLE GAME")
    except MailError:
        return


@given(st.binary(max_size=200))
def test_any_bytes_with_a_good_checksum_are_refused(content):
    text = packed(content or b"0", HEAD)
    with pytest.raises(MailError):
        opened(unpacked(text)[0])


NAMES = ("id", "writer", "inviter", "hours", "start", "white", "black", "moves", "act", "result", "secret")


NULL = float("nan")
"""JSON has no such number: null is written for it."""
VALUES = st.just(NULL) | st.integers() | st.text(max_size=9)


@given(st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=5))
def test_an_invitation_with_any_values_is_a_game_or_refused(values):
    setup = inviting("white", 72, name="Ada")
    one = Correspondent(setup)
    one.any_move(random.Random(1))
    turn = opened(one.mail.text()).turn
    key = values.get("secret", turn.secret)
    content = sealed(replace(turn, **values), key if isinstance(key, str) else turn.secret)
    try:
        opened(content).turn.board()
    except MailError:
        return


@pytest.mark.parametrize("field", ["id", "secret"])
@pytest.mark.parametrize("end", ["\n", "\r", "\u2028", " "])
def test_an_identity_has_no_line_end(field, end):
    """It names the game in the library and in the heading of each text."""
    one = Correspondent(inviting("white", 72, name="Ada"))
    turn = replace(opened(one.mail.text()).turn, **{field: "abcdefgh" + end})
    with pytest.raises(MailError):
        opened(sealed(turn, turn.secret))
