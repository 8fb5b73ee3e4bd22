"""Games between known players, with what is known of every ply."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._waribashi import Game, Rules, Solution
from ..opponents import opponent
from ..solution import solve
from .dataset import Column, Dataset
from .ids import rules_id, split_of
from .positions import labels_of

__all__ = ["COLUMNS", "sequences"]

COLUMNS = {
    "id": Column("int64", "the number of the game, from 0"),
    "split": Column("string", "`train`, `validation` or `test`, by the positions that the game goes through"),
    "rules_id": Column("string", "id of the rules"),
    "rules": Column("string", "the rules by their shortest text"),
    "first": Column("string", "who plays as player 0"),
    "second": Column("string", "who plays as player 1"),
    "plies": Column("int32", "how many plies were played, `n`"),
    "result": Column("int8", "1, 0 or -1 for player 0; missing where the game was cut off"),
    "reason": Column("string", "why the game ended, `dead` or `repetition`; missing where it was cut off"),
    "players": Column("list<int8>", "who is to move in each of the `n + 1` positions"),
    "positions": Column("list<string>", "the `n + 1` positions, the mover's hands first"),
    "ids": Column("list<string>", "the canonical ids of the positions"),
    "values": Column("list<int8>", "of each position for the player to move, what has been played counted"),
    "distances": Column("list<int32>", "of each position, what has been played counted; missing for draws"),
    "table_values": Column("list<int8>", "of each position without a history"),
    "actions": Column("list<int32>", "the `n` actions played"),
    "moves": Column("list<string>", "the moves that they are"),
    "regrets": Column("list<int8>", "what each action gave away, what has been played counted: 0, 1 or 2"),
    "legal_actions": Column("list<list<int32>>", "before each action the legal ones"),
    "optimal_actions": Column("list<list<int32>>", "before each action those that keep the value"),
    "best_actions": Column(
        "list<list<int32>>", "before each action the best ones by value, distance and losing replies"
    ),
}
"""The columns of :func:`sequences`."""


def sequences(
    rules: Solution | Rules | str,
    *,
    first: str = "perfect",
    second: str = "random",
    games: int = 1000,
    seed: int = 0,
    opening: int = 0,
    ply_limit: int = 200,
) -> Dataset:
    """Games between two players, by the names of :func:`waribashi.opponents.opponent`.

    The same arguments make the same games, and a larger number of games begins with those of a smaller one.

    Args:
        rules: The rules, or a solution of them.
        first: Who plays as player 0.
        second: Who plays as player 1.
        games: How many games.
        seed: What chance is drawn from.
        opening: So many plies at the start are any legal actions: without them players who leave nothing to chance
            play the same game again and again. Labels tell what they give away too.
        ply_limit: Games that go on are cut off after so many plies.

    Raises:
        ValueError: There are no such rules or players, or a number makes no sense.
    """
    for name, number, least in (
        ("games", games, 0),
        ("seed", seed, 0),
        ("opening", opening, 0),
        ("ply_limit", ply_limit, 1),
    ):
        if number < least:
            raise ValueError(f"{name}={number}: expected {least} or more (for example: {max(least, 10)})")
    solution = rules if isinstance(rules, Solution) else solve(rules, progress=False)
    of = solution.rules
    rows = [_game(solution, (first, second), [seed, game], opening, ply_limit) for game in range(games)]
    rows = [{"id": number, **row} for number, row in enumerate(rows)]
    call = (
        f"datasets.sequences({of.name!r}, first={first!r}, second={second!r}, games={games}, seed={seed}, "
        f"opening={opening}, ply_limit={ply_limit})"
    )
    return Dataset(
        title="Chopsticks: games, labelled",
        summary="A row is a game, with what every position and every action of it is worth.",
        rules=(of.name,),
        made_by=call,
        columns=COLUMNS,
        rows=rows,
    )


def _game(solution: Solution, names: tuple[str, str], seed: list[int], opening: int, ply_limit: int) -> dict[str, Any]:
    """A game by its own chance."""
    seeds = np.random.SeedSequence(seed).generate_state(3, np.uint64).tolist()
    # Before the opening it is any player's turn to play any action.
    anyone = opponent("random", solution, seed=seeds[2])
    players = [opponent(name, solution, seed=own) for name, own in zip(names, seeds, strict=False)]
    game = Game(solution.rules)
    mark = rules_id(solution.rules)
    row: dict[str, Any] = {
        name: []
        for name in ("players", "values", "distances", "table_values", "actions", "regrets")
        + ("legal_actions", "optimal_actions", "best_actions")
    }
    while True:
        answer = solution.answer(game)
        row["players"].append(game.to_move)
        row["values"].append(answer.value)
        row["distances"].append(answer.distance)
        row["table_values"].append(answer.table_value)
        if game.outcome is not None or len(game) >= ply_limit:
            break
        player = anyone if len(game) < opening else players[game.to_move]
        action = player.action(game)
        known = labels_of(answer)
        row["actions"].append(action)
        row["regrets"].append(known["action_regrets"][known["legal_actions"].index(action)])
        for name in ("legal_actions", "optimal_actions", "best_actions"):
            row[name].append(known[name])
        game.play(action)
    positions = [str(position) for position in game.positions]
    return {
        "split": split_of(" ".join(positions)),
        "rules_id": mark,
        "rules": solution.rules.name,
        "first": names[0],
        "second": names[1],
        "plies": len(game),
        "result": None if game.outcome is None else game.outcome.rewards[0],
        "reason": None if game.outcome is None else game.outcome.reason,
        "positions": positions,
        "ids": [f"{mark}/{position}" for position in positions],
        "moves": game.moves,
        **row,
    }
