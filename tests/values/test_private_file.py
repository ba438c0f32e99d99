from __future__ import annotations

from pathlib import Path
from stat import S_IMODE

from askonce.values.private_file import write_private_file


def test_only_the_owner_reads_it_whoever_could_read_it_before(tmp_path: Path) -> None:
    path, open_to_all = tmp_path / "a.json", tmp_path / "a.json.new"
    for file in (path, open_to_all):
        file.write_text("old", "utf-8")
        file.chmod(0o666)
    write_private_file(path, "new")
    assert (path.read_text("utf-8"), S_IMODE(path.stat().st_mode)) == ("new", 0o600)
    assert not open_to_all.exists()
