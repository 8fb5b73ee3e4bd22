"""How good policies are, exactly."""

import json
import math
from fractions import Fraction

import numpy as np
import pytest

import waribashi
from waribashi import Game, PolicyError, PositionGraph, evaluate, solve
from waribashi.chain import Horizon, _endless, best_response, odds
from waribashi.policy import tabulate

RULES = ["self-tap", "school", "suicide", "rollover", "misere", "simple", "cutoff,hands=2:3", "many,hands=3"]


@pytest.fixture(scope="module")
def graphs():
    made = {}

    def graph(rules):
        if rules not in made:
            made[rules] = PositionGraph(rules)
        return made[rules]

    return graph


def some_policy(graph, seed):
    """Any probabilities, a different one in each seat, with some actions never played."""
    chance = np.random.default_rng(seed)
    weights = chance.random((graph.num_states, graph.num_actions)) * graph.mask[graph.positions]
    weights[chance.random(weights.shape) < 0.3] *= 1e-300
    weights[weights < 1e-200] = 0
    empty = weights.sum(1) == 0
    weights[empty] = graph.mask[graph.positions[empty]]
    total = weights.sum(1, keepdims=True)
    return np.divide(weights, total, out=np.zeros_like(weights), where=total > 0)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("name", ["perfect", "perfect-any", "traps"])
def test_perfect_play_gives_nothing_away(graphs, rules, name):
    graph = graphs(rules)
    found = evaluate(name, graph)
    assert found.exploitability == 0 and not found.blunders and found.holds == 1
    assert found.worst == found.value
    for judged in found.judgements.values():
        assert judged.accuracy == 1 and judged.regret == judged.most_regret == judged.blundering == 0
    if name != "traps":
        assert found.judgements["all"].best_accuracy == 1
    truth = graph.solution.values[graph.positions]
    np.testing.assert_allclose(
        found.guaranteed[~graph.finished[graph.positions]], truth[~graph.finished[graph.positions]], atol=1e-9
    )
    for records in [found.records["perfect"]]:
        assert [record.result for record in records] == [found.value[0], found.value[1]]


def brute_odds(graph, first, second, state, plies):
    """By the game's own moves, from the bottom of the tree, for player 0: wins and losses."""
    at, player = graph.solution.position(graph.positions[state]), int(graph.players[state])
    if at.result is not None:
        won = (at.result == 1) == (player == 0)
        return np.array([won, not won], float)
    if plies == 0:
        return np.zeros(2)
    total = np.zeros(2)
    for action, chance in enumerate((first, second)[player][state]):
        if chance:
            game = Game(graph.rules, at, to_move=player)
            game.play(action)
            total += chance * brute_odds(graph, first, second, graph.state(game.position, game.to_move), plies - 1)
    return total


def brute_response(graph, policy, responder, state, plies):
    at, player = graph.solution.position(graph.positions[state]), int(graph.players[state])
    if at.result is not None:
        return at.result if player == responder else -at.result
    if plies == 0:
        return 0
    game = Game(graph.rules, at, to_move=player)
    worth = {}
    for action in game.legal_actions():
        if player == responder or policy[state, action]:
            following = game.copy()
            following.play(action)
            worth[action] = brute_response(
                graph, policy, responder, graph.state(following.position, following.to_move), plies - 1
            )
    if player == responder:
        return max(worth.values())
    return sum(policy[state, action] * value for action, value in worth.items())


@pytest.mark.parametrize(
    "rules", ["attacks,fingers=3", "suicide,fingers=3", "simple,hands=1:2,fingers=4", "ten,fingers=3"]
)
@pytest.mark.parametrize("seed", range(3))
def test_a_ply_cap_is_what_a_search_of_the_tree_finds(rules, seed):
    graph = PositionGraph(rules)
    first, second = some_policy(graph, seed), some_policy(graph, seed + 100)
    for plies in (1, 2, 5):
        found = odds(graph, first, second, Horizon(ply_cap=plies))
        for state in range(0, graph.num_states, 3):
            np.testing.assert_allclose(
                [found.first[state], found.second[state]], brute_odds(graph, first, second, state, plies), atol=1e-12
            )
        for responder in (0, 1):
            response = best_response(graph, first, responder, Horizon(ply_cap=plies))
            for state in range(0, graph.num_states, 5):
                assert response.values[state] == pytest.approx(
                    brute_response(graph, first, responder, state, plies), abs=1e-12
                )


