"""Several fields, each with what goes into it: fill Name with Bob and City with Rome."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.grammar.interpretations import to_argument
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.grammar.sentence_patterns import split_assignments
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, PlannedAction, Skill, SkillPlan
from askonce.embedded.skills.choices import choose
from askonce.embedded.skills.date_fields import set_moment
from askonce.embedded.skills.text_fields import counted_field, type_text
from askonce.language.tokens import Token, read_tokens

_SKILLS: Mapping[str, tuple[Skill, ...]] = MappingProxyType({"type": (set_moment, type_text), "choose": (choose,)})


def assign(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Everything or nothing: each field has to be there, and to take what is said for it at once."""
    written = (intent.get("assignments") or intent.get("assignment")).prompt
    actions: tuple[PlannedAction, ...] = ()
    expects: tuple[str, ...] = ()
    for field, value in split_assignments(read_tokens(written)):
        named = _placed(_field(field, written, screen), intent.get("where"))
        plan = assign_field(named, to_argument(value, written), intent, screen, progress)
        if isinstance(plan, Decline):
            return replace(plan, final=True) if intent.get("where") else plan
        actions, expects = (*actions, *plan.actions), (*expects, *plan.expects)
    return SkillPlan(actions, certain=True, expects=expects)


def _placed(field: IntentArgument, where: IntentArgument) -> IntentArgument:
    """A field with the part of the page that it is in."""
    words = f"{field.prompt} in {where.prompt}"
    return IntentArgument(words, raw=words) if where else field


def assign_field(
    field: IntentArgument, value: IntentArgument, intent: Intent, screen: ScreenIndex, progress: PartProgress
) -> SkillPlan | Decline:
    """One field: typed into, or chosen from."""
    declined: Decline | None = None
    for verb, skills in _SKILLS.items():
        words = MappingProxyType({"target": field, "value" if verb == "type" else "options": value})
        for skill in skills:
            answer = skill(Intent(verb, intent.words, words), screen, progress)
            if isinstance(answer, SkillPlan) and answer.certain and answer.finished:
                return answer
            declined = declined or (answer if isinstance(answer, Decline) else None)
    return declined or Decline(f"{field.prompt} cannot be set together with others; say it on its own", tied=True)


def _field(tokens: Sequence[Token], written: str, screen: ScreenIndex) -> IntentArgument:
    """The words for a field without an article, and "copies" for "the number of copies" or "the value of copies"."""
    bare = list(tokens)
    while len(bare) > 1 and not bare[0].is_fixed and bare[0].plain in lexicon().articles:
        bare = bare[1:]
    if len(bare) > 2 and bare[0].plain == "value" and bare[1].plain == "of":
        bare = bare[2:]
    return counted_field(to_argument(bare, written), screen)
