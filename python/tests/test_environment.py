"""The PettingZoo environment: rewards, ends, masks, views, copies, rendering."""

import copy
import pickle
import random

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from gymnasium import spaces  # noqa: E402

import waribashi  # noqa: E402
from waribashi import IllegalMoveError, chopsticks_v0  # noqa: E402

RULES = ["self-tap", "school", "taps-split", "suicide", "ten", "misere,repetition=threefold", "cutoff,hands=2:3", "attacks,hands=4"]
AGENTS = ["player_0", "player_1"]


def played(actions, make=chopsticks_v0.raw_env, **options):
    env = make(**options)
    env.reset()
    for action in actions:
        env.step(action)
    return env


def random_games(rules, count, make=chopsticks_v0.raw_env, step_limit=60, **options):
    """Yields the environment after every step of random games."""
    env = make(rules, step_limit=step_limit, **options)
    chance = random.Random(rules)
    for _ in range(count):
        env.reset()
        yield env
        while not any(env.terminations.values()) and not any(env.truncations.values()):
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(chance.choice(np.flatnonzero(mask).tolist()))
            yield env


# Faults of earlier programs (FAULTS.md), by their inputs.


@pytest.mark.parametrize("make", [chopsticks_v0.raw_env, chopsticks_v0.env])
def test_the_winner_gets_1_and_the_loser_minus_1(make):
    env = played([0, 0, 2, 5, 3], make)
    assert env.rewards == {"player_0": 1, "player_1": -1} and env._cumulative_rewards == env.rewards
    assert env.terminations == dict.fromkeys(AGENTS, True) and env.truncations == dict.fromkeys(AGENTS, False)


@pytest.mark.parametrize("make", [chopsticks_v0.raw_env, chopsticks_v0.env])
def test_a_repetition_is_a_draw_and_terminates_with_one_flag(make):
    env = played([0, 2, 2, 4], make)
    assert env.rewards == {"player_0": 0, "player_1": 0}
    assert env.terminations == dict.fromkeys(AGENTS, True) and env.truncations == dict.fromkeys(AGENTS, False)
    assert env.game.outcome.reason == "repetition"


@pytest.mark.parametrize("mode", chopsticks_v0.raw_env.metadata["render_modes"])
@pytest.mark.parametrize("make", [chopsticks_v0.raw_env, chopsticks_v0.env])
def test_every_mode_in_the_metadata_renders_at_every_step(mode, make, capsys):
    env = make(render_mode=mode)
    env.reset()
    shown = []
    for action in [0, 0, 2, 5, 3, None, None]:
        result = env.render()
        shown.append(result.tobytes() if mode == "rgb_array" else result)
        if mode == "rgb_array":
            assert result.dtype == np.uint8 and result.ndim == 3 and result.shape[2] == 3
        elif mode == "ansi":
            assert "player_0" in result and "player_1" in result
        else:
            assert result is None
        env.step(action)
    if mode != "human":
        assert len(set(shown[:6])) == 6
    elif make is chopsticks_v0.raw_env:
        capsys.readouterr()
        env.reset()
        assert capsys.readouterr().out.count("player_0") == 1
        env.step(0)
        assert "move 1: 1x1 by player_0" in capsys.readouterr().out


def test_the_text_shows_hands_mover_last_move_and_end():
    env = played([0], render_mode="ansi")
    assert env.render() == "player_0  1 1\nplayer_1  1 2  to move\nmove 1: 1x1 by player_0\n"
    env = played([0, 0, 2, 5, 3], render_mode="ansi")
    assert "player_0 wins (dead)" in env.render()


def test_rendering_without_a_mode_warns():
    env = played([0])
    with pytest.warns(UserWarning, match="render"):
        assert env.render() is None


def test_a_dead_hand_cannot_act_and_nothing_changes():
    env = played([0, 2, 3])
    assert env.observe(env.agent_selection)["observation"].tolist() == [1, 3, 0, 1, 1]
    before = pickle.dumps(env)
    for illegal in [0, 1, 4, 5, 6, -1, 99, 10**30, np.int64(0)]:
        with pytest.raises(IllegalMoveError):
            env.step(illegal)
        assert pickle.dumps(env) == before
    for wrong in [None, 1.5, float("nan"), "0", [0]]:
        with pytest.raises(TypeError):
            env.step(wrong)
        assert pickle.dumps(env) == before
    env.step(2)


@pytest.mark.parametrize("rules", RULES)
def test_masks_are_zero_for_the_idle_agent_and_after_the_end(rules):
    for env in random_games(rules, 30):
        over = any(env.terminations.values()) or any(env.truncations.values())
        for agent in AGENTS:
            mask = env.observe(agent)["action_mask"]
            assert mask.dtype == np.int8 and mask.shape == (env.rules.num_actions,)
            assert mask.any() == (agent == env.agent_selection and not over)
            assert np.array_equal(mask, env.infos[agent]["action_mask"])


