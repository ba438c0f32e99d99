#!/usr/bin/env bash
# Makes the network for icons again from nothing: make.sh FOLDER [STEPS [BATCH]]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd); work=$1; steps=${2:-8000}; batch=${3:-2048}; package=$here/../../src/askonce/vision
export PYTHONPATH=$here/../../src
mkdir -p "$work"
python "$here/fetch_sets.py" "$work/sets"
python "$here/render_icons.py" "$work/sets" "$work"
python "$here/train_icons.py" "$work/icons.xz" "$work" --steps "$steps" --batch "$batch"
python "$here/export_icons.py" "$work/icons.pt" "$work/icons.xz" "$package/icons.onnx"
python "$here/read_icons.py" "$work/icons.xz" "$work/read.npz" validation
python "$here/read_icons.py" "$work/fresh.xz" "$work/fresh.npz"
python "$here/calibrate_icons.py" "$work/read.npz" "$work/fresh.npz" "$package/icons.json"
python "$here/measure_fresh.py" "$work/fresh.xz"
python "$here/held_out.py" "$work/icons.xz" "$package/icons.json" "$here/../../tests/vision"
