"""The learned value: the weights that ship, with the command and the seed that made them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import BadInput
from tilewright.games.patchwork.duel.learned_value_kernel import FEATURES

__all__ = ["Net", "net_from_json", "net_to_json", "shipped_net", "write_net"]

Weights = NDArray[np.float32]

DIGITS = 5
"""Weights are written with so many digits, and used so."""


class Net(NamedTuple):
    """A hidden layer of rectified sums beside a direct way; together they give the logit of a chance to win."""

    inner: Weights
    """By feature and hidden unit."""
    outer: Weights
    direct: Weights


def net_to_json(net: Net) -> dict[str, Any]:
    return {name: np.round(weights.astype(float), DIGITS).tolist() for name, weights in net._asdict().items()}


def write_net(net: Net, made_by: str) -> str:
    """A file of weights, a row of them in each line, with the command that made them."""
    rows = {
        name: "[\n" + ",\n".join(json.dumps(row) for row in weights) + "\n]"
        if isinstance(weights[0], list)
        else json.dumps(weights)
        for name, weights in net_to_json(net).items()
    }
    lines = [f'"made_by": {json.dumps(made_by)}', *(f'"{name}": {text}' for name, text in rows.items())]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def net_from_json(data: Mapping[str, Any]) -> Net:
    """Weights as a file has them."""
    try:
        net = Net(**{name: np.array(data[name], np.float32) for name in Net._fields})
        hidden = len(net.outer)
        if net.inner.shape != (FEATURES, hidden) or net.direct.shape != (FEATURES,):
            raise ValueError
    except (KeyError, TypeError, ValueError):
        raise BadInput(
            f"these are no weights for {FEATURES} features: tilewright quilts train makes some"
        ) from None
    return net


@cache
def shipped_net() -> Net:
    """The weights in the package."""
    text = resources.files(__package__).joinpath("value.json").read_text("utf-8")
    return net_from_json(json.loads(text))
