"""Pro Expense: what was spent, by category."""
