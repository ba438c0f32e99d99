"""Secrets of which a text shows only the beginning or the end, with signs for the rest."""

from __future__ import annotations

import re

import pytest

from askonce.values import Mask, Secret

KEY, CARD = "kX93-QwTz-4417", "4929381736251947"


def mask() -> Mask:
    known = Mask()
    known.learn({"key": Secret(KEY), "card": Secret(CARD), "word": Secret("password-77")})
    return known


@pytest.mark.parametrize(
    "sign", ["…", "...", "**", "*****", "••••", "····", "●●●", "xxxx", "XXX", "•••• ••••", "****-****"]
)
def test_what_stands_beside_signs_for_the_rest_of_a_secret_is_masked(sign: str) -> None:
    known = mask()
    for gap in ("", " ", ": ", " - "):
        assert known(f"Key {KEY[:9]}{gap}{sign} is wrong") == f"Key {{key}}{gap}{sign} is wrong"
        assert known(f"KEY {KEY[:9].upper()}{gap}{sign}") == f"KEY {{key}}{gap}{sign}"
        assert known(f"Paid with {CARD[:12]}{gap}{sign}") == f"Paid with {{card}}{gap}{sign}"
        assert known(f"{sign}{gap}{CARD[4:]}, thanks") == f"{sign}{gap}{{card}}, thanks"
        assert known(f"{sign}{gap}3817 3625 1947, thanks") == f"{sign}{gap}{{card}}, thanks"


def test_both_ends_of_a_secret_beside_a_cut_are_masked() -> None:
    known = mask()
    assert known("492938173625....-1947") == "{card}....-{card}"
    assert known("kX93-****-4417") == "{key}-****-{key}"
    assert known("4929 •••• •••• 1947") == "{card} •••• •••• {card}"


@pytest.mark.parametrize(
    "text",
    [
        "•••• 1947",
        "**** **** **** 1947",
        "Card xxxx-1947",
        "Password ••••••••",
        "password: *****",
        "kX93 ... QwTz",
        "1 2 … 7",
    ],
)
def test_the_last_digits_of_a_card_and_labels_before_dots_stay(text: str) -> None:
    assert mask()(text) == text


def test_the_rest_of_a_secret_in_a_text_of_its_own_is_masked() -> None:
    assert mask().in_sequence(["••••", "381736251947"]) == ["••••", "{card}"]


def test_half_of_a_secret_at_the_end_of_a_line_is_masked() -> None:
    assert mask()(f"Error: bad {KEY[:9]}\n    at go") == "Error: bad {key}\n    at go"


@pytest.mark.parametrize(
    ("shown", "hidden"),
    [
        ("Error: bad KX93-QWTZ", "Error: bad {key}"),
        ("Error: bad 'KX93-QWTZ-4'", "Error: bad '{key}'"),
        ("Paid with 4929 3817 36", "Paid with {card}"),
        ("4929-3817-3625\nPay", "{card}\nPay"),
        ("7 3625 1947 was charged", "{card} was charged"),
        ("wTz-4417 is wrong", "{key} is wrong"),
        ("Bad\nWTZ-4417)", "Bad\n{key})"),
    ],
)
def test_half_of_a_secret_is_masked_where_a_line_ends_or_begins_however_it_is_written(shown: str, hidden: str) -> None:
    assert mask()(shown) == hidden


def test_a_word_that_is_cut_in_its_middle_is_masked() -> None:
    known = Mask()
    known.learn({"word": Secret("swordfish")})
    assert known("It is swor…fish now") == "It is {word}…{word} now"
    assert known("swords … fish") == "swords … fish"


@pytest.mark.parametrize("text", ["1 2 3 4 5 6 7", "1 2 3 4 5 6 … 99", "Page 1 2 3 4 5 6\nNext", "3 4 5 6 7 8 Next"])
def test_pages_that_are_counted_are_no_rest_of_a_number(text: str) -> None:
    known = Mask()
    known.learn({"pin": Secret("12345678")})
    assert known(text) == text


@pytest.mark.parametrize("text", ["kX93 QwTz", "Card 1947", "1947 is a year", "Enter your password", "492938"])
def test_less_than_half_and_words_at_the_ends_of_a_line_stay(text: str) -> None:
    assert mask()(text) == text


@pytest.mark.parametrize(
    "sign",
    ["##", "■■", "..", "__", "‥", "⋯", "⬤⬤", "??", "・・", "⁎⁎", "*", ".", "_", "#", "•", "■", " ##", " ■■", "⟦?⟧"],
)
def test_most_of_a_secret_is_masked_beside_any_sign(sign: str) -> None:
    known = Mask()
    known.learn({"key": Secret("kX93QwTzLm1")})
    assert known(f"Stored: kX93QwTzL{sign} for you") == f"Stored: {{key}}{sign} for you"
    assert known(f"Stored: kX93QwTzL{sign} made") == f"Stored: {{key}}{sign} made"
    assert known(f"Stored: KX93QWTZL{sign} for you") == f"Stored: {{key}}{sign} for you"
    mirrored = sign[::-1]
    assert known(f"Stored: {mirrored}93QwTzLm1 for you") == f"Stored: {mirrored}{{key}} for you"
    assert known(f"Stored: {mirrored}93 Qw-TzLm1 for you") == f"Stored: {mirrored}{{key}} for you"


