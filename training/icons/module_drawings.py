"""Drawings inside of modules of JavaScript: calls that make elements of SVG, and SVG written as text or JSX."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
_SHAPES = frozenset(["path", "circle", "rect", "ellipse", "line", "polyline", "polygon"])
_GROUPS = frozenset(["g", "defs", "clipPath", "mask", "symbol", "use", "linearGradient", "radialGradient", "stop"])
_TOKEN = re.compile(r""""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|[()]""", re.DOTALL)
_CALL = re.compile(r"""\(\s*(?:["']([A-Za-z][\w-]*)["']|([A-Za-z_$][\w$.]*(?:\([\w$.,\s]*\))?))\s*,\s*(?=[\[{\w$(])""")
_PAIR = re.compile(
    r"""(?<![\w$.-])["']?([A-Za-z][\w:-]*)["']?\s*:\s*(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|`([^`$]*)`|(-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?)(?=\s*[,}\n])|([A-Za-z_$][\w$.]*))"""
)
_KEPT = re.compile(
    r"d|cx|cy|r|rx|ry|x|y|x1|x2|y1|y2|width|height|points|transform|opacity|fill|stroke|id|viewBox|mask|offset|href|gradientUnits|gradientTransform|maskUnits"
    r"|fill-rule|clip-rule|clip-path|fill-opacity|stroke-(?:width|linecap|linejoin|miterlimit|dasharray|opacity)|stop-color|stop-opacity"
)
_CAMEL = {"viewBox", "gradientUnits", "gradientTransform", "maskUnits", "clipPathUnits"}
_ESCAPED, _ESCAPES = re.compile(r"\\([\"'nt/])"), {'"': '"', "'": "'", "/": "/"}
_TEXT_SVG = re.compile(r"<svg\b.*?</svg>", re.DOTALL | re.IGNORECASE)
_NAME_BEFORE = re.compile(
    r"""(?:\b(?:const|let|var|function|class)\s+([A-Za-z_$][\w$]*)|(?:^|[,{\s;])["']?([A-Za-z_$][\w$/-]*)["']?\s*[:=](?!=)|\bname\s*:\s*["']([\w/ -]+)["'])"""
)
_NO_NAME = re.compile(  # what stands before a drawing and is not what it is called
    r"(?:_?(?:_?defProp|default|props?|ref|svgRef|title|titleId|children|icon|svg|path|paths|render|data|displayName|return|xmlns|width|height|fill|viewBox|class|className|style|attrs|template|content|value|body|src|e|t|n|r|o|a|i|c|_c|_vm|_h|l|s|size|color|name|type|key|id|role|focusable|focus|d|x|y|of|from|args|rest|others?|setup|component|__proto__|exports|module|this|stroke|regular|solid|outline|outlined|filled|small|large|medium|light|dark|default_\d+|hoisted_\d+|_hoisted_\d+|[a-z]|[A-Za-z]\d|_sfc_main.*|_.*))"
)
_SLOT = re.compile(r"\{\.\.\.[^{}]*\}|\$\{[^{}]*\}")
_JSX_VALUE = re.compile(r"([\w:-]+)=\{\s*(?:[\"'`]?(-?[\w.#() ,%-]*?)[\"'`]?)\s*\}")
_ATTRIBUTE = re.compile(r"([A-Za-z_:@.][\w:.-]*)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_ELEMENT = re.compile(r"<(/?)([A-Za-z]\w*)([^<>]*?)(/?)>", re.DOTALL)


@dataclass
class Call:
    """A call that makes an element: its tag, where it stands in the code, and the calls inside of it."""

    tag: str
    start: int
    end: int
    inside: list[Call] = field(default_factory=list)

    def attributes(self, code: str) -> dict[str, str]:
        parts, at = list[str](), self.start
        for call in self.inside:
            parts.append(code[at : call.start])
            at = call.end
        return _pairs(" ; ".join([*parts, code[at : self.end]]))


def drawings(code: str) -> list[tuple[str | None, str]]:
    """All drawings of a module, each with the name that stands before it where one does."""
    return list(_called(code)) or list(_written(code))


def _kebab(key: str) -> str:
    if key in _CAMEL:
        return key
    if key in ("xlinkHref", "xlink:href"):
        return "href"
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", key).lower()


def _pairs(text: str) -> dict[str, str]:
    kept: dict[str, str] = {}
    for match in _PAIR.finditer(text):
        key = _kebab(match[1])
        if not _KEPT.fullmatch(key) or key in kept:
            continue
        value = next((match[group] for group in (2, 3, 4, 5) if match[group] is not None), None)
        if value is None:
            if key not in ("fill", "stroke") or match[6] in ("null", "undefined", "false"):
                continue
            value = "currentColor"
        if value.startswith("var(") and key in ("fill", "stroke"):
            value = "currentColor"
        kept[key] = re.sub(r"\\[nt]", " ", value)
    return kept


def _called(code: str) -> Iterator[tuple[str | None, str]]:
    before = 0
    for call in _drawing_calls(_calls(code), code):
        attributes = call.attributes(code)
        body = "".join(_drawn(inner, code) for inner in call.inside)
        box = attributes.get("viewBox") or _box(attributes)
        if body and box:
            yield _name_before(code[max(before, call.start - 1500) : call.start]), _svg(box, attributes, body)
            before = call.end


def _calls(code: str) -> list[Call]:
    """The outermost calls that may make elements, with those inside of them."""
    found: list[Call] = []
    opened: list[tuple[int, str | None]] = []
    for token in _TOKEN.finditer(code):
        if token[0] == "(":
            call = _CALL.match(code, token.start())
            opened.append((token.start(), (call[1] or f"?{call[2]}") if call else None))
        elif token[0] == ")" and opened:
            start, tag = opened.pop()
            if tag is not None:
                found.append(Call(tag, start, token.end()))
    outermost: list[Call] = []
    around: list[Call] = []
    for call in sorted(found, key=lambda call: (call.start, -call.end)):
        while around and around[-1].end <= call.start:
            around.pop()
        (around[-1].inside if around else outermost).append(call)
        around.append(call)
    return outermost


def _drawing_calls(calls: list[Call], code: str) -> Iterator[Call]:
    """The outermost calls that are drawings: an "svg", or a component with a view or with shapes directly inside."""
    for call in calls:
        has_shapes = any(inner.tag in _SHAPES or inner.tag == "g" for inner in call.inside)
        if call.tag == "svg" or has_shapes or (call.inside and "viewBox" in call.attributes(code)):
            yield call
        else:
            yield from _drawing_calls(call.inside, code)


def _drawn(call: Call, code: str) -> str:
    inside = "".join(_drawn(inner, code) for inner in call.inside)
    if call.tag not in _SHAPES | _GROUPS:
        return inside
    return f"<{call.tag}{_text(call.attributes(code))}>{inside}</{call.tag}>"


def _box(attributes: dict[str, str]) -> str:
    width, height = (re.fullmatch(r"(\d+(?:\.\d+)?)(?:px)?", attributes.get(side, "")) for side in ("width", "height"))
    return f"0 0 {width[1]} {height[1]}" if width and height else ""


def _svg(box: str, attributes: dict[str, str], body: str) -> str:
    painted = {key: value for key, value in attributes.items() if key.startswith(("fill", "stroke", "clip-rule"))}
    return f'{HEAD} viewBox="{box}"{_text(painted)}>{body}</svg>'


def _text(attributes: dict[str, str]) -> str:
    return "".join(f' {key}="{escape(value)}"' for key, value in attributes.items())


def _written(code: str) -> Iterator[tuple[str | None, str]]:
    before = 0
    for match in _TEXT_SVG.finditer(code):
        text = _JSX_VALUE.sub(
            _plain_value, _SLOT.sub("", _ESCAPED.sub(lambda found: _ESCAPES.get(found[1], " "), match[0]))
        )
        root: dict[str, str] | None = None
        parts: list[str] = []
        for element in _ELEMENT.finditer(text):
            closing, tag, attributes, closed = element.groups()
            if tag.lower() == "svg":
                root = _attributes(attributes) if root is None and not closing else root
                continue
            plain = tag if tag in _SHAPES | _GROUPS else tag[0].lower() + tag[1:]
            if plain in _SHAPES | _GROUPS:
                parts.append(f"</{plain}>" if closing else f"<{plain}{_text(_attributes(attributes))}{closed}>")
        box = (root.get("viewBox") or _box(root)) if root is not None else ""
        if root is not None and parts and box:
            yield _name_before(code[max(before, match.start() - 1500) : match.start()]), _svg(box, root, "".join(parts))
            before = match.end()


def _plain_value(found: re.Match[str]) -> str:
    key, value = found.groups()
    is_slot = key in ("fill", "stroke") and not value.startswith("#") and value != "none"
    return f'{key}="{"currentColor" if is_slot else value}"'


def _attributes(text: str) -> dict[str, str]:
    kept: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(text):
        key = "viewBox" if match[1].lower() == "viewbox" else _kebab(match[1])
        if _KEPT.fullmatch(key):
            value = match[2] if match[2] is not None else match[3]
            kept[key] = "currentColor" if value.startswith("var(") and key in ("fill", "stroke") else value
    return kept


def _name_before(text: str) -> str | None:
    names = [next(part for part in match.groups() if part) for match in _NAME_BEFORE.finditer(text)]
    told = [name for name in names if not _NO_NAME.fullmatch(name)]
    return told[-1] if told else None