@pytest.mark.parametrize("make", [chopsticks_v0.raw_env, chopsticks_v0.env])
def test_masks_are_zero_after_an_illegal_end(make):
    from pettingzoo.utils.wrappers import TerminateIllegalWrapper

    env = make()
    if make is chopsticks_v0.raw_env:
        env = TerminateIllegalWrapper(env, illegal_reward=-1)
    env.reset()
    for action in [0, 2, 3]:
        env.step(action)
    env.step(0)
    assert env.rewards == {"player_0": 0, "player_1": -1}
    assert all(env.terminations.values()) and all(env.truncations.values())
    for agent in AGENTS:
        assert not env.observe(agent)["action_mask"].any()
        assert not env.infos[agent]["action_mask"].any()


# Traps that were reported against the classic environments (ENVIRONMENTS.md).


@pytest.mark.parametrize("rules", RULES)
def test_rewards_sum_to_zero_on_every_path(rules):
    for env in random_games(rules, 60):
        assert sum(env.rewards.values()) == 0 and sum(env._cumulative_rewards.values()) == 0
        outcome = env.game.outcome
        expected = outcome.rewards if outcome else (0, 0)
        assert tuple(env.rewards[agent] for agent in AGENTS) == expected
        assert all(env.terminations.values()) == bool(outcome)
        assert all(type(flag) is bool for flags in (env.terminations, env.truncations) for flag in flags.values())


@pytest.mark.parametrize("rules", RULES)
def test_step_for_step_equal_to_the_game(rules):
    game = None
    for env in random_games(rules, 60):
        if not env.game.moves:
            game = waribashi.Game(rules)
        else:
            game.play(env.game.moves[-1])
        assert game == env.game and env.agent_selection == AGENTS[game.to_move]
        observation = env.observe("player_0")["observation"]
        first, second = (game.position.mine, game.position.theirs)[:: 1 if game.to_move == 0 else -1]
        assert observation.tolist() == [*first, *second, game.to_move]
        legal = [] if any(env.truncations.values()) else game.legal_actions()
        assert np.flatnonzero(env.infos[env.agent_selection]["action_mask"]).tolist() == legal


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("options", [{}, {"view": "own"}, {"repetitions": True}, {"view": "own", "repetitions": True}])
def test_observations_are_in_their_space_for_either_agent_at_any_time(rules, options):
    for env in random_games(rules, 10, **options):
        for agent in AGENTS:
            observed = env.observe(agent)
            assert env.observation_space(agent).contains(observed), observed


def test_the_own_view_is_the_same_game_from_either_side():
    env = played([0], view="own")
    assert env.observe("player_1")["observation"].tolist() == [1, 2, 1, 1, 0]
    assert env.observe("player_0")["observation"].tolist() == [1, 1, 1, 2, 1]
    absolute = played([0])
    for agent in AGENTS:
        assert absolute.observe(agent)["observation"].tolist() == [1, 1, 1, 2, 1]
    assert absolute.state().tolist() == [1, 1, 1, 2, 1]


def test_repetitions_tell_which_actions_draw():
    env = played([0, 2, 2], repetitions=True)
    observed = env.observe("player_1")["observation"]
    assert observed.shape == (11,) and observed[5:].tolist() == [0, 0, 0, 0, 1, 0]
    env.step(4)
    assert env.game.outcome.reason == "repetition"


def test_arrays_that_were_returned_never_change():
    env = chopsticks_v0.env()
    env.reset()
    kept = []
    for action in [0, 0, 2, 5, 3, None, None]:
        for agent in env.agents:
            observed = env.observe(agent)
            for array in (observed["observation"], observed["action_mask"], env.infos[agent]["action_mask"]):
                kept.append((array, array.copy()))
        env.step(action)
    for array, before in kept:
        assert np.array_equal(array, before)
    env.reset()
    env.observe("player_0")["action_mask"][:] = 0
    env.infos["player_0"]["action_mask"][:] = 0
    env.step(0)
    assert env.rewards == {"player_0": 0, "player_1": 0} and not any(env.terminations.values())


