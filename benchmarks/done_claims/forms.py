"""The forms of the scenes: what is filled in, and what a planner that has not seen the result expects of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Form:
    """One form with the claims that a model writes for it on a first visit."""

    name: str
    instruction: str
    html: str
    fill: tuple[tuple[str, str], ...]
    button: str
    expects: tuple[str, ...]
    """Each is the whole `<expect>` of one claim."""
    then: str = ""
    """A button on the page that comes next: the claim is made when it is pressed."""


def field_of(label: str, kind: str = "text") -> str:
    name = label.split()[0].lower()
    return f'<p><label>{label} <input name="{name}" id="{name}" type="{kind}"></label></p>'


def form_of(title: str, fields: str, button: str, before: str = "", after: str = "") -> str:
    return (
        f"<main><h1>{title}</h1>{before}<form id=form method=post action=/send>{fields}"
        f"<p id=note></p><button id=go>{button}</button></form>{after}</main>"
    )


LOGIN = Form(
    "login",
    "log in as bob with the password tiger12",
    form_of("Sign in to Acme", field_of("Username") + field_of("Password", "password"), "Sign in"),
    (("Username", "bob"), ("Password", "tiger12")),
    "Sign in",
    ('visible "Welcome"', 'gone "Sign in to Acme"; sent', 'address "/account"', "sent", 'gone "Password"'),
)
SIGNUP = Form(
    "sign up",
    "create an account for Ada Lovelace with the address ada@example.org",
    form_of("Create your account", field_of("Name") + field_of("Email", "text"), "Create account"),
    (("Name", "Ada Lovelace"), ("Email", "ada@example.org")),
    "Create account",
    (
        'visible "account has been created"',
        'gone "Create your account"',
        "sent",
        'visible "Ada Lovelace"',
        'changed "Create your account"; sent',
    ),
)
CONTACT = Form(
    "contact",
    "add a contact Ann Reed with the phone 555 0177",
    form_of(
        "Contacts",
        field_of("Name") + field_of("Phone"),
        "Save contact",
        after="<h2>All contacts</h2><ul id=list aria-label=Contacts><li>Bob Hill</li><li>Cleo Park</li></ul>",
    ),
    (("Name", "Ann Reed"), ("Phone", "555 0177")),
    "Save contact",
    ('visible "Ann Reed"', 'count "Contacts" is 3', 'field "Name" is ""; sent', "sent", 'visible "Contact saved"'),
)
ORDER = Form(
    "order",
    "order two mugs to Rue Haute 5",
    form_of("Your basket", "<p>Blue mug</p>" + field_of("Quantity") + field_of("Address"), "Place order"),
    (("Quantity", "2"), ("Address", "Rue Haute 5")),
    "Place order",
    ('visible "Thank you"', 'gone "Place order"', 'address "/order"', "sent", 'title "Order"; sent'),
)
SETTINGS = Form(
    "settings",
    "change the display name to Nightowl",
    form_of(
        "Profile settings",
        field_of("Display name") + "<p><label><input type=checkbox id=news> News</label></p>",
        "Save changes",
    ),
    (("Display name", "Nightowl"),),
    "Save changes",
    (
        'visible "Saved"',
        'visible "Nightowl"',
        'field "Save changes" is disabled',
        'field "Display name" is "Nightowl"',
        "sent",
    ),
)
COMMENT = Form(
    "comment",
    'post the comment "Lovely teapot"',
    form_of("Teapot", field_of("Comment"), "Post", after="<h2>Comments</h2><div id=list><p>So round</p></div>"),
    (("Comment", "Lovely teapot"),),
    "Post",
    (
        'visible "Lovely teapot"',
        'visible "Lovely teapot"; field "Comment" is ""',
        "sent",
        'visible "posted"',
        'changed "Comments"; sent',
    ),
)
FORMS = (LOGIN, SIGNUP, CONTACT, ORDER, SETTINGS, COMMENT)
