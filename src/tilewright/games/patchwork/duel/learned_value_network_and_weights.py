"""The weights of the learned value: the network, its file format, and the weights shipped with the package."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import BadInput
from tilewright.games.patchwork.duel.features_kernel import ROWS

__all__ = [
    "UNCALIBRATED",
    "Calibration",
    "Net",
    "calibration_from_json",
    "net_from_json",
    "net_to_json",
    "shipped_calibration",
    "shipped_net",
    "write_net",
]

Weights = NDArray[np.float32]

DIGITS = 4
"""The number of decimals to which weights are rounded, both in the file and in memory."""


class Net(NamedTuple):
    """The weights of a network with one hidden layer; the output is the log-odds that the player to move wins.

    Hidden unit 0 is linear; the others are rectified. The number of hidden units is a power of two.
    """

    inner: Weights
    """For each feature and hidden unit: the weight of the feature in the unit."""
    outer: Weights
    """For each hidden unit: the weight of the unit in the output."""


class Calibration(NamedTuple):
    """A linear map of log-odds that turns the values of a search into win chances."""

    slope: float
    offset: float

    def apply(self, value: float) -> float:
        """Turn the value of a search into the win chance of the player to move; 0 and 1 are unchanged."""
        if not 0 < value < 1:
            return value
        return 1 / (1 + math.exp(-self.slope * math.log(value / (1 - value)) - self.offset))


UNCALIBRATED = Calibration(1.0, 0.0)
"""The calibration that does not change any value."""


def net_to_json(net: Net) -> dict[str, Any]:
    return {name: np.round(weights.astype(float), DIGITS).tolist() for name, weights in net._asdict().items()}


def write_net(net: Net, calibration: Calibration, made_by: str) -> str:
    """Return the text of a weights file: the command that made the file, the calibration and the weights."""
    data = net_to_json(net)
    lines = [
        f'"made_by": {json.dumps(made_by)}',
        f'"calibration": {json.dumps(calibration._asdict())}',
        f'"outer": {json.dumps(data["outer"])}',
        '"inner": [\n' + ",\n".join(json.dumps(row, separators=(",", ":")) for row in data["inner"]) + "\n]",
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def net_from_json(data: Mapping[str, Any]) -> Net:
    """Read a network from the JSON of a weights file."""
    try:
        net = Net(**{name: np.array(data[name], np.float32) for name in Net._fields})
        hidden = len(net.outer)
        if net.inner.shape != (ROWS, hidden) or hidden & (hidden - 1):
            raise ValueError
    except (KeyError, TypeError, ValueError):
        raise BadInput(
            f"expected weights for {ROWS} features and a number of hidden units that is a power of two;"
            " `tilewright quilts train` computes such weights"
        ) from None
    return net


def calibration_from_json(data: Mapping[str, Any]) -> Calibration:
    """Read the calibration from the JSON of a weights file."""
    try:
        return Calibration(**{name: float(data["calibration"][name]) for name in Calibration._fields})
    except (KeyError, TypeError, ValueError):
        raise BadInput("the weights have no calibration; expected a slope and an offset") from None


@cache
def _shipped() -> Any:
    return json.loads(resources.files(__package__).joinpath("value.json").read_text("utf-8"))


@cache
def shipped_net() -> Net:
    """Return the weights that are shipped with the package."""
    return net_from_json(_shipped())


@cache
def shipped_calibration() -> Calibration:
    """Return the calibration of the search with the weights that are shipped with the package."""
    return calibration_from_json(_shipped())