@pytest.mark.parametrize("make", [chopsticks_v0.raw_env, chopsticks_v0.env])
def test_the_next_player_is_selected_at_the_end_and_rewards_stay_until_the_dead_steps(make):
    env = played([0, 0, 2, 5, 3], make)
    assert env.agent_selection == "player_1" and env.agents == AGENTS
    observation, reward, terminated, truncated, info = env.last()
    assert (reward, terminated, truncated) == (-1, True, False)
    assert observation["observation"].tolist() == env.state().tolist()
    env.step(None)
    assert env.agents == ["player_0"] and env.agent_selection == "player_0"
    assert env.last()[1:4] == (1, True, False)
    for keyed in (env.rewards, env.terminations, env.truncations, env.infos, env._cumulative_rewards):
        assert list(keyed) == env.agents
    env.step(None)
    assert env.agents == []


@pytest.mark.parametrize("make", [chopsticks_v0.raw_env, chopsticks_v0.env])
@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_and_pickles_keep_the_live_game_and_are_apart(make, again):
    env = played([0, 2, 2], make)
    other = again(env)
    assert other.game == env.game and other.agent_selection == env.agent_selection
    assert np.array_equal(other.observe("player_1")["action_mask"], env.observe("player_1")["action_mask"])
    other.step(4)
    assert all(other.terminations.values()) and not any(env.terminations.values())
    env.step(1)
    assert len(env.game) == len(other.game) == 4 and env.game != other.game
    fresh = again(make())
    fresh.reset()
    assert fresh.game == waribashi.Game()


def test_spaces_are_the_same_objects_at_every_call():
    env = chopsticks_v0.env()
    for agent in env.possible_agents:
        assert env.action_space(agent) is env.action_space(agent)
        assert env.observation_space(agent) is env.observation_space(agent)
    assert env.action_space("player_0") == spaces.Discrete(6)
    space = env.observation_space("player_0")["observation"]
    assert space.shape == (5,) and space.high.tolist() == [4, 4, 4, 4, 1] and space.dtype == np.int8
    assert chopsticks_v0.env("attacks,fingers=255").observation_space("player_0")["observation"].dtype == np.int16


def test_the_step_limit_alone_truncates():
    env = chopsticks_v0.raw_env("rollover", step_limit=3)
    for _ in range(2):
        env.reset()
        for step in range(3):
            assert not any(env.truncations.values())
            env.step(env.game.legal_actions()[0])
        assert env.truncations == dict.fromkeys(AGENTS, True) and not any(env.terminations.values())
        assert env.rewards == {"player_0": 0, "player_1": 0}
    won = chopsticks_v0.raw_env(step_limit=5)
    won.reset()
    for action in [0, 0, 2, 5, 3]:
        won.step(action)
    assert not any(won.truncations.values()) and all(won.terminations.values())


def test_a_game_can_start_anywhere():
    env = chopsticks_v0.env()
    env.reset(options={"start": "13-04", "to_move": 1})
    assert env.agent_selection == "player_1" and env.state().tolist() == [0, 4, 1, 3, 1]
    env.step(1)
    assert env.rewards == {"player_0": -1, "player_1": 1}
    env.reset()
    assert env.state().tolist() == [1, 1, 1, 1, 0]
    with pytest.raises(ValueError, match="over"):
        env.reset(options={"start": "00-11"})


@pytest.mark.parametrize(
    "wrong", [{"render_mode": "window"}, {"view": "mine"}, {"step_limit": 0}, {"rules": "nope"}]
)
def test_wrong_arguments_are_refused(wrong):
    with pytest.raises(ValueError):
        chopsticks_v0.env(**wrong)


def test_the_oracle_counts_the_history():
    env = chopsticks_v0.env()
    env.reset()
    game = waribashi.Game()
    for move in "1x1 1+2 1x3 4x1 1x1 2+4 1x2".split():
        action = game.actions_of_move(move)[0]
        game.play(move)
        env.step(action)
    oracle = env.unwrapped.oracle
    assert oracle.value == 0 and oracle.table_value == 1 and oracle.table_distance == 5 and oracle.difference
    assert set(oracle.best_actions) <= set(game.legal_actions())
    env.reset()
    assert env.unwrapped.oracle.value == 0 and env.unwrapped.oracle.best_moves == ["1x1"]


def test_the_oracle_plays_perfectly():
    env = chopsticks_v0.env("suicide")
    env.reset()
    plies = 0
    while not any(env.terminations.values()):
        env.step(env.unwrapped.oracle.best_actions[0])
        plies += 1
    assert plies == 26 and env.rewards == {"player_0": -1, "player_1": 1}


def test_it_is_registered_where_pettingzoo_has_a_registry():
    pettingzoo = pytest.importorskip("pettingzoo")
    if not hasattr(pettingzoo, "register"):
        pytest.skip("this version has no registry")
    env = pettingzoo.make("aec", "chopsticks/chopsticks-v0", rules="school")
    env.reset()
    assert env.unwrapped.rules == waribashi.Rules("school")
