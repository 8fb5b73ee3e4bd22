"""Tabular Q-learning by self-play, and how exploitable it is, exactly, as it learns.

One table plays both seats: what a position is worth to the player to move is the most that any of his actions is worth, and an
action is worth as much less as what it leaves the other player. The exploitability is not estimated by games: `evaluate` computes
what an opponent gets who knows the table and does best against it.

    python q_learning.py --games 30000 --seeds 5 --plot q_learning.svg
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Sequence

import numpy as np

import waribashi
from waribashi import chopsticks_v0


class Learner:
    """A table of what actions are worth, by what the player to move sees."""

    def __init__(
        self, rules: str, seed: int, rate: float = 0.2, discount: float = 0.97, curiosity: float = 0.3
    ) -> None:
        self.env = chopsticks_v0.raw_env(rules, view="own", step_limit=200)
        actions = self.env.action_space("player_0").n
        self.worth: dict[tuple[int, ...], np.ndarray] = defaultdict(lambda: np.zeros(actions))
        self.chance = np.random.default_rng(seed)
        self.rate, self.discount, self.curiosity = rate, discount, curiosity

    def best(self, observation: np.ndarray, mask: np.ndarray) -> int:
        """The action that is worth most; the policy that is evaluated."""
        worth = self.worth[tuple(observation.tolist())]
        return int(np.where(mask, worth, -np.inf).argmax())

    def play(self) -> None:
        """Learns from a game against itself."""
        env = self.env
        env.reset()
        while True:
            agent = env.agent_selection
            seen = env.observe(agent)
            if self.chance.random() < self.curiosity:
                action = int(self.chance.choice(np.flatnonzero(seen["action_mask"])))
            else:
                action = self.best(seen["observation"], seen["action_mask"])
            env.step(action)
            after = env.observe(env.agent_selection)
            over = env.terminations[agent]
            if over:
                target = env.rewards[agent]
            else:
                theirs = self.worth[tuple(after["observation"].tolist())]
                legal = after["action_mask"].astype(bool)
                target = -self.discount * (theirs[legal].max() if legal.any() else 0.0)
            worth = self.worth[tuple(seen["observation"].tolist())]
            worth[action] += self.rate * (target - worth[action])
            if over or env.truncations[agent]:
                return


def learn(rules: str, games: int, points: int, seed: int, graph: waribashi.PositionGraph) -> np.ndarray:
    """The number of games, the exploitability and the mean regret on the path, at so many points of the way."""
    learner = Learner(rules, seed)
    marks = np.unique(np.geomspace(min(10, games), games, points).round().astype(int)).tolist()
    rows = []
    played = 0
    for mark in marks:
        while played < mark:
            learner.play()
            played += 1
        found = waribashi.evaluate(learner.best, graph, view="own", opponents=[], ply_cap=200)
        rows.append((played, found.exploitability, found.judgements["reachable"].regret))
    return np.array(rows)


def plot(curves: list[np.ndarray], rules: str, path: str) -> None:
    """The exploitability over the games, one line for each seed and one for their mean."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4), layout="constrained")
    for curve in curves:
        axes.plot(curve[:, 0], curve[:, 1], color="tab:blue", alpha=0.25, linewidth=1)
    mean = np.mean(curves, axis=0)
    axes.plot(
        mean[:, 0], mean[:, 1], color="tab:blue", linewidth=2.5, label=f"exploitability, mean of {len(curves)} seeds"
    )
    axes.plot(
        mean[:, 0],
        mean[:, 2],
        color="tab:orange",
        linewidth=2.5,
        linestyle="--",
        label="mean regret in reachable positions",
    )
    axes.set(xscale="log", xlabel="games of self-play", ylabel="0: cannot be beaten", ylim=(-0.02, 1.05))
    axes.set_title(f"Tabular Q-learning, {rules}: computed, not sampled")
    axes.legend()
    axes.grid(alpha=0.3)
    figure.savefig(path)


def main(arguments: Sequence[str] | None = None) -> list[np.ndarray]:
    """Learns with each seed, prints the curve, and draws it on request."""
    parser = argparse.ArgumentParser(description="Tabular Q-learning by self-play, evaluated exactly.")
    parser.add_argument("--rules", default="self-tap")
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--points", type=int, default=24, help="how often the table is evaluated on the way")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--plot", help="a picture of the curves, .svg or .png")
    given = parser.parse_args(arguments)
    graph = waribashi.PositionGraph(given.rules)
    curves = [learn(given.rules, given.games, given.points, seed, graph) for seed in range(given.seeds)]
    print("games  exploitability  mean regret")
    for games, exploitability, regret in np.mean(curves, axis=0):
        print(f"{games:>6.0f}  {exploitability:>13.4f}  {regret:>11.4f}")
    if given.plot:
        plot(curves, given.rules, given.plot)
    return curves


if __name__ == "__main__":
    main()
