#!/usr/bin/env bash
# Makes the detector of elements again from nothing: make.sh FOLDER [PAGES] [STEPS] [CHROMIUM]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd); work=$1; pages=${2:-3000}; steps=${3:-12000}; browser=${4:-}; package=$here/../../src/askonce/vision
mkdir -p "$work"
cp "$here/package.json" "$work"
(cd "$work" && npm install --ignore-scripts --legacy-peer-deps --no-audit --no-fund)
draw() { python "$here/render_pages.py" "$work/node_modules" "$@" ${browser:+--browser "$browser"}; }
for seed in 1001 1002; do draw "$work/train$seed.zip" --count "$pages" --seed "$seed"; done
draw "$work/validation.zip" --count 100 --seed 5001 --exact
draw "$work/validation2.zip" --count 60 --seed 5002 --exact
draw "$work/held_out.zip" --count 120 --seed 7001 --exact --held-out
python "$here/train_elements.py" "$work/elements.pt" "$work"/train*.zip --steps "$steps"
python "$here/export_elements.py" "$work/elements.pt" "$work/train1001.zip" "$package/elements.onnx"
python "$here/measure_elements.py" --calibrate "$work/validation.zip" "$work/validation2.zip"
python "$here/measure_elements.py" "$work/held_out.zip"
python "$here/held_out.py" "$work/held_out.zip" "$here/../../tests/vision/held_out_elements.zip"
python "$here/measure_screens.py" "$work/screens"
