"""Short Deck, a game for tests: take two cards from a deck that is revealed card by card."""

from tilewright.game import Agent, Game

game = Game(
    __name__,
    title="Short deck",
    summary="Take two of six cards, each when it is revealed.",
    syntax="3,1,4,0,5,2",
    solvers=(),
    agents=(
        Agent("peeker", "takes the best two cards, if it can see them", entry="state:make_peeker"),
        Agent("hindsight", "reviews moves with knowledge of the whole deck", entry="state:make_hindsight"),
        Agent("foresight", "reviews moves with the player's knowledge", entry="state:make_foresight"),
    ),
    analyst="hindsight",
)
