"""Whatever stands in a file, reading it gives a script or problems with a place, and nothing else."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from samples import SAMPLES

from askonce.script.script_loader import examine_script

PIECES = (
    "[", "]", "{", "}", "'", '"', ": ", "- ", "&a ", "*a", "<<: ", "|", "#", "\t", "${X}", "{x}", "null", "true", "1.5",
    "x", "!!str ", "---", "aiTap", "if: ", "then:", "·subject: ", "? ", "%", "@", "0x1", ".inf", "\u2028", "\ufeff",
)  # fmt: skip


def check(text: str) -> None:
    examined = examine_script(text, Path("a.yaml"), environment={}, rehearsed=True)

    assert examined.script or examined.problems
    for problem in examined.problems:
        assert 1 <= problem.location.line <= text.count("\n") + 2
        assert problem.location.column >= 1
        assert problem.message


@given(st.sampled_from(list(SAMPLES.values())), st.data())
def test_a_script_with_lines_lost_moved_or_indented_is_read(text: str, data: st.DataObject) -> None:
    lines = text.splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.sampled_from(["lose", "again", "in", "out"])):
            case "lose":
                lines[at] = ""
            case "again":
                lines.insert(at, lines[at])
            case "in":
                lines[at] = "  " + lines[at]
            case _:
                lines[at] = lines[at].removeprefix("  ")
    check("\n".join(lines))


@given(st.sampled_from(list(SAMPLES.values())), st.data())
def test_a_script_with_pieces_put_in_is_read(text: str, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 2))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 12))
        text = text[:at] + data.draw(st.sampled_from(PIECES)) + text[at + cut :]
    check(text)


VALUES = st.recursive(
    st.sampled_from(["x", "1", "true", "", "'{a}'", "-3", "~"]),
    lambda inner: (
        st.lists(inner, max_size=2).map(lambda items: f"[{', '.join(items)}]")
        | st.dictionaries(st.sampled_from(["prompt", "a", "locate", "url"]), inner, max_size=2).map(
            lambda pairs: "{" + ", ".join(f"{key}: {value}" for key, value in pairs.items()) + "}"
        )
    ),
    max_leaves=4,
)


@given(st.sampled_from(list(SAMPLES.values())), VALUES, st.data())
def test_a_script_with_another_value_somewhere_is_read(text: str, value: str, data: st.DataObject) -> None:
    lines = text.splitlines()
    keyed = [number for number, line in enumerate(lines) if ": " in line]
    at = data.draw(st.sampled_from(keyed))
    lines[at] = f"{lines[at].partition(': ')[0]}: {value}"
    check("\n".join(lines))
