"""Paths to elements: each must lead back to the very element, for us and for Playwright."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio
from playwright.async_api import Page

from askonce.screens import Node
from askonce.screens.web import WebScreen, open_page_screen

SHADOWS = """
<outer-box></outer-box><outer-box></outer-box><button>Plain</button>
<script>
  for (const outer of document.querySelectorAll("outer-box")) {
    const first = outer.attachShadow({ mode: "open" });
    first.innerHTML = "<p>Outer</p><inner-box></inner-box><inner-box></inner-box>";
    for (const inner of first.querySelectorAll("inner-box")) {
      const second = inner.attachShadow({ mode: "open" });
      second.innerHTML = "<button>One</button><div><button>Two</button></div><slot></slot>";
      if (outer.nextElementSibling.matches("button")) second.querySelector("button").setAttribute("aria-label", "Pay");
      inner.append("slotted");
    }
  }
</script>
"""


Opened = Callable[[str], Awaitable[WebScreen]]


@pytest_asyncio.fixture(loop_scope="session")
async def opened(web_page: Page) -> AsyncIterator[Opened]:
    """Puts markup into a page, and opens a screen on it."""
    async with AsyncExitStack() as rest:

        async def open_screen(content: str) -> WebScreen:
            await web_page.set_content("<!doctype html><body>" + content)
            return await rest.enter_async_context(await open_page_screen(web_page))

        yield open_screen


async def named(screen: WebScreen, name: str) -> Node:
    return next(node for node in await screen.tree() if name in (node.name, node.text))


async def paths_to(screen: WebScreen, name: str) -> list[str]:
    """The paths to an element; each is tried, with our own `select` and with Playwright's locators."""
    node = await named(screen, name)
    return await tried(screen, node)


async def tried(screen: WebScreen, node: Node) -> list[str]:
    paths = list(await screen.write_selectors(node.number))
    for path in paths:
        (box,) = await screen.select(path)
        assert box.contains(node.box.center), f"{path} leads to {box}, not to {node.box}"
        *frames, last = path.split(" |>>| ")
        place = screen._pages.current("testing")  # pyright: ignore[reportPrivateUsage]
        inside = place
        for frame in frames:
            inside = inside.frame_locator(frame)
        there = await inside.locator(last).bounding_box()  # strict: more than one match is an error
        assert there is not None
        assert (there["x"], there["y"]) == pytest.approx((box.left, box.top), abs=0.1)
    return paths


async def test_paths_go_from_what_people_wrote_to_the_exact_place(opened: Opened) -> None:
    screen = await opened(
        '<main id=shop><p></p><button data-testid="buy" id="buy-now" name="buy" title="Buy it">Buy</button>'
        "<button>Other</button></main>",
    )
    assert await paths_to(screen, "Buy") == [
        '[data-testid="buy"]',
        "#buy-now",
        'button[name="buy"]',
        '//button[normalize-space()="Buy"]',
        "xpath=/html/body/main/button[1]",
    ]
    assert await paths_to(screen, "Other") == [
        '//button[normalize-space()="Other"]',
        '//*[@id="shop"]/button[2]',
        "xpath=/html/body/main/button[2]",
    ]


async def test_what_is_written_twice_is_no_path(opened: Opened) -> None:
    screen = await opened("<p><button data-testid=x name=n>A</button></p><button data-testid=x name=n>A</button>")
    assert await paths_to(screen, "A") == ["xpath=/html/body/p/button"]


TEXTS = (
    'Say "hi"',
    "It's",
    """It's "both" kinds""",
    "Next >> page",
    "a |>>| b",
    "שלום עולם",
    "🙂 fine 👩‍👩‍👧",
    "a  b\n c",
    "C:\\temp",
    "100% {sure} [1]",
)


async def test_any_text_can_stand_in_a_path(opened: Opened, web_page: Page) -> None:
    screen = await opened("<button></button><button></button><input>")
    for text in TEXTS:
        await web_page.evaluate(
            """text => {
              const [one, two] = document.querySelectorAll("button");
              one.textContent = text;
              two.setAttribute("aria-label", text);
              document.querySelector("input").placeholder = text;
            }""",
            text,
        )
        buttons = [node for node in await screen.tree() if node.role == "button"]
        by_text, by_label = [await tried(screen, node) for node in buttons]
        assert len(by_text) == (1 if "\\" in text else 2), text
        assert by_label[0].startswith("button[aria-label="), text
        field = next(node for node in await screen.tree() if node.role == "textbox")
        assert (await tried(screen, field))[0].startswith("input[placeholder="), text


GENERATED = [
    ":r3:", "«r1»", "_r_2_", "ember123", "mui-45", "radix-:r1:", "radix-4", "headlessui-menu-button-7", "input-23",
    "3f2504e0-4f89-11d3-9a0c-0305e82c3301", "a9f3c2d1", "Button_root__x7Yz2", "styles__aBcDe", "css-1a2b3c",
    "ext-gen1024", "react-select-2-input", "x7yz2",
]  # fmt: skip
LASTING = [
    "save", "save-button", "email", "step2", "address-1", "tab-3", "main_nav", "loginForm", "b2b", "i18n",
    "user.name", "cafe", "feedback", "décor", "app__header",
]  # fmt: skip


