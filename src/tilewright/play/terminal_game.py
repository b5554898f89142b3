"""A game in the terminal: people type moves and commands such as hint and undo, and agents reply."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tilewright.errors import BadInput
from tilewright.play.agent import (
    HUMAN,
    Entrant,
    Player,
    analyst_of,
    close_players,
    consider,
    make_players,
    one_player,
    random_numbers,
)
from tilewright.play.analysis import JudgedMove, format_value, judge_moves
from tilewright.play.matches_and_game_records import Forfeit, GameSession, Outcome, Record, opening, replay
from tilewright.play.state import PlayableGame, State
from tilewright.printable_text import printable

__all__ = ["Dialogue", "describe_outcome", "show_replay"]

MOVES_LISTED = 20
"""The maximum number of moves that are listed on a person's turn; the command `moves` lists all."""
LONGEST_NUMBER = 9
"""The maximum number of digits of a number that selects a move from the list.

A longer number is parsed as a move, because some games accept a long string of digits as a move.
"""

HELP = """\
a number     play the move with that number in the list
a move       play a move, written as in the list or as JSON
moves        list all moves
hint         show the move that an agent would play; hint NAME or hint NAME:1s selects the agent and its budget
undo         take back your last move and all moves after it
board        show the board again
help         show this list
quit         leave the game"""


class Dialogue:
    """One game, in which each player is a person at the terminal or an agent.

    `read` returns the next line of input, or None at the end of the input; `write` prints lines.
    """

    def __init__(
        self,
        session: GameSession,
        read: Callable[[], str | None],
        write: Callable[[str], None],
        colour: bool = False,
    ) -> None:
        self._session = session
        self._read = read
        self._write_picture = write
        self._colour = colour
        self._shown: State[Any] | None = None
        seats = [seat for seat, agent in enumerate(session.agents) if agent != HUMAN]
        entrants = [Entrant.parse(session.agents[seat]) for seat in seats]
        made = make_players(session.played.game, entrants)
        self._players: dict[int, Player] = dict(zip(seats, made, strict=True))
        """The agents by player number; the other players are people."""

    def run(self) -> Record:
        """Play until the game is over, an agent forfeits it or a person quits; then close the agents."""
        try:
            return self._run()
        finally:
            close_players(self._players.values())

    def _run(self) -> Record:
        session = self._session
        while not session.state.over:
            player = self._players.get(session.state.to_move)
            if player is None:
                if not self._person_moves():
                    self._write(f"The game stops here, after {_moves(session.ply)}.")
                    return session.record()
                continue
            mover = session.state.to_move
            try:
                move = session.turn(player)
            except Forfeit as forfeit:
                self._write(f"{self._name(mover)} loses the game: {forfeit}")
                return session.record(str(forfeit))
            self._write(f"{self._name(mover)} plays {move}")
        self._show_board()
        record = session.record()
        self._write(describe_outcome(record.outcome, record.agents))
        if HUMAN in session.agents and (words := session.played.epilogue(session.state)):
            self._write(words)
        return record

    def _name(self, player: int) -> str:
        agent = self._session.agents[player]
        return agent if len(self._session.agents) == 1 else f"player {player + 1} ({agent})"

    # commands

    def _person_moves(self) -> bool:
        """Read and execute one line of input; return False if the person leaves the game."""
        if self._shown != self._session.state:
            self._show_board()
            self._list_moves(MOVES_LISTED)
        self._write(f"{self._name(self._session.state.to_move)}, your move (help: list of commands)")
        line = self._read()
        if line is None:
            return False
        word, _, rest = line.strip().partition(" ")
        try:
            match word.lower():
                case "":
                    pass
                case "quit" | "exit" | "q":
                    return False
                case "help" | "?":
                    self._write(HELP)
                case "moves":
                    self._list_moves(None)
                case "board":
                    self._show_board()
                case "undo":
                    self._undo()
                case "hint":
                    self._hint(rest.strip())
                case _:
                    self._play(line.strip())
        except BadInput as error:
            self._write(str(error))
        return True

    def _play(self, text: str) -> None:
        state = self._session.state
        if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER:
            moves = state.moves()
            number = int(text)
            if not 1 <= number <= len(moves):
                raise BadInput(f"there is no move {text}; the moves are numbered 1 to {len(moves)}")
            self._session.play(moves[number - 1])
        else:
            self._session.play(self._session.played.parse_move(state, text))

    def _undo(self) -> None:
        """Go back to the previous state in which the same player was to move."""
        session, player = self._session, self._session.state.to_move
        if player not in session.movers:
            self._write("you have no move to take back")
            return
        while session.movers[-1] != player:
            session.undo()
        session.undo()

    def _hint(self, name: str) -> None:
        session = self._session
        game = session.played.game
        entrant = Entrant.parse(name) if name else analyst_of(game)
        rng = random_numbers(session.seed, session.state.to_move, session.ply)
        seen = session.played.seen(session.state)
        with one_player(game, entrant) as player:
            try:
                move, values = consider(player, seen, rng)
            except Exception as error:
                # If an agent fails, there is no hint, but the game continues.
                raise BadInput(f"{entrant} has no hint: {type(error).__name__}: {error}") from None
        value = next((f", and values it at {each.value:.4g}" for each in values if each.move == move), "")
        self._write(f"{entrant} would play {move}{value}")

    # output

    def _write(self, text: str) -> None:
        self._write_picture(printable(text))

    def _show_board(self) -> None:
        state, played = self._session.state, self._session.played
        self._shown = state
        self._write_picture(played.show(state if state.over else played.seen(state), self._colour))

    def _list_moves(self, limit: int | None) -> None:
        moves = self._session.state.moves()
        listed = moves[:limit]
        lines = [f"{number:4}  {move}" for number, move in enumerate(listed, 1)]
        if len(listed) < len(moves):
            lines.append(f"  and {len(moves) - len(listed)} more (type moves to list all)")
        self._write("\n".join(lines))


