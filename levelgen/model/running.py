"""Runs CP-SAT so that the keyboard can end it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import thread_time
from typing import Any, NamedTuple

from ortools.sat.python import cp_model

_POLL = 0.1
"""Seconds between two looks at the keyboard where waiting cannot be interrupted (Windows)."""


class Ran(NamedTuple):
    """CP-SAT's status, and the CPU seconds of a thread that `time.thread_time` knows nothing of."""

    status: Any
    elsewhere: float


def run(
    solver: cp_model.CpSolver,
    program: cp_model.CpModel,
    callback: cp_model.CpSolverSolutionCallback | None = None,
    *,
    short: bool = False,
) -> Ran:
    """Solve a model. Raises KeyboardInterrupt as soon as the search ends.

    Left alone, CP-SAT takes an interrupt for a limit, or ends first and lets the interpreter see it
    afterwards. `short`: the search is over before a user can press a key.
    """
    solver.parameters.catch_sigint_signal = False
    if short or threading.current_thread() is not threading.main_thread():
        return Ran(solver.solve(program, callback), 0.0)
    return _beside(lambda: solver.solve(program, callback), solver.stop_search)


def _beside(work: Callable[[], Any], stop: Callable[[], None]) -> Ran:
    """Do the work in another thread: this one is the only one that hears of interrupts."""
    answers: list[Ran] = []
    errors: list[BaseException] = []
    called_off, ended = threading.Event(), threading.Event()

    def target() -> None:
        try:
            # An interrupt can come before the thread has begun.
            if not called_off.is_set():
                answers.append(Ran(work(), thread_time()))
        except BaseException as error:
            errors.append(error)
        finally:
            ended.set()

    # After an interrupt a thread that is joined counts as ended (Python 3.11), so none is.
    thread = threading.Thread(target=target, name="cp-sat", daemon=True)
    try:
        thread.start()
        while not ended.wait(_POLL):
            pass
    except KeyboardInterrupt:
        called_off.set()
        if thread.ident is not None:
            _end(ended, stop)
        raise
    if errors:
        raise errors[0]
    return answers[0]


def _end(ended: threading.Event, stop: Callable[[], Any]) -> None:
    """Wait for the end of a search: the interpreter cannot leave while CP-SAT runs.

    A stop before the search has begun is not heard, so it is said again; so may the user.
    """
    while not ended.is_set():
        try:
            stop()
            ended.wait(_POLL)
        except KeyboardInterrupt:
            continue
