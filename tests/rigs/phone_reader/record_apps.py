"""How a good reader works Pro Expense and Broccoli."""

from __future__ import annotations

from collections.abc import Sequence

from perfect_reader.moves import Move, checked, fill, seen, tap
from perfect_reader.question import Words

from phone_reader.phone_moves import fill_in, find_row, finish, go_back, go_to, press
from phone_reader.phone_page import PhonePage, Row


def add_expense(page: PhonePage, name: Words, amount: Words, category: Words, note: Words) -> Move:
    if move := go_to(page, "Pro Expense"):
        return move
    done = f"The expense {name.filled} is saved"
    if page.activity == "MainActivity":
        if page.row(name.filled):
            return seen(done, "The list shows it.")
        add = page.button("Add expense")
        if add:
            return tap(add, "Add expense", thought="The list is open.", expect='visible "Save"')
    if page.activity == "ExpenseEntryActivity":
        texts = [("Name", name), ("Amount", amount), ("Note", note)]
        chip = next((one for one in page.question.page.elements if one.name == category.filled), None)
        chosen = f'field "{category.written}" is selected'
        chips = [checked(tap(chip, f"the category {category.written}", thought=""), chosen)] if chip else []
        return _save(page, [*fill_in(page, texts[:2]), *chips, *fill_in(page, texts[2:])], "Note", done, name.filled)
    return go_back("This is not the list of expenses.")


def _save(page: PhonePage, moves: Sequence[Move], last: str, done: str, named: str) -> Move:
    """Fill in what is in view, go on to what is not, and save when the last field was reached."""
    if page.field(last) is None:
        scroll = Move("Scroll down", f"{last} is out of view.", (("Scroll", {"direction": "down"}),))
        return finish(list(moves), scroll)
    save = page.button("Save")
    if save is None:
        return go_back("The keyboard is in the way.")
    expect = f'address "MainActivity"; visible "{named}"'
    return finish(list(moves), press(save, "Save", done, expect=expect))


def delete_expense(page: PhonePage, name: Words) -> Move:
    if move := go_to(page, "Pro Expense"):
        return move
    done = f"The expense {name.filled} is deleted"
    if page.shows("Delete expense?"):
        return _confirm(page, f"{name.filled} will be removed.", done, name.filled)
    if page.activity == "ExpenseDetailActivity":
        delete = page.button("Delete")
        if page.shows(name.filled) and delete:
            return tap(delete, "Delete", thought="The expense is open.", expect='visible "Delete expense?"')
        return go_back("Another expense is open.")
    if page.activity != "MainActivity":
        return go_back("This is not the list of expenses.")
    row = find_row(page, name.filled)
    if isinstance(row, Row):
        return tap(
            row.element, f"the expense {name.written}", thought="The list shows it.", expect='visible "Expense detail"'
        )
    return row or seen(done, "The list does not show it any more.")


def _confirm(page: PhonePage, question: str, done: str, gone: str) -> Move:
    button = page.button("Delete")
    if button and page.shows(question):
        return press(button, "Delete", done, expect=f'address "MainActivity"; gone "{gone}"')
    return go_back("It asks about something else.")


_RECIPE = {
    "title": "Title", "description": "Description", "servings": "Servings", "preparation_time": "Preparation time",
    "source": "Source", "ingredients": "Ingredients", "directions": "Directions",
}  # fmt: skip


def add_recipe(page: PhonePage, values: Sequence[Words]) -> Move:
    if move := go_to(page, "Broccoli"):
        return move
    title = values[0]
    done = f"The recipe {title.filled} is saved"
    if page.activity == "MainActivity":
        if search := _search(page, title):
            return search
        if page.row(title.filled):
            return seen(done, "The list shows it.")
        new = page.button("New recipe")
        if new:
            return tap(new, "New recipe", thought="The list does not show it yet.", expect='visible "Save"')
    if page.activity == "CreateAndEditRecipeActivity":
        wanted = list(zip(_RECIPE.values(), values, strict=True))
        return _save(page, fill_in(page, wanted), "Directions", done, title.filled)
    return go_back("This is not the list of recipes.")


def delete_recipe(page: PhonePage, title: Words) -> Move:
    if move := go_to(page, "Broccoli"):
        return move
    done = f"The recipe {title.filled} is deleted"
    if page.shows("Delete recipe") and page.button("Cancel"):
        return _confirm(page, f"Do you really want to delete {title.filled}?", done, title.filled)
    if page.activity == "RecipeDetailsActivity":
        delete = page.button("Delete recipe")
        if page.shows(title.filled) and delete:
            return tap(delete, "Delete recipe", thought="The recipe is open.", expect='visible "Do you really want"')
        return go_back("Another recipe is open.")
    if page.activity != "MainActivity":
        return go_back("This is not the list of recipes.")
    if search := _search(page, title):
        return search
    row = find_row(page, title.filled)
    if isinstance(row, Row):
        return tap(row.element, f"the recipe {title.written}", thought="The list shows it.", expect='visible "Recipe"')
    return row or seen(done, "The list does not show it any more.")


def _search(page: PhonePage, title: Words) -> Move | None:
    field = page.field("Search recipes")
    if field is None or field.value == title.filled:
        return None
    return fill(field, "the search field", title.written, thought="Searching is quicker.", expect="")
