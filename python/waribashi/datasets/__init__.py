"""Data sets with exact labels: every position of rule sets, and games between known players.

>>> from waribashi import datasets
>>> positions = datasets.positions("self-tap")
>>> positions.write("self-tap.parquet")                     # and self-tap.md, the card
>>> games = datasets.sequences("school", first="perfect", second="epsilon=0.3", games=1000, seed=1)
>>> games.write("games.jsonl")

The same from the command line: ``python -m waribashi.datasets --help``.

Hands are unordered, so that a position and its left-right mirror images are one, and it is the same for both players. Its
canonical id (:func:`canonical_id`) is what both images and both seats share, and splits are drawn by it: no image of a position is in
another split than the position, in any rule set. Splits of games are drawn by the positions that they go through.
"""

from .dataset import Column, Dataset
from .ids import canonical_id, rules_id, split_of
from .positions import positions
from .rule_lists import RULE_LISTS, RuleSet, rule_list
from .sequences import sequences

__all__ = [
    "RULE_LISTS",
    "Column",
    "Dataset",
    "RuleSet",
    "canonical_id",
    "positions",
    "rule_list",
    "rules_id",
    "sequences",
    "split_of",
]
