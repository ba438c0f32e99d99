"""Measures the network on screens that have an element tree: the sample shop, the sample phone, GTK and Qt programs.

What the tree calls actionable, in view and not covered is what should be found. A tree says more than a picture shows:
areas as large as a page that scroll or take a click are left out, and so are things that stand inside one of the same size.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import numpy as np
from measure_elements import Score, Thing, count, share
from PIL import Image, ImageDraw

from askonce import launch
from askonce.config import Settings, process_environment
from askonce.geometry import Size
from askonce.screens.ui_tree import Node, Tree
from askonce.screens.web import Device, PageOptions
from askonce.testing.phone import SamplePhone
from askonce.testing.shop import SampleShop
from askonce.vision.element_detector import ElementNetwork

QUIET = Settings(runs=None)
ROLES = {
    "button": "button", "togglebutton": "button", "link": "link", "textbox": "textbox", "searchbox": "textbox", "spinbutton": "textbox",
    "checkbox": "checkbox", "radio": "radio", "switch": "switch", "combobox": "combobox", "listbox": "row", "slider": "slider",
    "tab": "tab", "option": "row", "menuitem": "row", "menuitemcheckbox": "row", "menuitemradio": "row", "listitem": "row", "row": "row", "treeitem": "row", "cell": "row",
    "img": "image", "image": "image", "clickable": "button",
}  # fmt: skip
LARGE = 0.5
PAGES = ("/", "/product/red-mug", "/login", "/basket", "/?category=kitchen", "/?q=no+such+thing")
APPS = ("Contacts", "Simple Calendar Pro", "Markor", "Pro Expense", "Broccoli", "Simple SMS Messenger", "Sample")
PROGRAMS = ("mousepad", "galculator", "featherpad --standalone")


def things(tree: Tree, size: tuple[int, int]) -> list[Thing]:
    """What the tree says can be touched, in pixels of a picture of this size."""
    across, down = size[0] / tree.view.width, size[1] / tree.view.height
    found: list[Thing] = []
    for node in tree:
        if not _is_asked(node, tree):
            continue
        box = type(node.box)(
            node.box.left * across, node.box.top * down, node.box.width * across, node.box.height * down
        )
        if any(share(box, other.box) > 0.8 for other in found):
            continue
        role = ROLES.get(node.role, "button")
        is_icon = role in {"button", "link"} and not node.text and "icon" in node.attributes
        on = int("checked" in node.states) if role in {"checkbox", "radio", "switch"} else -1
        found.append(Thing(box, "icon" if is_icon else role, on, _counts(node, tree)))
    return found


def _is_asked(node: Node, tree: Tree) -> bool:
    if not node.actionable or not node.states.isdisjoint({"covered", "offscreen"}) or "surface" in node.attributes:
        return False
    box = node.box
    is_large = box.width * box.height > LARGE * tree.view.width * tree.view.height and node.role != "textbox"
    return not is_large and min(box.width, box.height) >= 5


def _counts(node: Node, tree: Tree) -> bool:
    """Whether it has to be found: what cannot be used now, or is cut off by the edge of the view, may be."""
    box = node.box
    is_in_view = (
        box.left > -2 and box.top > -2 and box.right < tree.view.width + 2 and box.bottom < tree.view.height + 2
    )
    return is_in_view and "disabled" not in node.states


async def shop_screens(_: Path) -> AsyncIterator[tuple[str, Any]]:
    with SampleShop() as shop:
        for width, height in ((1280, 800), (1024, 768)):
            async with launch.web(
                shop.url, options=PageOptions(device=Device(viewport=Size(width, height))), settings=QUIET
            ) as agent:
                for page in PAGES:
                    await agent.navigate(shop.url.rstrip("/") + page)
                    yield f"shop {page} {width}", agent.screen


async def phone_screens(_: Path) -> AsyncIterator[tuple[str, Any]]:
    with SamplePhone() as phone:
        host, port = phone.adb_server
        async with launch.android(phone.serial, adb_host=host, adb_port=port, settings=QUIET) as agent:
            yield "phone home", agent.screen
            for app in APPS:
                await agent.launch(app)
                yield f"phone {app}", agent.screen


async def desktop_screens(folder: Path) -> AsyncIterator[tuple[str, Any]]:
    from askonce.screens.desktop.desktop_options import DrivingOptions
    from askonce.screens.desktop.desktop_screen import DesktopScreen
    from askonce.screens.desktop.linux.headless_display import open_display
    from askonce.screens.desktop.linux.linux_desktop import LinuxDesktop

    own = {"HOME": str(folder), "LANG": "C.UTF-8", "GSETTINGS_BACKEND": "memory"}
    async with open_display(process_environment(), own) as display:
        for program in PROGRAMS:
            screen = DesktopScreen(
                LinuxDesktop(display.name, display.environment), DrivingOptions(uploads=folder, files=folder / "files")
            )
            await screen.open()
            try:
                await screen.begin_with(program)
                await screen.settle()
                yield f"{program}", screen
                tree = await screen.tree()
                for name in [node.name for node in tree if node.role == "menuitem"][:6]:
                    entry = next(
                        (node for node in await screen.tree() if node.role == "menuitem" and node.name == name), None
                    )
                    if entry is None:
                        continue
                    await screen.tap(entry.point or entry.box.center)
                    await screen.settle()
                    yield f"{program} {name}", screen
                    await screen.press("Escape")
                    await screen.settle()
            finally:
                await screen.close()


KINDS = {"shop": shop_screens, "phone": phone_screens, "desktop": desktop_screens}


async def measure(kinds: list[str], out: Path) -> None:
    network = ElementNetwork()
    for kind in kinds:
        total = Score()
        with tempfile.TemporaryDirectory() as folder:
            async for name, screen in KINDS[kind](Path(folder)):
                tree, shot = await screen.tree(), await screen.capture()
                picture = Image.open(io.BytesIO(shot.image)).convert("RGB")
                asked, found = things(tree, picture.size), network.detect(np.asarray(picture))
                score = Score()
                count(score, found, asked)
                count(total, found, asked)
                print(f"{name}: {score}", flush=True)
                plain = f"{kind}_{''.join(c if c.isalnum() else '_' for c in name)}"
                picture.save(out / f"{plain}.png")
                drawn = ImageDraw.Draw(picture)
                for thing in asked:
                    drawn.rectangle(
                        [thing.box.left, thing.box.top, thing.box.right, thing.box.bottom], outline="lime", width=2
                    )
                for detection in found:
                    box = detection.box
                    drawn.rectangle([box.left, box.top, box.right, box.bottom], outline="red")
                    drawn.text((box.left, box.top), f"{detection.role[:4]} {detection.confidence:.2f}", fill="red")
                picture.save(out / f"{plain}_seen.png")
        print(f"{kind}: {total}\n{kind} missed: {dict(total.missed)}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "out", type=Path, help="a folder for the pictures, with what was asked for (green) and found (red)"
    )
    parser.add_argument("--kinds", default="shop,phone,desktop")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    asyncio.run(measure(given.kinds.split(","), given.out))
