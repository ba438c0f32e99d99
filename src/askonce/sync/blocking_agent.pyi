"""Types of `askonce.sync.blocking_agent`, written by `scripts/stubs.py`."""

from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, Unpack, overload

from playwright import sync_api
from typing_extensions import TypeForm

from askonce.actions import Action, ActionSpace, Found
from askonce.actions.screen_needs import Direction
from askonce.agent import Agent as AsyncAgent
from askonce.agent.chooser_files import Files
from askonce.agent.program_setup import OnAsk, OnPaused, OnTell
from askonce.agent.queries import T
from askonce.agent.query_options import Demand, LookOptions, ReadOptions
from askonce.agent.single_actions import ActionOptions, Words
from askonce.config import ProgramSettings, Seeing, Settings
from askonce.geometry import Point
from askonce.insight.answers import Answer, Verdict
from askonce.locate import Finder
from askonce.models.reference_images import Images, ImageSource
from askonce.planning.act_result import ActResult
from askonce.program.journal import Journal
from askonce.program.line_inspection import InterruptedLine
from askonce.program.program_result import ProgramResult
from askonce.program.program_run import ProgramRun
from askonce.program.syntax_tree import Program
from askonce.recordings.run_recordings import Recordings
from askonce.screens import Screen
from askonce.sync.blocking_methods import Blocking
from askonce.sync.blocking_observation import Watching
from askonce.sync.blocking_page import OpenedPage
from askonce.trace import Trace, UsageTotals
from askonce.trace.model_calls import OnModelCall
from askonce.values import Secret, Value

