"""What the API is asked and what it answers, for its readers and for the OpenAPI description."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "AgentRequest",
    "AnalyseRequest",
    "CardAnswer",
    "CheckAnswer",
    "CheckRequest",
    "Detail",
    "DrawRequest",
    "GameAnswer",
    "GenerateRequest",
    "HintAnswer",
    "HintRequest",
    "JobAnswer",
    "JobRequest",
    "MoveRequest",
    "ParseAnswer",
    "ParseRequest",
    "PictureAnswer",
    "PlayAnswer",
    "PlayRequest",
    "RecordAnswer",
    "RecordRequest",
    "ReplayAnswer",
    "ReplayRequest",
    "ReportAnswer",
    "StartRequest",
    "StatusAnswer",
    "SuitesAnswer",
    "ViewRequest",
]

TIME_LIMIT = 60.0

Name = Annotated[str, Field(max_length=64, examples=["powers"])]
Text = str
JsonObject = dict[str, Any]
Given = JsonObject | Text
"""JSON, or a text in any of the game's notations."""
Setting = str | int | float | bool
Settings = Annotated[dict[str, Setting], Field(max_length=32)]
Keys = Annotated[dict[str, Any], Field(max_length=32)]
Seed = Annotated[int, Field(ge=0, lt=2**31)]
Seconds = Annotated[float, Field(gt=0, le=TIME_LIMIT, allow_inf_nan=False)]
MostMoves = Annotated[int, Field(ge=0, le=5000)]
Parts = Annotated[
    list[Literal["moves", "svg", "text", "json"]],
    Field(max_length=4, description="What of a view is wanted; null for everything. The rest of it is null."),
]


class _Request(BaseModel):
    # Strict, so that what the description forbids is refused and never bent into shape.
    model_config = ConfigDict(extra="forbid", strict=True)


class _Answer(BaseModel):
    """Answers are written as they are; these classes describe them."""


class Detail(_Answer):
    detail: str = Field(description="What is wrong, in one line, as the command line says it.")


# --- Instances ----------------------------------------------------------------------------------------


class _Question(_Request):
    game: Name
    instance: Given = Field(examples=["3,4"])


class ParseRequest(_Question):
    keys: Keys = Field(default_factory=dict, description="Keys of the instance to set, as `--set` does.")


class ParseAnswer(_Answer):
    instance: JsonObject
    text: str | None = Field(description="The shortest notation; null for a very large instance.")
    formats: dict[str, str] = Field(description="Every notation that the game writes.")
    parts: int
    svg: str | None


class DrawRequest(_Request):
    game: Name
    instance: Given | None = Field(None, examples=["3,4"])
    solution: Given | None = Field(None, examples=[{"n": 18}])


class PictureAnswer(_Answer):
    svg: str


class CardAnswer(_Answer):
    svg: str | None


class CheckRequest(_Question):
    solution: Given = Field(examples=[{"n": 18}])


class Broken(_Answer):
    rule: str
    cells: list[list[int]]
    message: str


class CheckAnswer(_Answer):
    ok: bool
    objective: float | int | None
    broken: list[Broken]


class HintRequest(_Question):
    state: Given | None = None


class HintAnswer(_Answer):
    cells: list[list[int]]
    value: str | None
    technique: str
    reason: str


# --- Jobs ---------------------------------------------------------------------------------------------


class JobRequest(_Question):
    solver: Annotated[str, Field(max_length=64)] | None = None
    time_limit: Seconds = 10.0
    seed: Seed = 0
    threads: int = Field(1, ge=1, le=2)
    options: Settings = Field(default_factory=dict)


class GenerateRequest(_Request):
    game: Name
    seed: Seed = 0
    options: Settings = Field(default_factory=dict)
    time_limit: Seconds = 30.0


class JobAnswer(_Answer):
    id: str
    kind: Literal["solve", "generate", "move", "analyse"]
    game: str
    state: Literal["queued", "running", "done", "failed", "cancelled"]
    result: JsonObject | None
    svg: str | None
    error: str | None


# --- Play ---------------------------------------------------------------------------------------------


class PlayRequest(_Request):
    game: Name


class StartRequest(PlayRequest):
    seed: Seed = 0
    deal: Given | None = Field(None, description="The deal; without it, the seed deals.")
    keys: Keys = Field(default_factory=dict)
    most_moves: MostMoves = 500
    parts: Parts | None = None


class ViewRequest(PlayRequest):
    state: Text
    most_moves: MostMoves = 500
    parts: Parts | None = None


class MoveRequest(ViewRequest):
    move: Any = Field(description="A move as text or as JSON.")


class PlayedMove(_Answer):
    text: str
    json_: Any = Field(alias="json")


