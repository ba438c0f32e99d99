"""Numbers for elements that have none of their own."""

from __future__ import annotations

from askonce.screens.carried_numbers import CarriedNumbers


def test_an_element_keeps_its_number_while_others_come_and_go() -> None:
    numbers = CarriedNumbers()
    save, name = numbers.number(["Save", "Name"])
    new, again, still = numbers.number(["Title", "Name", "Save"])
    assert (again, still) == (name, save)
    assert new not in {save, name}


def test_equal_elements_keep_their_numbers_in_order() -> None:
    numbers = CarriedNumbers()
    first = numbers.number(["Delete", "Delete", "Delete"])
    assert len(set(first)) == 3
    assert numbers.number(["Delete", "Delete", "Delete"]) == first


def test_no_number_moves_to_a_neighbour_when_one_of_equal_elements_is_gone() -> None:
    numbers = CarriedNumbers()
    before = numbers.number(["Delete", "Delete", "Save"])
    after = numbers.number(["Delete", "Save"])
    assert after[0] not in before
    assert after[1] == before[2]


def test_the_number_of_an_element_that_is_gone_is_not_given_again() -> None:
    numbers = CarriedNumbers()
    gone = numbers.number(["Save"])
    numbers.number([])
    assert numbers.number(["Save"]) != gone
