"""Types of `askonce.sync.blocking_observation`, written by `scripts/stubs.py`."""

from types import TracebackType
from typing import Any, Self, Unpack, overload

from typing_extensions import TypeForm

from askonce.agent.observation_queries import ObservationQueries, T
from askonce.agent.query_options import Demand, QuestionOptions
from askonce.insight.answers import Answer, Verdict
from askonce.insight.observation import Seen
from askonce.sync.blocking_methods import Blocking

class Watching(Blocking[ObservationQueries]):
    """A while that is watched: made by `agent.observe`, started and stopped by its block, and asked afterwards.

    >>> with agent.observe() as watched:
    ...     agent.tap("the Save button")
    >>> watched.check('the text "Saved" appeared')
    """

    def stop(self) -> None:
        """Stop watching; then it can be asked about.

        >>> watched = agent.observe().start()
        >>> watched.stop()
        >>> watched.frames > 0
        True"""

    @overload
    def query(self, demand: Demand, /, *, returns: TypeForm[T], **options: Unpack[QuestionOptions]) -> T:
        """What is asked for, read from everything that was visible, as the type it `returns`.

        >>> with agent.observe() as watched:
        ...     agent.tap("the Save button")
        >>> watched.query("the message that appeared", returns=str)
        'Saved'"""

    @overload
    def query(self, demand: Demand, /, *, returns: Any = ..., **options: Unpack[QuestionOptions]) -> Any: ...
    @overload
    def answer(self, demand: Demand, /, *, returns: TypeForm[T], **options: Unpack[QuestionOptions]) -> Answer[T]:
        """The same as `query`, with who answered and what it cost.

        >>> with agent.observe() as watched:
        ...     agent.tap("the Save button")
        >>> (watched.answer("the message that appeared", returns=str)).source
        'model'"""

    @overload
    def answer(self, demand: Demand, /, *, returns: Any = ..., **options: Unpack[QuestionOptions]) -> Answer[Any]: ...
    def verdict(self, statement: str, /, **options: Unpack[QuestionOptions]) -> Verdict:
        """Whether a statement about the whole observation is true, such as "a message said that it was saved".

        >>> with agent.observe() as watched:
        ...     agent.tap("the Save button")
        >>> (watched.verdict('the text "Saved" appeared')).holds
        True"""

    def check(self, statement: str, /, *, soft: bool = False, **options: Unpack[QuestionOptions]) -> Verdict:
        """Raise `CheckFailed` unless a statement about the whole observation is true.

        >>> with agent.observe() as watched:
        ...     agent.tap("the Save button")
        >>> watched.check('the text "Saved" appeared')"""

    def start(self) -> Self:
        """Begin to watch. The block of an observation does this.

        >>> watched = agent.observe().start()
        >>> watched.stop()"""

    @property
    def texts(self) -> tuple[Seen, ...]: ...
    @property
    def frames(self) -> int: ...
    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None: ...
