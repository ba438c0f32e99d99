#!/usr/bin/env bash
# Makes the network for icons again from nothing: make.sh FOLDER [STEPS]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd); work=$1; steps=${2:-8000}; package=$here/../../src/askonce/vision
export PYTHONPATH=$here/../../src
mkdir -p "$work"
python "$here/fetch_sets.py" "$work/sets"
python "$here/render_icons.py" "$work/sets" "$work"
python "$here/train_icons.py" folds "$work/icons.xz" "$work" --steps $((steps / 5))
python "$here/clean_labels.py" "$work/folds.npz" "$work/dropped.json"
python "$here/train_icons.py" final "$work/icons.xz" "$work" --steps "$steps" --teachers 1 --dropped "$work/dropped.json"
python "$here/export_icons.py" "$work/icons.pt" "$work/icons.xz" "$package/icons.onnx"
python "$here/calibrate_icons.py" "$work" "$package/icons.json"
python "$here/read_icons.py" "$work/test.xz" "$work/test.npz"
python "$here/measure_icons.py" "$work/test.npz" "$package/icons.json"
python "$here/held_out.py" "$work/test.xz" "$package/icons.json" "$here/../../tests/vision"
