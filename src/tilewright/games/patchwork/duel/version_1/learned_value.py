"""The learned value of version 1: the network, its file format, and the shipped weights."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import BadInput
from tilewright.games.patchwork.duel.version_1.learned_value_kernel import FEATURES

__all__ = ["Net", "net_from_json", "net_to_json", "shipped_net", "write_net"]

Weights = NDArray[np.float32]

DIGITS = 5
"""The number of decimals to which weights are rounded, both in the file and in memory."""


class Net(NamedTuple):
    """The weights of a network with one hidden layer of rectified linear units and a direct linear part.

    The sum of both parts is the log-odds of winning.
    """

    inner: Weights
    """By feature and hidden unit: the weights of the hidden layer."""
    outer: Weights
    """By hidden unit: the weights of the output."""
    direct: Weights
    """By feature: the weights of the linear part."""


def net_to_json(net: Net) -> dict[str, Any]:
    return {name: np.round(weights.astype(float), DIGITS).tolist() for name, weights in net._asdict().items()}


def write_net(net: Net, made_by: str) -> str:
    """Return the text of a weights file: the command that made the weights, then the weights by row."""
    rows = {
        name: "[\n" + ",\n".join(json.dumps(row) for row in weights) + "\n]"
        if isinstance(weights[0], list)
        else json.dumps(weights)
        for name, weights in net_to_json(net).items()
    }
    lines = [f'"made_by": {json.dumps(made_by)}', *(f'"{name}": {text}' for name, text in rows.items())]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def net_from_json(data: Mapping[str, Any]) -> Net:
    """Read a network from the JSON of a weights file."""
    try:
        net = Net(**{name: np.array(data[name], np.float32) for name in Net._fields})
        hidden = len(net.outer)
        if net.inner.shape != (FEATURES, hidden) or net.direct.shape != (FEATURES,):
            raise ValueError
    except (KeyError, TypeError, ValueError):
        raise BadInput(
            f"these are not weights for {FEATURES} features; `tilewright quilts train-v1` computes such weights"
        ) from None
    return net


@cache
def shipped_net() -> Net:
    """Return the weights that are shipped with the package."""
    text = resources.files(__package__).joinpath("value_v1.json").read_text("utf-8")
    return net_from_json(json.loads(text))
