"""Items for all other actions, by their names, with the fields of the action as parameters beside the name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, cast

from pydantic import (
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    WithJsonSchema,
    create_model,
)
from pydantic.fields import FieldInfo

from askonce.actions import BUILT_IN, Action
from askonce.items.field_types import REFERENCE, AnyElement
from askonce.items.flow_items import (
    SUBJECT,
    ActionItem,
    ClearInputItem,
    DoubleClickItem,
    HoverItem,
    InputItem,
    Item,
    KeyboardPressItem,
    LongPressItem,
    Params,
    RightClickItem,
    TapItem,
    milliseconds,
)
from askonce.items.gesture_items import CursorMoveItem, DragAndDropItem, PinchItem, PullGestureItem, ScrollItem
from askonce.screens.option_fields import AnyText

ACTION_ITEMS: tuple[type[ActionItem], ...] = (
    TapItem, InputItem, HoverItem, RightClickItem, DoubleClickItem, LongPressItem, ClearInputItem, KeyboardPressItem,
    CursorMoveItem, ScrollItem, DragAndDropItem, PinchItem, PullGestureItem,
)  # fmt: skip
_OLDER: dict[str, dict[str, str]] = {
    "Launch": {"uri": "app"},
    "Terminate": {"uri": "app"},
    "Navigate": {"uri": "url"},
    "Wait": {"timeMs": "seconds"},
    "Swipe": {"start": "target", "duration": "seconds"},
    "Type": {"value": "text"},
    "Press": {"keyName": "keys"},
    "Drag": {"from": "start", "to": "end"},
    "LongPress": {"duration": "seconds"},
    "RunAdbShell": {"timeout": "seconds"},
}
"""What Midscene calls parameters of ours; its times are in milliseconds."""
_TIMES = {"timeMs", "duration", "timeout"}
_ENDLESS = 10
"""How often Midscene repeats what is to be repeated without end."""
_LOWER = {"Launch", "Terminate", "RunAdbShell"}
"""Those that are also written with a small letter."""
_BY_TIME = {"Sleep", "aiSleep"}
"""Names under which a time stands in milliseconds at the key itself."""


class NamedAction(ActionItem):
    """An action by its name."""

    needs_element = False
    declared: ClassVar[type[Action[Any]]]
    own: ClassVar[tuple[str, ...]]
    """The fields that are parameters of the action."""

    @property
    def _first(self) -> str:
        """The parameter that the text at the key stands for, where it is not the element: `Press: Enter`."""
        fields, elements = self.declared.model_fields, self.declared.target_fields()
        required = next((name for name, field in fields.items() if field.is_required() and name not in elements), "")
        return required if required and self.subject and required not in self._written else ""

    @property
    def _written(self) -> Params:
        """What stands beside the key."""
        older = _OLDER.get(self.declared.title(), {})
        fields = type(self).model_fields
        given = {fields[name].alias or name: getattr(self, name) for name in self.own}
        values = {name: milliseconds(value) if name in _TIMES else value for name, value in given.items()}
        return {older.get(name, name): value for name, value in values.items() if value is not None}

    def params(self) -> Params:
        if self._first and self.subject:
            return self._written | {self._first: self.subject.prompt}
        own = next(iter(self.declared.target_fields()), "")
        return self._written | ({own: self.element} if own and self.element else {})


class SwipeItem(NamedAction):
    """A swipe in a direction, or from one element to another."""

    end: AnyElement = None
    """Where to end, in place of a direction."""
    repeat: int = Field(default=1, ge=0, le=50)
    """How often; 0 for ten times."""

    @property
    def repetitions(self) -> int:
        return self.repeat or _ENDLESS

    @property
    def performs(self) -> str:
        return "SwipeTo" if self.end else self.action

    @property
    def _first(self) -> str:
        return "" if self.end else super()._first

    def params(self) -> Params:
        given = super().params()
        if self.end is None:
            return given
        return {"start": given.get("target"), "end": self.end, "seconds": given.get("seconds")}


class Plain(NamedAction):
    """An action without an element: what stands at its name is the first of its parameters."""

    subject: Any = Field(default=None, alias=SUBJECT)

    @property
    def element(self) -> None:
        return None

    def params(self) -> Params:
        first = next(iter(self.declared.model_fields), "")
        if self.key in _BY_TIME:
            return {first: milliseconds(self.subject or 1000), **self._written}
        beside = {first: self.subject} if self.subject not in (None, "") and first else {}
        return beside | self._written


class OwnAction(Item):
    """An action of the user's own, on a screen of the user's own."""

    model_config = ConfigDict(extra="allow")
    subject: Any = Field(default=None, alias=SUBJECT)
    name: AnyText | None = None

    @classmethod
    def arranged(cls, data: Params) -> Params:
        first = next(iter(data), "")
        return {SUBJECT if name == first else name: value for name, value in data.items()}

    def params(self) -> Params:
        subject: object = self.subject
        inner = cast("Params", subject) if isinstance(subject, dict) else {}
        words = {"target": subject} if isinstance(subject, str) and subject else {}
        return {**words, **inner, **(self.model_extra or {})}


def _named_actions() -> Iterator[type[NamedAction]]:
    """An item for each action that ships, under all its names that no other item has."""
    taken = {key for item in ACTION_ITEMS for key in item.called}
    for action in BUILT_IN:
        names = [name for name in (action.title(), *action.also) if name.isidentifier()]
        lower = [name[0].lower() + name[1:] for name in names] if action.title() in _LOWER else []
        keys = [key for key in (*names, *(f"ai{name}" for name in names), *lower) if key not in taken]
        taken |= set(keys)
        if keys:
            yield _item(action, tuple(dict.fromkeys(keys)))


def _item(action: type[Action[Any]], keys: tuple[str, ...]) -> type[NamedAction]:
    fields: dict[str, Any] = {}
    elements = action.target_fields()
    for name, field in action.model_fields.items():
        if name in elements:
            if name != "target":
                fields[name] = (AnyElement, Field(default=None, description=field.description))
        else:
            fields[name] = (_checked(field), Field(default=None, description=field.description))
    for older, ours in _OLDER.get(action.title(), {}).items():
        kind = AnyElement if ours in elements else Any
        fields[f"older_{older}"] = (kind, Field(default=None, alias=older, description=f"What Midscene calls {ours}."))
    base = SwipeItem if action.title() == "Swipe" else NamedAction if elements else Plain
    made = create_model(f"{action.title()}ByName", __base__=base, __doc__=action.__doc__, **fields)
    made.called, made.action, made.declared, made.own = keys, action.title(), action, tuple(fields)
    made.typed = tuple(action.typed_fields())
    return made


def _checked(field: FieldInfo) -> Any:
    """The type of a parameter: as the action declares it, or a name in braces."""
    kind: Any = Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation
    declared: TypeAdapter[Any] = TypeAdapter(kind)

    def check(value: object) -> object:
        if value is None or (isinstance(value, str) and REFERENCE.search(value)):
            return value
        try:
            declared.validate_python(value)
        except ValidationError as error:
            raise ValueError(re.sub(r"^Input ", "this ", error.errors()[0]["msg"])) from None
        return value

    schema = declared.json_schema()
    slot = {"type": "string", "pattern": r"\{"}
    return Annotated[Any, BeforeValidator(check), WithJsonSchema({"anyOf": [schema, slot]})]


NAMED_ACTIONS = tuple(_named_actions())
"""An item for each action that ships."""
ACTION_BY_KEY = {key: item for item in (*ACTION_ITEMS, *NAMED_ACTIONS) for key in item.called}
