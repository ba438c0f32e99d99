"""Writes a trained network as ONNX in 8 bits: norms folded into the convolutions, ranges of what flows between them measured on
icons of the validation sets."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
import torch
import torch.nn as nn
from augmentation import INPUT, at_size
from dataset import Icons
from icon_labels import MERGED
from network import Block, Convolution, Network
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static

OPSET, IR = 17, 8
MEASURED = 1500
"""How many icons the ranges are measured on."""


class Graph:
    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []

    def constant(self, values: np.ndarray) -> str:
        name = f"w{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(values.astype(np.float32), name))
        return name

    def add(self, kind: str, *inputs: str, **attributes: object) -> str:
        name = f"{kind.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], name, **attributes))
        return name

    def convolution(self, x: str, part: Convolution) -> str:
        conv, norm = part.conv, part.norm
        gain = (norm.weight / torch.sqrt(norm.running_var + norm.eps)).detach()
        weight = self.constant((conv.weight.detach() * gain[:, None, None, None]).numpy())
        bias = self.constant((norm.bias.detach() - norm.running_mean * gain).numpy())
        sizes = {"pads": [conv.padding[0]] * 4, "strides": list(conv.stride), "kernel_shape": list(conv.kernel_size)}
        return self.add("Conv", x, weight, bias, **sizes)

    def layer(self, x: str, layer: nn.Module) -> str:
        match layer:
            case Block():
                y = self.convolution(self.add("Relu", self.convolution(x, layer.first)), layer.second)
                return self.add("Relu", self.add("Add", x, y))
            case Convolution():
                return self.convolution(x, layer)
            case nn.ReLU():
                return self.add("Relu", x)
            case _:
                raise TypeError(f"{layer} cannot be written")

    def network(self, net: Network) -> str:
        x = self.add("Relu", self.convolution("ink", net.stem))
        for stage in net.stages:
            for layer in stage:
                x = self.layer(x, layer)
        x = self.add("Flatten", self.add("GlobalAveragePool", x))
        weight, bias = (self.constant(part.detach().numpy()) for part in (net.concepts.weight, net.concepts.bias))
        return self.add("Softmax", self.add("Gemm", x, weight, bias, transB=1), axis=1)


class Drawn(CalibrationDataReader):
    def __init__(self, icons: Icons) -> None:
        chosen = torch.randperm(len(icons.ink), generator=torch.Generator().manual_seed(23))[:MEASURED]
        parts = icons.ink[chosen].split(100)
        sizes = (16, 24, 32, 48)
        self._batches = iter(
            at_size(part[:, None].float() / 15, sizes[place % 4]).numpy() for place, part in enumerate(parts)
        )

    def get_next(self) -> dict[str, np.ndarray] | None:
        batch = next(self._batches, None)
        return None if batch is None else {"ink": batch}


def export(trained: Path, drawn: Path, out: Path) -> None:
    kept = torch.load(trained, map_location="cpu")
    net = Network(len(kept["concepts"]), kept["kinds"])
    net.load_state_dict(kept["weights"])
    graph = Graph()
    end = graph.network(net.eval())
    made = helper.make_graph(
        graph.nodes,
        "icons",
        [helper.make_tensor_value_info("ink", TensorProto.FLOAT, ["icons", 1, INPUT, INPUT])],
        [helper.make_tensor_value_info(end, TensorProto.FLOAT, ["icons", len(kept["concepts"])])],
        graph.weights,
    )
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR)
    onnx.checker.check_model(model)
    icons = Icons.read(drawn)
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.onnx"
        onnx.save(model, plain)
        quantize_static(
            plain,
            out,
            Drawn(icons.part(icons.used_for("validation"))),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            calibrate_method=CalibrationMethod.MinMax,
            nodes_to_exclude=[node.name for node in graph.nodes if node.op_type == "Softmax"],
        )
    outputs = [MERGED.get(name, name) for name in kept["concepts"]]
    out.with_suffix(".json").write_text(json.dumps({"outputs": outputs, "sure": {}}), "utf-8")
    print(f"{out}: {out.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    export(*map(Path, sys.argv[1:4]))
