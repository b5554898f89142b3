"""The protocol of "Git Patchwork", the bot contest on CodinGame, in both directions.

The referee (https://github.com/VizGhar/CG-Patchwork) starts a program for each player. Before each move it
writes the state of both players, the remaining patches and the opponent's last moves to the program whose turn
it is, and reads one command. The rules of the two highest leagues of the contest are those of ``duel``, with
the classic time board.

- `referee_input`: the lines that the referee writes;
- `commands_to_referee`: the commands SKIP and PLAY;
- `moves_between`: the moves that lead from one position to another;
- `player_from_contest_program`: a player that gets its moves from a program written for the contest;
- `answer_referee_with_agent`: a contest program whose moves come from an agent of Tilewright.
"""
