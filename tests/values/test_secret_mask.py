"""The mask hides secrets wherever text leaves the process, however they are written there, and nothing else."""

from __future__ import annotations

import base64
import html
import json
import re
import unicodedata
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from askonce.values import Mask, Secret
from askonce.values.text_layers import text_layers

WORD = "hunter2-Ä/'\"<&>"


names = st.from_regex(r"[a-z_][a-z0-9_]{0,8}", fullmatch=True)


def mask_of(**secrets: str) -> Mask:
    mask = Mask()
    mask.learn({name: Secret(text, allow_short=True) for name, text in secrets.items()})
    return mask


WAYS = {
    "plain": lambda text: text,
    "json": lambda text: json.dumps({"a": text}),
    "json in unicode": lambda text: json.dumps({"a": text}, ensure_ascii=False),
    "json with escaped slashes": lambda text: json.dumps(text, ensure_ascii=False).replace("/", "\\/"),
    "json in json": lambda text: json.dumps(json.dumps(text)),
    "repr": repr,
    "ascii": ascii,
    "repr in json": lambda text: json.dumps(repr(text)),
    "unicode json in unicode json": lambda text: json.dumps(json.dumps(text, ensure_ascii=False), ensure_ascii=False),
    "path of an address": quote,
    "part of an address": lambda text: quote(text, safe=""),
    "form": quote_plus,
    "form with lower-case codes": lambda text: re.sub("%..", lambda code: code.group().lower(), quote_plus(text)),
    "path with lower-case codes": lambda text: re.sub("%..", lambda code: code.group().lower(), quote(text)),
    "form that encodes only blanks": lambda text: text.replace(" ", "+"),
    "path that encodes only blanks": lambda text: text.replace(" ", "%20"),
    "encodeURIComponent": lambda text: quote(text, safe="!'()*"),
    "attribute": html.escape,
    "text of html": lambda text: html.escape(text, quote=False),
    "attribute with a decimal apostrophe": lambda text: html.escape(text).replace("&#x27;", "&#39;"),
    "attribute of a browser": lambda text: html.escape(text, quote=False).replace('"', "&quot;"),
    "attribute of PHP": lambda text: html.escape(text).replace("&#x27;", "&#39;"),
    "attribute of Jinja": lambda text: html.escape(text).replace("&#x27;", "&#39;").replace("&quot;", "&#34;"),
    "style sheet": lambda text: "".join(f"\\{ord(c):x} " for c in text),
    "style sheet with six digits": lambda text: "".join(f"\\{ord(c):06X}" for c in text),
    "CSS.escape": lambda text: re.sub(r"[^\w-]", lambda found: "\\" + found.group(), text),
    "entities for all": lambda text: "".join(f"&#{ord(c)};" for c in text),
    "codes for all": lambda text: "".join(f"%{byte:02x}" for byte in text.encode()),
    "address in an address": lambda text: quote(quote(text, safe=""), safe=""),
    "html in an address in json": lambda text: json.dumps(quote(html.escape(text), safe="")),
    "address in html": lambda text: html.escape(quote(text)).replace("%", "&#37;"),
    "script": lambda text: "".join(f"\\u{{{ord(c):x}}}" for c in text),
    "prompt": lambda text: json.dumps(text, ensure_ascii=False).replace("<", "\\u003c"),
    "zero-width between": "\u200b".join,
    "marks of direction": lambda text: f"\u202a{text[:2]}\ufeff{text[2:]}\u202c",
    "composed": lambda text: unicodedata.normalize("NFC", text),
    "decomposed": lambda text: unicodedata.normalize("NFD", text),
    "trimmed": str.strip,
    "collapsed": lambda text: " ".join(text.split()),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "text", ["hunter2", WORD, "two  spaces ", "line\nbreak\ttab", "back\\slash", "日本 😀", 'it\'s "x"', 'it\'s "日"']
)
def test_a_secret_is_masked_however_it_is_written(way: str, text: str) -> None:
    written = WAYS[way](text)
    masked = mask_of(password=text)(f"before<{written}>after")
    assert "{password}" in masked
    assert masked.startswith("before<")
    assert masked.endswith(">after")
    left = masked.removeprefix("before<").removesuffix(">after").replace("{password}", "")
    assert left.replace("%22", "").strip("{}\"\\a: '\u202a\u202c") == ""


