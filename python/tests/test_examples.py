"""The examples, in a shortened form."""

import runpy
from pathlib import Path

import numpy as np
import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


def example(name):
    return runpy.run_path(str(EXAMPLES / f"{name}.py"))


def test_random_play(capsys):
    pytest.importorskip("pettingzoo")
    example("random_play")
    told = capsys.readouterr().out
    assert "player_0 plays" in told and "player_1 gets" in told


def test_q_learning_gets_less_exploitable(capsys):
    pytest.importorskip("pettingzoo")
    (curve,) = example("q_learning")["main"](["--games", "4000", "--points", "6"])
    games, exploitability, regret = np.array(curve).T
    assert games[-1] == 4000
    assert exploitability[0] == 1 and exploitability[-1] <= 0.5
    assert regret[-1] < regret[0] / 4
    assert "exploitability" in capsys.readouterr().out


def test_the_plot_is_drawn(tmp_path):
    pytest.importorskip("pettingzoo")
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    path = tmp_path / "curve.svg"
    example("q_learning")["main"](["--games", "20", "--points", "2", "--plot", str(path)])
    assert path.stat().st_size > 1000


@pytest.mark.filterwarnings("ignore")
def test_maskable_ppo_learns():
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed: see scripts/check-frameworks")
    before, after = example("maskable_ppo")["main"](["--steps", "4096"])
    assert after.records["random"][0].result > before.records["random"][0].result
    assert after.judgements["reachable"].regret < before.judgements["reachable"].regret


@pytest.mark.filterwarnings("ignore")
def test_stable_baselines_own_checker_passes():
    pytest.importorskip("stable_baselines3", reason="sb3-contrib is not installed: see scripts/check-frameworks")
    from stable_baselines3.common.env_checker import check_env

    from waribashi import Game
    from waribashi.adapters import as_sb3

    env = as_sb3("self-tap")
    # It samples actions without a mask.
    step = env.step
    env.step = lambda action: step(action if env.action_masks()[action] else int(np.flatnonzero(env.action_masks())[0]))
    check_env(env)
    assert Game().legal_actions()


@pytest.mark.filterwarnings("ignore")
def test_rllib_trains():
    pytest.importorskip("ray.rllib", reason="ray is not installed: see scripts/check-frameworks")
    pytest.importorskip("torch", reason="torch is not installed: see scripts/check-frameworks")
    result = example("rllib_ppo")["main"](["--iterations", "1"])
    assert result["env_runners"]["num_episodes"] > 10