@pytest.mark.parametrize("rules", ["self-tap", "suicide"])
def test_a_long_cap_comes_to_what_has_no_cap(graphs, rules):
    graph = graphs(rules)
    first, second = (0.9 * some_policy(graph, seed) + 0.1 * tabulate("random", graph)[0] for seed in (1, 2))
    endless, capped = odds(graph, first, second), odds(graph, first, second, Horizon(ply_cap=4000))
    np.testing.assert_allclose(endless.first, capped.first, atol=1e-9)
    np.testing.assert_allclose(endless.second, capped.second, atol=1e-9)
    for responder in (0, 1):
        endless = best_response(graph, first, responder)
        capped = best_response(graph, first, responder, Horizon(ply_cap=4000))
        np.testing.assert_allclose(endless.values, capped.values, atol=1e-6)


@pytest.mark.parametrize("rules", ["self-tap", "school", "suicide", "cutoff,hands=2:3"])
@pytest.mark.parametrize("horizon", [Horizon(), Horizon(discount=0.95)])
def test_a_best_response_gets_what_it_says_and_nobody_more(graphs, rules, horizon):
    """Played as a policy against the other one, it has exactly these results, and no action of any state has more."""
    graph = graphs(rules)
    policy = some_policy(graph, 7)
    for responder in (0, 1):
        response = best_response(graph, policy, responder, horizon)
        played = np.zeros_like(policy)
        own = response.actions >= 0
        played[np.flatnonzero(own), response.actions[own]] = 1
        pair = (played, policy) if responder == 0 else (policy, played)
        found = odds(graph, *pair, horizon)
        result = (found.first - found.second) * (1 if responder == 0 else -1)
        np.testing.assert_allclose(result, response.values, atol=1e-9)
        after = graph.state_successors[own]
        factor = horizon.discount or 1
        most = np.where(after >= 0, factor * response.values[after], -np.inf).max(1)
        assert (most <= response.values[own] + 1e-8).all()


def test_who_can_avoid_a_loss_for_ever_has_a_draw():
    """Against a policy that never wins and a responder who would lose if he moved on, going round is a draw."""
    graph = PositionGraph("rollover,repetition=none")
    response = best_response(graph, tabulate("perfect", graph)[0], 0)
    truth = graph.solution.values[graph.positions].astype(float)
    np.testing.assert_allclose(response.values, np.where(graph.players == 0, truth, -truth), atol=1e-9)


def test_large_chains_are_iterated_to_the_same_numbers(graphs, monkeypatch):
    graph = graphs("school")
    policy = tabulate("random", graph)[0]
    exact, response = odds(graph, policy, policy), best_response(graph, policy, 1)
    monkeypatch.setattr("waribashi.chain._MOST_UNKNOWNS", 10)
    iterated = odds(graph, policy, policy)
    assert 0 < iterated.error < 1e-9
    np.testing.assert_allclose(iterated.first, exact.first, atol=2e-10)
    np.testing.assert_allclose(best_response(graph, policy, 1).values, response.values, atol=1e-8)


def rational_odds(graph, table, root):
    """The probability that player 0 wins from a state, in fractions; every play must come to an end."""
    after, mask = graph.state_successors, table > 0
    live = [state for state in np.flatnonzero(graph.reachable(root, mask)) if mask[state].any()]
    place = {state: at for at, state in enumerate(live)}
    rows = []
    for state in live:
        row = {place[state]: Fraction(1)}
        won = Fraction(0)
        total = sum(Fraction(chance) for chance in table[state])
        for action in np.flatnonzero(mask[state]):
            to, chance = after[state, action], Fraction(table[state, action]) / total
            if to in place:
                row[place[to]] = row.get(place[to], 0) - chance
            elif graph.results[to] > 0:
                won += chance
        rows.append((row, won))
    for at in range(len(rows) - 1, -1, -1):
        row, won = rows[at]
        for other in range(at):
            factor = rows[other][0].get(at, 0) / row[at]
            if factor:
                for column, value in row.items():
                    rows[other][0][column] = rows[other][0].get(column, 0) - factor * value
                rows[other] = (rows[other][0], rows[other][1] - factor * won)
    solved = {}
    for at, (row, won) in enumerate(rows):
        solved[at] = (won - sum(value * solved[column] for column, value in row.items() if column < at)) / row[at]
    return solved[place[root]]


