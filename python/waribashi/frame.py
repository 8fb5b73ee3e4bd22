"""Solutions as data frames and as Parquet files."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from ._waribashi import Solution

__all__ = ["dataframe", "parquet"]


def dataframe(solution: Solution) -> Any:
    """:meth:`Solution.to_dataframe`."""
    import pandas as pd

    first, second = solution.rules.hands
    count = len(solution)
    columns: dict[str, Any] = {"position": solution._notations()}
    hands = solution.hands.astype(np.int16)
    if solution.has_turns:
        half = count // 2
        columns["to_move"] = np.repeat(np.array([0, 1], np.int8), half)
        most = max(first, second)
        wide = np.full((count, 2 * most), -1, np.int16)
        # The columns of the mover, then those of the other player, in each half.
        for rows, mine in ((slice(0, half), first), (slice(half, count), second)):
            theirs = first + second - mine
            wide[rows, :mine] = hands[rows, :mine]
            wide[rows, most : most + theirs] = hands[rows, mine:]
        hands, first = wide, most
    for whose, part in (("mine", hands[:, :first]), ("theirs", hands[:, first:])):
        for place in range(part.shape[1]):
            columns[f"{whose}_{place}"] = part[:, place]
    columns["finished"] = _finished(solution)
    columns["value"] = solution.values
    if solution.distances is not None:
        columns["distance"] = solution.distances
    return pd.DataFrame(columns)


def _finished(solution: Solution) -> Any:
    """Whether all hands of a player are dead."""
    hands, (first, second) = solution.hands, solution.rules.hands
    half = len(solution) // 2 if solution.has_turns else len(solution)
    parts = []
    for rows, mine in ((hands[:half], first), (hands[half:], second)):
        parts.append(~(rows[:, :mine].any(axis=1) & rows[:, mine:].any(axis=1)))
    return np.concatenate(parts)


def parquet(solution: Solution, path: str | os.PathLike[str]) -> None:
    """:meth:`Solution.to_parquet`."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.Table.from_pandas(dataframe(solution), preserve_index=False)
    metadata = {**(table.schema.metadata or {}), b"waribashi.rules": str(solution.rules).encode()}
    pq.write_table(table.replace_schema_metadata(metadata), path, compression="zstd")
