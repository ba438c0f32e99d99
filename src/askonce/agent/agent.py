"""The agent: the object that users hold."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator, Iterable, Mapping
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self, Unpack

from askonce.actions import Action, ActionSpace, Found, Target
from askonce.agent.call_timeout import checked, waiting_time
from askonce.agent.checks import Checks
from askonce.agent.chooser_files import ChooserFiles, Files, handing_over
from askonce.agent.observation_queries import ObservationQueries, ObservationReader
from askonce.agent.programs import Programs
from askonce.agent.queries import Queries
from askonce.agent.report_entries import ReportEntries
from askonce.agent.run_trace import begin_run, new_trace
from askonce.agent.scenario import run_scenario
from askonce.agent.screen_access import ScreenAccess
from askonce.agent.screen_reader import soft_failure
from askonce.agent.scripts import Scripts
from askonce.agent.single_actions import ActionOptions, SingleActions, Words, target_of
from askonce.agent.turn_lock import TurnLock
from askonce.companion import Companion
from askonce.config import EMBEDDED, ActSettings, Seeing, Settings
from askonce.errors import AskonceError, ConfigError, OutOfTime
from askonce.geometry import Point
from askonce.insight.observation import Observation
from askonce.locate import DeepFinder, Finder, LocalFinder, ModelFinder, PlannedFinder, SelectorFinder, find
from askonce.locate.element_description import describe
from askonce.locate.finder_chain import DEAR
from askonce.locate.recorded_finder import NAME as RECORDED
from askonce.locate.recorded_finder import RecordedFinder
from askonce.models import Model
from askonce.models.budget import Budget, Budgeted
from askonce.models.factory import Models
from askonce.models.preferred_language import WritesIn
from askonce.models.reference_images import Images, image_digests, read_images
from askonce.models.traced_model import Traced
from askonce.models.withheld_model import WithheldModel
from askonce.planning.act_context import ActContext
from askonce.planning.act_loop import Act
from askonce.planning.act_result import ActResult
from askonce.planning.act_span import ActSpan, act_span
from askonce.planning.action_execution import TimeIsUp, do
from askonce.planning.planner import ActTask
from askonce.planning.recall import keep_recording, keep_target, recorder_for
from askonce.planning.report_shots import keep_report_shot
from askonce.recordings.run_recordings import Recordings
from askonce.screens import Inspectable, Screen
from askonce.screens.carried_numbers import CarriedNumbers
from askonce.screens.eyes import Eyes
from askonce.screens.page_evidence import keep_page_log
from askonce.screens.permit import Permission, Permit
from askonce.trace import Noted, RunEnded, Trace, UsageTotals
from askonce.trace.model_calls import ModelCallSink, OnModelCall
from askonce.trace.old_runs import clean_daily
from askonce.values import Instruction, Value, holds_secret, masked_error
from askonce.vision.seen_tree import can_see_elements


class Agent(SingleActions, Queries, Checks, ScreenAccess, ObservationReader, ReportEntries, Programs, Scripts):
    """Operates one screen from plain language.

    Made by `askonce.launch`, or by hand from any `Screen` and `Models`. Calls on one agent run one after another,
    since they share a screen. `permit` is called right before anything reaches the screen, and raises `RunLost` where
    nothing may be done any more: the run ends without another touch.

    >>> async with launch.screen(screen) as agent:
    ...     await agent.act("press Save")
    ...     await agent.check('the text "Saved" is visible')
    """

    def __init__(
        self,
        screen: Screen,
        models: Models,
        *,
        settings: Settings = Settings(),  # noqa: B008 - frozen
        trace: Trace | None = None,
        context: str = "",
        recordings: Recordings | None = None,
        title: str = "",
        permit: Permit | None = None,
    ) -> None:
        self.screen = screen
        self.settings = settings
        self.trace = trace or new_trace(settings)
        self.actions = ActionSpace(screen)
        self.context = context
        """Background knowledge for all calls, such as how the application is meant to be used."""
        self._is_strict = "strict" in {settings.recordings.strategy, recordings.strategy if recordings else ""}
        self._same_model = models.planning is models.default
        self._totals = UsageTotals()
        self._budget = Budget(settings.limits)
        self._default = self._attended(models.default)
        self._planning = self._default if self._same_model else self._attended(models.planning)
        self._insight = self._default if models.insight is models.default else self._attended(models.insight)
        self.soft_failures = []
        self.numbers = CarriedNumbers()
        """Those of elements that are only seen in pictures; whoever looks at the screen shares them."""
        self._eyes = Eyes(screen, self.trace.mask, self.numbers)
        self.recordings = recordings
        """What worked before and is done again without a model; None when nothing is kept."""
        self.finders: list[Finder] = [
            PlannedFinder(),
            SelectorFinder(screen),
            *([RecordedFinder(screen, recordings)] if recordings else []),
            LocalFinder(),
            ModelFinder(self._default),
            DeepFinder(self._default),
        ]
        """Tried in this order, the first that answers wins. Take one out, or put one of your own in."""
        self._passing: Recordings | None = None
        """What is kept for as long as a program runs, where nothing is kept beyond."""
        self._permission = Permission(permit)
        self._permitted = ExitStack()
        self._permitted.enter_context(self._permission.over(screen))
        self._turn = TurnLock()
        self._is_closed = False
        self._evidence_settings = settings.evidence if self.trace.folder else None
        begin_run(self.trace, screen, title)

    @property
    def usage(self) -> UsageTotals:
        """What all calls so far have cost, by role and by model."""
        return self._totals

    def on_model_call(self, on_call: OnModelCall) -> None:
        """Tell a function of each call of a model as it ends: role, model, tokens, cost and seconds.

        One that raises gets a warning and no more calls. `usage` has the totals.

        >>> agent.on_model_call(lambda call: print(call.role, call.model, call.usage.tokens, call.seconds))
        """
        self.trace.subscribe(ModelCallSink(on_call))

    async def act(
        self,
        instruction: str,
        /,
        *,
        sees: Seeing | None = None,
        deep_think: bool | None = None,
        rounds: int | None = None,
        timeout: float | None = None,
        context: str = "",
        images: Images | None = None,
        deep: bool = False,
        recordable: bool | None = None,
        files: Files | None = None,
        files_from: str | Path | None = None,
        **values: Value,
    ) -> ActResult:
        """Carry out an instruction, looking at the screen after each step, until it is done.

        `{name}` in the instruction takes the value passed as `name=…`; a `Secret` is typed for real and shown to
        nobody. `images` are pictures that the instruction refers to by name. With `deep`, the place of each element is
        looked at twice, the second time enlarged. File choosers that open get `files`; a model may choose others in the
        folder `files_from`. Where the agent has recordings, what worked is recorded and replayed the next time, unless
        it depends on what the screen shows ("the cheapest", "if"): `recordable=True` records that too, `False` neither
        records nor replays. The result says `how` it was done. Raises one of our errors when it could not be.

        >>> result = await agent.act("type {name} into User name, then press Save", name="Bob")
        >>> result.how
        'asked'
        """
        settings = self.settings.act
        settings = replace(
            settings,
            sees=sees or settings.sees,
            deep_think=settings.deep_think if deep_think is None else deep_think,
            rounds=settings.rounds if rounds is None else rounds,
            timeout=settings.timeout if checked(timeout) is None else timeout,
        )
        asked = Instruction.of(instruction, values)
        given = ChooserFiles.of(files, files_from)
        return await self._carry_out(
            asked, settings, context=context, images=images, deep=deep, recordable=recordable, files=given
        )

    async def run_gherkin_scenario(self, scenario: str, /, *, context: str = "", **values: Value) -> None:
        """Carry out a scenario in Gherkin: Given and When are acts, Then is a check; And and But go on as before.

        >>> await agent.run_gherkin_scenario('''
        ...     When I press Save
        ...     Then the text "Saved" is visible
        ... ''')
        """
        await run_scenario(self, scenario, context, values)

    async def do(
        self,
        action: Action[Any],
        /,
        *,
        timeout: float | None = None,
        recordable: bool = True,
        values: Mapping[str, Value] | None = None,
        files: Files | None = None,
    ) -> str:
        """Carry out one action, its targets found from their words. Returns what the action reports.

        The file chooser that it opens gets `files`.

        >>> await agent.do(actions.Tap(target=Target.of("the Save button")))
        ''
        """
        asked = replace(Instruction.of(str(action), values), images=await _read_references(action.targets()))
        act_context = replace(self._act_context(recordable), patience=waiting_time(timeout, self.settings.patience))
        recorder = recorder_for(act_context, asked)
        with self._discreet(asked):
            async with self._span(act_context, str(asked), checked(timeout)) as span:
                self._eyes.refuse_while_frozen("acting")
                self.actions.refuse_impossible(type(action))
                if act_context.shots != "seen" and not self.trace.is_pictured:
                    await keep_report_shot(act_context)  # what the first step was done on
                began = await act_context.address()
                async with handing_over(self.screen, ChooserFiles.of(files), expected=True):
                    span.message = await do(action, act_context, asked, recorder)
                span.actions = 1
                if recorder and any(target.found.finder != RECORDED for target in action.targets()):
                    await keep_recording(act_context, asked, began, recorder.take())
        return span.message

    async def locate(self, what: Words, /, **options: Unpack[ActionOptions]) -> Found:
        """Where an element is: its box, the point to touch, and its place in the tree if the screen has one.

        >>> found = await agent.locate("the Save button")
        >>> found.node.role
        'button'
        """
        target = target_of(what, options)
        asked = Instruction.of(f"locate {target}", options.get("values"))
        asked = replace(asked, images=await _read_references([target]))
        act_context, timeout = self._act_context(options.get("recordable", True)), options.get("timeout")
        recorder = recorder_for(act_context, asked)
        with self._discreet(asked):
            async with self._span(act_context, str(asked), checked(timeout)):
                patience = waiting_time(timeout, self.settings.patience)
                found = await find(target.filled(asked), act_context.finders, self._eyes, self.trace, patience=patience)
                if recorder and found.finder in DEAR:
                    target.set_found(found)
                    await keep_target(act_context, asked, target, await recorder.anchor_for(target))
                return found

    async def describe(self, point: Point | tuple[float, float], /, *, timeout: float | None = None) -> str:
        """Words by which the element at a point is found again; they have been tried out.

        >>> await agent.describe((70, 75))
        "the button 'Save'"
        """
        at = point if isinstance(point, Point) else Point(*point)
        words = f"describe what is at {at.x:g},{at.y:g}"
        async with self._span(self._act_context(), words, checked(timeout)) as span:
            span.message = await describe(at, self._eyes, self._default, ModelFinder(self._default))
        return span.message

    def observe(self, *, frames: int = 16) -> ObservationQueries:
        """Watch the screen for a while: `async with agent.observe() as watched:`, act in the block, then ask `watched`.

        At most `frames` pictures are kept, those with changes. Texts are noticed even if they show only for a moment.

        >>> async with agent.observe() as watched:
        ...     await agent.tap("the Save button")
        >>> await watched.check('the text "Saved" appeared')
        """
        return ObservationQueries(self, Observation(Eyes(self.screen, self.trace.mask), most=frames))

    async def prune_recordings(self) -> int:
        """Take out of the recordings what this run neither used nor made. How many entries that were.

        >>> await agent.prune_recordings()
        0
        """
        return await self.recordings.prune() if self.recordings else 0

    def report(self, out: str | Path | None = None, *, folder: bool | None = None) -> Path:
        """Write the report of what happened so far, and say where.

        With `folder` its pictures are files beside it, without (False) all is in one file; by default one file unless
        it would be large.

        >>> agent.report().name
        'report.html'
        """
        from askonce.report import write_report

        if self.trace.folder is None:
            raise ConfigError("this run keeps no trace", remedy="set the folder for runs, or give the agent a Trace")
        out = Path(out) if out else None
        return write_report(self.trace.folder, out, folder=folder, pictures=self.settings.shots.format)

    async def close(self, *, failed: bool = False) -> None:
        """End the run. The screen and the models are closed by whoever made them.

        Recordings that wait for a pass are written now, unless the run `failed`. The block of an agent does this as it
        ends; a run ends once.

        >>> await agent.close()
        """
        if self._is_closed:
            return
        self._is_closed = True
        failed = failed or bool(self.soft_failures)
        if self.recordings and failed:
            self.recordings.discard()
        elif self.recordings:
            await self.recordings.commit()
        if self._evidence_settings:
            keep_page_log(self.screen, self.trace)
        self._permitted.close()
        self.trace.emit(RunEnded())
        self.trace.close()
        if self.settings.runs:
            clean_daily(self.settings.runs, self.settings.keep, _is_resumable)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close(failed=kind is not None)
        if self.soft_failures and kind is None:
            raise soft_failure(self.soft_failures)

    @asynccontextmanager
    async def _reads(self, asked: Instruction, what: str, timeout: float | None) -> AsyncGenerator[None, None]:
        act_context = self._act_context()
        with self._discreet(asked):
            async with self._span(act_context, f"{what}: {asked}", checked(timeout)):
                yield

    @asynccontextmanager
    async def _span(self, act_context: ActContext, words: str, timeout: float | None) -> AsyncGenerator[ActSpan, None]:
        """A turn of its own, as an entry of the trace; for what an action does on its way, a part of that act."""
        if self._turn.is_mine:
            self._eyes.blink()
            yield ActSpan()
            return
        async with self._turn, act_span(act_context, words, timeout=timeout) as span:
            self._eyes.blink()
            act_context.trace.round = 1
            yield span

    async def _region(self, within: Words, asked: Instruction, timeout: float | None) -> Found:
        target, finders = target_of(within, {}), self._act_context().finders
        await _read_references([target])
        return await find(
            target.filled(asked),
            finders,
            self._eyes,
            self.trace,
            patience=waiting_time(timeout, self.settings.patience),
        )

    async def _carry_out(
        self,
        asked: Instruction,
        settings: ActSettings,
        *,
        context: str = "",
        images: Images | None = None,
        deep: bool = False,
        recordable: bool | None = None,
        companion: Companion | None = None,
        files: ChooserFiles = ChooserFiles(),  # noqa: B008 - frozen
    ) -> ActResult:
        """Carry out an instruction, by itself or as a step of something longer."""
        references = await read_images(images)
        asked = replace(asked, images=image_digests(references))
        with self._discreet(asked):
            async with self._turn:
                self._eyes.refuse_while_frozen("acting")
                self._eyes.blink()
                patience = waiting_time(settings.timeout, self.settings.patience)
                act_context = self._act_context(recordable is not False, companion)
                act_context = replace(
                    act_context,
                    replay_patience=min(patience, act_context.replay_patience),
                    stillness=self.settings.patience,
                    background="\n".join(filter(None, (self.context, context))),
                )
                if settings.timeout is not None:
                    act_context = replace(act_context, wait_for=self._waiting_within(settings.timeout))
                try:
                    async with handing_over(self.screen, files, expected=False):
                        background = "\n".join(filter(None, (act_context.background, files.advice)))
                        task = replace(self._task(asked, settings, background), is_step=companion is not None)
                        task = replace(task, references=references, deep=deep)
                        act = Act(act_context, task, settings, recordable=recordable is True, patience=patience)
                        return await act.run()
                except TimeIsUp as late:
                    raise OutOfTime(late.message, remedy=late.remedy) from None

    def _act_context(self, recordable: bool = True, companion: Companion | None = None) -> ActContext:
        recordings, replaying = self.recordings or self._passing, self.settings.recordings
        for remark in self.recordings.new_remarks() if self.recordings else ():
            self.trace.emit(Noted(act=self.trace.act, round=self.trace.round, text=remark, warns=True))
        return ActContext(
            screen=self.screen,
            eyes=self._eyes,
            space=self.actions.having(*companion.extra) if companion else self.actions,
            planner=self._planning,
            finders=tuple(finder for finder in self.finders if recordable or finder.name != RECORDED),
            trace=self.trace,
            totals=self._totals,
            count_step=self._budget.step,
            recordings=recordings if recordable else None,
            replay_patience=self.settings.patience if replaying.patience is None else replaying.patience,
            wait_for=self._await_statement,
            is_strict=self._is_strict,
            is_recordable=recordable,
            shots=self.settings.shots.when if self.trace.folder else "seen",
            evidence=self._evidence_settings,
            permit=self._permission,
            companion=companion,
        )

    def _task(self, instruction: Instruction, settings: ActSettings, context: str) -> ActTask:
        sees = settings.sees or self._planning.family.sees
        if sees == "both" and not isinstance(self.screen, Inspectable):
            sees = "both" if settings.sees == "both" and can_see_elements() else "screenshot"
        places = self._same_model and not settings.deep_think
        return ActTask(instruction, sees, settings.deep_think, places, context)

    def _attended(self, model: Model) -> Model:
        if self._is_strict:
            return WithheldModel(model)
        attended = Traced(Budgeted(model, self._budget), self.trace, self._totals)
        language = self.settings.language
        return WritesIn(attended, language) if language and model.name != EMBEDDED else attended

    @contextmanager
    def _discreet(self, instruction: Instruction) -> Generator[None, None, None]:
        """Hide the secrets of an instruction from now on, also in errors that leave this call."""
        mask = self.trace.mask
        mask.learn(instruction.values)
        try:
            yield
        except AskonceError as error:
            if not holds_secret(error, mask):
                raise
            raise masked_error(error, mask) from None


async def _read_references(targets: Iterable[Target]) -> Mapping[str, str]:
    """Read the pictures that targets refer to; their digests, by name."""
    digests: dict[str, str] = {}
    for target in targets:
        target.set_references(await read_images(target.images))
        digests |= image_digests(target.references)
    return digests


def _is_resumable(folder: Path) -> bool:
    from askonce.agent.program_setup import is_resumable  # programs are read only where a folder might go

    return is_resumable(folder)
