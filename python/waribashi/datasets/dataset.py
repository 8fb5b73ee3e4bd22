"""A data set: rows, what their columns mean, and the files it is written to."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from .._waribashi import __version__

__all__ = ["Column", "Dataset"]


class Column(NamedTuple):
    """A column of a data set."""

    type: str
    """The type, as Arrow names it: ``"string"``, ``"int8"``, ``"list<int32>"``, ..."""
    meaning: str
    """What it is."""


@dataclass(frozen=True)
class Dataset:
    """Rows with exact labels."""

    title: str
    """What the data set is called on its card."""
    summary: str
    """What a row is, in a sentence or two."""
    rules: tuple[str, ...]
    """The names of the rule sets."""
    made_by: str
    """The call that makes the same rows again."""
    columns: Mapping[str, Column]
    """The columns, in order."""
    rows: list[dict[str, Any]]
    """The rows: a value, or None for a missing one, for every column."""

    def __len__(self) -> int:
        return len(self.rows)

    def to_dataframe(self) -> Any:
        """The rows as a pandas data frame.

        Raises:
            ImportError: pandas is not installed.
        """
        import pandas

        return pandas.DataFrame(self.rows, columns=list(self.columns))

    def to_arrow(self) -> Any:
        """The rows as a pyarrow table of the types that the columns name.

        Raises:
            ImportError: pyarrow is not installed.
        """
        import pyarrow

        schema = pyarrow.schema([(name, _arrow_type(column.type)) for name, column in self.columns.items()])
        notes = {"title": self.title, "made_by": self.made_by, "waribashi": __version__}
        return pyarrow.Table.from_pylist(self.rows, schema=schema.with_metadata(notes))

    def card(self) -> str:
        """What a user of the data set needs to know, as Markdown."""
        splits = Counter(row["split"] for row in self.rows)
        told = ", ".join(f"{splits[split]:,} {split}" for split in ("train", "validation", "test"))
        lines = [
            f"# {self.title}",
            "",
            self.summary,
            "",
            f"{len(self):,} rows: {told}. Made by waribashi {__version__}:",
            "",
            f"    {self.made_by}",
            "",
            "Labels are exact: the rule sets are solved, nothing is estimated. Values are 1 for a win, 0 for a draw and -1 for a "
            "loss of the player to move; distances are plies to the end when the winner hurries and the loser delays, and missing "
            "for draws. Endless play is a draw. Actions are numbered as `waribashi.Game.describe_action` tells.",
            "",
            "Hands are unordered, so that left-right mirror images of a position are one position; its id is the same for both "
            "players. The split follows from the hands alone: a position is in the same split in every row and under all rules. "
            "For games it follows from all their positions, so that equal games are in the same split; single positions of "
            "games of different splits can be the same.",
            "",
            "## Rules",
            "",
            *(f"- `{rules}`" for rules in self.rules),
            "",
            "## Columns",
            "",
            "| column | type | meaning |",
            "|---|---|---|",
            *(f"| `{name}` | {column.type} | {column.meaning} |" for name, column in self.columns.items()),
            "",
        ]
        return "\n".join(lines)

    def write(self, path: str | os.PathLike[str]) -> list[Path]:
        """Writes the rows, as Parquet (``.parquet``) or as lines of JSON (``.jsonl``), and the card beside them (``.md``).

        Files are written beside their places and put there when they are whole.

        Returns:
            The files written.

        Raises:
            ValueError: The name ends in something else.
            ImportError: pyarrow is not installed, which Parquet needs.
            OSError: A file cannot be written.
        """
        path = check_path(path)
        with _Whole(path) as beside:
            if path.suffix == ".parquet":
                from pyarrow import parquet

                parquet.write_table(self.to_arrow(), beside, compression="zstd")
            else:
                with beside.open("w", encoding="utf-8", newline="\n") as file:
                    file.writelines(_lines(self.rows, self.columns))
        card = path.with_suffix(".md")
        with _Whole(card) as beside:
            beside.write_text(self.card(), encoding="utf-8")
        return [path, card]


def check_path(path: str | os.PathLike[str]) -> Path:
    """The path of a data set; refused where its name has another end."""
    path = Path(path)
    if path.suffix not in (".parquet", ".jsonl"):
        raise ValueError(f'"{path}": expected a name that ends in .parquet or .jsonl (for example: positions.parquet)')
    return path


def _lines(rows: Iterable[Mapping[str, Any]], columns: Mapping[str, Column]) -> Iterable[str]:
    for row in rows:
        yield json.dumps({name: row[name] for name in columns}, separators=(",", ":"), allow_nan=False) + "\n"


class _Whole:
    """A file that is put in its place only when it was written without an error."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.beside = path.with_name(f".{path.name}.{os.getpid()}.partial")

    def __enter__(self) -> Path:
        return self.beside

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is None:
            os.replace(self.beside, self.path)
        else:
            self.beside.unlink(missing_ok=True)


def _arrow_type(name: str) -> Any:
    import pyarrow

    if name.startswith("list<"):
        return pyarrow.list_(_arrow_type(name.removeprefix("list<").removesuffix(">")))
    return getattr(pyarrow, {"bool": "bool_"}.get(name, name))()
