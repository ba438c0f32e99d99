from __future__ import annotations

from phone_rig import Fingers, new_handset

from askonce.testing.phone import Recipe


def test_a_recipe_has_eight_fields_and_is_changed_and_deleted() -> None:
    phone = new_handset()
    phone.launch("com.flauschcode.broccoli")
    fingers = Fingers(phone)
    fingers.tap("New recipe", "Save")
    assert phone.toasts == ["Enter a title"]
    made = Recipe("Soup", "Warm", "4", "30 mins", "Ann", "water\nsalt", "Boil.", "100 kcal")
    fingers.enter(
        new_title="Soup ", new_description="Warm", new_servings="4", new_preparation_time="30 mins", new_source="Ann",
        new_ingredients="water\nsalt", new_directions="Boil.", new_nutritional_values="100 kcal",
    )  # fmt: skip
    fingers.tap("Save")
    assert phone.records.recipes == [made]
    phone.records.recipes.append(Recipe("Salad"))
    fingers.enter(action_search="sou")
    assert "Salad" not in fingers.texts()
    fingers.tap("Soup", "Edit recipe")
    fingers.enter(new_servings="2")
    fingers.tap("Save")
    assert phone.records.recipes[0].servings == "2"
    fingers.tap("Delete recipe", "Cancel", "Delete recipe", "Delete")
    assert phone.records.recipes == [Recipe("Salad")]
