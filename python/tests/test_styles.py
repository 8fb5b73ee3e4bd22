"""The engine's styles as opponents."""

import numpy as np
import pytest

from waribashi import Game, WaribashiError, opponents, solve
from waribashi._waribashi import _chances

STYLES = ["careful", "greedy", "beginner", "skill=0.5"]
EVERY = ["perfect", "traps", *STYLES, "random"]


def played(style, rules, seed):
    players = [opponents.Style(style, rules, seed=seed), opponents.opponent("random", rules, seed=seed)]
    game = Game(rules)
    while not game.outcome and len(game) < 60:
        game.play(players[game.to_move].action(game))
    return game.moves


@pytest.mark.parametrize("style", STYLES)
def test_the_same_seed_plays_the_same_game(style):
    games = [played(style, "self-tap", seed) for seed in range(8)]
    assert games == [played(style, "self-tap", seed) for seed in range(8)]
    assert len({tuple(moves) for moves in games}) > 1


@pytest.mark.parametrize("rules", ["self-tap", "suicide", "cutoff,hands=2:3"])
@pytest.mark.parametrize("style", EVERY)
def test_probabilities_add_up_over_legal_actions(rules, style):
    game, solution = Game(rules), solve(rules)
    chance = np.random.default_rng(1)
    while not game.outcome and len(game) < 30:
        parts = _chances(style, game, solution)
        assert parts.shape == (game.rules.num_actions,) and parts.sum() == pytest.approx(1)
        assert not parts[game.action_mask() == 0].any()
        game.play(chance.choice(game.legal_actions()))
    if game.outcome:
        assert not _chances(style, game, solution).any()


def test_styles_by_name():
    for name in STYLES:
        player = opponents.opponent(name, "school")
        assert player.name == name and isinstance(player, opponents.Style)
        table = player.probabilities()
        assert table.shape == (len(solve("school")), 8)
        assert np.allclose(table.sum(axis=1), [position is None for position in results("school")])


def results(rules):
    solution = solve(rules)
    return [solution.position(index).result for index in range(len(solution))]


def test_perfect_and_traps_are_those_of_the_engine():
    """They are written in Python too, for their probabilities in all positions at once."""
    for rules in ["self-tap", "taps-split", "suicide"]:
        solution = solve(rules)
        for name in ["perfect", "traps"]:
            player = opponents.opponent(name, solution)
            table = player.probabilities()
            for index in range(0, len(solution), 3):
                position = solution.position(index)
                if position.result is None:
                    assert np.array_equal(table[index], _chances(name, Game(rules, position), solution)), (rules, position)


def test_what_is_no_style_is_refused():
    for wrong in ["", "best", "skill=2", "skill=nan"]:
        with pytest.raises(WaribashiError, match="for example"):
            opponents.Style(wrong)
    with pytest.raises(ValueError, match="for example"):
        opponents.opponent("skill=2")
    with pytest.raises(WaribashiError, match="other rules"):
        _chances("perfect", Game(), solve("suicide"))
    with pytest.raises(WaribashiError, match="needs a solution"):
        _chances("perfect", Game())


def test_styles_that_need_no_values_play_rules_that_cannot_be_solved():
    game = Game("cutoff,hands=100")
    for style in ["careful", "greedy", "beginner", "random"]:
        assert _chances(style, game).sum() == pytest.approx(1)
