"""How good a policy is, exactly: computed over the positions of a rule set, not sampled from games."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from ._waribashi import Game, Position, Rules, Solution
from .chain import Horizon, best_response, odds
from .graph import PositionGraph
from .opponents import Opponent
from .policy import Policy, PolicyError, tabulate

__all__ = ["Blunder", "Evaluation", "Judgement", "Record", "evaluate"]

Floats = npt.NDArray[np.float64]

# Only a difference above this is one: float32 probabilities round.
_NOTHING = 1e-12


@dataclass(frozen=True)
class Blunder:
    """An action that gives something away."""

    position: str
    """The position, the mover's hands first."""
    player: int | None
    """Who is to move; None where the policy plays it as either player."""
    action: int
    """The action."""
    move: str
    """The move that it is."""
    probability: float
    """With which probability the policy plays it there."""
    value_before: int
    """1, 0 or -1: what the position is worth."""
    value_after: int
    """What is left of it, for the same player."""
    distance_before: int | None
    """Plies to the end before it; None for a draw."""
    distance_after: int | None
    """Plies to the end with it, the action included; None for a draw."""
    reachable: bool
    """Whether any play leads to the position."""
    on_path: bool
    """Whether play leads there against this policy."""

    @property
    def gives_away(self) -> int:
        """1 or 2: what it gives away; 2 turns a won position into a lost one."""
        return self.value_before - self.value_after


@dataclass(frozen=True)
class Judgement:
    """How a policy plays in a set of positions, each with the same weight."""

    states: int
    """How many positions, counted with the player to move."""
    accuracy: float
    """The probability of an action that keeps the value, on average."""
    best_accuracy: float | None
    """The probability of a best action (by value, then distance, then the losing replies of draws), on average; None without
    distances."""
    blundering: float
    """The part of the positions in which the policy may play an action that gives something away."""
    regret: float
    """What the policy gives away in a position, on average: the value less the expected value after its action, then perfect
    play."""
    most_regret: float
    """The largest regret in any of them."""
    cross_entropy: float
    """From the uniform distribution over the optimal actions to the policy, in nats, on average; infinite where an optimal
    action is never played."""
    least_cross_entropy: float
    """What the best policy would have: the entropy of that distribution."""
    missing: float
    """The part of the positions in which some optimal action is never played: where the cross-entropy is infinite."""
    sign_accuracy: float | None
    """The part of the positions in which the predicted value has the right sign; None without predictions."""


@dataclass(frozen=True)
class Record:
    """What is to be expected of a policy in one seat against an opponent, from the start."""

    win: float
    """The probability of a win. Under a discount what wins count."""
    draw: float | None
    """The probability of a draw; None under a discount."""
    loss: float
    """The probability of a loss. Under a discount what losses count."""

    @property
    def result(self) -> float:
        """The expected result: 1 for a win, -1 for a loss."""
        return self.win - self.loss


