"""
# Chopsticks

```{figure} chopsticks.svg
:width: 300px
:name: chopsticks
```

The finger game Chopsticks for two players, under any rule set, as an environment of PettingZoo. The exact value of
every position is known: `env.unwrapped.oracle`.

| Import             | `from waribashi import chopsticks_v0`                    |
|--------------------|----------------------------------------------------------|
| Creation           | `chopsticks_v0.env()`, or after the import `pettingzoo.make("aec", "chopsticks/chopsticks-v0")` |
| Actions            | Discrete                                                 |
| Parallel API       | No                                                       |
| Manual Control     | No                                                       |
| Agents             | `agents= ['player_0', 'player_1']`                       |
| Agents             | 2                                                        |
| Action Shape       | Discrete(6) with the rules `self-tap`                    |
| Action Values      | 0 to 5 with the rules `self-tap`                         |
| Observation Shape  | (5,) with two hands each                                 |
| Observation Values | 0 to 4 with five fingers                                 |

Each player holds out hands that show fingers. A tap adds the fingers of one hand to another; a hand that comes to five is
out. Schools differ in everything else, and every difference is one axis of `waribashi.Rules`. By default (`self-tap`) a
hand that would show more than five shows what is above five, own hands may be tapped, there are no splits, a player whose hands are
all out has lost, and the game is drawn when a position comes back.

## Observation Space

A dictionary of two arrays:

- `observation`, shape `(h + 1,)` for `h` hands of both players together, int8 (int16 where a hand is out at more than 128
  fingers): what each hand of `player_0` shows, ascending, then each hand of `player_1`, ascending, then whose turn it is, 0
  or 1. With two hands each these are five integers: min and max of `player_0`, min and max of `player_1`, and the turn. A
  live hand shows 1 to `fingers - 1`, a hand that is out 0.
- `action_mask`, shape `(n,)` for `n` actions, int8: see below.

With `view="own"` the hands of the observing agent come first, and the last integer is 0 when it is its turn, 1 when it
is the other's. It makes no difference to whom the position belongs, so that one policy can play both sides.

With `repetitions=True` the observation has `n` more integers: how often the position to which each action of the player
to move leads has occurred so far, at most 127; 0 for illegal actions. Under a rule that draws repeated positions, this is what
the hands alone do not tell.

Any agent may be observed at any time; what is seen is the position on the board now. `env.unwrapped.state()` is the
absolute view.

## Legal Actions Mask

1 for actions that are legal now, 0 for others. All 0 for the agent that is not to move, and for both after the end. The same
mask is in `infos[agent]["action_mask"]`.

## Action Space

`Discrete(n)`, the same for both agents. Actions name hands by place; each player's hands stand in ascending order
from place 0. With two hands each:

| Action | Move                                     |
|--------|------------------------------------------|
| 0      | own min hand taps the other's min hand   |
| 1      | own min hand taps the other's max hand   |
| 2      | own max hand taps the other's min hand   |
| 3      | own max hand taps the other's max hand   |
| 4      | own min hand taps the own max hand       |
| 5      | own max hand taps the own min hand       |
| 6, ... | where the rules have splits: into 1 and the rest, 2 and the rest, and so on (from 0 and the rest, where a split may empty a hand) |

The numbers for more hands are told by `waribashi.Game.describe_action`, which also says in words what an action is:
first `n * n` taps, then `n * (n - 1)` own taps, then splits, `n` being the larger number of hands. Numbers of own taps are
there also where the rules do not allow any.

## Rewards

| Winner | Loser | Draw |
|--------|-------|------|
| +1     | -1    | 0    |

Rewards of both agents come with the last move, and sum to zero. An end by the rules, repetition included, terminates; only
the step limit truncates, and then both rewards are 0.

`env()` ends the game at an illegal action, as the standard wrappers of PettingZoo do: -1 for the agent that acted, 0 for
the other, terminated and truncated. An action outside the space is an AssertionError. `raw_env()` refuses an illegal action with
`waribashi.IllegalMoveError` and is unchanged by it.

## Arguments

``` python
chopsticks_v0.env(rules="self-tap", render_mode=None, view="absolute", repetitions=False, step_limit=None)
```

`rules`: a `waribashi.Rules`, or its text, such as `"suicide,fingers=6"`.

`render_mode`: `None`, `"human"` (prints every position), `"ansi"` (a text) or `"rgb_array"` (a picture of the hands, uint8 of
shape `(height, width, 3)`).

`view`: `"absolute"` or `"own"`.

`repetitions`: whether observations tell repetitions.

`step_limit`: the number of steps after which a game is truncated; `None` for no limit. Rules without a repetition rule
(`self-tap` and `school` have one) can go on for ever.

`reset` takes `options={"start": "13-04", "to_move": 1}`: a position to start from and who is to move in it. There is no
chance in the game: a seed changes nothing.

## Oracle

`env.unwrapped.oracle` is a `waribashi.Answer` to the current position: `value` and `distance` for the player to move,
what has been played counted under the repetition rule; `best_actions`; `action_values`; and where the history makes a difference,
`table_value` and `difference`. The first use solves the rules. The step limit is not counted. `env.unwrapped.game` is a
copy of the game.

## Version History

* v0: Initial release
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env import AECIterable, AECIterator
from pettingzoo.utils.env_logger import EnvLogger

from ._waribashi import Answer, Game, Rules
from .solution import solved

try:
    from pettingzoo import register as _register
except ImportError:  # before 1.27
    _register = None

__all__ = ["checked_env", "env", "raw_env"]

Observation = dict[str, npt.NDArray[Any]]

_AGENTS = ("player_0", "player_1")
_INDEX = {"player_0": 0, "player_1": 1}
_OTHER = {"player_0": "player_1", "player_1": "player_0"}

# Rewards by the way a game stands after a move (`Game._advance`).
_REWARDS = {1: (1, -1), 2: (-1, 1), 3: (0, 0)}

_MOST_REPETITIONS = 127


class raw_env(AECEnv[str, Observation, int]):
    """Chopsticks without the checks of the standard wrappers; the module documents it.

    Illegal actions are refused with :class:`waribashi.IllegalMoveError`. Copies and pickles keep the live game.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["human", "ansi", "rgb_array"],
        "name": "chopsticks_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        rules: Rules | str = "self-tap",
        render_mode: Literal["human", "ansi", "rgb_array"] | None = None,
        *,
        view: Literal["absolute", "own"] = "absolute",
        repetitions: bool = False,
        step_limit: int | None = None,
    ):
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode={render_mode!r}: expected None or one of {self.metadata['render_modes']}")
        if view not in ("absolute", "own"):
            raise ValueError(f"view={view!r}: expected 'absolute' or 'own'")
        if step_limit is not None and step_limit < 1:
            raise ValueError(f"step_limit={step_limit}: expected None or 1 and more (for example: 100)")
        self.rules = Rules(rules)
        self.render_mode = render_mode
        self.view = view
        self._own = view == "own"
        self.repetitions = bool(repetitions)
        self.step_limit = step_limit
        self.possible_agents = list(_AGENTS)

        actions = self.rules.num_actions
        self._beginning = Game(self.rules)
        # Before the first reset there is something to copy and to pickle.
        self._game = self._beginning.copy()
        hands = sum(self.rules.hands)
        highs = [self.rules.fingers - 1] * hands + [1]
        if self.repetitions:
            most = self.rules.repetition or _MOST_REPETITIONS
            highs += [min(most, _MOST_REPETITIONS)] * actions
        dtype = self._game.observation().dtype
        low, high = np.zeros(len(highs), dtype), np.array(highs, dtype)
        # Each agent has spaces, and so chance, of its own.
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low=low, high=high, dtype=dtype.type),
                    "action_mask": spaces.Box(low=0, high=1, shape=(actions,), dtype=np.int8),
                }
            )
            for agent in _AGENTS
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in _AGENTS}
        self._actions = actions

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of :meth:`observe`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of actions: the same size for both agents."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. The seed changes nothing: there is no chance in it.

        Args:
            seed: Not used.
            options: ``start``, a position to start from, and ``to_move``, 0 or 1, who is to move in it.
        """
        if options:
            game = Game(self.rules, options.get("start"), to_move=options.get("to_move"))
            if game.outcome:
                raise ValueError(f"start={options.get('start')!r}: the game would be over ({game.outcome})")
        else:
            game = self._beginning.copy()
        self._game = game
        self.agents = self.possible_agents[:]
        # Written out, which is twice as fast as `dict.fromkeys`.
        self.rewards: dict[str, float] = {"player_0": 0, "player_1": 0}
        self._cumulative_rewards: dict[str, float] = {"player_0": 0, "player_1": 0}
        self.terminations = {"player_0": False, "player_1": False}
        self.truncations = {"player_0": False, "player_1": False}
        self.agent_selection = _AGENTS[game.to_move]
        self._skip_agent_selection = None
        self._live: str | None = self.agent_selection
        self._infos: dict[str, dict[str, Any]] | None = None
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        """Plays an action for ``agent_selection``.

        Raises:
            waribashi.IllegalMoveError: The action is illegal; nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        standing = self._game._advance(action)
        if standing < 0:
            self._game.play(action)  # tells what is wrong
        self._moved(agent, standing)

    def _moved(self, agent: str, standing: int) -> None:
        """After a move of ``agent``, with which the game stands as :meth:`Game._advance` told."""
        self._infos = None
        self._live = self.agent_selection = _OTHER[agent]
        if standing:
            self.rewards = dict(zip(_AGENTS, _REWARDS[standing]))
            # Before, no reward was other than 0.
            self._cumulative_rewards = dict(self.rewards)
            self.terminations = dict.fromkeys(_AGENTS, True)
            self._live = None
        elif self.step_limit is not None and len(self._game) >= self.step_limit:
            self.truncations = dict.fromkeys(_AGENTS, True)
            self._live = None
        if self.render_mode == "human":
            self.render()

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        """For each agent the ``action_mask`` of its observation; made when it is first asked for after a step."""
        if self._infos is None:
            self._infos = self._game._infos(self._live is not None)
        return self._infos

    @infos.setter
    def infos(self, infos: dict[str, dict[str, Any]]) -> None:
        self._infos = infos

    def _deads_step_first(self) -> str:
        # The standard wrapper ends a game at an illegal move with this call: no action is legal any more.
        self._live = None
        self._infos = None
        return super()._deads_step_first()

    def observe(self, agent: str) -> Observation:
        """What an agent sees of the position on the board now: new arrays at every call."""
        first = _INDEX[agent] if self._own else 0
        return self._game._observe(first, agent == self._live, self.repetitions)

    def state(self) -> npt.NDArray[Any]:
        """The absolute view of the position on the board."""
        return self._game.observation()

    @property
    def game(self) -> Game:
        """A copy of the game: what was played, and what can be."""
        return self._game.copy()

    @property
    def oracle(self) -> Answer:
        """What is known of the current position, what has been played counted. The first use solves the rules."""
        return solved(self.rules).answer(self._game)

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The position by ``render_mode``: a text, a picture, or None after it was printed."""
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render method without specifying any render mode.")
            return None
        if self.render_mode == "rgb_array":
            return self._game.picture()
        text = self._text()
        if self.render_mode == "ansi":
            return text
        print(text, flush=True)
        return None

    def _text(self) -> str:
        game = self._game
        to_move = game.to_move
        hands = [game.position.mine, game.position.theirs]
        if to_move == 1:
            hands.reverse()
        lines = []
        for index, agent in enumerate(_AGENTS):
            mark = "  to move" if index == to_move and not game.outcome else ""
            lines.append(f"{agent}  {' '.join(map(str, hands[index]))}{mark}")
        if game.outcome:
            winner = game.outcome.winner
            who = "draw" if winner is None else f"{_AGENTS[winner]} wins"
            lines.append(f"{who} ({game.outcome.reason})")
        if game.moves:
            lines.append(f"move {len(game)}: {game.moves[-1]} by {_AGENTS[1 - to_move]}")
        return "\n".join(lines) + "\n"

    def close(self) -> None:
        """Nothing is open."""


class checked_env(raw_env):
    """:class:`raw_env` as PettingZoo's three standard wrappers make it, in one class.

    Step by step the same as ``OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(raw_env(),
    illegal_reward=-1)))``, at several times the speed.
    """

    # Of the class, so that they are there before an instance is unpickled.
    _has_reset = False
    _has_updated = False

    _AFTER_RESET: ClassVar[frozenset[str]] = frozenset(
        {"rewards", "terminations", "truncations", "infos", "agent_selection", "num_agents", "agents"}
    )

    def __getattr__(self, name: str) -> Any:
        if name in self._AFTER_RESET:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """:meth:`raw_env.reset`."""
        self._has_reset = True
        self._has_updated = True
        super().reset(seed=seed, options=options)

    def step(self, action: Any) -> None:
        """Plays an action for ``agent_selection``. An illegal one ends the game with -1 for that agent.

        Raises:
            AssertionError: The action is not in the space, or :meth:`reset` was not called.
        """
        if not self._has_reset:
            EnvLogger.error_step_before_reset()
        self._has_updated = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        dead = self.terminations[agent] or self.truncations[agent]
        if not (type(action) is int and 0 <= action < self._actions):
            known = (action is None and dead) or self.action_spaces[agent].contains(action)
            assert known, "action is not in action space"
        if dead:
            self._was_dead_step(action)
            return
        if type(action) is not int and type(action) is not np.int64:
            # Whatever the space holds to be an action is looked up in the mask as the wrapper does.
            standing = self._game._advance(action) if self._game.action_mask()[action] else -1
        else:
            standing = self._game._advance(action)
        if standing < 0:
            self._end_illegally(agent)
        else:
            self._moved(agent, standing)

    def _end_illegally(self, agent: str) -> None:
        EnvLogger.warn_on_illegal_move()
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0)
        self.rewards[agent] = -1.0
        self._cumulative_rewards[agent] = 0
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Observation:
        """:meth:`raw_env.observe`."""
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """:meth:`raw_env.render`."""
        if not self._has_reset:
            EnvLogger.error_render_before_reset()
        return super().render()

    def state(self) -> npt.NDArray[Any]:
        """:meth:`raw_env.state`."""
        if not self._has_reset:
            EnvLogger.error_state_before_reset()
        return super().state()

    def agent_iter(self, max_iter: int = 2**63) -> _CheckedIterable:
        """The agent to step, again and again; a step or a reset is needed between two of them."""
        if not self._has_reset:
            EnvLogger.error_agent_iter_before_reset()
        return _CheckedIterable(self, max_iter)


class _CheckedIterable(AECIterable[str, Observation, int]):
    def __iter__(self) -> Iterator[str]:
        return _CheckedIterator(self.env, self.max_iter)


class _CheckedIterator(AECIterator[str, Observation, int]):
    def __next__(self) -> str:
        agent = super().__next__()
        assert self.env._has_updated, "need to call step() or reset() in a loop over `agent_iter`"
        self.env._has_updated = False
        return agent


def env(
    rules: Rules | str = "self-tap",
    render_mode: Literal["human", "ansi", "rgb_array"] | None = None,
    *,
    view: Literal["absolute", "own"] = "absolute",
    repetitions: bool = False,
    step_limit: int | None = None,
) -> checked_env:
    """Chopsticks with the checks of PettingZoo's standard wrappers; the module documents it."""
    return checked_env(rules, render_mode, view=view, repetitions=repetitions, step_limit=step_limit)


if _register is not None:
    _register("aec", "chopsticks/chopsticks-v0", entry_point="waribashi.chopsticks_v0:env")
