"""Items for all other actions, by their names, with the fields of the action as parameters beside the name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, cast

from pydantic import BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError, WithJsonSchema, create_model
from pydantic.fields import FieldInfo

from askonce.actions import BUILT_IN, Action
from askonce.screens.option_fields import AnyText
from askonce.script.field_types import REFERENCE, AnyElement, LocateOptions
from askonce.script.flow_items import SUBJECT, ActionItem, Item, Params, milliseconds

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
}
"""What Midscene calls parameters of ours; its times are in milliseconds."""
_TIMES = {"timeMs", "duration"}
_BY_TIME = {"Sleep", "aiSleep"}
"""Names under which a time stands in milliseconds at the key itself."""


class NamedAction(ActionItem):
    """An action by its name."""

    needs_element = False
    declared: ClassVar[type[Action[Any]]]

    @classmethod
    def is_element(cls, name: str) -> bool:
        """Whether a parameter is something on the screen."""
        return name in cls.declared.target_fields()

    @classmethod
    def is_typed(cls, name: str) -> bool:
        """Whether a parameter is a text that is typed, so that secrets may stand in it."""
        return name in cls.declared.typed_fields()

    def elements(self) -> dict[str, LocateOptions]:
        """What is named at the key or under locate, by the parameter that it is."""
        own = next(iter(self.declared.target_fields()), "")
        element = self.element
        return {own: element} if own and element and not self._first else {}

    @property
    def _first(self) -> str:
        """The parameter that the text at the key stands for, where it is not the element: `Press: Enter`."""
        fields = self.declared.model_fields
        required = next((name for name, one in fields.items() if one.is_required() and not self.is_element(name)), "")
        return required if required and self.subject and required not in self._written else ""

    @property
    def _written(self) -> Params:
        given = self.model_dump(exclude_none=True, by_alias=True, exclude=set(ActionItem.model_fields))
        older = _OLDER.get(self.declared.title(), {})
        return {older.get(name, name): milliseconds(one) if name in _TIMES else one for name, one in given.items()}

    def params(self) -> Params:
        """The values as they are written, by the names that the action has for them."""
        return self._written | ({self._first: self.subject.prompt} if self._first and self.subject else {})


class Plain(NamedAction):
    """An action without an element: what stands at its name is the first of its parameters."""

    subject: Any = Field(default=None, alias=SUBJECT)

    @property
    def element(self) -> None:
        return None

    def params(self) -> Params:
        first = next(iter(self.declared.model_fields), "")
        beside = {first: self.subject} if self.subject not in (None, "") and first else {}
        if self.key in _BY_TIME and isinstance(self.subject, int | float):
            beside = {first: milliseconds(self.subject)}
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


def named_actions(taken: set[str]) -> Iterator[type[NamedAction]]:
    """An item for each action that ships, under all its names but those that are `taken`."""
    for action in BUILT_IN:
        names = [name for name in (action.title(), *action.also) if name.isidentifier()]
        lower = [name[0].lower() + name[1:] for name in names] if action.title() in {"Launch", "Terminate"} else []
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
    base = NamedAction if elements else Plain
    made = create_model(f"{action.title()}ByName", __base__=base, __doc__=action.__doc__, **fields)
    made.called, made.action, made.declared = keys, action.title(), action
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
    slot = {"type": "string", "pattern": r"[{$]"}
    return Annotated[Any, BeforeValidator(check), WithJsonSchema({"anyOf": [schema, slot]})]
