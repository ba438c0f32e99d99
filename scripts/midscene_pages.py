"""The generated page about Midscene: what becomes of every name that it has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

from page_text import code, sentence, table
from ruamel.yaml import YAML

from askonce.cli.app import command_line
from askonce.cli.doctor.settings_health import settings_read
from askonce.config.environment_variables import ROLES
from askonce.config.midscene_variables import PREFIX, WITHOUT_EFFECT
from askonce.screens.kind_registry import screen_kinds
from askonce.screens.option_fields import NoEffect, NotSupported, Section
from askonce.script.batch_config import batch_model
from askonce.script.flow_blocks import ITEM_BY_KEY
from askonce.script.script_models import AgentOptions, Cache, Config, ScriptTask
from askonce.script.script_targets import file_model

NAMES = Path(__file__).with_name("midscene_names.yaml")


class Fate(NamedTuple):
    """What becomes of a name here."""

    name: str
    here: str
    """yes, differently or no."""
    why: str = ""


def midscene_page() -> str:
    parts = [
        "# Names of Midscene\n\n",
        "Every key, item, option, variable, flag and method of Midscene, and what it does here. What is not written "
        "behind a yes is the same. [Coming from Midscene](../from-midscene.md) is the short version.\n\n",
    ]
    for title, fates in sections().items():
        rows = ((code(fate.name), fate.here, fate.why) for fate in fates)
        parts += [f"## {title}\n\n", table(("name", "here", "what is different, or why"), rows)]
    return "".join(parts).rstrip() + "\n"


def sections() -> dict[str, list[Fate]]:
    """What becomes of every name, by section."""
    read: dict[str, Any] = YAML(typ="safe").load(NAMES)
    found: dict[str, list[Fate]] = {}
    for title, section in read.items():
        names = cast("Mapping[str, str | None] | list[str]", section["names"])
        notes = names if isinstance(names, Mapping) else dict.fromkeys(names)
        known = _known(section.get("look", ""))
        found[title] = [_fate(name, note or "", known) for name, note in notes.items()]
    return found


def _fate(name: str, note: str, known: Mapping[str, NoEffect | NotSupported | None] | None) -> Fate:
    here, _, why = note.partition(": ")
    if known is None:
        assert here in {"yes", "differently", "no"}, f"{name} needs a text that begins with yes, differently or no"
        return Fate(name, here, sentence(why))
    mark = known.get(name)
    if name not in known:
        assert here == "no", f"nothing here is called {name}: say why not, as “no: …”"
    elif isinstance(mark, NoEffect):
        return Fate(name, "no", f"No effect: {mark.reason}.")
    elif isinstance(mark, NotSupported):
        return Fate(name, "no", sentence(mark.remedy))
    else:
        assert here != "no", f"{name} is there: it is not a “no”"
    return Fate(name, here or "yes", sentence(why))


def _known(look: str) -> Mapping[str, NoEffect | NotSupported | None] | None:
    """The names that the code has, each with its mark; None where there is nothing to look them up in."""
    kind, _, item = look.partition(" ")
    match kind:
        case "":
            return None
        case "file":
            return dict.fromkeys(
                [*_fields(file_model()), *(key for kind in screen_kinds() for key in kind.section_keys)]
            )
        case "agent" | "cache" | "config" | "task" | "batch":
            models: dict[str, type[Section]] = {
                "agent": AgentOptions, "cache": Cache, "config": Config, "task": ScriptTask, "batch": batch_model(),
            }  # fmt: skip
            return _fields(models[kind])
        case "items":
            return dict.fromkeys(ITEM_BY_KEY)
        case "item":
            return _fields(ITEM_BY_KEY[item])
        case "environment":
            return _variables()
        case "run":
            return dict.fromkeys(_options("run"))
        case _:
            return _fields(next(found for found in screen_kinds() if found.name == kind).section)


def _fields(model: type[Section]) -> dict[str, NoEffect | NotSupported | None]:
    """The keys of a section, with their marks."""
    return {
        field.alias or name: next((mark for mark in field.metadata if isinstance(mark, NoEffect | NotSupported)), None)
        for name, field in model.model_fields.items()
    }


def _variables() -> dict[str, NoEffect | NotSupported | None]:
    """The variables of Midscene that are read, and those of which it is said why they have no effect."""
    named = {f"{PREFIX}{role}MODEL_NAME": "model" for role in ROLES}
    without = {f"{PREFIX}{name}": NoEffect(reason) for name, reason in WITHOUT_EFFECT.items()}
    of_roles = {
        f"{PREFIX}{role}{name}": NoEffect(reason)
        for name, reason in WITHOUT_EFFECT.items()
        if name.startswith("MODEL_")
        for role in ROLES
    }
    return {**dict.fromkeys(settings_read(named)), **without, **of_roles}


def _options(name: str) -> Iterable[str]:
    """The options of a command."""
    command = command_line().commands[name]
    context = command.make_context(name, [], resilient_parsing=True)
    return [option for param in context.command.params for option in param.opts]
