"""Apps by the names that people use: which identifiers a name may mean."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from askonce.lazy import regex

_PACKAGE = regex(r"[A-Za-z][\w-]*(\.[A-Za-z_][\w-]*)+")
_GENERIC = frozenset(
    {
        "com", "org", "net", "android", "google", "app", "apps", "mobile", "pro", "free", "de", "io", "co", "ohos",
        "huawei", "hmos", "hos",
    }
)  # fmt: skip


def candidates(app: str, packages: Sequence[str], well_known: Mapping[str, Sequence[str]]) -> list[str]:
    """The packages that a name may mean; `well_known` has those that names usually mean."""
    wanted = _joined(app)
    usual = [each for name, known in well_known.items() if _joined(name) == wanted for each in known]
    if found := [package for package in usual if package in packages]:
        return found
    if is_package(app):
        return [package for package in packages if package.lower() == app.lower()]
    named = [package for package in packages if wanted and "".join(_words_of(package)) == wanted]
    words = set(_split(app))
    close = [package for package in packages if words and words <= set(_words_of(package))]
    return named or close


def same_name(one: str, other: str) -> bool:
    """Whether two names differ in case, spaces and dashes at most."""
    return bool(_joined(one)) and _joined(one) == _joined(other)


def is_package(app: str) -> bool:
    """Whether this is an identifier such as `com.example.app`, and no name for people."""
    return _PACKAGE.fullmatch(app) is not None


def words_in(names: Sequence[str]) -> list[str]:
    """The longer words of names, for proposals."""
    return [word for name in names for word in name.split() if len(word) > 3]


def _joined(text: str) -> str:
    return "".join(_split(text))


def _words_of(package: str) -> list[str]:
    return [word for word in _split(package) if word not in _GENERIC]


def _split(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.lower())
