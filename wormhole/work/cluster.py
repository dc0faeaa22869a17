"""Workers on many machines, through Dask: https://distributed.dask.org."""

from __future__ import annotations

import pydoc
import threading
import traceback
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any

from wormhole.base.errors import WormholeError
from wormhole.base.quoting import clipped, quoted
from wormhole.own_program import how_to_add
from wormhole.version import VERSION
from wormhole.work.processes import STOP_AGAIN_SECONDS, Task, Worker, WorkerError

if TYPE_CHECKING:
    from distributed import Event

PATIENCE_SECONDS = 30
"""How long the scheduler and the first worker may take to answer."""

LOOK_AGAIN_SECONDS = 2.0
"""The interval at which a waiting job checks for the end of the work; it is notified at once."""

VERSION_MODULE = "wormhole.version"
MOST_NAMED = 3
HOW_TO_START = "install it there, or start them in its folder with PYTHONPATH=."

JOBS_IN_HAND = 2
"""Jobs that are submitted for each thread of the cluster, so that no thread waits for the next one."""


def results_of_cluster(task: Task, jobs: Iterable[Any], address: str) -> Generator[tuple[Any, Any]]:
    """Each job with its result from the Dask cluster at ``address``, in any order.

    If a worker dies, Dask gives its jobs to others, and starts it again. Raises what
    :meth:`wormhole.work.crew.Crew.results` does.
    """
    try:
        from distributed import Client, Event, as_completed
    except ImportError:
        raise WormholeError(f"--cluster needs distributed; {how_to_add('cluster')}") from None
    try:
        client = Client(address, timeout=PATIENCE_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise WormholeError(f"{quoted(address)}: there is no scheduler: {clipped(str(error))}") from None
    with client:
        in_hand = JOBS_IN_HAND * _threads(client)
        over = Event(client=client)
        coming = iter(jobs)
        handed: dict[Any, Any] = {}

        def hand_out(count: int) -> list[Any]:
            fresh = {
                client.submit(_do, task, job, over.name, pure=False): job for job in islice(coming, count)
            }
            handed.update(fresh)
            return list(fresh)

        try:
            waiting = as_completed(hand_out(in_hand), loop=client.loop)
            for future in waiting:
                job = handed.pop(future)
                yield job, _result_of(future)
                for fresh in hand_out(1):
                    waiting.add(fresh)
        finally:
            over.set()  # ends the jobs that run; dask cancels only the others
            client.cancel(list(handed))


def _threads(client: Any) -> int:
    """The number of threads of the cluster. Raises WormholeError if its workers cannot do this work."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE_SECONDS)
    except TimeoutError:
        raise WormholeError("the cluster has no workers") from None
    _check_versions(client)
    return sum(client.nthreads().values())


def _check_versions(client: Any) -> None:
    """Raise WormholeError unless the scheduler and all workers have this version of the program.

    The scheduler needs it, too, because it unpacks the jobs.
    """
    place = f"{VERSION_MODULE}.VERSION"
    try:
        # A function of Python's library: it exists even without the program.
        found = {"the scheduler": client.run_on_scheduler(pydoc.locate, place)}
        workers = client.run(pydoc.locate, place)
    except Exception as error:  # of any kind: it is another program's
        raise WormholeError(f"the cluster does not answer: {clipped(_first_line(error))}") from None
    found |= {f"the worker {address}": known for address, known in workers.items()}
    lacking = [name for name, known in found.items() if known is None]
    if lacking:
        raise WormholeError(f"{_listed(lacking)} cannot import this program; {HOW_TO_START}")
    others = [f"{name} has version {known}" for name, known in found.items() if known != VERSION]
    if others:
        raise WormholeError(f"{_listed(others)}; this is {VERSION}")


def _listed(names: Sequence[str]) -> str:
    """The first of some names, and how many more there are."""
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _first_line(error: Exception) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]


def _do(task: Task, job: Any, over_name: str) -> tuple[Exception | None, Any]:
    """Do a job in a process of the cluster, by a worker of its own, until the event of that name is set."""
    from distributed import Event, get_client

    try:
        with closing(task()) as worker, _stopped_by(Event(over_name, get_client()), worker):
            return None, worker.do(job)
    except WormholeError as error:
        return WormholeError(str(error)), None
    except Exception:
        return WorkerError(traceback.format_exc()), None


@contextmanager
def _stopped_by(over: Event, worker: Worker) -> Iterator[None]:
    """A context that stops the worker once the work is over, or the scheduler is gone."""
    is_done = threading.Event()

    def watch() -> None:
        while not is_done.is_set():
            if _is_set_within(over, LOOK_AGAIN_SECONDS) and not is_done.is_set():
                worker.stop()
                is_done.wait(STOP_AGAIN_SECONDS)

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        is_done.set()


def _is_set_within(over: Event, seconds: float) -> bool:
    try:
        return over.wait(seconds)
    except Exception:  # of any kind: nothing can receive the result any more
        return True


def _result_of(future: Any) -> Any:
    try:
        failure, result = future.result()
    except ModuleNotFoundError as error:  # a worker that came later
        raise WormholeError(f"a worker of the cluster lacks {error.name}; {HOW_TO_START}") from None
    except Exception as error:  # a job that kills its workers
        raise WorkerError(str(error)) from None
    if failure is not None:
        raise failure
    return result
