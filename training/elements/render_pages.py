"""Draws random pages of the kits and writes each as a WebP picture with what can be touched on it."""

from __future__ import annotations

import argparse
import base64
import json
import random
import time
import zipfile
from pathlib import Path

from playwright.sync_api import CDPSession, Page, sync_playwright

HERE = Path(__file__).parent
ICON_SETS = ("lucide", "ph", "tabler", "bi", "ion", "material-symbols", "mdi")
QUALITY = 45
SCENES = 0.55
"""The share of pages in training that are built like a kind of screen, rather than of any blocks."""
PROGRAMS = ("own", "native", "win98", "xp", "win7")
"""Kits that many pictures of programs in a window are made of."""


def icons(packages: Path, count: int) -> list[tuple[str, int, int]]:
    """Some icons of each set: what is drawn, and the size of the sheet it is drawn on."""
    found: list[tuple[str, int, int]] = []
    for name in ICON_SETS:
        icon_set = json.loads((packages / "@iconify-json" / name / "icons.json").read_text("utf-8"))
        width, height = icon_set.get("width", 16), icon_set.get("height", 16)
        chosen = random.Random(name).sample(sorted(icon_set["icons"]), count)
        found += [(icon_set["icons"][icon]["body"], width, height) for icon in chosen]
    return found


class Studio:
    """One page for each kit, kept open, whose content is replaced for every picture."""

    def __init__(self, page: Page, packages: Path, kit: str, facts: dict, scripts: list[Path]) -> None:
        self.page, self.kit, self.is_live = page, kit, bool(facts["js"])
        self.scenes = SCENES if any(script.stem == "page_scenes" for script in scripts) else 0
        links = "".join(f'<link rel=stylesheet href="{packages.as_uri()}/{css}">' for css in facts["css"])
        modules = "".join(f'<script type=module src="{packages.as_uri()}/{js}"></script>' for js in facts["js"])
        start = packages / f"_{kit}_{facts['look']}.html"
        start.write_text(
            f"<!doctype html><html><head><meta charset=utf-8>{links}{modules}<style id=style></style></head><body><div id=ao></div></body></html>",
            "utf-8",
        )
        page.goto(start.as_uri(), wait_until="load")
        for script in scripts:
            page.add_script_tag(content=script.read_text("utf-8").replace('"use strict";', "", 1))
        page.evaluate("list => { icons = list }", icons(packages, 150))
        self.devtools: CDPSession = page.context.new_cdp_session(page)

    def draw(self, seed: int, *, is_phone: bool, dice: random.Random, is_exact: bool) -> list[tuple[bytes, dict]]:
        """Pictures of one page: as it begins or a little further down and, in training, once more at another place."""
        if is_phone:
            width, height, ratio = dice.randint(320, 430), dice.randint(560, 930), dice.choice([1.5, 1.5, 2.0, 1.25])
        else:
            width, height, ratio = dice.randint(900, 1500), dice.randint(560, 900), 1.0
        if self.scenes and not is_phone and dice.random() < 0.2:
            width, height = dice.randint(420, 900), dice.randint(360, 700)
        if self.scenes and ratio == 2.0:
            ratio = 1.5  # a larger picture tells no more and costs twice as much
        metrics = {"width": width, "height": height, "deviceScaleFactor": ratio, "mobile": False}
        self.devtools.send("Emulation.setDeviceMetricsOverride", metrics)
        zoom = dice.choice([1, 1, 1, 0.8, 0.9, 1.1, 1.25])
        programs = 0.4 if self.kit in PROGRAMS else 0.08
        options = {"phone": is_phone, "zoom": zoom, "programs": programs, "scenes": self.scenes}
        self.page.evaluate("([s, k, o]) => makePage(s, k, o)", [seed, self.kit, options])
        if self.is_live or not self.scenes:
            self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        pictures = [self.shot(seed, ratio, is_exact=is_exact)]
        if self.scenes and self.page.evaluate("() => scrollOn()"):
            pictures.append(self.shot(seed, ratio, is_exact=is_exact))
        return pictures

    def shot(self, seed: int, ratio: float, *, is_exact: bool) -> tuple[bytes, dict]:
        found, size = self.page.evaluate("() => [truth(), [innerWidth, innerHeight]]")
        form = {"format": "png"} if is_exact else {"format": "webp", "quality": QUALITY}
        shot = self.devtools.send("Page.captureScreenshot", {**form, "optimizeForSpeed": is_exact})
        boxes = [[*(round(edge * ratio, 1) for edge in thing[:4]), *thing[4:]] for thing in found]
        truth = {"kit": self.kit, "seed": seed, "size": [round(side * ratio) for side in size], "boxes": boxes}
        return base64.b64decode(shot["data"]), truth


