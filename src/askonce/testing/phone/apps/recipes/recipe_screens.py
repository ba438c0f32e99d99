"""The activities of Broccoli."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING

from askonce.testing.phone.activity import Activity, Alert
from askonce.testing.phone.apps.recipes.recipe_records import Recipe
from askonce.testing.phone.views import (
    ADD,
    DELETE,
    EDIT,
    View,
    app_bar,
    button,
    column,
    entry,
    icon_button,
    scroll_list,
    text,
    text_field,
)

if TYPE_CHECKING:
    from askonce.testing.phone.handset import Handset

_FIELDS = {
    "title": "Title",
    "description": "Description",
    "servings": "Servings",
    "preparation_time": "Preparation time",
    "source": "Source",
    "ingredients": "Ingredients",
    "directions": "Directions",
    "nutritional_values": "Nutritional values",
}
_LONG = ("description", "ingredients", "directions", "nutritional_values")


class RecipeList(Activity):
    name = ".MainActivity"

    searched = ""

    def view(self) -> View:
        wanted = self.searched.strip().casefold()
        found = [recipe for recipe in self.phone.records.recipes if wanted in recipe.title.casefold()]
        rows = [self._row(recipe) for recipe in sorted(found, key=lambda recipe: recipe.title.casefold())]
        nothing = () if rows else (text("No recipes", style="padded soft"),)
        field = text_field(self.searched, partial(setattr, self, "searched"), id="action_search", hint="Search recipes")
        new = icon_button("New recipe", ADD, self._create, id="fab_recipes", style="fab")
        listed = scroll_list((*rows, *nothing), id="recycler_view")
        return View(children=(app_bar("Recipes"), column(field, style="padded"), listed, new))

    def _row(self, recipe: Recipe) -> View:
        def show() -> None:
            self.phone.open_activity(RecipePage(self.phone, recipe))

        about = recipe.description.partition("\n")[0][:60]
        words = column(
            text(recipe.title, id="card_text_view_title", style="strong"),
            *((text(about, id="card_text_view_description", style="soft"),) if about else ()),
            style="grow",
        )
        return entry(words, id="card_view", tap=show)

    def _create(self) -> None:
        self.phone.open_activity(RecipeEditor(self.phone))


class RecipePage(Activity):
    """One recipe."""

    name = ".recipe.details.RecipeDetailsActivity"

    def __init__(self, phone: Handset, recipe: Recipe) -> None:
        super().__init__(phone)
        self.recipe = recipe

    def view(self) -> View:
        bar = app_bar(
            "Recipe",
            icon_button("Edit recipe", EDIT, self._edit, id="action_edit"),
            icon_button("Delete recipe", DELETE, self._ask_deletion, id="action_delete"),
            up=self.phone.finish,
        )
        facts = [(name, value) for name, value in asdict(self.recipe).items() if value]
        rows = [
            column(text(_FIELDS[name], style="soft"), text(value, id=name), style="padded") for name, value in facts
        ]
        return View(children=(bar, scroll_list(rows, kind="ScrollView")))

    def _edit(self) -> None:
        self.phone.open_activity(RecipeEditor(self.phone, self))

    def _ask_deletion(self) -> None:
        question = f"Do you really want to delete {self.recipe.title}?"
        self.phone.ask(Alert("Delete recipe", question, (("Delete", self._delete), ("Cancel", None))))

    def _delete(self) -> None:
        if self.recipe in self.phone.records.recipes:
            self.phone.records.recipes.remove(self.recipe)
        self.phone.finish()
        self.phone.toast("Recipe deleted")


class RecipeEditor(Activity):
    """The form of a new recipe, or of the one of a page."""

    name = ".recipe.crud.CreateAndEditRecipeActivity"
    resizes = True

    def __init__(self, phone: Handset, page: RecipePage | None = None) -> None:
        super().__init__(phone)
        self.page = page
        self.values: dict[str, str] = asdict(page.recipe) if page else dict.fromkeys(_FIELDS, "")

    def view(self) -> View:
        fields = [
            column(
                text_field(
                    self.values[name],
                    partial(self.values.__setitem__, name),
                    id=f"new_{name}",
                    hint=hint,
                    lines=name in _LONG,
                    autofocus=name == "title" and not self.page,
                ),
                style="padded",
            )
            for name, hint in _FIELDS.items()
        ]
        save = button("Save", self._save, id="button_save_recipe", style="filled")
        bar = app_bar("Edit recipe" if self.page else "New recipe", save, up=self.phone.finish)
        return View(children=(bar, scroll_list(fields, kind="ScrollView")))

    def _save(self) -> None:
        saved = Recipe(**{name: value.strip() for name, value in self.values.items()})
        if not saved.title:
            self.phone.toast("Enter a title")
            return
        recipes = self.phone.records.recipes
        if self.page and self.page.recipe in recipes:
            recipes[recipes.index(self.page.recipe)] = saved
            self.page.recipe = saved
        else:
            recipes.append(saved)
        self.phone.finish()
        self.phone.toast("Recipe saved")
