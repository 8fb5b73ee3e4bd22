"""Opponents."""

import copy

import numpy as np
import pytest

from waribashi import Game, PositionGraph, WaribashiError, opponents, solve
from waribashi.opponents import opponent

NAMED = ["perfect", "perfect-any", "traps", "epsilon=0.25", "softmax=0.5", "softmax=0.3,discount=0.9", "random"]


def play(first, second, rules, plies=60):
    game = Game(rules)
    while game.outcome is None and len(game) < plies:
        game.play((first, second)[game.to_move].action(game))
    return game


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("rules", ["self-tap", "suicide", "cutoff,hands=2:3"])
def test_probabilities_are_of_legal_actions_and_have_the_sum_1(name, rules):
    graph = PositionGraph(rules)
    table = opponent(name, graph.solution).probabilities(graph)
    assert table.shape == graph.mask.shape
    assert (table[~graph.mask] == 0).all() and (table >= 0).all()
    np.testing.assert_allclose(table.sum(1), ~graph.finished)
    assert opponent(name, graph.solution).name == name


@pytest.mark.parametrize("name", NAMED)
def test_without_a_repetition_rule_the_game_has_the_probabilities_of_the_table(name):
    graph = PositionGraph("suicide")
    player = opponent(name, graph.solution)
    table = player.probabilities(graph)
    game = play(opponent("random", graph.solution, seed=3), opponent("random", graph.solution, seed=4), "suicide", 6)
    while game.moves:
        np.testing.assert_allclose(
            player.probabilities_in(game), 0 if game.outcome else table[graph.solution.index(game.position)]
        )
        game.undo()


@pytest.mark.parametrize("name", NAMED)
def test_the_same_seed_plays_the_same_game_again(name):
    solution = solve("school")
    games = [play(opponent(name, solution, seed=5), opponent("random", solution, seed=9), "school") for _ in range(2)]
    assert games[0].moves == games[1].moves


def test_another_seed_plays_another_game():
    solution = solve("school")
    games = {
        tuple(play(opponent("random", solution, seed=seed), opponent("random", solution, seed=0), "school").moves)
        for seed in range(10)
    }
    assert len(games) > 5


def test_chance_follows_the_probabilities():
    solution = solve("self-tap")
    game = Game()
    game.play("1x1")
    expected = opponent("softmax=1", solution).probabilities_in(game)
    count = np.zeros(len(expected))
    for seed in range(600):
        count[opponent("softmax=1", solution, seed=seed).action(game)] += 1
    assert np.abs(count / 600 - expected).max() < 0.08


def test_perfect_is_first_among_the_best():
    solution = solve("suicide")
    graph = PositionGraph(solution)
    first = opponent("perfect", solution).probabilities(graph)
    every = opponent("perfect-any", solution).probabilities(graph)
    for position in np.flatnonzero(~graph.finished):
        answer = solution[position]
        assert np.flatnonzero(first[position]).tolist() == [answer.moves[0].actions[0]]
        assert np.flatnonzero(every[position]).tolist() == answer.best_actions


def test_traps_keep_the_value_and_leave_the_most_ways_to_go_wrong():
    solution = solve("school")
    graph = PositionGraph(solution)
    table = opponent("traps", solution).probabilities(graph)
    # The part of the moves of every position that are mistakes.
    wrong = np.zeros(len(solution))
    for position in np.flatnonzero(~graph.finished):
        answer = solution[position]
        wrong[position] = np.mean([move.value < answer.value for move in answer.moves])
    for position in np.flatnonzero(~graph.finished):
        (action,) = np.flatnonzero(table[position])
        assert graph.optimal[position, action]
        if solution.values[position] < 1:
            kept = np.flatnonzero(graph.optimal[position])
            assert wrong[graph.successors[position, action]] == wrong[graph.successors[position, kept]].max()
        else:
            assert graph.best[position, action]


def test_the_history_counts_in_games():
    """Lost by repetition: the table's only winning move, 1+3, ends the game in a draw."""
    game = Game()
    for move in "1x1 1+2 1x3 4x1 1x1 2+4 1x2".split():
        game.play(move)
    player = opponent("softmax=0.01")
    probabilities = player.probabilities_in(game)
    exact = player.solution.answer(game).action_values
    assert probabilities[exact == np.nanmax(exact)].sum() == pytest.approx(1)
    table = player.probabilities()[player.solution.index(game.position)]
    assert not np.allclose(table, probabilities)


def test_a_discount_prefers_the_fast_win():
    solution = solve("suicide")
    graph = PositionGraph(solution)
    plain = opponent("softmax=0.01", solution).probabilities(graph)
    fast = opponent("softmax=0.0001,discount=0.9", solution).probabilities(graph)
    slower = graph.optimal & ~graph.best & (solution.values == 1)[:, None]
    assert plain[slower].max() > 0.1 and fast[slower].max() < 1e-9


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "best",
        "epsilon",
        "epsilon=",
        "epsilon=2",
        "softmax=0",
        "softmax=nan",
        "softmax=1,discount=2",
        "perfect=1",
        "epsilon=0.1,epsilon=0.2",
    ],
)
def test_what_is_no_opponent_is_refused(wrong):
    with pytest.raises(ValueError, match="expected"):
        opponent(wrong)


def test_other_refusals():
    with pytest.raises(ValueError, match="seed=-1"):
        opponent("random", seed=-1)
    with pytest.raises(ValueError, match="ties"):
        opponents.Perfect(ties="last")
    with pytest.raises(WaribashiError, match="distances"):
        opponent("perfect", solve("simple", values_only=True))
    with pytest.raises(WaribashiError, match="other rules"):
        opponent("random", "simple").probabilities(PositionGraph("school"))
    won = Game("self-tap", "13-04")
    won.play("1x4")
    with pytest.raises(WaribashiError, match="over"):
        opponent("perfect").action(won)


def test_opponents_do_not_touch_the_game():
    game = Game("school")
    game.play(0)
    before = copy.deepcopy(game)
    for name in NAMED:
        opponent(name, "school").action(game)
    assert game == before


def test_opponents_play_in_the_aec_environment():
    chopsticks_v0 = pytest.importorskip("waribashi.chopsticks_v0", exc_type=ImportError)
    env = chopsticks_v0.env("suicide")
    env.reset()
    solution = solve("suicide")
    players = {"player_0": opponent("random", solution, seed=1), "player_1": opponent("perfect", solution)}
    for agent in env.agent_iter(400):
        env.step(players[agent].act(env))
        if not env.agents:
            break
    assert not env.agents
