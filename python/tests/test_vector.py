"""Batches are many games: step for step what ``waribashi.Game`` plays, in arrays that are checked."""

import os
import pickle
import threading

import numpy as np
import pytest

import waribashi
from waribashi import Game, IllegalMoveError, Rules, WaribashiError
from waribashi.vector import Batch, Buffers

RULES = [
    "self-tap",
    "school",
    "suicide,repetition=first",
    "taps-split,repetition=threefold",
    "rollover",
    "misere,repetition=first",
    "cutoff,hands=2:3",
    "self-tap,hands=3",
]


class Model:
    """A batch played by games, one at a time."""

    def __init__(self, batch: Batch, step_limit: int | None = None):
        self.rules, self.view, self.autoreset = batch.rules, batch.view, batch.autoreset
        self.step_limit = step_limit
        self.games = [Game(self.rules) for _ in range(batch.num_games)]
        self.over = [False] * batch.num_games
        self.seen = batch.buffers(final_observations=True)
        for game in range(batch.num_games):
            self.write(game)

    def observed(self, game: Game):
        return game.observation(game.to_move if self.view == "own" else None)

    def write(self, at, rewards=(0, 0), terminated=False, truncated=False, actor=0):
        game, seen = self.games[at], self.seen
        seen.observations[at] = self.observed(game)
        seen.action_masks[at] = 0 if self.over[at] else game.action_mask()
        seen.rewards[at] = rewards
        seen.terminations[at], seen.truncations[at] = terminated, truncated
        seen.turns[at] = game.to_move
        seen.actor_rewards[at] = rewards[actor]

    def reset(self, games):
        for at in games:
            self.games[at], self.over[at] = Game(self.rules), False
            self.write(at)

    def step(self, actions):
        for at, action in enumerate(actions):
            if self.over[at]:
                self.reset([at])
                continue
            game = self.games[at]
            actor = game.to_move
            game.play(int(action))
            terminated = game.outcome is not None
            truncated = not terminated and self.step_limit is not None and len(game) >= self.step_limit
            if terminated or truncated:
                if self.autoreset == "same_step":
                    self.seen.final_observations[at] = self.observed(game)
                    self.games[at] = Game(self.rules)
                else:
                    self.over[at] = True
            self.write(at, game.outcome.rewards if terminated else (0, 0), terminated, truncated, actor)


def same(given: Buffers, expected: Buffers) -> None:
    for name, a, b in zip(Buffers._fields, given, expected, strict=True):
        if a is not None:
            np.testing.assert_array_equal(a, b, err_msg=name)
            assert a.dtype == b.dtype


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("autoreset", ["next_step", "same_step", "disabled"])
def test_a_batch_plays_what_games_play(rules, autoreset):
    games, step_limit = 60, 25
    batch = Batch(rules, games, seed=5, autoreset=autoreset, step_limit=step_limit, threads=2, view="own")
    buffers = batch.buffers(final_observations=True)
    batch.reset(buffers)
    model = Model(batch, step_limit)
    same(buffers, model.seen)
    actions = batch.actions()
    for turn in range(60):
        if autoreset == "disabled" and any(model.over):
            mask = np.array(model.over)
            batch.reset(buffers, mask=mask)
            model.reset(np.flatnonzero(mask))
            same(buffers, model.seen)
        if turn % 2:
            batch.sample(actions)
            batch.step(actions, buffers)
        else:
            batch.step_random(actions, buffers)
        model.step(actions)
        same(buffers, model.seen)
        assert batch.plies().tolist() == [len(game) for game in model.games]


def test_values_are_the_solutions_and_exact_ones_count_the_history():
    rules = Rules("self-tap")
    solution = waribashi.solve(rules)
    batch = Batch(rules, 300, seed=2, solution=solution)
    buffers, actions = batch.buffers(), batch.actions()
    batch.reset(buffers)
    model = Model(batch)
    differ = 0
    for _ in range(15):
        batch.step_random(actions, buffers)
        model.step(actions)
        values, distances = batch.values()
        exact, plies = batch.values(exact=True)
        assert values.dtype == exact.dtype == np.int8 and distances.dtype == plies.dtype == np.int32
        positions = batch.positions()
        for at, game in enumerate(model.games):
            assert solution.position(int(positions[at])) == game.position
            answer = solution.answer(game)
            assert exact[at] == answer.value
            assert plies[at] == (-1 if answer.distance is None else answer.distance)
            if game.outcome is None:
                assert values[at] == solution.values[positions[at]]
                assert distances[at] == solution.distances[positions[at]]
                differ += values[at] != exact[at]
    assert differ > 0


