"""Writes the trained network as ONNX, its batch norms folded into the convolutions and its weights in 16 bits."""

from __future__ import annotations

import argparse
import warnings
from pathlib import Path

import numpy as np
import onnx
import torch
from network import SIDES, Detector
from onnx import TensorProto, helper, numpy_helper

OPSET = 17


def export(trained: Path, out: Path) -> None:
    net = Detector().eval()
    net.load_state_dict(torch.load(trained, map_location="cpu"))
    sides = {2: "height", 3: "width"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net, torch.zeros(1, 3, 4 * SIDES, 6 * SIDES), str(out), opset_version=OPSET, dynamo=False,
            input_names=["picture"], output_names=["answers"], dynamic_axes={"picture": sides, "answers": {2: "rows", 3: "columns"}},
        )  # fmt: skip
    model = onnx.load(out)
    halve(model)
    onnx.checker.check_model(model)
    onnx.save(model, out)
    print(f"{out}: {out.stat().st_size / 1e6:.2f} MB")


def halve(model: onnx.ModelProto) -> None:
    """Weights of more than a few numbers in 16 bits; they are opened when the file is loaded."""
    opened: list[onnx.NodeProto] = []
    for weight in model.graph.initializer:
        values = numpy_helper.to_array(weight)
        if values.dtype != np.float32 or values.size < 256:
            continue
        name = weight.name
        weight.CopyFrom(numpy_helper.from_array(values.astype(np.float16), f"{name}_half"))
        opened.append(helper.make_node("Cast", [f"{name}_half"], [name], to=TensorProto.FLOAT))
    nodes = list(model.graph.node)
    del model.graph.node[:]
    model.graph.node.extend(opened + nodes)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trained", type=Path)
    parser.add_argument("out", type=Path)
    given = parser.parse_args()
    export(given.trained, given.out)
