"""Options of commands that come from the kinds of screens. They are added when such a command is parsed, so that kinds
are loaded for those commands alone."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import typer

from askonce.cli.help import HelpCommand
from askonce.errors import ConfigError

if TYPE_CHECKING:
    from askonce.screens.screen_choice import ScreenChoice
    from askonce.screens.screen_kind import Door, OfferedOption

_GIVEN = "askonce.screen_options"
"""Where the values are kept in the context of a command."""
SCREEN = "screen"


class ScreenCommand(HelpCommand):
    """A command that opens a screen of any kind."""

    door: ClassVar[Door] = "command"
    names_kind: ClassVar[bool] = True

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        known = {param.name for param in self.params}
        added = [param for param in _screen_params(self.door, names_kind=self.names_kind) if param.name not in known]
        first = next(
            (at for at, param in enumerate(self.params) if param.param_type_name == "option"), len(self.params)
        )
        self.params[first:first] = added
        if ctx.resilient_parsing:  # a shell shows what it completes
            self._describe_options()
        return super().parse_args(ctx, _with_bare_values(args, self.door))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        self._describe_options()
        super().format_help(ctx, formatter)

    def _describe_options(self) -> None:
        """Only for those who see it, since descriptions are read from the source."""
        from askonce.screens.screen_choice import offered_at

        offered = offered_at(self.door)
        options: list[Any] = [param for param in self.params if param.name in offered]
        for option in options:
            option.help = option.help or offered[option.name].help


class DoctorCommand(ScreenCommand):
    """The command that looks at all kinds of screens."""

    door = "doctor"
    names_kind = False


def given_options(context: typer.Context) -> dict[str, Any]:
    """The options of screens that were given on the command line."""
    return {name: value for name, value in context.meta.get(_GIVEN, {}).items() if name != SCREEN}


def names_screen(context: typer.Context) -> bool:
    """Whether the command line says which screen to open."""
    return bool(context.meta.get(_GIVEN))


def chosen_screen(context: typer.Context, *, headed: bool = False) -> ScreenChoice:
    """The screen that the command line describes."""
    from askonce.screens.screen_choice import choose_screen

    named = context.meta.get(_GIVEN, {}).get(SCREEN, "")
    return choose_screen(given_options(context), "command", named=named, headed=headed, spell=spell)


def spell(option: str) -> str:
    """An option as it is typed."""
    return f"--{option.replace('_', '-')}"


def as_arguments(choice: ScreenChoice) -> list[str]:
    """A chosen screen as it is typed."""
    words: list[str] = []
    for name, value in choice.given_at("command").items():
        words += [spell(name)] if value is True else [spell(name), str(value)]
    return words or [spell(SCREEN), choice.kind.name]


def refuse_blank(choice: ScreenChoice) -> None:
    """Raise if a screen would show nothing, because no option says where to begin."""
    ways = {
        name: option
        for name, option in choice.kind.options.offered_at("command").items()
        if option.info.annotation is not bool
    }
    if choice.kind.needs_one_of and not any(getattr(choice.options, option.field) for option in ways.values()):
        name, option = next(iter(ways.items()))
        raise ConfigError(
            f"a {choice.kind.name} screen needs {spell(name)}: it would be blank",
            remedy=f"add {spell(name)} {option.offer.metavar}",
        )


def _screen_params(door: Door, *, names_kind: bool) -> list[Any]:
    """The options as typer makes them from the signature of a function."""
    from askonce.screens.screen_choice import offered_at

    declared = {name: _option(name, option) for name, option in offered_at(door).items()}
    if names_kind:
        declared[SCREEN] = Annotated[
            str | None,
            typer.Option(
                "--screen",
                metavar="KIND",
                callback=_remember,
                expose_value=False,
                autocompletion=_offer_kinds,
                help="Kind of screen, if its options do not say it.",
            ),
        ]

    def options(**given: Any) -> None: ...

    function: Any = options
    function.__annotations__ = declared
    function.__signature__ = inspect.Signature(
        [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)
            for name, annotation in declared.items()
        ]
    )
    holder = typer.Typer(add_completion=False)
    holder.command()(function)
    return [param for param in typer.main.get_command(holder).params if param.name in declared]


def _with_bare_values(args: list[str], door: Door) -> list[str]:
    """The words of a command line, with a value for each option that may stand alone and does."""
    from askonce.screens.screen_choice import offered_at

    bare = {spell(name): option.offer.bare for name, option in offered_at(door).items() if option.offer.bare}
    end = args.index("--") if "--" in args else len(args)
    return [
        f"{word}={bare[word]}" if place < end and word in bare and _stands_alone(args, place) else word
        for place, word in enumerate(args)
    ]


def _stands_alone(args: list[str], place: int) -> bool:
    return place + 1 == len(args) or args[place + 1].startswith("-")


def _offer_kinds() -> list[str]:
    from askonce.screens.kind_registry import screen_kinds

    return list(screen_kinds().names)


def _option(name: str, option: OfferedOption) -> Any:
    is_flag = option.info.annotation is bool
    declared = typer.Option(
        spell(name),
        metavar=None if is_flag else option.offer.metavar,
        callback=_remember,
        expose_value=False,
        parser=_read_path if option.offer.is_path else None,
    )
    if is_flag:
        return Annotated[bool | None, declared]
    return Annotated[str | None, declared]


def _read_path(text: str) -> str:
    """An absolute path; an empty text stays empty instead of becoming the current folder."""
    return str(Path(text).resolve()) if text else ""


def _remember(context: typer.Context, parameter: typer.CallbackParam, value: Any) -> None:
    name = str(parameter.name)
    if value == "":
        raise ConfigError(f"{spell(name)} is empty", remedy="write a value after it, or leave it out")
    if value not in (None, False):
        context.meta.setdefault(_GIVEN, {})[name] = value
