"""Parts of a report that show what was around a step: who asked for it, what the page did, how the page was."""

from __future__ import annotations

from pydantic import ConfigDict

from askonce.trace import Blob
from askonce.values.described_model import DescribedModel


class Part(DescribedModel):
    """Base of all parts of a report: fields of a newer version are ignored."""

    model_config = ConfigDict(frozen=True)


class ReportedSource(Part):
    """A line of a test, a script or other code of the user."""

    file: str
    """The file, as seen from its project."""
    line: int
    """The number of the line."""
    code: str = ""
    """The line itself."""
    first: int = 0
    """The number of the first line of `around`."""
    around: Blob | None = None
    """The lines around it, as a text in the store."""


class ReportedMessage(Part):
    """A message in the console of a page, or an error that nothing in the page caught."""

    at: float
    """Seconds since the run began."""
    level: str
    """error, warning, info, log or debug; `exception` for an error that was not caught."""
    text: str
    """What it says."""
    place: str = ""
    """The script and its line."""
    times: int = 1
    """How often it came in a row."""

    @property
    def is_bad(self) -> bool:
        return self.level in {"error", "exception"}


class ReportedRequest(Part):
    """A request of a page. Headers and bodies are not kept."""

    at: float
    """Seconds since the run began."""
    method: str
    """GET, POST and so on."""
    url: str
    """Its address, without secrets."""
    kind: str
    """What it is for: document, script, fetch, image and so on."""
    status: int = 0
    """The status of the answer; 0 if there was none."""
    size: int | None = None
    """Bytes of the answer, if it says so."""
    seconds: float = 0.0
    """How long it took."""
    failure: str = ""
    """Why there was no answer."""

    @property
    def is_bad(self) -> bool:
        return self.status >= 400 or bool(self.failure)


class ReportedSnapshot(Part):
    """A page as it was, as a file that a browser opens; without one, `missing` says why."""

    blob: Blob | None = None
    """The name of the file in the run's store."""
    address: str = ""
    """The URL of the page."""
    missing: str = ""
    """Why there is none."""


class ReportedFact(Part):
    """Something about the surroundings of a run."""

    name: str
    """What it is, such as browser."""
    value: str
    """Its value."""
