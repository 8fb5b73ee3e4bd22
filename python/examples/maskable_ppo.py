"""MaskablePPO of sb3-contrib against a player who errs, evaluated exactly before and after.

pip install sb3-contrib
python maskable_ppo.py --steps 100000
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from sb3_contrib import MaskablePPO

import waribashi
from waribashi.adapters import as_sb3, sb3_policy


def main(arguments: Sequence[str] | None = None) -> list[waribashi.Evaluation]:
    """Trains, and prints how good the policy was before and is after."""
    parser = argparse.ArgumentParser(description="MaskablePPO, evaluated exactly.")
    parser.add_argument("--rules", default="self-tap")
    parser.add_argument("--opponent", default="epsilon=0.3")
    parser.add_argument("--steps", type=int, default=50_000)
    given = parser.parse_args(arguments)

    graph = waribashi.PositionGraph(given.rules)
    env = as_sb3(given.rules, given.opponent)
    model = MaskablePPO("MlpPolicy", env, n_steps=1024, seed=0, device="cpu")
    found = []
    for name, steps in (("untrained", 0), (f"after {given.steps} steps", given.steps)):
        if steps:
            model.learn(steps)
        found.append(waribashi.evaluate(sb3_policy(model), graph, view="own", batched=True, name=name))
        print(found[-1], end="\n\n")
    return found


if __name__ == "__main__":
    main()
