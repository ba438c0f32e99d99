"""What the embedded model can do: one small module for each kind of intent, and the table that says who is asked.

A skill is a function `(intent, screen, progress) -> SkillPlan | Decline | None`; see `askonce.embedded.skill_answers`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from askonce.embedded.skill_answers import Seeker, Skill
from askonce.embedded.skills.assignments import assign
from askonce.embedded.skills.checkboxes import tick, tick_one_of_two, tick_rows, tick_said
from askonce.embedded.skills.choices import add_choice, change_from, choose, show_as
from askonce.embedded.skills.clicks import call, click, focus, log_out, open_app, press_verb, refrain, submit
from askonce.embedded.skills.column_sort import sort_column
from askonce.embedded.skills.copied_text import copy, fill_from_page, note
from askonce.embedded.skills.date_fields import set_moment
from askonce.embedded.skills.deletions import confirm, delete
from askonce.embedded.skills.desktop_moves import copy_text, move_window
from askonce.embedded.skills.disclosure import answer, close, collapse, expand
from askonce.embedded.skills.drag_and_drop import drag, drag_beside, sort_items
from askonce.embedded.skills.exploration import open_next
from askonce.embedded.skills.filter_forms import filter_by_form
from askonce.embedded.skills.forms import compose, make, make_named
from askonce.embedded.skills.item_actions import add, edit, hand_on, reply, star, view
from askonce.embedded.skills.key_presses import press
from askonce.embedded.skills.labelled_values import click_labelled
from askonce.embedded.skills.list_filters import filter_list, press_headed
from askonce.embedded.skills.listed_items import find_entry, open_entry, press_listed
from askonce.embedded.skills.login import click_login, log_in
from askonce.embedded.skills.menus import follow_path, hover_items
from askonce.embedded.skills.multiple_targets import press_several
from askonce.embedded.skills.navigation import browse, navigate, switch_tab
from askonce.embedded.skills.new_items import add_item, add_items, rename
from askonce.embedded.skills.nth_item import click_counted
from askonce.embedded.skills.phone_moves import launch_app, move, stop_app
from askonce.embedded.skills.repeat_until import press_until
from askonce.embedded.skills.reveal import (
    dismiss_cover,
    scroll_back,
    scroll_inside,
    scroll_on,
    turn_page,
)
from askonce.embedded.skills.row_forms import change_field, rename_row
from askonce.embedded.skills.scroll_actions import scroll, scroll_to
from askonce.embedded.skills.search_forms import search_for
from askonce.embedded.skills.sliders import slide
from askonce.embedded.skills.spinners import set_value, step_value
from askonce.embedded.skills.step_results import give_nothing
from askonce.embedded.skills.superlatives import pick_most
from askonce.embedded.skills.text_fields import empty, type_again, type_pairs, type_phrase, type_text
from askonce.embedded.skills.text_selection import highlight, style
from askonce.embedded.skills.visibility import click_it, find, hover, verify, wait

SKILLS: Mapping[str, tuple[Skill, ...]] = MappingProxyType(
    {
        "click": (
            press_listed,
            press_several,
            click_it,
            follow_path,
            pick_most,
            click_counted,
            click_labelled,
            click,
            click_login,
        ),
        "name": (tick_said, call),
        "bare": (press_verb,),
        "phrase": (type_phrase,),
        "showas": (show_as,),
        "double": (click,),
        "right": (click,),
        "focus": (focus,),
        "type": (set_moment, slide, set_value, type_text),
        "again": (type_again,),
        "empty": (empty,),
        "tick": (tick, press_several),
        "untick": (tick, press_several),
        "firston": (tick_one_of_two,),
        "firstoff": (tick_one_of_two,),
        "verify": (verify,),
        "choose": (
            set_moment,
            tick_rows,
            slide,
            follow_path,
            set_value,
            pick_most,
            choose,
            click_counted,
        ),
        "get": (pick_most,),
        "copy": (copy,),
        "note": (note,),
        "fillall": (fill_from_page,),
        "drag": (drag,),
        "beside": (drag_beside,),
        "sortby": (sort_column,),
        "sort": (sort_items,),
        "scroll": (scroll,),
        "scrollto": (scroll_to,),
        "highlight": (highlight,),
        "style": (style,),
        "until": (press_until,),
        "step": (step_value,),
        "value": (set_moment, slide, set_value),
        "press": (press,),
        "search": (search_for,),
        "expand": (expand,),
        "collapse": (collapse,),
        "close": (close,),
        "accept": (answer,),
        "dismiss": (close,),
        "hover": (hover,),
        "find": (find_entry, find),
        "assign": (assign,),
        "pairs": (type_pairs,),
        "give": (give_nothing,),
        "app": (open_app,),
        "home": (move,),
        "notifications": (move,),
        "recents": (move,),
        "phoneback": (move,),
        "launch": (launch_app,),
        "terminate": (stop_app,),
        "window": (move_window,),
        "closewindow": (move_window,),
        "clipboard": (copy_text,),
        "make": (make,),
        "makenamed": (make_named,),
        "compose": (compose,),
        "each": (press_listed,),
        "entry": (open_entry,),
        "reply": (reply,),
        "handon": (hand_on,),
        "delete": (delete,),
        "edit": (edit,),
        "view": (view,),
        "confirm": (confirm, answer),
        "additem": (add_item,),
        "additems": (add_items,),
        "refrain": (refrain,),
        "rename": (rename,),
        "rowfield": (change_field,),
        "rowname": (rename_row,),
        "filter": (filter_list, filter_by_form),
        "facet": (press_headed,),
        "headed": (press_headed,),
        "star": (star,),
        "add": (add_choice, add),
        "changefrom": (change_from,),
        "wait": (wait,),
        "gone": (wait,),
        "navigate": (navigate,),
        "back": (browse,),
        "forward": (browse,),
        "reload": (browse,),
        "tab": (switch_tab,),
        "closetab": (browse,),
        "login": (log_in,),
        "logout": (log_out,),
        "submit": (submit,),
    }
)
"""By the verb of an intent, the skills for it; the first that answers with a move counts."""

SEEKERS: tuple[Seeker, ...] = (dismiss_cover, hover_items, scroll_back, scroll_inside, scroll_on, open_next, turn_page)
"""Tried in turn when the target is not in view."""