@pytest.mark.parametrize("rare", [0.3, 1e-4, 1e-7, 1e-9])
def test_policies_that_hardly_ever_leave_a_round_lose_no_digits(rare):
    """Where a plain linear system is nearly singular; compared with fractions."""
    graph = PositionGraph("attacks,fingers=3,divide=any,transfer=any,own-tap=on")
    # Both go round as long as they can, and hardly ever do anything else.
    chance = np.random.default_rng(3)
    mask = graph.mask[graph.positions]
    going = _endless(graph.state_successors, mask.astype(float), np.ones(graph.num_states, bool))
    round_ = mask & going[graph.state_successors]
    first_round = round_ & (round_.cumsum(1) == 1)
    table = (
        np.where(first_round, 1.0, np.where(round_.any(1, keepdims=True), rare, 1.0)) * chance.random(mask.shape) * mask
    )
    table /= np.maximum(table.sum(1, keepdims=True), 1e-300)
    found = odds(graph, table, table)
    root = graph.state()
    assert found.first[root] == pytest.approx(float(rational_odds(graph, table, root)), abs=1e-11)
    assert found.error <= 1e-12
    live = ~graph.finished[graph.positions]
    np.testing.assert_allclose((found.first + found.second)[live], 1, atol=1e-11)


def test_a_mistake_is_waited_for_however_rare_it_is(graphs):
    """At school rules an opponent can go round until the mistake comes."""
    for epsilon in (1e-3, 1e-6, 1e-9):
        assert evaluate(f"epsilon={epsilon}", graphs("school"), opponents=[]).exploitability == pytest.approx(
            1, abs=1e-9
        )


def test_the_odds_are_what_games_come_to(graphs):
    """Sampled, as a check of the computation by something else: the mean of 2,000 games."""
    graph = graphs("suicide")
    found = evaluate("random", graph, opponents=["softmax=0.5"])
    chance = np.random.default_rng(0)
    mine, theirs = (tabulate(name, graph)[0] for name in ("random", "softmax=0.5"))
    results = []
    for _ in range(2000):
        state = graph.state()
        while graph.mask[graph.positions[state]].any():
            row = (mine, theirs)[graph.players[state]][state]
            state = graph.state_successors[state, chance.choice(len(row), p=row)]
        results.append(graph.results[state])
    assert np.mean(results) == pytest.approx(found.records["softmax=0.5"][0].result, abs=0.08)


def test_regret_and_blunders_of_a_known_mistake():
    """In 13-04 there is a win in 1; the policy taps itself instead."""
    graph = PositionGraph("self-tap")
    table = graph.best / np.maximum(graph.best.sum(1, keepdims=True), 1)
    position = graph.solution.index("13-04")
    wrong = next(a for a in np.flatnonzero(graph.mask[position]) if not graph.optimal[position, a])
    table[position] = 0
    table[position, wrong] = 1
    found = evaluate(table, graph, name="one mistake")
    (blunder,) = found.blunders
    assert blunder.position == "13-04" and blunder.player is None and blunder.action == wrong
    assert blunder.value_before == 1 and blunder.distance_before == 1 and blunder.probability == 1
    assert blunder.gives_away == 1 - blunder.value_after == found.regret[graph.state("13-04")]
    assert found.regret.sum() == 2 * blunder.gives_away
    judged = found.judgements["all"]
    assert judged.states == 392 and judged.accuracy == pytest.approx(1 - 2 / 392)
    assert judged.regret == pytest.approx(2 * blunder.gives_away / 392) and judged.most_regret == blunder.gives_away


def test_sets_of_positions(graphs):
    found = evaluate("perfect", graphs("self-tap"))
    assert found.judgements["all"].states == 392 and found.judgements["reachable"].states == 378
    assert 0 < found.judgements["on_path"].states < 378
    everything = evaluate("random", graphs("self-tap"))
    assert everything.judgements["on_path"].states == 378


