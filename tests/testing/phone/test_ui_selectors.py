from __future__ import annotations

from typing import Any

import pytest

from askonce.testing.phone.ui_selectors import describe, select

XML = """<hierarchy rotation="0">
<node index="0" text="" class="android.view.ViewGroup" resource-id="a:id/bar" clickable="false" bounds="[0,0][100,50]">
  <node text="Save" class="android.widget.Button" resource-id="a:id/ok" clickable="true" bounds="[0,0][40,50]"/>
  <node text="Saved notes" class="android.widget.TextView" content-desc="Title" bounds="[40,0][90,50]"/>
</node>
<node index="1" text="Save" class="android.widget.Button" clickable="true" checked="true" bounds="[0,50][100,100]"/>
</hierarchy>"""


@pytest.mark.parametrize(
    ("selector", "places"),
    [
        ({"text": "Save"}, ["[0,0][40,50]", "[0,50][100,100]"]),
        ({"text": "Save", "instance": 1}, ["[0,50][100,100]"]),
        ({"textContains": "save"}, ["[0,0][40,50]", "[40,0][90,50]", "[0,50][100,100]"]),
        ({"textStartsWith": "Saved"}, ["[40,0][90,50]"]),
        ({"textMatches": "Sav.*s"}, ["[40,0][90,50]"]),
        ({"description": "Title"}, ["[40,0][90,50]"]),
        ({"className": "android.widget.Button", "checked": True}, ["[0,50][100,100]"]),
        ({"resourceId": "a:id/ok", "clickable": False}, []),
        (
            {"resourceId": "a:id/bar", "childOrSibling": ["child"], "childOrSiblingSelector": [{"text": "Save"}]},
            ["[0,0][40,50]"],
        ),
        ({"resourceId": "a:id/ok", "childOrSibling": ["sibling"], "childOrSiblingSelector": [{}]}, ["[40,0][90,50]"]),
        ({"text": "Save", "instance": 7}, []),
    ],
)  # fmt: skip
def test_a_selector_means_the_elements_that_fit_it(selector: dict[str, Any], places: list[str]) -> None:
    assert [node.get("bounds") for node in select(XML, selector)] == places


def test_an_element_is_described_with_its_box_and_states() -> None:
    told = describe(select(XML, {"resourceId": "a:id/ok"})[0])
    assert told["visibleBounds"] == {"left": 0, "top": 0, "right": 40, "bottom": 50}
    assert (told["text"], told["clickable"], told["checked"]) == ("Save", True, False)
