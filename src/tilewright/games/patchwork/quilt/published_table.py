"""The table as the paper has it: evaluations down, policies across, four figures each; published values beside.

The best value of a metric is marked as *best*, one within 1 % of it as *near*, one within 5 % as *close*.
Alternatives are neither good nor bad and have no marks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any

from tilewright.games.patchwork.quilt.experiment import Outcome, published_table
from tilewright.games.patchwork.quilt.orders import Orders
from tilewright.games.patchwork.quilt.strategies import find_strategy

__all__ = ["COMPARED", "HEADERS", "Table"]

COMPARED = ("area", "streak", "alternatives")
"""What the paper prints and any machine must find again."""

HEADERS = (
    "strategy",
    "area",
    "paper",
    "streak",
    "paper",
    "alternatives",
    "paper",
    "µs/placement",
    "ms/run",
    "paper",
    "",
)

_TIME = "Time (ms)"
_METRICS: Sequence[tuple[str, str, bool | None]] = (
    ("area", "Area", True),
    ("streak", "Streak", True),
    ("milliseconds_per_run", _TIME, False),
    ("alternatives", "Alts", None),
)
"""Key, label, and whether more is better."""


@dataclass(frozen=True)
class Table:
    """What strategies reached on orders."""

    orders: Orders
    outcomes: Sequence[Outcome]

    @cached_property
    def values(self) -> dict[str, dict[str, float]]:
        """For each strategy the figures of the paper's table."""
        return {
            each.strategy: {
                "area": float(each.area.mean()),
                "streak": float(each.streak.mean()),
                "alternatives": each.mean_alternatives,
                "milliseconds_per_run": each.seconds * 1000 / each.runs,
            }
            for each in self.outcomes
        }

    @cached_property
    def _is_published(self) -> bool:
        return self.orders.published

    def published(self, strategy: str) -> Mapping[str, float]:
        """The paper's figures; none where the orders are not the paper's."""
        return published_table().get(strategy, {}) if self._is_published else {}

    def differences(self, strategy: str) -> tuple[str, ...]:
        """The figures that differ from the paper's two decimals; learning policies are not compared."""
        paper = self.published(strategy)
        if not paper or find_strategy(strategy).policy.learns:
            return ()
        ours = self.values[strategy]
        return tuple(key for key in COMPARED if f"{ours[key]:.2f}" != f"{paper[key]:.2f}")

    @property
    def agreement(self) -> tuple[int, int]:
        """How many of the paper's cells come out equal to both decimals, and how many are compared."""
        exact = [name for name in self.values if self.published(name) and not find_strategy(name).policy.learns]
        return len(COMPARED) * len(exact) - sum(len(self.differences(name)) for name in exact), 3 * len(exact)

    @cached_property
    def _best(self) -> dict[str, float]:
        return {
            key: (max if more else min)(figures[key] for figures in self.values.values())
            for key, _, more in _METRICS
            if more is not None
        }

    def mark(self, strategy: str, key: str) -> str:
        """`best`, `near`, `close`, or nothing, as the paper marks its cells."""
        if key not in self._best:
            return ""
        best, value = self._best[key], self.values[strategy][key]
        apart = abs(value - best) / best if best else 0.0
        return "best" if value == best else "near" if apart <= 0.01 else "close" if apart <= 0.05 else ""

    def to_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for each in self.outcomes:
            data = each.to_json()
            if paper := self.published(each.strategy):
                data["published"] = dict(paper)
                data["differs"] = list(self.differences(each.strategy))
            found[each.strategy] = data
        return found

    # one line a strategy

    def lines(self) -> list[list[object]]:
        """A line for each strategy, for a terminal."""
        return [self._line(each) for each in self.outcomes]

    def _line(self, each: Outcome) -> list[object]:
        figures, paper = each.to_json(), self.published(each.strategy)
        differs = self.differences(each.strategy)
        learns = bool(paper) and find_strategy(each.strategy).policy.learns

        def shown(key: str) -> list[object]:
            error = figures[f"{key}_error"]
            ours = f"{figures[key]:.2f}" + (f" ± {error:.2f}" if error is not None else "")
            return [ours, (f"{paper[key]:.2f}" + " ≠" * (key in differs)) if paper else ""]

        marks = [
            f"{label.lower()} {mark}"
            for key, label, _ in _METRICS[:2]
            if (mark := self.mark(each.strategy, key))
        ]
        return [
            each.strategy,
            *(cell for key in COMPARED for cell in shown(key)),
            f"{figures['microseconds_per_placement']:.2f}",
            f"{self.values[each.strategy]['milliseconds_per_run']:.3f}",
            f"{paper['milliseconds_per_run']:.2f}" if paper else "",
            ", ".join([*marks, *(["learns: own counts"] if learns else [])]),
        ]

    # as the paper has it

    def _grid(self, cell: Callable[[str, str], str]) -> Iterator[tuple[str, str, list[str]]]:
        """Evaluation, metric and a cell for each policy, row by row."""
        for evaluation in self._evaluations:
            for key, label, _ in _METRICS:
                names = [f"{policy}+{evaluation}" for policy in self._policies]
                yield evaluation, label, [cell(name, key) if name in self.values else "" for name in names]

    @property
    def _policies(self) -> list[str]:
        return list(dict.fromkeys(name.partition("+")[0] for name in self.values))

    @property
    def _titles(self) -> list[str]:
        """The policies, those with a star that learn and cannot be compared with the paper's."""
        learning = {policy for policy in self._policies if find_strategy(f"{policy}+first").policy.learns}
        return [policy + " *" * (policy in learning and self._is_published) for policy in self._policies]

    @property
    def _evaluations(self) -> list[str]:
        return list(dict.fromkeys(name.partition("+")[2] for name in self.values))

    def to_markdown(self) -> str:
        def cell(name: str, key: str) -> str:
            text = _figure(key, self.values[name][key])
            text = {"best": f"**{text}**", "near": f"*{text}*", "close": f"{text}·"}.get(
                self.mark(name, key), text
            )
            return text + (f" ≠ {self.published(name)[key]:.2f}" if key in self.differences(name) else "")

        def paper(name: str, key: str) -> str:
            return f"{figures[key]:.2f}" if (figures := self.published(name)) else ""

        lines = ["| | | " + " | ".join(self._titles) + " |", "|---|---|" + "---:|" * len(self._titles)]
        published = {(row[0], row[1]): row[2] for row in self._grid(paper)}
        for evaluation, label, cells in self._grid(cell):
            first = evaluation if label == _METRICS[0][1] else ""
            lines.append(f"| {first} | {label} | " + " | ".join(cells) + " |")
            if label == _TIME and any(published[evaluation, label]):
                lines.append("| | paper (ms) | " + " | ".join(published[evaluation, label]) + " |")
        return "\n".join([*lines, "", self.legend("**bold**", "*italic*", "a dot")])

    def to_html(self) -> str:
        def cell(name: str, key: str) -> str:
            paper, differs = self.published(name).get(key), key in self.differences(name)
            classes = " ".join(filter(None, [self.mark(name, key), "differs" if differs else ""]))
            beside = f"<small>paper {paper:.2f}</small>" if paper is not None else ""
            figure = _figure(key, self.values[name][key]) + " ≠" * differs
            return f'<td class="{classes}">{figure}{beside}</td>'

        head = "".join(f"<th>{escape(title)}</th>" for title in self._titles)
        rows = []
        for evaluation, label, cells in self._grid(cell):
            first = label == _METRICS[0][1]
            side = f'<th rowspan="{len(_METRICS)}">{escape(evaluation)}</th>' if first else ""
            body = "".join(each or "<td></td>" for each in cells)
            rows.append(f"<tr{' class=first' if first else ''}>{side}<th>{label}</th>{body}</tr>")
        legend = escape(self.legend("dark blue", "medium blue", "light blue"))
        return _PAGE.format(title=escape(self.orders.title), head=head, rows="\n".join(rows), legend=legend)

    def legend(self, best: str, near: str, close: str) -> str:
        """What the marks mean, and how many cells agree with the paper's."""
        text = (
            f"{self.orders.title}. Best value of a metric: {best}; within 1 %: {near}; within 5 %: {close}. "
            "Time is milliseconds for a whole run."
        )
        equal, compared = self.agreement
        if compared:
            text += f" {equal} of {compared} published cells are equal to both decimals; ≠ marks the others."
        if any(title.endswith("*") for title in self._titles):
            text += " Policies with a star learn, by counts of our own, and are not compared."
        return text[0].upper() + text[1:]


def _figure(key: str, value: float) -> str:
    return f"{value:.3f}" if key == "milliseconds_per_run" else f"{value:.2f}"


_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Quilts: {title}</title>
<style>
body {{ font: 14px/1.4 system-ui, sans-serif; margin: 2rem; color: #1b1f24; background: #fff; }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; }}
th, td {{ padding: .15rem .5rem; text-align: right; vertical-align: top; white-space: nowrap; }}
th {{ font-weight: 600; }}
tr.first > * {{ border-top: 1px solid #8c959f; }}
small {{ display: block; color: #57606a; font-size: .75em; }}
.best {{ background: #1f5fbf; color: #fff; }} .best small {{ color: #dbe9ff; }}
.near {{ background: #8fb8ec; }}
.close {{ background: #dbe9fb; }}
.differs {{ outline: 2px solid #c4320a; outline-offset: -2px; }}
</style>
<h1>Quilts: {title}</h1>
<table>
<thead><tr><th></th><th></th>{head}</tr></thead>
<tbody>
{rows}
</tbody>
</table>
<p>{legend} Cells that differ from the paper have a red frame and ≠.</p>
</html>
"""
