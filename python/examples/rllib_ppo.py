"""PPO of RLlib with masked actions, one policy for both seats.

pip install "ray[rllib]" torch
python rllib_ppo.py --iterations 20
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune import register_env

from waribashi.adapters import as_rllib


def configure(rules: str) -> PPOConfig:
    """The configuration: the rules are the environment's, the module masks what is illegal."""
    register_env("chopsticks", lambda config: as_rllib(**config))
    module = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"head_fcnet_hiddens": [64, 64]})
    return (
        PPOConfig()
        .environment("chopsticks", env_config={"rules": rules})
        .multi_agent(policies={"both"}, policy_mapping_fn=lambda agent, episode, **_: "both")
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={"both": module}))
        .env_runners(num_env_runners=0)
        .training(train_batch_size_per_learner=2000, minibatch_size=128, num_epochs=4)
    )


def main(arguments: Sequence[str] | None = None) -> dict:
    """Trains, and prints how long games are."""
    parser = argparse.ArgumentParser(description="PPO of RLlib on Chopsticks.")
    parser.add_argument("--rules", default="self-tap")
    parser.add_argument("--iterations", type=int, default=3)
    given = parser.parse_args(arguments)
    algorithm = configure(given.rules).build_algo()
    result: dict = {}
    for iteration in range(given.iterations):
        result = algorithm.train()
        runners = result["env_runners"]
        print(f"iteration {iteration}: {runners['num_episodes']} games, {runners['episode_len_mean']:.1f} plies each")
    algorithm.stop()
    return result


if __name__ == "__main__":
    main()
