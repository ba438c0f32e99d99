"""Fills a basket in the sample shop with the configured model.

export ASKONCE_MODEL_NAME=… ASKONCE_MODEL_BASE_URL=… ASKONCE_MODEL_API_KEY=…
python examples/fill_basket.py
"""

import asyncio

from askonce import Secret, launch
from askonce.testing.shop import ACCOUNTS, SampleShop


async def main() -> None:
    async with SampleShop() as shop, launch.web(shop.url) as agent:
        password = Secret(ACCOUNTS["bob"])
        result = await agent.act("log in as bob with {password} and put the red mug into the basket", password=password)
        print(result.message)
        print(f"{len(result.steps)} actions, {result.usage}, report: {agent.report()}")


asyncio.run(main())
