"""What a scene is: a form with a script that takes it, and the pages that its server answers with."""

from __future__ import annotations

from dataclasses import dataclass, field

from done_claims.forms import Form


@dataclass(frozen=True)
class Page:
    """What the server answers: a status, a body, or where else to go."""

    body: str = ""
    status: int = 200
    location: str = ""
    kind: str = "text/html; charset=utf-8"
    after: float = 0.0
    """Seconds until it answers. A stream of events and a socket are open at once; a socket answers what it is sent."""
    once_posted: bool = False
    """Whether it waits until something was posted."""


@dataclass(frozen=True)
class Scene:
    name: str
    form: Form
    accepts: bool
    script: str = ""
    pages: dict[str, Page] = field(default_factory=dict[str, Page])
    html: str = ""
    """Another page than that of the form."""


def taken_by(body: str, *, sends: str = "") -> str:
    """A script that takes the form by itself; with `sends`, after a request whose answer it has as `answer`."""
    work = f"const reply = await fetch('{sends}', {{method: 'POST', body: new FormData(form)}});" if sends else ""
    parse = "let answer = {}; try { answer = await reply.json(); } catch {}" if sends else ""
    return (
        "const find = (id) => document.getElementById(id), form = find('form'), note = find('note'), go = find('go');"
        "const list = find('list'), main = document.querySelector('main');"
        "const later = (ms, what) => setTimeout(what, ms);"
        "const add = (html, where = document.body) => where.insertAdjacentHTML('beforeend', html);"
        "form.addEventListener('submit', async (event) => { event.preventDefault();"
        f"const first = form.querySelector('input').value; {work} {parse} {body} }});"
    )


TOAST = "position:fixed;right:20px;bottom:20px;padding:12px;background:#333;color:#fff"
COVER = "position:fixed;inset:0;background:#fff;padding:40px"
LID = "position:absolute;left:0;top:0;width:100%;height:200px;background:#111;color:#eee;padding:40px"
VEIL = "position:fixed;inset:0;background:rgba(0,0,0,.5)"
