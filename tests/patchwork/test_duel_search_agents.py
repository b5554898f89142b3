"""The search agents: the endgame solver, repeatable answers, clearly best moves, the quality of placements."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import duel_brute_force
import numpy as np
import pytest

from tilewright.errors import BadInput
from tilewright.games.patchwork import game
from tilewright.games.patchwork.agents import mcts, mcts_v1, one_ply, uct
from tilewright.games.patchwork.commands.perft import perft
from tilewright.games.patchwork.commands.speed import speed
from tilewright.games.patchwork.duel import greedy_playouts_kernel
from tilewright.games.patchwork.duel import state_kernel as kernel
from tilewright.games.patchwork.duel.kernel_states import move_of, pack, unpack
from tilewright.games.patchwork.duel.kernel_tables import game_tables
from tilewright.games.patchwork.duel.moves import Advance, Buy, Special
from tilewright.games.patchwork.duel.patch_set_and_edition import STANDARD, Variant
from tilewright.games.patchwork.duel.perft import count_by_kernel, count_by_rules, position_after
from tilewright.games.patchwork.duel.placement_quality_kernel import best_fit, quality
from tilewright.games.patchwork.duel.rules import PatchworkState, Side, has_seven, opening
from tilewright.games.patchwork.duel.search import endgame_kernel
from tilewright.games.patchwork.duel.search.search_tree import SearchTree
from tilewright.games.patchwork.duel.version_1.learned_value_kernel import write_quilt_features
from tilewright.games.patchwork.pieces.patches import patch_of_tile
from tilewright.games.patchwork.quilt.tile_orders import published_orders
from tilewright.games.patchwork.state import random_circle
from tilewright.play import Budget, Critic, Entrant, Valuer, make_player

LOOKUP = game_tables(STANDARD)
FULL = (1 << 81) - 1


def open_only(*squares: tuple[int, int]) -> int:
    """Return a quilt on which only the given squares are open."""
    return FULL & ~sum(1 << 9 * packed + column for packed, column in squares)


def greedy_endgame(seed: int, steps: int) -> PatchworkState:
    """Return the first position of a greedy game with at most `steps` steps left for both players together."""
    packed, offer_slots = pack(opening(random_circle(seed))), np.zeros(3, np.int64)
    while 106 - packed[kernel.TIME] - packed[kernel.SIDE_SIZE + kernel.TIME] > steps:
        greedy_playouts_kernel.step_greedily(LOOKUP, packed, offer_slots, False)
    return unpack(packed, STANDARD)


def solve(state: PatchworkState) -> tuple[int, int]:
    """Return the value of a position and its best action, found by the endgame solver."""
    buffers, best = endgame_kernel.new_endgame_buffers(), np.zeros(1, np.int64)
    known, value = endgame_kernel.solve(LOOKUP, buffers, pack(state), 10**6, best)
    assert known
    return int(value), int(best[0])


# --- The endgame solver ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_endgames_of_greedy_games_have_the_value_of_brute_force(seed: int) -> None:
    state = greedy_endgame(seed, 6)
    if state.over:
        return
    value, action = solve(state)
    assert value == duel_brute_force.brute_force(state)
    assert duel_brute_force.brute_force(state.play(move_of(state, action))) == value


def random_endgame(seed: int) -> PatchworkState:
    """Return a random position with few open squares, little time left, and nearly complete 7x7 squares."""
    rng = random.Random(seed)

    def quilt() -> int:
        corner = rng.choice([(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)])
        inside_7x7 = [(corner[0] + rng.randrange(7), corner[1] + rng.randrange(7)) for _ in range(3)]
        anywhere = [(rng.randrange(9), rng.randrange(9)) for _ in range(rng.randrange(2, 6))]
        return open_only(*inside_7x7, *anywhere)

    times = sorted(rng.randrange(46, 54) for _ in range(2))
    times[0] = min(times[0], 52)
    mover = rng.randrange(2)
    sides = [Side(quilt(), rng.randrange(8), rng.randrange(6), time) for time in times]
    sides = sides if mover == 0 else sides[::-1]
    complete = [player for player, side in enumerate(sides) if has_seven(side.quilt)]
    circle = [1, 2, 3, 5, 6, 9, 13, 14]
    rng.shuffle(circle)
    return PatchworkState(
        circle=tuple(circle[: rng.randrange(2, 7)]),
        sides=(sides[0], sides[1]),
        to_move=mover,
        specials=(50,) if times[1] < 50 else (),
        bonus=rng.choice(complete or [None, None, 0, 1]),
        first_home=1 - mover if times[1] == 53 else None,
    )


@pytest.mark.parametrize("seed", range(60))
def test_endgames_with_the_7x7_and_a_1x1_patch_at_stake_have_the_value_of_brute_force(seed: int) -> None:
    state = random_endgame(seed)
    if 106 - sum(side.time for side in state.sides) <= 9:
        assert solve(state)[0] == duel_brute_force.brute_force(state)


def test_the_solver_gives_up_after_the_given_number_of_positions() -> None:
    buffers, best = endgame_kernel.new_endgame_buffers(), np.zeros(1, np.int64)
    known, _ = endgame_kernel.solve(LOOKUP, buffers, pack(opening(random_circle(1))), 500, best)
    assert not known


# --- Choosing -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "player",
    [
        pytest.param(lambda: mcts.make(Budget(iterations=60)), id="mcts"),
        pytest.param(lambda: mcts_v1.make(Budget(iterations=60)), id="mcts-v1"),
        pytest.param(lambda: uct.make(Budget(iterations=60)), id="uct"),
        pytest.param(lambda: one_ply.make(Budget()), id="one-ply"),
    ],
)
def test_the_same_position_and_budget_give_the_same_move_whatever_came_before(player) -> None:  # type: ignore[no-untyped-def]
    state, moves, first_player = opening(random_circle(11)), [], player()
    while not state.over:
        values = first_player.values(state, random.Random(1))
        assert all(0 <= each.value <= 1 for each in values)
        assert len({each.move for each in values}) == len(values)
        moves.append((state, values[0].move))
        state = state.play(values[0].move)
    for before, move in random.Random(5).sample(moves, 6):
        assert player().choose(before, random.Random(2)) == move


def test_a_position_of_another_variant_does_not_reuse_the_tree() -> None:
    search = SearchTree(mcts.method(), mcts.SETTINGS, 20000)
    state = opening(random_circle(2))
    search.restart(pack(state), STANDARD)
    search.search(50)
    search.resume(pack(state), STANDARD)
    assert search.root_statistics().visits == 50
    search.resume(pack(replace(state, variant=Variant("paper"))), Variant("paper"))
    assert search.root_statistics().visits == 0


@pytest.mark.parametrize("threads", ["", "2"])
def test_a_search_with_a_time_budget_plays_a_legal_game_and_reuses_its_tree(threads: str) -> None:
    # On a busy machine, a short budget may leave no time to search; then the next, longer budget is tried.
    for seconds in (0.004, 0.05, 0.5):
        player, state, reused = mcts.make(Budget(seconds=seconds), threads), opening(random_circle(3)), 0
        tree = player._trees[-1]
        while not state.over:
            tree.resume(pack(state), state.variant)
            reused += tree.tree.visits[0] > 0
            state = state.play(player.choose(state))
        if reused:
            break
    assert reused


def test_a_reused_subtree_has_the_statistics_of_the_original_node() -> None:
    state, search = opening(random_circle(2)), SearchTree(mcts.method(), mcts.SETTINGS, 20000)
    search.restart(pack(state), STANDARD)
    search.search(400)
    tree = search.tree
    first, last = tree.first_child[0], tree.first_child[0] + tree.child_count[0]
    child = int(first + np.argmax(tree.visits[first:last]))
    visits, total = int(tree.visits[child]), float(tree.total[child])
    after = state.play(move_of(state, int(tree.action[child])))
    search.resume(pack(after), STANDARD)
    assert search.root_statistics() == (visits, total)
    assert unpack(search.root, STANDARD) == after
    assert sum(statistics.visits for statistics in search.move_statistics().values()) == visits - 1


def test_two_threads_share_the_iterations_and_give_repeatable_answers() -> None:
    state, budget = opening(random_circle(9)), Budget(iterations=100)
    first, second = mcts.make(budget, "2"), mcts.make(budget, "2")
    assert first.values(state) == second.values(state)
    assert sum(tree.root_statistics().visits for tree in first._trees) == 100
    with pytest.raises(BadInput, match="number of threads from 1 to 64"):
        mcts.make(budget, "many")


def test_agents_make_a_purchase_that_wins_at_once() -> None:
    """Advancing scores 13 - 4 = 9 against 2 + 7, and the opponent wins ties; buying scores 10 and wins."""
    state = PatchworkState(
        circle=(1, 7, 8),
        sides=(Side(open_only((0, 0), (0, 1)), 12, 0, 52), Side(FULL, 2, 0, 53)),
        to_move=0,
        specials=(),
        bonus=1,
        first_home=1,
    )
    assert duel_brute_force.brute_force(state) > 0
    assert duel_brute_force.brute_force(state.play(Advance())) < 0
    for player in (mcts.make(Budget(iterations=50)), uct.make(Budget(iterations=50)), one_ply.make(Budget())):
        assert player.choose(state) == Buy(1, ((0, 0), (0, 1)))


def test_agents_complete_the_7x7_with_a_1x1_patch_if_that_wins() -> None:
    gap = (6, 6)
    state = PatchworkState(
        circle=(),
        sides=(Side(open_only(gap, (8, 8), (0, 7), (1, 8), (7, 0)), 13, 0, 53), Side(FULL, 9, 0, 53)),
        to_move=0,
        specials=(),
        pending=1,
        first_home=1,
    )
    assert [move for move in state.moves() if state.play(move).winner() == 0] == [Special(gap)]
    assert mcts.make(Budget(iterations=20)).choose(state) == Special(gap)
    assert uct.make(Budget(iterations=50)).choose(state) == Special(gap)


def test_a_review_compares_the_played_move_with_the_best_one() -> None:
    state = PatchworkState(
        circle=(1, 7, 8),
        sides=(Side(open_only((0, 0), (0, 1)), 12, 0, 52), Side(FULL, 2, 0, 53)),
        to_move=0,
        specials=(),
        bonus=1,
        first_home=1,
    )
    player = mcts.make(Budget(iterations=50))
    wrong = player.review(state, Advance())
    assert (wrong.best.value, wrong.played.value, wrong.loss) == (1.0, 0.0, 1.0)
    right = player.review(state, Buy(1, ((0, 0), (0, 1))))
    assert right.loss == 0
    start = opening(random_circle(6))
    for move in random.Random(1).sample(start.moves(), 3):
        review = player.review(start, move)
        assert review.played.move == move
        assert 0 <= review.played.value <= 1
        assert review.best == player.values(start)[0]


def test_agents_that_search_can_value_and_review_moves() -> None:
    player = uct.make(Budget(iterations=5))
    assert isinstance(player, Valuer)
    assert isinstance(player, Critic)
    assert {"one-ply", "uct", "mcts", "mcts-v1"} <= {agent.name for agent in game.agents}
    with pytest.raises(BadInput, match="one-ply takes no budget"):
        make_player(game, Entrant.parse("one-ply:5it"))


def test_a_search_continues_when_the_tree_is_full() -> None:
    search = SearchTree(mcts.method(), mcts.SETTINGS, 300)
    search.restart(pack(opening(random_circle(1))), STANDARD)
    search.search(2000)
    assert search.root_statistics().visits == 2000
    assert search.tree.used[0] <= 300


def test_forty_iterations_beat_a_random_player_in_every_game() -> None:
    for seed in range(6):
        players = [mcts.make(Budget(iterations=40)), None]
        state, rng = opening(random_circle(seed)), random.Random(seed)
        while not state.over:
            player = players[(state.to_move + seed) % 2]
            moves = state.moves()
            state = state.play(player.choose(state) if player else moves[int(rng.random() * len(moves))])
        assert state.winner() == seed % 2


# --- The quality of placements --------------------------------------------------------------------------


def test_features_and_quality_of_open_squares_equal_those_of_a_plain_count() -> None:
    rng = random.Random(8)
    for _ in range(100):
        cells = {(rng.randrange(9), rng.randrange(9)) for _ in range(rng.randrange(1, 70))}
        neighbour_counts = {
            (packed, column): len(
                cells & {(packed + 1, column), (packed - 1, column), (packed, column + 1), (packed, column - 1)}
            )
            for packed, column in cells
        }
        pairs = sum(neighbour_counts.values()) // 2
        blocks = sum({(r, c), (r + 1, c), (r, c + 1), (r + 1, c + 1)} <= cells for r, c in cells)
        runs = sum({(r, c - 1), (r, c + 1)} <= cells for r, c in cells)
        runs += sum({(r - 1, c), (r + 1, c)} <= cells for r, c in cells)
        mask = sum(1 << 9 * packed + column for packed, column in cells)
        low, high = mask & kernel.ALL_LOW, mask >> 54
        features = np.zeros(5)
        write_quilt_features(low, high, features)
        isolated, with_one = (list(neighbour_counts.values()).count(n) for n in (0, 1))
        expected = [isolated / 6, with_one / 8, pairs / 70, blocks / 30, runs / 50]
        assert features.tolist() == pytest.approx(expected)
        assert quality(low, high) == pytest.approx(pairs - 0.67 * blocks + 0.1 * runs)


def test_laying_by_quality_covers_more_than_the_published_regret() -> None:
    """On the published orders, All + Regret covers 78.40 squares on average (paper, Table 1, corrected)."""
    covered, lookup = 0, game_tables(Variant("paper"))
    for order in published_orders().tiles:
        low, high = kernel.ALL_LOW, kernel.ALL_HIGH
        for tile in order:
            transform, corner = best_fit(lookup, patch_of_tile(tile), low, high)
            if transform >= 0:
                low &= ~int(lookup.squares_low[transform, corner])
                high &= ~int(lookup.squares_high[transform, corner])
        covered += 81 - low.bit_count() - high.bit_count()
    assert covered / 1000 > 78.40


# --- Commands -------------------------------------------------------------------------------------------


def test_speed_and_perft_print_one_document_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert speed(only="playouts,mcts", times=0.0001, json=True) == 0
    playouts, iterations = json.loads(capsys.readouterr().out)
    assert playouts["done"] == 10
    assert iterations["done"] == 8
    assert perft(seed=2, depth=2, json=True, rules="plain") == 0
    assert json.loads(capsys.readouterr().out) == {
        "seed": 2,
        "plies": 0,
        "rules": "plain",
        "patches": "box",
        "edition": "classic",
        "sequences": [count_by_kernel(position_after(2, 0, STANDARD), depth) for depth in (1, 2)],
    }
    with pytest.raises(BadInput, match="expected one or more of playouts, uct, mcts"):
        speed(only="walking")
    assert perft(seed=2, depth=1, plies=30, patches="paper", edition="revised", json=True) == 0
    variant = Variant("paper", "revised")
    counted = json.loads(capsys.readouterr().out)
    assert (counted["patches"], counted["edition"]) == ("paper", "revised")
    assert counted["sequences"] == [count_by_rules(position_after(2, 30, variant), 1)]
    with pytest.raises(BadInput, match="expected one of kernel, plain"):
        perft(rules="none")
    with pytest.raises(BadInput, match="there is no edition 'third'"):
        perft(edition="third")
