"""Solutions: values, distances, answers."""

import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import waribashi
from waribashi import Game, Position, Rules, Solution, SolveError, WaribashiError, solve


@pytest.fixture(scope="module")
def solution():
    return solve("self-tap")


def test_known_values():
    assert (solve("suicide")["11-11"].value, solve("suicide")["11-11"].distance) == (-1, 26)
    assert (solve("many")[Rules("many").start].value, solve("many")["11-11"].distance) == (1, 5)
    assert solve()["11-11"].value == 0


def test_arrays_are_in_position_order_and_agree_with_the_answers(solution):
    assert len(solution) == 225 == solution.rules.num_positions
    assert solution.values.shape == (225,) and solution.values.dtype == np.int8
    assert solution.distances.shape == (225,) and solution.distances.dtype == np.int32
    assert solution.hands.shape == (225, 4) and solution.hands.dtype == np.uint8
    for index in range(len(solution)):
        position = solution.position(index)
        assert solution.index(position) == index == solution.index(str(position))
        assert (*position.mine, *position.theirs) == tuple(solution.hands[index])
        answer = solution[index]
        assert answer.value == solution.values[index]
        assert (-1 if answer.distance is None else answer.distance) == solution.distances[index]


def test_arrays_are_made_once_and_cannot_be_written(solution):
    for array in (solution.values, solution.distances, solution.hands):
        assert not array.flags.writeable
        with pytest.raises(ValueError):
            array[0] = 1
        with pytest.raises(ValueError):
            array.flags.writeable = True
    assert solution.values is solution.values and solution.hands is solution.hands


def test_arrays_outlive_the_solution():
    values = solve("attacks").values
    assert set(values.tolist()) == {-1, 0, 1}


def test_the_values_satisfy_the_rules_of_play(solution):
    """Every value and distance follows from those of the positions that moves lead to."""
    for index in range(len(solution)):
        position = solution.position(index)
        if position.result is not None:
            assert solution.values[index] == position.result and solution.distances[index] == 0
            continue
        best = -1
        wins, losses = [], []
        for move in position.legal_moves():
            game = Game(solution.rules, position)
            game.play(move)
            after = solution.index(game.position)
            value = -solution.values[after]
            best = max(best, value)
            (wins if value == 1 else losses).append(solution.distances[after])
        assert solution.values[index] == best
        if best:
            expected = min(wins) if best == 1 else max(losses)
            assert solution.distances[index] == expected + 1


def test_best_moves_are_best_by_distance(solution):
    answer = solution["13-04"]
    assert (answer.value, answer.distance) == (1, 1)
    assert all(best.distance == 1 and best.ends == "dead" for best in answer.best)
    assert answer.best_moves == ["1x4"] and answer.best_actions == [1]
    values = answer.action_values
    assert values.dtype == np.float32 and values[1] == 1 and np.isnan(values[0])
    assert answer.action_distances[1] == 1 and answer.action_distances[0] == -1


def test_the_history_counts(solution):
    game = Game()
    for move in "1x1 1+2 1x3 4x1 1x1 2+4 1x2".split():
        game.play(move)
    answer = solution.answer(game)
    assert (answer.value, answer.distance) == (0, None) and (answer.table_value, answer.table_distance) == (1, 5)
    assert "repeats a position" in answer.difference
    assert [m.ends for m in answer.moves if m.move == "1+3"] == ["repetition"]
    assert solution[game.position].value == 1 and solution[game.position].difference is None


def test_a_game_of_other_rules_is_refused(solution):
    with pytest.raises(WaribashiError, match="other rules"):
        solution.answer(Game("suicide"))


@pytest.mark.parametrize("wrong", [-1, 225, 10**20])
def test_a_number_that_is_no_position_is_an_index_error(solution, wrong):
    with pytest.raises(IndexError, match="0 to 224"):
        solution[wrong]


