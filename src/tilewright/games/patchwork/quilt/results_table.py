"""A table of the results of strategies, compared with the published values.

As Markdown or HTML, the table has the layout of the paper: a row for each evaluation and metric, and a column
for each policy. The best value of a metric is marked *best*; values within 1% of the best value are marked
*near*, and values within 5% *close*. The number of alternatives is neither good nor bad, so it is not marked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from importlib import resources
from string import Template
from typing import Any

from tilewright.games.patchwork.pieces.patches import PAPER, PatchSet
from tilewright.games.patchwork.quilt.experiment import StrategyResult, published_results
from tilewright.games.patchwork.quilt.strategies import find_strategy
from tilewright.games.patchwork.quilt.tile_orders import Orders

__all__ = ["COMPARED", "HEADERS", "ResultsTable", "table_title"]

COMPARED = ("area", "streak", "alternatives")
"""The published metrics that do not depend on the machine."""

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
"""For each metric: the key, the label, and whether a larger value is better (None: neither is better)."""


@dataclass(frozen=True)
class ResultsTable:
    """The results of strategies on the same orders with the same set of patches."""

    orders: Orders
    results: Sequence[StrategyResult]
    patches: PatchSet

    @cached_property
    def values(self) -> dict[str, dict[str, float]]:
        """For each strategy: the mean area, streak and number of alternatives, and the milliseconds per run."""
        return {
            result.strategy: {
                "area": float(result.area.mean()),
                "streak": float(result.streak.mean()),
                "alternatives": result.mean_alternatives,
                "milliseconds_per_run": result.seconds * 1000 / result.runs,
            }
            for result in self.results
        }

    @cached_property
    def _is_published(self) -> bool:
        return self.orders.published and self.patches == PAPER

    @property
    def title(self) -> str:
        """The title: the orders, and the set of patches unless it is the set of the paper."""
        return table_title(self.orders, self.patches)

    def published(self, strategy: str) -> Mapping[str, float]:
        """Return the paper's numbers for a strategy.

        The mapping is empty if the orders or the patches are not the published ones, or if the strategy is not
        in the paper.
        """
        return published_results().get(strategy, {}) if self._is_published else {}

    def differences(self, strategy: str) -> tuple[str, ...]:
        """Return the metrics that differ from the paper when rounded to two decimals.

        Learning policies are not compared.
        """
        paper = self.published(strategy)
        if not paper or find_strategy(strategy).policy.learns:
            return ()
        ours = self.values[strategy]
        return tuple(key for key in COMPARED if f"{ours[key]:.2f}" != f"{paper[key]:.2f}")

    @property
    def agreement(self) -> tuple[int, int]:
        """The number of cells that agree with the paper to two decimals, and the number of cells compared."""
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
        """Return the mark of a cell, as in the paper: `best`, `near`, `close` or an empty string."""
        if key not in self._best:
            return ""
        best, value = self._best[key], self.values[strategy][key]
        gap = abs(value - best) / best if best else 0.0
        return "best" if value == best else "near" if gap <= 0.01 else "close" if gap <= 0.05 else ""

    def to_json(self) -> dict[str, Any]:
        by_strategy: dict[str, Any] = {}
        for result in self.results:
            data = result.to_json()
            if paper := self.published(result.strategy):
                data["published"] = dict(paper)
                data["differs"] = list(self.differences(result.strategy))
            by_strategy[result.strategy] = data
        return by_strategy

    # --- The table with one row per strategy ------------------------------------------------------------

    def rows(self) -> list[list[object]]:
        """Return the rows of the table for a terminal, one row per strategy."""
        return [self._row(result) for result in self.results]

    def _row(self, result: StrategyResult) -> list[object]:
        strategy = result.strategy
        figures, paper = result.to_json(), self.published(strategy)
        differs = self.differences(strategy)
        learns = bool(paper) and find_strategy(strategy).policy.learns

        def shown(key: str) -> list[object]:
            error = figures[f"{key}_error"]
            ours = f"{figures[key]:.2f}" + (f" ± {error:.2f}" if error is not None else "")
            return [ours, (f"{paper[key]:.2f}" + " ≠" * (key in differs)) if paper else ""]

        marks = [
            f"{label.lower()} {mark}" for key, label, _ in _METRICS[:2] if (mark := self.mark(strategy, key))
        ]
        return [
            strategy,
            *(cell for key in COMPARED for cell in shown(key)),
            f"{figures['microseconds_per_placement']:.2f}",
            f"{self.values[strategy]['milliseconds_per_run']:.3f}",
            f"{paper['milliseconds_per_run']:.2f}" if paper else "",
            ", ".join([*marks, *(["learns, so not compared"] if learns else [])]),
        ]

    # --- The table in the layout of the paper -----------------------------------------------------------

    def _grid(self, cell: Callable[[str, str], str]) -> Iterator[tuple[str, str, list[str]]]:
        """Yield the rows of the grid: the evaluation, the metric, and a cell for each policy."""
        for evaluation in self._evaluations:
            for key, label, _ in _METRICS:
                names = [f"{policy}+{evaluation}" for policy in self._policies]
                yield evaluation, label, [cell(name, key) if name in self.values else "" for name in names]

    @property
    def _policies(self) -> list[str]:
        return list(dict.fromkeys(name.partition("+")[0] for name in self.values))

    @property
    def _titles(self) -> list[str]:
        """The names of the policies.

        In a table for the published orders and patches, learning policies are marked with a star, because their
        results are not compared with the paper.
        """
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
            body = "".join(text or "<td></td>" for text in cells)
            rows.append(f"<tr{' class=first' if first else ''}>{side}<th>{label}</th>{body}</tr>")
        legend = escape(self.legend("dark blue", "medium blue", "light blue"))
        page = Template(resources.files(__package__).joinpath("results_table.html").read_text("utf-8"))
        return page.substitute(title=escape(self.title), head=head, rows="\n".join(rows), legend=legend)

    def legend(self, best: str, near: str, close: str) -> str:
        """Return the text that explains the marks and says how many cells agree with the paper."""
        text = (
            f"{self.title}. Best value of a metric: {best}; within 1%: {near}; within 5%: {close}. "
            "Time is in milliseconds per run."
        )
        equal, compared = self.agreement
        if compared:
            text += f" {equal} of {compared} published cells agree to two decimals; ≠ marks the others."
        if any(title.endswith("*") for title in self._titles):
            text += (
                " Policies marked * use statistics of the search; those of the paper come from Gecode, and "
                "ours come from our own propagation, so these columns are not compared with the paper."
            )
        return text[0].upper() + text[1:]


def table_title(orders: Orders, patches: PatchSet) -> str:
    """Return the title of a table: the orders, and the set of patches unless it is the set of the paper."""
    return orders.title if patches == PAPER else f"{orders.title}, patches of the set {patches.name!r}"


def _figure(key: str, value: float) -> str:
    return f"{value:.3f}" if key == "milliseconds_per_run" else f"{value:.2f}"
