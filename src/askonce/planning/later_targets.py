"""Elements that a reply names before they are on the screen.

A planner may go on past the screen that it was shown: with targets in words alone, after the actions that lead to them.
Each is a guess, and is used only where it cannot be a wrong one:

1. The screen has come to rest, and one element of the whole page has exactly that name. A suggestion of the field that
   was filled in just now may also be named by a part, if only one that can come has it, and a link to the form for
   something new by another word for that: "New contact", "Add contact".
2. No screen that this reply was carried out on before had an element of that name: it might be the old one, because
   the action that was to lead on had no effect. Fields of a form on another page, of which one is new, may be called
   as fields were before: lists often have a filter of the name of a column. So may anything when the old one is gone
   and a text has come that the reply expects right before it, as the name of the month above the days of a calendar.
3. No other screen came instead: no error page, no login, no new alert, no field that was refused.
4. All fields that the reply fills next are there too, so that it is the form that was meant.
5. It commits nothing and takes no secret (`guess_risk`).

Otherwise the reply ends there, which is no failure: the planner looks, as it would have done without a guess.

A planner that names everything in words alone, what it sees as well, means what it sees for as long as the page is the
same.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from askonce.actions import Action, Found, Launch, Navigate, Tap, Target, Type
from askonce.actions.phone_actions import Home
from askonce.errors import ScreenMoved
from askonce.language.normalization import key
from askonce.lazy import dataclass
from askonce.locate.local.matcher import Matcher, lead_to_one_place
from askonce.locate.planned_finder import ChosenFinder
from askonce.planning.act_context import ActContext
from askonce.planning.guess_risk import (
    is_day,
    is_filling,
    is_part_of_suggestion,
    is_suggestion,
    may_suggest,
    opens_same_form,
    risk_of_guess,
    stays,
    takes,
    takes_text,
)
from askonce.planning.list_search import search_list
from askonce.screens import AfterEffects, DocumentStatus, Node, Tree, Watchable
from askonce.screens.expectation import Expectation
from askonce.screens.screen_protocol import hiding_dialog
from askonce.values import Instruction

PATIENCE = 2.0
"""Seconds that an element gets to appear, after the screen has come to rest."""
_OTHER_PAGE = "the page is another one now"
_ERROR = 400
_MOST_MOVES = 3
_MOVING = "the screen is moving"
_FROM_ANYWHERE = (Home, Launch, Navigate)
"""Actions that lead to the same place from everywhere."""


@dataclass(frozen=True, slots=True)
class _Obstacle:
    """Why an action is not done; `may_pass` says that waiting may help."""

    reason: str
    may_pass: bool = True
    is_missing: bool = False
    """Whether what is to be tapped is not in view: it may be further down a list."""


class _Nothing(str):
    """The reason that nothing has a name."""


class LaterTargets:
    """Follows one reply from screen to screen, and says where it has to end."""

    def __init__(
        self,
        actions: Sequence[Action[Any]],
        context: ActContext,
        instruction: Instruction,
        *,
        has_filled: bool = False,
    ) -> None:
        """`has_filled` says that something was entered before in the act."""
        self._actions = actions
        self._has_filled = has_filled
        self._context = context
        self._instruction = instruction
        self._begun = self._here = _page(context)
        self._is_worded = any(target.is_worded for action in actions[:1] for target in action.targets())
        self._screens: list[Matcher] = []
        """Those on which earlier actions of the reply were done."""
        self._before: Tree | None = None
        """The last of them."""
        self._arrived = 1
        """The first action on the screen after them."""
        self._status = 0
        """The HTTP status of the first of them."""
        self._frame = ""
        """That of the element that was used last."""
        self._chosen: dict[int, ChosenFinder] = {}
        self._has_typed = self._has_guessed = False
        self._filled: tuple[Node, str] | None = None
        """The field that the last action typed into, and what."""
        self._has_arrived = False
        """Whether a text that was expected shows that this screen is the one that was meant."""
        self._is_known = True
        """Whether all elements of those screens are known."""

    def is_guess(self, number: int) -> bool:
        """Whether an action names an element that the planner has not seen."""
        if not any(target.is_later for target in self._actions[number].targets()):
            return False
        return not self._is_worded or _page(self._context) != self._begun

    async def obstacle(self, number: int) -> str:
        """Why the reply ends before its action with this number; empty if that may be done."""
        action = self._actions[number]
        await self._context.address()  # from here on it is known
        if self.is_guess(number):
            return await self._await_targets(number)
        has_targets = any(True for _ in action.targets())
        if number and _page(self._context) != (self._begun if has_targets else self._here):
            return await self._reason_to_stay() if isinstance(action, _FROM_ANYWHERE) else _OTHER_PAGE
        if self._has_guessed and not has_targets and not action.is_repeatable:
            return "it may commit something on a screen that you have not seen"
        return ""

    async def leave(self, number: int) -> ActContext:
        """Note the screen on which an action is about to be done, and say how the targets of that are found."""
        action, context = self._actions[number], self._context
        is_new = not self._screens or not stays(action, self._known_element(action))
        rest = (target for action in self._actions[number + 1 :] for target in action.targets())
        is_left = any(isinstance(action, _FROM_ANYWHERE) for action in self._actions[number + 1 :])
        if is_new and (is_left or any(target.is_later for target in rest)):
            self._before, self._arrived = await self._steady_tree(), number + 1
            if self._before and not self._screens:
                self._status = await self._document_status()
            self._screens += [Matcher(self._before)] if self._before else []
            self._is_known = self._is_known and self._before is not None
        if not self.is_guess(number):
            return context
        return replace(context, finders=tuple(self._chosen[id(target)] for target in action.targets()))

    def saw(self, expects: Iterable[Expectation]) -> None:
        """Note that this was expected and is met now."""
        begun = self._begun_with
        shown = (each for each in expects if all(one.kind == "visible" for one in each.alternatives))
        is_new = begun is not None and any(not each.holds(begun) for each in shown)
        self._has_arrived = self._has_arrived or is_new

    def did(self, number: int) -> None:
        """Note that an action was done."""
        action = self._actions[number]
        found = [target.found.node for target in action.targets() if target.is_found]
        node = found[-1] if found else None
        self._frame = node.frame if node else self._frame
        is_guess = any(id(target) in self._chosen for target in action.targets())
        self._has_guessed = self._has_guessed or is_guess
        is_still_here = stays(action, node) or (node is not None and self._is_suggestion(node))
        self._has_typed = is_still_here and (self._has_typed or is_filling(action))
        self._has_filled = self._has_filled or is_filling(action) or action.gesture in {"type", "keys"}
        self._filled = None
        if node and isinstance(action, Type) and not action.enter:
            self._filled = node, self._instruction.fill(action.text, secrets=False)
        self._has_arrived = self._has_arrived and stays(action, node)
        if is_guess or not found:
            self._here = _page(self._context)

    # ---- looking

    async def _await_targets(self, number: int) -> str:
        """Wait until the targets of an action are there, and choose them. Returns why they are not used, if so."""
        screen, deadline, is_searched = self._context.screen, time.monotonic() + PATIENCE, False
        while obstacle := await self._look_twice(number):
            left = deadline - time.monotonic()
            if not obstacle.may_pass or left <= 0 or not isinstance(screen, Watchable):
                if is_searched or not obstacle.is_missing:
                    return obstacle.reason
                is_searched = True
                if not await search_list(self._context, lambda: self._is_in_view(number)):
                    return obstacle.reason
                continue
            try:
                await screen.wait_for_change(left)
                await screen.settle()
            except ScreenMoved:
                pass
            self._context.eyes.blink()
        return ""

    async def _is_in_view(self, number: int) -> bool:
        obstacle = await self._look(number)
        return obstacle is None or not obstacle.is_missing

    async def _look_twice(self, number: int) -> _Obstacle | None:
        """What is pressed has to be there still, and alone, once the screen has come to rest again: pages that have
        just come show for a moment what they then replace."""
        obstacle = await self._look(number)
        if obstacle or is_filling(self._actions[number]):
            return obstacle
        with suppress(ScreenMoved):
            await self._context.screen.settle()
        self._context.eyes.blink()
        return await self._look(number)

    async def _look(self, number: int) -> _Obstacle | None:
        screen = self._context.screen
        if hiding_dialog(screen):
            return _Obstacle("a browser dialog is open", may_pass=False)
        try:
            tree = await self._whole_tree()
            if tree is None or not self._is_known:
                return _Obstacle("an element that you have not seen cannot be found on this screen", may_pass=False)
            if came := await self._trouble(tree):
                return _Obstacle(came)
            return await self._choose_all(number, tree)
        except ScreenMoved:
            return _Obstacle(_MOVING)

    async def _reason_to_stay(self) -> str:
        """Why a page that an action led to has to be read before it is left for another one; empty if it need not."""
        tree = await self._steady_tree()
        return await self._trouble(tree) if tree else _OTHER_PAGE

    async def _trouble(self, tree: Tree) -> str:
        """What shows that the page is not the one that was meant."""
        status = await self._document_status()
        if status >= _ERROR and status != self._status:
            return f"the page came with the error {status}"
        return _came_instead(tree, self._before)

    async def _choose_all(self, number: int, tree: Tree) -> _Obstacle | None:
        """Choose the targets of one action, and see that those of the actions after it are on the same screen."""
        matcher, suggests = Matcher(tree), False
        for place in self._together(number):
            action, nodes = self._actions[place], list[Node]()
            for target in action.targets():
                chosen = await self._choose(action, target, matcher)
                if isinstance(chosen, str):
                    if suggests and not is_filling(action):
                        return None  # it may come when that is typed
                    if place != number:
                        return _Obstacle(f"because a later one has no target: {chosen}")
                    is_missing = isinstance(chosen, _Nothing) and isinstance(action, Tap)
                    return _Obstacle(chosen, is_missing=is_missing)
                nodes.append(chosen.node or Node(0, "", "", chosen.box))
                if place == number:
                    self._chosen[id(target)] = ChosenFinder(nodes[-1], chosen.finder)
            if place == number and (risk := self._risk(action, nodes, matcher.tree)):
                return _Obstacle(f"{risk}: look first", may_pass=False)
            suggests = any(map(may_suggest, nodes))
        return None

    def _together(self, number: int) -> Iterator[int]:
        """The actions that are done on one screen, from this one on: those that fill fields, and the one after them."""
        for place in range(number, len(self._actions)):
            if not self.is_guess(place):
                return
            yield place
            if not is_filling(self._actions[place]):
                return

    async def _choose(self, action: Action[Any], target: Target, matcher: Matcher) -> Found | str:
        """The element that a target means, or why it is not clear that it means one."""
        if not target.is_later:
            return "it belongs to two screens"
        words = target.filled(self._instruction).prompt
        nodes = [node for node in matcher.named(words) if takes(action, node)]
        recorded = await self._recorded(target)
        if recorded and recorded.node and (not nodes or recorded.node.number in {node.number for node in nodes}):
            nodes = [recorded.node]
        if not nodes and isinstance(action, Tap):
            nodes = [node for node in matcher.tree if opens_same_form(words, node)]
            nodes = nodes or await self._suggested(words, matcher.tree)
        if not nodes:
            return _Nothing(f"nothing on the screen is called {words!r}")
        if len(nodes) > 1 and not lead_to_one_place(nodes):
            return f"{len(nodes)} elements are called {words!r}"
        node = nodes[0]
        known = [*self._known_before(action, words, node)]
        is_other = self._is_replaced(known, matcher.tree) or (is_filling(action) and self._is_other_form(matcher))
        if known and not is_other:
            return f"{words!r} was there before, and it may be the old one: look first"
        if node.frame not in {"", self._frame}:
            return f"{words!r} is in a frame that you have not used"
        return Found(node.box, recorded.finder if recorded and recorded.node == node else "local", node, node.point)

    async def _suggested(self, words: str, tree: Tree) -> list[Node]:
        """What the field that was filled in just now suggests and has these words in it, once no more can come."""
        if not self._suggestions(words, tree):
            return []
        screen = self._context.screen
        if isinstance(screen, AfterEffects):
            await screen.lapse()
            self._context.eyes.blink()
        whole = await self._whole_tree()
        return self._suggestions(words, whole) if whole else []

    def _suggestions(self, words: str, tree: Tree) -> list[Node]:
        known = {node.number for screen in self._screens for node in screen.tree}
        came = [node for node in tree if node.number not in known and self._is_suggestion(node)]
        return [node for node in came if node.actionable and is_part_of_suggestion(words, node)]

    def _known_before(self, action: Action[Any], words: str, node: Node) -> Iterator[Node]:
        """Elements of earlier screens that may be the same as `node`."""
        for screen in self._screens:
            for other in screen.tree:
                is_alike = (other.role, key(other.name)) == (node.role, key(node.name)) and bool(node.name)
                if is_alike or (other.number, other.role) == (node.number, node.role):
                    yield other
            yield from (other for other in screen.named(words) if takes(action, other))

    def _is_replaced(self, known: Sequence[Node], tree: Tree) -> bool:
        """Whether all of them are gone, and a text that was expected says that this is another screen."""
        return self._has_arrived and not any(tree.find(node.number) for node in known)

    def _is_other_form(self, matcher: Matcher) -> bool:
        """Whether the fields that are filled on this screen are surely not those of an earlier one of the same names.

        Nothing of the old page is left, the address is another one, and one of the fields is altogether new.
        """
        tree, before = matcher.tree, self._before
        pages = {_path(screen.tree.address) for screen in self._screens}
        numbers = {node.number for node in before} if before else set[int]()
        if not before or _path(tree.address) in pages or any(node.number in numbers for node in tree):
            return False
        filling = (self._actions[place] for place in self._together(self._arrived))
        return any(
            not any(self._known_before(action, words, node))
            for action in filling
            if is_filling(action)
            for words in (target.filled(self._instruction).prompt for target in action.targets())
            for node in matcher.named(words)
            if takes(action, node)
        )

    async def _recorded(self, target: Target) -> Found | None:
        """What a recording knows by these words on this page."""
        for finder in self._context.finders:
            if finder.name == "recorded":
                found = await finder.find(target.filled(self._instruction), self._context.eyes)
                return found if isinstance(found, Found) else None
        return None

    def _risk(self, action: Action[Any], nodes: Sequence[Node], tree: Tree) -> str:
        for node in nodes:
            has_typed = self._has_typed and not self._is_suggestion(node)
            counts = self._has_arrived or is_day(node, tree)
            is_blank = not self._has_filled and not any(takes_text(each) for each in tree)
            if risk := risk_of_guess(
                action, node, self._instruction, has_typed=has_typed, is_day=counts, is_blank=is_blank
            ):
                return risk
        return ""

    def _is_suggestion(self, node: Node) -> bool:
        """Whether it is what the field suggests that was filled in just now."""
        return self._filled is not None and is_suggestion(node, *self._filled)

    async def _whole_tree(self) -> Tree | None:
        """All elements of the page; None where they are not all known.

        Of a screen that never tells what is out of view, such as a phone's, it is what is in view: a planner that looks
        again sees no more than that.
        """
        eyes = self._context.eyes
        view, whole = await eyes.tree(), await eyes.whole_tree()
        tree = whole or view
        return tree if tree is not None and not tree.more else None

    @property
    def _begun_with(self) -> Tree | None:
        """The screen before the first action."""
        return self._screens[0].tree if self._screens and self._is_known else None

    async def _document_status(self) -> int:
        screen = self._context.screen
        return await screen.document_status() if isinstance(screen, DocumentStatus) else 0

    async def _steady_tree(self) -> Tree | None:
        """All elements before an action is done; None where they are not all known."""
        screen = self._context.screen
        for _ in range(_MOST_MOVES):
            if hiding_dialog(screen):
                return None
            try:
                return await self._whole_tree()
            except ScreenMoved:
                await screen.settle()
                self._context.eyes.blink()
        return None

    def _known_element(self, action: Action[Any]) -> Node | None:
        """The element of an action, before it is found."""
        for target in action.targets():
            if finder := self._chosen.get(id(target)):
                return finder.chosen
            if target.element is not None and self._before:
                return self._before.find(target.element)
        return None


def _came_instead(tree: Tree, before: Tree | None) -> str:
    """What shows that another screen came than the one that was meant."""
    if any("password" in node.states for node in tree):
        return "the screen asks for a password"
    known = {(node.role, node.words) for node in before} if before else set[tuple[str, str]]()
    if any(node.role in {"alert", "alertdialog"} and (node.role, node.words) not in known for node in tree.in_view):
        return "an alert came up"
    refused = {node.number for node in before if "invalid" in node.states} if before else set[int]()
    if any("invalid" in node.states and node.number not in refused for node in tree):
        return "a field was refused"
    return ""


def _path(address: str) -> str:
    return urlsplit(address).path


def _page(context: ActContext) -> str:
    return context.eyes.known_address.partition("#")[0]
