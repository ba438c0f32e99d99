"""Opens the networks that ship with the package."""

from __future__ import annotations

from importlib import import_module
from importlib.resources import files
from typing import Any


def open_session(name: str) -> Any:
    """The network in `name`, on one core."""
    onnxruntime: Any = import_module("onnxruntime")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    network = (files("askonce.vision") / name).read_bytes()
    return onnxruntime.InferenceSession(network, options, providers=["CPUExecutionProvider"])
