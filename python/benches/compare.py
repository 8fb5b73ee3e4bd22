"""Steps per second of waribashi's environments and of whatever peers are installed, and the ratios between them.

    python python/benches/compare.py                        everything that is installed
    python python/benches/compare.py aec                    one group
    python python/benches/compare.py --chopsticks PATH      with AbhijeetKrishnan/chopsticks, PATH being its folder `src`

All are measured in turn, several times over, and the best of each counts: other programs on the machine can only make
things slower. A measurement is a function under `@measure`; a goal is a line of `GOALS`.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import warnings
from collections.abc import Callable

import numpy as np

SECONDS = 0.5
ROUNDS = 5

# Each makes what is measured and returns a function that plays for some seconds and tells the steps per second. An
# ImportError says that it is not installed.
Play = Callable[[float], float]
MEASURES: dict[str, tuple[str, Callable[[], Play]]] = {}

# (group, ours, theirs, at least so many times as fast)
GOALS = [
    ("aec", "chopsticks env()", "PettingZoo tictactoe_v3 env()", 4.0),
    ("aec", "chopsticks raw_env()", "PettingZoo tictactoe_v3 raw_env()", 2.0),
    ("aec", "chopsticks raw_env()", "the first seed's raw environment", 5.0),
    ("aec", "chopsticks raw_env(), steps alone", "the first seed's raw environment, steps alone", 5.0),
    ("aec", "chopsticks env()", "chopsticks raw_env() in the three wrappers", 1.0),
    ("vector", "Batch, given actions", "PufferLib's squared, given actions", 1.0),
    ("vector", "Batch, sampled actions", "pgx tic_tac_toe, sampled actions", 10.0),
]

# (group, ours, at least so many steps per second)
RATES = [
    ("vector", "Batch, given actions", 100e6),
    ("vector", "Batch, sampled actions", 40e6),
]

seed_source: str | None = None


def measure(group: str, name: str) -> Callable[[Callable[[], Play]], Callable[[], Play]]:
    def keep(make: Callable[[], Play]) -> Callable[[], Play]:
        MEASURES[name] = (group, make)
        return make

    return keep


def aec(env) -> Play:
    """Legal random play with an observation of every position, dead steps counted, as PettingZoo's benchmark has it."""
    chance = random.Random(0)

    def play(seconds: float) -> float:
        steps = 0
        env.reset()
        start = time.perf_counter()
        end = start + seconds
        while True:
            for _ in range(100):
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.reset()
                    continue
                legal = np.flatnonzero(observation["action_mask"]).tolist()
                env.step(legal[int(chance.random() * len(legal))])
                steps += 1
            now = time.perf_counter()
            if now >= end:
                return steps / (now - start)

    return play


def steps_alone(env) -> Play:
    """Steps and resets without a look at any position: the games of random play, from a list."""
    chance = random.Random(0)
    games = []
    for _ in range(200):
        env.reset()
        actions = []
        while not any(env.terminations.values()):
            legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist()
            actions.append(chance.choice(legal))
            env.step(actions[-1])
        games.append(actions)
    count = sum(map(len, games))

    def play(seconds: float) -> float:
        steps = 0
        start = time.perf_counter()
        while True:
            for actions in games:
                env.reset()
                for action in actions:
                    env.step(action)
            steps += count
            now = time.perf_counter()
            if now >= start + seconds:
                return steps / (now - start)

    return play


@measure("aec", "chopsticks env()")
def _() -> Play:
    from waribashi import chopsticks_v0

    return aec(chopsticks_v0.env())


@measure("aec", "chopsticks raw_env()")
def _() -> Play:
    from waribashi import chopsticks_v0

    return aec(chopsticks_v0.raw_env())


@measure("aec", "chopsticks raw_env() in the three wrappers")
def _() -> Play:
    from pettingzoo.utils import wrappers

    from waribashi import chopsticks_v0

    env = wrappers.TerminateIllegalWrapper(chopsticks_v0.raw_env(), illegal_reward=-1)
    return aec(wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env)))


@measure("aec", "PettingZoo tictactoe_v3 env()")
def _() -> Play:
    from pettingzoo.classic import tictactoe_v3

    return aec(tictactoe_v3.env())


@measure("aec", "PettingZoo tictactoe_v3 raw_env()")
def _() -> Play:
    from pettingzoo.classic import tictactoe_v3

    return aec(tictactoe_v3.raw_env())


@measure("aec", "the first seed's raw environment")
def _() -> Play:
    if seed_source is None:
        raise ImportError("say where it is with --chopsticks")
    sys.path.insert(0, seed_source)
    from chopsticks.env.chopsticks import ChopsticksEnv

    return aec(ChopsticksEnv(render_mode=None))


@measure("aec", "chopsticks raw_env(), steps alone")
def _() -> Play:
    from waribashi import chopsticks_v0

    return steps_alone(chopsticks_v0.raw_env())


@measure("aec", "the first seed's raw environment, steps alone")
def _() -> Play:
    if seed_source is None:
        raise ImportError("say where it is with --chopsticks")
    sys.path.insert(0, seed_source)
    from chopsticks.env.chopsticks import ChopsticksEnv

    return steps_alone(ChopsticksEnv(render_mode=None))


@measure("aec", "the first seed's environment in the three wrappers")
def _() -> Play:
    if seed_source is None:
        raise ImportError("say where it is with --chopsticks")
    sys.path.insert(0, seed_source)
    from chopsticks.env.chopsticks import env

    return aec(env())


