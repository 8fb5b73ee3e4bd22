"""Data sets."""

import hashlib
import json
import subprocess
import sys

import numpy as np
import pytest

from waribashi import Game, PositionGraph, RulesError, datasets, solve
from waribashi.datasets.__main__ import main


@pytest.mark.parametrize("rules", ["self-tap", "suicide", "cutoff,hands=2:3"])
@pytest.mark.parametrize("seats", ["one", "both"])
def test_positions_have_the_labels_of_the_solution(rules, seats):
    made = datasets.positions(rules, seats=seats)
    graph = PositionGraph(rules)
    assert len(made) == (graph.num_positions if seats == "one" else graph.num_states)
    for row in made.rows:
        assert set(row) == set(made.columns)
        position = graph.solution.index(row["position"])
        answer = graph.solution[position]
        state = graph.state(row["position"], row["player"])
        assert (row["value"], row["distance"]) == (answer.value, answer.distance)
        assert row["legal_actions"] == np.flatnonzero(graph.mask[position]).tolist()
        assert row["optimal_actions"] == np.flatnonzero(graph.optimal[position]).tolist()
        assert row["best_actions"] == answer.best_actions
        for at, action in enumerate(row["legal_actions"]):
            assert row["action_values"][at] == answer.action_values[action] == row["value"] - row["action_regrets"][at]
            distance = row["action_distances"][at]
            assert (-1 if distance is None else distance) == answer.action_distances[action]
        assert row["observation"] == graph.observations()[state].tolist()
        assert row["finished"] == (answer.outcome is not None)
        if seats == "both":
            assert row["reachable"] == graph.reachable()[state]
        assert row["id"] == datasets.canonical_id(rules, row["mine"][::-1], row["theirs"][::-1])


def test_images_of_a_position_never_straddle_a_split():
    made = datasets.positions(["self-tap", "school", "attacks", "cutoff,hands=2:3"], seats="both")
    splits, ids = {}, {}
    for row in made.rows:
        hands = (tuple(sorted(row["mine"])), tuple(sorted(row["theirs"])))
        assert splits.setdefault(hands, row["split"]) == row["split"]
        assert ids.setdefault((row["rules"], *hands), row["id"]) == row["id"]
        assert row["split"] == datasets.split_of(row["id"]) == datasets.split_of(row["position"])
    assert set(splits.values()) == {"train", "validation", "test"}
    part = np.mean([split == "train" for split in splits.values()])
    assert 0.75 < part < 0.85


def test_reachable_positions_alone():
    made = datasets.positions("self-tap", seats="both", reachable_only=True)
    assert len(made) == 406
    assert all(row["reachable"] for row in made.rows)


@pytest.mark.parametrize("rules", ["self-tap", "suicide"])
def test_games_are_labelled_ply_by_ply_with_the_history(rules):
    solution = solve(rules)
    made = datasets.sequences(solution, first="softmax=0.5", second="random", games=25, seed=4, opening=2, ply_limit=30)
    differ = 0
    for row in made.rows:
        assert set(row) == set(made.columns)
        game = Game(rules)
        for ply, action in enumerate(row["actions"]):
            answer = solution.answer(game)
            assert (row["values"][ply], row["distances"][ply]) == (answer.value, answer.distance)
            assert row["table_values"][ply] == solution[game.position].value
            assert row["positions"][ply] == str(game.position) and row["players"][ply] == game.to_move
            assert row["legal_actions"][ply] == game.legal_actions() and row["best_actions"][ply] == answer.best_actions
            differ += row["values"][ply] != row["table_values"][ply]
            move = game.move_of_action(action)
            assert row["moves"][ply] == move
            game.play(action)
            after = row["values"][ply + 1]
            assert row["regrets"][ply] == answer.value + after
            assert (action in row["optimal_actions"][ply]) == (row["regrets"][ply] == 0)
        assert row["plies"] == len(game) == len(row["positions"]) - 1 == len(row["values"]) - 1
        if game.outcome is None:
            assert row["result"] is None and row["reason"] is None and row["plies"] == 30
        else:
            assert (row["result"], row["reason"]) == (game.outcome.rewards[0], game.outcome.reason)
        assert row["split"] == datasets.split_of(" ".join(row["positions"]))
    assert (differ > 0) == (rules == "self-tap")


def test_the_same_seed_makes_the_same_games_and_more_games_begin_with_them():
    few, more = (datasets.sequences("school", first="random", games=games, seed=9, ply_limit=20) for games in (5, 9))
    assert few.rows == more.rows[:5]
    assert few.rows != datasets.sequences("school", first="random", games=5, seed=10, ply_limit=20).rows
    assert len({tuple(row["actions"]) for row in more.rows}) > 5


def test_perfect_players_give_nothing_away():
    made = datasets.sequences("school", first="perfect", second="traps", games=10, seed=1, opening=4)
    assert all(sum(row["regrets"][4:]) == 0 for row in made.rows)
    assert any(sum(row["regrets"][:4]) > 0 for row in made.rows)


