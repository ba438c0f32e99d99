"""A sales board in Dash. Called with a port and the folder for what its callbacks were given."""

import json
import sys
from pathlib import Path

from dash import Dash, Input, Output, dash_table, dcc, html

FILE = Path(sys.argv[2]) / "state.json"
SALES = [
    {"product": "Kettle", "region": "North", "sold": 40},
    {"product": "Toaster", "region": "South", "sold": 15},
    {"product": "Blender", "region": "North", "sold": 66},
    {"product": "Grinder", "region": "West", "sold": 8},
]
app = Dash(title="Sales board")


def labelled(text, field):
    return html.Div([html.Label(text, htmlFor=field.id), field])


fields = {
    "title": dcc.Input(id="title", type="text", value=""),
    "rows": dcc.Input(id="rows", type="number", value=10, min=1, max=50),
    "region": dcc.Dropdown(["North", "South", "West"], "North", id="region"),
    "columns": dcc.Dropdown(["Price", "Margin", "Returns"], [], id="columns", multi=True),
    "year": dcc.Slider(2015, 2025, 1, value=2020, id="year"),
    "chart": dcc.RadioItems(["Bars", "Lines", "Pie"], "Bars", id="chart"),
    "show": dcc.Checklist(["Legend", "Grid", "Totals"], [], id="show"),
    "day": dcc.DatePickerSingle(id="day", date="2024-06-15", display_format="YYYY-MM-DD"),
}
labels = {
    "title": "Title",
    "rows": "Rows",
    "region": "Region",
    "columns": "Columns",
    "year": "Year",
    "chart": "Chart",
    "show": "Show",
    "day": "Day",
}
app.layout = html.Div(
    [
        html.H1("Sales board"),
        *(labelled(labels[name], field) for name, field in fields.items()),
        html.Button("Refresh", id="refresh", n_clicks=0),
        html.Button("Reset everything", id="reset", n_clicks=0),
        dash_table.DataTable(
            SALES,
            [{"name": name.capitalize(), "id": name} for name in ("product", "region", "sold")],
            id="sales",
            sort_action="native",
            row_deletable=True,
        ),
        html.Div(id="done"),
    ]
)
values = {name: "date" if name == "day" else "value" for name in fields}


@app.callback(
    Output("done", "children"),
    [Input(name, value) for name, value in values.items()],
    Input("refresh", "n_clicks"),
    Input("reset", "n_clicks"),
    Input("sales", "data"),
)
def keep(*given):
    names = [*values, "refreshed", "reset", "sales"]
    state = dict(zip(names, given, strict=True))
    state["sales"] = [row["product"] for row in state["sales"]]
    FILE.write_text(json.dumps(state))
    return ""


app.run(host="127.0.0.1", port=sys.argv[1], debug=False)