@settings(max_examples=200)
@given(st.sampled_from(sorted(WAYS)), st.text(st.characters(codec="utf-8"), min_size=4, max_size=20))
def test_no_way_of_writing_leaves_a_secret_behind(way: str, text: str) -> None:
    assume(len(text.split()) == 1)
    text = f"§{text}§"
    assert "{p}" in mask_of(p=text)(WAYS[way](text))
    assert "§" not in mask_of(p=text)(WAYS[way](text)).replace("\\u00a7", "§").replace("%C2%A7", "§")


@pytest.mark.parametrize("written", ["&lthunter2", "&#60hunter2", "&#x3c;hunter2", "\\<hunter2", "%u003Chunter2"])
def test_an_escape_may_lack_its_end(written: str) -> None:
    assert mask_of(p="<hunter2")(written) == "{p}"


@pytest.mark.parametrize(
    "written", ["h%FCnter2", "h%fcnter2", "h%U00FCnter2", "h&#XFC;nter2", "h&uuml;nter2", "h\\xFCnter2"]
)
def test_an_escape_is_read_in_either_case_and_in_older_character_sets(written: str) -> None:
    assert mask_of(p="hünter2")(f"it is {written}.") == "it is {p}."


@pytest.mark.parametrize(
    "code", ["&#9999999;", "&#x110000;", "\\u{110000}", "\\U00110000", "\\110000 ", "%uD800", "&#xD800;"]
)
def test_an_escape_of_no_character_hides_no_secret_beside_it(code: str) -> None:
    assert "hunter2" not in mask_of(p="hunter2")(f"{code}hunter2 {code}%68unter2")


ESCAPES: list[Callable[[str], str]] = [
    lambda c: f"%{ord(c):02X}",
    lambda c: f"&#{ord(c)};",
    lambda c: f"\\u{ord(c):04x}",
    lambda c: f"%26%23{ord(c)}%3B",
    lambda c: f"\\\\x{ord(c):02x}",
    str,
]


@given(st.lists(st.sampled_from(ESCAPES), min_size=7, max_size=7))
def test_a_secret_with_another_escape_for_each_letter_is_masked(ways: list[Callable[[str], str]]) -> None:
    written = "".join(way(letter) for way, letter in zip(ways, "hunter2", strict=True))
    assert mask_of(p="hunter2")(f"it is {written}.") == "it is {p}."


def test_a_secret_with_backslashes_and_signs_is_masked_in_html_and_as_it_is() -> None:
    mask = mask_of(p="a\\bcd<%41&amp;")
    assert mask("a\\bcd<%41&amp; a\\bcd&lt;%41&amp;amp;") == "{p} {p}"


def test_the_case_of_a_secret_counts_only_where_it_could_be_a_word() -> None:
    mask = mask_of(key="hunter2-x", word="Mountain", pin="4711")
    assert mask("HUNTER2-X mountain Mountain 4711") == "{key} mountain {word} {pin}"


@pytest.mark.parametrize("secret", ["straße-GROSS9", "oﬃce-Köln7", "İstanbul-34x"])
def test_a_secret_is_masked_in_capitals_that_are_longer(secret: str) -> None:
    mask = Mask()
    mask.learn({"word": Secret(secret)})
    assert mask(f"now {secret.upper()} is shown") == "now {word} is shown"


def test_no_layer_of_a_text_is_decoded_twice() -> None:
    """So that a text which looks encoded in all ways, as pictures do, is searched in a time that grows with it."""
    text = "%41 &amp; \\u0041 %2525 &amp;amp; \\\\x41 QUJDREVGR0hJSktM 4142434445464748 " * 3
    layers = [layer.text for layer in text_layers(text, blanks=True)]
    assert len(layers) == len(set(layers)) > 8


def test_the_case_of_a_short_secret_counts() -> None:
    assert mask_of(pin="a4b9x")("A4B9X a4b9x") == "A4B9X {pin}"


