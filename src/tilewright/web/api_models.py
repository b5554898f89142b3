"""Pydantic models of the API's requests and responses, which also appear in the OpenAPI description."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

TIME_LIMIT = 60.0
MAX_OBJECT_KEYS = 32
"""The maximum number of keys in a `_Request`, and in a value of type `Settings` or `Keys`."""

_T = TypeVar("_T")


def _refuse_many_keys(value: _T) -> _T:
    """Refuse an object with too many keys before Pydantic validates it and reports an error for each key."""
    if isinstance(value, Mapping) and len(value) > MAX_OBJECT_KEYS:
        raise PydanticCustomError("too_many_keys", f"An object can have at most {MAX_OBJECT_KEYS} keys here")
    return value


Name = Annotated[str, Field(max_length=64, examples=["powers"])]
AgentName = Annotated[str, Field(max_length=100)]
JsonObject = dict[str, Any]
JsonOrText = JsonObject | str
"""A JSON object, or a string in any notation of the game."""
Settings = Annotated[
    dict[str, str | int | float | bool],
    Field(max_length=MAX_OBJECT_KEYS),
    BeforeValidator(_refuse_many_keys),
]
Keys = Annotated[dict[str, Any], Field(max_length=MAX_OBJECT_KEYS)]
Seed = Annotated[int, Field(ge=0, lt=2**31)]
Seconds = Annotated[float, Field(gt=0, le=TIME_LIMIT, allow_inf_nan=False)]
MaxMoves = Annotated[int, Field(ge=0, le=5000)]
Parts = Annotated[
    list[Literal["moves", "svg", "text", "json"]],
    Field(
        max_length=4,
        description="The optional keys of the response that are computed; null means all. "
        "The values of the other optional keys are null.",
    ),
]


class _Request(BaseModel):
    # With `strict`, Pydantic rejects a value of the wrong type instead of converting it.
    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def refuse_many_keys(cls, value: Any) -> Any:
        return _refuse_many_keys(value)


class _Answer(BaseModel):
    """Base class of the response models, which document the responses but do not validate them."""


class Detail(_Answer):
    detail: str = Field(
        description="The error message on one line. "
        "For bad input, the command line usually prints the same message."
    )


# --- Instances ----------------------------------------------------------------------------------------


class _InstanceRequest(_Request):
    game: Name
    instance: JsonOrText = Field(examples=["3,4"])


class ParseRequest(_InstanceRequest):
    keys: Keys = Field(default_factory=dict, description="Values for keys of the instance, as with `--set`.")


class ParseAnswer(_Answer):
    instance: JsonObject
    text: str | None = Field(
        description="The instance in the game's default notation; null for a very large instance."
    )
    formats: dict[str, str] = Field(
        description="The instance in each notation, by notation name; empty for a very large instance."
    )
    parts: int
    svg: str | None


class DrawRequest(_Request):
    game: Name
    instance: JsonOrText | None = Field(None, examples=["3,4"])
    solution: JsonOrText | None = Field(None, examples=[{"n": 18}])


class PictureAnswer(_Answer):
    svg: str


class CardAnswer(_Answer):
    svg: str | None


class CheckRequest(_InstanceRequest):
    solution: JsonOrText = Field(examples=[{"n": 18}])


class BrokenRule(_Answer):
    rule: str
    cells: list[list[int]]
    message: str


class CheckAnswer(_Answer):
    ok: bool
    objective: float | int | None
    broken: list[BrokenRule]


class HintRequest(_InstanceRequest):
    state: JsonOrText | None = None


class HintAnswer(_Answer):
    cells: list[list[int]]
    value: str | None
    technique: str
    reason: str
    edges: list[list[list[int]]] | None = Field(None, description="The edges that the hint decides.")
    because: list[list[int]] | None = Field(None, description="The cells that the reason refers to.")


# --- Jobs ---------------------------------------------------------------------------------------------


class JobStart(_Request):
    game: Name
    seed: Seed = 0
    time_limit: Seconds = 60.0


class JobRequest(JobStart, _InstanceRequest):
    solver: Annotated[str, Field(max_length=64)] | None = None
    time_limit: Seconds = 10.0
    threads: int = Field(1, ge=1, le=2)
    options: Settings = Field(default_factory=dict)


class GenerateRequest(JobStart):
    options: Settings = Field(default_factory=dict)


class JobAnswer(_Answer):
    id: str
    kind: Literal["solve", "generate", "move", "turn", "analyse", "bench"]
    game: str
    state: Literal["queued", "running", "done", "failed", "cancelled"]
    phase: Literal["queued", "starting", "preparing", "working", "checking", "over"]
    age: float = Field(
        description="The seconds since the job was added or, if it has ended, from its addition to its end."
    )
    times: dict[str, float] = Field(description="The seconds spent in each completed phase.")
    result: JsonObject | None
    svg: str | None
    error: str | None


# --- Play ---------------------------------------------------------------------------------------------


class PlayRequest(_Request):
    game: Name


class _ViewOptions(PlayRequest):
    most_moves: MaxMoves = 500
    parts: Parts | None = None


class StartRequest(_ViewOptions):
    seed: Seed = 0
    deal: JsonOrText | None = Field(
        None, description="The deal; if it is missing, a deal is generated from the seed."
    )
    keys: Keys = Field(default_factory=dict)


class ViewRequest(_ViewOptions):
    state: str


class MoveRequest(ViewRequest):
    move: Any = Field(description="A move as text or as JSON.")


class Move(_Answer):
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
    moves: list[Move] | None
    moves_total: int | None
    moves_cut: bool | None = Field(description="Whether `moves` contains only some of the legal moves.")
    svg: str | None
    text: str | None = Field(description="The state as a text drawing, if `svg` is null.")
    json_: Any = Field(alias="json", description="The state in the form that the game's own page uses.")
    deal: JsonObject | None = Field(None, description="The deal; only in the response to `play/start`.")
    played: Move | None = Field(
        None, description="The move that was played; only in the response to `play/move`."
    )


class RecordRequest(PlayRequest):
    deal: JsonObject
    agents: list[AgentName] = Field(max_length=8)
    seed: Seed = 0
    moves: list[Any] = Field(max_length=2000)


class RecordAnswer(_Answer):
    record: JsonObject
    line: str


class ReplayRequest(PlayRequest):
    record: JsonObject


class ReplayAnswer(_Answer):
    states: list[str]
    moves: list[Move]
    movers: list[int]
    agents: list[str]
    result: JsonObject


class AgentRequest(JobStart, ViewRequest):
    agent: AgentName | None = Field(
        None,
        description="An agent, such as `greedy`. A budget may follow the name, as in `mcts:1s`, if the agent "
        "takes one. The default is the analyst.",
    )
    ply: int = Field(0, ge=0, le=100_000)
    values: bool = False


class TurnRequest(JobStart, ViewRequest):
    move: Any = Field(None, description="The person's move as text or as JSON; null if an agent is to move.")
    agents: list[AgentName | None] = Field(
        min_length=1, max_length=8, description="For each player, the agent that plays; null for a person."
    )
    ply: int = Field(0, ge=0, le=100_000, description="The number of moves before this turn.")
    values: bool = False
    most_replies: int = Field(
        20, ge=0, le=50, description="The maximum number of moves that agents play in this turn."
    )
    key: Annotated[str, Field(max_length=64)] = Field(
        "",
        description="A random string that identifies the game in progress, so that agents can reuse their "
        "search trees.",
    )


class AnalyseRequest(JobStart, PlayRequest):
    record: JsonObject | None = None
    state: str | None = None
    agent: AgentName | None = None


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
    missing: list[str] = Field(description="The programs in `needs` that are not installed.")
    options: list[OptionAnswer]


class AgentAnswer(_Answer):
    name: str
    summary: str
    variants: str
    takes_budget: bool = Field(description="Whether a budget may follow the name, as in `mcts:1s`.")


class TourStep(_Answer):
    title: str
    text: str
    address: str = Field(description="The path of the page, with its settings after the #.")


class LevelAnswer(_Answer):
    name: str
    agent: str
    rating: int | None = Field(
        description="The Elo rating. The game's documentation describes how it was measured."
    )


class GameAnswer(_Answer):
    name: str
    title: str
    summary: str
    syntax: str
    kind: str = Field(
        description="The kind of a pencil puzzle: shade, numbers, regions or lines; empty for other games."
    )
    solvers: list[str]
    solver_notes: dict[str, str]
    solver_list: list[SolverAnswer]
    generator: list[OptionAnswer] | None = Field(
        description="The generator's options; null if the game has no generator."
    )
    agents: list[AgentAnswer]
    levels: list[LevelAnswer] = Field(description="Opponents of increasing strength.")
    analyst: str | None
    played: bool
    hints: bool
    pictures: bool
    page: bool = Field(description="Whether the game has its own page module.")
    examples: list[JsonObject]
    tour: list[TourStep] = Field(description="Suggestions for a first visit.")


class SuiteAnswer(_Answer):
    name: str
    title: str
    game: str | None
    runs: int
    recorded: int
    samples: int = Field(description="The number of sample runs that come with Tilewright.")
    quick: bool = Field(description="Whether the suite can be run with `POST bench/run`.")


class RunningSuiteAnswer(_Answer):
    id: str = Field(description="The id of the job that runs the suite.")
    suite: str


class SuiteRequest(_Request):
    suite: Annotated[str, Field(max_length=100, examples=["powers/quick"])]


class OtherSuiteAnswer(_Answer):
    name: str
    recorded: int


class SuitesAnswer(_Answer):
    suites: list[SuiteAnswer]
    others: list[OtherSuiteAnswer] = Field(description="Recorded suites that are not part of Tilewright.")
    running: RunningSuiteAnswer | None = Field(description="The running suite; null if no suite is running.")


class TableAnswer(_Answer):
    title: str
    headers: list[str]
    rows: list[list[str]]


class LegendAnswer(_Answer):
    label: str
    svg: str


class PlotAnswer(TableAnswer):
    about: str
    unit: str = Field(description="The unit of the numbers in the table.")
    legend: list[LegendAnswer]
    svg: str


class ChoicesAnswer(_Answer):
    solvers: list[str] = Field(
        description="The solvers that have recorded runs or, if `sample` is true, sample runs."
    )
    baseline: str | None = Field(description="The suite's baseline; null means the fastest solver.")


class ReportAnswer(_Answer):
    report: JsonObject
    sample: bool = Field(description="Whether the runs are samples that come with Tilewright.")
    tables: list[TableAnswer]
    plots: list[PlotAnswer]
    runs: TableAnswer = Field(description="The newest runs, at most 2000.")
    choices: ChoicesAnswer
    comparison: str | None = Field(
        description="A comparison in words if the report covers exactly two solvers; otherwise null."
    )
    sources: list[str] = Field(description="The sources of the published results in the report.")
    footnote: str


class Load(_Answer):
    workers: int
    busy: int
    waiting: int


class PreparationAnswer(_Answer):
    game: str
    title: str
    state: Literal["waiting", "running", "ready", "failed"]
    done: float
    note: str


class KernelsAnswer(_Answer):
    game: str
    title: str
    state: Literal["unknown", "waiting", "running", "ready", "failed"]
    done: float
    seconds: float = Field(
        description="The seconds that the compilation has taken so far or, after its end, in total."
    )
    note: str


class StatusAnswer(_Answer):
    version: str
    questions: Load
    jobs: Load
    background: list[PreparationAnswer]
    kernels: list[KernelsAnswer] = Field(description="The state of the kernels of each game that has kernels.")