@dataclass(frozen=True)
class Evaluation:
    """How good a policy is.

    ``str`` of it is a summary, :meth:`to_dict` all numbers but those of every position, :meth:`to_dataframe` those. Results
    are from 1 for a win to -1 for a loss; a pair has player 0 first. States are positions with the player to move, numbered as
    in :class:`PositionGraph`.
    """

    name: str
    """The name of the policy."""
    rules: Rules
    """The rules."""
    start: Position
    """The position that play starts from."""
    horizon: Horizon
    """How endless play is dealt with."""
    value: tuple[float, float]
    """What the game is worth to each player, under the horizon, when both play perfectly."""
    judgements: Mapping[str, Judgement]
    """How it plays in ``"all"`` positions, in the ``"reachable"`` ones, and in those ``"on_path"``: where any play against
    the policy in either seat leads. Finished positions are not among them."""
    blunders: Sequence[Blunder]
    """What it gives away anywhere, those on the path first, the worst first."""
    records: Mapping[str, tuple[Record, Record]]
    """What is to be expected against each opponent, as player 0 and as player 1."""
    worst: tuple[float, float]
    """The worst case by seat: the expected result against the opponent who knows the policy and does best against it."""
    exploitability: float
    """What that opponent gets on average over both seats: 0 for a policy that cannot be beaten. It is half the sum that
    OpenSpiel calls NashConv."""
    holds: float
    """The part of the reachable states in which the policy, against that opponent, has at least the value of the position
    for the player to move."""
    illegal: float
    """The probability of an illegal action in a reachable state, on average, before it was dropped."""
    error: float
    """How far expected results may be off by the computation itself."""
    graph: PositionGraph = field(repr=False, compare=False)
    """The positions."""
    policy: Floats = field(repr=False, compare=False)
    """Shape ``(T, A)``: the probability of each action."""
    regret: Floats = field(repr=False, compare=False)
    """Shape ``(T,)``: what is given away in each state; 0 in finished ones."""
    guaranteed: Floats = field(repr=False, compare=False)
    """Shape ``(T,)``: what the policy gets at least, from each state, in the seat of the player to move."""
    reachable: npt.NDArray[np.bool_] = field(repr=False, compare=False)
    """Shape ``(T,)``: where any play leads."""
    on_path: npt.NDArray[np.bool_] = field(repr=False, compare=False)
    """Shape ``(T,)``: where play against the policy leads."""
    best_responses: tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]] = field(repr=False, compare=False)
    """Two arrays of shape ``(T,)``: what player 0, and what player 1, plays who does best against the policy in the other
    seat; -1 where he is not to move."""

    @property
    def nash_conv(self) -> float:
        """Twice the exploitability, as OpenSpiel has it."""
        return 2 * self.exploitability

    @property
    def game(self) -> str:
        """What was computed, in a sentence."""
        history = ""
        if self.rules.repetition is not None:
            history = "; the repetition rule is not counted, since it depends on the history and a policy over positions does not"
        return f"the game over positions, without a history: {self.horizon}{history}"

    def __str__(self) -> str:
        lines = [
            f"{self.name} at {self.rules.name}, from {self.start}",
            f"  {self.game}",
            "",
            f"  {'positions':<12}{'states':>7}{'accuracy':>10}{'best':>8}{'blundering':>12}{'regret':>9}"
            f"{'cross-entropy':>15}{'sign':>8}",
        ]
        for which, judged in self.judgements.items():
            lines.append(
                f"  {which:<12}{judged.states:>7}{_part(judged.accuracy):>10}{_part(judged.best_accuracy):>8}"
                f"{_part(judged.blundering):>12}{judged.regret:>9.4f}{judged.cross_entropy:>15.4f}"
                f"{_part(judged.sign_accuracy):>8}"
            )
        lines += ["", f"  {'against':<24}{'seat':>9}{'win':>9}{'draw':>9}{'loss':>9}{'result':>9}"]
        for against, records in self.records.items():
            for seat, record in enumerate(records):
                lines.append(
                    f"  {against:<24}{f'player_{seat}':>9}{record.win:>9.4f}{_number(record.draw):>9}{record.loss:>9.4f}"
                    f"{record.result:>9.4f}"
                )
        for seat, worst in enumerate(self.worst):
            lines.append(
                f"  {'whoever does best':<24}{f'player_{seat}':>9}{'':>27}{worst:>9.4f}  (the game is worth {self.value[seat]:.4g})"
            )
        lines += [
            "",
            f"  exploitability {self.exploitability:.6g}; holds the value in {_part(self.holds)} of the reachable states; "
            f"computed to within {self.error:.1g}",
        ]
        if self.illegal:
            lines.append(f"  illegal actions, dropped: {_part(self.illegal)} in reachable states")
        on_path = sum(blunder.on_path for blunder in self.blunders)
        lines.append(
            f"  {len(self.blunders)} blunders, {on_path} of them on the path" + (", the worst:" if on_path else "")
        )
        for blunder in self.blunders[: min(on_path, 5)]:
            who = "" if blunder.player is None else f" as player_{blunder.player}"
            lines.append(
                f"    {blunder.position}{who}: {blunder.move} ({_part(blunder.probability)}) "
                f"{_result(blunder.value_before)} -> {_result(blunder.value_after)}"
            )
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """All numbers but those of every position, ready for JSON; None stands for infinity."""
        judgements = {which: asdict(judged) for which, judged in self.judgements.items()}
        for judged in judgements.values():
            if math.isinf(judged["cross_entropy"]):
                judged["cross_entropy"] = None
        return {
            "name": self.name,
            "rules": str(self.rules),
            "start": str(self.start),
            "game": self.game,
            "ply_cap": self.horizon.ply_cap,
            "discount": self.horizon.discount,
            "value": list(self.value),
            "judgements": judgements,
            "records": {
                against: [{**asdict(record), "result": record.result} for record in records]
                for against, records in self.records.items()
            },
            "worst": list(self.worst),
            "exploitability": self.exploitability,
            "nash_conv": self.nash_conv,
            "holds": self.holds,
            "illegal": self.illegal,
            "error": self.error,
            "blunders": [{**asdict(blunder), "gives_away": blunder.gives_away} for blunder in self.blunders],
        }

    def to_dataframe(self) -> Any:
        """A row for each unfinished state, as a pandas data frame: ``state``, ``position``, ``player``, ``value``,
        ``distance`` (missing for draws), ``regret``, ``guaranteed``, ``optimal`` (the probability of an action that keeps the
        value), ``reachable``, ``on_path``, and ``action_0``, ``action_1``, ... with the probabilities.

        Raises:
            ImportError: pandas is not installed.
        """
        import pandas

        graph = self.graph
        live = np.flatnonzero(~graph.finished[graph.positions])
        at = graph.positions[live]
        distances = graph.solution.distances
        columns: dict[str, Any] = {
            "state": live,
            "position": [str(graph.solution.position(position)) for position in at],
            "player": graph.players[live],
            "value": graph.solution.values[at],
            "distance": pandas.array(
                [None if distances is None or distances[position] < 0 else int(distances[position]) for position in at],
                dtype="Int32",
            ),
            "regret": self.regret[live],
            "guaranteed": self.guaranteed[live],
            "optimal": (self.policy[live] * graph.optimal[at]).sum(1),
            "reachable": self.reachable[live],
            "on_path": self.on_path[live],
        }
        for action in range(graph.num_actions):
            columns[f"action_{action}"] = self.policy[live, action]
        return pandas.DataFrame(columns)


