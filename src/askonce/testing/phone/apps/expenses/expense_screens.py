"""The activities of Pro Expense."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from functools import partial
from typing import TYPE_CHECKING

from askonce.testing.phone.activity import Activity, Alert
from askonce.testing.phone.apps.expenses.expense_records import CATEGORIES, Expense
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


class ExpenseList(Activity):
    """What was spent, the latest first."""

    name = ".ui.MainActivity"

    def view(self) -> View:
        expenses = self.phone.records.expenses[::-1]
        expenses.sort(key=lambda expense: expense.time, reverse=True)
        rows = [self._row(expense) for expense in expenses]
        nothing = () if rows else (text("No expenses yet", style="padded soft"),)
        new = icon_button("Add expense", ADD, self._create, id="fb_main_add", style="fab")
        return View(children=(app_bar("Expenses"), scroll_list((*rows, *nothing), id="rv_expense"), new))

    def _row(self, expense: Expense) -> View:
        def show() -> None:
            self.phone.open_activity(ExpensePage(self.phone, expense))

        about = f"{expense.category} · {expense.time:%Y-%m-%d}"
        words = column(text(expense.name, id="tv_name"), text(about, id="tv_date", style="soft"), style="grow")
        amount = text(f"${expense.amount:,.2f}", id="tv_amount")
        return entry(words, amount, id="cd_expense", tap=show)

    def _create(self) -> None:
        self.phone.open_activity(ExpenseEditor(self.phone))


class ExpensePage(Activity):
    """One expense."""

    name = ".ui.detail.ExpenseDetailActivity"

    def __init__(self, phone: Handset, expense: Expense) -> None:
        super().__init__(phone)
        self.expense = expense

    def view(self) -> View:
        expense = self.expense
        bar = app_bar(
            "Expense detail",
            icon_button("Edit", EDIT, self._edit, id="btn_edit"),
            icon_button("Delete", DELETE, self._ask_deletion, id="btn_delete"),
            up=self.phone.finish,
        )
        facts = [("Name", expense.name), ("Amount", f"${expense.amount:,.2f}"), ("Category", expense.category)]
        facts += [("Date", f"{expense.time:%Y-%m-%d %H:%M}"), ("Note", expense.note or "-")]
        rows = [
            column(text(name, style="soft"), text(value, id=f"tv_{name.lower()}"), style="padded")
            for name, value in facts
        ]
        return View(children=(bar, scroll_list(rows, kind="ScrollView")))

    def _edit(self) -> None:
        self.phone.open_activity(ExpenseEditor(self.phone, self))

    def _ask_deletion(self) -> None:
        buttons = (("Delete", self._delete), ("Cancel", None))
        self.phone.ask(Alert("Delete expense?", f"{self.expense.name} will be removed.", buttons))

    def _delete(self) -> None:
        if self.expense in self.phone.records.expenses:
            self.phone.records.expenses.remove(self.expense)
        self.phone.finish()
        self.phone.toast("Item deleted")


class ExpenseEditor(Activity):
    """The form of a new expense, or of the one of a page."""

    name = ".ui.entry.ExpenseEntryActivity"
    resizes = True

    def __init__(self, phone: Handset, page: ExpensePage | None = None) -> None:
        super().__init__(phone)
        self.page = page
        before = page.expense if page else None
        self.title = before.name if before else ""
        self.amount = f"{before.amount:.2f}" if before else ""
        self.category = before.category if before else CATEGORIES[0]
        self.note = before.note if before else ""

    def view(self) -> View:
        chips = [
            View(
                "TextView",
                name,
                id="chip_category",
                style="chip",
                selected=name == self.category,
                on={"tap": partial(setattr, self, "category", name)},
            )
            for name in CATEGORIES
        ]
        fields = (
            self._field("title", "Name", autofocus=not self.page),
            self._field("amount", "Amount"),
            text("Category", style="soft padded"),
            View(style="grid padded chips", id="rv_category", children=tuple(chips)),
            self._field("note", "Note", lines=True),
        )
        save = button("Save", self._save, id="btn_save", style="filled")
        bar = app_bar("Expense entry" if not self.page else "Update data", save, up=self.phone.finish)
        return View(children=(bar, scroll_list(fields, kind="ScrollView")))

    def _field(self, name: str, hint: str, *, autofocus: bool = False, lines: bool = False) -> View:
        value, change = str(getattr(self, name)), partial(setattr, self, name)
        field = text_field(value, change, id=f"edt_{name}", hint=hint, autofocus=autofocus, lines=lines)
        return column(field, style="padded")

    def _save(self) -> None:
        try:
            amount = Decimal(self.amount.strip().lstrip("$").replace(",", "")).quantize(Decimal("0.01"))
        except InvalidOperation:
            self.phone.toast("Enter an amount such as 12.50")
            return
        if not self.title.strip():
            self.phone.toast("Enter a name")
            return
        expenses = self.phone.records.expenses
        before = self.page.expense if self.page else None
        time = before.time if before else self.phone.clock
        saved = Expense(self.title.strip(), amount, self.category, time, self.note.strip())
        if before in expenses:
            expenses[expenses.index(before)] = saved
        else:
            expenses.append(saved)
        if self.page:
            self.page.expense = saved
        self.phone.finish()
        self.phone.toast("Data saved")
