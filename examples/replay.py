"""Records what works, and replays it with other values: the second run needs no planning.

python examples/replay.py
"""

from askonce import Secret
from askonce.sync import launch
from askonce.testing.shop import ACCOUNTS, SampleShop


def log_in(shop: SampleShop, user: str) -> None:
    with launch.web(f"{shop.url}login", recordings="sample-shop") as agent:
        result = agent.act("log in as {user} with the password {password}", user=user, password=Secret(ACCOUNTS[user]))
        agent.check(f'the text "Hello, {user.title()}" is visible')
        print(f"{user}: {result.how}, {len(result.steps)} steps")


def main() -> None:
    with SampleShop() as shop:
        for user in ("bob", "alice"):
            log_in(shop, user)


main()