def _part(part: float | None) -> str:
    return "" if part is None else f"{part:.2%}"


def _number(number: float | None) -> str:
    return "" if number is None else f"{number:.4f}"


def _result(value: int) -> str:
    return {1: "won", 0: "drawn", -1: "lost"}[value]


def evaluate(
    policy: Policy,
    rules: PositionGraph | Solution | Rules | str | None = None,
    *,
    opponents: Mapping[str, Policy] | Sequence[str | Opponent] = ("perfect", "random"),
    start: Position | str | None = None,
    view: str = "absolute",
    batched: bool = False,
    illegal: str = "refuse",
    values: Callable[..., Any] | npt.ArrayLike | None = None,
    drawn_below: float = 1 / 3,
    optimal: str = "value",
    ply_cap: int | None = None,
    discount: float | None = None,
    name: str | None = None,
) -> Evaluation:
    """How good a policy is, exactly: by computation over all positions of a rule set, not by sampling games.

    What is computed is the game over positions: without a history, endless play being a draw. The repetition rule is not
    counted, because what it does depends on all that was played, and a policy over positions does not; a game under it can
    end in a draw that these numbers count as won or lost later.

    Args:
        policy: A function of an observation and a mask that returns an action or the probabilities of all; an array of
            actions, shape ``(P,)`` or ``(T,)``, or of probabilities, shape ``(P, A)`` or ``(T, A)``; an opponent or its
            name. :func:`waribashi.policy.tabulate` has the details.
        rules: The rules or their text, the preset ``self-tap`` by default; or a solution of them; or their
            :class:`PositionGraph`, which saves time when many policies are evaluated.
        opponents: Against whom records are wanted: names (:func:`waribashi.opponents.opponent`), opponents, or a mapping of
            names to policies of any form.
        start: The position that play starts from, player 0 to move where both have the same number of hands; the rules'
            start by default.
        view: What a function observes: ``"absolute"``, ``"own"`` or ``"position"``.
        batched: Whether the function is called once with arrays of all unfinished states.
        illegal: ``"refuse"`` illegal actions, or ``"drop"`` them.
        values: What the policy's author predicts positions to be worth to the player to move, for the sign accuracy: a
            function, called as the policy is, or an array of shape ``(P,)`` or ``(T,)``.
        drawn_below: A prediction nearer to 0 than this is one of a draw.
        optimal: What the cross-entropy calls optimal: actions that keep the ``"value"``, or the best by ``"distance"`` too.
        ply_cap: After so many plies the game is drawn, for records, worst cases and exploitability.
        discount: A result after ``n`` plies counts ``discount ** n`` there. At most one of both.
        name: The name of the policy.

    Raises:
        PolicyError: The policy plays what it cannot.
        ValueError: Another argument makes no sense.

    >>> waribashi.evaluate("perfect", "school").exploitability
    0.0
    """
    graph = rules if isinstance(rules, PositionGraph) else PositionGraph(rules)
    horizon = Horizon(ply_cap, discount)
    horizon.check()
    if optimal not in ("value", "distance"):
        raise ValueError(f'optimal="{optimal}": expected "value" or "distance" (for example: "value")')
    table, dropped = tabulate(policy, graph, view=view, batched=batched, illegal=illegal)
    at = graph.solution.position(graph.rules.start if start is None else start)
    root = graph.state(at)

    reachable = graph.reachable(root)
    played = table > 0
    mine = (graph.players == 0)[:, None]
    on_path = graph.reachable(root, played | ~mine) | graph.reachable(root, played | mine)

    truth = graph.solution.values[graph.positions].astype(np.float64)
    live = ~graph.finished[graph.positions]
    worth = np.nan_to_num(graph.action_values[graph.positions]).astype(np.float64)
    regret = np.where(live, truth - (table * worth).sum(1), 0.0)
    regret[np.abs(regret) < _NOTHING] = 0

    sets = {"all": live, "reachable": live & reachable, "on_path": live & on_path}
    signs = None if values is None else _signs(values, graph, view, batched, drawn_below)
    judgements = {which: _judge(graph, table, regret, signs, optimal, among) for which, among in sets.items()}

    error = 0.0
    records = {}
    for against, other in _named(opponents):
        theirs, _ = tabulate(other, graph)
        as_first = odds(graph, table, theirs, horizon)
        as_second = odds(graph, theirs, table, horizon)
        error = max(error, as_first.error, as_second.error)
        records[against] = (
            _record(as_first.first[root], as_first.second[root], horizon),
            _record(as_second.second[root], as_second.first[root], horizon),
        )

    # The responder as player 0, and as player 1.
    responses = [best_response(graph, table, responder, horizon) for responder in (0, 1)]
    error = max(error, *(response.error for response in responses))
    gains = [_tidy(float(response.values[root])) for response in responses]
    guaranteed = np.where(graph.players == 0, -responses[1].values, -responses[0].values)
    if horizon == Horizon():
        value = (
            (float(truth[root]), float(-truth[root]))
            if graph.players[root] == 0
            else (float(-truth[root]), float(truth[root]))
        )
        due = truth
    else:
        due = _perfect_values(graph, horizon)
        first = _tidy(float(due[root] if graph.players[root] == 0 else -due[root]))
        value = (first, _tidy(-first))
    judged = sets["reachable"]
    return Evaluation(
        name=name or _name(policy),
        rules=graph.rules,
        start=at,
        horizon=horizon,
        value=(_tidy(value[0]), _tidy(value[1])),
        judgements=judgements,
        blunders=_blunders(graph, table, reachable, on_path),
        records=records,
        worst=(_tidy(-gains[1]), _tidy(-gains[0])),
        exploitability=_tidy((gains[0] + gains[1]) / 2),
        holds=float((guaranteed >= due - 1e-7)[judged].mean()) if judged.any() else 1.0,
        illegal=float(dropped[judged].mean()) if judged.any() else 0.0,
        error=error,
        graph=graph,
        policy=table,
        regret=regret,
        guaranteed=guaranteed,
        reachable=reachable,
        on_path=on_path,
        best_responses=(responses[0].actions, responses[1].actions),
    )


