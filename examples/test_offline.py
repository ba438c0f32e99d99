"""A test that needs no provider: the replies of the model are written here.

pytest examples/test_offline.py
"""

import re

from askonce.sync import launch
from askonce.testing import Asked, ModelServer
from askonce.testing.shop import SampleShop


def test_the_search_finds_the_teapots() -> None:
    with SampleShop() as shop, ModelServer() as server:

        @server.rule
        def search(asked: Asked) -> str | None:
            field = re.search(r"\[(\d+)\] searchbox", asked.last)
            if field is None:
                return None
            target = f'{{"prompt": "the search field", "element": {field[1]}}}'
            return (
                "<log>Search for teapots</log>"
                f'<action type="Type">{{"target": {target}, "text": "{{term}}", "enter": true}}</action>'
                '<expect>visible "2 products"</expect>'
                '<complete success="true">Two teapots were found.</complete>'
            )

        with launch.web(shop.url, model=server.settings()) as agent:
            result = agent.act("search for {term}", term="teapot")

    assert result.message == "Two teapots were found."
    assert len(server.requests) == 1
