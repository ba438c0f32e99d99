"""`askonce shop`: the sample shop, for trying things on it."""

from __future__ import annotations

import threading
import webbrowser

from askonce.cli.terminal import Text, new_console
from askonce.errors import ConfigError
from askonce.testing.shop import ACCOUNTS, SampleShop


def serve(port: int, *, open_page: bool = False) -> None:
    """Serve until Ctrl-C, which is how it is meant to end."""
    shop = SampleShop(port)
    try:
        shop.open()
    except OSError as error:
        raise ConfigError(
            f"the shop cannot use port {port}: {error.strerror}", remedy="end what uses it, or choose another --port"
        ) from None
    users = ", ".join(f"{user} with the password {password}" for user, password in ACCOUNTS.items())
    console = new_console()
    console.print(Text(f"The sample shop is at {shop.url}", "bold"))
    console.print(Text(f"Its users: {users}. Each browser has a basket of its own. Ctrl-C ends it."))
    if open_page:
        webbrowser.open(shop.url)
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        console.print(Text("The shop is closed."))
    finally:
        shop.close()
