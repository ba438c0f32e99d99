"""Writes a note with a text editor of this computer and saves it, twice: the second time it is replayed.

python examples/desktop_note.py        (needs: pip install 'askonce[desktop]', apt install xvfb at-spi2-core mousepad)
"""

from pathlib import Path

from askonce.sync import launch


def write(note: str, path: Path) -> str:
    with launch.desktop("mousepad", headless=True, recordings="notes") as agent:
        done = [
            agent.act("type {note} into the text field", note=note),
            agent.act('open the File menu and tap "Save As..."'),
            agent.act("type {path} into Name", path=str(path)),
            agent.act("tap Save"),
        ]
        return ", ".join(result.how for result in done)


def main() -> None:
    for number, note in enumerate(("buy milk", "call Ann"), 1):
        path = Path(f"note{number}.txt").absolute()
        print(f"{write(note, path)}: {path.read_text()}")


main()
