"""Keys and combinations of keys."""

from __future__ import annotations

from askonce.embedded.grammar import Intent
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action, target
from askonce.embedded.skills.clicks import not_found
from askonce.language.numerals import read_count
from askonce.screens import Node
from askonce.screens.keys import read_keys


def press(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """A key, unless a button of that name is there: "press Enter" on a page with a button Enter is unclear."""
    keys = intent.get("keys")
    name = "+".join(read_keys(keys.text))
    params: dict[str, object] = {"keys": name}
    if intent.target:
        found = screen.find(intent.target)
        if not isinstance(found, Node):
            return not_found(found, intent.target)
        params["target"] = target(found, intent.target.prompt)
    elif "key" not in intent.words.casefold().split() and screen.exactly(keys.text, lambda node: node.actionable):
        return None
    count = read_count(intent.get("count").text.casefold()) or 1
    if count > 1:
        params["times"] = count
    return SkillPlan((plan_action("Press", **params),))
