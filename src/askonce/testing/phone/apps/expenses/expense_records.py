"""The records of Pro Expense."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

from askonce.lazy import dataclass

CATEGORIES = (
    "Others", "Income", "Food", "Housing", "Social", "Entertainment", "Transportation", "Clothes", "Health Care",
    "Education", "Donation",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Expense:
    name: str
    amount: Decimal
    category: str
    time: datetime
    note: str = ""
