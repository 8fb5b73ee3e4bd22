"""Ids that are the same wherever and whenever a data set is made, and the splits that follow from them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from .._waribashi import Position, Rules

__all__ = ["canonical_id", "rules_id", "split_of"]

# Of a hundred, where the second and the third split begin.
_VALIDATION, _TEST = 80, 90


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def rules_id(rules: Rules | str) -> str:
    """The id of a rule set: ten hexadecimal digits of the SHA-256 of its canonical text.

    >>> rules_id("self-tap") == rules_id(str(Rules("self-tap")))
    True
    """
    return _digest(str(Rules(rules))).hex()[:10]


def canonical_id(rules: Rules | str, mine: Position | str | Sequence[int], theirs: Sequence[int] | None = None) -> str:
    """The id of a position: the id of its rules, and the position as the player to move sees it.

    Args:
        rules: The rules.
        mine: What the hands of the player to move show, in any order; or a position, or its text.
        theirs: What the other player's hands show, in any order, where ``mine`` is not a position.

    Raises:
        RulesError, NotationError: It is no position of the rules.

    >>> canonical_id("self-tap", [3, 1], [4, 0]) == canonical_id("self-tap", "13-04")
    True
    """
    rules = Rules(rules)
    if isinstance(mine, (Position, str)):
        position = Position(mine, rules)
    else:
        position = Position.from_hands(list(mine), list(theirs or ()), rules)
    return f"{rules_id(rules)}/{position}"


def split_of(key: str) -> str:
    """The split of a position or a game, by what both images and both seats share: ``"train"`` for 80 of a hundred,
    ``"validation"`` and ``"test"`` for 10 each.

    Args:
        key: A canonical id of a position, whose rules do not matter: a position is in the same split under all rules. For a
            game, its positions, with a space between them.
    """
    part = int.from_bytes(_digest(key.rpartition("/")[2])[:8], "big") % 100
    return "train" if part < _VALIDATION else "validation" if part < _TEST else "test"