def render(
    packages: Path,
    out: Path,
    kits: dict[str, float],
    count: int,
    seed: int,
    scripts: list[Path],
    browser_path: str | None,
    *,
    is_exact: bool,
) -> None:
    """`count` pictures, the kits by their weights, into a ZIP file with one JSON of truths."""
    dice = random.Random(seed)
    truths: dict[str, dict] = {}
    started = time.monotonic()
    names = [name for name, weight in kits.items() for _ in range(round(count * weight / sum(kits.values())))]
    with sync_playwright() as playwright, zipfile.ZipFile(out, "w") as archive:
        browser = playwright.chromium.launch(
            executable_path=browser_path, args=["--no-sandbox", "--allow-file-access-from-files"]
        )
        number = 0
        for kit in dict.fromkeys(names):
            done = 0
            total = names.count(kit)
            while done < total:
                page = browser.new_page(viewport={"width": 1280, "height": 800})
                page.goto("about:blank")
                page.add_script_tag(
                    content="".join(s.read_text("utf-8").replace('"use strict";', "", 1) for s in scripts)
                )
                facts = page.evaluate(
                    "name => ({css: KITS[name].css || [], js: KITS[name].js || [], looks: KITS[name].looks || [], phone: !!KITS[name].phone, old: !!KITS[name].old})",
                    kit,
                )
                look = dice.randrange(len(facts["looks"]) + 1)
                facts["look"] = look
                if look:
                    facts["css"] = facts["looks"][look - 1].split()
                studio = Studio(page, packages, kit, facts, scripts)
                for _ in range(min(12, total - done) if facts["looks"] else total - done):
                    is_phone = facts["phone"] or (not facts["old"] and dice.random() < 0.3)
                    for picture, truth in studio.draw(
                        dice.randrange(2**31), is_phone=is_phone, dice=dice, is_exact=is_exact
                    ):
                        if not studio.scenes and len(truth["boxes"]) < 3:
                            continue
                        name = f"{number:05d}.{'png' if is_exact else 'webp'}"
                        archive.writestr(name, picture)
                        truths[name] = truth
                        number += 1
                    done += 1
                page.close()
            print(f"{kit}: {done}, {number} in all, {time.monotonic() - started:.0f} s", flush=True)
        archive.writestr("truth.json", json.dumps(truths, separators=(",", ":")))
        browser.close()
    print(f"{out}: {number} pictures, {out.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packages", type=Path, help="the folder node_modules")
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=23)
    parser.add_argument("--kits", default="", help="NAME or NAME=WEIGHT, by commas; all kits of training unless told")
    parser.add_argument("--exact", action="store_true", help="PNG, as pictures of screens are when they are looked at")
    parser.add_argument("--browser", help="the path of a Chromium, where Playwright's is not to be used")
    parser.add_argument("--held-out", action="store_true", help="the kits that training does not see")
    given = parser.parse_args()
    chosen = json.loads((HERE / "kits.json").read_text("utf-8"))["measured" if given.held_out else "trained"]
    if given.kits:
        chosen = {
            part.split("=")[0]: float(part.split("=")[1]) if "=" in part else 1.0 for part in given.kits.split(",")
        }
    names = [
        "page_maker",
        "page_kits",
        *(["held_out_kits"] if given.held_out else ["component_kits", "business_kits", "page_scenes"]),
    ]
    sources = [HERE / f"{name}.js" for name in names]
    render(
        given.packages.resolve(),
        given.out,
        chosen,
        given.count,
        given.seed,
        sources,
        given.browser,
        is_exact=given.exact,
    )