@pytest.mark.parametrize("unseen", ["\x00", "\x1b", "\u00ad", "\u200d", "\u034f", "\ufe0f", "\u3164", "\ue000"])
def test_a_secret_with_characters_that_nobody_sees_is_masked_without_them(unseen: str) -> None:
    mask = mask_of(p=f"hun{unseen}ter2-x")
    assert mask(f"it is hunter2-x, hun{unseen}ter2-x.") == "it is {p}, {p}."


def test_blanks_are_compared_where_only_one_of_several_secrets_has_some() -> None:
    mask = mask_of(word="hunter2", phrase="open  the door", other="4711")
    assert (
        mask("open the door, open\u00a0the\tdoor, open+the%20door, hunter2") == "{phrase}, {phrase}, {phrase}, {word}"
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("4111222233334444", "4111 2222 3333 4444"),
        ("4111222233334444", "4111-2222-3333-4444"),
        ("4111222233334444", "4\u00a01\u00a01\u00a01 2222.3333_4444"),
        ("+49 (30) 1234-567", "0049 30 / 1234567"),
        ("839175", "839 175"),
        ("839175", '"8" "3" "9" "1" "7" "5"'),
        ("DE89370400440532013000", "de89 3704 0044 0532 0130 00"),
        ("hunter2-Secret", "h u n t e r 2 - S e c r e t"),
        ("CorrectHorseBattery", "correct horse battery"),
        ("swordfishes", "s w o r d f i s h e s"),
    ],
)
def test_a_secret_is_masked_with_separators_in_it(text: str, shown: str) -> None:
    masked = mask_of(p=text)(f"it is {shown}.")
    assert "{p}" in masked
    assert len(re.sub(r"[\W_]", "", masked.replace("{p}", ""))) <= len("itis0049")


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("newpassword", "the new password"),  # words of a form
        ("123456", "1 2 3 4 5 6 7"),  # a calendar
        ("654321", "6, 5, 4, 3, 2, 1"),
        ("hunter2", "hunter 2"),
        ("839175", "839 176"),
        ("password123", "Enter your password"),
    ],
)
def test_what_only_resembles_a_secret_is_left_alone(text: str, other: str) -> None:
    assert mask_of(p=text)(other) == other


@pytest.mark.parametrize("before", ["", "b", "bob:", "user1:"])
@pytest.mark.parametrize(
    "way", [base64.b64encode, base64.urlsafe_b64encode, bytes.hex, lambda data: data.hex().upper()]
)
def test_a_secret_is_masked_in_encodings(before: str, way: Callable[[bytes], bytes | str]) -> None:
    written = way(f"{before}hunter2-Secret>>??~~key".encode())
    masked = mask_of(p="hunter2-Secret>>??~~key")(written if isinstance(written, str) else written.decode())
    assert "{p}" in masked
    assert len(masked) <= len("{p}") + 2 * len(before) + 4


