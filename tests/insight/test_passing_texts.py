"""What came and went while the screen was watched, in few lines."""

from __future__ import annotations

from askonce.insight.passing_texts import PassingText, passing_lines


def test_a_few_texts_are_told_one_by_one_in_the_order_of_what_became_of_them() -> None:
    texts = [PassingText("Saving", 0.4, 1.9), PassingText("Draft", left=0.2), PassingText("Saved", 2.0, in_doubt=True)]
    assert passing_lines(texts, "") == [
        '- "Draft" left after 0.2 s',
        '- "Saving" came after 0.4 s and left after 1.9 s',
        '- "Saved" came after 2.0 s, perhaps hidden: see the pictures',
    ]


def test_a_page_that_takes_the_place_of_another_is_one_line_that_names_what_was_asked_about() -> None:
    texts = [
        *(PassingText(f"Product {number}", left=1.2) for number in range(1, 43)),
        *(PassingText(f"Line {number}", 1.3) for number in range(1, 9)),
        PassingText("Order 17 was sent", 1.3),
    ]
    assert passing_lines(texts, "the order was sent") == [
        '- 42 texts left after 1.2 s, such as "Product 1", "Product 2", "Product 3"; '
        '9 texts came after 1.3 s, such as "Order 17 was sent", "Line 1", "Line 2"'
    ]


def test_what_came_and_left_again_is_told_whole_because_no_list_has_it() -> None:
    texts = [PassingText(f"Warning {number}", 1.0, 2.0) for number in range(9)]
    assert len(passing_lines(texts, "")) == 9