def test_an_illegal_action_is_refused_and_changes_nothing():
    batch = Batch("self-tap", 100, seed=1, threads=2)
    buffers, actions = batch.buffers(), batch.actions()
    batch.reset(buffers)
    before = [array.copy() for array in buffers if array is not None]
    actions[77] = 6
    with pytest.raises(IllegalMoveError, match="action 6 of game 77 is illegal: in 11-11 with the first player"):
        batch.step(actions, buffers)
    actions[77] = -1
    with pytest.raises(IllegalMoveError, match="action -1 of game 77"):
        batch.step(actions, buffers)
    for array, kept in zip((array for array in buffers if array is not None), before, strict=True):
        np.testing.assert_array_equal(array, kept)
    assert batch.plies().tolist() == [0] * 100
    actions[77] = 0
    batch.step(actions, buffers)


def test_an_illegal_action_can_end_its_game():
    batch = Batch("attacks", 2, illegal="end")
    buffers = batch.buffers()
    batch.reset(buffers)
    batch.step(np.array([4, 0]), buffers)
    assert buffers.rewards.tolist() == [[-1, 0], [0, 0]]
    assert buffers.terminations.tolist() == buffers.truncations.tolist() == [True, False]
    assert not buffers.action_masks[0].any()


def test_a_game_that_is_over_is_to_be_reset_where_nothing_resets_it():
    batch = Batch("attacks,start=04-01", 2, autoreset="disabled")
    buffers = batch.buffers()
    batch.reset(buffers)
    batch.step(np.array([3, 3]), buffers)
    assert buffers.rewards.tolist() == [[1, -1]] * 2
    with pytest.raises(WaribashiError, match="game 0 is over"):
        batch.step(np.array([3, 3]), buffers)
    batch.reset(buffers, mask=np.array([True, False]))
    assert buffers.terminations.tolist() == [False, True]
    with pytest.raises(WaribashiError, match="game 1 is over"):
        batch.step_random(batch.actions(), buffers)


def test_the_first_reset_is_of_all_games_and_comes_first():
    batch = Batch("self-tap", 3)
    buffers = batch.buffers()
    with pytest.raises(WaribashiError, match="call reset"):
        batch.step(batch.actions(), buffers)
    with pytest.raises(WaribashiError, match="call reset"):
        batch.sample(batch.actions())
    with pytest.raises(WaribashiError, match="call reset"):
        batch.reset(buffers, mask=np.array([True, False, True]))


GAMES = 8


@pytest.fixture
def batch() -> Batch:
    batch = Batch("self-tap", GAMES, seed=3, autoreset="same_step")
    batch.reset(batch.buffers())
    return batch


@pytest.mark.parametrize("name", Buffers._fields)
def test_hostile_buffers_are_refused_by_name(batch, name):
    good = batch.buffers()
    array = getattr(good, name)
    wrong = {
        "type": array.astype(np.float64),
        "byte order": np.zeros(array.shape, np.dtype(">i2")),
        "shape": np.zeros((GAMES + 1, *array.shape[1:]), array.dtype),
        "dimensions": np.zeros((*array.shape, 1), array.dtype),
        "strides": np.zeros((2 * GAMES, *array.shape[1:]), array.dtype)[::2],
        "list": array.tolist(),
    }
    read_only = array.copy()
    read_only.flags.writeable = False
    wrong["read-only"] = read_only
    if array.ndim == 2:
        wrong["order"] = np.asfortranarray(array)
    if array.dtype.itemsize > 1:
        memory = np.zeros(array.nbytes + 1, np.uint8)
        wrong["alignment"] = memory[1:].view(array.dtype).reshape(array.shape)
    for what, bad in wrong.items():
        with pytest.raises((TypeError, WaribashiError), match=name) as refused:
            batch.step(batch.actions(), good._replace(**{name: bad}))
        assert "expected" in str(refused.value) or "read-only" in str(refused.value), what
        with pytest.raises((TypeError, WaribashiError), match=name):
            batch.reset(good._replace(**{name: bad}))


def test_buffers_that_share_memory_are_refused(batch):
    buffers = batch.buffers()
    with pytest.raises(WaribashiError, match="share"):
        batch.step(batch.actions(), buffers._replace(truncations=buffers.terminations))
    memory = np.zeros(4 * GAMES, np.int8)
    with pytest.raises(WaribashiError, match="share"):
        batch.step(
            batch.actions(),
            buffers._replace(turns=memory[:GAMES], terminations=memory[GAMES - 1 : 2 * GAMES - 1].view(np.bool_)),
        )
    # Two arrays over one block of memory, which numpy does not know to be one.
    block = bytearray(8 * GAMES)
    with pytest.raises(WaribashiError, match="share memory"):
        batch.step(
            batch.actions(),
            buffers._replace(
                turns=np.frombuffer(memoryview(block), np.int8, GAMES),
                rewards=np.frombuffer(memoryview(block), np.float32).reshape(GAMES, 2),
            ),
        )
    with pytest.raises(WaribashiError, match="share"):
        batch.step(buffers.rewards.reshape(-1).view(np.int64), buffers)
    batch.step(batch.actions(), buffers)


