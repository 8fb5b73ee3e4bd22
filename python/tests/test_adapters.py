"""The environment as other frameworks take it."""

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from waribashi import Game, IllegalMoveError, Rules, opponents  # noqa: E402
from waribashi.adapters import as_rllib, as_sb3  # noqa: E402


def play(env, chance, seed=None):
    """A game by chance: what was seen, and the rewards."""
    seen, info = env.reset(seed=seed)
    told, rewards = [seen], []
    over = cut = False
    while not (over or cut):
        mask = env.action_masks()
        np.testing.assert_array_equal(mask, info["action_mask"])
        seen, reward, over, cut, info = env.step(int(chance.choice(np.flatnonzero(mask))))
        assert env.observation_space.contains(seen)
        told.append(seen)
        rewards.append(reward)
    return told, rewards, info, cut


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("rules", ["self-tap", "suicide", "attacks,hands=3"])
def test_gymnasiums_own_checker_passes(rules):
    from gymnasium.utils.env_checker import check_env

    # It samples actions without a mask; every action of these is legal at the start or refused.
    class Legal(gymnasium.ActionWrapper):
        def action(self, action):
            mask = self.env.action_masks()
            return int(action) if mask[action] else int(np.flatnonzero(mask)[0])

    check_env(Legal(as_sb3(rules, "epsilon=0.5")), skip_render_check=True)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_rewards_are_of_the_own_seat_and_come_at_the_end(seat):
    env = as_sb3("suicide", "softmax=1", seat=seat)
    chance = np.random.default_rng(0)
    seats, ends = set(), set()
    for game in range(60):
        _, rewards, info, cut = play(env, chance, game)
        assert not any(rewards[:-1])
        outcome = env.env.game.outcome
        assert rewards[-1] == (0 if cut else outcome.rewards[info["seat"]])
        seats.add(info["seat"])
        ends.add(rewards[-1])
    assert seats == ({0, 1} if seat is None else {seat}) and {1, -1} <= ends


def test_observations_are_from_the_own_side():
    env = as_sb3("school", "random", seat=1)
    chance = np.random.default_rng(1)
    seen, _ = env.reset(seed=3)
    over = False
    while not over:
        game = env.env.game
        np.testing.assert_array_equal(seen, game.observation(1))
        np.testing.assert_array_equal(env.action_masks(), game.action_mask())
        assert game.to_move == 1 and seen[4] == 0
        seen, _, over, _, _ = env.step(int(chance.choice(np.flatnonzero(env.action_masks()))))


def test_the_same_seed_gives_the_same_game_and_the_next_game_is_another():
    env = as_sb3("school", "random")
    games = []
    for seed in (5, 5, None, None):
        chance = np.random.default_rng(0)
        games.append([seen.tolist() for seen in play(env, chance, seed)[0]])
    assert games[0] == games[1] and len({str(game) for game in games}) == 3


def test_the_opponent_may_be_a_function_and_may_be_changed():
    asked = []

    def first(observation, mask):
        asked.append(observation)
        assert observation[-1] == 0, "its own turn, seen from its side"
        return np.flatnonzero(mask)[0]

    env = as_sb3("self-tap", first, seat=1)
    play(env, np.random.default_rng(0))
    assert asked
    env.opponent = opponents.Perfect("self-tap")
    told = len(asked)
    for game in range(5):
        assert play(env, np.random.default_rng(game))[1][-1] <= 0
    assert len(asked) == told


def test_games_without_a_repetition_rule_are_cut_off():
    env = as_sb3("cutoff", "traps", step_limit=3, seat=0)
    *_, cut = play(env, np.random.default_rng(0))
    assert cut and len(env.env.game) == 3
    assert as_sb3("cutoff").env.step_limit == 200 and as_sb3("self-tap").env.step_limit is None


def test_what_is_wrong_is_refused():
    with pytest.raises(ValueError, match="seat"):
        as_sb3(seat=2)
    with pytest.raises(ValueError, match="nobody"):
        as_sb3(opponent="nobody")
    env = as_sb3("self-tap", seat=0)
    env.reset()
    env.env.reset(options={"start": "04-12"})
    with pytest.raises(IllegalMoveError):
        env.step(0)


def test_the_rllib_environment_step_by_step():
    pytest.importorskip("ray.rllib", reason="ray is not installed: see scripts/check-frameworks")
    for rules in ("self-tap", "cutoff,hands=2:3"):
        env = as_rllib(rules)
        chance = np.random.default_rng(0)
        for _ in range(10):
            seen, _ = env.reset()
            game = Game(Rules(rules))
            over = False
            while not over:
                ((agent, at),) = seen.items()
                assert agent == f"player_{game.to_move}" and env.observation_spaces[agent].contains(at)
                np.testing.assert_array_equal(at["action_mask"], game.action_mask())
                np.testing.assert_array_equal(at["observations"], game.observation(game.to_move))
                action = int(chance.choice(game.legal_actions()))
                game.play(action)
                seen, rewards, ends, cuts, _ = env.step({agent: action})
                over = ends["__all__"] or cuts["__all__"]
                assert sum(rewards.values()) == 0
            if game.outcome:
                assert tuple(rewards.values()) == game.outcome.rewards and set(seen) == {"player_0", "player_1"}
