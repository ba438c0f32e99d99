"""What mkdocs calls while it builds the site: documents of the root become pages, and links fit where pages stand.

In the repository, pages link to `../SECURITY.md` and the README to `docs/models.md`; on the site all of them stand in
one folder. What is in the repository alone, such as a source file, is shown as text.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
_LINK = re.compile(r"(?<!!)\[(?P<words>[^\]]*)\]\((?P<path>(?![a-z]+://|#)[^)#\s]+)(?P<anchor>#[^)]*)?\)")


def on_files(files: Any, config: Any) -> Any:
    """Add the documents of the root."""
    for name in DOCUMENTS:
        files.append(File.generated(config, name, content=(ROOT / name).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Change the links of a page to where their targets stand on the site."""
    source = page.file.src_uri
    folder = posixpath.dirname(source if source in DOCUMENTS else f"docs/{source}")
    known = {file.src_uri for file in files}

    def moved(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(folder, link["path"]))
        place = target.removeprefix("docs/")
        if place not in known:
            return link["words"]
        relative = posixpath.relpath(place, posixpath.dirname(source) or ".")
        return f"[{link['words']}]({relative}{link['anchor'] or ''})"

    return _LINK.sub(moved, markdown)
