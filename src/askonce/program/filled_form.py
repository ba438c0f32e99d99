"""The form that the lines of a run have filled in and not sent yet: lost when the run goes on in another browser.

A line that sends a form must not send an empty one. So each line that filled in something leaves what the fields hold
in the journal. Before a line is begun again it is compared with the page: where the form is empty again, the run goes
on from the first line that filled it in, if all of them did nothing else. Otherwise it stops with `LineInDoubt`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from askonce.errors import LineInDoubt, ScreenError
from askonce.program.hands import Hands
from askonce.program.journal_records import FilledField, FilledForm
from askonce.program.run_state import RunState
from askonce.program.screen_elements import HasScreen, read_tree
from askonce.screens import Navigator, Node, Tree
from askonce.screens.field_labels import FIELDS, TICKED, field_labels, is_searching_name

NO_FORM = FilledForm()
UNREAD = "(could not be read)"


async def read_form(hands: Hands, state: RunState, touched: Iterable[Node]) -> FilledForm | None:
    """What is filled in after a line that touched these elements; None if that is what was filled in before it.

    A field that is empty after something was committed was emptied by that, and need not be filled in again.
    """
    fields = [node for node in touched if node.role in FIELDS | TICKED]
    if not (fields or state.form.fields) or not state.progress.number:
        return None
    tree = await _read_page(hands)
    if tree is None:
        unread = (FilledField(node.role, node.name, UNREAD) for node in fields)
        return FilledForm(state.form.address, (*state.form.fields, *unread))
    earlier = state.form.fields if _is_on(tree, state.form) else ()
    filled = {(field.role, field.label) for field in earlier}
    numbers, names = {node.number for node in fields}, {(node.role, node.name) for node in fields if node.name}
    left = tuple(
        field
        for number, field in _fields(tree)
        if (number in numbers or (field.role, field.label) in filled | names)
        and (field.content or not state.progress.commits)
    )
    form = FilledForm(tree.address, left) if left else NO_FORM
    return form if form != state.form else None


async def is_form_lost(hands: Hands, state: RunState, *, is_begun: bool = False) -> bool:
    """Whether what is filled in has to be filled in again from `state.form_start`, which is possible on this page.

    Raises `LineInDoubt` if it is not. A line that `is_begun` searches again by itself, and sends nothing of a search.
    """
    form = state.form
    if not form.fields:
        return False
    tree = await _read_page(hands)
    if tree and _holds(tree, form):
        return False
    if tree is None or not _is_on(tree, form):
        tree = await _go_to(hands, state)
        if tree and _holds(tree, form):
            return False
    if tree and state.form_start is not None and not state.is_rewound and _has_fields(tree, form):
        return True
    if is_begun and all(is_searching_name(field.role, field.label) for field in form.fields):
        return False
    raise _lost(state)


async def _read_page(hands: Hands) -> Tree | None:
    tree = await read_tree(hands, whole=True)
    return tree.masked(hands.trace.mask) if tree else None


async def _go_to(hands: Hands, state: RunState) -> Tree | None:
    """The page of the form; None if it cannot be reached."""
    address = state.form.address
    screen = hands.screen if isinstance(hands, HasScreen) else None
    if not isinstance(screen, Navigator) or any(f"{{{name}}}" in address for name in state.secrets):
        return None
    try:
        await screen.navigate(address)
        await screen.settle()
    except ScreenError:
        return None
    tree = await _read_page(hands)
    return tree if tree and _is_on(tree, state.form) else None


def _fields(tree: Tree) -> Iterator[tuple[int, FilledField]]:
    """The fields of a page with the numbers of their elements."""
    labels = field_labels(tree)
    for node in tree:
        label = node.name or labels.get(node.number, "")
        if node.role in TICKED:
            yield node.number, FilledField(node.role, label, "on" if "checked" in node.states else "off")
        elif node.role in FIELDS:
            yield node.number, FilledField(node.role, label, node.value or "")


def _is_on(tree: Tree, form: FilledForm) -> bool:
    return tree.address.partition("#")[0] == form.address.partition("#")[0]


def _holds(tree: Tree, form: FilledForm) -> bool:
    return _is_on(tree, form) and Counter(form.fields) <= Counter(field for _, field in _fields(tree))


def _has_fields(tree: Tree, form: FilledForm) -> bool:
    wanted = Counter((field.role, field.label) for field in form.fields)
    return wanted <= Counter((field.role, field.label) for _, field in _fields(tree))


def _lost(state: RunState) -> LineInDoubt:
    names = ", ".join(repr(field.label or field.role) for field in state.form.fields)
    return LineInDoubt(
        f"the form at {state.form.address} has lost what earlier lines filled in ({names}), and {state.position} "
        f"({state.statement.words!r}) would go on without it",
        remedy="look at the app for what is done, and run the rest as a program of its own; if the line does not need "
        "the form, resume with --interrupted-line repeat (in Python: interrupted_line=…)",
    )
