"""The elements of a phone out of the XML of its accessibility service."""

from __future__ import annotations

from html import escape

import pytest

from askonce.errors import ScreenError
from askonce.geometry import Box, Size
from askonce.prompts.element_list import list_elements
from askonce.screens import Node, Tree
from askonce.screens.android.hierarchy import read_hierarchy
from askonce.screens.carried_numbers import CarriedNumbers
from askonce.screens.phones.phone_elements import build_tree

KEYBOARD = "com.example.keys"


def widget(kind: str, *inner: str, bounds: str = "[0,0][720,100]", **attributes: str) -> str:
    given = {"class": kind, "bounds": bounds, "package": "com.example.app", "enabled": "true"}
    given |= {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
    written = " ".join(f'{name}="{escape(value)}"' for name, value in given.items())
    return f"<node {written}>{''.join(inner)}</node>"


def tree_of(*windows: str, numbers: CarriedNumbers | None = None) -> Tree:
    xml = f"<?xml version='1.0' encoding='UTF-8'?><hierarchy rotation=\"0\">{''.join(windows)}</hierarchy>"
    read = read_hierarchy(xml, KEYBOARD)
    return build_tree(read, numbers or CarriedNumbers(), Size(360, 800), 2.0, "android://device/com.example.app/.Main")


def only(tree: Tree) -> Node:
    (node,) = tree.nodes
    return node


def test_a_button_has_its_role_name_and_place_in_screen_units() -> None:
    node = only(tree_of(widget("android.widget.Button", text="Save", bounds="[20,40][220,120]", clickable="true")))
    assert (node.role, node.name, node.actionable) == ("button", "Save", True)
    assert node.box == Box(10, 20, 100, 40)


def test_what_is_touched_as_a_whole_is_named_by_what_it_shows() -> None:
    texts = (widget("android.widget.TextView", text=text) for text in ("Ann", "+1 555"))
    row = widget("android.widget.LinearLayout", *texts, clickable="true")
    node = only(tree_of(row))
    assert (node.role, node.name) == ("button", "Ann +1 555")


def test_a_text_that_is_touched_is_a_button() -> None:
    assert only(tree_of(widget("android.widget.TextView", text="Contacts", clickable="true"))).role == "button"
    assert only(tree_of(widget("android.widget.TextView", text="Contacts"))).role == "text"


def test_entries_of_a_list_are_its_entries_and_what_is_touched_in_them_stays_apart() -> None:
    row = widget(
        "android.widget.LinearLayout",
        widget("android.widget.TextView", text="Ann"),
        widget("android.widget.ImageButton", content_desc="Delete", clickable="true"),
    )
    nodes = tree_of(widget("androidx.recyclerview.widget.RecyclerView", row, scrollable="true")).nodes
    assert [(node.role, node.words) for node in nodes] == [
        ("list", ""), ("listitem", ""), ("text", "Ann"), ("button", "Delete"),
    ]  # fmt: skip
    assert [node.parent for node in nodes] == [None, nodes[0].number, nodes[1].number, nodes[1].number]


def test_more_below_is_known_where_something_scrolls_and_not_how_much() -> None:
    listed = tree_of(widget("android.widget.ListView", scrollable="true"))
    assert listed.goes_on_below
    assert listed.goes_on_above, "nobody knows how far it was scrolled already"
    assert listed.below == 0
    assert not tree_of(widget("android.widget.ListView")).goes_on_below


def test_an_entry_is_called_by_its_title_and_what_else_it_says_stands_in_it() -> None:
    row = widget(
        "android.widget.LinearLayout",
        widget("android.widget.TextView", text="Coffee"),
        widget("android.widget.TextView", text="$4.50"),
        clickable="true",
    )
    tree = tree_of(widget("androidx.recyclerview.widget.RecyclerView", row))
    assert [(node.role, node.words) for node in tree] == [("list", ""), ("listitem", "Coffee"), ("text", "$4.50")]
    assert tree.nodes[2].parent == tree.nodes[1].number


def test_what_is_only_read_is_told_to_a_planner() -> None:
    tree = tree_of(widget("android.widget.TextView", text="Saved"))
    assert (only(tree).name, only(tree).text) == ("", "Saved")
    assert 'text "Saved"' in list_elements(tree)


def test_the_hint_of_an_empty_field_is_no_value() -> None:
    empty = only(tree_of(widget("android.widget.EditText", text="Name", hint="Name", clickable="true")))
    assert (empty.name, empty.value) == ("Name", "")
    filled = only(tree_of(widget("android.widget.EditText", text="Ann", hint="Name", clickable="true")))
    assert (filled.name, filled.value) == ("Name", "Ann")


def test_a_control_without_words_is_named_by_its_id_as_a_guess() -> None:
    node = only(tree_of(widget("android.widget.ImageButton", resource_id="a.b:id/addContact_fab", clickable="true")))
    assert node.name == "add contact fab"
    assert node.shown == ""
    assert node.attributes["id"] == "addContact_fab"


def test_states_are_read() -> None:
    node = only(
        tree_of(
            widget(
                "android.widget.CheckBox", text="Agree", checkable="true", checked="true", enabled="false",
                clickable="true",
            )
        )
    )  # fmt: skip
    assert node.states == {"checked", "disabled"}


def test_what_lies_under_the_keyboard_is_covered_and_its_keys_are_no_elements() -> None:
    keys = widget("android.widget.FrameLayout", bounds="[0,1000][720,1600]", package=KEYBOARD)
    save = widget("android.widget.Button", text="Save", bounds="[0,1200][200,1300]", clickable="true")
    name = widget("android.widget.Button", text="Name", bounds="[0,200][200,300]", clickable="true")
    tree = tree_of(widget("android.widget.FrameLayout", save, name), keys)
    assert {node.name: "covered" in node.states for node in tree} == {"Save": True, "Name": False}


def test_elements_keep_their_numbers_while_a_field_is_typed_into() -> None:
    numbers = CarriedNumbers()

    def field(text: str) -> Tree:
        return tree_of(widget("android.widget.EditText", text=text, hint="Name", clickable="true"), numbers=numbers)

    assert only(field("Name")).number == only(field("Ann")).number


def test_characters_that_no_xml_can_hold_do_not_spoil_the_rest() -> None:
    spoilt = widget("android.widget.TextView", text="Ann").replace("Ann", "A\x07nn&#11;")
    assert only(tree_of(spoilt)).text == "Ann"


def test_what_is_no_xml_is_an_error() -> None:
    with pytest.raises(ScreenError, match="cannot be read"):
        read_hierarchy("<hierarchy")


def test_what_is_out_of_view_is_left_out() -> None:
    assert not tree_of(widget("android.widget.Button", text="Far", bounds="[0,1700][200,1800]", clickable="true")).nodes


def test_no_number_moves_to_the_button_of_another_entry() -> None:
    numbers = CarriedNumbers()

    def listed(*names: str) -> dict[str, int]:
        rows = (
            widget(
                "android.widget.LinearLayout",
                widget("android.widget.TextView", text=name),
                widget("android.widget.ImageButton", content_desc="Delete", clickable="true"),
            )
            for name in names
        )
        tree = tree_of(widget("android.widget.ListView", *rows), numbers=numbers)
        found = [node.number for node in tree if node.name == "Delete"]
        return dict(zip(names, found, strict=True))

    before, after = listed("Milk", "Bread", "Eggs"), listed("Tea", "Milk", "Bread")
    assert after["Milk"] == before["Milk"]
    assert after["Bread"] == before["Bread"]
    assert after["Tea"] not in before.values()


def test_what_is_on_another_display_is_left_out() -> None:
    assert not tree_of(widget("android.widget.Button", text="Pay", clickable="true", display_id="2")).nodes


def test_what_a_notification_hangs_over_is_covered_by_it_and_the_rest_is_not() -> None:
    buttons = [
        widget("android.widget.Button", text=name, bounds=bounds, clickable="true")
        for name, bounds in (("Save", "[500,60][700,140]"), ("Delete", "[500,800][700,900]"))
    ]
    app = widget("android.widget.FrameLayout", *buttons, bounds="[0,48][720,1504]")
    card = widget(
        "android.view.View",
        text="Battery low",
        bounds="[0,48][720,240]",
        clickable="true",
        package="com.android.systemui",
    )
    system = widget("android.widget.FrameLayout", card, bounds="[0,0][720,1600]", package="com.android.systemui")
    nodes = {node.name: node for node in tree_of(app, system)}
    assert "covered" in nodes["Save"].states
    assert nodes["Save"].attributes["covered by"] == 'button "Battery low"'
    assert nodes["Save"].cover == nodes["Battery low"].number
    assert not nodes["Delete"].states | nodes["Battery low"].states


def test_a_popup_in_front_covers_the_window_that_is_told_after_it() -> None:
    popup = widget("android.widget.Button", text="Rename", bounds="[0,0][720,100]", clickable="true")
    app = widget("android.widget.Button", text="Save", bounds="[0,0][720,100]", clickable="true")
    assert [sorted(node.states) for node in tree_of(popup, app)] == [[], ["covered"]]


@pytest.mark.parametrize("kind", ["android.view.SurfaceView", "android.webkit.WebView"])
def test_a_surface_of_which_nothing_is_told_is_a_picture(kind: str) -> None:
    node = only(tree_of(widget("android.widget.FrameLayout", widget(kind, bounds="[0,0][720,1400]"))))
    assert (node.role, node.name, "surface" in node.attributes) == ("img", "", True)


def test_a_page_that_tells_its_elements_is_no_picture() -> None:
    text = widget("android.widget.TextView", text="Prices")
    assert not any("surface" in node.attributes for node in tree_of(widget("android.webkit.WebView", text)))


def test_a_window_without_any_elements_is_a_picture() -> None:
    assert only(tree_of(widget("android.view.View", bounds="[0,48][720,1504]"))).attributes["surface"]


@pytest.mark.parametrize(
    ("panel", "title"),
    [
        ("android:id/parentPanel", "android:id/alertTitle"),
        ("com.example.app:id/parentPanel", "com.example.app:id/alertTitle"),
        ("com.android.permissioncontroller:id/grant_dialog", "com.android.permissioncontroller:id/permission_message"),
    ],
)
def test_what_asks_or_tells_before_anything_else_is_a_dialog_with_its_title(panel: str, title: str) -> None:
    said = widget("android.widget.TextView", text="Delete it?", resource_id=title)
    yes = widget("android.widget.Button", text="Delete", clickable="true")
    dialog = widget("android.widget.LinearLayout", said, yes, resource_id=panel)
    outer, _, button = tree_of(widget("android.widget.FrameLayout", dialog)).nodes
    assert (outer.role, outer.name) == ("dialog", "Delete it?")
    assert (button.name, button.parent) == ("Delete", outer.number)