@pytest.mark.parametrize("make", ["positions", "sequences"])
def test_parquet_and_lines_of_json_have_the_same_rows(make, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    made = datasets.positions("school") if make == "positions" else datasets.sequences("school", games=20)
    made.write(tmp_path / "rows.parquet")
    made.write(tmp_path / "rows.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()]
    table = parquet.read_table(tmp_path / "rows.parquet")
    assert lines == made.rows == table.to_pylist()
    assert table.column_names == list(made.columns)
    for name, column in made.columns.items():
        told = str(table.schema.field(name).type).replace("element: ", "").replace("item: ", "")
        assert told == column.type
    assert sorted(path.name for path in tmp_path.iterdir()) == ["rows.jsonl", "rows.md", "rows.parquet"]


def test_the_card_names_every_column_the_rules_and_how_it_was_made():
    made = datasets.positions(["self-tap", "suicide"])
    card = made.card()
    for name, column in made.columns.items():
        assert f"| `{name}` | {column.type} | {column.meaning} |" in card
    assert "- `self-tap`" in card and "- `suicide`" in card and made.made_by in card and "450 rows" in card
    again = eval(made.made_by, {"datasets": datasets})
    assert again.rows == made.rows
    games = datasets.sequences("suicide", games=3, opening=2)
    assert eval(games.made_by, {"datasets": datasets}).rows == games.rows


def test_a_failed_write_leaves_what_was_there(tmp_path):
    path = tmp_path / "rows.jsonl"
    made = datasets.sequences("suicide", games=2)
    made.write(path)
    before = path.read_text()
    made.rows.append({"id": 1})
    with pytest.raises(KeyError):
        made.write(path)
    assert path.read_text() == before and len(list(tmp_path.iterdir())) == 2


def test_data_frames():
    pytest.importorskip("pandas")
    frame = datasets.positions("suicide").to_dataframe()
    assert len(frame) == 225 and list(frame.columns) == list(datasets.positions("suicide").columns)


FROZEN = {
    "train-v1": "38ee23b341f4f624",
    "held-out-fingers-v1": "57e37d319a5a0b83",
    "held-out-axes-v1": "b89155773fc64ebd",
}
SELF_TAP = "f616ca885d"


def test_the_lists_never_change():
    """Frozen: a change would silently be another benchmark."""
    told = {
        name: hashlib.sha256(" ".join(texts).encode()).hexdigest()[:16] for name, texts in datasets.RULE_LISTS.items()
    }
    assert told == FROZEN
    assert datasets.rules_id("self-tap") == SELF_TAP
    assert [each.name for each in datasets.rule_list("train-v1")][:2] == ["train-v1/01", "train-v1/02"]


def test_no_rule_set_of_a_list_has_the_moves_of_one_of_another():
    seen = {}
    for name in datasets.RULE_LISTS:
        for each in datasets.rule_list(name):
            graph = PositionGraph(each.rules)
            moves = hashlib.sha256(
                graph.solution.hands.tobytes() + graph.successors.tobytes() + graph.results.tobytes()
            ).hexdigest()
            assert moves not in seen, f"{each.name} {each.rules.name} plays as {seen.get(moves)}"
            seen[moves] = f"{each.name} {each.rules.name}"
    ids = [each.id for name in datasets.RULE_LISTS for each in datasets.rule_list(name)]
    assert len(ids) == len(set(ids)) == len(seen) == 40


def test_the_command_writes_files(tmp_path, capsys):
    out = tmp_path / "games.jsonl"
    assert main(["sequences", "suicide", "--first", "traps", "--games", "3", "--seed", "2", "--out", str(out)]) == 0
    assert len(out.read_text().splitlines()) == 3 and out.with_suffix(".md").exists()
    assert "3 rows" in capsys.readouterr().out
    out = tmp_path / "positions.jsonl"
    done = subprocess.run(
        [sys.executable, "-m", "waribashi.datasets", "positions", "suicide", "simple", "--seats", "both", "--out", out],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0 and done.stderr == "" and len(out.read_text().splitlines()) == 900
    assert main(["lists"]) == 0
    assert "train-v1/01" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["positions", "--out", "x.jsonl"],
        ["positions", "nonsense", "--out", "x.jsonl"],
        ["positions", "suicide", "--out", "x.csv"],
        ["sequences", "suicide", "--first", "nobody", "--out", "x.jsonl"],
        ["sequences", "suicide", "--games", "-1", "--out", "x.jsonl"],
    ],
)
def test_the_command_refuses_with_an_example(arguments, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    told = capsys.readouterr().err
    assert told.startswith("error: ") and "for example" in told
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_written_is_an_error(tmp_path, capsys):
    assert main(["sequences", "suicide", "--games", "1", "--out", str(tmp_path / "missing" / "x.jsonl")]) == 1
    assert "missing" in capsys.readouterr().err


def test_refusals():
    with pytest.raises(RulesError):
        datasets.positions("nonsense")
    with pytest.raises(ValueError, match="seats"):
        datasets.positions("suicide", seats="none")
    with pytest.raises(ValueError, match="train-v1"):
        datasets.rule_list("train")
    with pytest.raises(ValueError):
        datasets.canonical_id("self-tap", [1, 1, 1], [1, 1])
