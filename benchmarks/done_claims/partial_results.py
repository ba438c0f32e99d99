"""Pages that did something, and not what was asked for: another step, a part of it, something else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from done_claims.forms import COMMENT, CONTACT, LOGIN, ORDER, SETTINGS, Form, field_of, form_of
from done_claims.scenes import TOAST, Page, Scene, taken_by

REVIEW = "<dl><dt>Name<dd>Ann Reed<dt>Phone<dd>555 0177</dl>"
PAYMENT = replace(ORDER, expects=('visible "Rue Haute 5"', "sent", 'gone "Place order"', 'gone "Your basket"'))


def partial_results() -> Iterator[Scene]:
    yield from _steps_elsewhere()
    yield from _parts()
    yield from _notices()
    yield from _amounts()
    yield from _deeds()


def _steps_elsewhere() -> Iterator[Scene]:
    def led(name: str, path: str, html: str, form: Form = CONTACT) -> Scene:
        return Scene(name, form, False, "", {"/send": Page(status=303, location=path), path: Page(html)})

    yield led(
        "a review on another page, with the same button",
        "/contacts/confirm",
        f"<title>Contacts</title><h1>Contacts</h1>{REVIEW}<form><button>Save contact</button></form>",
    )
    yield led(
        "a code on another page, after the password",
        "/code",
        "<title>Acme</title><h1>Welcome, bob</h1><form><input placeholder='6 digits'><button>Verify</button></form>",
        LOGIN,
    )
    yield led(
        "the rest is asked for on another page",
        "/contacts/new/2",
        "<title>Contacts</title><h1>Ann Reed</h1>"
        "<form><input placeholder=Company><input placeholder=City><button>Save contact</button></form>",
    )
    yield led(
        "a step to pay, on another page",
        "/pay",
        "<title>Order</title><h1>Order</h1><p>Rue Haute 5</p><button>Pay now</button>",
        PAYMENT,
    )
    yield led(
        "links with words of success",
        "/home",
        "<title>Acme</title><h1>Profile</h1><nav><a href=/a>Home</a> <a href=/b>Saved</a></nav>",
        SETTINGS,
    )


USER = Form(
    "user",
    "add a user bob with the role Editor",
    form_of("Users", field_of("User name") + field_of("Role"), "Save user"),
    (("User name", "bob"), ("Role", "Editor")),
    "Save user",
    ('visible "bob"', 'visible "saved"', "sent", 'visible "User saved"', 'field "User name" is "bob"'),
)
ACCOUNT = Form(
    "account",
    "change the display name to Nightowl and the email to owl@example.org",
    form_of("Profile settings", field_of("Display name") + field_of("Email"), "Save changes"),
    (("Display name", "Nightowl"), ("Email", "owl@example.org")),
    "Save changes",
    ('visible "Saved"', 'visible "updated"', "sent", 'field "Display name" is "Nightowl"', "sent"),
)


def _parts() -> Iterator[Scene]:
    """A part of what was filled in was taken."""

    def kept(name: str, form: Form, script: str = "", **pages: Page) -> Scene:
        return Scene(name, form, False, script, {f"/{path}": page for path, page in pages.items()})

    role = USER.html.replace("<p id=note></p>", "<p role=status>User saved</p>").replace(
        'id="role"', 'id="role" value=Reader'
    )
    yield kept("saved with another role", USER, send=Page(role.replace('id="user"', 'id="user" value=bob')))
    yield kept(
        "saved, and one field is as it was",
        ACCOUNT,
        taken_by("note.textContent = 'Saved'; find('email').value = 'bob@example.org';"),
    )
    yield kept(
        "one of two fields was updated",
        ACCOUNT,
        taken_by("note.textContent = 'Display name updated'; find('email').value = ''; find('display').value = '';"),
    )


TRANSFER = Form(
    "transfer",
    "transfer 500 to Ann Reed",
    form_of("New transfer", field_of("Payee") + field_of("Amount"), "Send money"),
    (("Payee", "Ann Reed"), ("Amount", "500")),
    "Send money",
    ('visible "Ann Reed"', "sent", 'visible "sent"; sent', 'address "/account"; sent', 'gone "Send money"'),
)
PAYMENTS = (("1 May", "Grocer", 12), ("2 May", "Ann Reed", 40), ("3 May", "Rent", 700), ("4 May", "Phone", 20))
PEOPLE = ("Ann Reed", "Bob Hill", "Cleo Park", "Dan Moe", "Eve Low", "Flo Day", "Gus Orr")


def _notices() -> Iterator[Scene]:
    """A page that shows many things says in one plain line that nothing was done."""

    def led(name: str, path: str, html: str, form: Form) -> Scene:
        return Scene(name, form, False, "", {"/send": Page(status=303, location=path), path: Page(html)})

    rows = "".join(f"<tr><td>{day}<td>{name}<td>-{amount}" for day, name, amount in PAYMENTS)
    yield led(
        "a limit, in a line over earlier payments",
        "/account",
        "<title>Account</title><h1>Account</h1><p>This transfer goes beyond your daily allowance.</p>"
        f"<table>{rows}</table>",
        TRANSFER,
    )
    people = "".join(f"<li>{name}</li>" for name in PEOPLE)
    for language, text in {
        "en": "This name belongs to one of your older cards.",
        "de": "Diesen Eintrag darf nur die Leitung anlegen.",
    }.items():
        yield led(
            f"a reason, in a line over a list with the same name ({language})",
            "/contacts",
            f"<title>Contacts</title><h1>Contacts</h1><p>{text}</p><ul aria-label=Contacts>{people}</ul>",
            CONTACT,
        )
    yield led(
        "the entry of somebody of the same name",
        "/contacts/9",
        "<title>Ann Reed</title><h1>Ann Reed</h1><p>555 0100</p><a href=/contacts>Contacts</a>",
        CONTACT,
    )


MUGS = Form(
    "basket",
    "add 3 blue mugs to the basket",
    form_of("Blue mug", "<p>Price 9</p>" + field_of("Quantity"), "Add to basket"),
    (("Quantity", "3"),),
    "Add to basket",
    ('visible "added to your basket"', 'visible "added"', "sent", 'message "added"', 'field "Quantity" is ""'),
)
PEOPLE_IN = Form(
    "import",
    "add the contacts Ann Reed, Bob Hill and Cy Ray",
    form_of("Import contacts", field_of("Names"), "Add contacts"),
    (("Names", "Ann Reed, Bob Hill, Cy Ray"),),
    "Add contacts",
    ('visible "added"', "sent", 'visible "contacts added"', 'gone "Add contacts"', 'gone "Import contacts"'),
)
ADVERT = replace(
    COMMENT,
    instruction='post the comment "Please remove this ad"',
    fill=(("Comment", "Please remove this ad"),),
    expects=('visible "Please remove this ad"', "sent", 'changed "Comments"; sent', 'field "Comment" is ""', "sent"),
)
TICKET = Form(
    "ticket",
    'send the message "I was told my account is closed and not deleted"',
    form_of("Support", field_of("Message"), "Send"),
    (("Message", "I was told my account is closed and not deleted"),),
    "Send",
    ("sent", 'visible "Thank you"', 'gone "Send"', 'gone "Support"', 'gone "Message"; sent'),
)


def _amounts() -> Iterator[Scene]:
    """A success of fewer, or of something that was only typed."""
    told = f"form.reset(); add('<div role=status style=\"{TOAST}\">%s</div>');"
    yield Scene("one of three was added", MUGS, False, taken_by(told % "1 mug added to your basket"))
    counted = "main.innerHTML = '<h1>Contacts: 2 added</h1>';"
    yield Scene("two of three were imported", PEOPLE_IN, False, taken_by(counted))
    yield Scene("a comment with the word removed, removed", ADVERT, False, taken_by(told % "Your comment was removed"))
    lost = "Your message was deleted and your account is closed."
    script = taken_by(f"main.innerHTML = '<h1>Thank you</h1><p>{lost}</p>';")
    yield Scene("a message in words that were typed", TICKET, False, script)


def _deed(name: str, instruction: str, page: str, button: str, word: str) -> Form:
    html = f"<main><h1>{name}</h1>{page}<div id=at><button onclick=act()>{button}</button></div></main>"
    gone = f'gone "{button}"'
    return Form(
        name, instruction, html, (), button, (f'visible "{word}"', gone, f'changed "{name}"; {gone}', gone, gone)
    )


EVENT = _deed("Jazz Night", "join the event Jazz Night", "<p>Friday at eight</p>", "Join", "joined")
MERGE = _deed("Merge request 7", "approve the merge request 7", "<p>by Ann</p>", "Approve", "Approved")
PRICES = _deed("Prices", "publish the page Prices", "<p>Edited by Ann</p>", "Publish", "Published")
CUSTOMER = _deed(
    "Acme Ltd",
    "delete the customer Acme Ltd",
    "<p>Rue Haute 5</p><p>Oslo</p><p>+47 55</p><p>Since 2019</p>",
    "Delete customer",
    "deleted",
)
TABLE = Form(
    "table",
    "book a table for two at 19:00 under the name Reed",
    form_of("Book a table", field_of("Name") + field_of("Guests"), "Book"),
    (("Name", "Reed"), ("Guests", "2")),
    "Book",
    ('visible "received"', "sent", 'gone "Book a table"', 'visible "Thank you"', 'gone "Book a table"; sent'),
)


def _deeds() -> Iterator[Scene]:
    """The word of the deed, with another one that takes it back; and what is told by a label or as a condition."""

    def answered(name: str, form: Form, html: str) -> Scene:
        return Scene(name, form, False, f"function act() {{ document.getElementById('at').outerHTML = `{html}`; }}")

    yield answered("joined the waitlist", EVENT, "<p>You've joined the waitlist</p>")
    yield answered("approved by one of two", MERGE, "<p>Approved 1 of 2</p>")
    yield answered("published to a stage", PRICES, "<p>Published to staging</p>")
    invoices = "".join(f"<li>Invoice {number}</li>" for number in range(2041, 2048))
    reasons = f"<p>It stands in these invoices</p><ul>{invoices}</ul><button>Close</button>"
    yield answered("seven invoices in place of a deletion", CUSTOMER, reasons)
    thanks = "main.innerHTML = '<h1>Thank you</h1><p>%s</p>';"
    yield Scene(
        "a request for a table was received", TABLE, False, taken_by(thanks % "Your request has been received.")
    )
    listed = "add('<li>' + first + '</li>', list); form.reset();"
    refused = taken_by(f"{listed} add('<a href=/help>Contact was refused</a>');")
    yield Scene("a link says that it was refused", CONTACT, False, refused)
    for name, told in {
        "a call is needed": "Call us to complete your order.",
        "a payment is needed": "* Payment by Friday is required to keep your order.",
    }.items():
        page = Page(f"<title>Order</title><h1>Thank you</h1><p>{told}</p>")
        yield Scene(f"thanks, and {name}", ORDER, False, "", {"/send": page})
    said = "If approved by the editors, your comment becomes public."
    script = taken_by(f"add('<p>' + first + '</p>', list); form.reset(); note.textContent = '{said}';")
    yield Scene("a condition beside the comment", COMMENT, False, script)
