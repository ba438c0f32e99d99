"""The items of a flow that act on the screen. What is read and waited for stands in `query_items`.

An item is a mapping whose one telling key says what it is, with options beside it. Each class names the keys it goes
by; what stands at the key is its `subject`.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, cast

from pydantic import Field, GetJsonSchemaHandler, PrivateAttr, model_validator
from pydantic.json_schema import JsonSchemaValue

from askonce.diagnostics.location import Location
from askonce.items.field_types import (
    Amount,
    AnyElement,
    ConvertHttp,
    DeepThink,
    LocateOptions,
    Milliseconds,
    Paths,
    PromptImage,
    Said,
    TypedText,
    Xpath,
)
from askonce.lazy import dataclass
from askonce.screens.option_fields import AnyText, NoEffect, Section, Words

SUBJECT = "·subject"
"""The alias of what stands at the key: a name that no file holds by chance."""

Params = dict[str, Any]


@dataclass(frozen=True, slots=True)
class StepLimits:
    """What a test says of one of its steps."""

    seconds: float | None = None
    """How long it may take."""
    goes_on: bool = False
    """The flow goes on when it fails, and has failed at its end."""


class Item(Section):
    """What all items have in common."""

    called: ClassVar[tuple[str, ...]] = ()
    """The names by which a script calls it."""
    subject: Any = Field(alias=SUBJECT)
    _place: Location = PrivateAttr(default_factory=Location)
    _key: str = PrivateAttr(default="")
    _limits: StepLimits | None = PrivateAttr(default=None)

    @property
    def place(self) -> Location:
        """Where it stands in the file."""
        return self._place

    @property
    def key(self) -> str:
        """The name it is called by where it stands."""
        return self._key or self.called[0]

    @property
    def limits(self) -> StepLimits | None:
        """How long it may take and whether a failure ends its flow, where a test says so."""
        return self._limits

    def hold_to(self, limits: StepLimits) -> None:
        self._limits = limits

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
    deep_think: DeepThink = None
    """Plan with sub-goals and memories; `unset` leaves it to the settings."""
    effort: Literal["fast", "balance", "deepThink"] | None = None
    """deepThink is the same as deepThink: true; fast and balance plan without it. It is stronger than deepThink."""
    images: list[PromptImage] = Field(default=[])
    """Pictures that the words refer to, where they do not stand beside the prompt."""
    deep_locate: bool | None = None
    """Look twice for each element: first for the section that holds it, then for the element in that section."""
    cacheable: bool | None = None
    """False: neither replayed nor recorded."""
    context: AnyText | None = None
    """Background knowledge for this instruction."""
    name: AnyText | None = None
    """Keep what was said at the end under this name."""
    file_chooser_accept: Paths | None = None
    """Files for the file choosers that open."""
    file_chooser_allowed_dir: Words | None = None
    """The folder that files may come from, also such as the model chooses."""
    ai_action_progress_tips: Annotated[list[str] | None, NoEffect("the progress shows what is really done")] = None

    @classmethod
    def arranged(cls, data: Params) -> Params:
        """An `instruction` beside `aiAct:` is stronger than what stands there, and a `prompt` takes its place."""
        beside = next((name for name in ("instruction", "prompt") if data.get(name)), "")
        if beside == "instruction" or (beside and not data.get(SUBJECT)):
            return {SUBJECT if name == beside else name: value for name, value in data.items() if name != SUBJECT}
        return data

    @property
    def plans_deeply(self) -> bool | None:
        """Whether to plan with sub-goals; None leaves it to the settings."""
        return self.deep_think if self.effort is None else self.effort == "deepThink"

    @property
    def pictures(self) -> list[PromptImage]:
        return self.images or self.subject.images


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
    xpath: Xpath = None
    """An XPath, a CSS selector or a Playwright locator that is asked before anything else."""
    cacheable: bool | None = None
    """False: neither found by what was recorded nor recorded."""
    context: AnyText | None = None
    """Background knowledge for whoever looks for the element."""
    images: list[PromptImage] = Field(default=[])
    """Pictures that the words refer to."""
    convert_http_image_to_base64: ConvertHttp = Field(default=None, alias="convertHttpImage2Base64")
    name: AnyText | None = None
    """Keep what the action tells under this name."""
    file_chooser_accept: Annotated[Paths | None, NoEffect("aiTap and ai open file choosers")] = None

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
        """The element, wherever it is named, with the options that stand beside it: at the key, else as the prompt."""
        return self._element(self.subject or (None if self.prompt else self.locate))

    def _element(self, named: LocateOptions | None) -> LocateOptions | None:
        words = named.prompt if named else self.prompt
        if words is None:
            return None
        kept = set(LocateOptions.model_fields) - {"prompt", *([] if self.images else ["images"])}
        beside = self.model_dump(include=kept, exclude_none=True)
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
    def chooser_files(self) -> Paths | None:
        """What the file chooser gets that it opens."""
        return None

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

    called = ("aiTap", "Tap")
    action = "Tap"
    times: Amount | None = None
    """How often; once by default."""
    file_chooser_accept: Paths | None = None
    """Files for the file chooser that opens."""

    @classmethod
    def arranged(cls, data: Params) -> Params:
        """A mapping under `locate` is stronger than a prompt, unless the element is named in words at the key."""
        data = super().arranged(data)
        locate, beside = data.get("locate"), data.get(SUBJECT)
        if isinstance(locate, dict) and "prompt" in locate and (beside == "" or not isinstance(beside, str | int)):
            return {**data, SUBJECT: None, "prompt": None}
        return data

    @property
    def chooser_files(self) -> Paths | None:
        return self.file_chooser_accept

    def params(self) -> Params:
        return super().params() | {"times": self.times}


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

    called = ("aiClearInput", "ClearInput")
    action = "Clear"
    needs_element = False

    @property
    def performs(self) -> str:
        """Without an element, what has the focus is emptied: nothing is typed into it."""
        return self.action if self.element else "Type"

    def params(self) -> Params:
        return super().params() if self.element else {"text": ""}


Mode = Literal["replace", "clear", "typeOnly", "append"]


class InputItem(ActionItem):
    """Type into a field: `aiInput: the search box` with `value`; or, as before, `aiInput: the text` with `locate`."""

    called = ("aiInput", "Input")
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

    @property
    def element(self) -> LocateOptions | None:
        return self._element(self.locate or self.subject)

    @model_validator(mode="after")
    def _types_something(self) -> InputItem:
        if self.value is None and self.mode != "clear":
            raise ValueError("aiInput has no value: say what to type with value, or empty the field with mode: clear")
        if self.value == "" and self.mode == "replace" and self.element is None:
            raise ValueError("aiInput does not say which field: name it in plain words")
        return self

    @property
    def performs(self) -> str:
        """Emptying a field that is named is an action of its own."""
        return "Clear" if self._empties and self.element else self.action

    @property
    def _empties(self) -> bool:
        return self.mode == "clear" or (self.value == "" and self.mode == "replace")

    def params(self) -> Params:
        if self._empties:
            return super().params() if self.element else {"text": ""}
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
            return {**data, SUBJECT: None, "keyName": beside}
        return data

    @property
    def element(self) -> LocateOptions | None:
        return self._element(self.locate or self.subject)

    @model_validator(mode="after")
    def _names_key(self) -> KeyboardPressItem:
        if not self.key_name:
            raise ValueError("aiKeyboardPress does not say which key: name it with keyName, such as Enter")
        return self

    def params(self) -> Params:
        return super().params() | {"keys": self.key_name}


def milliseconds(value: Any) -> Any:
    """Milliseconds as seconds; a name stays in milliseconds until it has a value."""
    try:
        return float(value) / 1000
    except (TypeError, ValueError):
        return Milliseconds(value) if isinstance(value, str) else value
