"""The graph of positions as arrays."""

import numpy as np
import pytest

from waribashi import Game, NotationError, PositionGraph, WaribashiError, solve

RULES = ["self-tap", "school", "taps-split", "suicide", "ten,fingers=4", "cutoff,hands=2:3", "halves,hands=3"]


@pytest.mark.parametrize("rules", RULES)
def test_successors_and_masks_are_those_of_the_game(rules):
    graph = PositionGraph(rules)
    assert graph.successors.shape == graph.mask.shape == (graph.num_positions, graph.num_actions)
    for position in range(graph.num_positions):
        at = graph.solution.position(position)
        game = Game(rules, at)
        assert np.flatnonzero(graph.mask[position]).tolist() == game.legal_actions()
        assert graph.finished[position] == (at.result is not None)
        for action in game.legal_actions():
            following = game.copy()
            following.play(action)
            assert graph.successors[position, action] == graph.solution.index(following.position)


@pytest.mark.parametrize("rules", RULES)
def test_optimal_and_best_actions_are_those_of_the_answers(rules):
    graph = PositionGraph(rules)
    for position in np.flatnonzero(~graph.finished):
        answer = graph.solution[position]
        np.testing.assert_array_equal(graph.action_values[position], answer.action_values)
        keeping = [action for move in answer.moves if move.value == answer.value for action in move.actions]
        assert np.flatnonzero(graph.optimal[position]).tolist() == sorted(keeping)
        assert np.flatnonzero(graph.best[position]).tolist() == answer.best_actions


def test_states_are_positions_with_the_player_to_move():
    graph = PositionGraph("self-tap")
    assert (graph.num_positions, graph.num_states) == (225, 450)
    assert graph.state() == graph.solution.index("11-11") and graph.state("13-04", 1) == 225 + graph.solution.index(
        "13-04"
    )
    assert graph.players[graph.state("13-04", 1)] == 1
    # The counts that the first seed has: 450 in all, 406 that play leads to, 28 of them finished.
    reachable = graph.reachable()
    assert reachable.sum() == 406 and graph.finished[graph.positions[reachable]].sum() == 28


def test_where_the_players_have_different_hands_states_are_positions():
    graph = PositionGraph("cutoff,hands=2:3")
    assert graph.num_states == graph.num_positions
    half = graph.num_states // 2
    assert set(graph.players[:half]) == {0} and set(graph.players[half:]) == {1}
    live = ~graph.finished
    after = graph.state_successors
    for state in np.flatnonzero(live):
        assert (graph.players[after[state][graph.mask[state]]] != graph.players[state]).all()


@pytest.mark.parametrize("rules", ["school", "cutoff,hands=2:3"])
def test_observations_are_those_of_the_game(rules):
    graph = PositionGraph(rules)
    absolute, own = graph.observations(), graph.observations("own")
    for state in range(0, graph.num_states, 7):
        player = int(graph.players[state])
        game = Game(rules, graph.solution.position(graph.positions[state]), to_move=player)
        np.testing.assert_array_equal(absolute[state], game.observation())
        np.testing.assert_array_equal(own[state], game.observation(player))
        assert absolute.dtype == game.observation().dtype
    with pytest.raises(ValueError, match="absolute"):
        graph.observations("theirs")


def test_results_are_those_of_player_0():
    graph = PositionGraph("misere")
    for state in np.flatnonzero(graph.results):
        result = graph.solution.position(graph.positions[state]).result
        assert graph.results[state] == (result if graph.players[state] == 0 else -result)


def test_arrays_cannot_be_written():
    graph = PositionGraph("simple")
    for array in (graph.successors, graph.mask, graph.best, graph.state_successors, graph.results):
        with pytest.raises(ValueError):
            array[0] = 0


def test_what_is_no_graph_is_refused():
    with pytest.raises(NotationError):
        PositionGraph("simple").state("99-11")
    with pytest.raises(WaribashiError, match="fewer hands"):
        PositionGraph(solve("attacks,hands=13", values_only=True, progress=False))
    with pytest.raises(WaribashiError, match="distances"):
        PositionGraph(solve("simple", values_only=True)).best  # noqa: B018
