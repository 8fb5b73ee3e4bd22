"""Makes data sets: ``python -m waribashi.datasets --help``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from . import positions, rule_list, sequences
from .dataset import Dataset, check_path
from .rule_lists import RULE_LISTS


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m waribashi.datasets", description="Data sets of the finger game Chopsticks with exact labels."
    )
    commands = parser.add_subparsers(dest="command", required=True)

    each = commands.add_parser("positions", help="every position of one or more rule sets")
    each.add_argument("rules", nargs="*", help="rule sets, for example: self-tap suicide,fingers=6")
    each.add_argument("--list", choices=list(RULE_LISTS), help="the rule sets of a list, too")
    each.add_argument(
        "--seats", choices=["one", "both"], default="one", help="a row for a position, or for each player to move"
    )
    each.add_argument("--reachable-only", action="store_true", help="leave out what play does not lead to")
    each.add_argument("--out", required=True, help="the file: .parquet or .jsonl; the card is written beside it as .md")

    games = commands.add_parser("sequences", help="games between two players")
    games.add_argument("rules", help="the rule set, for example: self-tap")
    names = "perfect, perfect-any, traps, epsilon=E, softmax=T or random"
    games.add_argument("--first", default="perfect", help=f"who plays as player 0: {names}")
    games.add_argument("--second", default="random", help="who plays as player 1")
    games.add_argument("--games", type=int, default=1000, help="how many games (1000)")
    games.add_argument("--seed", type=int, default=0, help="what chance is drawn from (0)")
    games.add_argument("--opening", type=int, default=0, help="how many plies at the start are any actions (0)")
    games.add_argument("--ply-limit", type=int, default=200, help="games that go on are cut off here (200)")
    games.add_argument(
        "--out", required=True, help="the file: .parquet or .jsonl; the card is written beside it as .md"
    )

    commands.add_parser("lists", help="the named lists of rule sets")
    return parser


def _make(given: argparse.Namespace) -> Dataset:
    if given.command == "sequences":
        return sequences(
            given.rules,
            first=given.first,
            second=given.second,
            games=given.games,
            seed=given.seed,
            opening=given.opening,
            ply_limit=given.ply_limit,
        )
    rules = [*given.rules, *(each.rules for each in rule_list(given.list))] if given.list else given.rules
    if not rules:
        raise ValueError("no rules: expected rule sets or --list (for example: self-tap)")
    return positions(rules, seats=given.seats, reachable_only=given.reachable_only)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; its exit status: 0 done, 1 failed, 2 bad arguments."""
    given = _arguments().parse_args(arguments)
    if given.command == "lists":
        for name in RULE_LISTS:
            for each in rule_list(name):
                print(f"{each.name}\t{each.id}\t{each.rules.name}")
        return 0
    try:
        check_path(given.out)
        made = _make(given)
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    try:
        for path in made.write(given.out):
            print(f"{path}: {len(made)} rows" if path.suffix != ".md" else f"{path}: the card")
    except (ImportError, OSError) as error:
        print(f"error: {given.out}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
