"""`askonce record`: records what a person does by hand, replays it, and writes the files."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from askonce import launch
from askonce.cli.commands.recordings import FORMS
from askonce.cli.dotenv import read_environment
from askonce.cli.exit_codes import ExitCode
from askonce.cli.interrupts import run_async
from askonce.cli.record_progress import RecordProgress
from askonce.cli.recording_files import read_recordings_file
from askonce.cli.terminal import Console, Text, Verbosity, plain, print_warning
from askonce.cli.window_hands import WindowHands
from askonce.config import Settings, read_settings
from askonce.errors import AskonceError, ConfigError, ReplayFailed, ScreenClosed
from askonce.lazy import dataclass
from askonce.recorder.hand_recorder import ExportFormat, HandRecorder
from askonce.recorder.hand_step import HandStep
from askonce.recorder.replay_verdicts import StepVerdict, replay_steps
from askonce.recordings.recording import Recording, RecordingFile
from askonce.recordings.slots import slots_in
from askonce.report.atomic_write import placed
from askonce.screens.gestures import HandSource
from askonce.screens.screen_choice import ScreenChoice
from askonce.screens.screen_kind import OpenContext
from askonce.values import Secret

if TYPE_CHECKING:
    from askonce.agent import Agent

_FILES = {"yaml": "{}.script.yaml", "pytest": "test_{}.py", "stp": "{}.stp"}
"""How exports are called, beside the file."""
_LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class RecordOptions:
    """The options of `askonce record`."""

    screen: ScreenChoice
    out: Path | None = None
    title: str = ""
    append: bool = False
    from_file: Path | None = None
    headed: bool | None = None
    """None: a window where one can be seen, and the live view elsewhere."""
    values: Mapping[str, str | Secret] = field(default_factory=dict[str, str | Secret])
    exports: tuple[str, ...] = ()
    replays: bool = True
    uploads: Path | None = None
    port: int = 0
    open_page: bool = True
    as_json: bool = False


Source = Callable[[HandRecorder, "Agent", Console], Awaitable[None]]
"""Hands gestures to a recorder until the person is done."""


def record_steps(options: RecordOptions, verbosity: Verbosity, source: Source | None = None) -> int:
    """Record until the person is done; the exit code says whether all steps would be found again."""
    console = verbosity.console()
    _check_options(options)
    is_headed = _is_headed(options)
    settings = read_settings(read_environment())
    session = RecordSession(options, settings, console, is_headed=is_headed)
    return run_async(session.run(source or (WindowHands(console) if is_headed else _by_live_view(options))))


class RecordSession:
    """One sitting at a screen."""

    def __init__(self, options: RecordOptions, settings: Settings, console: Console, *, is_headed: bool) -> None:
        self._options = options
        self._settings = settings
        self._console = console
        self._is_headed = is_headed
        self._known = _read_known(options)
        self._out = Path()

    async def run(self, source: Source) -> int:
        async with self._opened(headed=self._is_headed, source=source) as agent:
            recorder = await self._begin(agent)
            progress = RecordProgress(self._console, recorder)
            try:
                await source(recorder, agent, self._console)
            except asyncio.CancelledError:
                _go_on_after_interrupt()
            await _finish(recorder)
            progress.finish()
            trace = agent.trace.folder
        if not recorder.steps:
            self._console.print(Text("Nothing was recorded.", "yellow"))
            return ExitCode.FAILED
        self._tell_apart(recorder)
        self._out = self._file_for(recorder)
        await asyncio.to_thread(recorder.write, self._out)
        verdicts = await self._replay(recorder) if self._options.replays else ()
        exported = await asyncio.to_thread(self._export, recorder)
        self._tell(recorder, verdicts, exported, trace)
        is_good = not recorder.problems and all(verdict.is_found for verdict in verdicts)
        return ExitCode.of(is_good)

    @asynccontextmanager
    async def _opened(self, *, headed: bool, source: Source | None = None) -> AsyncGenerator[Agent, None]:
        context = OpenContext(self._settings, headed=headed, by_hand=headed, uploads=self._options.uploads)
        watch = source.watch if isinstance(source, WindowHands) else None
        async with launch.opened(self._options.screen, context, title="Recording", before_begin=watch) as agent:
            yield agent

    async def _begin(self, agent: Agent) -> HandRecorder:
        """The recorder; with `--from`, after what is recorded was replayed."""
        options = self._options
        first = self._known.recordings[0] if options.from_file and self._known.recordings else None
        title = options.title or (first.instruction if first else "")
        earlier = self._known if options.append else _without(self._known, first)
        recorder = HandRecorder(agent, title, values=options.values, earlier=earlier)
        await recorder.begin()
        if first is None:
            return recorder
        self._console.print(Text(f"Replaying {options.from_file}", "dim"))
        verdicts = await replay_steps(agent, first, options.values, "")
        for number, verdict in enumerate(verdicts, 1):
            if not verdict.is_found:
                raise ReplayFailed(
                    f"step {number} of {options.from_file} could not be done again: {verdict.reason}",
                    remedy="record it anew, or correct the file; nothing was changed",
                )
        await recorder.follow(first)
        return recorder

    def _tell_apart(self, recorder: HandRecorder) -> None:
        """With `--append`, a title that the file has already is counted on: it would take the place of that one."""
        taken = {recording.instruction for recording in self._known.recordings} if self._options.append else set[str]()
        title, number = recorder.title, 2
        while recorder.title in taken:
            recorder.set_title(f"{title} ({number})")
            number += 1
        if recorder.title != title:
            print_warning(self._console, f"{title!r} is in the file already; this one is {recorder.title!r}")

    def _file_for(self, recorder: HandRecorder) -> Path:
        options = self._options
        if options.out or options.from_file:
            return cast("Path", options.out or options.from_file)
        words = re.findall(r"[^\W_]+", recorder.title.casefold())
        name = "-".join(words)[:_LONGEST_NAME].strip("-") or "recording"
        folder = (self._settings.runs or Path()) / "recordings"
        path, number = folder / f"{name}.yaml", 2
        while path.exists() or any(each.exists() for each in _exports_beside(path, options.exports).values()):
            path, number = folder / f"{name}-{number}.yaml", number + 1
        return path

    async def _replay(self, recorder: HandRecorder) -> Sequence[StepVerdict]:
        self._console.print(Text("Replaying what was recorded", "dim"))
        try:
            return await recorder.replay(self._opened(headed=False))
        except AskonceError as error:
            print_warning(self._console, f"it could not be replayed: {error.message}")
            return [StepVerdict(False, error.message, is_tried=False) for _ in recorder.steps]

    def _export(self, recorder: HandRecorder) -> dict[str, Path]:
        exported: dict[str, Path] = {}
        for form, path in _exports_beside(self._out, self._options.exports).items():
            if path.exists():
                print_warning(self._console, f"{path} is there by now, and was not written again")
                continue
            made = recorder.export(cast("ExportFormat", form))
            with placed(path) as draft:
                draft.write_text(made.text, encoding="utf-8")
            for remark in made.remarks:
                self._console.print(Text.assemble(("• ", "bold"), plain(remark)))
            exported[form] = path
        return exported

    def _tell(
        self,
        recorder: HandRecorder,
        verdicts: Sequence[StepVerdict],
        exported: Mapping[str, Path],
        trace: Path | None,
    ) -> None:
        steps = recorder.steps
        told = [*verdicts, *(StepVerdict(True, is_tried=False) for _ in steps[len(verdicts) :])]
        for place, (step, verdict) in enumerate(zip(steps, told, strict=True), 1):
            if reason := step.problem or ("" if verdict.is_found else verdict.reason):
                self._console.print(Text.assemble(("✗ ", "bold red"), plain(f"{place}. {step.words}: {reason}")))
        if verdicts and all(verdict.is_found for verdict in verdicts):
            self._console.print(Text(f"✓ all {len(steps)} steps were found again, with no model", "green"))
        if self._options.as_json:
            print(json.dumps(self._summary(recorder, told, exported, trace), ensure_ascii=False, indent=2))
            return
        print(self._out.resolve())
        for path in exported.values():
            print(path.resolve())

    def _summary(
        self,
        recorder: HandRecorder,
        verdicts: Sequence[StepVerdict],
        exported: Mapping[str, Path],
        trace: Path | None,
    ) -> dict[str, Any]:
        return {
            "file": str(self._out.resolve()),
            "instruction": recorder.title,
            "steps": [_step_fields(*each) for each in zip(recorder.steps, verdicts, strict=True)],
            "exports": {form: str(path.resolve()) for form, path in exported.items()},
            "trace": trace and str(trace),
        }


def _by_live_view(options: RecordOptions) -> Source:
    """Take the gestures of a person in the live view of a playground."""

    async def source(recorder: HandRecorder, agent: Agent, console: Console) -> None:
        from askonce.cli.record_live_view import serve_live_view

        await serve_live_view(recorder, agent, console, port=options.port, open_page=options.open_page)

    return source


async def _finish(recorder: HandRecorder) -> None:
    """Take up what is being typed; where the screen is gone, what was typed so far stands."""
    try:
        await recorder.finish()
    except ScreenClosed:
        return


def _go_on_after_interrupt() -> None:
    """Ctrl-C ends the recording, and not what comes after it. A second one ends the process."""
    task = asyncio.current_task()
    if task:
        task.uncancel()


def _is_headed(options: RecordOptions) -> bool:
    """Whether a browser window is used: where it is asked for, or can be seen, and its hands can be watched."""
    from askonce.cli.serve_playground import has_display

    kind = options.screen.kind
    if options.headed is False or not (kind.screen_class and issubclass(kind.load_screen_class(), HandSource)):
        if options.headed:
            raise ConfigError(
                f"--headed: a {kind.name} screen is recorded in the live view", remedy="leave out --headed"
            )
        return False
    is_running = bool(getattr(options.screen.options, "cdp", None))  # whoever started it may see it elsewhere
    return bool(options.headed) or (has_display() and not is_running)


def _exports_beside(out: Path, forms: Sequence[str]) -> dict[str, Path]:
    """The files that the exports of a recording are written to."""
    name = out.name.removesuffix(".yaml")
    names = {"pytest": re.sub(r"\W", "_", name)}
    return {form: out.with_name(_FILES[form].format(names.get(form, name))) for form in forms}


def _check_options(options: RecordOptions) -> None:
    for form in options.exports:
        if form not in FORMS:
            raise ConfigError(f"--export cannot be {form!r}", remedy=f"use one of {', '.join(FORMS)}")
    if options.append and options.from_file:
        raise ConfigError(
            "--append and --from cannot be combined", remedy="--append adds another recording, --from goes on with one"
        )
    if options.append and options.out is None:
        raise ConfigError("--append does not say to which file", remedy="name it with -o FILE")
    is_new = not options.append and (options.from_file is None or options.from_file != options.out)
    if options.out and is_new and options.out.exists():
        raise ConfigError(
            f"{options.out} is there already",
            remedy="add to it with --append, go on with it by --from, or choose another file",
        )
    if options.out and options.out.suffix != ".yaml":
        raise ConfigError(f"-o {options.out}: a recording is a .yaml file", remedy=f"-o {options.out}.yaml")
    if out := options.out or options.from_file:
        for form, path in _exports_beside(out, options.exports).items():
            if path.exists():
                raise ConfigError(
                    f"--export {form}: {path} is there already",
                    remedy="move it away, choose another file by -o, or leave out this --export",
                )
    if options.uploads is not None and not options.uploads.is_dir():
        raise ConfigError(f"--uploads: {options.uploads} is not a folder", remedy="name one that exists")


def _read_known(options: RecordOptions) -> RecordingFile:
    """What the file holds that is added to, or gone on with."""
    if options.from_file:
        known = read_recordings_file(options.from_file)
        if not known.recordings:
            raise ConfigError(f"{options.from_file} has no recorded steps", remedy="record some, without --from")
        missing = slots_in(known.recordings[0].steps) - options.values.keys()
        if missing:
            name = min(missing)
            raise ConfigError(
                f"{options.from_file} needs a value for {{{name}}}",
                remedy=f"--var {name}=…, or --secret {name} from the environment",
            )
        return known
    is_there = options.append and options.out is not None and options.out.exists()
    return read_recordings_file(cast("Path", options.out)) if is_there else RecordingFile()


def _without(known: RecordingFile, first: Recording | None) -> RecordingFile:
    """The file without the recording that is gone on with: the longer one takes its place."""
    left = tuple(recording for recording in known.recordings if recording is not first)
    return known.model_copy(update={"recordings": left})


def _step_fields(step: HandStep, verdict: StepVerdict) -> dict[str, Any]:
    is_known = verdict.is_tried or not verdict.is_found
    return {
        "words": step.words,
        "kind": step.kind,
        "variable": step.variable,
        "problem": step.problem,
        "remark": step.remark,
        "found_again": verdict.is_found if is_known else None,
        "reason": verdict.reason,
    }
