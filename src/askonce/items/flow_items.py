"""The items of a flow that act on the screen. What is read and waited for stands in `query_items`.

An item is a mapping whose one telling key says what it is, with options beside it. Each class names the keys it goes
by; what stands at the key is its `subject`.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, cast

from pydantic import Field, GetJsonSchemaHandler, PrivateAttr, model_validator
from pydantic.json_schema import JsonSchemaValue

from askonce.diagnostics.location import Location
from askonce.items.field_types import Amount, AnyElement, Element, LocateOptions, Said, TypedText
from askonce.screens.option_fields import AnyText, NoEffect, NotSupported, Section, Words

SUBJECT = "·subject"
"""The alias of what stands at the key: a name that no file holds by chance."""

Params = dict[str, Any]


class Item(Section):
    """What all items have in common."""

    called: ClassVar[tuple[str, ...]] = ()
    """The names by which a script calls it."""
    subject: Any = Field(alias=SUBJECT)
    _place: Location = PrivateAttr(default_factory=Location)
    _key: str = PrivateAttr(default="")

    @property
    def place(self) -> Location:
        """Where it stands in the file."""
        return self._place

    @property
    def key(self) -> str:
        """The name it is called by where it stands."""
        return self._key or self.called[0]

    def put(self, place: Location, key: str) -> None:
        """Tell it where it stands and how it is called there."""
        self._place, self._key = place, key

    @model_validator(mode="before")
    @classmethod
    def _take_subject(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        fields = cast("Params", data)
        key = next((name for name in fields if name in cls.called), "")
        return cls.arranged({SUBJECT if name == key else name: value for name, value in fields.items()})

    @classmethod
    def arranged(cls, data: Params) -> Params:
        """The same, where several ways of writing say it."""
        return data

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: Any, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """In files the subject goes by the keys."""
        schema = handler.resolve_ref_schema(super().__get_pydantic_json_schema__(core_schema, handler))
        properties: dict[str, Any] = schema["properties"]
        subject = properties.pop(SUBJECT)
        subject.pop("title", None)
        schema["properties"] = dict.fromkeys(cls.called, subject) | properties
        others = [name for name in schema.pop("required", []) if name != SUBJECT]
        if len(cls.called) == 1:
            schema["required"] = [cls.called[0], *others]
            return schema
        schema["oneOf"] = [{"required": [key]} for key in cls.called]
        return schema | ({"required": others} if others else {})


# ---- instructions and actions


class ActItem(Item):
    """Carry out an instruction in plain words, looking at the screen after each step."""

    called = ("ai", "aiAct", "aiAction")
    subject: Said = Field(alias=SUBJECT)
    deep_think: bool | None = None
    """Plan with sub-goals and memories."""
    deep_locate: Annotated[bool | None, NoEffect("it has an effect on single actions alone")] = None
    cacheable: bool | None = None
    """False: neither replayed nor recorded."""
    context: AnyText | None = None
    """Background knowledge for this instruction."""
    name: AnyText | None = None
    """Keep what was said at the end under this name."""
    file_chooser_accept: Annotated[str | list[str] | None, NotSupported("use Upload")] = None
    ai_action_progress_tips: Annotated[list[str] | None, NoEffect("the progress shows what is really done")] = None

    @classmethod
    def arranged(cls, data: Params) -> Params:
        """`aiAct:` with a `prompt` or an `instruction` beside it."""
        beside = next((name for name in ("instruction", "prompt") if data.get(name)), "")
        if beside and not data.get(SUBJECT):
            return {SUBJECT if name == beside else name: value for name, value in data.items() if name != SUBJECT}
        return data


class ActionItem(Item):
    """An action on an element that is named at the key, or under locate."""

    action: ClassVar[str]
    typed: ClassVar[tuple[str, ...]] = ()
    """The parameters that are typed, so that secrets may stand in them."""
    needs_element: ClassVar[bool] = True
    subject: AnyElement = Field(alias=SUBJECT)
    locate: AnyElement = None
    """The element, where it is not named at the key."""
    prompt: Words | None = None
    """The same in words alone."""
    deep_locate: bool | None = None
    """Look twice: first for the section that holds the element, then for the element in that section."""
    deep_think: bool | None = None
    """The older name of deepLocate."""
    xpath: AnyText | None = None
    """An XPath, a CSS selector or a Playwright locator that is asked before anything else."""
    cacheable: bool | None = None
    """False: neither found by what was recorded nor recorded."""
    context: AnyText | None = None
    """Background knowledge for whoever looks for the element."""
    name: AnyText | None = None
    """Keep what the action tells under this name."""
    file_chooser_accept: Annotated[str | list[str] | None, NotSupported("use Upload")] = None

    @classmethod
    def arranged(cls, data: Params) -> Params:
        """`aiTap: {locate: …, name: …}` says the same as keys beside `aiTap:`."""
        inner = data.get(SUBJECT)
        own = {field.alias for field in LocateOptions.model_fields.values()}
        if not isinstance(inner, dict) or cast("Params", inner).keys() <= own:
            return data
        return {SUBJECT: None, **cast("Params", inner), **{key: value for key, value in data.items() if key != SUBJECT}}

    @property
    def element(self) -> LocateOptions | None:
        """The element, wherever it is named, with the options that stand beside it."""
        named = self.subject or self.locate
        words = named.prompt if named else self.prompt
        if words is None:
            return None
        beside = self.model_dump(include=set(LocateOptions.model_fields) - {"prompt", "images"}, exclude_none=True)
        held = named.model_dump(exclude_none=True) if named else {"prompt": words}
        return LocateOptions.model_validate(
            {_camel(LocateOptions, name): value for name, value in (held | beside).items()}
        )

    @model_validator(mode="after")
    def _names_element(self) -> ActionItem:
        if self.needs_element and self.element is None:
            raise ValueError(f"{self.called[0]} does not say which element: name it in plain words")
        return self

    @property
    def performs(self) -> str:
        """The action that it is, as it is written."""
        return self.action

    @property
    def repetitions(self) -> int:
        """How often the action is performed."""
        return 1

    def params(self) -> Params:
        """The parameters by the names that the action has for them; None is not said."""
        return {"target": self.element}


def _camel(section: type[Section], name: str) -> str:
    return section.model_fields[name].alias or name


class TapItem(ActionItem):
    """Click or tap an element."""

    called = ("aiTap",)
    action = "Tap"


class HoverItem(ActionItem):
    """Move the cursor onto an element."""

    called = ("aiHover",)
    action = "Hover"


class RightClickItem(ActionItem):
    """Right-click an element."""

    called = ("aiRightClick",)
    action = "RightTap"


class DoubleClickItem(ActionItem):
    """Double-click an element."""

    called = ("aiDoubleClick",)
    action = "DoubleTap"


class LongPressItem(ActionItem):
    """Press an element and hold it."""

    called = ("aiLongPress",)
    action = "LongPress"
    duration: Amount | None = None
    """How long, in milliseconds; 800 by default."""
    seconds: Amount | None = None
    """How long, in seconds."""

    def params(self) -> Params:
        return super().params() | {"seconds": self.seconds if self.duration is None else milliseconds(self.duration)}


class ClearInputItem(ActionItem):
    """Empty a field."""

    called = ("aiClearInput",)
    action = "Clear"


Mode = Literal["replace", "clear", "typeOnly", "append"]


class InputItem(ActionItem):
    """Type into a field: `aiInput: the search box` with `value`; or, as before, `aiInput: the text` with `locate`."""

    called = ("aiInput",)
    action = "Type"
    typed = ("text",)
    needs_element = False
    value: TypedText | None = None
    """What is typed; nothing empties the field."""
    mode: Mode = "replace"
    """replace what is in the field, append to it, typeOnly at the cursor, or clear the field and type nothing."""
    auto_dismiss_keyboard: Annotated[bool | None, NoEffect("set it for all fields, under android")] = None
    keyboard_type_delay: Amount | None = None
    """Milliseconds between the keys."""
    input_strategy: Annotated[AnyText | None, NoEffect()] = None

    @classmethod
    def arranged(cls, data: Params) -> Params:
        data = super().arranged(data)
        beside = data.get(SUBJECT)
        if data.get("locate") and isinstance(beside, str | int | float) and beside != "":
            return {**data, SUBJECT: None, "value": beside}
        return data

    @model_validator(mode="after")
    def _types_something(self) -> InputItem:
        if self.value is None and self.mode != "clear":
            raise ValueError("aiInput has no value: say what to type with value, or empty the field with mode: clear")
        if (self.mode == "clear" or self.value == "") and self.element is None:
            raise ValueError("aiInput does not say which field: name it in plain words")
        return self

    @property
    def performs(self) -> str:
        """Emptying a field is an action of its own."""
        return "Clear" if self.mode == "clear" or (self.value == "" and self.mode == "replace") else self.action

    def params(self) -> Params:
        if self.performs == "Clear":
            return super().params()
        delay = None if self.keyboard_type_delay is None else milliseconds(self.keyboard_type_delay)
        mode = None if self.mode == "replace" else "append"
        return super().params() | {"text": self.value, "mode": mode, "delay": delay}


class KeyboardPressItem(ActionItem):
    """Press a key: `aiKeyboardPress: the search box` with `keyName`; or, as before, the key itself."""

    called = ("aiKeyboardPress",)
    action = "Press"
    needs_element = False
    key_name: AnyText | list[AnyText] | None = None
    """A key or a combination, such as Enter or Control+A."""

    @classmethod
    def arranged(cls, data: Params) -> Params:
        data = super().arranged(data)
        beside = data.get(SUBJECT)
        is_key = isinstance(beside, str | int) and beside != ""
        if is_key and (data.get("locate") or not data.get("keyName")):
            return {**data, SUBJECT: None, "keyName": data.get("keyName") or beside}
        return data

    @model_validator(mode="after")
    def _names_key(self) -> KeyboardPressItem:
        if not self.key_name:
            raise ValueError("aiKeyboardPress does not say which key: name it with keyName, such as Enter")
        return self

    def params(self) -> Params:
        return super().params() | {"keys": self.key_name}


class CursorMoveItem(ActionItem):
    """Move the text cursor."""

    called = ("CursorMove", "aiCursorMove")
    action = "Press"
    needs_element = False
    direction: Literal["left", "right"]
    times: Amount | None = None
    """How often; once by default."""

    def params(self) -> Params:
        return {"keys": f"Arrow{self.direction.title()}", "times": self.times}


ENDS = {
    "scrollToBottom": "down", "untilBottom": "down", "scrollToTop": "up", "untilTop": "up",
    "scrollToRight": "right", "untilRight": "right", "scrollToLeft": "left", "untilLeft": "left",
}  # fmt: skip
Direction = Literal["down", "up", "right", "left"]
ScrollType = Literal[
    "singleAction", "scrollToBottom", "scrollToTop", "scrollToRight", "scrollToLeft",
    "once", "untilBottom", "untilTop", "untilRight", "untilLeft",
]  # fmt: skip


class ScrollItem(ActionItem):
    """Scroll the page, or the element that is named."""

    called = ("aiScroll",)
    action = "Scroll"
    needs_element = False
    direction: Direction = "down"
    scroll_type: ScrollType = "singleAction"
    """Once, or as far as it goes in one direction; once, untilBottom and so on are the older names."""
    distance: Amount | None = None
    """Pixels; most of a screenful by default."""

    def params(self) -> Params:
        if self.scroll_type in ENDS:
            return super().params() | {"direction": ENDS[self.scroll_type], "to_end": True}
        return super().params() | {"direction": self.direction, "distance": self.distance}


class DragAndDropItem(ActionItem):
    """Drag one element onto another."""

    called = ("aiDragAndDrop",)
    action = "Drag"
    needs_element = False
    start: AnyElement = Field(default=None, alias="from")
    """What is dragged, where it is not named at the key."""
    end: Element = Field(alias="to")
    """Where it is dropped."""

    @model_validator(mode="after")
    def _names_both(self) -> DragAndDropItem:
        if self.start is None and self.element is None:
            raise ValueError("aiDragAndDrop does not say what to drag: name it with from")
        return self

    def params(self) -> Params:
        return {"start": self.start or self.element, "end": self.end}


class PinchItem(ActionItem):
    """Zoom with two fingers, on a screen that is touched."""

    called = ("aiPinch",)
    action = "Pinch"
    needs_element = False
    direction: Literal["in", "out"] | None = None
    """Fingers together (in) or apart (out)."""
    factor: Amount | None = None
    """Above 1 zooms in, below 1 out; 2 for out and 0.5 for in by default."""
    distance: Annotated[Amount | None, NoEffect("the factor says how far")] = None
    duration: Annotated[Amount | None, NoEffect()] = None

    @model_validator(mode="after")
    def _says_how(self) -> PinchItem:
        if self.direction is None and self.factor is None:
            raise ValueError("aiPinch does not say how: direction is in or out")
        return self

    def params(self) -> Params:
        factor = self.factor if self.factor is not None else {"in": 0.5, "out": 2.0}[self.direction or "out"]
        return super().params() | {"factor": factor}


class PullGestureItem(ActionItem):
    """Pull the content down, as to refresh it, or up: a finger that slides, on a screen that is touched."""

    called = ("PullGesture", "AndroidPull", "aiPullGesture")
    action = "Swipe"
    needs_element = False
    direction: Literal["down", "up"]
    """Where the finger moves."""
    distance: Amount | None = None
    """Pixels; half of the screen by default."""
    duration: Amount | None = None
    """How long, in milliseconds; 300 by default."""

    def params(self) -> Params:
        seconds = None if self.duration is None else milliseconds(self.duration)
        return super().params() | {"direction": self.direction, "distance": self.distance, "seconds": seconds}


ACTION_ITEMS: tuple[type[ActionItem], ...] = (
    TapItem, InputItem, HoverItem, RightClickItem, DoubleClickItem, LongPressItem, ClearInputItem, KeyboardPressItem,
    CursorMoveItem, ScrollItem, DragAndDropItem, PinchItem, PullGestureItem,
)  # fmt: skip


def milliseconds(value: Any) -> Any:
    """Milliseconds as seconds; a name is filled in before it is counted with."""
    try:
        return float(value) / 1000
    except (TypeError, ValueError):
        return value
