# ruff: noqa: E501 - markup reads better unwrapped
"""A page that comes where a replay expects one may say that it all failed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from named_cases import cases
from replay_rig import Page, Runs, Site, redirect, tap, type_text
from replies import say

from askonce.errors import ReplayFailed

FORM = "<title>Shop</title><h1>Checkout</h1><form action=/done method=post><label>Name <input name=n></label><button>Place order</button></form>"
THANKS = "<title>Shop</title><h1>Thank you, Ann</h1><p>Your order 4711 is on its way.</p><a href=/>Back to the shop</a>"
MANY = "".join(f"<p>Article {number} of the shop, which is sold by the dozen.</p>" for number in range(8))

FAILING = {
    "heading": "<title>Shop</title><h1>Order failed</h1><p>Nothing was charged.</p>",
    "payment": "<title>Shop</title><h1>Payment declined</h1><p>Your bank said no.</p><a href=/>Back to the shop</a>",
    "excuse": "<title>Shop</title><h1>Something went wrong</h1><p>Reference 8a1f.</p>",
    "oops": "<title>Shop</title><h2>Oops!</h2><p>We are looking into it.</p>",
    "second heading": f"<title>Shop</title><h1>Checkout</h1><h2>Your card was declined</h2>{MANY}",
    "alert": f"<title>Shop</title><h1>Checkout</h1><div role=alert>Your card was declined.</div>{MANY}",
    "status": f"<title>Shop</title><h1>Checkout</h1><div role=status>The order could not be placed.</div>{MANY}",
    "title": f"<title>Payment failed | Shop</title><h1>Checkout</h1>{MANY}",
    "paragraph": "<title>Shop</title><h1>Checkout</h1><p>Your payment was declined.</p>",
    "no heading": "<title>Shop</title><p>We could not place your order.</p><a href=/>Back</a>",
    "question after it": "<title>Shop</title><h1>Something went wrong. Try again?</h1>",
    "no places": "<title>Shop</title><h1>Checkout</h1><p>There are no places left.</p>",
    "over": "<title>Shop</title><h1>Checkout</h1><p>The sale is over.</p>",
    "booked": "<title>Shop</title><h1>Checkout</h1><p>This evening is fully booked</p>",
    "limit": "<title>Shop</title><h1>Checkout</h1><p>Limit reached</p>",
    "sold out": "<title>Shop</title><h1>Sorry, this is sold out</h1>",
    "german": "<title>Laden</title><h1>Zahlung fehlgeschlagen</h1><p>Es wurde nichts abgebucht.</p>",
    "french": "<title>Boutique</title><h1>Le paiement a été refusé</h1>",
    "japanese": "<title>店</title><h1>決済に失敗しました</h1>",
    "arabic": "<title>متجر</title><html dir=rtl><h1>فشل الدفع</h1><p>لم يتم خصم أي مبلغ.</p>",
    "dialog": f"<title>Shop</title><h1>Checkout</h1><div role=alertdialog aria-label=Notice><p>Payment failed</p></div>{MANY}",
    "later": "<title>Shop</title><h1>Checkout</h1><p id=p></p><script>fetch('/').then(() => p.textContent = 'Payment declined')</script>",
    "shadow": "<title>Shop</title><x-note></x-note><script>document.querySelector('x-note').attachShadow({mode: 'open'}).innerHTML = '<h1>Payment declined</h1>'</script>",
    "thanked": "<title>Shop</title><h1>Thank you, Ann</h1><p>Your payment could not be processed.</p>",
    "thanked in short": "<title>Shop</title><h1>Thank you, Ann</h1><p>Payment declined</p>",
    "thanked in spanish": "<title>Tienda</title><h1>Gracias, Ann</h1><p>Pago rechazado</p>",
    "thanked in arabic": "<title>متجر</title><html dir=rtl><h1>شكراً لك</h1><p>فشل الدفع</p>",
    "thanked with an alert": THANKS + "<div role=alert>Payment failed</div>",
    "frame": "<title>Shop</title><iframe srcdoc='<h1>Payment declined</h1>'></iframe>",
}
PLAIN = "<title>Shop</title><h1>Order 4711</h1><p>It will arrive on Monday.</p>"
FRAMED = {
    "list": FORM + "<div role=alert><ul><li>Your card was declined.</li></ul></div>",
    "longer list": FORM
    + "<div role=alert><ul><li>Your card was declined.</li><li>The name is missing.</li></ul></div>",
    "list after words": FORM
    + "<div role=alertdialog aria-label=Notice><p>See here</p><ul><li>Your card was declined.</li><li>Name</li><li>Town</li></ul></div>",
    "long alert": FORM
    + "<div role=alert>We could not process your payment because your card was declined by the bank, please try again with another card.</div>",
    "article": "<title>Shop</title><main><article><h1>Payment declined</h1><p>Your bank said no.</p></article></main>",
    "table": "<title>Shop</title><table><tr><td>Shop</td></tr><tr><td><h1>Order failed</h1><p>Your card was declined.</p></td></tr></table>",
    "wide table": "<title>Shop</title><table><tr><td><a href=/>Home</a></td><td><h1>Order failed</h1><p>Your card was declined.</p></td></tr></table>",
}
LISTED = {
    "rows": "<table><tr><th>Order<th>Status<tr><td>4710<td>Payment failed<tr><td>4711<td>Paid</table>",
    "row": "<table><tr><th>Order<th>Status<tr><td>4710<td>Payment failed</table>",
    "list": "<ul><li>Order 1: failed</li><li>Order 2: paid</li></ul>",
    "cards": "<div><article><h2>Delivery failed</h2><p>Order 3</p></article><article><h2>Delivered</h2><p>Order 4</p></article></div>",
    "state of a row": "<table><tr><td>4710<td><span role=status>Failed</span><tr><td>4711<td><span role=status>Paid</span></table>",
}
SILENT = {
    "no word of it": "<title>Shop</title><h1>Insufficient funds</h1><p>Top up your account.</p>",
    "not done": "<title>Shop</title><h1>Order not completed</h1><p>See you later.</p>",
    "cancelled": "<title>Shop</title><h1>Order cancelled</h1>",
    "maintenance": "<title>Shop</title><h1>Back soon</h1><p>We are working on the shop.</p>",
    "login": "<title>Shop</title><h1>Log in</h1><form><label>Password <input type=password></label><button>Log in</button></form>",
}
HARMLESS = {
    "other headings": "<title>Shop</title><h1>My shop</h1><h2>Order accepted</h2><h3>Common errors</h3><p>Lost card: 116 116</p>",
    "other thanks": "<title>Shop</title><h1>Your order was received</h1>",
    "the same": THANKS,
    "other name": THANKS.replace("Ann", "Bob").replace("4711", "4712"),
    "questions": THANKS + "<h2>What if my payment failed?</h2><p>Write to us.</p>",
    "condition": THANKS + "<p>If the parcel is lost, write to us.</p>",
    "rows": THANKS
    + "<h2>Orders</h2><table><tr><th>Order<th>Status<tr><td>4710<td>Payment failed<tr><td>4711<td>Paid</table>",
    "list": THANKS + "<ul><li>Order 1: failed</li><li>Order 2: paid</li></ul>",
    "cards": THANKS
    + "<div><article><h2>Delivery failed</h2><p>Order 3</p></article><article><h2>Delivered</h2><p>Order 4</p></article></div>",
    "short labels": THANKS + "<p>Report a problem</p><p>Lost card: 116 116</p><p>Common errors</p>",
    "footer": THANKS + "<footer><h2>Report a problem</h2><p>Lost password</p></footer>",
    "aside": THANKS + "<aside><h2>Lost and found</h2></aside>",
    "menu": THANKS + "<nav><h2>Trouble?</h2><a href=/>Errors</a></nav>",
    "much text": THANKS
    + MANY
    + "<p>Some of our customers were wrong about the size of a mug, and could not be happier with it.</p>",
    "plain text": THANKS + MANY + "<p>Returns that failed are free.</p>",
    "offer": THANKS + "<p>The sale is over on Friday</p><p>Delivery is over 20 kg</p>",
    "definitions": THANKS + "<dl><dt>Last attempt</dt><dd>failed</dd></dl>",
    "long heading": "<title>Shop</title><h1>Thank you</h1>"
    + MANY
    + "<h2>Why our founders say that whoever has never been wrong about a mug has never had a mug at all, ever</h2>",
    "another message": THANKS + "<div role=status>Your cart is empty</div>",
    "german": "<title>Laden</title><h1>Vielen Dank</h1><p>Ihre Bestellung ist unterwegs.</p>",
    "arabic": "<title>متجر</title><html dir=rtl><h1>شكراً لك</h1><p>طلبك في الطريق.</p>",
}


Record = Callable[[str], Awaitable[None]]


@pytest.fixture
def record(runs: Runs, site: Site) -> Record:
    """Has an order recorded that leads to a page."""

    async def order() -> None:
        steps = say(type_text("the field Name", "Ann"), tap("the button Place order"))
        async with runs.on(site.home, steps, say(done="ok")) as agent:
            await agent.act("order it")

    async def record_order(arrived: str) -> None:
        site.pages = {"/": FORM, "/done": arrived}
        await runs.once(arrived, order)

    return record_order


@pytest.mark.parametrize(
    "page",
    cases(
        FAILING,
        again="payment, excuse, oops, no heading, no places, over, booked, limit, sold out, german, french, arabic, "
        "thanked in spanish, thanked in arabic",
    ),
)
async def test_a_page_that_says_that_it_failed_is_not_the_one_that_was_recorded(
    runs: Runs, site: Site, record: Record, page: str
) -> None:
    await record(THANKS)
    site.pages["/done"] = page
    async with runs.on(site.home, say(done="it is so now")) as agent:
        result = await agent.act("order it")
    assert (result.how, "came up, and did not when it was recorded" in result.why) == ("healed", True)


@pytest.mark.parametrize("page", cases(FRAMED, again="longer list, table"))
async def test_a_failure_may_stand_in_a_list_of_errors_or_in_the_frame_of_a_page(
    runs: Runs, site: Site, record: Record, page: str
) -> None:
    await record(PLAIN)
    site.pages["/done"] = page
    async with runs.on(site.home, say(done="it is so now")) as agent:
        assert "came up, and did not when it was recorded" in (await agent.act("order it")).why


@pytest.mark.parametrize("data", LISTED.values(), ids=LISTED.keys())
async def test_failures_among_other_rows_are_data(runs: Runs, site: Site, record: Record, data: str) -> None:
    await record(PLAIN)
    site.pages["/done"] = PLAIN + data
    async with runs.on(site.home) as agent:
        assert (await agent.act("order it")).how == "replayed"


@pytest.mark.parametrize("page", cases(SILENT, again="not done, cancelled, maintenance"))
async def test_a_page_that_no_longer_says_that_it_worked_is_not_the_one_that_was_recorded(
    runs: Runs, site: Site, record: Record, page: str
) -> None:
    await record(THANKS)
    site.pages["/done"] = page
    async with runs.on(site.home, say(done="it is so now")) as agent:
        assert "nothing says that it worked" in (await agent.act("order it")).why
    async with runs.on(site.home) as agent:
        assert (await agent.act("order it")).how == "replayed"


@pytest.mark.parametrize(
    "top",
    [
        "<header><a href=/saved>Saved</a></header>",
        "<ol><li>Payment</li><li>Confirmation</li></ol>",
        "<p>Payment confirmed by all banks.</p>",
    ],
)
async def test_what_stands_on_every_page_does_not_say_that_it_worked(
    runs: Runs, site: Site, record: Record, top: str
) -> None:
    await record(top + THANKS)
    site.pages = {"/": top + FORM, "/done": top + FORM}
    async with runs.on(site.home, say(done="it is so now")) as agent:
        assert "nothing says that it worked" in (await agent.act("order it")).why


async def test_a_new_link_or_menu_does_not_say_that_it_worked(runs: Runs, site: Site, record: Record) -> None:
    await record(THANKS)
    site.pages["/done"] = (
        "<h1>Sign in</h1><a href=/saved>Saved</a><nav><p>Order accepted</p><a href=/>Cart</a></nav><ol><li>Order confirmed</li></ol>"
    )
    async with runs.on(site.home, say(done="it is so now")) as agent:
        assert "nothing says that it worked" in (await agent.act("order it")).why


@pytest.mark.parametrize(
    "frame", ["<main><article>{}</article></main>", "<table><tr><td>Shop<tr><td>{}</table>", "<ul><li>{}</li></ul>"]
)
async def test_thanks_may_stand_in_anything(runs: Runs, site: Site, record: Record, frame: str) -> None:
    await record(frame.format(THANKS))
    async with runs.on(site.home) as agent:
        assert (await agent.act("order it")).how == "replayed"


@pytest.mark.parametrize(
    "page", cases(HARMLESS, again="other thanks, other name, aside, menu, plain text, german, arabic")
)
async def test_a_page_that_speaks_of_other_failures_is_as_recorded(
    runs: Runs, site: Site, record: Record, page: str
) -> None:
    await record(THANKS)
    site.pages["/done"] = page
    async with runs.on(site.home) as agent:
        assert (await agent.act("order it")).how == "replayed"


async def test_what_read_like_a_failure_when_it_was_recorded_is_none_and_others_still_are(
    runs: Runs, site: Site, record: Record
) -> None:
    await record("<h1>Please check your inbox, 3 letters are missing</h1>")
    site.pages["/done"] = "<h1>Please check your inbox, 2 letters are missing</h1>"
    async with runs.on(site.home) as agent:
        assert (await agent.act("order it")).how == "replayed"
    site.pages["/done"] = "<h1>Your card was declined</h1>"
    async with runs.on(site.home, say(done="it is so now")) as agent:
        assert "'Your card was declined' came up" in (await agent.act("order it")).why


@pytest.mark.parametrize(
    ("said", "is_learnt"),
    [
        ("<h1>Please check your inbox</h1>", True),
        ("<h1>Your card was declined</h1>", False),
        pytest.param("<h1>Zahlung fehlgeschlagen</h1>", False, marks=pytest.mark.long),
        pytest.param("<h1>決済に失敗しました</h1>", False, marks=pytest.mark.long),
    ],
)
async def test_what_says_outright_that_it_failed_is_asked_about_again_whatever_was_said_of_it(
    runs: Runs, site: Site, record: Record, said: str, is_learnt: bool
) -> None:
    await record(PLAIN)
    site.pages["/done"] = said
    async with runs.on(site.home, say(done="it is so now")) as agent:
        assert (await agent.act("order it")).how == "healed"
    async with runs.on(site.home, *([] if is_learnt else [say(done="it is so now")])) as agent:
        assert (await agent.act("order it")).how == ("replayed" if is_learnt else "healed")


async def test_a_failure_that_was_to_come_about_is_learnt(runs: Runs, site: Site) -> None:
    site.pages = {"/": FORM, "/done": PLAIN}
    steps = say(type_text("the field Name", "Ann"), tap("the button Place order"))
    async with runs.on(site.home, steps, say(done="ok")) as agent:
        await agent.act("order with a wrong name")
    site.pages["/done"] = "<h1>Order rejected</h1>"
    async with runs.on(site.home, say(done="as it should be")) as agent:
        assert (await agent.act("order with a wrong name")).how == "healed"
    async with runs.on(site.home) as agent:
        assert (await agent.act("order with a wrong name")).how == "replayed"


async def test_what_was_only_opened_or_searched_for_may_be_headed_by_anything(runs: Runs, site: Site) -> None:
    search = (
        "<form action=/find><input type=search aria-label=Search><button>Go</button></form><a href=/ticket>Ticket</a>"
    )
    site.pages = {"/": search, "/ticket": f"<h1>Printer is slow</h1>{MANY}", "/find": f"<h1>Found it</h1>{MANY}"}
    async with runs.on(site.home, say(tap("the link Ticket")), say(done="ok")) as agent:
        await agent.act("open the ticket")
    async with runs.on(site.home, say(tap("the button Go")), say(done="ok")) as agent:
        await agent.act("search")
    site.pages |= {"/ticket": f"<h1>Login failed</h1>{MANY}", "/find": f"<h1>Sorry, there is nothing</h1>{MANY}"}
    for act in ("open the ticket", "search"):
        async with runs.on(site.home) as agent:
            assert (await agent.act(act)).how == "replayed"


def _messages(*said: str) -> dict[str, Page]:
    """A page that tells what a server did in a list on the same page, once something was sent."""
    form = (
        "<h1>Profile</h1><form action=/save method=post><label>Name <input name=n></label><button>Save</button></form>"
    )
    rows = "".join(f"<li>{text}</li>" for text in said)
    return {"/": lambda asked: f"<ul>{rows}</ul>{form}" if asked.query else form, "/save": redirect("/?sent=1")}


@pytest.mark.parametrize(
    ("said", "how"),
    [
        (("The profile was changed.", "You have 3 letters."), "replayed"),
        (("The profile was changed.", "The picture could not be stored."), "healed"),
        (("The picture could not be stored.",), "healed"),
        (("Ann: paid", "Bob: failed"), "replayed"),
    ],
)
async def test_messages_of_a_server_may_stand_in_a_list(
    runs: Runs, site: Site, said: tuple[str, ...], how: str
) -> None:
    site.pages = _messages("The profile was changed.")
    async with runs.on(site.home, say(tap("the button Save")), say(done="ok")) as agent:
        await agent.act("save it")
    site.pages = _messages(*said)
    async with runs.on(site.home, say(done="it is so now")) as agent:
        assert (await agent.act("save it")).how == how


BETWEEN = """<h1>Pay</h1><label>To <input oninput="{}"></label><div role=alert id=told></div><p id=hint></p>
<button onclick="sent.textContent='Sent'">Send money</button><p id=sent></p>"""


@pytest.mark.parametrize(
    ("does", "is_told"),
    [
        ("told.textContent = 'The recipient could not be verified. Transfer failed.'", True),
        ("confirm('Is that right?')", True),
        ("told.textContent = 'Please enter at least 20 letters'", False),
        ("hint.textContent = 'Not every bank is known'", False),
    ],
    ids=["alert", "dialog", "rule", "hint"],
)
async def test_a_failure_may_be_told_between_two_fields(runs: Runs, site: Site, does: str, is_told: bool) -> None:
    site.pages["/"] = BETWEEN.format("")
    done = say(type_text("the field To", "{name}"), tap("the button Send money"))
    async with runs.on(site.home, done, say(done="ok")) as agent:
        await agent.act("send money to {name}", name="A")
    site.pages["/"] = BETWEEN.format(does)
    async with runs.on(site.home, strategy="strict") as agent:
        if not is_told:
            assert (await agent.act("send money to {name}", name="B")).how == "replayed"
            return
        with pytest.raises(ReplayFailed):
            await agent.act("send money to {name}", name="B")
