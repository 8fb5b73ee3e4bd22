"""Every position of rule sets, with what is known of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from .._waribashi import Answer, Rules
from ..graph import PositionGraph
from .dataset import Column, Dataset
from .ids import rules_id, split_of

__all__ = ["COLUMNS", "positions"]

COLUMNS = {
    "id": Column("string", "canonical id of the position: the rules' id and the position"),
    "split": Column("string", "`train`, `validation` or `test`, by the position"),
    "rules_id": Column("string", "id of the rules"),
    "rules": Column("string", "the rules by their shortest text"),
    "position": Column("string", "the position, the mover's hands first"),
    "player": Column("int8", "who is to move, 0 or 1"),
    "mine": Column("list<int16>", "what the mover's hands show, ascending; 0 for a hand that is out"),
    "theirs": Column("list<int16>", "what the other player's hands show, ascending"),
    "observation": Column("list<int16>", "what the AEC environment shows: player 0's hands, player 1's, the turn"),
    "finished": Column("bool", "whether the game is over"),
    "reachable": Column("bool", "whether play from the rules' start leads here"),
    "value": Column("int8", "1, 0 or -1 for the player to move, without a history"),
    "distance": Column("int32", "plies to the end; missing for draws"),
    "legal_actions": Column("list<int32>", "legal actions, ascending"),
    "optimal_actions": Column("list<int32>", "actions that keep the value"),
    "best_actions": Column("list<int32>", "best actions by value, then distance, then losing replies in draws"),
    "action_values": Column("list<int8>", "for each legal action in their order, what it is worth to the mover"),
    "action_distances": Column(
        "list<int32>", "for each legal action, plies to the end, itself included; missing for draws"
    ),
    "action_regrets": Column("list<int8>", "for each legal action, what it gives away: 0, 1 or 2"),
}
"""The columns of :func:`positions`."""


def positions(
    rules: Rules | str | Iterable[Rules | str], *, seats: str = "one", reachable_only: bool = False
) -> Dataset:
    """Every position of one or more rule sets, finished ones included.

    Args:
        rules: The rules, or several.
        seats: ``"one"`` row for a position, with player 0 to move where both have the same number of hands; or ``"both"``:
            a row with each player to move. They share their id and their split.
        reachable_only: Leave out what play from the start does not lead to.

    Raises:
        WaribashiError: There are no such rules, or they are too large.
    """
    if seats not in ("one", "both"):
        raise ValueError(f'seats="{seats}": expected "one" or "both" (for example: "both")')
    several = [Rules(rules)] if isinstance(rules, (Rules, str)) else [Rules(each) for each in rules]
    rows = [row for each in several for row in _rows(each, seats, reachable_only)]
    names = tuple(each.name for each in several)
    call = f"datasets.positions({list(names)!r}, seats={seats!r}, reachable_only={reachable_only})"
    return Dataset(
        title="Chopsticks: every position, solved",
        summary="A row is a position with the player to move, and what each action is worth there.",
        rules=names,
        made_by=call,
        columns=COLUMNS,
        rows=rows,
    )


def _rows(rules: Rules, seats: str, reachable_only: bool) -> Iterable[dict[str, Any]]:
    graph = PositionGraph(rules)
    reachable = graph.reachable()
    observations = graph.observations()
    mark = rules_id(rules)
    count = graph.num_positions if seats == "one" else graph.num_states
    if seats == "one" and not graph.solution.has_turns:
        # A position is reachable when it is with either player to move.
        reachable = np.tile(reachable.reshape(2, -1).any(0), 2)
    for state in range(count):
        if reachable_only and not reachable[state]:
            continue
        at = int(graph.positions[state])
        answer = graph.solution[at]
        position = answer.position
        yield {
            "id": f"{mark}/{position}",
            "split": split_of(str(position)),
            "rules_id": mark,
            "rules": rules.name,
            "position": str(position),
            "player": int(graph.players[state]),
            "mine": list(position.mine),
            "theirs": list(position.theirs),
            "observation": observations[state].tolist(),
            "finished": bool(graph.finished[at]),
            "reachable": bool(reachable[state]),
            "value": answer.value,
            "distance": answer.distance,
            **labels_of(answer),
        }


def labels_of(answer: Answer) -> dict[str, Any]:
    """What is known of the actions of a position."""
    moves = {action: move for move in answer.moves for action in move.actions}
    legal = sorted(moves)
    return {
        "legal_actions": legal,
        "optimal_actions": [action for action in legal if moves[action].value == answer.value],
        "best_actions": answer.best_actions,
        "action_values": [moves[action].value for action in legal],
        "action_distances": [moves[action].distance for action in legal],
        "action_regrets": [answer.value - moves[action].value for action in legal],
    }
