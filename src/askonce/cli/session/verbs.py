"""A command for each tool, made from its declaration: required fields are positional, the rest are options."""

from __future__ import annotations

import inspect
import json
import types
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin

import typer
from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from typer.core import TyperCommand

from askonce.actions import BUILT_IN, Action, Target
from askonce.agent.call_timeout import checked
from askonce.cli.commands.options import Json, Out, Secrets, SessionName
from askonce.cli.help import Commands
from askonce.cli.interrupts import exit_with
from askonce.cli.session.verb_examples import EXAMPLES, FIELD_HELP, GIVES
from askonce.diagnostics.invalid_fields import invalid_fields
from askonce.errors import ConfigError
from askonce.lazy import dataclass
from askonce.tools import action_tools
from askonce.tools.screen_tools import SCREEN_TOOLS
from askonce.tools.tool_arguments import TIMEOUT_NOTE
from askonce.tools.tool_targets import TARGET_NOTE

Tool = type[BaseModel]

ELSEWHERE = frozenset({"act", "check", "run_program", "report"})
"""Tools that other commands cover: `act`, `check`, `run`, `session report`."""
PLAIN = frozenset({"elements", "evaluate"})
"""Commands whose words are taken literally, without {NAME} values."""
VALUES = "values"
OUT = "out"
TIMEOUT = "timeout"

Var = Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="The value of {NAME} in the words.")]

Timeout = Annotated[float | None, typer.Option(metavar="SECONDS", help=f"{TIMEOUT_NOTE[0].upper()}{TIMEOUT_NOTE[1:]}.")]


def tools() -> Mapping[str, Tool]:
    """The tools with a command for kept sessions, by command name."""
    named: dict[str, Tool] = {name: tool for name, tool in SCREEN_TOOLS.items() if name not in ELSEWHERE}
    return {name.replace("_", "-"): tool for name, tool in {**named, **action_tools.named(BUILT_IN)}.items()}


def verb_command(name: str) -> TyperCommand:
    """The command for a tool, with its options."""
    tool = tools()[name]
    holder = Commands(add_completion=False)
    meaning = " ".join((inspect.getdoc(tool) or name).split())
    gives = f"JSON: outcome, {GIVES.get(name, 'text')}; or kind, error, remedy."
    holder.command(name, help=f"{meaning}\n\n{gives}", examples=examples_of(name, tool))(_function(name, tool))
    made = typer.main.get_command(holder)
    assert isinstance(made, TyperCommand)
    return made


def examples_of(name: str, tool: Tool) -> tuple[str, ...]:
    """Example command lines for the help of a verb."""
    if not issubclass(tool, Action):
        return EXAMPLES[name]
    return tuple(f"askonce {name} {arguments}".rstrip() for arguments in tool.examples)


def _function(name: str, tool: Tool) -> Any:
    """The function behind the command. Typer reads its parameters, so they are generated."""

    def verb(context: typer.Context, **options: Any) -> None:
        from askonce.cli.session.session_step import ToolCall, call_tool

        arguments = read_arguments(tool, {word.name: options[word.name] for word in parameters_of(tool)})
        timeout = checked(options.get(TIMEOUT))
        step = ToolCall(
            tool=name.replace("-", "_"),
            arguments=arguments if timeout is None else {**arguments, TIMEOUT: timeout},
            values=options.get("var") or [],
            secrets=options.get("secret") or [],
            session=options["session"],
            as_json=options["as_json"],
            out=options.get(OUT),
        )
        exit_with(lambda: call_tool(step, context.obj))

    parameters = [
        inspect.Parameter("context", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context),
        *(word.parameter(is_second=word in (_leading(tool) or ())[1:]) for word in parameters_of(tool)),
        *_shared(name, tool),
    ]
    verb.__signature__ = inspect.Signature(parameters)  # pyright: ignore[reportFunctionMemberAccess]
    verb.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return verb


def _leading(tool: Tool) -> tuple[VerbParameter, VerbParameter] | None:
    """A positional parameter that may be left out, and the needed one after it: `type [TARGET] TEXT`."""
    placed = [word for word in parameters_of(tool) if word.placed][:2]
    return (placed[0], placed[1]) if len(placed) == 2 and placed[1].needed and not placed[0].needed else None


