"""The environment variables that are read, with what each means."""

from __future__ import annotations

from collections.abc import Mapping

from askonce.lazy import dataclass


@dataclass(frozen=True, slots=True)
class Setting:
    """One environment variable."""

    name: str
    meaning: str


EMBEDDED = "embedded"
"""The name of the model that comes with the package. It is asked where no other is named."""
PREFIX = "ASKONCE_"
_MODEL_SETTINGS: Mapping[str, str] = {
    "NAME": "the model's name, as its provider writes it",
    "BASE_URL": "the provider's address, usually ending in /v1; OpenAI's when not set",
    "API_KEY": "the key for it; OPENAI_API_KEY when not set",
    "FAMILY": "the model family, such as qwen3-vl or gemini; guessed from the name when not set",
    "TIMEOUT": "seconds that one request may take, 180 when not set; 0 for any number",
    "TEMPERATURE": "from 0 to 2; 0 when not set, or the provider's own where it takes no other",
    "RETRIES": "how often to ask again after a passing failure, 3 when not set",
    "REASONING": "how much it thinks: auto for as little as its family allows (also when not set), default for "
    "what its provider thinks right, off, on, or an effort that the family knows, such as low, medium or high",
    "REASONING_BUDGET": "how many tokens it may think with, for Qwen and Claude",
    "EXTRA_BODY": "a JSON object that is added to every request",
    "HEADERS": "a JSON object of headers that are sent with every request",
    "PROXY": "a proxy for requests, such as http://127.0.0.1:8080",
    "PRICE": "money per million tokens, prompt/completion, such as 2.5/10",
}
ROLES: Mapping[str, str] = {"": "", "PLANNING_": ", for planning", "INSIGHT_": ", for questions about the screen"}
SETTINGS: tuple[Setting, ...] = (
    *(
        Setting(f"{PREFIX}{role}MODEL_{part}", meaning + suffix)
        for role, suffix in ROLES.items()
        for part, meaning in _MODEL_SETTINGS.items()
    ),
    Setting("ASKONCE_SEES", "what the planner sees: screenshot, elements or both; the family's own when not set"),
    Setting("ASKONCE_ROUNDS", "how many rounds an act may take; the family's own limit when not set"),
    Setting("ASKONCE_RUNS", "the folder for traces and reports, askonce_run when not set; empty for none"),
    Setting("ASKONCE_KEEP_DAYS", "how many days traces and reports are kept, 30 when not set; all for ever"),
    Setting(
        "ASKONCE_KEEP_MEGABYTES", "how much room traces and reports may take, 1000 when not set; all for any amount"
    ),
    Setting(
        "ASKONCE_RECORDINGS",
        "what to do with recordings: read-write when not set, read-only, strict to ask no model at all, "
        "write-only or off",
    ),
    Setting("ASKONCE_RECORDINGS_STORE", "a folder or URL for recordings; askonce_run/recordings when not set"),
    Setting(
        "ASKONCE_SHOTS",
        "which pictures a report has: rounds when not set, actions for one after every action, also of a replay, where "
        "fields that are filled one after the other share one, or seen for none that no model needs",
    ),
    Setting(
        "ASKONCE_SHOT_FORMAT",
        "how pictures for people are kept: jpeg when not set, png for every pixel, webp for small files of plain pages",
    ),
    Setting("ASKONCE_PAGE_LOG", "false to keep no console messages and requests of pages for the report"),
    Setting("ASKONCE_SNAPSHOTS", "false to keep no snapshot of the page when something fails"),
    Setting("ASKONCE_LANGUAGE", "the language of thoughts, reasons and answers, such as French; any when not set"),
    Setting(
        "ASKONCE_TELEMETRY",
        "spans to write spans of OpenTelemetry, content to write prompts and replies into them too; off when not set",
    ),
    Setting("ASKONCE_ALLOWED_HOSTS", "the only hosts that pages may load from, with commas between; all when not set"),
    Setting("ASKONCE_ADB_SHELL", "true to allow commands in the shell of Android phones, also to models"),
    Setting("ASKONCE_SHORT_SECRETS", "true to take secrets of fewer than 4 characters; they hide parts of other texts"),
    Setting("ASKONCE_BROWSER", "the browser's executable; an installed Chrome or Chromium when not set"),
    Setting("ASKONCE_CDP", "the DevTools address of the Chrome that bridge mode uses; one that runs when not set"),
    Setting("ASKONCE_CHROME_PROFILE", "the folder of a profile that bridge mode may start Chrome with"),
    Setting("ASKONCE_SESSION", "the kept session that commands use; the only one there is when not set"),
    Setting(
        "ASKONCE_PATIENCE",
        "seconds that a check waits until it is true, and an action for its element: 5 when not set, 0 to look once",
    ),
    Setting("ASKONCE_FLEET", "the PostgreSQL database of a fleet, such as postgresql://user:password@host/name"),
    Setting("ASKONCE_FLEET_STORE", "the folder or URL where the workers of a fleet keep what their runs leave behind"),
    Setting("ASKONCE_FLEET_KEY", "the key that encrypts the logins of interrupted runs in that store"),
    Setting("ASKONCE_MAX_STEPS", "how many steps a run may take"),
    Setting("ASKONCE_MAX_TOKENS", "how many tokens a run may use"),
    Setting("ASKONCE_MAX_MONEY", "how much money a run may cost, by the prices set"),
    Setting("ASKONCE_MAX_SECONDS", "how long a run may take"),
)
"""Every variable that is read, for documentation and for `askonce doctor`."""
