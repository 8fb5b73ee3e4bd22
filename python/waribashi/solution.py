"""Solving rule sets, and solutions as tables."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from ._waribashi import Rules, Solution, _solve

__all__ = ["Solution", "solve", "solved"]


def solve(
    rules: Rules | str | None = None,
    *,
    values_only: bool = False,
    threads: int | None = None,
    memory: int | None = None,
    progress: bool | Callable[[int, int], object] | None = None,
) -> Solution:
    """Solves a rule set exactly, endless play being a draw.

    Other Python threads run meanwhile, and Ctrl-C interrupts.

    Args:
        rules: The rules, or their text; the preset ``self-tap`` by default.
        values_only: Leave the distances out, which is faster for large rule sets and takes less memory.
        threads: How many threads to use; all cores by default.
        memory: How many bytes may be used; what is free by default.
        progress: A function that is called some twenty times a second with the positions solved and all positions;
            True for a bar by tqdm, which must be installed; False for none. None, the default, makes a bar where
            tqdm is installed and standard error is a terminal.

    Raises:
        RulesError: The text is no rule set.
        SolveError: It would take more memory than there is.
        KeyboardInterrupt: The solve was interrupted.
    """
    rules = Rules() if rules is None else Rules(rules)
    if threads is None:
        threads = 0
    elif threads < 1:
        raise ValueError(f"threads={threads}: expected 1 or more, or None for all cores (for example: 2)")
    if callable(progress):
        return _solve(rules, values_only, threads, memory, progress)
    bar = _bar(rules, progress)
    if bar is None:
        return _solve(rules, values_only, threads, memory, None)

    def report(done: int, total: int) -> None:
        bar.update(min(done, total) - bar.n)

    with bar:
        return _solve(rules, values_only, threads, memory, report)


def solved(rules: Rules | str | None = None) -> Solution:
    """The solution of a rule set with distances, solved when it is first asked for; the last eight are kept."""
    rules = Rules() if rules is None else Rules(rules)
    solution = _kept.pop(rules, None)
    if solution is None:
        solution = solve(rules)
    # The one used last stands last.
    _kept[rules] = solution
    while len(_kept) > 8:
        del _kept[next(iter(_kept))]
    return solution


_kept: dict[Rules, Solution] = {}


def _bar(rules: Rules, wanted: bool | None) -> Any | None:
    """A bar of tqdm, which shows itself only when the solve takes longer than a second; None where none is wanted."""
    if wanted is False or (wanted is None and not sys.stderr.isatty()):
        return None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        if wanted:
            raise
        return None
    return tqdm(total=rules.num_positions, desc=rules.name, unit=" positions", unit_scale=True, delay=0 if wanted else 1)