class PlayAnswer(_Answer):
    state: str
    over: bool
    players: int
    to_move: int
    scores: list[int]
    bounds: list[int]
    winner: int | None
    moves: list[PlayedMove] | None
    moves_total: int | None
    moves_cut: bool | None = Field(description="True when there are more moves than are listed.")
    svg: str | None
    text: str | None = Field(description="The state in characters, if there is no picture of it.")
    json_: Any = Field(alias="json", description="What the game's own page is told of the state.")
    deal: JsonObject | None = Field(None, description="The deal; told by `play/start` alone.")
    played: PlayedMove | None = Field(None, description="The move; told by `play/move` alone.")


class RecordRequest(PlayRequest):
    deal: JsonObject
    agents: list[Annotated[str, Field(max_length=100)]] = Field(max_length=8)
    seed: Seed = 0
    moves: list[Any] = Field(max_length=2000)


class RecordAnswer(_Answer):
    record: JsonObject
    line: str


class ReplayRequest(PlayRequest):
    record: JsonObject


class ReplayAnswer(_Answer):
    states: list[str]
    moves: list[PlayedMove]
    movers: list[int]
    agents: list[str]
    result: JsonObject


class AgentRequest(PlayRequest):
    state: Text
    agent: Annotated[str, Field(max_length=100)] | None = Field(
        None, description="As typed: `greedy`, `mcts:1s`; without it, the game's analyst."
    )
    seed: Seed = 0
    ply: int = Field(0, ge=0, le=100_000)
    values: bool = False
    most_moves: MostMoves = 500
    parts: Parts | None = None
    time_limit: Seconds = 60.0


class AnalyseRequest(PlayRequest):
    record: JsonObject | None = None
    state: Text | None = None
    agent: Annotated[str, Field(max_length=100)] | None = None
    seed: Seed = 0
    time_limit: Seconds = 60.0


# --- Games, bench, status -----------------------------------------------------------------------------


class OptionAnswer(_Answer):
    name: str
    default: Any
    kind: Literal["boolean", "integer", "number", "text", "list"]
    help: str
    choices: list[Any]
    lowest: float | None
    highest: float | None


class SolverAnswer(_Answer):
    name: str
    summary: str
    needs: list[str]
    missing: list[str] = Field(description="Programs that it needs and that are not installed.")
    options: list[OptionAnswer]


class AgentAnswer(_Answer):
    name: str
    summary: str
    variants: str


class TourStep(_Answer):
    title: str
    text: str
    address: str = Field(description="The page to begin at, with what it shows behind the #.")


class GameAnswer(_Answer):
    name: str
    title: str
    summary: str
    syntax: str
    solvers: list[str]
    solver_notes: dict[str, str]
    solver_list: list[SolverAnswer]
    generator: list[OptionAnswer] | None = Field(description="Null for a game without a generator.")
    agents: list[AgentAnswer]
    analyst: str | None
    played: bool
    hints: bool
    pictures: bool
    page: bool = Field(description="Whether the game brings a page module of its own.")
    examples: list[JsonObject]
    tour: list[TourStep] = Field(description="What to try first.")


class SuiteAnswer(_Answer):
    name: str
    title: str
    game: str | None
    runs: int
    recorded: int


class OtherSuiteAnswer(_Answer):
    name: str
    recorded: int


class SuitesAnswer(_Answer):
    suites: list[SuiteAnswer]
    others: list[OtherSuiteAnswer] = Field(description="Suites from files of the user's own that have runs.")


class TableAnswer(_Answer):
    title: str
    headers: list[str]
    rows: list[list[str]]


class LegendAnswer(_Answer):
    label: str
    svg: str


class PlotAnswer(TableAnswer):
    about: str
    unit: str = Field(description="What the figures of the table are.")
    legend: list[LegendAnswer]
    svg: str


class ChoicesAnswer(_Answer):
    solvers: list[str] = Field(description="Those that have runs.")
    baseline: str | None = Field(description="Whom the suite itself compares with; null for the fastest.")


class ReportAnswer(_Answer):
    report: JsonObject
    tables: list[TableAnswer]
    plots: list[PlotAnswer]
    runs: TableAnswer = Field(description="Single runs, the newest 2000.")
    choices: ChoicesAnswer
    comparison: str | None = Field(description="A sentence, if there are two solvers.")
    sources: list[str] = Field(description="Where published figures come from.")
    footnote: str


class Standing(_Answer):
    workers: int
    busy: int
    waiting: int


class PreparationAnswer(_Answer):
    game: str
    title: str
    state: Literal["waiting", "running", "ready", "failed"]
    done: float
    note: str


class StatusAnswer(_Answer):
    version: str
    questions: Standing
    jobs: Standing
    background: list[PreparationAnswer]