def show_replay(
    played: PlayableGame,
    record: Record,
    write: Callable[[str], None],
    colour: bool = False,
    analyst: Entrant | None = None,
) -> None:
    """Show a recorded game move by move and verify each move; an analyst, if given, comments on each move."""
    write(played.show(opening(played, record), colour))
    judged = None if analyst is None else judge_moves(played, record, analyst)
    for step in replay(played, record):
        who = step.before.to_move
        write(printable(f"{step.ply + 1}. player {who + 1} ({record.agents[who]}) plays {step.move}"))
        write(played.show(step.after, colour))
        if judged is not None:
            write(printable(f"{analyst}: {_comment(next(judged), step.before.players)}"))
    write(describe_outcome(record.outcome, record.agents))


def _comment(judged: JudgedMove, players: int) -> str:
    best, own = judged.review.best, judged.review.played
    value = format_value(own.value, players)
    if best.move == own.move:
        return f"{own.move} is worth {value}, and no move is better"
    mark = f" ({_article(judged.mark)})" if judged.mark else ""
    return f"{own.move}{mark} is worth {value}, but {best.move} is worth {format_value(best.value, players)}"


def _article(mark: str) -> str:
    return f"an {mark}" if mark[0] in "aeiou" else f"a {mark}"


def describe_outcome(outcome: Outcome, agents: Sequence[str]) -> str:
    """Return one sentence about the end of a game; control characters in the agents' names are replaced."""
    return printable(_sentence(outcome, agents))


def _sentence(outcome: Outcome, agents: Sequence[str]) -> str:
    scores = " : ".join(map(str, outcome.scores))
    if outcome.forfeit is not None:
        return f"{agents[outcome.forfeit]} forfeited the game ({outcome.reason}); score {scores}"
    if not outcome.finished:
        return f"The game was not finished; score {scores}"
    if len(agents) == 1:
        return f"The game is over; score {scores}"
    if outcome.winner is None:
        return f"The game is drawn, {scores}"
    return f"Player {outcome.winner + 1} ({agents[outcome.winner]}) wins, {scores}"


def _moves(count: int) -> str:
    return "one move" if count == 1 else f"{count} moves"