def test_bools_that_are_none_are_overwritten(batch):
    # A numpy bool can hold any byte.
    flags = np.full(GAMES, 7, np.uint8).view(np.bool_)
    buffers = batch.buffers()._replace(terminations=flags)
    batch.step(batch.actions(), buffers)
    assert flags.view(np.uint8).tolist() == [0] * GAMES


def test_missing_buffers_are_refused(batch):
    buffers = batch.buffers()
    with pytest.raises(TypeError, match="turns: expected an array, got None"):
        batch.step(batch.actions(), buffers._replace(turns=None))
    with pytest.raises(TypeError, match="buffers are 8 arrays"):
        batch.step(batch.actions(), buffers[:7])
    with pytest.raises(TypeError):
        batch.step(batch.actions(), None)
    batch.step(batch.actions(), buffers._replace(actor_rewards=None, final_observations=None))


@pytest.mark.parametrize(
    "actions",
    [
        np.zeros(GAMES),
        np.zeros(GAMES, np.uint64),
        np.zeros(GAMES, np.bool_),
        np.zeros(GAMES + 1, np.int64),
        np.zeros((GAMES, 1), np.int64),
        np.zeros(2 * GAMES, np.int64)[::2],
        [0] * GAMES,
        None,
    ],
)
def test_actions_of_another_type_or_shape_are_refused(batch, actions):
    for call in (batch.step, batch.step_random):
        with pytest.raises((TypeError, WaribashiError), match="actions: expected"):
            call(actions, batch.buffers())
    with pytest.raises((TypeError, WaribashiError), match="actions: expected"):
        batch.sample(actions)


def test_int32_actions_are_as_good_as_int64():
    a, b = (Batch("school", 50, seed=4) for _ in range(2))
    seen, expected = a.buffers(), b.buffers()
    a.reset(seen)
    b.reset(expected)
    narrow, wide = np.zeros(50, np.int32), np.zeros(50, np.int64)
    for _ in range(20):
        a.sample(narrow)
        a.step(narrow, seen)
        b.step_random(wide, expected)
        assert narrow.tolist() == wide.tolist()
        same(seen, expected)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_games": 0}, "num_games=0"),
        ({"num_games": 10**30}, "num_games"),
        ({"num_games": 2**62}, "use fewer games"),
        ({"threads": 0}, "threads=0"),
        ({"threads": 65}, "threads=65"),
        ({"seed": -1}, "seed=-1"),
        ({"step_limit": 0}, "step_limit=0"),
        ({"autoreset": "often"}, 'autoreset="often"'),
        ({"illegal": "ignore"}, 'illegal="ignore"'),
        ({"view": "mine"}, 'view="mine"'),
        ({"seat": "third"}, 'seat="third"'),
        ({"seat": "second"}, "opponent"),
        ({"opponent": "god"}, 'opponent="god"'),
        ({"opponent": "random", "epsilon": 1.5}, "epsilon=1.5"),
        ({"opponent": "random", "epsilon": float("nan")}, "epsilon"),
        ({"opponent": np.zeros(3, np.int64)}, "3 elements"),
        ({"opponent": np.full(225, 5, np.int64), "rules": "attacks"}, "plays action 5"),
        ({"opponent": np.zeros((225, 6)), "rules": "attacks"}, "probability"),
        ({"opponent": np.zeros((225, 7)), "rules": "attacks"}, "6 actions, not 7"),
        ({"rules": "cutoff,hands=60"}, "use fewer"),
        ({"rules": "nonsense"}, "nonsense"),
        ({"opponent": "random", "seat": "second", "rules": "attacks,start=04-01"}, "first move"),
    ],
)
def test_options_that_make_no_sense_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        Batch(**options)


@pytest.mark.parametrize("options", [{"opponent": 5}, {"opponent": np.zeros(225, np.float32)}, {"num_games": 1.5}])
def test_options_of_another_type_are_refused(options):
    with pytest.raises((TypeError, AttributeError)):
        Batch(**options)


