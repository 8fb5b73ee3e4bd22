"""Positions and games."""

import copy
import pickle
import random

import numpy as np
import pytest

from waribashi import Game, IllegalMoveError, NotationError, Position, Rules, WaribashiError

RULES = ["self-tap", "school", "taps-split", "suicide", "ten", "misere,repetition=threefold", "cutoff,hands=2:3"]


def random_game(rules, seed, plies=40):
    chance = random.Random(seed)
    game = Game(rules)
    for _ in range(plies):
        if game.outcome:
            break
        game.play(chance.choice(game.legal_actions()))
    return game


def test_the_case_in_which_history_matters_is_played_as_written():
    game = Game()
    for move in "1x1 1+2 1x3 4x1 1x1 2+4 1x2".split():
        game.play(move)
    assert str(game.position) == "13-01" and game.to_move == 1 and len(game) == 7
    assert game.moves[-1] == "1x2" and [str(p) for p in game.positions][0] == "11-11"
    assert game.legal_moves() == ["1x1", "3x1", "1+3", "3+1"]


def test_numbers_are_min_to_min_first():
    game = Game("school", "04-12")
    assert game.legal_actions() == [2, 3, 6, 7]
    assert [game.move_of_action(a) for a in game.legal_actions()] == ["4x1", "4x2", "04=13", "04=22"]
    assert game.action_mask().tolist() == [0, 0, 1, 1, 0, 0, 1, 1] and game.action_mask().dtype == np.int8
    assert game.describe_action(6) == "split hands 0 and 1 into 1 and 3"
    assert Game().actions_of_move("1x1") == [0, 1, 2, 3]


@pytest.mark.parametrize("rules", RULES)
def test_undo_after_play_is_the_identity_for_every_action(rules):
    for seed in range(20):
        game = random_game(rules, seed)
        before = game.copy()
        for action in game.legal_actions():
            move = game.move_of_action(action)
            game.play(action)
            assert game.undo() == move
            fresh = before.copy()
            assert game.position == fresh.position and game.repeated == fresh.repeated
            assert game.legal_actions() == fresh.legal_actions()
            assert game.can_redo and game.redo() == move and game.undo() == move


@pytest.mark.parametrize("rules", RULES)
def test_what_is_generated_is_what_is_accepted(rules):
    for seed in range(20):
        game = random_game(rules, seed, plies=seed)
        legal = game.legal_actions()
        assert legal == np.flatnonzero(game.action_mask()).tolist() == sorted(set(legal))
        for action in range(game.rules.num_actions + 2):
            before = game.copy()
            if action in legal:
                game.play(action)
                game = before
            else:
                with pytest.raises(IllegalMoveError):
                    game.play(action)
                assert game == before


