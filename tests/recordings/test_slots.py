"""Passed values in texts, put back as their names."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askonce.recordings.recording import Anchor, RecordedStep
from askonce.recordings.slots import fits, open_all, open_slots, slots_in, slots_of, values_held
from askonce.values import Instruction, Secret, Value


def passed(**values: Value) -> Instruction:
    return Instruction.of("go on", values)


@pytest.mark.parametrize(
    ("text", "opened"),
    [
        ("mugs", "{term}"),
        ("Results for 'mugs'", "Results for '{term}'"),
        ("mugs, mugs", "{term}, {term}"),
        ("smugs mugsy", "smugs mugsy"),
        ("Mugs", "Mugs"),
        ("{term}", "{term}"),
        ("", ""),
    ],
)
def test_a_value_is_opened_where_it_stands_as_whole_words(text: str, opened: str) -> None:
    assert open_slots(text, passed(term="mugs")) == opened


def test_what_is_only_compared_is_opened_in_any_letters_and_spacing() -> None:
    assert open_slots("All BLUE\u00a0 Mugs", passed(term="blue mugs"), loosely=True) == "All {term}"


def test_the_longer_of_two_values_goes_first() -> None:
    task = passed(short="Bob", long="Bob Smith")
    assert open_slots("Bob Smith and Bob", task) == "{long} and {short}"


def test_two_values_with_the_same_text_are_left_as_they_are() -> None:
    task = passed(first="Bob", second="Bob", third="Eve")
    assert open_slots("Bob and Eve", task) == "Bob and {third}"


def test_a_secret_is_opened_even_when_another_value_has_its_text() -> None:
    task = passed(user="hunter2", password=Secret("hunter2"))
    assert open_slots("it is hunter2", task) == "it is {password}"


def test_a_single_letter_is_opened_only_where_it_stands_alone() -> None:
    task = passed(size="L", count=3)
    assert [open_slots(text, task) for text in ("L", " 3 ", "Size L", "3 items")] == [
        "{size}",
        " {count} ",
        "Size L",
        "3 items",
    ]


@pytest.mark.parametrize("text", ["€10.99", "2010-10-01", "8:10", "1,10", "10/12", "1.10"])
def test_a_number_is_not_opened_inside_of_prices_dates_and_times(text: str) -> None:
    assert open_slots(text, passed(count="10")) == text


def test_a_number_that_stands_alone_is_opened() -> None:
    assert open_slots("10 mugs, 10.", passed(count=10)) == "{count} mugs, {count}."


@given(st.text(min_size=1, max_size=12), st.text(max_size=20), st.text(max_size=20))
def test_what_was_opened_reads_the_same_when_it_is_filled_again(value: str, before: str, after: str) -> None:
    task = passed(value=value)
    text = f"{before} {value} {after}".replace("{", "(").replace("}", ")")
    opened = open_slots(text, task)
    assert task.fill(opened, secrets=True) == text
    if len(value) > 1 and value.strip() and not value.isdigit() and "{" not in value and "}" not in value:
        assert "{value}" in opened


@pytest.mark.parametrize("value", ["a.b*c", "(x|y)", "[0]", "$1\\d", "^", "C++", "\\1", "what?"])
def test_signs_in_values_mean_themselves(value: str) -> None:
    assert open_slots(f"see {value} here", passed(it=value)) == ("see {it} here" if len(value) > 1 else "see ^ here")
    assert open_slots("see axbxc here", passed(it=value)) == "see axbxc here"


def test_nested_values_are_opened_too() -> None:
    assert open_all({"text": "mugs", "keys": ["mugs", 3], "clear": True}, passed(term="mugs")) == {
        "text": "{term}",
        "keys": ["{term}", 3],
        "clear": True,
    }


@pytest.mark.parametrize(
    ("address", "opened"),
    [
        ("/admin/login/", "/admin/login/"),
        ("/admin", "/admin"),
        ("/users/admin", "/users/{user}"),
        ("/users/admin/", "/users/{user}/"),
        ("/search?q=mugs", "/search?q={term}"),
        ("https://h.test/admin/users", "https://h.test/admin/users"),
        ("https://admin.test/x", "https://admin.test/x"),
        ("https://h.test/admin", "https://h.test/admin"),
    ],
)
def test_in_an_address_a_value_is_opened_only_at_the_end_and_in_the_query(address: str, opened: str) -> None:
    assert open_all({"url": address}, passed(user="admin", term="mugs")) == {"url": opened}


@pytest.mark.parametrize(
    ("said", "values", "address", "opened"),
    [
        ("note {planet.moons}", {"planet.moons": "0"}, "/notes/0", "/notes/0"),
        ("note {planet.moons}", {"planet.moons": "12"}, "/notes/12", "/notes/12"),
        ("note {planet.moons} of {planet.name}", {"planet.moons": "12"}, "/planets/12", "/planets/12"),
        ("bill {amount}", {"amount": "2024"}, "/archive/2024", "/archive/2024"),
        ("meet on day {day}", {"day": "16"}, "/rooms/16", "/rooms/16"),
        ("meet on day {day}", {"day": "16"}, "/days/16", "/days/{day}"),
        ("cancel order {number}", {"number": "17"}, "/orders/17", "/orders/{number}"),
        ("cancel order #{number}", {"number": "17"}, "/shop/17", "/shop/17"),
        ("cancel {number}", {"number": "4711-88"}, "/shop/4711-88", "/shop/{number}"),
        ("write {title}", {"title": "new"}, "/notes/new", "/notes/new"),
        ("answer {answer}", {"answer": "no"}, "/polls/no", "/polls/no"),
        ("answer {answer}", {"answer": "no"}, "/polls?q=no&answer=no", "/polls?q=no&answer={answer}"),
        ("buy {count} in {size}", {"count": "10", "size": "XL"}, "/x?size=XL&per=10", "/x?size={size}&per=10"),
        ("show page {number}", {"number": "2"}, "/list?page=2", "/list?page=2"),
        ("set {active}", {"active": "true"}, "/x?new=true", "/x?new=true"),
        ("take {letter}", {"letter": "a"}, "/drives/a", "/drives/a"),
        ("greet {one} and {two}", {"one": "Bob", "two": "Bob"}, "/people/Bob", "/people/Bob"),
    ],
)
def test_in_an_address_a_value_that_may_be_there_by_chance_is_opened_only_if_the_part_before_says_what_it_is(
    said: str, values: dict[str, str], address: str, opened: str
) -> None:
    task = Instruction.of(said, dict.fromkeys(slots_of(said), "?") | values)
    assert open_all({"url": address}, task) == {"url": opened}
    kept = [RecordedStep(action="Navigate", params={"url": opened}), typed("{" + "} {".join(task.values) + "}")]
    is_literal = any(value in re.split("[/?&=]", opened) for value in values.values())
    assert bool(values_held(kept, task)) == is_literal, "with another value it may be the wrong address"


@given(
    st.text("0123456789", min_size=1, max_size=2), st.sampled_from(["/notes/{}", "/a/b/{}", "/list?at={}", "/x/{}/"])
)
def test_a_short_number_is_no_slot_of_an_address_that_does_not_say_what_it_is(value: str, form: str) -> None:
    assert open_all(form.format(value), passed(moons=value)) == form.format(value)


@pytest.mark.parametrize("value", ["no", "yes", "true", "on", "all", "new", "a", "1"])
@pytest.mark.parametrize("form", ["There are {} results", "{} thanks", "Turn it {}", "{}: 5"])
def test_a_usual_word_or_single_sign_is_no_slot_of_a_longer_text(value: str, form: str) -> None:
    assert open_slots(form.format(value), passed(answer=value)) == form.format(value)
    assert open_slots(form.format(value), passed(answer=value), loosely=True) == form.format(value)


def test_a_usual_word_on_a_button_holds_the_recording_to_it_and_typed_it_is_a_slot() -> None:
    task = passed(answer="no")
    assert open_slots("No", task, loosely=True) == "No"
    assert open_all({"text": "no"}, task) == {"text": "{answer}"}
    pressed = RecordedStep(action="Tap", params={"target": "it"}, anchors={"target": Anchor(role="button", name="No")})
    assert values_held([typed("{answer}"), pressed], task) == {"answer": "no"}
    assert values_held([typed("{answer}")], task) == {}


def test_in_an_address_a_value_is_opened_where_the_instruction_has_it() -> None:
    task = Instruction.of("open /{user}/notes/{count}", {"user": "admin", "count": "0"})
    assert open_all("/admin/notes/0", task) == "/{user}/notes/{count}"


def test_words_of_the_instruction_itself_are_no_value() -> None:
    task = Instruction.of("search for mugs as {user}", {"user": "mugs"})
    assert open_all("mugs", task) == "mugs"
    assert open_all("mugs", Instruction.of("search for {term}", {"term": "mugs"})) == "{term}"


@pytest.mark.parametrize("text", ["Admin area", "Admin: log in"])
def test_a_capital_at_the_beginning_of_a_text_may_be_there_by_chance(text: str) -> None:
    assert open_slots(text, passed(user="admin"), loosely=True) == text
    assert open_slots("Admin", passed(user="admin"), loosely=True) == "{user}"


# ---- for which values steps hold


def test_a_value_that_an_address_begins_with_by_chance_does_not_hold_the_recording() -> None:
    steps = [RecordedStep(action="Navigate", params={"url": "/admin/login/"}), typed("{user}")]
    assert values_held(steps, passed(user="admin")) == {}
    profile = [RecordedStep(action="Navigate", params={"url": "/people/ada-smith"}), typed("{name}")]
    assert values_held(profile, passed(name="Ada Smith")) == {"name": "Ada Smith"}


def typed(text: str, **anchors: Anchor) -> RecordedStep:
    return RecordedStep(action="Type", params={"text": text, "target": "the field"}, anchors=anchors)


def test_steps_name_the_values_that_they_need_wherever_they_stand() -> None:
    step = typed("{term}", target=Anchor(role="button", row=("{who}",), attributes={"href": "/{place}"}))
    assert slots_in([step]) == {"term", "who", "place"}


def test_a_value_that_no_step_names_holds_the_recording_to_itself() -> None:
    assert values_held([typed("{term}")], passed(term="mugs", times=3)) == {"times": "3"}
    assert values_held([typed("mugs")], passed(term="mugs")) == {"term": "mugs"}


def test_a_value_that_was_taken_apart_holds_the_recording_to_itself() -> None:
    steps = [typed("{name}"), typed("Smith")]
    assert values_held(steps, passed(name="Ada Smith")) == {"name": "Ada Smith"}


def test_a_secret_never_holds_a_recording() -> None:
    assert values_held([typed("x")], passed(password=Secret("hunter2"))) == {}


def test_a_recording_serves_where_all_its_values_are_passed_and_its_conditions_met() -> None:
    task = passed(term="mugs", times=3)
    assert fits({"times": "3"}, {"term"}, task)
    assert not fits({"times": "4"}, {"term"}, task)
    assert not fits({}, {"other"}, task)


def test_values_with_dotted_names_are_opened_and_needed_by_their_whole_names() -> None:
    instruction = Instruction.of("call {contact.name}", {"contact.name": "Ann Lee"})
    step = RecordedStep(action="Type", params=open_all({"text": "Hello Ann Lee"}, instruction))
    assert step.params == {"text": "Hello {contact.name}"}
    assert slots_in([step]) == {"contact.name"}
    assert values_held([step], instruction) == {}
    assert fits({}, slots_in([step]), Instruction.of("call {contact.name}", {"contact.name": "Bob"}))
    assert not fits({}, slots_in([step]), Instruction.of("call", {}))


@pytest.mark.parametrize(
    ("instruction", "shown", "held"),
    [
        ("search for {term}, then open Red mug", "Add Red mug", False),
        ("search for {term}, then open Red Mug", "red  mug", False),
        ("search for {term}, then open mug holder", "The mug holder", False),
        ("search for {term}, then open mug", "mug", True),
        ("search for {term}, then open Red mug", "Blue mug", True),
        ("search for {term}, then open Red mug", "mug", True),
        ("search for {term}, then open Red mug and Red {term}", "Red mug", True),
        ("delete {term}, but not mug", "Delete mug", True),
    ],
)
def test_what_the_instruction_says_itself_is_not_a_passed_value(instruction: str, shown: str, held: bool) -> None:
    task = Instruction.of(instruction, {"term": "mug"})
    steps = [typed("{term}"), RecordedStep(intent="", action="Tap", anchors={"target": Anchor(name=shown)})]

    assert open_slots(shown, task, loosely=True) == shown
    assert bool(values_held(steps, task)) == held, "with another value it may be the wrong element"


def test_a_secret_is_opened_also_where_the_instruction_says_the_same() -> None:
    task = Instruction.of("type {pin}, then press hunter2", {"pin": Secret("hunter2")})
    assert open_slots("Press hunter2", task) == "Press {pin}"