def test_cross_entropy(graphs):
    graph = graphs("school")
    uniform = graph.optimal / np.maximum(graph.optimal.sum(1, keepdims=True), 1)
    judged = evaluate(uniform, graph).judgements["all"]
    assert judged.cross_entropy == pytest.approx(judged.least_cross_entropy) and judged.missing == 0
    judged = evaluate("random", graph).judgements["all"]
    legal, optimal = graph.mask.sum(1), graph.optimal
    expected = np.log(legal[~graph.finished]).mean()
    assert judged.cross_entropy == pytest.approx(expected) and expected > judged.least_cross_entropy
    judged = evaluate("perfect", graph).judgements["all"]
    assert math.isinf(judged.cross_entropy) and judged.missing == np.mean((optimal.sum(1) > 1)[~graph.finished])
    best = graph.best / np.maximum(graph.best.sum(1, keepdims=True), 1)
    judged = evaluate(best, graph, optimal="distance").judgements["all"]
    assert judged.cross_entropy == pytest.approx(judged.least_cross_entropy)


def test_sign_accuracy(graphs):
    graph = graphs("self-tap")
    truth = graph.solution.values
    judged = evaluate("random", graph, values=truth).judgements
    assert all(at.sign_accuracy == 1 for at in judged.values())
    judged = evaluate("random", graph, values=np.zeros(450)).judgements["all"]
    assert judged.sign_accuracy == pytest.approx((truth[~graph.finished] == 0).mean())
    judged = evaluate(
        "random", graph, view="position", values=lambda at, mask: 0.5 * graph.solution.values[graph.solution.index(at)]
    ).judgements["all"]
    assert judged.sign_accuracy == 1
    assert evaluate("random", graph).judgements["all"].sign_accuracy is None


def test_every_form_of_a_policy_is_the_same_policy(graphs):
    graph = graphs("school")
    table = tabulate("perfect", graph)[0]
    half = table[:225]
    actions = half.argmax(1)
    solution = graph.solution

    def by_observation(observation, mask):
        mine = observation[:2] if observation[4] == 0 else observation[2:4]
        theirs = observation[2:4] if observation[4] == 0 else observation[:2]
        at = solution.index(waribashi.Position.from_hands(mine.tolist(), theirs.tolist(), "school"))
        assert np.array_equal(mask, graph.mask[at]) and mask.dtype == np.int8
        observation[:], mask[:] = 0, 0  # what a policy does with its arguments is its own affair
        return actions[at]

    def by_own(observation, mask):
        assert observation[4] == 0
        return half[solution.index("{}{}-{}{}".format(*observation[:4]))]

    def by_position(position, mask):
        return int(actions[solution.index(position)])

    def batched(observations, masks):
        assert observations.shape == (392, 5) and masks.shape == (392, 8)
        return np.concatenate([half, half])[~graph.finished[graph.positions]].astype(np.float32)

    forms = [
        (half, {}), (table, {}), (actions, {}), (np.tile(actions, 2), {}), (actions.tolist(), {}),
        (by_observation, {}), (by_own, {"view": "own"}), (by_position, {"view": "position"}), (batched, {"batched": True}),
    ]  # fmt: skip
    for form, options in forms:
        np.testing.assert_array_equal(tabulate(form, graph, **options)[0], table)


def test_a_policy_may_play_the_seats_differently(graphs):
    graph = graphs("self-tap")
    table = np.concatenate([tabulate("perfect", graph)[0][:225], tabulate("random", graph)[0][225:]])
    found = evaluate(table, graph)
    assert found.worst[0] == 0 and found.worst[1] < -0.9
    assert {blunder.player for blunder in found.blunders} == {1}


@pytest.mark.parametrize(
    "policy, message",
    [
        (lambda o, m: 99, "action 99"),
        (lambda o, m: -1, "action -1"),
        (lambda o, m: 0.5, "float64"),
        (lambda o, m: None, "expected"),
        (lambda o, m: np.full(6, np.nan), "probability nan"),
        (lambda o, m: np.full(6, -1.0), "logits"),
        (lambda o, m: np.full(6, 0.5), "sum 3"),
        (lambda o, m: np.full(6, 1 / 6), "illegal action"),
        (lambda o, m: [[1]], "expected"),
        (np.zeros((225, 7)), "shape"),
        (np.zeros((3, 6)), "225 positions or 450"),
        (np.zeros(225), "float64"),
        (5, "shape"),
        ({}, "mapping"),
    ],
)
def test_what_is_no_policy_is_refused_with_the_place(policy, message):
    with pytest.raises(PolicyError, match=message):
        evaluate(policy, "self-tap")


