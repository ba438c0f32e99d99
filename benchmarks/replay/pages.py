"""The pages of a library that lends tools: plain functions from what a visitor did to HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from replay.looks import Look

BRANCHES = ("Harbour", "Mill Lane", "Northgate", "Old Station", "Riverside", "Westfield")
TOOLS = (
    "Angle grinder", "Belt sander", "Bench vice", "Chain hoist", "Circular saw", "Concrete mixer", "Cordless drill",
    "Drill press", "Extension ladder", "Floor polisher", "Hammer drill", "Heat gun", "Hedge trimmer", "Jigsaw",
    "Lawn aerator", "Leaf blower", "Mitre saw", "Paint sprayer", "Pipe cutter", "Pressure washer", "Router table",
    "Spirit level", "Tile cutter", "Wheelbarrow",
)  # fmt: skip
ARTICLES = (
    "Bringing tools back late", "What late returns cost", "When a tool breaks", "Who pays for a broken blade",
    "Changing a reservation", "Cancelling a reservation", "How we deliver", "What delivery costs", "Opening hours",
    "Becoming a volunteer", "Giving us your old tools", "How to work safely", "Lost tools", "Returns on Sundays",
)  # fmt: skip
PAGES = {"/tools": "Tools", "/delivery": "Delivery", "/help": "Help", "/courses": "Courses", "/about": "About us"}
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_FOOTER = {
    "Borrow": ("Gardening", "Decorating", "Plumbing", "Woodwork", "Masonry", "Cleaning"),
    "Learn": ("First steps", "Safety", "Repair café", "Evening classes", "Films", "Books"),
    "Join in": ("Volunteers", "Donations", "Partners", "Press", "Jobs", "Newsletter"),
}

STYLE = """
* { box-sizing: border-box }
body { margin: 0; font: 15px/1.45 system-ui, sans-serif; color: #223 }
.top { display: flex; gap: 24px; align-items: center; padding: 10px 24px; background: #16324a }
.top a, .brand { color: #fff }
.menu { display: flex; gap: 16px }
.frame { display: grid; grid-template-columns: 1fr 220px; gap: 32px; padding: 16px 24px; min-height: 560px }
.field { margin: 0 0 10px }
.field label { display: block; font-weight: 600 }
.field input, .field select { width: 320px; padding: 6px }
.tick label { font-weight: 400 }
.tick input { width: auto }
.goods { width: 100%; border-collapse: collapse }
.goods td { padding: 3px 8px; border-bottom: 1px solid #dde }
.button { padding: 6px 14px; border: 1px solid #16324a; border-radius: 4px; background: #fff; cursor: pointer }
.main { background: #16324a; color: #fff }
.toast { position: fixed; right: 24px; bottom: 24px; padding: 12px 18px; background: #1c6b43; color: #fff }
.foot { display: flex; gap: 64px; padding: 16px 24px; background: #eef }
.hours td { padding: 0 8px 0 0; font-size: 13px }
.delivery { width: 100%; height: 320px; border: 1px solid #ccd }
"""

_SCRIPT = """
const byId = id => document.getElementById(id);
function toast(text) {
  byId("toast").textContent = text;
  byId("toast").hidden = false;
}
"""


def document(look: Look, title: str, body: str, script: str = "") -> str:
    """A page within the frame that all pages share."""
    links = look.blocks([f'<a href="{path}">{name}</a>' for path, name in PAGES.items()])
    hours = [
        f"<tr><td>{day}</td><td>9 to {17 + n % 3}</td><td>Desk {1 + n % 2}</td></tr>" for n, day in enumerate(_DAYS)
    ]
    returned = [f'<li><a href="/tools">{name}</a> <small>today</small></li>' for name in TOOLS[::2]]
    columns: list[str] = []
    for name, lines in _FOOTER.items():
        listed = look.items([f'<li><a href="/about">{line}</a></li>' for line in lines])
        columns.append(f"<section><h3>{name}</h3><ul>{listed}</ul></section>")
    return look.dress(f"""<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>{title} · Tool library</title><link rel="stylesheet" href="/style.css">
<link rel="icon" href="data:,"></head><body>
<header class="top"><strong class="brand">Tool library</strong>
<nav class="menu" aria-label="Main">{links}</nav></header>
<div class="frame">{look.blocks([f"<main><h1>{title}</h1>{body}</main>"])}
<aside><h2>Opening hours</h2><table class="hours"><tbody>{look.items(hours)}</tbody></table>
<h2>Just in</h2><ul>{look.items(returned)}</ul></aside></div>
<footer class="foot">{look.blocks(columns)}</footer>
<div id="toast" class="toast" role="status" hidden></div>
<script>{_SCRIPT}{script}</script></body></html>""")


def field(name: str, label: str, kind: str = "text") -> str:
    return (
        f'<p class="field"><label for="{name}">{label}</label>'
        f'<input id="{name}" name="{name}" type="{kind}" autocomplete="off" required></p>'
    )


def tick(name: str, label: str) -> str:
    return f'<p class="field tick"><label><input type="checkbox" name="{name}"> {label}</label></p>'


def registration(look: Look) -> str:
    options = [f'<option value="{number}">{name}</option>' for number, name in enumerate(BRANCHES)]
    fields = [
        field("name", "Full name"),
        field("email", "Email", "email"),
        field("password", "Password", "password"),
        '<p class="field"><label for="branch">Home branch</label><select id="branch" name="branch" required>'
        f'<option value="">Choose a branch</option>{look.items(options)}</select></p>',
        tick("rules", "I accept the lending rules"),
        tick("news", "Send me the newsletter"),
    ]
    button = '<p><button class="button main">Create account</button></p>'
    form = f'<form method="post" action="/register">{look.blocks(fields)}{button}</form>'
    return document(
        look, "Join the library", f"<p>Borrow what you need, bring it back, tell your neighbours.</p>{form}"
    )


def tools(look: Look, visitor: str) -> str:
    rows = [
        f'<tr data-tool="{name}"><td><strong>{name}</strong></td><td>{BRANCHES[number % 6]}</td>'
        f"<td>{2 + number % 5} left</td><td>"
        + "".join(
            f'<button type="button" class="button">{label}</button> ' for label in ("Details", "Reserve", "Watch")
        )
        + "</td></tr>"
        for number, name in enumerate(TOOLS)
    ]
    buttons = [
        '<button type="button" class="button" id="cancel">Cancel</button>',
        f'<button type="button" class="button main" id="confirm">{look.confirm}</button>',
    ]
    fields = [field("days", "Days", "number"), field("note", "Note for the desk")]
    body = f"""<p>Welcome, {escape(visitor)}. What are you working on?</p>
<p class="field"><label for="filter">Filter tools</label><input id="filter" type="search" autocomplete="off"></p>
<table class="goods"><tbody id="rows">{look.items(rows)}</tbody></table>
<dialog id="dialog" aria-labelledby="asked"><h2 id="asked">Reserve</h2><form id="form">{look.blocks(fields)}
<div>{look.blocks(buttons)}</div></form></dialog>"""
    return document(look, "Tools", body, _TOOLS_SCRIPT)


_TOOLS_SCRIPT = """
let wanted = "";
byId("filter").addEventListener("input", event => {
  const words = event.target.value.toLowerCase().split(" ");
  for (const row of byId("rows").rows) 
    row.hidden = !words.some(word => row.dataset.tool.toLowerCase().includes(word));
});
byId("rows").addEventListener("click", event => {
  if (event.target.textContent !== "Reserve") return;
  wanted = event.target.closest("tr").dataset.tool;
  byId("asked").textContent = "Reserve: " + wanted;
  byId("form").reset();
  byId("dialog").showModal();
});
byId("cancel").addEventListener("click", () => byId("dialog").close());
byId("confirm").addEventListener("click", async () => {
  const details = new URLSearchParams({ tool: wanted, days: byId("days").value, note: byId("note").value });
  await fetch("/reserve", { method: "POST", body: details });
  byId("dialog").close();
  toast("Reserved: " + wanted);
});
"""


def delivery(look: Look, reserved: Sequence[str]) -> str:
    listed = look.items([f"<li>{escape(tool)}</li>" for tool in reserved] or ["<li>Nothing yet</li>"])
    body = f"""<p>We bring what you reserved to your door.</p><ul>{listed}</ul>
<iframe class="delivery" src="/address" title="Delivery address"></iframe>"""
    return document(look, "Delivery", body)


def address(look: Look, street: str) -> str:
    """What the frame shows: the form, or where we deliver."""
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><link rel="stylesheet" href="/style.css"><body>'
    if street:
        return look.dress(f"{head}<h2>Address saved</h2><p>We deliver to {escape(street)}.</p></body></html>")
    fields = [field("street", "Street"), field("postcode", "Postcode")]
    return look.dress(
        f'{head}<h2>Where to?</h2><form method="post" action="/address">{look.blocks(fields)}'
        '<button class="button main">Save address</button></form></body></html>'
    )


def help_page(look: Look, question: str) -> str:
    words = question.casefold().split()
    found = [title for title in ARTICLES if any(word in title.casefold() for word in words)]
    items = [
        f'<li><h3><a href="/help/{ARTICLES.index(title)}">{title}</a></h3><p>Read it in two minutes.</p></li>'
        for title in found
    ]
    results = f"<h2>{len(found)} results for “{escape(question)}”</h2><ol>{look.items(items)}</ol>" if question else ""
    topics = look.items([f"<li>{title}</li>" for title in ARTICLES])
    body = f"""<form role="search" action="/help"><p class="field"><label for="q">Search the help</label>
<input id="q" name="q" type="search" autocomplete="off" value="{escape(question)}">
<button class="button">Search</button></p></form>{results}<h2>All topics</h2><ul>{topics}</ul>"""
    return document(look, "Help", body)


def article(look: Look, number: int) -> str:
    buttons = [
        '<button type="button" class="button" id="yes">Yes, it helped</button>',
        '<button type="button" class="button" id="no">No, it did not</button>',
    ]
    lines = "".join(f"<p>Paragraph {n} of what there is to know about it, in plain words.</p>" for n in range(1, 9))
    script = """
for (const [id, answer] of [[byId("yes"), "yes"], [byId("no"), "no"]])
  id.addEventListener("click", async () => {
    await fetch("/helped", { method: "POST", body: new URLSearchParams({ answer }) });
    toast("Thank you for telling us");
  });
"""
    return document(look, ARTICLES[number], f"{lines}<h2>Did this help?</h2><div>{look.blocks(buttons)}</div>", script)


def other(look: Look, path: str) -> str:
    return document(look, PAGES.get(path, "Not here"), "<p>There is nothing to do on this page.</p>")


def branch_named(fields: Mapping[str, str]) -> str:
    """The name of the branch whose number was sent."""
    return BRANCHES[int(fields["branch"])]
