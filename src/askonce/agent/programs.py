"""Programs: longer jobs that are carried out step by step, and what their steps ask of an agent."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from askonce.actions import Action, ActionSpace
from askonce.companion import Companion
from askonce.config import ActSettings, ProgramSettings, Settings
from askonce.errors import CannotTell, ConfigError
from askonce.insight.answers import Verdict
from askonce.models import Model, Reply, Request
from askonce.models.reference_images import Images
from askonce.planning.act_result import ActResult
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import MemoryRecordings
from askonce.screens import Clock, Screen
from askonce.trace import Trace, UsageTotals
from askonce.values import Instruction, Value

if TYPE_CHECKING:
    from askonce.agent.program_setup import OnAsk, OnPaused, OnTell
    from askonce.program.journal import Journal
    from askonce.program.line_inspection import InterruptedLine
    from askonce.program.program_result import ProgramResult
    from askonce.program.program_run import ProgramRun
    from askonce.program.syntax_tree import Program


class Programs(ABC):
    """The methods of an agent that have to do with programs. `step`, `consult` and `now` are for whoever runs one."""

    running: ProgramRun | None = None
    """The program that runs at this moment, to pause or stop it from outside."""
    screen: Screen
    settings: Settings
    trace: Trace
    actions: ActionSpace
    recordings: Recordings | None
    _planning: Model
    _totals: UsageTotals
    _passing: Recordings | None

    @abstractmethod
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
    ) -> ActResult: ...

    @abstractmethod
    async def do(self, action: Action[Any], /) -> str: ...

    @abstractmethod
    async def query(self, demand: Any, /, *, returns: Any = None, **options: Any) -> Any: ...

    @abstractmethod
    async def verdict(self, statement: str, /, **options: Any) -> Verdict: ...

    async def run(
        self,
        program: str | Path | Program,
        /,
        *,
        resume: bool | Path = False,
        journal: Journal | None = None,
        interrupted_line: InterruptedLine = "",
        settings: ProgramSettings | None = None,
        on_ask: OnAsk | None = None,
        on_tell: OnTell | None = None,
        work_folder: Path | None = None,
        breakpoints: Iterable[int] = (),
        on_pause: OnPaused | None = None,
        **variables: Any,
    ) -> ProgramResult:
        r"""Run a program: its text, a `.stp` file, or one that was read before.

        It is checked before anything is done. `variables` are what `{name}` stands for at its start; a `Secret` is
        shown to nobody. Each transition goes into a journal beside the trace: with `resume=True` the last run is taken
        up where it was interrupted, with a path the one of that journal. A `journal` of yours takes the place of the
        file, also to resume from. What may be done already is not done again:
        where the screen does not show whether the line at which the run was interrupted is done, `Unresumable` is
        raised; resume with `interrupted_line` "done" or "repeat" then. What worked in one pass of a loop is replayed in
        the next. Files are read and written in `work_folder`. The run pauses before each line of `breakpoints`;
        `on_pause` gets it then, to look at and change its variables and its belief, and to `step`, `resume` or `stop`
        it. Raises `ProgramFailed` with the line at fault.

        >>> result = await agent.run("Type {name} into User name\nPress Save", name="Bob")
        >>> result.lines
        2
        """
        from askonce.agent.program_setup import UNNAMED, checked_program, given_in, journal_for, read_text

        name, source = read_text(program)
        written = journal_for(resume, self.trace, self.settings, journal)
        given = (*variables, *(given_in(written) if resume else ()))
        checked = checked_program(name, source, given, attended=on_ask is not None)
        return await self._run(
            checked,
            variables,
            written,
            settings,
            on_ask,
            on_tell,
            work_folder,
            resume=resume is not False,
            interrupted_line=interrupted_line,
            file=name if name != UNNAMED else "",
            breakpoints=breakpoints,
            on_pause=on_pause,
        )

    async def pursue(
        self,
        task: str,
        /,
        *,
        settings: ProgramSettings | None = None,
        on_ask: OnAsk | None = None,
        on_tell: OnTell | None = None,
        work_folder: Path | None = None,
        **variables: Any,
    ) -> ProgramResult:
        """Have a program written for a task in plain words, and run it. The result holds the program.

        >>> result = await agent.pursue("save the form")
        """
        from askonce.agent.program_setup import journal_for
        from askonce.program.author import author

        written = await author(self, task, given=tuple(variables), unattended=on_ask is None)
        journal = journal_for(False, self.trace, self.settings)
        return await self._run(written.program, variables, journal, settings, on_ask, on_tell, work_folder, task=task)

    async def _run(
        self,
        program: Program,
        variables: Mapping[str, Any],
        journal: Journal,
        settings: ProgramSettings | None,
        on_ask: OnAsk | None,
        on_tell: OnTell | None,
        work_folder: Path | None,
        *,
        resume: bool = False,
        interrupted_line: InterruptedLine = "",
        task: str = "",
        file: str = "",
        breakpoints: Iterable[int] = (),
        on_pause: OnPaused | None = None,
    ) -> ProgramResult:
        from askonce.agent.program_setup import awaitable, logins_for, telling, work_folder_for
        from askonce.program.program_run import ProgramRun

        if self.running:
            raise ConfigError("a program is running already", remedy="await its end, or use another agent")
        self.running = run = ProgramRun(
            program,
            self,
            settings or self.settings.program,
            variables=variables,
            journal=journal,
            resume=resume,
            interrupted_line=interrupted_line,
            work_folder=work_folder or work_folder_for(self.settings),
            on_ask=awaitable(on_ask) if on_ask else None,
            logins=logins_for(journal, self.screen),
            task=task,
            file=file,
            breakpoints=breakpoints,
            on_pause=awaitable(on_pause) if on_pause else None,
        )
        try:
            with self._keeping_recordings(), telling(self.trace, on_tell):
                return await run.go()
        finally:
            self.running = None

    @contextmanager
    def _keeping_recordings(self) -> Generator[None, None, None]:
        """Keep recordings while the program runs: the next pass of a loop replays the last (see `step_replay`)."""
        if self.recordings is None and self.settings.recordings.strategy not in {"off", "strict"}:
            self._passing = Recordings(MemoryRecordings(), "program")
        try:
            yield
        finally:
            self._passing = None

    async def step(self, words: str, /, *, values: Mapping[str, Value], companion: Companion) -> ActResult:
        """Carry out one step of a program, its `{slots}` taken from `values`; `companion` is whoever runs it."""
        before = self._totals.total
        done = await self._carry_out(Instruction.of(words, values), self.settings.act, companion=companion)
        lacking = [name for name in companion.wants if name not in done.results]
        if not lacking or done.jump:
            return done
        # Planners of other dialects carry out a step and cannot say more: what it is to give is read off the screen.
        names = ", ".join(f'"{name}"' for name in lacking)
        demand = f"an object with {names}, as the result of this step, which is done: {words}"
        read: dict[str, Any] = await self.query(demand, returns=dict[str, Any], values=values)
        if unread := [name for name in lacking if name not in read]:
            raise CannotTell(f"the step has to set {', '.join(unread)}, and the reply does not hold it")
        results = {**done.results, **{name: read[name] for name in lacking}}
        return replace(done, results=results, usage=self._totals.total - before)

    async def consult(self, request: Request) -> Reply:
        """Ask the planning model something other than a plan, such as a program. Counted and traced."""
        return await self._planning.ask(request)

    async def now(self) -> datetime:
        """The time on the device or page; that of this machine where the screen does not know."""
        time = await self.screen.now() if isinstance(self.screen, Clock) else None
        return time or datetime.now().astimezone()