# Of the vector environments: how many games, and how many steps are recorded and played again.
GAMES = 16_384
RECORDED = 64


def timed(step: Callable[[], object], steps: int, seconds: float) -> float:
    """Calls a function that makes some steps for some seconds, and tells the steps per second."""
    made = 0
    start = time.perf_counter()
    while True:
        step()
        made += steps
        now = time.perf_counter()
        if now - start >= seconds:
            return made / (now - start)


def batch(**options):
    """A batch of the default rules, whose repetition rule is exact, with its arrays, all of which a step writes."""
    from waribashi.vector import Batch

    games = Batch("self-tap", GAMES, seed=0, autoreset="same_step", **options)
    buffers, actions = games.buffers(), games.actions()
    games.reset(buffers)
    return games, buffers, actions


def given_actions(**options) -> Play:
    games, buffers, actions = batch(**options)
    games.reset(buffers, seed=0)
    recorded = []
    for _ in range(RECORDED):
        games.step_random(actions, buffers)
        recorded.append(actions.copy())

    def again() -> None:
        games.reset(buffers, seed=0)
        for given in recorded:
            games.step(given, buffers)

    return lambda seconds: timed(again, RECORDED * GAMES, seconds)


def sampled_actions(**options) -> Play:
    games, buffers, actions = batch(**options)
    return lambda seconds: timed(lambda: games.step_random(actions, buffers), GAMES, seconds)


@measure("vector", "Batch, given actions")
def _() -> Play:
    return given_actions()


@measure("vector", "Batch, sampled actions")
def _() -> Play:
    return sampled_actions()


@measure("vector", "Batch, given actions, one thread")
def _() -> Play:
    return given_actions(threads=1)


@measure("vector", "Batch, sampled actions, one thread")
def _() -> Play:
    return sampled_actions(threads=1)


@measure("vector", "Batch, sampled actions, against a random opponent")
def _() -> Play:
    return sampled_actions(opponent="random")


@measure("vector", "Batch, sampled actions, against a perfect opponent")
def _() -> Play:
    return sampled_actions(opponent="perfect")


@measure("vector", "ChopsticksVectorEnv, sampled actions, copy=True")
def _() -> Play:
    from waribashi.vector import ChopsticksVectorEnv

    env = ChopsticksVectorEnv(GAMES, seed=0)
    env.reset()
    return lambda seconds: timed(env.step_random, GAMES, seconds)


@measure("vector", "ChopsticksVectorEnv, sampled actions, copy=False")
def _() -> Play:
    from waribashi.vector import ChopsticksVectorEnv

    env = ChopsticksVectorEnv(GAMES, seed=0, copy=False)
    env.reset()
    return lambda seconds: timed(env.step_random, GAMES, seconds)


@measure("vector", "PufferLib's squared, given actions")
def _() -> Play:
    from pufferlib.ocean.squared.squared import Squared

    env = Squared(num_envs=GAMES)
    env.reset(0)
    recorded = np.random.default_rng(0).integers(0, env.single_action_space.n, (RECORDED, GAMES))

    def again() -> None:
        for given in recorded:
            env.step(given)

    return lambda seconds: timed(again, RECORDED * GAMES, seconds)


@measure("vector", "pgx tic_tac_toe, sampled actions")
def _() -> Play:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("tic_tac_toe")
    one_step = auto_reset(env.step, env.init)

    @jax.jit
    def step(state, key):
        key, draw, again = jax.random.split(key, 3)
        actions = jax.random.categorical(draw, jnp.where(state.legal_action_mask, 0.0, -jnp.inf), axis=-1)
        return jax.vmap(one_step)(state, actions, jax.random.split(again, GAMES)), key

    key = jax.random.PRNGKey(0)
    now = [jax.jit(jax.vmap(env.init))(jax.random.split(key, GAMES)), key]

    def advance() -> None:
        now[0], now[1] = step(*now)
        jax.block_until_ready(now[0].observation)

    advance()
    return lambda seconds: timed(advance, GAMES, seconds)


def main() -> None:
    global seed_source
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    groups = sorted({group for group, _ in MEASURES.values()})
    parser.add_argument("groups", nargs="*", help=f"of {', '.join(groups)}; all by default")
    parser.add_argument("--chopsticks", metavar="PATH", help="the folder `src` of AbhijeetKrishnan/chopsticks")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each measurement and round")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    arguments = parser.parse_args()
    seed_source = arguments.chopsticks
    warnings.simplefilter("ignore")

    wanted = set(arguments.groups or groups)
    plays: dict[str, Play] = {}
    for name, (group, make) in MEASURES.items():
        if group not in wanted:
            continue
        try:
            plays[name] = make()
        except ImportError as error:
            print(f"{name}: not installed ({error})", file=sys.stderr)
    best = dict.fromkeys(plays, 0.0)
    for _ in range(arguments.rounds):
        for name, play in plays.items():
            best[name] = max(best[name], play(arguments.seconds))
    for name, rate in best.items():
        print(f"{rate:>15,.0f} steps/s  {name}")
    for group, ours, theirs, goal in GOALS:
        if group in wanted and ours in best and theirs in best:
            ratio = best[ours] / best[theirs]
            print(f"{ratio:>14.2f}x          {ours} / {theirs} (goal {goal:g})")
    for group, ours, goal in RATES:
        if group in wanted and ours in best:
            print(f"{best[ours] / goal:>14.2f}x          {ours} / its goal of {goal / 1e6:g} million steps/s")


if __name__ == "__main__":
    main()
