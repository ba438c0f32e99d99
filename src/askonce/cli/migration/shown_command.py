"""A shell command without what may be a secret in it: values of variables, of options, and other commands."""

from __future__ import annotations

import re
from collections.abc import Iterator

_WORD = re.compile(
    r"""(?:"(?:\\.|[^"\\])*"|'[^']*'|\$\([^)]*\)|`[^`]*`|\\.|["'`].*|[^\s"'`\\;&|])+|&&|\|\||[;&|\n]|\\$""",
    re.DOTALL,
)
"""A word of a shell, or what stands between two commands. A quote that is not closed holds for the rest."""
_BETWEEN = frozenset({"&&", "||", ";", "&", "|", "\n"})
_SET = re.compile(r"""["']?(?P<name>[A-Za-z_]\w*)=""")
_OPTION = re.compile(r"(?P<name>--?[A-Za-z][\w.-]*)(?P<value>=.*)?", re.DOTALL)
_PLAIN_OPTIONS = frozenset({"--concurrent", "--config", "--files", "--summary", "--web.viewportWidth",
                            "--web.viewportHeight", "--android.deviceId", "--ios.wdaPort"})  # fmt: skip
"""Options of Midscene whose values are no secrets."""
_SWITCHES = frozenset({"--headed", "--keep-window", "--continue-on-error", "--share-browser-context",
                       "--dotenv-override", "--dotenv-debug", "-y", "--yes", "--"})  # fmt: skip
"""Options without a value: the word after them stands for itself."""
_SCRIPT = re.compile(r"""["']?[\w./*{},@ -]+\.ya?ml["']?""")
_PLAIN = re.compile(r"""["']?[\w./*@{},-]+["']?""")
HIDDEN = "…"


def show_command(command: str, called: re.Pattern[str]) -> str:
    """A line with variables and options by their names alone, and without commands that call other programs."""
    shown: list[str] = []
    for words in _commands(command):
        if words[0] in _BETWEEN:
            shown.append(words[0])
        else:
            shown.append(" ".join(_show(words, called)) if called.search(" ".join(words)) else HIDDEN)
    return " ".join(shown)


def _commands(command: str) -> Iterator[list[str]]:
    """The commands of a line, word by word, and what stands between them."""
    words: list[str] = []
    for word in _WORD.findall(command):
        if word not in _BETWEEN:
            words.append(word)
            continue
        if words:
            yield words
        yield [word]
        words = []
    if words:
        yield words


def _show(words: list[str], called: re.Pattern[str]) -> Iterator[str]:
    is_value = False
    for word in words:
        option = _OPTION.fullmatch(word)
        if word[0] in "\"'" and word[-1] == word[0] and called.search(word[1:-1]):
            yield word[0] + show_command(word[1:-1], called) + word[0]
        elif found := _SET.match(word):
            yield f"{found['name']}={HIDDEN}"
        elif option:
            is_plain = option["name"] in _PLAIN_OPTIONS and _PLAIN.fullmatch((option["value"] or "=")[1:] or "-")
            yield word if is_plain or not option["value"] else f"{option['name']}={HIDDEN}"
        else:
            is_shown = _SCRIPT.fullmatch(word) or (not is_value and _PLAIN.fullmatch(word))
            yield word if is_shown or word in _SWITCHES else HIDDEN
        is_value = bool(option) and word not in _SWITCHES and word not in _PLAIN_OPTIONS and not option["value"]
