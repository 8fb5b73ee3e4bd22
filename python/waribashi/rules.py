"""What rules there are: presets, and the axes on which rules differ."""

from __future__ import annotations

from typing import NamedTuple

from . import _waribashi
from ._waribashi import Rules

__all__ = ["Axis", "Preset", "axes", "presets"]


class Preset(NamedTuple):
    """A rule set with a name."""

    name: str
    """The name, as texts of rules begin with it."""
    rules: Rules
    """The rules."""
    source: str
    """Where they are from."""
    remark: str
    """What to know before choosing them: other readings of the same rules, above all."""


class Axis(NamedTuple):
    """A question that every rule set answers."""

    key: str
    """The key, as in ``key=value``; as a keyword argument of :class:`Rules` with ``_`` for ``-``."""
    values: str
    """The values it takes."""
    meaning: str
    """What it decides."""


def presets() -> list[Preset]:
    """All presets; the first is the default everywhere."""
    return [Preset(*preset) for preset in _waribashi.presets()]


def axes() -> list[Axis]:
    """All axes, in the order of the canonical text of rules."""
    return [Axis(*axis) for axis in _waribashi.axes()]