async def test_ids_that_look_generated_are_left_out(opened: Opened) -> None:
    ids = GENERATED + LASTING
    screen = await opened("".join(f'<button id="{one}">{one}</button>' for one in ids))
    nodes = {node.name: node for node in await screen.tree() if node.role == "button"}
    kept = {
        one for one in ids for path in await screen.write_selectors(nodes[one].number) if path.startswith(("#", "[id="))
    }
    assert kept == set(LASTING)


async def test_buttons_of_one_group_are_told_apart_by_their_value(opened: Opened) -> None:
    screen = await opened(
        "<label><input type=radio name=size value=S>Small</label>"
        "<label><input type=radio name=size value=M>Medium</label>",
    )
    assert (await paths_to(screen, "Medium"))[0] == 'input[name="size"][value="M"]'


async def test_what_somebody_typed_is_in_no_path(opened: Opened) -> None:
    screen = await opened("<textarea>hush</textarea><div contenteditable role=textbox>hush too</div><input value=hush>")
    fields = [node for node in await screen.tree() if node.role == "textbox"]
    assert len(fields) == 3
    assert not [path for node in fields for path in await tried(screen, node) if "hush" in path]


async def test_the_path_of_a_text_is_that_of_the_element_around_it(opened: Opened) -> None:
    screen = await opened("<div><p>first</p><p>second</p></div>")
    assert (await paths_to(screen, "second"))[0] == '//p[normalize-space()="second"]'


async def test_drawings_have_paths(opened: Opened) -> None:
    screen = await opened(
        "<svg width=90 height=40><g><circle role=button tabindex=0 aria-label=a r=9 cx=10 cy=10></circle>"
        "<circle role=button tabindex=0 aria-label=b r=9 cx=50 cy=10></circle></g></svg>",
    )
    paths = await paths_to(screen, "b")
    assert paths[0] == 'circle[aria-label="b"]'
    assert paths[-1].endswith('/*[local-name()="circle"][2]')


async def test_paths_lead_into_shadow_roots_inside_shadow_roots(opened: Opened) -> None:
    screen = await opened(SHADOWS)
    nodes = [node for node in await screen.tree() if node.role in {"button", "text"}]
    assert len(nodes) == 4 * 3 + 2 + 1
    every = [await tried(screen, node) for node in nodes]
    assert all(every)
    assert len({paths[-1] for paths in every}) == len(nodes)
    assert (await screen.write_selectors(next(node.number for node in nodes if node.name == "Pay")))[0].endswith(
        '[aria-label="Pay"]'
    )


async def test_paths_lead_into_frames_inside_frames(opened: Opened) -> None:
    deep = "<button>Deep</button><button>Deeper</button>"
    middle = f"<p>Middle</p><iframe name=inside srcdoc='{deep}'></iframe><iframe srcdoc='{deep}'></iframe>"
    screen = await opened(
        f'<iframe title="It\'s &quot;it&quot;" width=700 height=500 srcdoc="{middle}"></iframe><iframe></iframe>',
    )
    found: list[Node] = []
    while len(found) < 2:  # a frame inside a frame may be there a moment after its page
        found = [node for node in await screen.tree() if node.name == "Deeper"]
    first, second = found
    paths = await tried(screen, first)
    assert paths[0] == (
        """iframe[title="It's \\22 it\\22 "] |>>| iframe[name="inside"] |>>| //button[normalize-space()="Deeper"]"""
    )
    assert paths[-1] == "xpath=/html/body/iframe[1] |>>| xpath=/html/body/iframe[1] |>>| xpath=/html/body/button[2]"
    assert set(await tried(screen, second)).isdisjoint(paths)


async def test_a_path_into_a_frame_that_is_gone_finds_nothing(opened: Opened) -> None:
    screen = await opened("<button>Here</button>")
    assert list(await screen.select("iframe |>>| button")) == []


async def test_in_a_long_list_the_paths_are_those_of_the_row(opened: Opened) -> None:
    rows = "".join(f"<li><button>Row {number}</button></li>" for number in range(10_000))
    screen = await opened(f"<ul id=rows>{rows}</ul>")
    assert await paths_to(screen, "Row 7") == [
        '//button[normalize-space()="Row 7"]',
        '//*[@id="rows"]/li[8]/button',
        "xpath=/html/body/ul/li[8]/button",
    ]


async def test_what_is_gone_has_no_paths(opened: Opened, web_page: Page) -> None:
    screen = await opened("<button>Gone</button>")
    node = await named(screen, "Gone")
    await web_page.evaluate("document.querySelector('button').remove()")
    assert list(await screen.write_selectors(node.number)) == []
