"""Writes the trained network as ONNX in 8 bits, its batch norms folded into the convolutions.

That takes half the time of floating point on one core. How large the numbers inside get is seen on a few pictures of
training. Weights have 7 bits, since some processors add products of 8 bits up in too little room; the answers, from
which edges are read, stay in floating point.
"""

from __future__ import annotations

import argparse
import io
import json
import tempfile
import warnings
import zipfile
from pathlib import Path

import numpy as np
import onnx
import torch
from network import SIDES, Detector
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process
from PIL import Image

OPSET = 17
LOOKED_AT = 32
SIDE = 10 * SIDES


class Looks(CalibrationDataReader):
    """A few pictures, taken evenly, as the network gets them."""

    def __init__(self, archive: Path) -> None:
        self.archive = zipfile.ZipFile(archive)
        names = sorted(json.loads(self.archive.read("truth.json")))
        self.names = iter(names[:: max(1, len(names) // LOOKED_AT)][:LOOKED_AT])

    def get_next(self) -> dict[str, np.ndarray] | None:
        name = next(self.names, None)
        if name is None:
            return None
        pixels = np.asarray(Image.open(io.BytesIO(self.archive.read(name))).convert("RGB"))[:SIDE, :SIDE]
        sheet = np.zeros((1, 3, SIDE, SIDE), np.float32)
        sheet[0, :, : pixels.shape[0], : pixels.shape[1]] = pixels.transpose(2, 0, 1) / 255 - 0.5
        return {"picture": sheet}


def export(trained: Path, archive: Path, out: Path) -> None:
    net = Detector().eval()
    net.load_state_dict(torch.load(trained, map_location="cpu"))
    sides = {2: "height", 3: "width"}
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        floating, ready = Path(folder) / "floating.onnx", Path(folder) / "ready.onnx"
        torch.onnx.export(
            net, torch.zeros(1, 3, 4 * SIDES, 6 * SIDES), str(floating), opset_version=OPSET, dynamo=False,
            input_names=["picture"], output_names=["answers"], dynamic_axes={"picture": sides, "answers": {2: "rows", 3: "columns"}},
        )  # fmt: skip
        quant_pre_process(floating, ready, skip_symbolic_shape=True)
        last = [node.name for node in onnx.load(ready).graph.node if node.op_type == "Conv"][-1]
        quantize_static(
            ready, out, Looks(archive), quant_format=QuantFormat.QDQ, per_channel=True, reduce_range=True,
            weight_type=QuantType.QInt8, activation_type=QuantType.QUInt8, nodes_to_exclude=[last],
            op_types_to_quantize=["Conv", "Add", "Resize", "Concat", "Relu"],
        )  # fmt: skip
    onnx.checker.check_model(onnx.load(out))
    print(f"{out}: {out.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trained", type=Path)
    parser.add_argument("archive", type=Path, help="pictures of training that render_pages.py wrote")
    parser.add_argument("out", type=Path)
    given = parser.parse_args()
    export(given.trained, given.archive, given.out)
