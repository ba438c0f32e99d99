"""Fills a basket in the sample shop with the model that is set in the environment.

export UNDERSTUDY_MODEL_NAME=… UNDERSTUDY_MODEL_BASE_URL=… UNDERSTUDY_MODEL_API_KEY=…
python examples/fill_basket.py
"""

import asyncio

from understudy import Secret, launch
from understudy.testing.shop import ACCOUNTS, SampleShop


async def main() -> None:
    async with SampleShop() as shop, launch.web(shop.url) as agent:
        password = Secret(ACCOUNTS["bob"])
        result = await agent.act("log in as bob with {password} and put the red mug into the basket", password=password)
        print(result.message)
        print(f"{len(result.steps)} actions, {result.usage}, report: {agent.report()}")


asyncio.run(main())
