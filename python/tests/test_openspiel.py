"""The game of OpenSpiel, and OpenSpiel's algorithms as independent peers of ours."""

import pickle
import random
import sys

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

import waribashi.openspiel as chopsticks  # noqa: E402
from waribashi import Game, IllegalMoveError, PositionGraph, RulesError, evaluate, solve  # noqa: E402
from waribashi.opponents import opponent  # noqa: E402
from waribashi.policy import tabulate  # noqa: E402

RULES = ["self-tap", "school", "suicide,fingers=6", "misere,repetition=threefold", "cutoff,hands=2:3", "simple"]


@pytest.mark.parametrize("rules", RULES)
def test_openspiels_own_simulation_passes(rules):
    pyspiel.random_sim_test(chopsticks.load_game(rules), num_sims=10, serialize=True, verbose=False)


@pytest.mark.parametrize("rules", RULES)
def test_a_playthrough_is_told_and_repeats_itself(rules):
    from open_spiel.python.algorithms import generate_playthrough

    name = str(chopsticks.load_game(rules))
    told = generate_playthrough.playthrough(name, None)
    actions = [int(line.split(": ")[1]) for line in told.splitlines() if line.startswith("action: ")]
    assert actions and "IsTerminal() = True" in told
    assert generate_playthrough.playthrough(name, actions) == told


@pytest.mark.parametrize("rules", RULES)
def test_it_is_the_game_step_by_step(rules):
    chance = random.Random(5)
    game = chopsticks.load_game(rules)
    for _ in range(20):
        state, ours = game.new_initial_state(), Game(rules)
        while not state.is_terminal():
            assert state.current_player() == ours.to_move and state.legal_actions() == ours.legal_actions()
            np.testing.assert_array_equal(state.legal_actions_mask(), ours.action_mask())
            action = chance.choice(ours.legal_actions())
            state.apply_action(action)
            ours.play(action)
            if len(ours) > 3000:
                break
        if ours.outcome is not None:
            assert state.is_terminal() and state.legal_actions() == []
            assert tuple(state.returns()) == ours.outcome.rewards and sum(state.returns()) == 0


def test_the_repetition_rule_ends_the_game():
    state = chopsticks.load_game("self-tap").new_initial_state()
    for action in (0, 2, 2, 4):
        assert not state.is_terminal()
        state.apply_action(action)
    assert state.is_terminal() and state.returns() == [0, 0] and "repetition" in str(state)


def test_games_are_loaded_by_texts_and_by_parameters():
    game = chopsticks.load_game("cutoff,hands=2:3,repetition=threefold", start="011-11", to_move=1, ply_cap=30)
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game) == str(pickle.loads(pickle.dumps(game)))
    assert again.max_game_length() == 30 and str(again.new_initial_state()) == str(game.new_initial_state())
    assert again.new_initial_state().current_player() == 1
    plain = pyspiel.load_game("python_chopsticks")
    assert plain.num_distinct_actions() == 6 and plain.max_game_length() == 450
    text = pyspiel.load_game("python_chopsticks(rules=suicide;fingers:6)")
    assert str(text.new_initial_state()) == str(chopsticks.load_game("suicide,fingers=6").new_initial_state())


def test_what_is_no_game_is_refused():
    with pytest.raises(RulesError):
        chopsticks.load_game("nonsense")
    with pytest.raises(ValueError, match="ply_cap"):
        chopsticks.load_game(ply_cap=-1)
    with pytest.raises(ValueError):
        chopsticks.load_game(start="99-99")
    state = chopsticks.load_game().new_initial_state()
    with pytest.raises(IllegalMoveError):
        state._apply_action(77)
    with pytest.raises(ValueError, match="struct"):
        chopsticks.ChopsticksGame().new_initial_state({})


def test_states_are_copied_pickled_and_serialized():
    game = chopsticks.load_game("self-tap")
    state = game.new_initial_state()
    for action in (0, 2, 2):
        state.apply_action(action)
    clone = state.clone()
    clone.apply_action(4)
    assert clone.is_terminal() and not state.is_terminal()
    for other in (
        pickle.loads(pickle.dumps(state)),
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
    ):
        assert str(other) == str(state)
        other.apply_action(4)
        assert other.is_terminal(), "the history is kept"


def test_a_string_tells_all_that_decides_how_the_game_goes_on():
    for rules, cap in (("self-tap", None), ("suicide", 12)):
        game = chopsticks.load_game(rules, ply_cap=cap)
        futures = {}
        chance = random.Random(0)
        for _ in range(300):
            state = game.new_initial_state()
            for _ in range(chance.randrange(10)):
                if state.is_terminal():
                    break
                state.apply_action(chance.choice(state.legal_actions()))
            ends = tuple((action, state.child(action).is_terminal()) for action in state.legal_actions())
            assert futures.setdefault(str(state), ends) == ends
        assert len(futures) > 50


@pytest.mark.parametrize("rules", ["self-tap", "cutoff,hands=2:3"])
def test_the_observer_sees_from_the_players_side(rules):
    from open_spiel.python.observation import make_observation

    game = chopsticks.load_game(rules)
    observation = make_observation(game)
    chance = random.Random(1)
    state = game.new_initial_state()
    while not state.is_terminal() and state.move_number() < 20:
        ours = state.chopsticks
        for player in (0, 1):
            observation.set_from(state, player)
            *hands, turn = ours.observation(player).tolist()
            assert observation.dict["hands"].argmax(1).tolist() == hands and observation.dict["hands"].sum() == len(
                hands
            )
            assert observation.dict["turn"][0] == (ours.to_move == player) == (turn == 0)
            if "repetitions" in observation.dict:
                np.testing.assert_array_equal(observation.dict["repetitions"], ours.action_repetitions())
            assert len(observation.tensor) == np.prod(game.observation_tensor_shape())
            assert observation.tensor.dtype == np.float32
            np.testing.assert_array_equal(observation.tensor, state.observation_tensor(player))
        state.apply_action(chance.choice(state.legal_actions()))


