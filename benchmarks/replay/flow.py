"""The flow: what is typed and chosen, what it comes to, and how a person writes it with Playwright."""

from __future__ import annotations

from dataclasses import dataclass, fields

from playwright.async_api import Page, expect

from replay.site import Visit

STEPS = 20
"""Fills, clicks, choices and ticks, from the first field to the last button."""


@dataclass(frozen=True, slots=True)
class Values:
    """All that is typed and chosen on the way."""

    name: str
    email: str
    password: str
    branch: str
    tool: str
    days: str
    note: str
    street: str
    postcode: str
    question: str
    article: str

    def __getitem__(self, names: str) -> dict[str, str]:
        """Some of them, by their names with blanks between."""
        return {name: getattr(self, name) for name in names.split()}


ADA = Values(
    name="Ada Lovelace",
    email="ada@example.org",
    password="engine-1843",
    branch="Mill Lane",
    tool="Hammer drill",
    days="3",
    note="With the long bits, please",
    street="12 St James's Square",
    postcode="SW1Y 4JH",
    question="late",
    article="What late returns cost",
)
GRACE = Values(
    name="Grace Hopper",
    email="grace@example.com",
    password="nanosecond-1944",
    branch="Riverside",
    tool="Mitre saw",
    days="12",
    note='For a cabinet 7" deep',
    street="9 Navy Yard",
    postcode="22201",
    question="broken",
    article="Who pays for a broken blade",
)
assert all(getattr(ADA, one.name) != getattr(GRACE, one.name) for one in fields(Values))


def check(visit: Visit, values: Values) -> None:
    """Whether the site got what was meant; called outside of the timed part."""
    got = {
        **{name: visit.account[name] for name in ("name", "email", "password", "branch")},
        **(visit.reserved[0] if len(visit.reserved) == 1 else {}),
        **visit.address,
        "question": visit.asked,
        "article": visit.article,
    }
    wanted = {one.name: getattr(values, one.name) for one in fields(Values)}
    assert got == wanted, f"the site got {got} instead of {wanted}"
    assert visit.account["rules"] == "on"
    assert "news" not in visit.account
    assert visit.helped == "yes"


async def run_by_hand(page: Page, values: Values) -> None:
    """The flow as a person writes it with Playwright, with an expectation after each part."""
    await page.get_by_label("Full name").fill(values.name)
    await page.get_by_label("Email").fill(values.email)
    await page.get_by_label("Password").fill(values.password)
    await page.get_by_label("Home branch").select_option(values.branch)
    await page.get_by_label("I accept the lending rules").check()
    await page.get_by_role("button", name="Create account").click()
    await expect(page.get_by_role("heading", name="Tools")).to_be_visible()

    await page.get_by_label("Filter tools").fill(values.tool)
    await page.get_by_role("row", name=values.tool).get_by_role("button", name="Reserve").click()
    await page.get_by_label("Days").fill(values.days)
    await page.get_by_label("Note for the desk").fill(values.note)
    await page.get_by_role("button", name="Confirm").click()
    await expect(page.get_by_role("status")).to_have_text(f"Reserved: {values.tool}")

    await page.get_by_role("link", name="Delivery").click()
    frame = page.frame_locator("iframe[title='Delivery address']")
    await frame.get_by_label("Street").fill(values.street)
    await frame.get_by_label("Postcode").fill(values.postcode)
    await frame.get_by_role("button", name="Save address").click()
    await expect(frame.get_by_text("We deliver to")).to_be_visible()

    await page.get_by_role("link", name="Help").click()
    await page.get_by_label("Search the help").fill(values.question)
    await page.get_by_role("button", name="Search").click()
    await page.get_by_role("link", name=values.article).click()
    await expect(page.get_by_role("heading", name=values.article)).to_be_visible()
    await page.get_by_role("button", name="Yes, it helped").click()
    await expect(page.get_by_role("status")).to_have_text("Thank you for telling us")
