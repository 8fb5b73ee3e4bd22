"""Solutions as tables of data."""

import pytest

from waribashi import Game, Rules, solve


@pytest.mark.parametrize("rules", ["self-tap", "cutoff,hands=2:3"])
def test_a_data_frame_has_a_row_for_each_position(rules):
    pytest.importorskip("pandas")
    solution = solve(rules)
    frame = solution.to_dataframe()
    assert len(frame) == len(solution) and frame["position"].is_unique
    for index in range(0, len(solution), 7):
        position, row = solution.position(index), frame.iloc[index]
        assert row["position"] == str(position) and row["value"] == solution.values[index]
        assert row["distance"] == solution.distances[index] and row["finished"] == (position.result is not None)
        for whose, hands in (("mine", position.mine), ("theirs", position.theirs)):
            told = [row[name] for name in frame.columns if name.startswith(whose)]
            assert [shown for shown in told if shown >= 0] == list(hands)
        if solution.has_turns:
            assert row["to_move"] == Game(rules, position).to_move


def test_a_parquet_file_says_its_rules(tmp_path):
    pq = pytest.importorskip("pyarrow.parquet")
    pytest.importorskip("pandas")
    solution = solve("suicide")
    solution.to_parquet(tmp_path / "suicide.parquet")
    table = pq.read_table(tmp_path / "suicide.parquet")
    assert table.schema.metadata[b"waribashi.rules"].decode() == str(Rules("suicide"))
    assert table.column("value").to_numpy().tolist() == solution.values.tolist()
