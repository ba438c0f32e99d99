"""What makes a script ours: it uses something that Midscene does not have.

In such a script an unknown key is an error. In all others it is a warning, because Midscene ignores it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from askonce.diagnostics.yaml_nodes import YamlList, YamlMapping, YamlNode, YamlScalar
from askonce.items.action_items import NamedAction
from askonce.script.flow_blocks import ITEM_BY_KEY, item_key
from askonce.script.script_targets import kind_of

SECTIONS = frozenset({"vars", "secrets", "allowedHosts", "fake", "desktop"})
"""Keys of the file."""
OPTIONS: Mapping[str, frozenset[str]] = {
    "web": frozenset({"uploadPath", "storageState", "touch", "locale"}),
    "android": frozenset({"uploadPath", "deviceServer", "allowAdbShell"}),
    "ios": frozenset({"url", "sessionCapabilities"}),
    "harmony": frozenset({"uploadPath", "allowHdcShell"}),
    "desktop": frozenset({"app", "window", "accessibility", "env", "uploadPath"}),
    "agent": frozenset({"aiContexts"}),
}
"""Keys of the section of a target, by its kind, and of the agent."""
STRATEGIES = frozenset({"strict", "off"})
"""Ways to use recordings."""
ITEMS = frozenset({"if", "for", "repeat", "while", "program"})
"""Keys of items, beside the actions that Midscene does not have."""
ITEM_OPTIONS = frozenset({"seconds", "factor", "toEnd", "enter"})
"""Keys beside an item."""
MIDSCENE_ACTIONS = frozenset(
    {
        "Tap", "RightClick", "DoubleClick", "Hover", "Input", "ClearInput", "KeyboardPress", "CursorMove", "Scroll",
        "DragAndDrop", "LongPress", "Swipe", "Pinch", "Sleep", "Finalize", "RegisterFileChooserAccept",
        "Navigate", "Reload", "GoBack", "GoForward",
        "Launch", "Terminate", "RunAdbShell", "PullGesture", "AndroidPull", "AndroidLongPress",
        "AndroidBackButton", "AndroidHomeButton", "AndroidRecentAppsButton",
        "RunWdaRequest", "IOSHomeButton", "IOSAppSwitcher",
        "RunHdcShell", "HarmonyBackButton", "HarmonyHomeButton", "HarmonyRecentAppsButton",
        "ListDisplays",
    }
)  # fmt: skip
"""Actions that Midscene knows by these names; all others that ship are ours."""


def is_ours(root: YamlMapping) -> bool:
    """Whether a script uses something that Midscene does not have."""
    return any(name in SECTIONS for name in root.entries) or any(
        _has_addition(name, node) for name, node in root.entries.items()
    )


def _has_addition(name: str, node: YamlNode) -> bool:
    if name == "tasks":
        return any(map(_is_addition, _items(node)))
    kind = kind_of(name)
    own = OPTIONS.get(kind.name if kind else name, frozenset())
    if not isinstance(node, YamlMapping):
        return False
    cache = node.entries.get("cache")
    strategy = cache.entries.get("strategy") if isinstance(cache, YamlMapping) else None
    has_strategy = isinstance(strategy, YamlScalar) and strategy.text in STRATEGIES
    return has_strategy or not own.isdisjoint(node.entries)


def _items(node: YamlNode | None) -> Iterator[YamlMapping]:
    """The items of all tasks. One that holds others is ours, so those need not be looked at."""
    for task in node.items if isinstance(node, YamlList) else ():
        flow = task.entries.get("flow") if isinstance(task, YamlMapping) else None
        for item in flow.items if isinstance(flow, YamlList) else ():
            if isinstance(item, YamlMapping):
                yield item


def _is_addition(item: YamlMapping) -> bool:
    key = item_key(dict.fromkeys(item.entries))
    inner = item.entries.get(key)
    options = {*item.entries, *(inner.entries if isinstance(inner, YamlMapping) else ())}
    return key in ITEMS or _is_own_action(key) or not ITEM_OPTIONS.isdisjoint(options)


def _is_own_action(key: str) -> bool:
    name = key.removeprefix("ai")
    is_named = key in ITEM_BY_KEY and issubclass(ITEM_BY_KEY[key], NamedAction)
    return is_named and name[:1].upper() + name[1:] not in MIDSCENE_ACTIONS
