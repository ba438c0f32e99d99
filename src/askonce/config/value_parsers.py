"""Reads the value of an environment variable, or says what is allowed."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal, TypeVar, cast, get_args
from urllib.parse import urlsplit

from askonce.config.model_settings import Price
from askonce.config.run_settings import Seeing, ShotFormat, Shots, Strategy, Telemetry
from askonce.errors import ConfigError
from askonce.lazy import dataclass
from askonce.values import Secret

Value = TypeVar("Value")
Parse = Callable[[str], Value]
"""Reads a value or raises a ValueError that says what is allowed."""
PROXY_SCHEMES = ("http", "https", "socks5", "socks5h")


def number_above(least: float) -> Parse[float]:
    def parse(text: str) -> float:
        if not (least < (number := _number(text)) < math.inf):
            raise ValueError(f"a number above {least:g}")
        return number

    return parse


def seconds(text: str) -> float:
    if not (0 <= (number := _number(text)) < math.inf):
        raise ValueError("a number of seconds, from 0")
    return number


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def whole_from(least: int) -> Parse[int]:
    def parse(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 16 and int(text) >= least):
            raise ValueError(f"a whole number from {least}")
        return int(text)

    return parse


def temperature(text: str) -> float:
    if not (0 <= (number := _number(text)) <= 2):
        raise ValueError("a number from 0 to 2")
    return number


def seeing(text: str) -> Seeing:
    return cast("Seeing", _one_of(text, get_args(Seeing)))


def shots(text: str) -> Shots:
    return cast("Shots", _one_of(text, get_args(Shots)))


def shot_format(text: str) -> ShotFormat:
    return cast("ShotFormat", _one_of(text, get_args(ShotFormat)))


def strategy(text: str) -> Strategy:
    return cast("Strategy", _one_of(text, get_args(Strategy)))


def telemetry(text: str) -> Telemetry:
    return cast("Telemetry", _one_of(text, get_args(Telemetry)))


def language(text: str) -> str:
    if len(text) > 40 or not all(letter.isalpha() or letter in " -_()" for letter in text):
        raise ValueError("the name of a language, such as French")
    return text


def reasoning(text: str) -> str:
    """Families know different efforts, so any word may be one."""
    word = text.lower()
    if not (word.isascii() and word.isalpha() and len(word) <= 12):
        raise ValueError("auto, default, off, on, or an effort such as low, medium or high")
    return "off" if word == "none" else word


def yes_no_or_default(text: str) -> bool | Literal["default"]:
    word = _one_of(text, ("true", "false", "1", "0", "default"))
    return "default" if word == "default" else word in ("true", "1")


def milliseconds(text: str) -> float:
    """A time, or 0 for none; Midscene also takes less than 0 for none."""
    number = _number(text)
    if not -math.inf < number < math.inf:
        raise ValueError("a number of milliseconds, 0 for no limit")
    return max(0.0, number)


def yes_or_no(text: str) -> bool:
    return _one_of(text, ("true", "false", "1", "0")) in ("true", "1")


def _one_of(text: str, allowed: tuple[str, ...]) -> str:
    if text.lower() not in allowed:
        raise ValueError(f"one of {', '.join(allowed)}")
    return text.lower()


def amount_kept(text: str) -> float:
    return math.inf if text.lower() == "all" else number_above(0)(text)


def api_key(text: str) -> Secret:
    """Servers without keys often want any text in place of one."""
    return Secret(text, allow_short=True)


def postgres_url(text: str) -> Secret:
    """The address of a database. It may hold a password."""
    if not text.startswith(("postgresql://", "postgres://")):
        raise ValueError("a URL such as postgresql://user:password@host/name")
    return Secret(text)


def address(text: str) -> str:
    problem = problem_with_url(text)
    if problem:
        raise ValueError(f"a URL such as https://api.example.com/v1 ({problem})")
    if text.rstrip("/").endswith("/chat/completions"):
        raise ValueError("the part before /chat/completions")
    return text


def proxy(text: str) -> str:
    problem = problem_with_url(text, PROXY_SCHEMES)
    if problem:
        raise ValueError(f"a URL such as http://127.0.0.1:8080 ({problem})")
    return text


def problem_with_url(url: str, schemes: tuple[str, ...] = ("http", "https")) -> str:
    """What is wrong with a URL, in a few words; empty when nothing is."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return "it is not a URL"
    if parts.scheme not in schemes:
        return f"it must start with {' or '.join(f'{scheme}://' for scheme in schemes)}"
    if not host or any(letter.isspace() for letter in url):
        return "it has no host"
    return ""


def json_texts(text: str) -> Mapping[str, str]:
    return texts(json_object(text))


def texts(values: Mapping[str, Any]) -> Mapping[str, str]:
    """Values that are sent outside of a body, as texts."""
    if any(not isinstance(value, str | int | float) for value in values.values()):
        raise ValueError('a JSON object of texts such as {"x-team": "shop"}')
    return MappingProxyType({name: str(value) for name, value in values.items()})


def json_object(text: str) -> Mapping[str, Any]:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise ValueError('a JSON object such as {"max_tokens": 4096}')
    return MappingProxyType(cast("dict[str, Any]", value))


def price(text: str) -> Price:
    prices = [_number(part) for part in text.split("/")]
    if len(prices) != 2 or not all(0 <= price < math.inf for price in prices):
        raise ValueError("two prices per million tokens, prompt/completion, such as 2.5/10")
    return Price(*prices)


@dataclass(frozen=True, slots=True)
class Environment:
    """The values of an environment by name. Blank values count as not set."""

    environment: Mapping[str, str]

    def text(self, name: str) -> str:
        return self.environment.get(name, "").strip()

    def read(self, name: str, parse: Parse[Value]) -> Value | None:
        text = self.text(name)
        if not text:
            return None
        try:
            return parse(text)
        except ValueError as error:
            # These may hold a password or a key, so they are not quoted.
            is_private = any(part in name for part in ("PROXY", "HEADERS", "QUERY", "INIT_CONFIG", "FLEET"))
            shown = "the value" if is_private else repr(text[:80])
            raise ConfigError(f"{name} cannot be {shown}", remedy=f"set it to {error}, or leave it out") from None
