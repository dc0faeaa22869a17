"""What real clients send, line by line: the files in ``data/clients``.

A line after ``>`` is sent. A line after ``<`` is a regular expression; the test waits for an answer that
begins like it. ``$`` names the protocol.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.conversation import Conversation
from wormhole.engine.protocols.text_protocol import TextProtocol
from wormhole.engine.protocols.uci import Uci
from wormhole.engine.protocols.xboard import Xboard

CLIENTS = sorted((Path(__file__).parent / "data" / "clients").glob("*.txt"))
PROTOCOLS: dict[str, type[TextProtocol]] = {"uci": Uci, "xboard": Xboard}


@pytest.mark.parametrize("path", CLIENTS, ids=lambda path: path.stem)
def test_what_a_client_sends_is_answered(path):
    lines = path.read_text("utf-8").splitlines()
    (protocol,) = (line[2:] for line in lines if line.startswith("$"))
    talk = Conversation(PROTOCOLS[protocol])
    heard: list[str] = []
    try:
        for line in lines:
            if line.startswith(">"):
                talk.send(line[2:])
            elif line.startswith("<"):
                heard += talk.hear(line[2:])
    finally:
        heard += talk.end()
    assert not [line for line in heard if line.startswith(("Error", "info string", "tell"))]
