"""Plays one script on the web and on three kinds of phones, twice on each: the second time it replays.

python examples/same_script.py
"""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from askonce.script.player import play
from askonce.script.script_loader import load_script
from askonce.testing.phone import APPS, SHOP, SamplePhone
from askonce.testing.shop import ACCOUNTS, SampleShop
from askonce.trace import ActEnded, Entry

SCRIPT = Path(__file__).with_name("shop_anywhere.yaml").read_text("utf-8")
WEB = 'web: {url: "${SHOP_URL}login"}'


class Ways:
    """Notes how each act was done."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def write(self, entry: Entry) -> None:
        if isinstance(entry.event, ActEnded) and entry.event.how:
            self.seen.append(entry.event.how)


async def play_on(target: str, shop: SampleShop, folder: Path) -> str:
    file = folder / f"{target.partition(':')[0]}.yaml"
    file.write_text(SCRIPT.replace(WEB, target), "utf-8")
    script = load_script(file, environment={"SHOP_URL": shop.url, "SHOP_PASSWORD": ACCOUNTS["bob"]})
    ways = Ways()
    result = await play(script, sinks=[ways])
    return ", ".join(ways.seen) if result.success else result.error


async def main() -> None:
    with SampleShop() as shop, SamplePhone(apps=(*APPS, SHOP)) as phone, TemporaryDirectory() as folder:
        host, port = phone.adb_server
        for target in (
            WEB,
            f"android: {{deviceId: '{phone.serial}', remoteAdbHost: {host}, remoteAdbPort: {port}, launch: Shop}}",
            f"ios: {{url: '{phone.wda_url}', launch: Shop}}",
            f"harmony: {{hdcPath: '{phone.hdc_path}', launch: Shop}}",
        ):
            for time in ("first", "again"):
                phone.reset()
                print(f"{target.partition(':')[0]} {time}: {await play_on(target, shop, Path(folder))}")


asyncio.run(main())
