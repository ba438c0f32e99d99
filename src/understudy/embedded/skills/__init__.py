"""What the embedded model can do: one small module for each kind of intent, and the table that says who is asked.

A skill is a function `(intent, sight, progress) -> Move | Decline | None`; see `understudy.embedded.moves`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from understudy.embedded.moves import Seeker, Skill
from understudy.embedded.skills.choosing import choose
from understudy.embedded.skills.clicking import click, focus, remark, submit
from understudy.embedded.skills.comparing import click_in_order, mark_kinds, pick_most
from understudy.embedded.skills.copying import copy, fill_from_page, note
from understudy.embedded.skills.counting import click_counted
from understudy.embedded.skills.dragging import drag, drag_beside, sort_items
from understudy.embedded.skills.login import log_in
from understudy.embedded.skills.pressing import press
from understudy.embedded.skills.searching import dismiss_cover, open_next, scroll_inside, scroll_on
from understudy.embedded.skills.setting import set_value
from understudy.embedded.skills.ticking import tick
from understudy.embedded.skills.typing import empty, type_text

SKILLS: Mapping[str, tuple[Skill, ...]] = MappingProxyType(
    {
        "click": (pick_most, click_in_order, click_counted, click),
        "double": (click,),
        "right": (click,),
        "focus": (focus,),
        "type": (type_text,),
        "empty": (empty,),
        "tick": (tick,),
        "untick": (tick,),
        "choose": (set_value, pick_most, choose),
        "get": (pick_most,),
        "mark": (mark_kinds,),
        "copy": (copy,),
        "note": (note,),
        "fillall": (fill_from_page,),
        "drag": (drag,),
        "beside": (drag_beside,),
        "sort": (sort_items,),
        "value": (set_value,),
        "press": (press,),
        "login": (log_in,),
        "submit": (submit,),
        "remark": (remark,),
    }
)
"""By the verb of an intent, the skills for it; the first that answers with a move counts."""

SEEKERS: tuple[Seeker, ...] = (dismiss_cover, scroll_inside, scroll_on, open_next)
"""What is tried in turn when something is not in sight."""