def _moved_up(tool: Tool, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Where the first of two positional parameters was left out, what was typed is the second one."""
    leading = _leading(tool)
    if leading is None or options[leading[1].name] is not None:
        return options
    optional, needed = (word.name for word in leading)
    return {**options, optional: None, needed: options[optional]}


def _shared(name: str, tool: Tool) -> Iterator[inspect.Parameter]:
    """The options that are not fields: values for names, the session, the output format."""
    if any(word.kind is str and not word.choices for word in parameters_of(tool)) and name not in PLAIN:
        yield _option("var", Var, None)
        yield _option("secret", Secrets, None)
    if issubclass(tool, Action) and tool.gesture != "wait":  # that has its seconds already
        yield _option(TIMEOUT, Timeout, None)
    if name == "screenshot":
        yield _option(OUT, Out, None)
    yield _option("session", SessionName, None)
    yield _option("as_json", Json, False)


def _option(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


@dataclass(frozen=True, slots=True)
class VerbParameter:
    """A parameter of a command, from a field of its tool."""

    name: str
    kind: type
    """str, int, float or bool."""
    several: bool
    needed: bool
    placed: bool
    """Whether it is positional instead of an option."""
    choices: tuple[str, ...]
    meaning: str

    def parameter(self, *, is_second: bool = False) -> inspect.Parameter:
        """For typer. The second of two may be where the first was left out, so typer cannot demand it."""
        metavar = "|".join(self.choices) or self.name.upper()
        needed = self.needed and not is_second
        if self.placed and not self.needed:
            metavar = f"[{metavar}]"
        plain: Any = list[self.kind] if self.several else self.kind
        default = inspect.Parameter.empty if needed else None
        if self.placed:
            declared: Any = typer.Argument(metavar=metavar, help=self.meaning)
        elif self.kind is bool:
            option = f"--{self.name.replace('_', '-')}"
            declared = typer.Option(f"{option}/--no-{option[2:]}" if self.needed else option, help=self.meaning)
        else:
            declared = typer.Option(metavar=metavar, help=self.meaning)
        kind = plain if needed else plain | None
        return _option(self.name, Annotated[kind, declared], default)


def parameters_of(tool: Tool) -> list[VerbParameter]:
    """The parameters of a tool's command: positional ones in order, then options."""
    words = [
        _word(name, field, first=place == 0)
        for place, (name, field) in enumerate(tool.model_fields.items())
        if name != VALUES
    ]
    return sorted(words, key=lambda word: (not word.placed, word.placed and word.several))


def _word(name: str, field: FieldInfo, *, first: bool) -> VerbParameter:
    kinds = set(_kinds(field.annotation))
    several = list in kinds
    plain = next((kind for kind in (bool, int, float) if kind in kinds and str not in kinds), str)
    needed = field.is_required()
    element = Target in kinds
    choices = tuple(sorted(kind for kind in kinds if isinstance(kind, str)))
    placed = plain is not bool and (needed or element or (first and (plain is not str or not kinds & {types.NoneType})))
    meaning = field.description or field.title or (TARGET_NOTE if element else FIELD_HELP.get(name, ""))
    unsaid = "" if needed or field.default in (None, False, "") else f"{field.default} when left out"
    return VerbParameter(
        name=name,
        kind=plain,
        several=several,
        needed=needed,
        placed=placed,
        choices=choices,
        meaning=_sentence("; ".join(filter(None, (meaning, unsaid)))),
    )


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _kinds(annotation: Any) -> Iterator[Any]:
    """The types that an annotation allows, without metadata; for a `Literal`, its values."""
    match get_origin(annotation):
        case None:
            yield annotation
        case origin if origin is Annotated:
            yield from _kinds(get_args(annotation)[0])
        case origin if origin is Literal:
            yield from get_args(annotation)
        case origin if origin in (Union, types.UnionType):
            for inner in get_args(annotation):
                yield from _kinds(inner)
        case origin:
            yield origin


def _object_in(value: Any, field: FieldInfo) -> Any:
    """The value parsed as JSON if the field takes an object and it is one, or takes anything; otherwise unchanged."""
    kinds = set(_kinds(field.annotation))
    if not kinds & {dict, Any} or not isinstance(value, str):
        return value
    try:
        read: object = json.loads(value)
    except (ValueError, RecursionError):
        return value
    return cast("Any", read) if Any in kinds or isinstance(read, dict) else value


def read_arguments(tool: Tool, options: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a tool, validated before they are sent to a session; omitted ones stay omitted."""
    fields = tool.model_fields
    typed = _moved_up(tool, options)
    given = {name: _object_in(value, fields[name]) for name, value in typed.items() if value is not None}
    try:
        tool.model_validate(given)
    except ValidationError as error:
        missing = [str(each["loc"][0]).upper() for each in error.errors() if each["type"] == "missing"]
        problem = f"{' and '.join(missing)} is missing" if missing else f"invalid arguments: {invalid_fields(error)}"
        raise ConfigError(problem, remedy="see --help") from None
    return given
