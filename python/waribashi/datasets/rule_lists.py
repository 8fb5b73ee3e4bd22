"""Named lists of rule sets for training on some and testing on others."""

from __future__ import annotations

from typing import NamedTuple

from .._waribashi import Rules
from .ids import rules_id

__all__ = ["RULE_LISTS", "RuleSet", "rule_list"]

RULE_LISTS: dict[str, tuple[str, ...]] = {
    # The presets that differ in how they are played, and some of them with other numbers of fingers and of hands.
    "train-v1": (
        "self-tap",
        "school",
        "taps",
        "taps-split",
        "simple",
        "rollover",
        "cutoff",
        "attacks",
        "suicide",
        "halves",
        "misere",
        "self-tap,fingers=4",
        "self-tap,fingers=6",
        "school,fingers=7",
        "rollover,fingers=4",
        "rollover,fingers=6",
        "cutoff,fingers=4",
        "cutoff,fingers=7",
        "attacks,fingers=6",
        "attacks,hands=3",
        "suicide,fingers=4",
        "simple,hands=3",
        "taps,fingers=6",
        "halves,fingers=6",
    ),
    # What was seen in training, with numbers of fingers that were not.
    "held-out-fingers-v1": (
        "self-tap,fingers=9",
        "school,fingers=8",
        "taps,fingers=8",
        "rollover,fingers=8",
        "cutoff,fingers=9",
        "attacks,fingers=9",
        "suicide,fingers=8",
        "misere,fingers=8",
    ),
    # Combinations of axes that no rule set of the training list has.
    "held-out-axes-v1": (
        "self-tap,overflow=cutoff",
        "taps,own-tap=on",
        "attacks,goal=empty",
        "rollover,divide=near,transfer=off",
        "rollover,pass-by-split=on",
        "suicide,goal=empty",
        "ten,fingers=6",
        "cutoff,hands=2:3",
    ),
}
"""Lists of rule sets by name. A list never changes; a better one gets another name. No rule set of one list has the same moves
in all positions as one of another: sets that differ in the start or in the repetition rule alone would have."""


class RuleSet(NamedTuple):
    """A rule set of a list."""

    name: str
    """The list and the place in it, from 1: ``"train-v1/07"``."""
    rules: Rules
    """The rules."""
    id: str
    """:func:`waribashi.datasets.rules_id` of the rules."""


def rule_list(name: str) -> list[RuleSet]:
    """The rule sets of a list.

    Raises:
        ValueError: There is no such list.
    """
    if name not in RULE_LISTS:
        raise ValueError(f'"{name}" is no list of rules: expected {", ".join(RULE_LISTS)} (for example: train-v1)')
    rules = [Rules(text) for text in RULE_LISTS[name]]
    return [RuleSet(f"{name}/{place:02}", each, rules_id(each)) for place, each in enumerate(rules, 1)]
