"""How pages accept a form."""

from __future__ import annotations

from collections.abc import Iterator

from done_claims.forms import COMMENT, CONTACT, LOGIN, ORDER, SETTINGS, SIGNUP, Form
from done_claims.scenes import COVER, LID, TOAST, Page, Scene, taken_by


def acceptances() -> Iterator[Scene]:
    def accept(name: str, script: str = "", form: Form = CONTACT, **pages: Page) -> Scene:
        return Scene(name, form, True, script, {f"/{path}": page for path, page in pages.items()})

    listed = "add('<li>' + first + '</li>', list); form.reset();"
    thanks = {
        "en": "Thank you, your order has been placed.",
        "de": "Vielen Dank, Ihre Bestellung ist eingegangen.",
        "fr": "Merci, votre commande est confirmée.",
        "es": "Gracias, su pedido ha sido recibido.",
        "ja": "ご注文ありがとうございます。",
        "pl": "Dziękujemy, zamówienie przyjęte: wysłano e-mail.",
    }
    for language, text in thanks.items():
        yield accept(f"page of thanks ({language})", form=ORDER, send=Page(f"<title>Order</title><h1>{text}</h1>"))
    yield accept(
        "thanks in place", taken_by("main.innerHTML = '<h1>Thank you</h1><p>Two mugs are on their way.</p>';"), ORDER
    )
    yield accept(
        "redirect to the order",
        form=ORDER,
        send=Page(status=303, location="/order/17"),
        order=Page("x"),
        **{"order/17": Page("<title>Order 17</title><h1>Order received</h1><p>2 Blue mug</p>")},
    )
    yield accept(
        "redirect to the account",
        form=LOGIN,
        send=Page(status=303, location="/account"),
        account=Page("<title>Account</title><h1>Welcome, bob</h1><a href=/out>Log out</a>"),
    )
    yield accept(
        "account in place", taken_by("main.innerHTML = '<h1>Welcome, bob</h1><button>Log out</button>';"), LOGIN
    )
    yield accept(
        "account after a request",
        taken_by("main.innerHTML = '<h1>Your account</h1><p>Hello bob</p><button>Sign out</button>';", sends="/api"),
        LOGIN,
        api=Page('{"ok": true}', kind="application/json", after=0.3),
    )
    yield accept("listed in place", taken_by(listed))
    yield accept(
        "listed after a request",
        taken_by(listed, sends="/api"),
        api=Page('{"id": 3}', 201, kind="application/json", after=0.2),
    )
    yield accept(
        "listed at once, confirmed by the request",
        taken_by("", sends="/api").replace(
            "const reply", "add('<li>' + first + '</li>', list); form.reset(); const reply"
        ),
        api=Page("{}", kind="application/json", after=0.3),
    )
    yield accept(
        "listed with a toast", taken_by(listed + f"add('<div role=status style=\"{TOAST}\">Contact saved</div>');")
    )
    yield accept(
        "toast that goes after 800 ms",
        taken_by(
            listed + f"add('<div id=toast style=\"{TOAST}\">Contact saved</div>'); later(800, () => toast.remove());"
        ),
    )
    yield accept(
        "list of the server",
        send=Page(status=303, location="/contacts"),
        contacts=Page(
            "<h1>Contacts</h1><ul aria-label=Contacts><li>Ann Reed</li><li>Bob Hill</li><li>Cleo Park</li></ul>"
        ),
    )
    yield accept(
        "same page with the new one",
        send=Page(status=303, location="/contacts"),
        contacts=Page(CONTACT.html.replace("<li>Bob", "<li>Ann Reed</li><li>Bob")),
    )
    yield accept(
        "page of the new one",
        send=Page(status=303, location="/contacts/3"),
        **{"contacts/3": Page("<title>Ann Reed</title><h1>Ann Reed</h1><p>555 0177</p><a href=/contacts>Contacts</a>")},
    )
    yield accept("settings saved, in a line", taken_by("note.textContent = 'Saved';"), SETTINGS)
    yield accept("settings saved, in a line (de)", taken_by("note.textContent = 'Änderungen gespeichert';"), SETTINGS)
    yield accept(
        "settings saved, in a toast", taken_by(f"add('<div role=status style=\"{TOAST}\">Saved</div>');"), SETTINGS
    )
    yield accept("name shown in the bar", taken_by("add('<header>Nightowl</header>');"), SETTINGS)
    yield accept(
        "settings saved by the server",
        form=SETTINGS,
        send=Page(SETTINGS.html.replace("<p id=note></p>", "<p role=status>Saved</p>")),
    )
    yield accept("comment listed", taken_by("add('<p>' + first + '</p>', list); form.reset();"), COMMENT)
    yield accept(
        "comment listed after a request",
        taken_by("add('<p>' + first + ' <small>just now</small></p>', list); form.reset();", sends="/api"),
        COMMENT,
        api=Page("{}", 201, kind="application/json", after=0.2),
    )
    yield accept(
        "comment listed by the server",
        form=COMMENT,
        send=Page(COMMENT.html.replace("<p>So round</p>", "<p>So round</p><p>Lovely teapot</p>")),
    )
    yield accept(
        "account created, in place", taken_by("main.innerHTML = '<h1>Your account has been created</h1>';"), SIGNUP
    )
    yield accept(
        "account created, in a dialog",
        taken_by(
            f'add(\'<div role=dialog style="{COVER}"><h2>Your account has been created</h2>'
            "<button>OK</button></div>');"
        ),
        SIGNUP,
    )
    yield accept(
        "account created, another page",
        form=SIGNUP,
        send=Page("<title>Acme</title><h1>Welcome, Ada Lovelace</h1><p>Your account has been created.</p>"),
    )
    yield accept(
        "covered by one thing to tap",
        taken_by(f"add('<div style=\"{LID};cursor:pointer\" onclick=1>START</div>');"),
        SIGNUP,
    )
    yield accept(
        "form goes, and the profile comes",
        taken_by("main.innerHTML = '<h1>Ada Lovelace</h1><p>ada@example.org</p>';", sends="/api"),
        SIGNUP,
        api=Page('{"ok": true}', kind="application/json"),
    )
    rows = "".join(f"<tr><td>Build {number}<td>{state}" for number, state in enumerate(("ok", "failed", "ok", "ok")))
    yield accept(
        "account with a table in which something failed",
        form=LOGIN,
        send=Page(status=303, location="/account"),
        account=Page(
            "<title>Account</title><h1>Welcome, bob</h1><a href=/out>Log out</a><p>No new messages</p>"
            f"<table>{rows}</table><p>Two are pending</p><p>© Acme. Prices do not include shipping.</p>"
        ),
    )
    yield accept(
        "thanks, with what to do if it does not come, and help",
        form=ORDER,
        send=Page(
            "<title>Order</title><h1>Thank you</h1><p>We have sent you a mail. If it does not arrive, please check "
            "your spam.</p><p>Need help? Call us.</p>"
        ),
    )
    yield accept("settings saved, at a time", taken_by("note.textContent = 'Saved just now';"), SETTINGS)
    yield accept(
        "comment listed, with a heading that counts",
        taken_by("add('<p>' + first + ' · just now</p>', list); form.reset();"),
        COMMENT,
    )
