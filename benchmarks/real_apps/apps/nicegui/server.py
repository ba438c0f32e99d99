"""A room planner in NiceGUI. Called with a port and the folder for what the page's values are."""

import json
import os
import sys
from pathlib import Path

os.environ["NICEGUI_STORAGE_PATH"] = sys.argv[2] + "-storage"

from nicegui import ui

FILE = Path(sys.argv[2]) / "state.json"
BOOKINGS = [
    {"id": 1, "guest": "Ines", "room": "Attic", "nights": 3},
    {"id": 2, "guest": "Aaron", "room": "Garden", "nights": 1},
    {"id": 3, "guest": "Milo", "room": "Sea view", "nights": 7},
    {"id": 4, "guest": "Dora", "room": "Garden", "nights": 2},
]


@ui.page("/")
def index():
    values = {"booked": [], "deleted": []}

    def write():
        FILE.write_text(json.dumps(values))

    def bound(name, field):
        values[name] = field.value
        field.on_value_change(lambda event: (values.update({name: event.value}), write()))
        return field

    def book():
        values["booked"].append(values["guest"])
        write()
        ui.notify("Booked")

    ui.label("Room planner").classes("text-h4")
    with ui.tabs() as tabs:
        ui.tab("Booking")
        ui.tab("Bookings")
        ui.tab("Options")
    with ui.tab_panels(tabs, value="Booking").classes("w-full"):
        with ui.tab_panel("Booking"):
            bound("guest", ui.input("Guest"))
            bound("nights", ui.number("Nights", value=1, min=1, max=30))
            bound("room", ui.select(["Attic", "Garden", "Sea view"], label="Room", value="Attic").classes("w-64"))
            extras = ["Breakfast", "Parking", "Sauna"]
            bound("extras", ui.select(extras, label="Extras", value=[], multiple=True).classes("w-64"))
            bound("arrival", ui.date_input("Arrival", value="2026-03-10"))
            with ui.row():
                bound(
                    "temperature", ui.slider(min=15, max=25, value=20).props('label aria-label="Temperature"')
                ).classes("w-64")
            bound("pets", ui.switch("Pets allowed"))
            bound("late", ui.checkbox("Late arrival"))
            bound("payment", ui.radio(["Cash", "Card", "Invoice"], value="Cash").props("inline"))
            bound("floor", ui.toggle(["Ground", "First", "Second"], value="Ground"))
            bound("wishes", ui.textarea("Wishes"))
            ui.button("Book", on_click=book)
        with ui.tab_panel("Bookings"):
            columns = [
                {"name": name, "label": name.capitalize(), "field": name, "sortable": True}
                for name in ("guest", "room", "nights")
            ]
            bookings = ui.table(columns=columns, rows=BOOKINGS, row_key="id", selection="multiple")
            bookings.on_select(lambda: (values.update(selected=[row["guest"] for row in bookings.selected]), write()))
            with ui.dialog() as question, ui.card():
                ui.label("Really delete all bookings?")
                ui.button("Yes", on_click=lambda: (values.update(deleted="all"), write(), question.close()))
                ui.button("No", on_click=question.close)
            ui.button("Delete all", on_click=question.open)
        with ui.tab_panel("Options"), ui.expansion("More options"):
            bound("code", ui.input("Voucher"))
    write()


ui.run(host="127.0.0.1", port=int(sys.argv[1]), show=False, reload=False, title="Room planner")