@pytest.mark.parametrize("wrong", [None, 1.5, object(), []])
def test_a_position_of_another_type_is_a_type_error(solution, wrong):
    with pytest.raises(TypeError):
        solution[wrong]


def test_values_alone():
    solution = solve("rollover", values_only=True)
    assert not solution.has_distances and solution.distances is None
    assert np.array_equal(solution.values, solve("rollover").values)
    assert solution["11-11"].distance is None


def test_players_with_different_hands():
    rules = Rules("cutoff,hands=2:3")
    solution = solve(rules)
    assert solution.has_turns and len(solution) == rules.num_positions
    half = len(solution) // 2
    first, second = solution.position(0), solution.position(half)
    assert len(first.mine) == 2 and len(second.mine) == 3
    assert solution.index(second) == half


def test_the_line_of_best_play_ends_the_game():
    solution = solve("suicide")
    line = solution.line()
    assert len(line) == 26
    game = Game("suicide")
    for move in line:
        game.play(move)
    assert game.outcome.winner == 1


def test_progress_is_reported_to_a_function():
    told = []
    solve("rollover,hands=5", progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (Rules("rollover,hands=5").num_positions,) * 2


def test_an_error_in_the_progress_function_stops_the_solve():
    calls = []

    def fail(done, total):
        calls.append(done)
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        solve("rollover,hands=6,fingers=7", progress=fail)
    assert len(calls) == 1


def test_a_bar_is_shown_where_tqdm_is_installed(capsys):
    pytest.importorskip("tqdm")
    solve("rollover", progress=True)
    assert "rollover" in capsys.readouterr().err
    solve("rollover", progress=False)
    assert capsys.readouterr().err == ""


def test_other_threads_run_while_it_solves():
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    before = len(ticks)
    solve("rollover,hands=6,fingers=7", threads=1)
    during = len(ticks) - before
    done.set()
    thread.join()
    assert during > 10


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT")
def test_ctrl_c_interrupts():
    program = textwrap.dedent(
        """
        import waribashi
        print("solving", flush=True)
        try:
            waribashi.solve("rollover,hands=10,fingers=10", values_only=True, memory=2**50)
        except KeyboardInterrupt:
            print("interrupted", flush=True)
        """
    )
    running = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert running.stdout.readline() == "solving\n"
    time.sleep(0.5)
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=60)
    assert out == "interrupted\n"


def test_what_is_too_large_is_refused_before_anything_is_allocated():
    with pytest.raises(SolveError, match="hands="):
        solve("cutoff,hands=1000000")
    with pytest.raises(SolveError):
        solve("rollover", memory=1)
    with pytest.raises(ValueError, match="threads"):
        solve("rollover", threads=0)


def test_files_that_are_no_tables(tmp_path):
    with pytest.raises(waribashi.TableError):
        Solution.open(tmp_path / "missing")
    path = tmp_path / "wrong"
    path.write_bytes(b"wrong")
    with pytest.raises(waribashi.TableError):
        Solution.open(path)


def table(name):
    """A table that the engine wrote: beside the tests where they were copied, else where it is kept."""
    here = Path(__file__).parent
    found = [path for path in (here / "tables" / name, here.parents[1] / "fuzz/seeds/table" / name) if path.exists()]
    return found[0] if found else pytest.skip("there is no table here")


@pytest.mark.parametrize("name", ["suicide", "misere", "simple"])
def test_a_table_answers_as_the_solution_does(name):
    opened = Solution.open(table(name))
    solved = solve(opened.rules)
    assert np.array_equal(opened.values, solved.values) and np.array_equal(opened.hands, solved.hands)
    if opened.has_distances:
        assert np.array_equal(opened.distances, solved.distances) and opened.line() == solved.line()
    assert opened.answer(Game(opened.rules)).value == solved[opened.rules.start].value


def test_positions_of_other_rules_are_refused(solution):
    with pytest.raises(WaribashiError):
        solution[Position("111-111", "attacks,hands=3")]
