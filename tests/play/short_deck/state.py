"""A one-player game with its own deals and hidden information."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from tilewright.errors import BadInput
from tilewright.play import Budget, Review, Valued

TAKEN = 2
HIDDEN = -1


@dataclass(frozen=True, slots=True)
class Choice:
    word: str

    def __str__(self) -> str:
        return self.word

    def to_json(self) -> str:
        return self.word


TAKE, LEAVE = Choice("take"), Choice("leave")


@dataclass(frozen=True, slots=True)
class ShortDeck:
    players: ClassVar[int] = 1
    to_move: ClassVar[int] = 0
    deck: tuple[int, ...]
    at: int = 0
    taken: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        return not self.moves()

    def moves(self) -> tuple[Choice, ...]:
        if len(self.taken) == TAKEN or self.at == len(self.deck):
            return ()
        must = len(self.deck) - self.at == TAKEN - len(self.taken)
        return (TAKE,) if must else (TAKE, LEAVE)

    def play(self, move: Choice) -> "ShortDeck":
        if move not in self.moves():
            raise BadInput(f"you cannot {move} now")
        taken = (*self.taken, self.deck[self.at]) if move == TAKE else self.taken
        return replace(self, at=self.at + 1, taken=taken)

    def scores(self) -> tuple[int, ...]:
        return (sum(self.taken),)

    def bounds(self) -> tuple[int, int]:
        return sum(self.taken), 9 * TAKEN

    def winner(self) -> None:
        return None

    def to_text(self) -> str:
        return f"{','.join(map(str, self.deck))} {self.at} {','.join(map(str, self.taken))}"


def start(deck: tuple[int, ...]) -> ShortDeck:
    return ShortDeck(deck)


def seen(state: ShortDeck) -> ShortDeck:
    hidden = (HIDDEN,) * (len(state.deck) - state.at - 1)
    return replace(state, deck=state.deck[: state.at + 1] + hidden)


def parse_state(text: str) -> ShortDeck:
    deck, at, taken = text.split(" ")
    return ShortDeck(_numbers(deck), int(at), _numbers(taken) if taken else ())


def parse_move(state: ShortDeck, text: str) -> Choice:
    if text not in ("take", "leave"):
        raise BadInput(f"{text!r} is not a move; expected take or leave")
    return Choice(text)


def deal(seed: int, keys: Mapping[str, str]) -> tuple[int, ...]:
    return tuple(random.Random(seed).sample(range(10), int(keys.get("cards", 6))))


def parse_deal(text: str, keys: Mapping[str, str]) -> tuple[int, ...]:
    return _numbers(text)


def deal_to_json(deck: tuple[int, ...]) -> dict[str, Any]:
    return {"deck": list(deck)}


def deal_from_json(data: Mapping[str, Any]) -> tuple[int, ...]:
    return tuple(data["deck"])


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(","))


class Peeker:
    """An agent that takes a card only if it is among the two best visible cards or must be taken."""

    def choose(self, state: ShortDeck, rng: random.Random) -> Choice:
        best = sorted(state.deck, reverse=True)[:TAKEN]
        return TAKE if state.deck[state.at] in best or LEAVE not in state.moves() else LEAVE


def best_score(state: ShortDeck) -> int:
    """Return the best possible final score, found by trying all moves."""
    return max((best_score(state.play(move)) for move in state.moves()), default=state.scores()[0])


class Foresight(Peeker):
    """An analyst that assumes that every hidden card is a nine."""

    def review(self, state: ShortDeck, move: Choice, rng: random.Random) -> Review:
        hoped = replace(state, deck=tuple(9 if card == HIDDEN else card for card in state.deck))
        valued = [Valued(each, best_score(hoped.play(each))) for each in state.moves()]
        (own,) = (each for each in valued if each.move == move)
        return Review(max(valued, key=lambda each: (each.value, each.move == move)), own)


class Hindsight(Foresight):
    sees_all = True


def make_foresight(budget: Budget) -> Foresight:
    return Foresight()


def make_hindsight(budget: Budget) -> Hindsight:
    return Hindsight()


def make_peeker(budget: Budget) -> Peeker:
    return Peeker()
