"""No file that is opened can run code, or write outside the library's folder."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from tests.support.children import path_of
from tests.support.library_games import played
from tests.support.parts import exhaustive
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.play_state import PlayState
from wormhole.rules.game_file import parse

ROOT = Path(__file__).parents[1]

EVIL_PYTHON = "__import__('os').system('touch secret/touched')"
HOSTILE_PGN = {
    "players": '[White "engine:Evil"]\n[Black "uci:/bin/sh"]\n[Annotator "xboard:touch x"]\n\n1. e4 *\n',
    "comments": f'[White "{EVIL_PYTHON}"]\n\n1. e4 {{[%eval {EVIL_PYTHON}] [%clk ../../secret]}} *\n',
    "tags": '[Variant "../given/own"]\n\n*\n\n[Variant "{secret}/own.toml"]\n\n*\n\n[FEN "`touch x`"]\n\n*\n',
    "places": '[Site "file://{secret}/a"]\n[Annotator "http://127.0.0.1:9/a"]\n\n1. e4 *\n',
    "lines": "%include {secret}/a\n<?php system('touch x'); ?>\n#!/bin/sh\ntouch x\n\n1. e4 *\n",
    "pickle": "cos\nsystem\n(S'touch secret/touched'\ntR.",
}
HOSTILE_GAMES = {
    "relative": '[pieces.N]\nsprite = "../../../../../../etc/passwd"\n',
    "absolute": '[pieces.N]\nsprite = "{given}/horse"\n',
    "network": '[pieces.N]\nsprite = "http://127.0.0.1:9/horse"\n',
    "share": '[pieces.N]\nsprite = "//127.0.0.1/share/horse"\n',
    "beside": '[pieces.N]\nsprite = "horse"\n',
    "code": f'title = "{EVIL_PYTHON}"\nabout = "{{0.__class__}} %s ${{PATH}} `touch x`"\n',
    "moves": '[pieces.N]\nmoves = "__import__(os)"\n',
    "inherits": 'inherits = "../given/own"\n',
}
HORSE = """<?xml version="1.0"?>
<!DOCTYPE svg [<!ENTITY e SYSTEM "file://{secret}/a">]>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 45 45">
<script>touch</script><image xlink:href="http://127.0.0.1:9/a.png" width="9" height="9"/>
<text>&e;</text><circle cx="20" cy="20" r="9"/></svg>
"""
HOSTILE_SQL = {
    "trigger": "CREATE TRIGGER t AFTER INSERT ON games BEGIN SELECT load_extension('{secret}/evil'); END;",
    "view": "ALTER TABLE games RENAME TO g;"
    " CREATE VIEW games AS SELECT load_extension('{secret}/evil'), * FROM g;",
    "endless": "ALTER TABLE games RENAME TO g; CREATE VIEW games AS WITH RECURSIVE n(i) AS"
    " (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT * FROM n, g;",
    "virtual": "CREATE VIRTUAL TABLE words USING fts4(text); DROP TABLE records;"
    " CREATE VIRTUAL TABLE records USING fts4(number, definition, headers, movetext, play);",
    "generated": "ALTER TABLE games ADD COLUMN x GENERATED ALWAYS AS (zeroblob(900000000));",
    "attach": "PRAGMA writable_schema = ON; INSERT INTO sqlite_master VALUES ('trigger', 't', 'games', 0,"
    " 'CREATE TRIGGER t AFTER INSERT ON games BEGIN ATTACH ''{secret}/a.db'' AS a; END');",
    "vacuum": "PRAGMA writable_schema = ON; INSERT INTO sqlite_master VALUES ('trigger', 't', 'games', 0,"
    " 'CREATE TRIGGER t AFTER DELETE ON games BEGIN VACUUM INTO ''{secret}/a.db''; END');",
    "module": "PRAGMA writable_schema = ON; INSERT INTO sqlite_master VALUES ('table', 'v', 'v', 0,"
    " 'CREATE VIRTUAL TABLE v USING csv(filename=''{secret}/a'')');",
    "pragmas": "PRAGMA journal_mode = OFF; PRAGMA user_version = 2147483647;",
    "blob": "UPDATE records SET movetext = zeroblob(90000000) WHERE number = 1;",
    "owner": "UPDATE games SET owner = '1-/../../secret/a', result = '*';",
    "play": 'UPDATE records SET play = \'{"path": [9999999999999999999, -1], "black_level": 1e999}\';',
    "headers": "UPDATE records SET headers = json_set(headers, '$.Variant', '../given/own',"
    " '$.FEN', '{secret}');",
    "picture": "UPDATE definitions SET text = replace(text, 'horse', '{secret}/picture');",
    "far picture": "UPDATE definitions SET text = replace(text, 'horse', '../secret/picture');",
    "inherits": "UPDATE definitions SET text = 'inherits = \"{secret}/own\"', name = '../secret/own';",
}
OWN = 'inherits = "chess"\ntitle = "Mine"\n[pieces.N]\nname = "Horse"\nsprite = "horse"\nmoves = "N"\n'

OTHERS_ENGINES = """
origin = "0123456789abcdef"
[[engine]]
name = "Evil"
protocol = "uci"
command = ["/bin/sh", "-c", "touch x"]
games = ["chess", "wormhole"]
"""

SEEN = {"open", "os.remove", "os.system", "sqlite3.connect", "compile", "exec", "pickle.find_class"}
SEEN |= {"socket.__new__"}


def hostile_files(base: Path) -> None:
    given, secret = base / "given", base / "secret"
    for folder in (given, secret, base / "library", base / "home", base / "work", base / "elsewhere"):
        folder.mkdir()
    (secret / "picture.svg").write_text(HORSE)
    (secret / "own.toml").write_text(OWN)
    (given / "horse.svg").write_text(HORSE.replace("{secret}", str(secret)))
    for name, text in HOSTILE_PGN.items():
        (given / f"{name}.pgn").write_text(text.replace("{secret}", str(secret)))
    (given / "others.engines").write_text(OTHERS_ENGINES)
    for name, text in HOSTILE_GAMES.items():
        start = "" if text.startswith("inherits") else 'inherits = "chess"\n'
        (given / f"{name}.toml").write_text(start + text.replace("{given}", str(given)))
    for name, script in HOSTILE_SQL.items():
        path = given / f"{name}.sqlite3"
        with GameDatabase(path) as library:
            for _ in range(2):
                library.add(played("e4 e5", White="Ada"), PlayState(None, 3))
            library.add(played("e4 e5", parse(OWN, "mine"), White="Ada"), PlayState())
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.executescript(script.replace("{secret}", str(secret)))
            connection.commit()


def everything_below(base: Path) -> dict[str, tuple[int, int]]:
    """Sizes and times of all files, but for those of the library, and of the proof."""
    found = {}
    for path in base.rglob("*"):
        if path.relative_to(base).parts[0] not in ("library", "elsewhere"):
            status = path.stat()
            found[str(path.relative_to(base))] = (status.st_size if path.is_file() else 0, status.st_mtime_ns)
    return found


@exhaustive
def test_no_file_can_run_code_or_write_elsewhere(tmp_path):
    hostile_files(tmp_path)
    before = everything_below(tmp_path)
    home = str(tmp_path / "home")
    places = {f"XDG_{name}_HOME": home for name in ("DATA", "CONFIG", "STATE")}
    environment = {**os.environ, **places, "PYTHONDONTWRITEBYTECODE": "1", "SDL_VIDEODRIVER": "dummy"}
    environment |= {
        "SDL_AUDIODRIVER": "dummy",
        "PYTHONPATH": str(ROOT),
    }
    done = subprocess.run(
        [sys.executable, path_of("safety_child"), str(tmp_path)],
        cwd=tmp_path / "work", env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    said = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert done.returncode == 0, done.stderr[-3000:]
    end = said.index({"read": "everything", "games": 0})
    assert [each for each in said[:end] if "event" in each] == []
    # It would have been seen.
    assert {each["event"] for each in said[end + 1 :]} >= SEEN
    read = {each["read"] for each in said if "read" in each}
    assert read == {*(path.name for path in (tmp_path / "given").glob("*.*[lnst3]")), "everything"}
    assert everything_below(tmp_path) == before