@pytest.mark.parametrize("rules", ["self-tap,repetition=none", "school,repetition=none"])
def test_value_iteration_finds_our_value_of_every_state(rules):
    pytest.importorskip("cvxpy")
    from open_spiel.python.algorithms import value_iteration

    graph = PositionGraph(rules)
    expected = {}
    for state in range(graph.num_states):
        position, player = graph.solution.position(graph.positions[state]), int(graph.players[state])
        value = int(graph.solution.values[graph.positions[state]])
        expected[f"{position} player_{player}"] = value if player == 0 else -value
    found = {}
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    try:
        # From the start, and from what the start does not lead to.
        for state in [graph.state(), *range(graph.num_states)]:
            position, player = graph.solution.position(graph.positions[state]), int(graph.players[state])
            if f"{position} player_{player}" in found or position.result is not None:
                continue
            game = chopsticks.load_game(rules, start=position, to_move=player)
            for told, value in value_iteration.value_iteration(game, -1, 1e-6, cyclic_game=True).items():
                found[told.partition(",")[0]] = value
    finally:
        sys.setrecursionlimit(limit)
    live = {
        f"{graph.solution.position(graph.positions[state])} player_{graph.players[state]}"
        for state in np.flatnonzero(~graph.finished[graph.positions])
    }
    assert live <= set(found)
    for told, value in found.items():
        assert value == expected[told], told


@pytest.mark.parametrize("rules", ["self-tap,repetition=none", "suicide", "misere"])
def test_alpha_beta_finds_a_win_at_our_distance_and_not_before(rules):
    from open_spiel.python.algorithms import minimax

    solution = solve(rules)
    chance = random.Random(2)
    near = [p for p in range(len(solution)) if 1 <= solution.distances[p] <= 6]
    assert len(near) > 20
    for position in chance.sample(near, 20):
        value, distance = int(solution.values[position]), int(solution.distances[position])
        game = chopsticks.load_game(rules, start=solution.position(position), to_move=0)
        found = [
            minimax.alpha_beta_search(game, value_function=lambda state: 0, maximum_depth=depth)[0]
            for depth in (distance - 1, distance)
        ]
        assert found == [0, value]


def histories(state, told):
    """Every information state of a game, with the state."""
    if state.is_terminal():
        return told
    told[state.information_state_string()] = state.clone()
    for action in state.legal_actions():
        histories(state.child(action), told)
    return told


@pytest.mark.parametrize(
    "rules, start, cap",
    [
        ("simple,fingers=4", "11-11", None),
        ("simple,hands=1:2", "1-11", None),
        ("school", "13-24", 4),
        ("suicide", "11-13", 5),
    ],
)
@pytest.mark.parametrize("seed", [0, 1])
def test_our_exploitability_is_the_one_of_tabular_best_response(rules, start, cap, seed):
    """On an acyclic variant, and under ply caps."""
    graph = PositionGraph(rules)
    chance = np.random.default_rng(seed)
    # In sixteenths, because it refuses a sum that rounding takes above 1.
    table = np.zeros((graph.num_states, graph.num_actions))
    for state in np.flatnonzero(~graph.finished[graph.positions]):
        legal = np.flatnonzero(graph.mask[graph.positions[state]])
        np.add.at(table[state], chance.choice(legal, 16), 1 / 16)

    game = chopsticks.load_game(f"{rules},repetition=none", start=start, ply_cap=cap)
    policy = {}
    for told, state in histories(game.new_initial_state(), {}).items():
        row = table[graph.state(state.chopsticks.position, state.current_player())]
        policy[told] = [(action, float(row[action])) for action in state.legal_actions()]
    # It keeps no reference to the policy.
    kept = pyspiel.TabularPolicy(policy)
    theirs = pyspiel.TabularBestResponseMDP(game, kept)

    ours = evaluate(table, graph, start=start, ply_cap=cap, opponents={"itself": table})
    found = theirs.nash_conv()
    assert ours.nash_conv == pytest.approx(found.nash_conv, abs=1e-9)
    assert ours.worst == pytest.approx((-found.br_values[1], -found.br_values[0]), abs=1e-9)
    assert ours.records["itself"][0].result == pytest.approx(found.on_policy_values[0], abs=1e-9)
    assert ours.exploitability == pytest.approx(found.nash_conv / 2, abs=1e-9)
    assert ours.exploitability > 0.01


def test_opponents_are_bots_and_policies():
    from open_spiel.python.algorithms import evaluate_bots, expected_game_score

    game = chopsticks.load_game("suicide")
    solution = solve("suicide")
    bots = [chopsticks.OpponentBot(opponent(name, solution, seed=3)) for name in ("random", "perfect")]
    returns = evaluate_bots.evaluate_bots(game.new_initial_state(), bots, np.random.RandomState(0))
    assert list(returns) == [-1, 1]

    capped = chopsticks.load_game("suicide", ply_cap=4)
    policies = [chopsticks.OpponentPolicy(capped, opponent(name, solution)) for name in ("random", "softmax=0.5")]
    theirs = expected_game_score.policy_value(capped.new_initial_state(), policies)
    graph = PositionGraph(solution)
    ours = evaluate("random", graph, opponents=["softmax=0.5"], ply_cap=4).records["softmax=0.5"][0]
    assert theirs[0] == pytest.approx(ours.result, abs=1e-9)
    assert tabulate("softmax=0.5", graph)[0].shape == (450, game.num_distinct_actions())
