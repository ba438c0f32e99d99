"""Items for all other actions, by their names, with the fields of the action as parameters beside the name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, get_args

from pydantic import BeforeValidator, Field, TypeAdapter, ValidationError, WithJsonSchema, create_model
from pydantic.fields import FieldInfo

from understudy.actions import BUILT_IN, Action, Target
from understudy.script.items import SUBJECT, Doing, Params, milliseconds
from understudy.script.words import REFERENCE, AnyElement

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


class NamedAction(Doing):
    """An action by its name."""

    needs_element = False
    declared: ClassVar[type[Action[Any]]]

    @property
    def first(self) -> str:
        """The field that the subject stands for."""
        return next(iter(self.declared.model_fields), "")

    def params(self) -> Params:
        """The values as they are written, by the names that the action has for them."""
        given = self.model_dump(exclude_none=True, by_alias=True, exclude=set(Doing.model_fields))
        older = _OLDER.get(self.declared.title(), {})
        return {older.get(name, name): milliseconds(one) if name in _TIMES else one for name, one in given.items()}


class Plain(NamedAction):
    """An action without an element: what stands at its name is the first of its parameters."""

    subject: Any = Field(default=None, alias=SUBJECT)

    @property
    def element(self) -> None:
        return None

    def params(self) -> Params:
        beside = {self.first: self.subject} if self.subject not in (None, "") and self.first else {}
        if self.declared.title() == "Wait" and self.key.endswith(("Sleep", "sleep")) and beside:
            beside = {self.first: milliseconds(float(beside[self.first]))}
        return beside | super().params()


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
    has_element = False
    for name, field in action.model_fields.items():
        if _is_target(field.annotation):
            has_element = True
            if name != "target":
                fields[name] = (AnyElement, Field(default=None, description=field.description))
        else:
            fields[name] = (_checked(field), Field(default=None, description=field.description))
    for older, ours in _OLDER.get(action.title(), {}).items():
        kind = AnyElement if _is_target(action.model_fields[ours].annotation) else Any
        fields[f"older_{older}"] = (kind, Field(default=None, alias=older, description=f"What Midscene calls {ours}."))
    base = NamedAction if has_element else Plain
    made = create_model(f"{action.title()}ByName", __base__=base, __doc__=action.__doc__, **fields)
    made.called, made.action, made.declared = keys, action.title(), action
    return made


def _is_target(annotation: Any) -> bool:
    return annotation is Target or Target in get_args(annotation)


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
