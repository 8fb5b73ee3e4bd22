"""The checks that `env()` has fused in: the same as PettingZoo's three standard wrappers, step by step."""

import random

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.utils import wrappers  # noqa: E402
from pettingzoo.utils.env_logger import EnvLogger  # noqa: E402

from waribashi import chopsticks_v0  # noqa: E402

RULES = ["self-tap", "school", "taps-split", "suicide", "cutoff,hands=2:3", "misere,repetition=threefold"]
FIELDS = ["agents", "agent_selection", "rewards", "_cumulative_rewards", "terminations", "truncations", "num_agents"]


def stack(*args, **kwargs):
    env = chopsticks_v0.raw_env(*args, **kwargs)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


def done(call):
    """What a call did: its result, or its exception and message."""
    EnvLogger.flush()
    try:
        result = call()
    except Exception as error:  # every exception must be the same
        return type(error), str(error).replace("'raw_env'", "'checked_env'")
    return result, tuple(EnvLogger.mqueue)


def plain(value):
    if isinstance(value, np.ndarray):
        return value.dtype.name, value.tolist()
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    return type(value).__name__, value


def look(env):
    """Everything that can be seen of an environment."""
    seen = [plain(done(lambda field=field: getattr(env, field))) for field in [*FIELDS, "infos"]]
    for agent in ["player_0", "player_1"]:
        seen.append(plain(done(lambda agent=agent: env.observe(agent))))
    seen.append(plain(done(env.last)))
    seen.append(plain(done(env.state)))
    seen.append(plain(done(lambda: str(env))))
    return seen


def any_call(chance, env):
    """A call, told by its name, as a careless program makes it: mostly legal steps."""
    actions = chopsticks_v0.env(env.unwrapped.rules).action_space("player_0").n
    kind = chance.random()
    if kind < 0.75:
        try:
            agent = env.agent_selection
            mask = env.observe(agent)["action_mask"]
            dead = env.terminations[agent] or env.truncations[agent]
        except (AttributeError, AssertionError, KeyError):
            return "step", 0
        if dead:
            return "step", None
        action = chance.choice(np.flatnonzero(mask).tolist())
        return "step", chance.choice([action, np.int64(action), np.int8(action), np.array(action)])
    if kind < 0.93:
        odd = [None, 0, 1, -1, int(actions), 10**30, 0.0, 1.5, float("nan"), "0", True, np.True_, np.uint8(1), np.float32(1)]
        odd += [np.array(2), np.array([1]), [0], np.int64(2), chance.randrange(int(actions))]
        return "step", chance.choice(odd)
    return chance.choice([("reset", None), ("iterate", None), ("render", None), ("step", None)])


def make_call(env, call):
    name, argument = call
    if name == "step":
        return plain(done(lambda: env.step(argument)))
    if name == "reset":
        return plain(done(lambda: env.reset(seed=1)))
    if name == "render":
        return plain(done(env.render))
    agents = []

    def iterate():
        for agent in env.agent_iter(2):
            agents.append(agent)
            if len(agents) == 1:
                env.step(None if env.terminations[agent] or env.truncations[agent] else 0)

    return plain(done(iterate)), agents


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("reset_first", [True, False])
def test_equal_to_the_standard_wrappers_whatever_is_called(rules, reset_first):
    ends = set()
    for seed in range(250):
        chance = random.Random(seed)
        options = {"step_limit": chance.choice([None, 7, 30]), "render_mode": chance.choice([None, "ansi"])}
        options["view"] = chance.choice(["absolute", "own"])
        fused, wrapped = chopsticks_v0.env(rules, **options), stack(rules, **options)
        if reset_first:
            fused.reset()
            wrapped.reset()
        calls = []
        for _ in range(30):
            assert look(fused) == look(wrapped), (seed, calls)
            call = any_call(chance, wrapped)
            calls.append(call)
            assert make_call(fused, call) == make_call(wrapped, call), (seed, calls)
            if fused._has_reset and fused.agents:
                ends.add((any(fused.terminations.values()), any(fused.truncations.values()), min(fused.rewards.values())))
    if reset_first:
        assert {(False, False, 0), (True, True, -1.0), (False, True, 0), (True, False, -1)} <= ends


def test_before_a_reset_the_order_is_enforced():
    env = chopsticks_v0.env()
    for name in ["rewards", "terminations", "truncations", "infos", "agent_selection", "num_agents", "agents"]:
        with pytest.raises(AttributeError, match=f"{name} cannot be accessed before reset"):
            getattr(env, name)
    for call in [lambda: env.step(0), lambda: env.observe("player_0"), env.render, env.state, env.agent_iter]:
        with pytest.raises(AssertionError, match="needs to be called before"):
            call()
    assert env.possible_agents == ["player_0", "player_1"]


def test_a_loop_that_does_not_step_is_found():
    env = chopsticks_v0.env()
    env.reset()
    with pytest.raises(AssertionError, match="need to call step"):
        for _ in env.agent_iter():
            pass


@pytest.mark.filterwarnings("ignore")
def test_an_illegal_action_costs_its_agent_1_and_the_other_nothing():
    env = chopsticks_v0.env()
    env.reset()
    for action in [0, 2, 3, 0]:
        env.step(action)
    assert env.rewards == {"player_0": 0, "player_1": -1.0}
    assert env.terminations == env.truncations == {"player_0": True, "player_1": True}
    assert env.agent_selection == "player_0" and env.last()[1] == 0
    env.step(None)
    assert env.agent_selection == "player_1" and env.last()[1] == -1