@pytest.mark.parametrize("rules", RULES)
def test_copies_pickles_and_records_keep_the_live_game(rules):
    for seed in range(20):
        game = random_game(rules, seed)
        game.undo()
        game.undo()
        for again in (game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
            assert again == game and again.can_redo == game.can_redo
            assert again.moves == game.moves and again.repeated == game.repeated
            again.redo()
            assert again != game or not game.can_redo
        again = Game.replay(game.record())
        assert again.moves == game.moves and again.outcome == game.outcome


def test_a_draw_by_agreement_is_kept():
    game = Game("rollover")
    game.play(0)
    game.agree_draw()
    assert game.outcome.reason == "agreed" and game.outcome.winner is None and game.outcome.rewards == (0, 0)
    assert pickle.loads(pickle.dumps(game)) == game == Game.replay(game.record())
    with pytest.raises(IllegalMoveError, match="over"):
        game.play(0)
    with pytest.raises(IllegalMoveError):
        game.agree_draw()


def test_a_won_game_says_who_and_why():
    game = Game()
    for action in [0, 0, 2, 5, 3]:
        game.play(action)
    assert game.outcome.winner == 0 and game.outcome.reason == "dead" and game.outcome.rewards == (1, -1)
    assert game.legal_actions() == [] and not game.action_mask().any()
    assert game._advance(0) == -1


@pytest.mark.parametrize("move", [10**30, -1, -(10**30), 6, np.int8(77), np.uint64(2**63), True + 5])
def test_a_number_that_is_no_action_is_refused(move):
    game = Game()
    with pytest.raises(IllegalMoveError, match="action"):
        game.play(move)
    assert game == Game()


@pytest.mark.parametrize("move", [None, 1.0, float("nan"), np.float32(0), [], b"1x1", np.array([0, 1]), object()])
def test_a_move_of_another_type_is_a_type_error(move):
    game = Game()
    with pytest.raises(TypeError):
        game.play(move)
    assert game == Game()


@pytest.mark.parametrize("move", ["", "zz", "1x9", "1", "1x1x1", "04=", "\0", "１x1"])
def test_a_text_that_is_no_move_is_refused(move):
    with pytest.raises(NotationError, match="for example"):
        Game().play(move)


@pytest.mark.parametrize("move", [0, np.int64(0), np.int8(0), np.uint8(0), np.array(0), "1x1"])
def test_whole_numbers_of_every_kind_are_actions(move):
    game = Game()
    game.play(move)
    assert game.moves == ["1x1"]


def test_observations_show_both_views():
    game = Game()
    game.play(0)
    assert game.observation().tolist() == [1, 1, 1, 2, 1] and game.observation().dtype == np.int8
    assert game.observation(0).tolist() == [1, 1, 1, 2, 1]
    assert game.observation(1).tolist() == [1, 2, 1, 1, 0]
    assert Game("attacks,fingers=255").observation().dtype == np.int16
    with pytest.raises(ValueError):
        game.observation(2)


def test_repetitions_are_told_by_action():
    seen = 0
    for seed in range(30):
        chance = random.Random(seed)
        game = Game("misere,repetition=threefold")
        while not game.outcome and len(game) < 60:
            legal = game.legal_actions()
            repetitions = game.action_repetitions()
            assert repetitions.sum() == repetitions[legal].sum()
            for action in legal:
                after = game.copy()
                after.play(action)
                assert after.repeated == repetitions[action] + 1
                seen += int(repetitions[action] > 0)
            game.play(chance.choice(legal))
    assert seen > 0


def test_very_many_hands_are_refused_where_they_cannot_be_listed():
    game = Game("cutoff,hands=18446744073709551615")
    assert game.legal_moves() == ["1x1"] and game.position.mine_counts == {1: 2**64 - 1}
    for question in (lambda: game.action_mask(), lambda: game.observation(), lambda: game.position.mine):
        with pytest.raises(WaribashiError):
            question()


def test_positions():
    position = Position("13-04")
    assert position.mine == (1, 3) and position.theirs == (0, 4) and str(position) == "13-04"
    assert position == Position("3140") == Position.from_hands([3, 1], [4, 0]) and len({position, Position("3104")}) == 1
    assert position.swapped() == Position("04-13") and position.result is None
    assert Position("00-11").result == -1 and Position("11-00").result == 1
    assert Position("00-11", "misere").result == 1
    assert pickle.loads(pickle.dumps(position)) == position and "3x4" in position.legal_moves()
    for bad in ["99-11", "1-1", "", "111-11", "-"]:
        with pytest.raises(NotationError):
            Position(bad)
    with pytest.raises(ValueError):
        Game("attacks", Position("111-111", Rules("attacks", hands=3)))
    with pytest.raises(ValueError):
        Position.from_hands([1, 7], [1, 1])


def test_a_start_with_other_hand_counts_says_who_moves():
    assert Game("cutoff,hands=2:3", "111-11").to_move == 1
    assert Game("attacks", "11-12", to_move=1).to_move == 1
    with pytest.raises(ValueError):
        Game("cutoff,hands=2:3", "111-11", to_move=0)
    with pytest.raises(ValueError):
        Game("attacks", to_move=2)
