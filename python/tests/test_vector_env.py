"""The vector environment of gymnasium."""

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", minversion="1.1")

from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402

from waribashi import IllegalMoveError, Rules  # noqa: E402
from waribashi.vector import ChopsticksVectorEnv  # noqa: E402

MODES = list(AutoresetMode)
RULES = ["self-tap", "school", "cutoff,repetition=first", "self-tap,hands=3"]


class OneGame(gymnasium.Env):
    """A game of the AEC environment as an environment of one agent, both players' actions in turn: the slow twin."""

    def __init__(self, rules: str, step_limit: int | None):
        chopsticks_v0 = pytest.importorskip("waribashi.chopsticks_v0")
        self.env = chopsticks_v0.raw_env(rules, step_limit=step_limit)
        self.observation_space = self.env.observation_space("player_0")
        self.action_space = self.env.action_space("player_0")

    def told(self):
        agent = self.env.agent_selection
        return self.env.observe(agent)

    def infos(self, **more):
        env = self.env
        turn = np.int8(env.possible_agents.index(env.agent_selection))
        return {"action_mask": self.told()["action_mask"], "turn": turn, **more}

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.env.reset()
        return self.told(), self.infos()

    def step(self, action):
        env = self.env
        agent = env.agent_selection
        env.step(int(action))
        rewards = np.array([env.rewards[player] for player in env.possible_agents], np.float32)
        terminated, truncated = env.terminations[agent], env.truncations[agent]
        return self.told(), rewards[env.possible_agents.index(agent)], terminated, truncated, self.infos(rewards=rewards)


def same(given, expected, at=""):
    """Whether two values told by environments are the same, dictionaries and arrays of objects included."""
    if isinstance(expected, dict):
        assert set(given) == set(expected), at
        for key in expected:
            same(given[key], expected[key], f"{at}[{key!r}]")
    elif isinstance(expected, tuple):
        for a, b in zip(given, expected, strict=True):
            same(a, b, at)
    elif isinstance(expected, np.ndarray) and expected.dtype == object:
        assert len(given) == len(expected)
        for a, b in zip(given, expected, strict=True):
            assert (a is None) == (b is None), at
            if b is not None:
                same(a, b, at)
    else:
        np.testing.assert_array_equal(given, expected, err_msg=at)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("mode", MODES)
def test_the_environment_is_the_aec_environment_many_times(rules, mode):
    games, step_limit = 40, 30
    env = ChopsticksVectorEnv(games, rules, autoreset_mode=mode, step_limit=step_limit, seed=1)
    twin = SyncVectorEnv([lambda: OneGame(rules, step_limit)] * games, autoreset_mode=mode)
    assert env.single_observation_space == twin.single_observation_space
    assert env.single_action_space == twin.single_action_space
    assert env.observation_space == twin.observation_space
    assert env.action_space == twin.action_space
    assert env.metadata["autoreset_mode"] == twin.metadata["autoreset_mode"]
    same(env.reset(seed=2), twin.reset(seed=2))
    ended = 0
    for _ in range(60):
        actions = env.sample_actions()
        told, expected = env.step(actions), twin.step(actions)
        for given, wanted in zip(told[:4], expected[:4], strict=True):
            same(given, wanted)
        over = told[2] | told[3]
        ended += int(over.sum())
        infos, wanted = told[4], expected[4]
        if mode == AutoresetMode.SAME_STEP:
            for key in ("final_obs", "_final_obs", "_final_info"):
                assert (key in infos) == (key in wanted)
                if key in wanted:
                    same(infos[key], wanted[key], key)
            if "final_info" in wanted:
                for key in ("rewards", "_rewards", "action_mask", "_action_mask"):
                    same(infos["final_info"][key], wanted["final_info"][key], key)
        same(infos["action_mask"], wanted["action_mask"])
        same(infos["turn"], wanted["turn"])
        if mode == AutoresetMode.DISABLED and over.any():
            told = env.reset(options={"reset_mask": over.copy()})
            expected = twin.reset(options={"reset_mask": over.copy()})
            same(told[0], expected[0])
    assert ended > 100


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("opponent", [None, "random"])
def test_gymnasiums_own_checks_pass(mode, opponent):
    checker = pytest.importorskip("gymnasium.utils.env_checker")
    env = ChopsticksVectorEnv(1, "self-tap", autoreset_mode=mode, opponent=opponent, seed=1)
    checker.check_action_space(env.action_space)
    checker.check_observation_space(env.observation_space)
    checker.check_reset_seed_determinism(env)
    checker.check_reset_options(env)
    checker.check_reset_return_type(env)
    if hasattr(checker, "check_returned_data_not_reused"):
        checker.check_returned_data_not_reused(env)


class One(gymnasium.Env):
    """A vector environment of one game as an environment, for the checks that know no others."""

    def __init__(self, env):
        self.env, self.spec = env, None
        self.observation_space, self.action_space = env.single_observation_space, env.single_action_space

    def first(self, observation):
        return {key: array[0] for key, array in observation.items()}

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        observation, infos = self.env.reset(seed=seed)
        return self.first(observation), infos

    def step(self, action):
        observation, rewards, terminated, truncated, infos = self.env.step([action])
        return self.first(observation), float(rewards[0]), bool(terminated[0]), bool(truncated[0]), infos


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("rules", RULES)
def test_gymnasiums_checker_passes_for_one_game(mode, rules):
    from gymnasium.utils.env_checker import check_env

    check_env(One(ChopsticksVectorEnv(1, rules, autoreset_mode=mode, illegal="end", seed=1)), skip_render_check=True)


