"""Types of `askonce.sync.blocking_agent`, written by `scripts/stubs.py`."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, Unpack, overload

from typing_extensions import TypeForm

from askonce.actions import Action, ActionSpace, Found
from askonce.actions.screen_needs import Direction
from askonce.agent import Agent as AsyncAgent
from askonce.agent.program_setup import OnAsk, OnTell
from askonce.agent.queries import T
from askonce.agent.query_options import Demand, LookOptions, ReadOptions
from askonce.agent.single_actions import ActionOptions, Words
from askonce.config import ProgramSettings, Seeing
from askonce.geometry import Point
from askonce.insight.answers import Answer, Verdict
from askonce.planning.act_result import ActResult
from askonce.program.line_inspection import InterruptedLine
from askonce.program.program_result import ProgramResult
from askonce.program.syntax_tree import Program
from askonce.recordings.run_recordings import Recordings
from askonce.sync.blocking_methods import Blocking
from askonce.sync.blocking_observation import Watching
from askonce.trace import Trace, UsageTotals
from askonce.values import Secret, Value

class Agent(Blocking[AsyncAgent]):
    """What `askonce.Agent` is, for code that does not await."""

    def act(
        self,
        instruction: str,
        /,
        *,
        sees: Seeing | None = None,
        deep_think: bool | None = None,
        rounds: int | None = None,
        timeout: float | None = None,
        context: str = "",
        recordable: bool | None = None,
        **values: Value,
    ) -> ActResult:
        """Carry out an instruction, looking at the screen after each step, until it is done.

        `{name}` in the instruction takes the value passed as `name=…`; a `Secret` is typed for real and shown to
        nobody. Where the agent has recordings, what worked is recorded and replayed the next time, unless it depends
        on what the screen shows ("the cheapest", "if"): `recordable=True` records that too, `False` neither records
        nor replays. The result says `how` it was done. Raises one of our errors when it could not be."""

    def do(
        self,
        action: Action[Any],
        /,
        *,
        timeout: float | None = None,
        recordable: bool = True,
        values: Mapping[str, Value] | None = None,
    ) -> str:
        """Carry out one action, its targets found from their words. Returns what the action reports."""

    def locate(self, what: Words, /, **options: Unpack[ActionOptions]) -> Found:
        """Where an element is: its box, the point to touch, and its place in the tree if the screen has one."""

    def describe(self, point: Point | tuple[float, float], /, *, timeout: float | None = None) -> str:
        """Words by which the element at a point is found again; they have been tried out."""

    def tap(self, what: Words, /, *, times: int = 1, **options: Unpack[ActionOptions]) -> None: ...
    def double_tap(self, what: Words, /, **options: Unpack[ActionOptions]) -> None: ...
    def right_tap(self, what: Words, /, **options: Unpack[ActionOptions]) -> None: ...
    def hover(self, what: Words, /, **options: Unpack[ActionOptions]) -> None: ...
    def long_press(self, what: Words, /, *, seconds: float = 0.8, **options: Unpack[ActionOptions]) -> None: ...
    def drag(self, start: Words, end: Words, /, **options: Unpack[ActionOptions]) -> None:
        """`selector` and `deep` count for both ends."""

    def type(
        self,
        what: Words | None,
        text: str | Secret,
        /,
        *,
        mode: Literal["replace", "append"] = "replace",
        enter: bool = False,
        delay: float = 0.0,
        **options: Unpack[ActionOptions],
    ) -> None:
        """Type into a field, or with None into what has the focus."""

    def clear(self, what: Words, /, **options: Unpack[ActionOptions]) -> None: ...
    def press(self, keys: str, /, *, on: Words | None = None, times: int = 1, **options: Unpack[ActionOptions]) -> None:
        """Press a key or a combination, on an element if one is named."""

    def scroll(
        self,
        direction: Direction = "down",
        /,
        *,
        inside: Words | None = None,
        distance: float | None = None,
        to_end: bool = False,
        **options: Unpack[ActionOptions],
    ) -> None: ...
    def swipe(
        self,
        direction: Direction,
        /,
        *,
        on: Words | None = None,
        distance: float | None = None,
        **options: Unpack[ActionOptions],
    ) -> None: ...
    def pinch(self, factor: float, /, *, on: Words | None = None, **options: Unpack[ActionOptions]) -> None:
        """Zoom with two fingers: in above 1, out below."""

    def select(self, what: Words, /, *choices: str, **options: Unpack[ActionOptions]) -> None:
        """Choose in a native drop-down list, by label."""

    def upload(self, what: Words, /, *files: str, **options: Unpack[ActionOptions]) -> None:
        """Hand over files by their names in the folder that was allowed for this."""

    @overload
    def query(
        self,
        demand: Demand,
        /,
        *,
        returns: TypeForm[T],
        scroll: bool = ...,
        limit: int = ...,
        **options: Unpack[ReadOptions],
    ) -> T:
        """What is asked for, as the type it `returns`: any that pydantic understands.

        `scroll` reads a list that is longer than the screen, up to `limit` rows. What cannot be read from what is
        visible raises `CannotTell`."""

    @overload
    def query(
        self,
        demand: Demand,
        /,
        *,
        returns: Any = ...,
        scroll: bool = ...,
        limit: int = ...,
        **options: Unpack[ReadOptions],
    ) -> Any: ...
    @overload
    def answer(
        self,
        demand: Demand,
        /,
        *,
        returns: TypeForm[T],
        scroll: bool = ...,
        limit: int = ...,
        **options: Unpack[ReadOptions],
    ) -> Answer[T]:
        """The same as `query`, with who answered, from what, and what it cost."""

    @overload
    def answer(
        self,
        demand: Demand,
        /,
        *,
        returns: Any = ...,
        scroll: bool = ...,
        limit: int = ...,
        **options: Unpack[ReadOptions],
    ) -> Answer[Any]: ...
    def ask(self, demand: str, /, **options: Unpack[ReadOptions]) -> str:
        """An answer in words."""

    def string(self, demand: str, /, **options: Unpack[ReadOptions]) -> str:
        """A text as the screen shows it."""

    def number(self, demand: str, /, **options: Unpack[ReadOptions]) -> float: ...
    def boolean(self, demand: str, /, **options: Unpack[ReadOptions]) -> bool: ...
    def verdict(self, statement: str, /, **options: Unpack[ReadOptions]) -> Verdict:
        """Whether a statement is true of the screen now, once what the last action set off has come to rest.

        What cannot be decided raises `CannotTell`. `check` and `wait_for` wait until a statement comes true."""

    def check(self, statement: str, /, *, soft: bool = False, **options: Unpack[ReadOptions]) -> Verdict:
        """Raise `CheckFailed` unless a statement about the screen is true, or comes true within `timeout` seconds.

        The elements are read whenever the screen changes. A model is asked again only when something changed. Without a
        `timeout` a check waits for as long as the `patience` in the settings. A `soft` check that fails is kept, and
        raised when the agent's block ends."""

    def wait_for(
        self, statement: str, /, *, timeout: float = 30.0, interval: float = 1.0, **options: Unpack[LookOptions]
    ) -> Verdict:
        """Wait until a statement is true. `OutOfTime`, with the last reason, when it is not within `timeout` seconds.

        The elements are read whenever the screen changes. A model is asked at most every `interval` seconds, and only
        when something changed."""

    def run(
        self,
        program: str | Path | Program,
        /,
        *,
        resume: bool | Path = False,
        interrupted_line: InterruptedLine = "",
        settings: ProgramSettings | None = None,
        on_ask: OnAsk | None = None,
        on_tell: OnTell | None = None,
        work_folder: Path | None = None,
        **variables: Any,
    ) -> ProgramResult:
        """Run a program: its text, a `.stp` file, or one that was read before.

        It is checked before anything is done. `variables` are what `{name}` stands for at its start; a `Secret` is
        shown to nobody. Each transition goes into a journal beside the trace: with `resume=True` the last run is taken
        up where it was interrupted, with a path the one of that journal. What may be done already is not done again:
        where the screen does not show whether the line at which the run was interrupted is done, `Unresumable` is
        raised; resume with `interrupted_line` "done" or "repeat" then. What worked in one pass of a loop is replayed in
        the next. Files are read and written in `work_folder`. Raises `ProgramFailed` with the line at fault."""

    def pursue(
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
        """Have a program written for a task in plain words, and run it. The result holds the program."""

    def prune_recordings(self) -> int:
        """Take out of the recordings what this run neither used nor made. How many entries that were."""

    @contextmanager
    def frozen(self) -> Generator[None]:
        """A block in which everything that is read sees the screen as it was at its beginning."""

    def observe(self, *, frames: int = 16) -> Watching:
        """Watch the screen for a while: `with agent.observe() as watched:`, act in the block, then ask `watched`."""

    @property
    def soft_failures(self) -> list[Verdict]: ...
    @property
    def actions(self) -> ActionSpace: ...
    @property
    def trace(self) -> Trace: ...
    @property
    def recordings(self) -> Recordings | None: ...
    @property
    def usage(self) -> UsageTotals: ...
    @property
    def context(self) -> str: ...
    @context.setter
    def context(self, context: str) -> None: ...
    def report(self, out: Path | None = None) -> Path: ...