def test_a_seed_reproduces_whatever_the_number_of_threads():
    def run(threads: int, seed: int, games: int = 300):
        batch = Batch("self-tap", games, seed=9, threads=threads, opponent="random", seat="random")
        buffers, actions = batch.buffers(), batch.actions()
        batch.reset(buffers, seed=seed)
        for _ in range(30):
            batch.step_random(actions, buffers)
        return buffers.observations.copy(), actions

    observations, actions = run(1, 4)
    for threads in (2, 3):
        again = run(threads, 4)
        np.testing.assert_array_equal(again[0], observations)
        np.testing.assert_array_equal(again[1], actions)
    assert (run(1, 5)[1] != actions).any()
    np.testing.assert_array_equal(run(1, 4, games=40)[1], actions[:40])


def test_a_perfect_opponent_wins_what_is_won():
    # The start of `suicide` is lost for the player who begins.
    batch = Batch("suicide", 200, seed=1, opponent="perfect", autoreset="same_step")
    buffers, actions = batch.buffers(), batch.actions()
    batch.reset(buffers)
    ended = 0
    for _ in range(60):
        batch.step_random(actions, buffers)
        ended += int(buffers.terminations.sum())
        assert (buffers.actor_rewards[buffers.terminations] == -1).all()
        assert (buffers.turns == 0).all()
    assert ended > 300
    with_epsilon = Batch("suicide", 200, seed=1, opponent="perfect", epsilon=0.9, autoreset="same_step")
    with_epsilon.reset(buffers)
    won = 0
    for _ in range(60):
        with_epsilon.step_random(actions, buffers)
        won += int((buffers.actor_rewards == 1).sum())
    assert won > 0


def test_a_policy_as_an_array_moves_inside_the_step():
    rules = Rules("attacks")
    solution = waribashi.solve(rules)
    first, weights = np.full(len(solution), -1, np.int64), np.zeros((len(solution), rules.num_actions))
    for index in range(len(solution)):
        position = solution.position(index)
        if position.result is None:
            legal = Game(rules, position).legal_actions()
            first[index] = legal[-1]
            weights[index, legal[-1]] = 0.25
    seen = []
    for opponent in (first, weights):
        batch = Batch(rules, 40, opponent=opponent, seed=8, step_limit=30)
        buffers, actions = batch.buffers(), batch.actions()
        batch.reset(buffers)
        game = Game(rules)
        for _ in range(10):
            batch.step_random(actions, buffers)
            if game is not None:
                game.play(int(actions[0]))
                if game.outcome is None:
                    game.play(game.legal_actions()[-1])
                assert buffers.observations[0].tolist() == game.observation().tolist()
                if game.outcome is not None:
                    game = None
        seen.append(buffers.observations.copy())
    np.testing.assert_array_equal(*seen)


def test_a_random_seat_is_told_by_the_turn():
    batch = Batch("self-tap", 1000, opponent="random", seat="random", seed=1)
    buffers = batch.buffers()
    batch.reset(buffers)
    np.testing.assert_array_equal(batch.seats(), buffers.turns)
    assert 400 < buffers.turns.sum() < 600
    assert (batch.plies() == buffers.turns).all()


def test_hands_that_show_more_than_127_are_unsigned():
    batch = Batch("attacks,fingers=201,hands=1,start=200-150", 2)
    buffers = batch.buffers()
    assert buffers.observations.dtype == np.uint8
    batch.reset(buffers)
    assert buffers.observations[0].tolist() == [200, 150, 0]


def test_batches_step_in_threads_and_one_batch_in_one_thread_at_a_time():
    batches = [Batch("self-tap", 5000, seed=seed, threads=1) for seed in range(3)]

    def run(batch: Batch) -> None:
        buffers, actions = batch.buffers(), batch.actions()
        batch.reset(buffers)
        for _ in range(50):
            batch.step_random(actions, buffers)

    threads = [threading.Thread(target=run, args=(batch,)) for batch in batches]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({batch.positions().tobytes() for batch in batches}) == 3

    batch, refused = batches[0], []

    def collide() -> None:
        try:
            run(batch)
        except RuntimeError as error:
            refused.append(error)

    threads = [threading.Thread(target=collide) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all("borrowed" in str(error) for error in refused)


def test_a_batch_refuses_to_be_pickled():
    with pytest.raises(TypeError):
        pickle.dumps(Batch("self-tap", 2))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of fork beside threads, which is the point
def test_a_forked_process_steps_on_without_its_threads():
    batch = Batch("self-tap", 5000, seed=1, threads=2)
    buffers, actions = batch.buffers(), batch.actions()
    batch.reset(buffers)
    batch.step_random(actions, buffers)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        batch.step_random(actions, buffers)
        os.write(writer, actions[:1000].tobytes())
        os._exit(0)
    batch.step_random(actions, buffers)
    assert os.read(reader, 8000) == actions[:1000].tobytes()
    assert os.waitpid(child, 0)[1] == 0
