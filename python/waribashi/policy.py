"""Policies of every form as one: the probability of each action in each state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from .graph import PositionGraph
from .opponents import Opponent, opponent

__all__ = ["Policy", "PolicyError", "tabulate"]

Policy = Callable[..., Any] | npt.ArrayLike | Opponent | str
"""What :func:`tabulate` takes."""

# How far the probabilities of a state may be from 1 in sum: float32 networks round.
_SLACK = 1e-3


class PolicyError(ValueError):
    """What a policy answers is no action, or no probabilities of legal ones."""


def tabulate(
    policy: Policy,
    graph: PositionGraph,
    *,
    view: str = "absolute",
    batched: bool = False,
    illegal: str = "refuse",
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The probability with which a policy plays each action in each state.

    Args:
        policy: One of

            - a function of an observation and a mask that returns the number of an action, or the probabilities of all,
              shape ``(A,)``. It is asked once for each state; one that is left to chance must return probabilities. The
              observation is an array of shape ``(hands of both + 1,)``, the mask one of shape ``(A,)``, int8;
            - an array of actions, shape ``(P,)`` or ``(T,)``, whole numbers;
            - an array of probabilities, shape ``(P, A)`` or ``(T, A)``; logits are none;
            - an :class:`~waribashi.opponents.Opponent`, or the name of one.

            Positions (``P``), states (``T``) and actions (``A``) are those of :class:`PositionGraph`. What stands in an
            array for finished positions is not looked at.
        graph: The positions.
        view: What a function observes: ``"absolute"`` or ``"own"``, as the AEC environment shows it, or ``"position"``, a
            :class:`waribashi.Position`.
        batched: Whether the function is called once, with the observations of all unfinished states, shape
            ``(n, hands of both + 1)``, and their masks, shape ``(n, A)``, and returns ``n`` actions or ``n`` rows of
            probabilities.
        illegal: What to do with illegal actions that a policy plays: ``"refuse"`` is an error; ``"drop"`` leaves them out
            and plays the others in the same proportion, or any legal one where there are no others.

    Returns:
        Two new arrays: probabilities, shape ``(T, A)``, each row with the sum 1, or 0 in finished states; and the
        probability of an illegal action before it was dropped, shape ``(T,)``.

    Raises:
        PolicyError: The policy plays what it cannot.
    """
    if illegal not in ("refuse", "drop"):
        raise ValueError(f'illegal="{illegal}": expected "refuse" or "drop" (for example: "drop")')
    if isinstance(policy, str):
        policy = opponent(policy, graph.solution)
    mask = graph.mask[graph.positions]
    live = np.flatnonzero(mask.any(1))
    table = np.zeros(mask.shape)
    if isinstance(policy, Opponent):
        table[live] = policy.probabilities(graph)[graph.positions[live]]
    elif callable(policy):
        table[live] = _ask(policy, graph, live, view, batched)
    else:
        table[live] = _array(policy, graph, live)

    def where(state: int) -> str:
        return f"position {graph.solution.position(graph.positions[state])}, player_{graph.players[state]} to move"

    bad = ~np.isfinite(table) | (table < 0)
    if bad.any():
        state, action = np.argwhere(bad)[0]
        raise PolicyError(
            f"{where(state)}: the policy gives action {action} the probability {table[state, action]}: expected a number of 0 "
            "or more (for example: 0.25; logits need a softmax first)"
        )
    sums = table.sum(1)
    wrong = live[np.abs(sums[live] - 1) > _SLACK]
    if len(wrong):
        raise PolicyError(
            f"{where(wrong[0])}: the probabilities of the policy have the sum {sums[wrong[0]]:.6g}: expected 1 (for "
            f"example: 1/{int(mask[wrong[0]].sum())} for each legal action)"
        )
    table[live] /= sums[live, None]
    dropped = np.where(mask, 0.0, table).sum(1)
    if illegal == "refuse" and (dropped > 0).any():
        state = np.flatnonzero(dropped > 0)[0]
        action = np.flatnonzero((table[state] > 0) & ~mask[state])[0]
        raise PolicyError(
            f"{where(state)}: the policy plays the illegal action {action}: expected one of "
            f'{np.flatnonzero(mask[state]).tolist()} (or give illegal="drop")'
        )
    table[~mask] = 0
    empty = live[table[live].sum(1) <= 0]
    table[empty] = mask[empty]
    table[live] /= table[live].sum(1, keepdims=True)
    return table, dropped


def _ask(
    policy: Callable[..., Any], graph: PositionGraph, live: npt.NDArray[np.int64], view: str, batched: bool
) -> npt.NDArray[np.float64]:
    """What a function answers in each of some states."""
    masks = graph.mask[graph.positions[live]].astype(np.int8)
    seen: Any
    if view == "position":
        seen = [graph.solution.position(position) for position in graph.positions[live]]
    elif view in ("absolute", "own"):
        seen = graph.observations(view)[live]
    else:
        raise ValueError(f'view="{view}": expected "absolute", "own" or "position" (for example: "own")')
    if batched:
        return _rows(policy(seen, masks), len(live), graph.num_actions)
    # Copies, so that a function that writes into what it is given changes nothing.
    rows = [_rows([policy(_copy(at), mask.copy())], 1, graph.num_actions) for at, mask in zip(seen, masks, strict=True)]
    return np.concatenate(rows) if rows else np.zeros((0, graph.num_actions))


def _copy(seen: Any) -> Any:
    return seen.copy() if isinstance(seen, np.ndarray) else seen


def _rows(answers: Any, count: int, actions: int) -> npt.NDArray[np.float64]:
    """Actions or probabilities as rows of probabilities."""
    try:
        given = np.asarray(answers)
    except (TypeError, ValueError):
        given = np.empty(0, object)
    if given.dtype.kind in "iu" and given.shape in ((count,), (count, 1)):
        chosen = given.reshape(count)
        outside = (chosen < 0) | (chosen >= actions)
        if outside.any():
            raise PolicyError(
                f"the policy plays action {chosen[outside][0]}: expected a number from 0 to {actions - 1} (for example: 0)"
            )
        table = np.zeros((count, actions))
        table[np.arange(count), chosen] = 1
        return table
    if given.dtype.kind in "fiub" and given.shape == (count, actions):
        return given.astype(np.float64)
    raise PolicyError(
        f"the policy answers with {given.dtype} of shape {given.shape}: expected {count} actions, whole numbers, or "
        f"probabilities of shape ({count}, {actions})"
    )


def _array(policy: Any, graph: PositionGraph, live: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """The rows of some states of an array."""
    if isinstance(policy, Mapping):
        raise PolicyError("a policy is a function, an array or an opponent, not a mapping")
    given = np.asarray(policy)
    if given.ndim and len(given) == graph.num_positions:
        at = graph.positions[live]
    elif given.ndim and len(given) == graph.num_states:
        at = live
    else:
        raise PolicyError(
            f"the policy is an array of shape {given.shape}: expected {graph.num_positions} positions or {graph.num_states} "
            f"states first (for example: ({graph.num_positions}, {graph.num_actions}))"
        )
    return _rows(given[at], len(live), graph.num_actions)
