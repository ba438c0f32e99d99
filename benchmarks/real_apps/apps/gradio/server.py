"""An order page in Gradio. Called with a port and the folder for what its functions were given."""

import json
import os
import sys
from pathlib import Path

os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"
os.environ["HF_HUB_OFFLINE"] = "1"

import gradio as gr

FILE = Path(sys.argv[2]) / "state.json"
FILE.write_text("{}")


def keep(name):
    def write(value):
        state = json.loads(FILE.read_text() or "{}")
        FILE.write_text(json.dumps(state | {name: value}))

    return write


def greet(name, count):
    keep("ordered")([name, count])
    return f"Thank you, {name}: {count} pieces are on their way."


with gr.Blocks(title="Orders") as page:
    gr.Markdown("# Orders")
    with gr.Tab("Order"):
        fields = {
            "name": gr.Textbox(label="Your name"),
            "count": gr.Number(label="Pieces", value=1, precision=0),
            "colour": gr.Dropdown(["Red", "Green", "Blue", "Dark blue"], label="Colour", value="Red"),
            "extras": gr.Dropdown(["Gift wrap", "Card", "Ribbon"], label="Extras", multiselect=True),
            "quality": gr.Slider(0, 10, value=5, step=1, label="Quality"),
            "delivery": gr.Radio(["Post", "Courier", "Pick up"], label="Delivery", value="Post"),
            "days": gr.CheckboxGroup(["Monday", "Tuesday", "Wednesday"], label="Days"),
            "terms": gr.Checkbox(label="I accept the terms"),
            "comment": gr.Textbox(label="Comment", lines=3),
        }
        order = gr.Button("Order now", variant="primary")
        clear = gr.Button("Clear")
        result = gr.Textbox(label="Result", interactive=False)
    with gr.Tab("Settings"):
        fields["theme"] = gr.Radio(["Light", "Dark"], label="Theme", value="Light")
        with gr.Accordion("Expert settings", open=False):
            fields["token"] = gr.Textbox(label="Token")
    for name, field in fields.items():
        field.change(keep(name), field, None)
    order.click(greet, [fields["name"], fields["count"]], result)
    clear.click(lambda: ("", 1), None, [fields["name"], fields["count"]])

page.launch(server_name="127.0.0.1", server_port=int(sys.argv[1]), quiet=True)
