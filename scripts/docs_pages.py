"""Writes the pages of `docs/reference/` from the code that they describe.

python scripts/docs_pages.py            # writes the pages that are out of date
python scripts/docs_pages.py --check    # names them instead, and ends with 1 if there are any
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from interface_pages import command_page, error_page, setting_page, tool_page
from language_pages import phrase_page, sentence_page
from midscene_pages import midscene_page
from script_pages import item_page

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "reference"
PAGES: Mapping[str, Callable[[], str]] = {
    "commands.md": command_page,
    "errors.md": error_page,
    "mcp-tools.md": tool_page,
    "midscene.md": midscene_page,
    "program-phrases.md": phrase_page,
    "script-items.md": item_page,
    "sentences.md": sentence_page,
    "settings.md": setting_page,
}
NOTE = "<!-- Written by scripts/docs_pages.py from the code: change it there. -->\n\n"


def outdated() -> dict[Path, str]:
    """The pages that do not say what the code says, with what they should say."""
    wanted = {FOLDER / name: NOTE + page() for name, page in PAGES.items()}
    return {
        path: text for path, text in wanted.items() if not path.is_file() or path.read_text(encoding="utf-8") != text
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="name the pages that are out of date, and write nothing")
    check = parser.parse_args().check
    pages = outdated()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path, text in pages.items():
        if not check:
            path.write_text(text, encoding="utf-8")
        print(f"{'out of date' if check else 'written'}: {path.relative_to(FOLDER.parents[1])}")
    return int(check and bool(pages))


if __name__ == "__main__":
    sys.exit(main())
