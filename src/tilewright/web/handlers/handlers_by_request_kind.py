"""The table of request handlers, and the function that calls the handler for a request.

A handler takes a request as a JSON object and returns a JSON object; some handlers also take a function that
reports their progress. A handler runs in a worker process. It raises `BadInput` for a bad request; the server
logs an unexpected exception with its traceback.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.web.handlers import bench, game_questions_and_preparation, instance_requests, play

__all__ = ["answer"]

JsonObject = dict[str, Any]
ReportProgress = Callable[[JsonObject], None]


def answer(kind: str, request: JsonObject, report_progress: ReportProgress) -> JsonObject:
    """Call the handler for this kind of request and return its answer."""
    if kind in _WITH_PROGRESS:
        return _WITH_PROGRESS[kind](request, report_progress)
    return _WITHOUT_PROGRESS[kind](request)


_WITHOUT_PROGRESS: dict[str, Callable[[JsonObject], JsonObject]] = {
    "accept": instance_requests.validate_solve_request,
    "accept-generate": instance_requests.validate_generate_request,
    "ask": game_questions_and_preparation.answer_own_question,
    "bench-accept": bench.validate_run_request,
    "bench-report": bench.report,
    "bench-suites": bench.suites,
    "card": instance_requests.draw_card,
    "check": instance_requests.check,
    "draw": instance_requests.draw,
    "generate": instance_requests.generate,
    "hint": instance_requests.hint,
    "missing-kernels": game_questions_and_preparation.count_missing_kernels,
    "move": play.choose_move,
    "parse": instance_requests.parse,
    "play-accept": play.validate_agent_request,
    "play-move": play.play_move,
    "play-record": play.make_record,
    "play-replay": play.replay_record,
    "play-start": play.start_game,
    "play-view": play.view_state,
    "prepared": game_questions_and_preparation.is_prepared,
}
"""The handlers that only return an answer, by the kind of the request."""

_WITH_PROGRESS: dict[str, Callable[[JsonObject, ReportProgress], JsonObject]] = {
    "analyse": play.analyse,
    "prepare": game_questions_and_preparation.prepare,
    "bench": bench.run,
    "turn": play.play_turn,
}
"""The handlers that report their progress, by the kind of the request."""