class Agent(Blocking[AsyncAgent]):
    """What `askonce.Agent` is, for code that does not await.

    >>> with launch.screen(screen) as agent:
    ...     agent.act("press Save")
    ...     agent.check('the text "Saved" is visible')
    """

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

        >>> result = agent.act("type {name} into User name, then press Save", name="Bob")
        >>> result.how
        'asked'"""

    def run_gherkin_scenario(self, scenario: str, /, *, context: str = "", **values: Value) -> None:
        """Carry out a scenario in Gherkin: Given and When are acts, Then is a check; And and But go on as before.

        >>> agent.run_gherkin_scenario('''
        ...     When I press Save
        ...     Then the text "Saved" is visible
        ... ''')"""

    def do(
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

        >>> agent.do(actions.Tap(target=Target.of("the Save button")))
        ''"""

    def locate(self, what: Words, /, **options: Unpack[ActionOptions]) -> Found:
        """Where an element is: its box, the point to touch, and its place in the tree if the screen has one.

        >>> found = agent.locate("the Save button")
        >>> found.node.role
        'button'"""

    def describe(self, point: Point | tuple[float, float], /, *, timeout: float | None = None) -> str:
        '''Words by which the element at a point is found again; they have been tried out.

        >>> agent.describe((70, 75))
        "the button 'Save'"'''

    def tap(self, what: Words, /, *, times: int = 1, **options: Unpack[ActionOptions]) -> None:
        """Tap an element, as a click or a finger does; `times` as often.

        >>> agent.tap("the Save button")
        >>> agent.tap("the Save button", times=2)"""

    def double_tap(self, what: Words, /, **options: Unpack[ActionOptions]) -> None:
        """Tap an element twice in quick succession.

        >>> agent.double_tap("the Save button")"""

    def right_tap(self, what: Words, /, **options: Unpack[ActionOptions]) -> None:
        """Tap an element with the right mouse button, which opens its menu.

        >>> agent.right_tap("the Save button")"""

    def hover(self, what: Words, /, **options: Unpack[ActionOptions]) -> None:
        """Move the pointer over an element.

        >>> agent.hover("the Save button")"""

    def long_press(self, what: Words, /, *, seconds: float = 0.8, **options: Unpack[ActionOptions]) -> None:
        """Press an element and hold it for some seconds.

        >>> agent.long_press("the Save button", seconds=1.5)"""

    def drag(self, start: Words, end: Words, /, **options: Unpack[ActionOptions]) -> None:
        """Drag one element to another. `selector` and `deep` count for both ends.

        >>> agent.drag("the Save button", "the Gift wrap checkbox")"""

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
        """Type into a field, or with None into what has the focus.

        What is in the field is replaced, unless `mode` is "append". A `Secret` is shown to nobody.

        >>> agent.type("the User name field", "Bob")
        >>> agent.type("the Password field", Secret("hunter22"), enter=True)"""

    def clear(self, what: Words, /, **options: Unpack[ActionOptions]) -> None:
        """Empty a field.

        >>> agent.clear("the User name field")"""

    def press(self, keys: str, /, *, on: Words | None = None, times: int = 1, **options: Unpack[ActionOptions]) -> None:
        """Press a key or a combination, on an element if one is named.

        >>> agent.press("Enter")
        >>> agent.press("Control+A", on="the User name field")"""

    def scroll(
        self,
        direction: Direction = "down",
        /,
        *,
        inside: Words | None = None,
        distance: float | None = None,
        to_end: bool = False,
        **options: Unpack[ActionOptions],
    ) -> None:
        """Scroll the page, or what lies `inside` it: by most of a screenful, by a distance in pixels, or to the end.

        >>> agent.scroll("down")
        >>> agent.scroll("up", to_end=True)"""

    def swipe(
        self,
        direction: Direction,
        /,
        *,
        on: Words | None = None,
        distance: float | None = None,
        **options: Unpack[ActionOptions],
    ) -> None:
        """Swipe with a finger across the screen, or on an element.

        >>> agent.swipe("left", distance=200)"""

    def pinch(self, factor: float, /, *, on: Words | None = None, **options: Unpack[ActionOptions]) -> None:
        """Zoom with two fingers: in above 1, out below.

        >>> agent.pinch(2.0, on="the Save button")"""

    def navigate(self, url: str, /, *, timeout: float | None = None, values: Mapping[str, Value] | None = None) -> None:
        """Go to an address, or to a `/path` of the site that is open. Hosts that are not allowed are refused.

        A `Secret` among the values is part of the address; the report does not show it.

        >>> agent.navigate("fake://basket")
        >>> agent.url
        'fake://basket'"""

    def back(self, *, timeout: float | None = None) -> None:
        """Go back one page.

        >>> agent.navigate("fake://basket")
        >>> agent.back()"""

    def forward(self, *, timeout: float | None = None) -> None:
        """Go forward one page.

        >>> agent.navigate("fake://basket")
        >>> agent.back()
        >>> agent.forward()
        >>> agent.url
        'fake://basket'"""

    def reload(self, *, timeout: float | None = None) -> None:
        """Load the page again.

        >>> agent.reload()"""

    def select(self, what: Words, /, *choices: str, **options: Unpack[ActionOptions]) -> None:
        """Choose in a native drop-down list, by label.

        >>> agent.select("the Size list", "Large")"""

    def upload(self, what: Words, /, *files: str, **options: Unpack[ActionOptions]) -> None:
        """Hand over files by their names in the folder that was allowed for this.

        >>> agent.upload("Photo", "mug.png")"""

    def read(self, what: Words | None = None, /, **options: Unpack[ActionOptions]) -> str:
        """All text in an element or on the page, out of view too: rows as lines, with tabs between their parts.

        >>> agent.read()"""

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

        `scroll` reads a list that is longer than the screen, up to `limit` rows. One that is read in part only is given
        with a warning, `PartialList`. What cannot be read from what is visible raises `CannotTell`.

        >>> agent.query("the title of the page", returns=str)
        'fake://start'
        >>> agent.query('the number of buttons "Save"', returns=int)
        1"""

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
        """The same as `query`, with who answered, from what, and what it cost.

        >>> answer = agent.answer('the number of buttons "Save"', returns=int)
        >>> answer.value, answer.source
        (1, 'elements')"""

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
        """An answer in words.

        >>> agent.ask("the title of the page")
        'fake://start'"""

    def string(self, demand: str, /, **options: Unpack[ReadOptions]) -> str:
        """A text as the screen shows it.

        >>> agent.string("the title of the page")
        'fake://start'"""

    def number(self, demand: str, /, **options: Unpack[ReadOptions]) -> float:
        """A number that the screen shows, or how many there are of something.

        >>> agent.number('the number of buttons "Save"')
        1.0"""

    def boolean(self, demand: str, /, **options: Unpack[ReadOptions]) -> bool:
        """Whether a statement is true, as a value. `check` raises instead, and waits.

        >>> agent.boolean("the checkbox Gift wrap is ticked")
        False"""

    def verdict(self, statement: str, /, **options: Unpack[ReadOptions]) -> Verdict:
        """Whether a statement is true of the screen now, once what the last action set off has come to rest.

        What cannot be decided raises `CannotTell`. `check` and `wait_for` wait until a statement comes true.

        >>> verdict = agent.verdict('the text "Saved" is visible')
        >>> verdict.holds, verdict.source
        (False, 'elements')"""

    def check(self, statement: str, /, *, soft: bool = False, **options: Unpack[ReadOptions]) -> Verdict:
        """Raise `CheckFailed` unless a statement about the screen is true, or comes true within `timeout` seconds.

        The elements are read whenever the screen changes. A model is asked again only when something changed. Without a
        `timeout` a check waits for as long as the `patience` in the settings. A `soft` check that fails is kept, and
        raised when the agent's block ends.

        >>> agent.tap("the Save button")
        >>> agent.check('the text "Saved" is visible')"""

    def wait_for(
        self, statement: str, /, *, timeout: float | None = None, interval: float = 1.0, **options: Unpack[LookOptions]
    ) -> Verdict:
        """Wait until a statement is true. `OutOfTime`, with the last reason, when it is not within `timeout` seconds.

        That are 30 seconds without a timeout, or the `patience` in the settings where that is more. The elements are
        read whenever the screen changes. A model is asked at most every `interval` seconds, and only when something
        changed.

        >>> agent.tap("the Save button")
        >>> agent.wait_for('the text "Saved" is visible', timeout=10)"""

    def screenshot(
        self,
        path: str | Path | None = None,
        *,
        within: Words | None = None,
        timeout: float | None = None,
        values: Mapping[str, Value] | None = None,
    ) -> bytes:
        """A picture of what is in view, or of one element `within` it; written to `path` if that is given.

        Elements that show a secret are painted over, as in all pictures. The ending of the path says the format: PNG,
        JPEG or WebP; without one it is PNG.

        >>> picture = agent.screenshot()
        >>> picture = agent.screenshot("save.png", within="the Save button")"""

    def text(
        self, *, within: Words | None = None, timeout: float | None = None, values: Mapping[str, Value] | None = None
    ) -> str:
        """The words that can be read on the page, or `within` one element: a line for each piece, in reading order.

        They count also where one has to scroll to them. What fields hold is not among them: `query` reads that.

        >>> "Total: 12.50" in agent.text()
        True
        >>> agent.text(within="the Save button")
        'Save'"""

    def title(self) -> str:
        """The title of the page.

        >>> agent.title()
        'fake://start'"""

    def evaluate(self, script: str, argument: Any = None, /, *, timeout: float | None = None) -> Any:
        """Run JavaScript in the page and return its value: an expression, or a function that gets the `argument`.

        A `Secret` in the argument is passed in plain. The report shows the script, not what it returns.

        >>> agent.evaluate("document.title")
        'Shop'
        >>> agent.evaluate("(order) => order.mugs + 1", {"mugs": 2})
        3"""

    def run(
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
        breakpoints: Iterable[int] = ...,
        on_pause: OnPaused | None = None,
        **variables: Any,
    ) -> ProgramResult:
        """Run a program: its text, a `.stp` file, or one that was read before.

        It is checked before anything is done. `variables` are what `{name}` stands for at its start; a `Secret` is
        shown to nobody. Each transition goes into a journal beside the trace: with `resume=True` the last run is taken
        up where it was interrupted, with a path the one of that journal. A `journal` of yours takes the place of the
        file, also to resume from. What may be done already is not done again:
        where the screen does not show whether the line at which the run was interrupted is done, `Unresumable` is
        raised; resume with `interrupted_line` "done" or "repeat" then. What worked in one pass of a loop is replayed in
        the next. Files are read and written in `work_folder`. The run pauses before each line of `breakpoints`;
        `on_pause` gets it then, to look at and change its variables and its belief, and to `step`, `resume` or `stop`
        it. Raises `ProgramFailed` with the line at fault.

        >>> result = agent.run("Type {name} into User name\\nPress Save", name="Bob")
        >>> result.lines
        2"""

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
        """Have a program written for a task in plain words, and run it. The result holds the program.

        >>> result = agent.pursue("save the form")"""

    def record_to_report(
        self,
        title: str = ...,
        /,
        *,
        content: str = "",
        picture: ImageSource | None = None,
        pictures: Mapping[str, ImageSource] | None = None,
    ) -> None:
        """Add an entry to the report, with a picture of the screen, or with pictures of your own.

        `picture` is one picture, `pictures` are several by their captions: files, bytes, data URIs, addresses or
        pictures of Pillow. Secrets are hidden in the texts and in a picture of the screen; in pictures of your own
        nothing is painted over.

        >>> agent.record_to_report("The form", content="as it is at the start")"""

    def run_script(self, script: str | Path, /, **variables: Any) -> dict[str, Any]:
        """Run the tasks of a YAML script, its text or a file, on this screen. Returns its results by name.

        `variables` are what `{name}` stands for in it; a `Secret` is shown to nobody. Its target and its `agent:` have
        no effect, since the screen is open and the agent is there. Raises `ScriptFailed` with the line at fault, unless
        the task that failed has `continueOnError`.

        >>> agent.run_script('''
        ... tasks:
        ...   - name: save
        ...     flow:
        ...       - aiTap: the Save button
        ...       - aiBoolean: the button "Save" is visible
        ...         name: still there
        ... ''')
        {'still there': True}"""

    def prune_recordings(self) -> int:
        """Take out of the recordings what this run neither used nor made. How many entries that were.

        >>> agent.prune_recordings()
        0"""

    def close(self, *, failed: bool = False) -> None:
        """End the run. The screen and the models are closed by whoever made them.

        Recordings that wait for a pass are written now, unless the run `failed`. The block of an agent does this as it
        ends; a run ends once.

        >>> agent.close()"""

    @contextmanager
    def frozen(self) -> Generator[None]:
        """A block in which everything that is read sees the screen as it was at its beginning.

        >>> with agent.frozen():
        ...     agent.check('the button "Save" is visible')"""

    def observe(self, *, frames: int = 16) -> Watching:
        """Watch the screen for a while: `with agent.observe() as watched:`, act in the block, then ask `watched`.

        >>> with agent.observe() as watched:
        ...     agent.tap("the Save button")
        >>> watched.check('the text "Saved" appeared')"""

    def expect_page(self, *, timeout: float | None = None) -> OpenedPage:
        """Wait for a new page: `with agent.expect_page() as opened:`, and do in the block what opens it.

        After the block the agent is in the new page, which has settled. `timeout` is in seconds.

        >>> with agent.expect_page() as opened:  # doctest: +SKIP
        ...     agent.tap("the Terms link")
        >>> agent.url == opened.url  # doctest: +SKIP
        True"""

    @property
    def page(self) -> sync_api.Page:
        """Playwright's page, the tab that the agent is in: whatever the agent does not do, the page does.

        There is one where the agent is on a blocking page of yours. A browser of the agent's own runs in a thread of
        its own, where blocking code cannot use the page.

        >>> with launch.page(page) as agent:
        ...     agent.page.get_by_role("button", name="Save").click()"""

    @property
    def url(self) -> str: ...
    @property
    def known_address(self) -> str: ...
    @property
    def settings(self) -> Settings: ...
    @property
    def screen(self) -> Screen:
        """What the agent works on. Its methods are awaited."""

    @property
    def finders(self) -> list[Finder]: ...
    @property
    def running(self) -> ProgramRun | None: ...
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
    def report(self, out: str | Path | None = None, *, folder: bool | None = None) -> Path:
        """Write the report of what happened so far, and say where.

        With `folder` its pictures are files beside it, without (False) all is in one file; by default one file unless
        it would be large.

        >>> agent.report().name
        'report.html'"""

    def on_model_call(self, on_call: OnModelCall) -> None:
        """Tell a function of each call of a model as it ends: role, model, tokens, cost and seconds.

        One that raises gets a warning and no more calls. `usage` has the totals.

        >>> agent.on_model_call(lambda call: print(call.role, call.model, call.usage.tokens, call.seconds))"""
