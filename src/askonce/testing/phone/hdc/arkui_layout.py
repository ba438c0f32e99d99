"""The windows of the sample phone as `uitest dumpLayout` of HarmonyOS writes them, in pixels."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from askonce.testing.phone.handset import Handset
from askonce.testing.phone.soft_keyboard import PACKAGE as KEYBOARD
from askonce.testing.phone.system_windows import LAUNCHER, SYSTEM

_BUNDLES = {LAUNCHER: "com.ohos.sceneboard", SYSTEM: "com.ohos.systemui", KEYBOARD: "com.huawei.hmos.inputmethod"}
_TYPES = {
    "Button": "Button", "ImageButton": "Button", "TextView": "Text", "EditText": "TextInput", "CheckBox": "Checkbox",
    "Switch": "Toggle", "RadioButton": "Radio", "Spinner": "Select", "ImageView": "Image", "ListView": "List",
    "RecyclerView": "List", "ScrollView": "Scroll", "SurfaceView": "XComponent",
}  # fmt: skip
_DIALOGS = frozenset({"parentPanel", "grant_dialog"})
_SAME = ("checkable", "checked", "clickable", "enabled", "focused", "scrollable", "selected", "bounds", "hint")


def bundle_of(package: str) -> str:
    """What a package of this phone is called on HarmonyOS."""
    return _BUNDLES.get(package, package)


def arkui_layout(xml: str, phone: Handset, width: int, height: int) -> dict[str, Any]:
    """All windows, in one tree."""
    windows = [_node(node, _page(node, phone)) for node in ElementTree.fromstring(xml)]
    return {"attributes": {"bounds": f"[0,0][{width},{height}]", "type": "root", "text": ""}, "children": windows}


def _page(window: Element, phone: Handset) -> dict[str, str]:
    package = window.get("package", "")
    name = phone.activity.name.rpartition(".")[2] if package == phone.package else ""
    return {
        "bundleName": bundle_of(package),
        "abilityName": "EntryAbility",
        "pagePath": f"pages/{name}" if name else "",
    }


def _node(node: Element, extra: dict[str, str] | None = None, *, is_entry: bool = False) -> dict[str, Any]:
    name, identifier = node.get("class", "").rpartition(".")[2], node.get("resource-id", "").rpartition("/")[2]
    kind = "Dialog" if identifier in _DIALOGS else _TYPES.get(name, "ListItem" if is_entry else "Column")
    said, hint = node.get("text", ""), node.get("hint", "")
    facts = {each: node.get(each, "") for each in _SAME} | {
        "type": kind,
        "text": "" if kind == "TextInput" and said == hint else said,
        "description": node.get("content-desc", ""),
        "longClickable": node.get("long-clickable", ""),
        "id": identifier,
        "key": identifier,
        "visible": "true",
    }
    if node.get("password") == "true":
        facts["inputType"] = "Password"
    children = [_node(child, is_entry=kind == "List") for child in node]
    return {"attributes": facts | (extra or {}), "children": children}
