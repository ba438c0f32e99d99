"""The language of scripts: targets, the agent's options, tasks, and the whole file."""

from __future__ import annotations

from typing import Annotated, Any, cast

from pydantic import BeforeValidator, Field

from askonce.config import Strategy
from askonce.screens.option_fields import AnyText, NoEffect, Section, Words
from askonce.script.flow_blocks import NAME, FlowItem


class Config(Section):
    """Where results go."""

    output: AnyText | None = None
    """The JSON file for results; by default in askonce_run/output/."""
    unstable_log_content: bool | AnyText | None = None
    """Write all events as JSON: true, or the file to write to. The format may change."""


class Cache(Section):
    """Recordings of successful runs, for replay."""

    id: Words | None = None
    """The name of the recordings; by default that of the file."""
    strategy: Strategy = "read-write"
    """read-only writes nothing, strict also asks no model: it replays or fails, write-only records everything again."""
    cache_dir: Words | None = None
    """The folder of the recordings, from where the command is run."""


def _cache(value: object) -> object:
    if isinstance(value, bool):
        return {} if value else {"strategy": "off"}
    return value


class AgentOptions(Section):
    """How the agent behaves."""

    group_name: AnyText | None = None
    """The title of the report."""
    group_description: AnyText | None = None
    """The text below the report's title."""
    generate_report: bool | None = None
    """false: write no report."""
    report_file_name: AnyText | None = None
    """The name of the report's file, without .html."""
    replanning_cycle_limit: int | None = Field(default=None, ge=1)
    """How many rounds an instruction may take."""
    ai_act_context: AnyText | None = None
    """Background knowledge for instructions (ai, aiAct), such as how the application is meant to be used."""
    ai_action_context: AnyText | None = None
    """The older name of aiActContext."""
    ai_contexts: dict[str, AnyText] | None = None
    """Background knowledge by the name of the item, such as aiAct or aiAssert; default for everything."""
    cache: Annotated[Cache | None, BeforeValidator(_cache, json_schema_input_type=Cache | bool)] = None
    """Recordings: by default on and named after the file; false to turn them off; or id and strategy."""
    screenshot_shrink_factor: Annotated[float | None, NoEffect("pictures are made to fit the model's family")] = Field(
        default=None, gt=0
    )
    wait_after_action: int | None = Field(default=None, ge=0)
    """Milliseconds to wait after each action, on top of waiting until the screen has settled."""
    models: dict[str, AnyText] | None = Field(default=None, alias="modelConfig")
    """The models of this script, by the names that environment variables have, such as MIDSCENE_MODEL_NAME."""
    cache_id: AnyText | None = None
    """The older name of cache.id."""
    use_device_time: Annotated[bool | None, NoEffect("the time is that of the device wherever it is known")] = None
    report_attributes: Annotated[Any, NoEffect("they belong to Midscene's own report page")] = None
    test_id: AnyText | None = None
    """The older name of reportFileName and of cache.id."""
    auto_print_report_msg: Annotated[bool | None, NoEffect("the command line always prints where the report is")] = None
    output_format: AnyText | None = None
    """html-and-external-assets: keep the pictures of the report as files beside it; single-html: all in one file."""
    persist_execution_dump: Annotated[bool | None, NoEffect("the trace of a run is always kept")] = None

    @property
    def contexts(self) -> dict[str, str]:
        """Background knowledge by the name of the item."""
        context = self.ai_act_context if self.ai_act_context is not None else self.ai_action_context
        return ({"aiAct": context} if context else {}) | (self.ai_contexts or {})


class ScriptTask(Section):
    """A named part of a script."""

    name: AnyText = ""
    """What it is called in reports; its number by default."""
    flow: list[FlowItem]
    """The items to run, in order."""
    continue_on_error: bool = False
    """true: continue with the next task if this one fails."""


def _several(value: object) -> object:
    return [value] if isinstance(value, str) else value


def _named(value: object) -> object:
    """A list of names means variables of the same names."""
    if not isinstance(value, list):
        return value
    names = cast("list[object]", value)
    texts = [name for name in names if isinstance(name, str)]
    return {name: name for name in texts} if len(texts) == len(names) else names


VariableName = Annotated[str, Field(pattern=NAME)]


class ScriptFile(Section):
    """A script: one target, the agent's options, and tasks. `script_targets` adds the targets."""

    agent: AgentOptions | None = None
    config: Config | None = None
    vars: dict[VariableName, Any] = Field(default={})
    """Values by name, used as {name} in tasks and in the address. --var name=value overrides them."""
    secrets: Annotated[
        dict[VariableName, Words],
        BeforeValidator(_named, json_schema_input_type=dict[str, str] | list[str]),
    ] = Field(default={})
    """Values that are typed but never shown: {name} is the value of the environment variable. Either
`password: SHOP_PASSWORD`, or a list of names that are the same in both."""
    allowed_hosts: Annotated[list[Words], BeforeValidator(_several, json_schema_input_type=str | list[str])] = Field(
        default=[]
    )
    """The only hosts that pages may load from: example.org, *.example.org, localhost:8000."""
    tasks: list[ScriptTask] = Field(json_schema_extra={"minItems": 1})
