"""A test with the pytest plugin: `agent` has its own page, and what passed is replayed the next time.

pytest examples/test_basket.py
"""

from collections.abc import Iterator
from typing import Any

import pytest

from askonce import Secret
from askonce.sync import Agent
from askonce.testing.shop import ACCOUNTS, SampleShop


@pytest.fixture
def askonce_options() -> Iterator[dict[str, Any]]:
    """Options that are only known at run time: here, the address of the shop."""
    with SampleShop() as shop:
        yield {"url": f"{shop.url}login"}


@pytest.mark.askonce(timeout=60)
def test_a_mug_goes_into_the_basket(agent: Agent) -> None:
    agent.act("log in as bob with the password {password}", password=Secret(ACCOUNTS["bob"]))
    agent.act("search for {term}, then put the Red mug into the basket", term="mug")
    agent.check('the link "Basket 1" is visible')


@pytest.mark.parametrize(("term", "count"), [("teapot", 2), ("mug", 4)])
def test_the_search_finds_products(agent: Agent, term: str, count: int) -> None:
    agent.act("search for {term}", term=term)
    agent.check(f'the text "{count} products" is visible', soft=True)
    agent.check(f'the page title contains "{term}"', soft=True)
