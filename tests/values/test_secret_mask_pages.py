"""What leaves the process about a page that repeats a secret: questions, trace, report, recordings, errors."""

from __future__ import annotations

import html
import re
from pathlib import Path
from urllib.parse import quote, unquote

from local_site import Site
from playwright.async_api import Page

from askonce import launch
from askonce.config import Settings
from askonce.errors import AskonceError
from askonce.report import write_report
from askonce.testing import ModelServer
from askonce.values import Secret

SECRETS = {
    "long": "Tk-" + "-".join(f"{number:04x}" for number in range(1000, 1040)),
    "marked": "<b>hunter2</b> & \"quoted\" 'keys' \\ slash",
    "unseen": "\ufeffhun\u200bter2\u200d-\u00adinvisible-Ü",
    "short": "q7#Z",
}
PAGE = """<title>{text}</title><h1>Your key is {text}</h1><p>{text}</p><input aria-label=Key value="{text}">
<textarea aria-label="{text}" placeholder="{text}"></textarea><button title="{text}">Save {text}</button>
<select aria-label=Choice><option>{text}</option></select><iframe name="{text}" srcdoc="inside {twice}"></iframe>
<a href="/{address}?q={address}#{address}" id="{text}">next {text}</a><img alt="{text}" src="/{address}.png">
<ul><li>{text} <button>Remove</button></li><li>other <button>Remove</button></li></ul>"""
STEPS = [
    '<log>look</log><action-type>Tap</action-type><action-param-json>{"locate": {"prompt": "the button Save"}}'
    "</action-param-json>",
    '<complete success="false">the key on the screen is not known to me</complete>',
]


def shape_of(text: str) -> str:
    """A text without anything that spells it in another way."""
    decoded = html.unescape(unquote(text.replace("\\\\", "\\").replace("\\u003c", "<").replace('\\"', '"')))
    return re.sub(r"[^a-z0-9#]", "", decoded.lower())


def texts_in(folder: Path) -> list[str]:
    kinds = {".txt", ".jsonl", ".html", ".yaml"}
    return [path.read_text("utf-8") for path in folder.rglob("*") if path.suffix in kinds]


async def test_no_part_of_a_secret_leaves_with_a_page_that_repeats_it(web_page: Page, tmp_path: Path) -> None:
    site = Site()
    escaped = {name: (html.escape(secret), quote(secret, safe="")) for name, secret in SECRETS.items()}
    parts = [PAGE.format(text=text, twice=html.escape(text), address=at) for text, at in escaped.values()]
    url = site.serve("/page", "".join(parts))
    await web_page.goto(f"{url}#{escaped['long'][1]}")
    told: list[str] = []
    with ModelServer() as server:
        server.script(STEPS)
        settings = Settings(runs=tmp_path)
        async with launch.page(web_page, model=server.settings(), settings=settings, recordings="kept") as agent:
            words = "use {long}, {marked}, {unseen} and {short}, and press Save"
            values = {name: Secret(secret) for name, secret in SECRETS.items()}
            for work in (agent.act(words, **values), agent.check("the page shows the word nowhere-at-all")):
                try:
                    told.append(str(await work))
                except AskonceError as error:
                    told.append(f"{error} {vars(error)}")
            folder = agent.trace.folder
        sent = "\n".join(asked.text for asked in server.requests)
    site.stop()
    assert folder
    write_report(folder)
    kept = texts_in(tmp_path)
    assert len(kept) >= 3
    for name, secret in SECRETS.items():
        assert f"{{{name}}}" in sent
        shape = shape_of(secret)
        pieces = {shape[at : at + 12] for at in range(max(1, len(shape) - 11))}
        for place, text in {"sent": sent, "told": "\n".join(told), "kept": "\n".join(kept)}.items():
            shown = shape_of(text)
            found = [shown[max(0, at - 60) : at + 60] for piece in pieces if (at := shown.find(piece)) >= 0]
            assert found == [], f"{place} shows a part of the secret"
