"""The learned value of version 1: the network and the shipped weights, which never change.

The code that trained the network no longer exists; `SOLVERS.md` describes the training.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Net", "shipped_net"]

Weights = NDArray[np.float32]


class Net(NamedTuple):
    """The weights of a network with one hidden layer of rectified linear units and a direct linear part.

    The sum of both parts is the log-odds of winning.
    """

    inner: Weights
    """For each feature and hidden unit: the weight of the feature in the unit."""
    outer: Weights
    """For each hidden unit: the weight of the unit in the output."""
    direct: Weights
    """For each feature: the weight of the feature in the linear part."""


@cache
def shipped_net() -> Net:
    """Return the weights of version 1, which are shipped with the package."""
    data = json.loads(resources.files(__package__).joinpath("value_v1.json").read_text("utf-8"))
    return Net(**{name: np.array(data[name], np.float32) for name in Net._fields})
