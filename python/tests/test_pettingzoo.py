"""PettingZoo's own tests."""

import warnings

import numpy as np
import pytest

pytest.importorskip("pettingzoo")
pytest.importorskip("pygame")  # which the tests import

from pettingzoo import AECEnv  # noqa: E402
with warnings.catch_warnings():
    # The tests import another environment the old way.
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
    from pettingzoo.test.save_obs_test import test_save_obs as save_obs_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel  # noqa: E402

from waribashi import chopsticks_v0  # noqa: E402

RULES = ["self-tap", "school", "taps-split", "suicide", "cutoff,hands=2:3", "ten,repetition=first"]
# At a won position the loser's mask is all zeros, of which `api_test` warns.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("make", [chopsticks_v0.env, chopsticks_v0.raw_env])
def test_api(rules, make):
    api_test(make(rules, step_limit=200), num_cycles=1000)


@pytest.mark.parametrize("rules", RULES)
def test_seed(rules):
    seed_test(lambda: chopsticks_v0.env(rules, step_limit=200), num_cycles=500)


@pytest.mark.parametrize("rules", RULES)
def test_render(rules):
    render_test(lambda render_mode: chopsticks_v0.env(rules, render_mode=render_mode))


@pytest.mark.parametrize("rules", RULES)
def test_save_obs(rules, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    save_obs_test(chopsticks_v0.env(rules, render_mode="rgb_array"))


@pytest.mark.parametrize("rules", RULES)
def test_parallel_api(rules):
    parallel_api_test(turn_based_aec_to_parallel(chopsticks_v0.env(rules, step_limit=200)), num_cycles=200)


@pytest.mark.parametrize("rules", RULES)
def test_parallel_seed(rules):
    parallel_seed_test(lambda: turn_based_aec_to_parallel(chopsticks_v0.env(rules, step_limit=200)), num_cycles=200)


def test_unwrapped_and_names():
    env = chopsticks_v0.env()
    assert isinstance(env, AECEnv) and env.unwrapped is env and isinstance(env.unwrapped, chopsticks_v0.raw_env)
    assert str(env) == "chopsticks_v0" == env.metadata["name"] and env.metadata["is_parallelizable"] is False
    assert env.max_num_agents == 2


def test_the_example_of_the_documentation_runs():
    env = chopsticks_v0.env(render_mode="ansi")
    env.reset(seed=42)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        if termination or truncation:
            action = None
        else:
            action = env.action_space(agent).sample(observation["action_mask"])
            assert np.array_equal(observation["action_mask"], info["action_mask"])
        env.step(action)
    assert env.agents == []
    env.close()