def _tidy(number: float) -> float:
    """The number without the dust of floating point around whole numbers, and without -0."""
    if math.isinf(number):
        return number
    nearest = round(number)
    return float(nearest) if abs(number - nearest) < _NOTHING else number


def _name(policy: Any) -> str:
    if isinstance(policy, str):
        return policy
    if isinstance(policy, Opponent):
        return policy.name
    return getattr(policy, "__name__", None) or type(policy).__name__


def _named(opponents: Mapping[str, Policy] | Sequence[str | Opponent]) -> list[tuple[str, Policy]]:
    if isinstance(opponents, Mapping):
        return list(opponents.items())
    if isinstance(opponents, (str, Opponent)):
        opponents = [opponents]
    return [(_name(other), other) for other in opponents]


def _record(win: float, loss: float, horizon: Horizon) -> Record:
    win, loss = _tidy(float(win)), _tidy(float(loss))
    draw = None if horizon.discount is not None else _tidy(max(0.0, 1 - win - loss))
    return Record(win, draw, loss)


def _perfect_values(graph: PositionGraph, horizon: Horizon) -> Floats:
    """What every state is worth to the player to move when both play perfectly under a ply cap or a discount."""
    ends = np.where(graph.finished, graph.solution.values, 0).astype(np.float64)
    values = ends
    cap = horizon.ply_cap or 1_000_000
    for _ in range(cap):
        worth = np.where(graph.mask, -values[graph.successors], -np.inf).max(1)
        following = np.where(graph.finished, ends, (horizon.discount or 1.0) * worth)
        if np.abs(following - values).max() < 1e-15:
            break
        values = following
    return np.asarray(values[graph.positions], np.float64)


