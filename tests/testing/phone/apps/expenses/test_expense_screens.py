from __future__ import annotations

from datetime import timedelta
from decimal import Decimal

import pytest
from phone_rig import Fingers, new_handset

from askonce.testing.phone import Expense


@pytest.fixture
def fingers() -> Fingers:
    phone = new_handset()
    phone.launch("com.arduia.expense")
    return Fingers(phone)


def test_an_expense_is_added_with_its_category_and_note(fingers: Fingers) -> None:
    fingers.tap("Add expense")
    fingers.enter(edt_title="Lunch", edt_amount="$1,012.5", edt_note="with Ann")
    fingers.tap("Food", "Save")
    made = Expense("Lunch", Decimal("1012.50"), "Food", fingers.phone.clock, "with Ann")
    assert fingers.phone.records.expenses == [made]
    assert {"Lunch", "Food · 2023-10-15", "$1,012.50"} <= set(fingers.texts())


@pytest.mark.parametrize(("name", "amount"), [("Lunch", ""), ("Lunch", "a lot"), ("", "3")])
def test_what_cannot_be_saved_is_told_in_a_toast(fingers: Fingers, name: str, amount: str) -> None:
    fingers.tap("Add expense")
    fingers.enter(edt_title=name, edt_amount=amount)
    fingers.tap("Save")
    assert fingers.phone.records.expenses == []
    assert len(fingers.phone.toasts) == 1


def test_one_of_two_equal_names_is_deleted_and_the_other_changed(fingers: Fingers) -> None:
    now = fingers.phone.clock
    early = Expense("Bus", Decimal("2.00"), "Transportation", now - timedelta(days=1))
    late = Expense("Bus", Decimal("3.00"), "Transportation", now)
    fingers.phone.records.expenses += [late, early]
    assert [text for text in fingers.texts() if "$" in text] == ["$3.00", "$2.00"]
    fingers.tap("$2.00", "Delete", "Delete")
    assert fingers.phone.records.expenses == [late]
    fingers.tap("$3.00", "Edit", "Health Care", "Save")
    assert "Health Care" in fingers.texts()
    assert [each.category for each in fingers.phone.records.expenses] == ["Health Care"]
