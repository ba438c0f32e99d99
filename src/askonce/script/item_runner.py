"""Runs single items of a flow with an agent. Their results are kept by the flow's player."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, assert_never, cast

from askonce.actions import Action, Target
from askonce.agent import Agent
from askonce.agent.query_options import LookOptions
from askonce.agent.report_entries import UNTITLED
from askonce.errors import CheckFailed, ConfigError
from askonce.insight.answers import Verdict
from askonce.items.action_items import ACTION_BY_KEY, OwnAction
from askonce.items.field_types import LocateOptions, Milliseconds, PromptImage, PromptOptions
from askonce.items.flow_items import ActionItem, ActItem, Item
from askonce.items.query_items import (
    AskItem,
    AssertItem,
    BooleanItem,
    FileChooserItem,
    FinalizeItem,
    GherkinItem,
    JavascriptItem,
    LocateItem,
    NumberItem,
    QueryItem,
    QuestionItem,
    ReportItem,
    SleepItem,
    StringItem,
    WaitForItem,
    WdaRequestItem,
)
from askonce.screens import FileChoosers, Scripted, WdaRequests
from askonce.script.script_scope import Scope
from askonce.values import Secret

TAKEN = frozenset(
    {"sees", "deep_think", "rounds", "timeout", "context", "images", "deep", "files", "files_from", "recordable"}
)
"""Reserved names of an act."""
_WAIT, _INTERVAL = 15_000, 3_000


class Given(NamedTuple):
    """A result and its name; without a name, it gets a running number."""

    name: str | None
    value: Any


class NotSo(CheckFailed):
    """A failed assertion, with the result that is kept."""

    def __init__(self, message: str, given: Given) -> None:
        super().__init__(message)
        self.given = given


class ItemRunner:
    """Runs items of one script."""

    def __init__(self, agent: Agent, scope: Scope, contexts: Mapping[str, str], folders: Sequence[Path]) -> None:
        self._agent = agent
        self._scope = scope
        self._contexts = contexts
        self._folders = folders
        """Where relative paths may begin."""
        self._accepts = False
        """Whether file choosers get files until the task ends."""

    async def perform(self, item: Item) -> Given | None:
        """Run an item; returns its result, if any."""
        match item:
            case ActItem():
                return await self._act(item)
            case LocateItem():
                return await self._find(item)
            case ActionItem() | OwnAction():
                return await self._do(item)
            case AssertItem():
                return await self._assert(item)
            case WaitForItem():
                return await self._wait_for(item)
            case QuestionItem():
                return Given(item.name, await self._read(item))
            case SleepItem():
                await asyncio.sleep(self._scope.amount(item.subject, "sleep") / 1000)
            case JavascriptItem():
                return await self._evaluate(item)
            case ReportItem():
                await self._record(item)
            case GherkinItem():
                words, values = self._scope.prepare(item.subject, TAKEN)
                context = self._context(item.context, item.key)
                await self._agent.run_gherkin_scenario(words, context=context, **cast("dict[str, Any]", values))
            case WdaRequestItem():
                return await self._ask_wda(item)
            case FileChooserItem():
                self._accept(item)
            case FinalizeItem():
                pass
            case _:
                raise AssertionError(f"no runner for {item.key}")
        return None

    # ---- acting

    async def _act(self, item: ActItem) -> Given | None:
        words, values = self._scope.prepare(item.subject.prompt, TAKEN)
        done = await self._agent.act(
            words,
            deep_think=item.plans_deeply,
            deep=bool(item.deep_locate),
            images=self._pictures(item.pictures),
            files=self._paths(item.file_chooser_accept),
            files_from=self._path(item.file_chooser_allowed_dir) if item.file_chooser_allowed_dir else None,
            context=self._context(item.context, item.key, "aiAct"),
            recordable=False if item.cacheable is False else None,
            **cast("dict[str, Any]", values),
        )
        return Given(item.name, done.message) if item.name else None

    async def _do(self, item: ActionItem | OwnAction) -> Given | None:
        values: dict[str, str | Secret] = {}
        element = item.element if isinstance(item, ActionItem) else None
        recordable = not (element and element.cacheable is False)
        output = ""
        for _ in range(item.repetitions if isinstance(item, ActionItem) else 1):
            action = self._action(item, values)
            files = self._paths(item.chooser_files) if isinstance(item, ActionItem) else None
            output = await self._agent.do(action, recordable=recordable, values=values, files=files)
        return Given(item.name, output) if item.name or item.key in ACTION_BY_KEY["RunAdbShell"].called else None

    def _action(self, item: ActionItem | OwnAction, values: dict[str, str | Secret]) -> Action[Any]:
        """The action of an item, with the values its texts refer to."""
        if isinstance(item, OwnAction):
            return self._agent.actions.read(item.key, self._scope.value(item.params()))
        params: dict[str, Any] = {}
        for name, value in item.params().items():
            if isinstance(value, LocateOptions):
                params[name] = self._target(value, values)
            elif isinstance(value, Milliseconds):
                params[name] = self._scope.amount(value.written, f"the time of {item.key}") / 1000
            elif value is not None:
                params[name] = self._words(str(value), values) if name in item.typed else self._scope.value(value)
        return self._agent.actions.read(item.performs, params)

    def _target(self, element: LocateOptions, values: dict[str, str | Secret]) -> Target:
        return Target.of(
            self._words(element.prompt, values),
            selector=self._scope.fill(element.xpath) if element.xpath else "",
            deep=bool(element.deep_locate or element.deep_think),
            context=self._context(element.context, "aiLocate"),
            images=self._pictures(element.images),
        )

    def _words(self, text: str, values: dict[str, str | Secret]) -> str:
        words, named = self._scope.prepare_field(text)
        values |= named
        return words

    # ---- reading

    async def _find(self, item: LocateItem) -> Given:
        element = cast("LocateOptions", item.element)
        values: dict[str, str | Secret] = {}
        target = self._target(element, values)
        found = await self._agent.locate(target, recordable=element.cacheable is not False, values=values)
        box, point = found.box, found.touch
        rect = {"left": box.left, "top": box.top, "width": box.width, "height": box.height}
        return Given(item.name, {"rect": rect, "center": [point.x, point.y], "dpr": await self._pixel_ratio()})

    async def _pixel_ratio(self) -> float:
        """How many pixels of the device make one of the screen."""
        screen = self._agent.screen
        if isinstance(screen, Scripted):
            return await screen.evaluate("devicePixelRatio")
        frame = (await screen.capture()).frame
        return frame.image.width / frame.region.width

    async def _read(self, item: QuestionItem) -> Any:
        agent = self._agent
        match item:
            case QueryItem(subject=dict() | list() as fields):
                values: dict[str, str | Secret] = {}
                demand = self._demand(fields, values)
                return await agent.query(demand, **self._options(item, values))
            case QueryItem() | BooleanItem() | NumberItem() | StringItem() | AskItem():
                words, values = self._scope.prepare(cast("PromptOptions", item.subject).prompt)
                options = self._options(item, values)
            case _:
                raise AssertionError(f"no reader for {item.key}")
        match item:
            case QueryItem():
                return await agent.query(words, **options)
            case BooleanItem():
                return await agent.boolean(words, **options)
            case NumberItem():
                number = await agent.number(words, **options)
                return int(number) if number.is_integer() else number
            case StringItem():
                return await agent.string(words, **options)
            case AskItem():
                return await agent.ask(words, **options)
            case _:
                assert_never(item)

    def _demand(self, described: Any, values: dict[str, str | Secret]) -> Any:
        """Fields whose words are ready for an agent; `values` takes what the names in them stand for."""
        match described:
            case str():
                words, named = self._scope.prepare(described)
                values |= named
                return words
            case dict():
                fields = cast("dict[str, Any]", described)
                return {name: self._demand(inner, values) for name, inner in fields.items()}
            case list():
                return [self._demand(inner, values) for inner in cast("list[Any]", described)]
            case bool():
                return "boolean"
            case int() | float():
                return "number"
            case _:
                return "string or null"

    async def _assert(self, item: AssertItem) -> Given:
        words, values = self._scope.prepare(item.subject.prompt)
        try:
            verdict = await self._agent.check(words, **self._options(item, values))
        except CheckFailed as failed:
            own = self._scope.fill(item.error_message) if item.error_message else ""
            message = f"{own}\n  {failed.message}" if own else failed.message
            kept = {"pass": False, "thought": failed.message, "message": message}
            raise NotSo(message, Given(item.name, kept)) from failed
        return Given(item.name, {"pass": True, "thought": verdict.reason})

    async def _wait_for(self, item: WaitForItem) -> None:
        words, values = self._scope.prepare(item.subject.prompt)
        limit = next((timeout for timeout in (item.timeout, item.timeout_ms) if timeout is not None), _WAIT)
        interval = _INTERVAL if item.check_interval_ms is None else item.check_interval_ms
        await self._agent.wait_for(
            words,
            timeout=self._scope.amount(limit, "timeout") / 1000,
            interval=self._scope.amount(interval, "checkIntervalMs") / 1000,
            **self._options(item, values),
        )

    async def verdict(self, statement: str) -> Verdict:
        """Whether a statement is true, for conditions."""
        words, values = self._scope.prepare(statement)
        return await self._agent.verdict(words, values=values, context=self._context(None, "aiBoolean"))

    def _options(self, item: QuestionItem, values: Mapping[str, str | Secret]) -> LookOptions:
        options = LookOptions(values=values, context=self._context(item.context, item.key))
        if item.dom_included is True:
            options["whole_page"] = True
        elif item.dom_included is False:
            options["elements"] = False
        if isinstance(item.subject, PromptOptions) and item.subject.images:
            options["images"] = self._pictures(item.subject.images)
        return options

    def _pictures(self, images: list[PromptImage]) -> dict[str, str]:
        """Where pictures are, by their names."""
        found: dict[str, str] = {}
        for image in images:
            url = self._scope.fill(image.url)
            if image.name in found:
                raise ConfigError(f"two images are called {image.name!r}", remedy="give each a name of its own")
            is_address = url.startswith(("data:", "http://", "https://"))
            found[image.name] = url if is_address else self._path(image.url)
        return found

    def _paths(self, paths: str | list[str] | None) -> list[str] | None:
        return paths if paths is None else [self._path(path) for path in ([paths] if isinstance(paths, str) else paths)]

    def _path(self, path: str) -> str:
        """A path from the first folder that has it, or else from the last one."""
        filled = self._scope.fill(path)
        if not filled:
            return filled  # which is no path, and not the working folder
        found = (folder / filled for folder in self._folders if (folder / filled).exists())
        return str(next(found, self._folders[-1] / filled))

    def _context(self, own: str | None, *keys: str) -> str:
        context = next((self._contexts[key] for key in keys if key in self._contexts), "")
        return self._scope.fill(context if own is None else own)

    @property
    def act_context(self) -> str:
        """Background knowledge for instructions."""
        return self._context(None, "aiAct")

    # ---- the rest

    async def _evaluate(self, item: JavascriptItem) -> Given:
        is_empty = not item.subject.strip()
        return Given(item.name, None if is_empty else await self._agent.evaluate(item.subject, self._scope.plain))

    def _accept(self, item: FileChooserItem) -> None:
        screen = self._agent.screen
        if not isinstance(screen, FileChoosers):
            raise ConfigError(f"{item.key}: this {screen.kind} screen has no file choosers", remedy="remove it")
        screen.accept_files(tuple(self._paths(item.files) or ()))
        self._accepts = True

    async def end_task(self) -> None:
        """Files that were registered hold for one task."""
        screen = self._agent.screen
        if self._accepts and isinstance(screen, FileChoosers):
            self._accepts = False
            await screen.stop_accepting()

    async def _ask_wda(self, item: WdaRequestItem) -> Given:
        screen = self._agent.screen
        if not isinstance(screen, WdaRequests):
            raise ConfigError(f"{item.key} asks WebDriverAgent, and this is a {screen.kind} screen")
        endpoint, data = self._scope.fill(item.endpoint), self._scope.value(item.data)
        return Given(item.name, await screen.wda_request(item.method.upper(), endpoint, data))

    async def _record(self, item: ReportItem) -> None:
        """A separate entry in the report, with a picture and a description."""
        title, content = self._scope.fill(item.subject or UNTITLED), self._scope.fill(item.content)
        await self._agent.record_to_report(title, content=content)
