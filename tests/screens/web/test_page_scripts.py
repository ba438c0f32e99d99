"""What runs in pages does not depend on what pages have made of the language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from importlib.resources import files

import pytest
from playwright.async_api import Page

from askonce import launch
from askonce.config import Settings
from askonce.errors import NotFound
from askonce.screens.web import page_scripts, tree_walk

_DECLARED = re.compile(r"(?m)^(?:(?:async )?function|const|let|class) (\w+)")

PAGE = """<script>Array.prototype.toJSON = Object.prototype.toJSON = String.prototype.toJSON = () => "as of old"
JSON.stringify = () => "as nobody should"</script>
<label>Name <input id=name></label><label>Size <select id=size><option>Small<option>Large</select></label>
<button id=save onclick="document.title = [document.querySelector('#name').value, size.value].join()">Save</button>
<button style="display:none">Send</button>"""


async def test_a_page_with_its_own_way_to_write_json_is_used_like_any_other(web_page: Page) -> None:
    await web_page.set_content(PAGE)
    async with launch.page(web_page, settings=Settings(runs=None, patience=0.2)) as agent:
        await agent.type("the field Name", "Bob 👋")
        await agent.select("the list Size", "Large")
        await agent.tap("the button", selector="#save")
        with pytest.raises(NotFound, match='the button "Send", which is hidden'):
            await agent.tap("the button Send")
    assert await web_page.title() == "Bob 👋,Large"


@pytest.mark.parametrize("parts", [tree_walk._PARTS, page_scripts._KEPT], ids=["walk", "kept"])  # pyright: ignore[reportPrivateUsage]
def test_no_two_files_that_run_together_declare_one_name(parts: Sequence[str]) -> None:
    folder = files("askonce.screens.web")
    texts = [(folder / f"{part.removesuffix('.js')}.js").read_text("utf-8") for part in parts]
    declared = Counter(name for text in texts for name in _DECLARED.findall(text))
    assert [name for name, times in declared.items() if times > 1] == []
