"""Child processes of the program: what both sides say, and how a child ends."""

from __future__ import annotations

import contextlib
import pickle

import pytest

from wormhole.base.children import Child


@pytest.fixture
def start():
    """Starts children, which are ended with the test."""
    with contextlib.ExitStack() as stack:
        yield lambda name, *words: stack.enter_context(
            contextlib.closing(Child(f"tests.support.children.talking:{name}", *words, keeps_errors=True))
        )


def test_lines_go_both_ways_and_prints_go_to_stderr(start):
    child = start("repeat_lines")
    told = ["line", {"é\n": [1, 2.5, None]}, "\udcff"]
    for content in told:
        child.say(content)
    child.let_end()
    assert list(child.lines()) == [{"heard": content} for content in told]
    assert child.failure("the child") is None
    assert child.said.startswith("heard line")


def test_messages_go_both_ways(start):
    child = start("repeat_messages")
    told = [b"", "x" * 100_000, ({1, 2}, range(3))]
    for content in told:
        child.send(content)
        assert pickle.loads(next(child.messages())) == content


@pytest.mark.parametrize("noise", ["7\n", '{"a": 1}\nno end of line', "\n", 20_000 * "noise "])
def test_what_modules_print_before_is_not_heard(start, noise):
    for name in ("repeat_lines", "repeat_messages"):
        child = start(name, noise)
        if name == "repeat_lines":
            child.say("told")
            assert next(child.lines()) == {"heard": "told"}
        else:
            child.send("told")
            assert pickle.loads(next(child.messages())) == "told"


@pytest.mark.parametrize(
    ("word", "failure"),
    [("0", None), ("3", "the child exited with status 3"), ("no room on the disk", "no room on the disk")],
)
def test_why_a_child_failed(start, word, failure):
    assert start("leave", word).failure("the child") == failure


def test_a_child_that_has_ended_can_be_written_to(start):
    child = start("leave", "0")
    child.wait()
    for _ in range(2):
        child.say("x" * 100_000)
        child.send("x")
    assert list(child.lines()) == []


def test_a_child_ends_with_the_pipe_to_it(start):
    child = start("wait")
    child.say("order")
    assert next(child.lines()) == "order"
    child.let_end()
    assert child.wait() == 1
    assert child.said == "the parent has gone"


def test_a_child_that_cannot_be_started_is_an_error(monkeypatch):
    monkeypatch.setattr("wormhole.base.children.child_command", lambda function: ["/no/such/program"])
    with pytest.raises(OSError, match="no/such"):
        Child("builtins:print", keeps_errors=True)
