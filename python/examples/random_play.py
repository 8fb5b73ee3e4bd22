"""A game of random players in PettingZoo's environment, with what every action gives away."""

import numpy as np

from waribashi import chopsticks_v0

env = chopsticks_v0.env("self-tap")
env.reset(seed=1)
chance = np.random.default_rng(1)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    if termination or truncation:
        action = None
        print(f"{agent} gets {reward}")
    else:
        action = int(chance.choice(np.flatnonzero(observation["action_mask"])))
        oracle = env.unwrapped.oracle
        print(
            f"{agent} plays {action} in {oracle.position}, giving away {oracle.value - oracle.action_values[action]:.0f}"
        )
    env.step(action)
