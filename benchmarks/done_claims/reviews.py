"""Forms without a `<form>` whose last page has nothing to fill in, as a review of an order or a list of offers."""

from __future__ import annotations

from collections.abc import Iterator

from done_claims.forms import Form
from done_claims.scenes import COVER, TOAST, Page, Scene

BOOKING = Form(
    "book a flight",
    "book the flight from Oslo to Rome",
    "<main id=m><h1>Flights</h1><label>From <input id=from></label> <label>To <input id=to></label>"
    "<button onclick=search()>Search</button></main>",
    (("From", "Oslo"), ("To", "Rome")),
    "Search",
    (
        "sent",
        'sent; gone "Book flight for 285"',
        'gone "Book flight for 285"',
        'visible "Your flight is booked"',
        'sent; changed "Oslo to Rome"',
    ),
    then="Book flight for 285",
)
OFFER = (
    "const m = document.getElementById('m'); const add = (html) => document.body.insertAdjacentHTML('beforeend', html);"
    "function search() { m.innerHTML = `<h2>Oslo to Rome</h2><p>One flight, at 10:08</p>"
    "<button id=book onclick=book()>Book flight for 285</button>`; }"
)


def reviews() -> Iterator[Scene]:
    def scene(name: str, body: str, *, accepts: bool = False, **pages: Page) -> Scene:
        script = f"{OFFER} async function book() {{ {body} }}"
        return Scene(f"last page: {name}", BOOKING, accepts, script, {f"/{path}": page for path, page in pages.items()})

    def shows(html: str) -> str:
        return f"m.innerHTML = `{html}`;"

    for name, body in {
        "nothing happens": "",
        "the button goes, and nothing is said": "document.getElementById('book').remove();",
        "the seats are gone": shows("<h2>Oslo to Rome</h2><p>Somebody else took the last seat</p>"),
        "one word": shows("<h2>Expired</h2>"),
        "another price": shows("<h2>Oslo to Rome</h2><p>The fare is 310 now</p><button>Book flight for 310</button>"),
        "more to fill in": shows("<h2>Who travels?</h2><label>Name <input></label><button>Book</button>"),
        "once more": shows("<h2>Oslo to Rome</h2><button>Confirm and pay</button>"),
        "back at the search": shows(
            "<h1>Flights</h1><label>From <input value=Oslo></label><label>To <input value=Rome></label>"
            "<button>Search</button>"
        ),
        "back at the search, empty": shows(
            "<h1>Flights</h1><label>From <input></label><label>To <input></label><button>Search</button>"
        ),
        "a cover with a reason": f'add(`<div style="{COVER}"><h2>Sorry</h2><p>No seats left</p></div>`);',
        "a cover to close": f'add(`<div style="{COVER}"><p>Oslo to Rome is full</p><button>Close</button></div>`);',
        "a toast": f'document.getElementById("book").remove(); add(`<p style="{TOAST}">Oslo to Rome is full</p>`);',
        "a late toast": "document.getElementById('book').remove();"
        f"setTimeout(() => add(`<p style='{TOAST}'>Booking failed</p>`), 900);",
        "it waits for ever": shows("<p>Booking Oslo to Rome…</p>"),
    }.items():
        yield scene(name, body)
    gone = "document.getElementById('book').remove();"
    yield scene("the server fails", f"{gone} await fetch('/book', {{method: 'POST'}});", book=Page("no", 500))
    yield scene(
        "a login comes instead",
        "location = '/login';",
        login=Page("<title>Acme</title><h1>Oslo to Rome</h1><label>Password <input type=password></label>"),
    )
    yield scene("an error page", "location = '/gone';", gone=Page("<title>Acme</title><h1>Oslo to Rome</h1>", 410))
    yield scene("it says that it is booked", shows("<h2>Your flight is booked</h2>"), accepts=True)
    yield scene(
        "thanks on another page",
        "location = '/thanks';",
        accepts=True,
        thanks=Page("<title>Acme</title><h1>Thank you!</h1><p>Your flight is booked</p>"),
    )
    yield scene("a bare cover", f'add(`<div style="{COVER}"><button>Start</button></div>`);', accepts=True)