def base64_of(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


@pytest.mark.parametrize(
    "way",
    [
        lambda text: base64_of(base64_of(text)),
        lambda text: base64_of(base64_of(base64_of(text))),
        lambda text: base64.urlsafe_b64encode(base64_of(f"{text}:x").encode()).decode().rstrip("="),
        lambda text: base64_of(f"user=bob&password={quote(text, safe='')}"),
        lambda text: quote(base64_of(quote_plus(text)), safe=""),
        lambda text: base64_of(json.dumps({"user": "zoë", "password": text})),
        lambda text: base64_of(text).encode().hex(),
        lambda text: base64_of(text.encode().hex()),
        lambda text: base64_of(base64_of(text))[:-3],  # cut
    ],
)
def test_a_secret_is_masked_in_what_is_encoded_again(way: Callable[[str], str]) -> None:
    secret = "hünter2 Secret>>??~~key"
    assert mask_of(p=secret)(f"/login/{way(secret)}?x").removeprefix("/login/") == "{p}?x"


@pytest.mark.parametrize(
    "text", ["/products/category/of/things/4711", "deadbeefdeadbeefdeadbeef", "aGVsbG8gd29ybGQgYWdhaW4"]
)
def test_what_only_looks_encoded_is_left_alone(text: str) -> None:
    assert mask_of(p="hunter2-Secret")(text) == text


@pytest.mark.parametrize(
    "shown", ["ｈｕｎｔｅｒ２－Ｓｅｃｒｅｔ", "𝗵𝘂𝗻𝘁𝗲𝗿𝟮-𝗦𝗲𝗰𝗿𝗲𝘁", "hunter²-Secret", "hunter٢-Secret", "terceS-2retnuh"]
)
def test_a_secret_is_masked_in_letters_of_another_shape(shown: str) -> None:
    assert mask_of(p="hunter2-Secret")(f"it is {shown}.") == "it is {p}."


def test_letters_alone_are_masked_in_either_case_where_they_are_no_word() -> None:
    mask = mask_of(phrase="CorrectHorse", long="correcthorsebattery")
    assert mask("CORRECTHORSE correcthorse") == "{phrase} {phrase}"
    assert mask("CORRECTHORSEBATTERY") == "{long}"


def test_what_a_field_without_room_keeps_of_a_secret_is_masked() -> None:
    mask = mask_of(key="hunter2-Secret", card="4111222233334444")
    assert mask("hunter2-Se") == mask("hunter2") == "{key}"
    assert mask("41112222") == "{card}"
    assert mask("…ter2-Secret") == "…{key}"
    assert mask("hunter") == "hunter"


def test_a_secret_that_several_texts_show_together_is_masked_in_each() -> None:
    mask = mask_of(key="hunter2-Secret", pin="839175", code="1234", word="swordfish")
    assert mask.in_sequence(["a", "hun", "ter2-Secret", "b"]) == ["a", "{key}", "{key}", "b"]
    assert mask.in_sequence(["my 839", "", "175 is", "sword", "fish"]) == [
        "my {pin}",
        "",
        "{pin} is",
        "{word}",
        "{word}",
    ]
    assert mask.in_sequence(["1", "2", "3", "4"]) == ["1", "2", "3", "4"]
    assert mask.in_sequence(["1", "2", "3", "4", "5"], typed=True) == ["{code}"] * 4 + ["5"]
    assert mask.in_sequence(["hunter2-Secret", "hunter2-Se", "x"]) == ["{key}", "{key}", "x"]


def test_words_of_our_own_text_are_left_alone_beside_it() -> None:
    mask = mask_of(key="hunter2-x", word="button")
    assert mask.apart_from("tap a button")("a button hunter2-x") == "a button {key}"
    assert mask.apart_from("nothing") is mask


def test_a_secret_of_blanks_hides_only_itself() -> None:
    """Trimmed it is nothing, and nothing is everywhere."""
    assert mask_of(password="  ")("a b  c") == "a b{password}c"


def test_half_a_character_in_a_secret_is_masked_too() -> None:
    """Browsers and JSON can give lone surrogates, which no address can hold."""
    assert mask_of(password="ab\ud800cd")("it is ab\ud800cd.") == "it is {password}."


def test_masking_leaves_other_text_alone() -> None:
    mask = mask_of(password="hunter2")
    assert mask("hunter 2 is no secret, {password} is its name") == "hunter 2 is no secret, {password} is its name"
    assert mask.hides("my hunter2!")
    assert not mask.hides("my {password}!")


def test_a_mask_that_knows_no_secret_is_false_and_hides_nothing() -> None:
    mask = Mask()
    mask.learn({"term": "mugs"})
    assert not mask
    assert mask("mugs") == "mugs"
    assert not mask.hides("mugs")


def test_of_overlapping_secrets_nothing_stays_behind() -> None:
    mask = mask_of(short="abc", long="abcdef", late="defxyz", inner="cd")
    assert mask("abc abcdef") == "{short} {long}"
    assert mask("abcdefxyz!") == "{long}!"
    assert mask("abcde") == "{short}e"


def test_a_secret_that_is_part_of_its_own_name_is_masked_once() -> None:
    mask = mask_of(password="pass")
    once = mask("a pass in {password}")
    assert once == "a {password} in {password}"
    assert mask(once) == once


def test_a_name_that_gets_a_second_secret_hides_both() -> None:
    mask = mask_of(password="first")
    mask.learn({"password": Secret("second")})
    assert mask("first second") == "{password} {password}"


@given(st.dictionaries(names, st.text("abc", min_size=1, max_size=4), min_size=1, max_size=4), st.text("abcd{}"))
def test_masking_twice_is_masking_once(secrets: dict[str, str], text: str) -> None:
    mask = mask_of(**secrets)
    assert mask(mask(text)) == mask(text)


@given(st.lists(st.text("abc", min_size=1, max_size=4), min_size=1, max_size=4, unique=True), st.text("abcd"))
def test_every_letter_of_every_secret_is_masked(secrets: list[str], text: str) -> None:
    hidden = {place for word in secrets for start in range(len(text)) if text.startswith(word, start)
              for place in range(start, start + len(word))}  # fmt: skip
    masked = mask_of(**{f"s{number}": word for number, word in enumerate(secrets)})(text)
    kept = "".join(letter for place, letter in enumerate(text) if place not in hidden)
    for number in range(len(secrets)):
        masked = masked.replace(f"{{s{number}}}", "")
    assert masked == kept


def test_secrets_are_hidden_in_data_of_any_shape() -> None:
    mask = mask_of(pin="4711", name="Robert")
    shown = mask.in_data({"Robert": [4711, "is Robert", True, None, 1.5, ("4711",)]})
    assert shown == {"{name}": ["{pin}", "is {name}", True, None, 1.5, ["{pin}"]]}


def test_masking_data_changes_no_structure() -> None:
    """Names of fields and other numbers stay, and what is written as JSON can be read again."""
    mask = mask_of(a="true", b="1", c="answer", d='"', e="5")
    shown = mask.in_data({"answer": [True, 15, 1, 'a "b"'], "lines": 155})
    assert shown == {"answer": [True, 15, "{b}", "a {d}b{d}"], "lines": 155}


@pytest.mark.parametrize("length", range(6, 20))
def test_each_part_of_a_secret_that_tells_it_is_masked_beside_a_cut_wherever_the_text_goes_on(length: int) -> None:
    key = "Qr7-hunter2-Secret-x9Zk4"
    mask = mask_of(key=key)
    for after in ("", " and so on", "!"):
        assert mask(f"it was …{key[-length:]}{after}") == f"it was …{{key}}{after}"
        assert mask(f"it was ...{key[-length:]}{after}") == f"it was ...{{key}}{after}"
    for before in ("", "it was ", "("):
        assert mask(f"{before}{key[:length]}… or so") == f"{before}{{key}}… or so"


@pytest.mark.parametrize("text", ["hunter2-" * 14, "line one " * 12, "<tag>" * 30, "x" * 500])
@pytest.mark.parametrize("cut", [40, 60, 80])
def test_what_a_cut_leaves_of_a_long_secret_is_masked(text: str, cut: int) -> None:
    mask = mask_of(key=text)
    for written in (text[:cut], f"{text[:cut]}…", repr(text[:cut]), f"…{text[cut:]}", json.dumps(text[3:cut])):
        masked = mask(f"it is {written}")
        assert "{key}" in masked
        assert not any(masked[at : at + 12] in text for at in range(6, len(masked) - 12))


def test_twenty_characters_of_a_long_secret_are_masked_from_wherever_they_are() -> None:
    text = "".join(f"{number:02d}-" for number in range(20))
    for start in range(len(text) - 19):
        assert mask_of(key=text)(f"it is {text[start : start + 20]}") == "it is {key}"
        assert mask_of(key=text)(f"{text[start : start + 20]} it is") == "{key} it is"
    assert not mask_of(key=text).hides(text[3:22])


def test_what_an_ellipsis_leaves_of_a_secret_is_masked() -> None:
    mask = mask_of(key="hunter2-password")
    assert mask("'hunter2-p…' hunter… hunter2-pa... hunters") == "'{key}…' {key}… {key}... hunters"


def test_text_without_a_secret_is_given_back_and_not_copied() -> None:
    text = "The quick brown fox. " * 50_000
    assert mask_of(password="hunter2")(text) is text


@pytest.mark.parametrize("held", ["s3sam", "34711", "same-47", "S3SAM"])
def test_what_a_field_has_left_of_a_secret_is_masked_once_it_was_read(held: str) -> None:
    mask = mask_of(key="s3same-4711", other="12345678")
    assert not mask.hides(held)
    assert mask.learn_rest(held, "s3same-4711")
    assert mask(f"Code is {held}.") == "Code is {key}."


@pytest.mark.parametrize(
    ("secret", "held", "shown"),
    [
        ("5283", "83.00", "{key}"),
        ("01761234567", "+49 1761234567", "{key}"),
        ("s3same-4711", "s", "{key}"),
        ("s3same-4711", "••••", "••••"),
        ("s3same-4711", "Bob", "Bob"),
        ("s3same-4711", "Bearer s3same-4711", "Bearer {key}"),
    ],
)
def test_a_field_that_a_secret_was_typed_into_shows_nothing_that_may_be_left_of_it(
    secret: str, held: str, shown: str
) -> None:
    assert mask_of(key=secret).in_field(held, f"Bearer {secret}") == shown


def test_a_part_of_a_secret_is_hidden_with_what_stands_in_it_once_a_field_showed_it() -> None:
    mask = mask_of(card="4929380011223344")
    assert mask.learn_rest("**** **** **** 3344", "4929380011223344")
    assert mask("Pay with **** 3344") == "Pay with **** {card}"


@pytest.mark.parametrize(
    ("secret", "shown"), [("5283", "5,283.00 €"), ("52837", "52 837"), ("DE811907980", "811907980")]
)
def test_a_number_is_hidden_as_amounts_are_written(secret: str, shown: str) -> None:
    assert mask_of(key=secret).hides(shown)


@pytest.mark.parametrize("held", ["", "s3s", "4713", "mugs", "Enter your code"])
def test_a_text_that_is_no_part_of_the_secret_is_shown(held: str) -> None:
    mask = mask_of(key="s3same-4711")
    assert not mask.learn_rest(held, "s3same-4711")
    assert not mask.learn_rest("s3sam", "another text")
    assert mask(f"Code is {held} s3sam.") == f"Code is {held} s3sam."


def test_a_secret_in_labelled_parts_is_masked_from_the_first_to_the_last() -> None:
    mask = mask_of(key="kX93-QwTz-4417", phone="555-123-4567")
    assert mask("Part 1: kX93, part 2: QwTz, part 3: 4417.") == "Part 1: {key}."
    assert mask.in_sequence(["Part 1: kX93", "Part 2: QwTz", "Part 3: 4417", "Next"]) == [
        "Part 1: {key}",
        "{key}",
        "{key}",
        "Next",
    ]
    assert mask("Area 555, then 123 and 4567") == "Area {phone}"
    assert mask("kX93 and kX93-QwTz-4417") == "kX93 and {key}"


def test_words_that_a_secret_consists_of_stay_apart_from_each_other() -> None:
    mask = mask_of(mail="anna.smith@example.org", day="2026-11-18", part="kX93-QwTz-4417")
    for text in (
        "Anna Smith writes to example.org",
        "anna and smith at example and org",
        "2026, room 11, 18 seats",
        "kX93 QwTz",
    ):
        assert mask(text) == text


@given(st.lists(st.text("hunter2 aé%", max_size=12)), st.lists(st.text("hunter2 aé%", max_size=12)))
def test_many_texts_searched_at_once_hide_what_each_of_them_hides(before: list[str], texts: list[str]) -> None:
    mask = mask_of(pw="hunter2")
    assert mask.hiding(before) == {number for number, text in enumerate(before) if mask_of(pw="hunter2").hides(text)}
    assert mask.hiding(texts) == {number for number, text in enumerate(texts) if mask_of(pw="hunter2").hides(text)}


@pytest.mark.parametrize("length", [3, 3000])
def test_texts_that_were_searched_are_searched_again_for_a_secret_that_comes_later(length: int) -> None:
    mask = mask_of(pw="hunter2")
    texts = ["x " * length, f"{'x ' * length}swordfish"]
    assert not mask.hiding(texts)
    assert not any(map(mask.places, texts))
    mask.learn({"word": Secret("swordfish")})
    assert mask.hiding(texts) == {1}
    assert [bool(mask.places(text)) for text in texts] == [False, True]
