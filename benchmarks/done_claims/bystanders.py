"""Pages that reject beside what was expected: by what no element shows, what is not over, and what is only offered."""

from __future__ import annotations

from collections.abc import Iterator

from done_claims.forms import COMMENT, CONTACT, Form
from done_claims.scenes import TOAST, Page, Scene, taken_by

ORDERS = Form(
    "cancel an order",
    "cancel the order 17",
    "<main><h1>Orders</h1><p>Three of them</p><div id=rows>"
    + "".join(
        f"<div class=row id=r{number}><b>Order {number}</b> <span>on {number} May</span> "
        f"<button onclick=drop(r{number})>Cancel order {number}</button></div>"
        for number in (16, 17, 18)
    )
    + "</div><p>All of this year</p></main>",
    (),
    "Cancel order 17",
    ('gone "Order 17"', 'gone "on 17 May"', 'gone "Cancel order 17"'),
)
GENERATED = {
    "before": "<style>main::before{content:'Order 17 has been shipped';display:block}</style>",
    "marker": "<style>h1{display:list-item}h1::marker{content:'Could not cancel: '}</style>",
}
MASKED = "position:absolute;left:-9999px;width:1px;overflow:hidden"


def bystanders() -> Iterator[Scene]:
    def dropped(name: str, script: str, **pages: Page) -> Scene:
        script = f"const add = (html) => document.body.insertAdjacentHTML('beforeend', html); {script}"
        return Scene(name, ORDERS, False, script, {f"/{path}": page for path, page in pages.items()})

    for place, style in GENERATED.items():
        yield dropped(f"text of a style sheet ({place})", f'function drop(row) {{ row.remove(); add("{style}"); }}')
    yield dropped(
        "text of a style sheet, by a class",
        "add('<style>.bad::after{content:attr(data-say)}</style>'); function drop(row) { row.remove();"
        "document.querySelector('main').dataset.say = 'Refunds need a manager';"
        "document.querySelector('main').className = 'bad'; }",
    )
    yield dropped(
        "announced to screen readers, off the screen",
        f'function drop(row) {{ row.remove(); add(\'<div aria-live=assertive style="{MASKED}">'
        "The order has left the house and stays</div>'); }",
    )
    yield dropped(
        "announced to screen readers in a region that was there",
        f"add('<div role=status id=say style=\"{MASKED}\"></div>');"
        "function drop(row) { row.remove(); say.textContent = 'Cancelling failed'; }",
    )
    for language, text in {"en": "Order 17 left the house", "sw": "Agizo halijafutwa"}.items():
        yield dropped(
            f"toast in a closed shadow root ({language})",
            "function drop(row) { row.remove(); const host = document.createElement('div'); document.body.append(host);"
            f"host.attachShadow({{mode: 'closed'}}).innerHTML = '<p style=\"{TOAST}\">{text}</p>'; }}",
        )
    boxes = {
        "grey bars": "<i style='display:block;width:200px;height:14px;background:#ddd'></i>",
        "a box that pulses": "<div class='animate-pulse' style='width:300px;height:20px'></div>",
        "a spinner": "<span class='spinner-border' style='display:block;width:20px;height:20px'></span>",
        "a bar": "<div role=progressbar aria-valuenow=30 style='width:90px;height:6px;background:#08f'></div>",
        "a busy region": "<p aria-busy=true style='margin:0;height:20px'></p>",
    }
    for name, box in boxes.items():
        yield dropped(f"{name} in place of the row", f'function drop(row) {{ row.innerHTML = "{box}"; }}')
    yield dropped(
        "another row in its place, empty",
        "function drop(row) { const other = document.createElement('div');"
        "other.style = 'height:24px;background:#eee'; row.replaceWith(other); }",
    )
    yield dropped(
        "beacon that is refused",
        "function drop(row) { row.remove(); navigator.sendBeacon('/orders', new Blob(['17'])); }",
        orders=Page("", 409),
    )
    offers = {
        "people like this one": "<p>Possible duplicates</p><p>' + first + '</p>",
        "a summary to confirm": "<h2>Summary</h2><p>' + first + '</p><button>Save for good</button>",
        "suggested (fr)": "<p>Vouliez-vous dire</p><p>' + first + '</p>",
        "preview (de)": "<p>Vorschau</p><p>' + first + '</p>",
        "results of a search": "<p>Results</p><p>' + first + '</p>",
        "under a heading of its own": "<h3>Elsewhere on Acme</h3><p>' + first + '</p>",
        "with the same button again": "<section><p>' + first + '</p><button>Save it now</button></section>",
    }
    for name, html in offers.items():
        yield Scene(f"typed text, {name}", CONTACT, False, taken_by(f"form.reset(); add('{html}', main);"))
    yield Scene(
        "comment shown, with a bar",
        COMMENT,
        False,
        taken_by("add('<p>' + first + '</p><progress max=10 value=4></progress>', list); form.reset();"),
    )
