"""Writes a trained network as ONNX: batch norms folded into the convolutions, weights in 8 bits, one scale a channel."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import onnx
import torch
import torch.nn as nn
from augmentation import INPUT
from network import Block, network
from onnx import TensorProto, helper, numpy_helper

OPSET, IR = 17, 8
LANES = 16


class Graph:
    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []

    def constant(self, values: np.ndarray) -> str:
        name = f"w{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(values, name))
        return name

    def add(self, kind: str, *inputs: str, **attributes: object) -> str:
        name = f"{kind.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def small(self, weight: np.ndarray) -> str:
        """A weight in 8 bits, which is opened when the file is loaded."""
        scale = np.maximum(np.abs(weight).reshape(len(weight), -1).max(1) / 127, 1e-8).astype(np.float32)
        whole = np.round(weight / scale.reshape(-1, *[1] * (weight.ndim - 1))).astype(np.int8)
        zero = np.zeros(len(scale), np.int8)
        return self.add("DequantizeLinear", self.constant(whole), self.constant(scale), self.constant(zero), axis=0)

    def convolution(self, x: str, conv: nn.Conv2d, norm: nn.BatchNorm2d) -> str:
        gain = (norm.weight / torch.sqrt(norm.running_var + norm.eps)).detach()
        weight = (conv.weight.detach() * gain[:, None, None, None]).numpy().astype(np.float32)
        bias = (norm.bias.detach() - norm.running_mean * gain).numpy().astype(np.float32)
        weight, bias = _padded(weight, bias, is_separate=conv.groups > 1)
        pads, strides, side = [conv.padding[0]] * 4, list(conv.stride), list(conv.kernel_size)
        return self.add(
            "Conv",
            x,
            self.small(weight),
            self.constant(bias),
            pads=pads,
            strides=strides,
            kernel_shape=side,
            group=len(weight) if conv.groups > 1 else 1,
        )

    def layers(self, x: str, layers: nn.Sequential) -> str:
        steps = list(layers)
        for place, layer in enumerate(steps):
            match layer:
                case Block():
                    y = self.layers(x, layer.steps)
                    x = self.add("Add", x, y) if layer.is_residual else y
                case nn.Conv2d():
                    x = self.convolution(x, layer, steps[place + 1])
                case nn.ReLU():
                    x = self.add("Relu", x)
                case nn.AdaptiveAvgPool2d():
                    x = self.add("GlobalAveragePool", x)
                case nn.Flatten():
                    x = self.add("Flatten", x)
                case nn.Linear():
                    weight = self.small(layer.weight.detach().numpy().astype(np.float32))
                    x = self.add(
                        "Gemm", x, weight, self.constant(layer.bias.detach().numpy().astype(np.float32)), transB=1
                    )
                    x = self.add("Softmax", x, axis=1)
        return x


def _padded(weight: np.ndarray, bias: np.ndarray, *, is_separate: bool) -> tuple[np.ndarray, np.ndarray]:
    """With channels of zeros up to a multiple of `LANES`: only then is the quick way through a processor taken."""
    more = -len(weight) % LANES
    before = 0 if is_separate or weight.shape[1] == 1 else -weight.shape[1] % LANES
    return np.pad(weight, ((0, more), (0, before), (0, 0), (0, 0))), np.pad(bias, (0, more))


def export(trained: Path, out: Path) -> None:
    kept = torch.load(trained, map_location="cpu")
    net = network(len(kept["concepts"]))
    net.load_state_dict({name: value.float() for name, value in kept["weights"].items()})
    graph = Graph()
    end = graph.layers("ink", net.eval())
    made = helper.make_graph(
        graph.nodes,
        "icons",
        [helper.make_tensor_value_info("ink", TensorProto.FLOAT, ["icons", 1, INPUT, INPUT])],
        [helper.make_tensor_value_info(end, TensorProto.FLOAT, ["icons", len(kept["concepts"])])],
        graph.weights,
    )
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR)
    onnx.checker.check_model(model)
    onnx.save(model, out)
    print(f"{out}: {out.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    export(Path(sys.argv[1]), Path(sys.argv[2]))
