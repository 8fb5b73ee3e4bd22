"""The finger game Chopsticks: every rule set, perfect play, and an exact oracle.

>>> import waribashi
>>> rules = waribashi.Rules("suicide", fingers=6)
>>> game = waribashi.Game(rules)
>>> game.play("1x1")
>>> solution = waribashi.solve(rules)
>>> answer = solution.answer(game)

Hands are given by the fingers they show, each player's in ascending order; moves by what the hands show (``1x2`` my 1
taps their 2, ``1+2`` my 1 taps my own 2, ``04=22`` my 0 and 4 become 2 and 2) or by the number of an action
(:meth:`Game.describe_action`). Values are 1 for a win, 0 for a draw and -1 for a loss of the player to move.
"""

from ._waribashi import (
    Answer,
    Game,
    IllegalMoveError,
    MoveAnswer,
    NotationError,
    Outcome,
    Position,
    Rules,
    RulesError,
    SolveError,
    TableError,
    WaribashiError,
    __version__,
)
from .evaluation import Evaluation, evaluate
from .graph import PositionGraph
from .policy import PolicyError
from .rules import Axis, Preset, axes, presets
from .solution import Solution, solve, solved

__all__ = [
    "Answer",
    "Axis",
    "Evaluation",
    "Game",
    "IllegalMoveError",
    "MoveAnswer",
    "NotationError",
    "Outcome",
    "PolicyError",
    "Position",
    "PositionGraph",
    "Preset",
    "Rules",
    "RulesError",
    "Solution",
    "SolveError",
    "TableError",
    "WaribashiError",
    "__version__",
    "axes",
    "evaluate",
    "presets",
    "solve",
    "solved",
]
