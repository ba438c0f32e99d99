"""Acts, reads and checks in the sample shop with the embedded model: no key, no network.

python examples/read_and_check.py
"""

from askonce import Secret
from askonce.sync import launch
from askonce.testing.shop import ACCOUNTS, SampleShop


def main() -> None:
    with SampleShop() as shop, launch.web(f"{shop.url}login") as agent:
        agent.act("log in as bob with the password {password}", password=Secret(ACCOUNTS["bob"]))
        agent.check('the text "Hello, Bob" is visible')

        agent.act("search for {term}, then put the Red mug into the basket, then open the basket", term="mug")
        quantity = agent.query("the value of the field 'Quantity of Red mug'", returns=int)
        title = agent.query("the page title", returns=str)
        print(f"{quantity} red mug, on the page {title!r}")
        print(f"report: {agent.report()}")


main()
