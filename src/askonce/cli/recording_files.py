"""`askonce recordings`: list and export recordings."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import field
from pathlib import Path

from askonce.actions.action_sentence import tidy
from askonce.cli.dotenv import read_environment
from askonce.cli.terminal import Text, Verbosity, new_console, plain, print_warning
from askonce.config import problem_with_url, read_settings
from askonce.errors import ConfigError
from askonce.lazy import dataclass
from askonce.recordings.exports import Export, export_pytest, export_stp, export_yaml, recordings_of
from askonce.recordings.fsspec_store import open_store
from askonce.recordings.midscene_cache import read_midscene
from askonce.recordings.recording import Recording, RecordingFile
from askonce.recordings.recording_reader import read_recordings
from askonce.recordings.recording_yaml import decode_recordings
from askonce.recordings.slots import slots_in
from askonce.recordings.stores import MIDSCENE_SUFFIX, SUFFIX, RecordingStore

_FORMS: dict[str, Callable[..., Export]] = {"pytest": export_pytest, "yaml": export_yaml, "stp": export_stp}


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """Options of `recordings export`."""

    which: str
    form: str
    out: Path | None = None
    url: str = ""
    only: str = ""
    values: Sequence[str] = field(default_factory=tuple[str, ...])


def tell_recordings(which: str | None, *, as_json: bool) -> int:
    """List all ids with their number of recordings, or the recordings of one id."""
    if which is None:
        store = _store()
        files = {id: store.read(id) for id in store.ids()}
        counted = [
            {
                "id": id,
                "recordings": len(recorded.recordings),
                "sightings": len(recorded.sightings),
                "nothing_to_do": len(recorded.nothing_to_do),
                "readings": len(recorded.readings),
            }
            for id, recorded in files.items()
        ]
        lines = [
            f"{counts['id']}: {counts['recordings']} recordings, {counts['sightings']} targets" for counts in counted
        ]
        _tell(counted, lines or ["nothing is recorded yet"], as_json=as_json)
        return 0
    recorded = _read(which)
    content: dict[str, object] = {
        "recordings": [_summary(recording) for recording in recorded.recordings],
        "sightings": [
            {"prompt": sighting.prompt, "screen": sighting.screen, "page": sighting.page}
            for sighting in recorded.sightings
        ],
        "nothing_to_do": [
            {"instruction": needless.instruction, "screen": needless.screen, "page": needless.page}
            for needless in recorded.nothing_to_do
        ],
        "readings": [
            {"instruction": reading.instruction, "screen": reading.screen, "page": reading.page}
            for reading in recorded.readings
        ],
    }
    lines = [_line(recording) for recording in recorded.recordings]
    lines += [
        f"target {tidy(sighting.prompt)!r} on {sighting.page or sighting.screen}" for sighting in recorded.sightings
    ]
    lines += [
        f"{tidy(needless.instruction)}: nothing to do on {needless.page or needless.screen}"
        for needless in recorded.nothing_to_do
    ]
    lines += [
        f"{tidy(reading.instruction)}: {', '.join(reading.values)} read on {reading.page or reading.screen}"
        for reading in recorded.readings
    ]
    _tell(content, lines, as_json=as_json)
    return 0


def export(options: ExportOptions, verbosity: Verbosity) -> int:
    """Write the recordings in another form, and print remarks about it."""
    if options.form not in _FORMS:
        raise ConfigError(f"--as cannot be {options.form!r}", remedy=f"use one of {', '.join(_FORMS)}")
    if options.url and (problem := problem_with_url(options.url)):
        raise ConfigError(
            f"--url {options.url!r} cannot be opened: {problem}", remedy="for example --url http://localhost:8000"
        )
    from askonce.cli.var_options import read_values

    values = read_values(options.values, [])
    chosen = _chosen(recordings_of(_read(options.which)), options)
    exported = _FORMS[options.form](chosen, url=options.url, values=values)
    console = verbosity.console()
    for remark in exported.remarks:
        console.print(Text.assemble(("• ", "bold"), plain(remark)))
    if options.out is None:
        print(exported.text, end="")
        return 0
    try:
        options.out.write_text(exported.text, encoding="utf-8")
    except OSError as error:
        raise ConfigError(
            f"{options.out} could not be written: {error.strerror}", remedy="choose another file"
        ) from error
    print(options.out.resolve())
    return 0


def _chosen(recordings: Sequence[Recording], options: ExportOptions) -> list[Recording]:
    words = options.only.casefold()
    chosen = [recording for recording in recordings if words in recording.instruction.casefold()]
    if chosen:
        return chosen
    if not recordings:
        raise ConfigError(
            f"{options.which} has no recorded instructions",
            remedy="successful acts are recorded; single actions are not",
        )
    names = "; ".join(tidy(recording.instruction) for recording in recordings[:10])
    raise ConfigError(f"no instruction contains {options.only!r}", remedy=f"recorded: {names}")


def _read(which: str) -> RecordingFile:
    """The recordings of a file or an id."""
    if which.endswith(SUFFIX):
        return read_recordings_file(Path(which))
    store = _store()
    ids = store.ids()
    if which not in ids:
        there = f"recorded ids: {', '.join(ids[:20])}" if ids else "nothing is recorded yet"
        raise ConfigError(
            f"nothing is recorded under {which!r}", remedy=f"{there}; give a file by its path, ending in .yaml"
        )
    return store.read(which)


def read_recordings_file(path: Path) -> RecordingFile:
    """The recordings of a file, or of a cache of Midscene."""
    try:
        text = decode_recordings(path.read_bytes(), str(path))
    except OSError as error:
        raise ConfigError(
            f"{path} could not be read: {error.strerror}", remedy="give the path of a recordings file, or an id"
        ) from error
    if not path.name.endswith(MIDSCENE_SUFFIX):
        return read_recordings(text, str(path))
    imported = read_midscene(text, str(path))
    for remark in imported.remarks:
        print_warning(new_console(), remark)
    return imported.file


def _store() -> RecordingStore:
    settings = read_settings(read_environment())
    if settings.recordings.store:
        return open_store(settings.recordings.store, settings.recordings.caches)
    if settings.runs is None:
        raise ConfigError(
            "no folder for recordings is set", remedy="set ASKONCE_RECORDINGS_STORE, or give a file by its path"
        )
    return open_store(settings.runs / "recordings", settings.recordings.caches)


def _summary(recording: Recording) -> dict[str, object]:
    return {
        "instruction": recording.instruction,
        "screen": recording.screen,
        "page": recording.page,
        "only": recording.only,
        "values": sorted(slots_in(recording.steps)),
        "steps": len(recording.steps),
    }


def _line(recording: Recording) -> str:
    only = "".join(f", only for {name}={value!r}" for name, value in recording.only.items())
    return f"{tidy(recording.instruction)}: {len(recording.steps)} steps on {recording.page or recording.screen}{only}"


def _tell(content: object, lines: Sequence[str], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(content, ensure_ascii=False, indent=2))
    else:
        print("\n".join(map(plain, lines)))
