"""Runs a program: its loop, variables and condition are executed, and each step is done on the page.

The second iteration of the loop replays the first.

python examples/run_program.py
"""

from pathlib import Path

from askonce import Secret
from askonce.sync import launch
from askonce.testing.shop import ACCOUNTS, SampleShop

PROGRAM = Path(__file__).with_name("fill_basket.stp")


def main() -> None:
    with SampleShop() as shop, launch.web(f"{shop.url}login") as agent:
        print(agent.run(PROGRAM, password=Secret(ACCOUNTS["bob"])))


main()