def _judge(
    graph: PositionGraph,
    table: Floats,
    regret: Floats,
    signs: npt.NDArray[np.bool_] | None,
    optimal: str,
    among: npt.NDArray[np.bool_],
) -> Judgement:
    states = np.flatnonzero(among)
    if not len(states):
        return Judgement(0, 1.0, None, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, None)
    at = graph.positions[states]
    chances = table[states]
    keeps = graph.optimal[at]
    best = graph.best[at] if graph.solution.has_distances else None
    if optimal == "distance":
        # The graph says why where there are no distances.
        wanted = graph.best[at]
    else:
        wanted = keeps
    count = wanted.sum(1)
    with np.errstate(divide="ignore"):
        logs = np.where(wanted, np.log(np.where(wanted, chances, 1.0)), 0.0).sum(1)
    return Judgement(
        states=len(states),
        accuracy=_tidy(float((chances * keeps).sum(1).mean())),
        best_accuracy=None if best is None else _tidy(float((chances * best).sum(1).mean())),
        blundering=float(((chances > 0) & graph.mask[at] & ~keeps).any(1).mean()),
        regret=_tidy(float(regret[states].mean())),
        most_regret=_tidy(float(regret[states].max())),
        cross_entropy=_tidy(float((-logs / count).mean())),
        least_cross_entropy=_tidy(float(np.log(count).mean())),
        missing=float((wanted & (chances == 0)).any(1).mean()),
        sign_accuracy=None if signs is None else float(signs[states].mean()),
    )


def _signs(values: Any, graph: PositionGraph, view: str, batched: bool, drawn_below: float) -> npt.NDArray[np.bool_]:
    """Where the predicted value has the right sign."""
    live = np.flatnonzero(~graph.finished[graph.positions])
    predicted = np.zeros(graph.num_states)
    if callable(values):
        masks = graph.mask[graph.positions[live]].astype(np.int8)
        if view == "position":
            seen: Any = [graph.solution.position(position) for position in graph.positions[live]]
        else:
            seen = graph.observations(view)[live]
        answers = values(seen, masks) if batched else [values(*both) for both in zip(seen, masks, strict=True)]
        found = np.asarray(answers, np.float64)
        if found.shape not in ((len(live),), (len(live), 1)):
            raise PolicyError(f"the values have the shape {found.shape}: expected ({len(live)},)")
        predicted[live] = found.reshape(-1)
    else:
        found = np.asarray(values, np.float64)
        if found.shape == (graph.num_positions,):
            predicted = found[graph.positions]
        elif found.shape == (graph.num_states,):
            predicted = found
        else:
            raise PolicyError(
                f"the values are an array of shape {found.shape}: expected ({graph.num_positions},) for positions or "
                f"({graph.num_states},) for states"
            )
    if np.isnan(predicted[live]).any():
        raise PolicyError("the values have NaN among them: expected numbers from -1 to 1 (for example: 0.5)")
    sign = np.where(np.abs(predicted) < drawn_below, 0, np.sign(predicted))
    return np.asarray(sign == graph.solution.values[graph.positions])


def _blunders(
    graph: PositionGraph, table: Floats, reachable: npt.NDArray[np.bool_], on_path: npt.NDArray[np.bool_]
) -> list[Blunder]:
    at = graph.positions
    bad = (table > 0) & graph.mask[at] & ~graph.optimal[at]
    found = []
    distances = graph.solution.distances

    def plies(position: int) -> int | None:
        return None if distances is None or distances[position] < 0 else int(distances[position])

    for state, action in np.argwhere(bad):
        position = int(at[state])
        twin = position if state >= graph.num_positions else position + graph.num_positions
        player: int | None = int(graph.players[state])
        states = [state]
        if not graph.solution.has_turns and table[twin, action] == table[state, action]:
            if state > twin:
                continue
            player, states = None, [state, twin]
        after = int(graph.successors[position, action])
        left = plies(after)
        found.append(
            Blunder(
                position=str(graph.solution.position(position)),
                player=player,
                action=int(action),
                move=_move(graph, position, int(action)),
                probability=float(table[state, action]),
                value_before=int(graph.solution.values[position]),
                value_after=-int(graph.solution.values[after]),
                distance_before=plies(position),
                distance_after=None if left is None else left + 1,
                reachable=bool(reachable[states].any()),
                on_path=bool(on_path[states].any()),
            )
        )
    # Of equal ones the order of the positions stays.
    found.sort(
        key=lambda blunder: (not blunder.on_path, not blunder.reachable, -blunder.gives_away * blunder.probability)
    )
    return found


def _move(graph: PositionGraph, position: int, action: int) -> str:
    return Game(graph.rules, graph.solution.position(position)).move_of_action(action)
