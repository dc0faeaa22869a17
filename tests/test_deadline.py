"""A deadline stops its own task only."""

from __future__ import annotations

import threading

import pytest

from tests.support.patience import PATIENCE_SECONDS
from wormhole.engine.time_management import Deadline


@pytest.fixture
def stopped():
    return threading.Event()


@pytest.fixture
def deadline(stopped):
    return Deadline(stopped.set)


def test_its_threads_end_when_it_is_closed(deadline):
    before = set(threading.enumerate())
    with deadline.work():
        deadline.stop_after(1e12)
        assert set(threading.enumerate()) > before
    deadline.close()
    assert set(threading.enumerate()) == before


@pytest.mark.parametrize("seconds", [-1.0, 0.0, 0.01])
def test_work_is_stopped_when_its_time_is_over(deadline, stopped, seconds):
    with deadline.work():
        assert deadline.is_under_way
        deadline.stop_after(seconds)
        assert stopped.wait(PATIENCE_SECONDS)
    assert not deadline.is_under_way


def test_ended_work_is_not_stopped(deadline, stopped):
    deadline.stop_now()
    with deadline.work():
        deadline.stop_after(1e12)
    deadline.stop_now()
    assert not stopped.is_set()


def test_a_late_timer_does_not_stop_the_next_work(deadline, stopped):
    with deadline.work():
        deadline.stop_after(0.05)
    with deadline.work():
        assert not stopped.wait(0.2)
        deadline.stop_now()
        assert stopped.is_set()


def test_work_that_fails_has_ended(deadline):
    with pytest.raises(ZeroDivisionError), deadline.work():
        1 / 0  # noqa: B018
    assert not deadline.is_under_way
