"""Searching: in the one field for it."""

from __future__ import annotations

from askonce.embedded.form_controls import NARROWS, form_of, is_search
from askonce.embedded.grammar import Intent
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action, tap, target
from askonce.language.normalization import split_words
from askonce.language.numerals import singular
from askonce.screens import Node

_WHOLE = frozenset({"page", "site", "website", "list", "table", "catalogue", "catalog", "shop", "database"})


def search_for(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Type what is looked for into the one field that searches, and send it."""
    argument, place = intent.get("query"), intent.get("place")
    buttons = screen.exactly("search", lambda node: node.actionable and node.role == "button")
    forms = {form_of(node) for node in buttons if form_of(node)[0]}
    fields = [node for node in screen.fields if form_of(node) in forms]
    fields = fields or [node for node in screen.fields if is_search(node, screen)]
    if place and len(fields) > 1:
        fields = [node for node in fields if _names_place(node, screen.state.fill(place.text), screen)]
        buttons = [node for node in buttons if form_of(node)[0]]  # without a form, it may be that of another field
    fields = fields or (screen.fields if len(screen.fields) == 1 and _may_search(screen.fields[0], screen) else [])
    if len(fields) != 1:
        return Decline("there is no single field to search in; say into which field to type")
    if place and not _is_about(fields[0], screen.state.fill(place.text), screen):
        return Decline(f"it cannot be seen that {fields[0].name or 'the field'!r} searches {place.prompt}")
    field = target(fields[0], fields[0].name or "the search field")
    buttons = [node for node in buttons if form_of(node) == form_of(fields[0])]
    if len(buttons) == 1:
        return SkillPlan((plan_action("Type", target=field, text=argument.text), tap(buttons[0], buttons[0].name)))
    return SkillPlan((plan_action("Type", target=field, text=argument.text, enter=True),))


def _may_search(field: Node, screen: ScreenIndex) -> bool:
    """Whether the only field of a page may be its search: it has no name, or one that begins or ends with such a word.

    An amount, an address or a comment that is typed and sent does something else, and so does "How did you find us".
    """
    names = [words for name in screen.names(field) if (words := split_words(name))]
    return not names or any(NARROWS & {words[0], words[-1]} for words in names)


def _names_place(field: Node, place: str, screen: ScreenIndex) -> bool:
    """Whether a field says just that it searches this: Search orders."""
    wanted = {singular(word) for word in split_words(place)} - lexicon().articles
    said = [{singular(word) for word in split_words(name)} - lexicon().articles for name in screen.names(field)]
    return bool(wanted) and any(words - NARROWS - {"in", "for"} == wanted and words & NARROWS for words in said)


def _is_about(field: Node, place: str, screen: ScreenIndex) -> bool:
    """Whether the field or the title of the page names what is searched; the only search of a page searches it."""
    wanted = {singular(word) for word in split_words(place)} - lexicon().articles
    heads = [screen.tree.title, *(node.words for node in screen.tree if node.role == "heading")]
    texts = (*screen.names(field), *heads)
    said = [{singular(word) for word in split_words(text)} for text in texts]
    return bool(wanted) and (wanted <= _WHOLE or any(wanted <= words for words in said))