def test_illegal_actions_are_dropped_on_request(graphs):
    found = evaluate(lambda o, m: np.full(6, 1 / 6), graphs("self-tap"), illegal="drop")
    plain = evaluate("random", graphs("self-tap"))
    np.testing.assert_allclose(found.policy, plain.policy)
    assert 0.1 < found.illegal < 0.9 and plain.illegal == 0
    assert "illegal" in str(found)
    stuck = evaluate(lambda o, m: 4, graphs("self-tap"), illegal="drop")
    assert stuck.policy.sum() == pytest.approx(392)


def test_horizons(graphs):
    graph = graphs("suicide")
    assert evaluate("perfect", graph).value == (-1, 1)
    # The first player loses after 26 plies: with fewer it is a draw.
    assert evaluate("perfect", graph, ply_cap=25).value == (0, 0)
    capped = evaluate("perfect", graph, ply_cap=26)
    assert capped.value == (-1, 1) and capped.worst == (-1, 1)
    discounted = evaluate("perfect", graph, discount=0.9)
    assert discounted.value[1] == pytest.approx(0.9**26) and discounted.worst[1] == pytest.approx(0.9**26)
    assert discounted.exploitability == pytest.approx(0, abs=1e-12)
    for wrong in ({"ply_cap": 0}, {"discount": 1.0}, {"discount": 0}, {"ply_cap": 5, "discount": 0.5}):
        with pytest.raises(ValueError, match="expected"):
            evaluate("perfect", graph, **wrong)


def test_a_start_of_its_own(graphs):
    found = evaluate("perfect", graphs("self-tap"), start="13-04")
    assert found.value == (1, -1) == found.worst and str(found.start) == "13-04"
    found = evaluate("random", graphs("cutoff,hands=2:3"), start="011-11")
    assert found.start.mine == (0, 1, 1)


def test_opponents_of_every_form(graphs):
    graph = graphs("self-tap")
    found = evaluate(
        "random",
        graph,
        opponents={"array": tabulate("perfect", graph)[0], "name": "perfect", "player": waribashi.opponents.Perfect()},
    )
    assert len({records for records in found.records.values()}) == 1
    assert list(evaluate("random", graph, opponents=[]).records) == []


def test_the_summary_the_dictionary_and_the_frame(graphs):
    pandas = pytest.importorskip("pandas")
    found = evaluate("epsilon=0.5", graphs("self-tap"))
    text = str(found)
    for word in (
        "epsilon=0.5 at self-tap",
        "endless play is a draw",
        "repetition rule is not counted",
        "accuracy",
        "player_1",
        "exploitability",
    ):
        assert word in text
    told = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert told["exploitability"] == found.exploitability and told["judgements"]["all"]["states"] == 392
    assert len(told["blunders"]) == len(found.blunders) and told["blunders"][0]["gives_away"] in (1, 2)
    json.dumps(evaluate("perfect", graphs("self-tap")).to_dict(), allow_nan=False)
    frame = found.to_dataframe()
    assert isinstance(frame, pandas.DataFrame) and len(frame) == 392
    assert frame["regret"].sum() == pytest.approx(found.regret.sum())


def test_exploitability_falls_as_the_policy_gets_better(graphs):
    graph = graphs("self-tap")
    found = [evaluate(f"epsilon={epsilon}", graph).exploitability for epsilon in (1, 0.5, 0.1, 0.01, 0)]
    assert found == sorted(found, reverse=True) and found[-1] == 0 and len(set(found)) == 5
    assert found[0] == pytest.approx(evaluate("random", graph).exploitability)


def test_a_solution_without_distances_can_be_used():
    found = evaluate(np.zeros(225, int), solve("simple", values_only=True), opponents=[], illegal="drop")
    assert found.judgements["all"].best_accuracy is None and 0 < found.exploitability <= 1
