"""Parses a provider's response: any bytes become a reply or one of our errors."""

from __future__ import annotations

import json
from typing import Annotated, Any, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from askonce.config import Price
from askonce.errors import ModelUnavailable, UnreadableReply
from askonce.lazy import dataclass
from askonce.trace.usage import Usage
from askonce.values import Mask

_MOST_TOKENS = 10**12


def _count(value: object) -> int:
    """Providers send null, text or nothing for counts that they do not have; these become 0."""
    return value if type(value) is int and 0 <= value < _MOST_TOKENS else 0


def _text(value: object) -> str:
    """Content is a text, a list of parts of which some are texts, or nothing."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "".join(_part(part) for part in cast("list[object]", value))
    return ""


def _part(part: object) -> str:
    if not isinstance(part, dict):
        return part if isinstance(part, str) else ""
    fields = cast("dict[str, object]", part)
    text = "" if fields.get("thought") is True else fields.get("text")  # Gemini's thoughts are no part of its answer
    return text if isinstance(text, str) else ""


def _object(value: object) -> object:
    return cast("object", value) if isinstance(value, dict) else {}


Count = Annotated[int, BeforeValidator(_count)]
Text = Annotated[str, BeforeValidator(_text)]


class _Body(BaseModel):
    model_config = ConfigDict(defer_build=True)


class _Details(_Body):
    cached_tokens: Count = 0


class _UsageBody(_Body):
    prompt_tokens: Count = 0
    completion_tokens: Count = 0
    prompt_tokens_details: Annotated[_Details, BeforeValidator(_object)] = Field(default_factory=_Details)


class _MessageBody(_Body):
    content: Text = ""
    refusal: Text = ""
    reasoning_content: Text = ""
    reasoning: Text = ""


class _ChoiceBody(_Body):
    message: Annotated[_MessageBody, BeforeValidator(_object)] = Field(default_factory=_MessageBody)
    finish_reason: Text = ""


class _CompletionBody(_Body):
    choices: list[_ChoiceBody] = []
    model: Text = ""
    usage: Annotated[_UsageBody, BeforeValidator(_object)] = Field(default_factory=_UsageBody)


@dataclass(frozen=True, slots=True)
class Completion:
    """A completion with text."""

    text: str
    reasoning: str
    usage: Usage


def read_completion(content: bytes, model: str, price: Price, mask: Mask) -> Completion:
    """Parse the body of a successful response, or raise why it cannot be used. What `mask` hides is in neither."""
    text = content.decode("utf-8", "replace")
    raw = mask(text)
    completion = _parse(text, raw, model, mask)
    if not completion.choices:
        raise UnreadableReply(f"the reply of {model} has no choices", raw=raw)
    choice = completion.choices[0]
    text = choice.message.content
    if choice.finish_reason == "length":
        raise UnreadableReply(
            f"the reply of {model} was cut off after {completion.usage.completion_tokens} tokens",
            remedy='raise its limit with an extra body such as {"max_tokens": 4096}, or have it reason less',
            raw=text,
        )
    if not text.strip():
        raise UnreadableReply(f"the reply of {model} is empty{_reason(choice)}", raw=raw)
    usage = completion.usage
    return Completion(
        text,
        choice.message.reasoning_content or choice.message.reasoning,
        Usage(
            calls=1,
            prompt_tokens=usage.prompt_tokens,
            cached_tokens=usage.prompt_tokens_details.cached_tokens,
            completion_tokens=usage.completion_tokens,
            cost=(usage.prompt_tokens * price.prompt + usage.completion_tokens * price.completion) / 1e6,
        ),
    )


def words_of_provider(body: object) -> str:
    """The error message of a provider, from any of the usual formats."""
    if isinstance(body, dict):
        fields = cast("dict[str, object]", body)
        for key in ("message", "error", "detail", "msg"):
            if fields.get(key):
                return words_of_provider(fields[key])
        return json.dumps(fields, ensure_ascii=False, default=str)[:500]
    if isinstance(body, list) and body:
        return words_of_provider(cast("list[object]", body)[0])
    return " ".join(body.split())[:500] if isinstance(body, str) else ""


def _parse(text: str, raw: str, model: str, mask: Mask) -> _CompletionBody:
    try:
        data: Any = mask.in_data(json.loads(text)) if mask else json.loads(text)
    except (ValueError, RecursionError):
        raise UnreadableReply(
            f"{model} answered with something that is not JSON: {' '.join(raw.split())[:120]!r}",
            remedy="check the base URL: it usually ends in /v1",
            raw=raw,
        ) from None
    if isinstance(data, dict) and cast("dict[str, object]", data).get("error"):
        # Some gateways report errors of the provider behind them with status 200.
        error = cast("dict[str, object]", data)["error"]
        code = cast("dict[str, object]", error).get("code") if isinstance(error, dict) else None
        status = code if type(code) is int and 400 <= code < 600 else None
        raise ModelUnavailable(f"{model} failed: {words_of_provider(cast('object', error))}", raw=raw, status=status)
    try:
        return _CompletionBody.model_validate(data)
    except ValidationError:
        raise UnreadableReply(f"the reply of {model} is not a chat completion", raw=raw) from None


def _reason(choice: _ChoiceBody) -> str:
    if choice.message.refusal:
        return f": it refused, saying {choice.message.refusal!r}"
    if choice.finish_reason == "content_filter":
        return ": the provider's content filter blocked it"
    if choice.message.reasoning_content or choice.message.reasoning:
        return ": it has reasoning but no text"
    return ""
