import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from askonce.screens.keys import NAMED, read_keys

characters = st.characters(codec="utf-8").filter(lambda character: character.isprintable() and character != " ")
keys = st.one_of(st.sampled_from(NAMED), characters)


@given(st.lists(keys, min_size=1, max_size=4))
@example(["+"])
@example(["Control", "+"])
@example(["+", "a"])
@example(["+", "+"])
def test_joined_keys_are_read_as_the_same_keys(combination: list[str]) -> None:
    assert read_keys("+".join(combination)) == tuple(combination)


@given(st.text())
def test_any_text_is_keys_or_a_value_error(text: str) -> None:
    try:
        read = read_keys(text)
    except ValueError:
        return
    assert read
    assert read_keys("+".join(read)) == read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ctrl+shift+a", ("Control", "Shift", "a")),
        ("Ctrl + C", ("Control", "C")),
        ("ctrl c", ("Control", "c")),
        ("cmd+plus", ("Meta", "+")),
        ("ctrl + +", ("Control", "+")),
        ("return", ("Enter",)),
        ("ESC", ("Escape",)),
        ("page down", ("PageDown",)),
        ("ctrl page down", ("Control", "PageDown")),
        ("ctrl shift arrow left", ("Control", "Shift", "ArrowLeft")),
        ("Page_Up", ("PageUp",)),
        ("arrow-left", ("ArrowLeft",)),
        ("down", ("ArrowDown",)),
        ("f12", ("F12",)),
        (" ", ("Space",)),
        ("spacebar", ("Space",)),
        ("é", ("é",)),
    ],
)
def test_the_spellings_that_people_and_models_use_are_read(text: str, expected: tuple[str, ...]) -> None:
    assert read_keys(text) == expected


@pytest.mark.parametrize(
    "junk", ["", "   ", "\n", "\x00", "Control+", "+a", "Control+++", "hello", "Ctrl+Hyper+a", "F25"]
)
def test_junk_is_refused(junk: str) -> None:
    with pytest.raises(ValueError, match=r"key"):
        read_keys(junk)


def test_an_unknown_key_is_answered_with_the_closest_one() -> None:
    with pytest.raises(ValueError, match="did you mean Escape"):
        read_keys("Escpae")


def test_a_hundred_thousand_blanks_are_read_in_one_pass() -> None:
    """Read again from each blank, they would take minutes."""
    blanks = " " * 100_000
    assert read_keys(f"Control{blanks}a") == ("Control", "a")
    assert read_keys(f"Control{blanks}+{blanks}a") == ("Control", "a")