@pytest.mark.parametrize("mode", MODES)
def test_what_was_returned_is_not_overwritten_unless_asked_for(mode):
    def arrays(told):
        found = []
        for part in told:
            if isinstance(part, dict):
                found += arrays(part.values())
            elif isinstance(part, np.ndarray):
                found.append(part)
        return found

    env = ChopsticksVectorEnv(50, "school", autoreset_mode=mode, step_limit=7, values=True, seed=1)
    kept = [(array, array.copy()) for array in arrays(env.reset())]
    for _ in range(6):
        told = env.step_random()
        kept += [(array, array.copy()) for array in arrays(told)]
        over = told[2] | told[3]
        if mode == AutoresetMode.DISABLED and over.any():
            kept += [(array, array.copy()) for array in arrays(env.reset(options={"reset_mask": over}))]
    for array, copy in kept:
        np.testing.assert_array_equal(array, copy)
    for at, (array, _) in enumerate(kept):
        assert not any(np.shares_memory(array, other) for other, _ in kept[:at] if array.dtype != object)

    trap = ChopsticksVectorEnv(50, "school", copy=False, seed=1)
    first, _ = trap.reset()
    before = first["observation"].copy()
    second, *_ = trap.step_random()
    assert second["observation"] is first["observation"]
    assert (first["observation"] != before).any()


def test_observations_are_in_their_space_and_can_leave_the_mask_out():
    for masks in (True, False):
        env = ChopsticksVectorEnv(20, "rollover", masks_in_observation=masks, seed=1)
        observation, infos = env.reset()
        for _ in range(30):
            assert observation in env.observation_space
            assert infos["action_mask"].shape == (20, env.single_action_space.n)
            observation, rewards, terminated, truncated, infos = env.step_random()
            assert rewards.shape == terminated.shape == truncated.shape == (20,)
            assert terminated.dtype == truncated.dtype == np.bool_


def test_seeds_reproduce():
    def run(reset, made=None):
        env = ChopsticksVectorEnv(100, "self-tap", opponent="random", seat="random", seed=made)
        env.reset(seed=reset)
        return [env.step_random()[4]["action"] for _ in range(20)][-1]

    assert (run(3) == run(3)).all()
    assert (run(3) != run(4)).any()
    assert (run(None, 3) == run(None, 3)).all()
    assert (run(None) != run(None)).any()


def test_a_single_agent_sees_only_its_own_turns_and_rewards():
    env = ChopsticksVectorEnv(300, "suicide", opponent="perfect", values=True, seed=1)
    _, infos = env.reset()
    assert (infos["turn"] == 0).all() and (infos["value"] == -1).all() and (infos["distance"] == 26).all()
    for _ in range(40):
        _, rewards, terminated, _, infos = env.step_random()
        over = terminated
        assert (infos["turn"][~over] == 0).all()
        assert (rewards[over] == -1).all() and (rewards[~over] == 0).all()
        # The opponent keeps what it has won.
        assert (infos["value"][~over] == -1).all()


def test_illegal_actions_are_refused_or_end_their_game():
    env = ChopsticksVectorEnv(3, "attacks")
    env.reset()
    with pytest.raises(IllegalMoveError, match="action 4 of game 1"):
        env.step([0, 4, 0])
    env = ChopsticksVectorEnv(3, "attacks", illegal="end")
    env.reset()
    _, rewards, terminated, truncated, infos = env.step([0, 4, 0])
    assert rewards.tolist() == [0, -1, 0]
    assert terminated.tolist() == truncated.tolist() == [False, True, False]
    assert infos["rewards"].tolist() == [[0, 0], [-1, 0], [0, 0]]


def test_what_is_given_is_checked():
    env = ChopsticksVectorEnv(3)
    env.reset()
    with pytest.raises(TypeError, match="whole numbers"):
        env.step([0.0, 1.0, 2.0])
    with pytest.raises(ValueError, match="shape"):
        env.step([0, 0])
    with pytest.raises(TypeError, match="one number for all"):
        env.reset(seed=[1, 2, 3])
    for mask, error in [
        ([True, False, True], TypeError),
        (np.array([1, 0, 1]), TypeError),
        (np.array([True]), ValueError),
        (np.zeros(3, np.bool_), ValueError),
    ]:
        with pytest.raises(error, match="reset_mask"):
            env.reset(options={"reset_mask": mask})
    env.step(np.array([0, 1, 2], np.uint8))
    with pytest.raises(ValueError):
        ChopsticksVectorEnv(3, autoreset_mode="sometimes")
    assert ChopsticksVectorEnv(3, autoreset_mode="SameStep").metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    assert ChopsticksVectorEnv.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP


def test_gymnasium_makes_it_by_its_name():
    env = gymnasium.make_vec("waribashi/Chopsticks-v0", num_envs=4, rules="school")
    observation, _ = env.reset(seed=1)
    assert observation["observation"].shape == (4, 5)
    assert env.unwrapped.batch.rules == Rules("school")
    env.close()
