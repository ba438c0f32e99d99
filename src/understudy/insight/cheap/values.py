"""What fields hold, what a heading says, the title and the address; and claims about them."""

from __future__ import annotations

from typing import Literal
from urllib.parse import unquote, urlsplit

from understudy.insight.cheap.claims import Says, Subject
from understudy.insight.cheap.outcome import Judged
from understudy.insight.cheap.sight import Sight, text_on
from understudy.insight.cheap.things import only, told
from understudy.insight.cheap.words import spelt, squashed
from understudy.screens.tree import Node

_FIELDS = frozenset({"textbox", "searchbox", "spinbutton", "combobox"})
_TYPED = frozenset({"", "text", "search", "email", "tel", "url", "number"})
_WORDED = frozenset({"heading", "alert"})
_CUT = 9_990
_PLAIN_TITLES = frozenset({"title"})
_PLAIN_ADDRESSES = frozenset({"address"})
