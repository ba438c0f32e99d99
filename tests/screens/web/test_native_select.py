"""Choices in native lists."""

from __future__ import annotations

import pytest
from local_site import Show, Site, middle

from askonce.errors import NotOperable
from askonce.geometry import Point


@pytest.fixture
def show(show_on_kept_page: Show) -> Show:
    return show_on_kept_page


SIZES = """<select id=size aria-label=Size><option value=s>Small</option><option value=m> Medium
 size </option><optgroup label=Big><option value=l>Large</option><option disabled value=xl>Extra</option></optgroup>
</select><script>window.told = [];
for (const name of ["input", "change"]) size.addEventListener(name, () => told.push(name))</script>"""


@pytest.mark.parametrize(
    ("wanted", "value"), [("Large", "l"), ("m", "m"), ("medium SIZE", "m"), ("  Medium   size ", "m"), ("s", "s")]
)
async def test_an_option_is_chosen_by_label_value_or_label_in_any_case(show: Show, wanted: str, value: str) -> None:
    screen = await show(SIZES)
    await screen.choose(await middle(screen, "select"), [wanted])
    assert await screen.evaluate("[size.value, told]") == [value, ["input", "change"]]


async def test_a_label_goes_before_a_value(show: Show) -> None:
    screen = await show("<select><option value=B>A</option><option value=A>B</option></select>")
    await screen.choose(await middle(screen, "select"), ["B"])
    assert await screen.evaluate("document.querySelector('select').selectedIndex") == 1


async def test_an_unknown_option_lists_those_there_are(show: Show) -> None:
    screen = await show(SIZES)
    at = await middle(screen, "select")
    with pytest.raises(NotOperable, match=r"no option 'Tiny'\n.*'Small', 'Medium size', 'Large'"):
        await screen.choose(at, ["Tiny"])
    with pytest.raises(NotOperable, match=r"the option 'Extra' of .*Size.* is disabled"):
        await screen.choose(at, ["Extra"])
    with pytest.raises(NotOperable, match="takes one choice, not 2"):
        await screen.choose(at, ["Small", "Large"])


async def test_several_are_chosen_where_several_can_be(show: Show) -> None:
    screen = await show("<select multiple><option selected>red<option>green<option>blue</select>")
    await screen.choose(await middle(screen, "select"), ["green", "blue"])
    chosen = "[...document.querySelector('select').selectedOptions].map(option => option.text)"
    assert await screen.evaluate(chosen) == ["green", "blue"]


async def test_a_list_is_found_by_its_label_and_under_what_is_drawn_over_it(show: Show) -> None:
    screen = await show(
        """<label>Colour <select id=one><option>red<option>blue</select></label>
        <div style='position:absolute;top:100px;left:0;width:200px;height:40px'><select id=two
        style='position:absolute;width:100%;height:100%'><option>a<option>b</select>
        <div style='position:absolute;inset:0;background:silver'>drawn</div></div>"""
    )
    await screen.choose(Point(10, 10), ["blue"])
    await screen.choose(Point(100, 120), ["b"])
    assert await screen.evaluate("[one.value, two.value]") == ["blue", "b"]


async def test_lists_in_frames_of_another_origin_are_chosen_in(show: Show, site: Site) -> None:
    site.serve("/inner", "<body style='margin:0'><select style='width:200px;height:50px'><option>a<option>b</select>")
    site.serve(
        "/", f"<body style='margin:0'><iframe src='{site.other}/inner' style='margin:80px;border:7px solid'></iframe>"
    )
    screen = await show(site.home)
    await screen.settle()
    await screen.choose(Point(80 + 7 + 196, 80 + 7 + 47), ["b"])
    assert "b" in {node.value for node in await screen.tree()}


async def test_what_is_no_native_list_says_what_it_is(show: Show) -> None:
    screen = await show("<button>Country</button><select disabled><option>a</select>")
    with pytest.raises(NotOperable, match=r'no native list at .* but button "Country"'):
        await screen.choose(await middle(screen, "button"), ["x"])
    with pytest.raises(NotOperable, match="is disabled"):
        await screen.choose(await middle(screen, "select"), ["a"])