@pytest.mark.parametrize("end", ["", "\n", "\nGo"])
def test_most_of_a_secret_is_masked_at_the_end_of_a_line_however_it_is_written(end: str) -> None:
    known = Mask()
    known.learn({"key": Secret("kX93QwTzL&m1"), "pin": Secret("aB&47RnVsKe2")})
    assert known(f"Stored: kX93Q-wTzL{end}") == f"Stored: {{key}}{end}"
    assert known(f"{end[::-1]}47Rn-VsKe2 for you") == f"{end[::-1]}{{pin}} for you"
    assert known.in_sequence(["Stored: kX93Q-wTzL", "Go"]) == ["Stored: {key}", "Go"]
    assert known(f"Stored: kX93-QwTz{end}") == f"Stored: kX93-QwTz{end}", "that is less"


@pytest.mark.parametrize("sign", ["*", "#", "?", "■", ".", "__", "⋯"])
@pytest.mark.parametrize(
    ("first", "last"), [("kX93QwTzL", "1"), ("kX93QwT", "Lm1"), ("kX93", "wTzLm1"), ("k", "93QwTzLm1")]
)
def test_most_of_a_secret_is_masked_around_any_sign(first: str, last: str, sign: str) -> None:
    known = Mask()
    known.learn({"key": Secret("kX93QwTzLm1")})
    assert known(f"Stored: {first}{sign}{last} for you") == f"Stored: {{key}}{sign}{{key}} for you"


@pytest.mark.parametrize("sign", ["####", "-----", "■■■■■", "?????"])
def test_half_of_a_secret_is_masked_beside_signs_that_are_repeated(sign: str) -> None:
    assert mask()(f"Key kX93-QwT{sign} is wrong") == f"Key {{key}}{sign} is wrong"


@pytest.mark.parametrize(
    "text",
    [
        "Your password, please",
        "Your password## please",
        "Password?? Ask us",
        "(password) reset",
        "Write to jim@example.com, or call",
        "See https://example.com/help for more",
        "On 2026-11-17, at noon",
        "In 2026-11, at noon",
        "Codes kX93, and QwTz",
        "Code kX93-QwTy, please",
        "Paid 4929, 3817 left",
    ],
)
def test_words_and_what_begins_or_ends_like_a_secret_stay_beside_signs(text: str) -> None:
    known = mask()
    known.learn({"day": Secret("2026-11-18"), "mail": Secret("jo@example.com"), "login": Secret("password1")})
    assert known(text) == text


@pytest.mark.parametrize(
    ("secret", "shown"),
    [
        ("abcdefghijklmnop", "App password: {abcd efgh ijk}…"),
        ("abcdefghijklmnop", "App password: {abcd efgh ijk}"),
        ("abcdefghijklmnop", "**** {gh ijkl mnop} for you"),
        ("wqzkxvbtrnpl", "Key {wqzkxvbtrnp}"),
        ("wqzkxvbtrnpl", "Key {wqzkxvbtrnp} ••• for you"),
        ("wqzkxvbtrnpl", "Key {wqzkxvbtrnp}# for you"),
        ("wqzkxvbtrnpl", "Key {wqzk xvbt rnp}…"),
        ("ABCD-EFGH-JKLM", "Key: {ABCD-EFGH-JKL} …"),
        ("ABCD-EFGH-JKLM-NPQR", "Key: {ABCD EFGH JKL}…"),
        ("ABCD-EFGH-JKLM-NPQR", "Key: {abcd-efgh-jkl}…"),
    ],
)
def test_the_rest_of_a_code_of_letters_is_masked_in_groups_and_where_it_is_most_of_it(secret: str, shown: str) -> None:
    known = Mask()
    known.learn({"key": Secret(secret)})
    before, rest, after = re.split("[{}]", shown)
    assert known(before + rest + after) == f"{before}{{key}}{after}"


@pytest.mark.parametrize(
    "text",
    [
        "Enter new password",
        "New password …",
        "New password: ****",
        "Pass word ••••",
        "Swordfis …",
        "more … example.com",
    ],
)
def test_words_that_begin_a_secret_are_no_code_of_letters(text: str) -> None:
    known = Mask()
    known.learn({"new": Secret("newpassword12"), "old": Secret("passwords"), "fish": Secret("SwordFish")})
    known.learn({"mail": Secret("jo@example.com")})
    assert known(text) == text
