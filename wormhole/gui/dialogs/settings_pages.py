"""What the settings dialog asks, as data: pages of rows. A new setting is one line here."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from wormhole.gui import catalogues
from wormhole.gui.analysis.game_review import QUALITIES
from wormhole.gui.dialogs.names_form import TURNING
from wormhole.gui.dialogs.settings_rows import Buttons, OneOfMany, Row, Volume, Words, one_of
from wormhole.gui.language import N_, _, languages
from wormhole.library.seat_tags import LONGEST_NAME
from wormhole.library.settings import MOST_LINES, Settings

STILL = "still"
PACES = (("slow", N_("Slow")), ("normal", N_("Normal")), ("quick", N_("Quick")))
MOTIONS = (*PACES, (STILL, N_("Off")))

LINE_COUNTS = tuple((count, str(count)) for count in range(1, MOST_LINES + 1))
CHIP_NAMES = (
    ("poker", N_("Chip")),
    ("throat", N_("Throat")),
    ("swirl", N_("Swirl")),
    ("beads", N_("Beads")),
)


@dataclass(frozen=True)
class Page:
    """A page and the word on its tab, in English."""

    title: str
    rows: Sequence[Row] = ()
    has_themes: bool = False
    """The themes are above the rows."""
    has_sample: bool = False
    """A small board is beside them."""

    @property
    def has_text(self) -> bool:
        """Whether something can be written."""
        return any(isinstance(row, Words) for row in self.rows)


def _motion(settings: Settings) -> Hashable:
    return settings.pace if settings.motion else STILL


def _move(pace: str) -> dict[str, object]:
    return {"motion": False} if pace == STILL else {"motion": True, "pace": pace}


def _languages() -> list[tuple[Hashable, str]]:
    return [(catalogues.SYSTEM, _("As the system")), *languages().items()]


PAGES = (
    Page(
        N_("Theme"),
        (one_of("stars", N_("Stars")),),
        has_themes=True,
        has_sample=True,
    ),
    Page(
        N_("Board"),
        (
            one_of("pieces", N_("Pieces"), (("carved", N_("Carved")), ("bold", N_("Bold")))),
            one_of("chip", N_("Holes"), CHIP_NAMES),
            one_of(
                "coordinates",
                N_("Coordinates"),
                (("around", N_("Around")), ("inside", N_("Inside")), ("off", N_("Off"))),
            ),
            one_of("targets", N_("Possible moves")),
            one_of("last_move", N_("Last move")),
            one_of("piece_cards", N_("What a piece does")),
        ),
        has_sample=True,
    ),
    Page(
        N_("Motion and sound"),
        (
            Buttons(N_("Motion"), MOTIONS, _motion, _move),
            one_of("demonstration_pace", N_("Demonstration"), PACES),
            one_of("muted", N_("Sound"), ((False, N_("On")), (True, N_("Off")))),
            Volume(N_("Volume")),
            one_of("full_screen", N_("Full screen")),
        ),
        has_sample=True,
    ),
    Page(
        N_("Play"),
        (
            Words(N_("Your name"), "name", LONGEST_NAME, N_("Name, if you like")),
            one_of(
                "asks_promotion",
                N_("Promotion"),
                ((True, N_("Ask")), (False, N_("The best at once"))),
            ),
            one_of("asks_resign", N_("Resigning"), ((True, N_("Ask")), (False, N_("At once")))),
            one_of(
                "turns_board",
                N_("Two players"),
                TURNING,
            ),
        ),
    ),
    Page(
        N_("Computer"),
        (
            one_of(
                "ponders",
                N_("Think on your time"),
                about=N_("The computer goes on thinking while you choose your move."),
            ),
            one_of(
                "book",
                N_("Opening book"),
                about=N_("The stronger levels draw their first moves from it, so that games differ."),
            ),
            one_of(
                "premoves",
                N_("Moves in advance"),
                about=N_("While it thinks, choose your next move: it is played at once if it is legal."),
            ),
        ),
    ),
    Page(
        N_("Analysis"),
        (
            one_of("analysis", N_("Analysis"), about=N_("Whether it is on in a new game between people.")),
            one_of(
                "analysis_lines",
                N_("Lines shown"),
                LINE_COUNTS,
                N_("How many of the best moves the engine shows, with what may follow."),
            ),
            one_of(
                "review",
                N_("Whole games"),
                QUALITIES,
                N_("How thoroughly each move is judged when a whole game is analysed."),
            ),
        ),
    ),
    Page(
        N_("Language"),
        (
            OneOfMany(N_("Language"), "language", _languages),
            one_of(
                "figurines",
                N_("Moves with"),
                ((False, N_("Letters")), (True, N_("Pictures"))),
                N_("How pieces are written in moves."),
            ),
        ),
    ),
)
