"""Reports for pull requests: what a person in a hurry needs, whatever text is in them, and never too long."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token
from report_rig import Story

from askonce.report.document import Report, Run
from askonce.report.markdown_report import MOST, markdown
from askonce.report.merge import suite_of

LINK = "https://ci.example/report.html"
HOSTILE = (
    "<img src=x onerror=alert(1)> | `code` ``` | @octocat #12 | [a](http://evil.example) **b** \n\n# c\n- d\n\x1b[31m"
)


def told(*runs: Run, link: str = "") -> str:
    return markdown(suite_of(runs), link=link)


def tokens(text: str) -> list[Token]:
    parsed = MarkdownIt("commonmark").enable("table").parse(text)
    return [*parsed, *(child for token in parsed for child in token.children or ())]


def shown(text: str, kind: str) -> list[str]:
    """The texts of all parts of one kind, as they are read by a person."""
    parsed = MarkdownIt("commonmark").enable("table").parse(text)
    inside = [after for token, after in pairwise(parsed) if token.type == kind]
    return ["".join(child.content for child in token.children or ()) for token in inside]


def test_a_good_run_is_told_in_two_lines_and_its_acts_are_folded() -> None:
    text = told(Story().buy().run("r1"), link=LINK)

    assert text == (
        "### ✅ buy the red mug\n\n"
        f"**Done** in 9.0 s · 1 model call · 1,240 tokens · $0.0020 · 1 asked · [Report]({LINK})\n\n"
        "> The red mug is in the basket.\n\n"
        "<details><summary>1 act</summary>\n\n"
        "|  | What | How | Time | Calls | Tokens | Cost |\n"
        "| --- | --- | --- | --: | --: | --: | --: |\n"
        "| ✅ | buy the red mug | asked | 7.0 s | 1 | 1,240 | $0.0020 |\n\n"
        "</details>\n"
    )


def test_a_failure_is_told_with_its_step_its_page_and_what_each_finder_said() -> None:
    text = told(
        Story().miss("could not find 'the exit'\n  → describe it by what is written on it").run("r1"), link=LINK
    )

    assert text.startswith("### ❌ leave the shop\n\n**Failed** in ")
    assert "```text\ncould not find 'the exit'\n  → describe it by what is written on it\n```" in text
    assert (
        f"- **Step:** [Look for the exit]({LINK}#r1/a1s1)\n"
        "- **Page:** `http://shop.example/basket`\n"
        "- **Looked for:** the exit\n"
        "  - planned: no box was given\n"
        "  - model: nothing like it\n"
    ) in text


def test_several_runs_are_a_table_with_failures_first_and_those_are_told_in_detail() -> None:
    killed = Story()
    killed.begin("order tea")
    text = told(Story().buy().run("good"), killed.run("killed"), Story().miss().run("bad"), link=LINK)

    assert text.startswith("### ❌ 2 of 3 failed\n\n3 runs, ")
    rows = re.findall(r"^\| (\S+) \| \[(.+?)\]\((.+?)\)", text, re.MULTILINE)
    assert rows == [
        ("❌", "leave the shop", f"{LINK}#bad"),
        ("⚠️", "order tea", f"{LINK}#killed"),
        ("✅", "buy the red mug", f"{LINK}#good"),
    ]
    assert re.findall(r"^#### (.+)$", text, re.MULTILINE) == ["❌ leave the shop", "⚠️ order tea"]
    assert "it did not finish" in text
    assert re.findall(r"<summary>(.+)</summary>", text) == ["1 act of leave the shop", "1 act of order tea"]
    assert text.index("1 act of leave the shop") < text.index("#### ⚠️ order tea")


def test_many_runs_that_are_done_are_folded_away_below_the_others() -> None:
    done = [Story().buy().run(f"r{number}") for number in range(11)]
    text = told(*done, Story().miss("no such exit\n  picture: /home/ann/shot.png\n  → look").run("bad"))

    folded = text.index("<details><summary>11 runs are done</summary>")
    assert text.index("| ❌ | leave the shop") < folded < text.index("| ✅ | buy the red mug")
    assert text.count("| ✅ | buy the red mug") == 11
    assert "```text\nno such exit\n  → look\n```" in text


def test_the_words_of_a_test_runner_are_kept_and_what_failed_within_a_test_that_passed_is_not_told() -> None:
    passed = Story().miss().run("r1").model_copy(update={"status": "done", "outcome": "passed", "error": ""})
    skipped = (
        Story().buy().run("r2").model_copy(update={"status": "stopped", "outcome": "skipped", "error": "not today"})
    )

    assert told(passed).startswith("### ✅ leave the shop\n\n**Passed** in ")
    assert "could not find" not in told(passed)
    both = told(passed, skipped)
    assert "| ⏹️ | buy the red mug (skipped) |" in both
    assert "not today" in both


words = st.text(st.characters(exclude_categories=["Cs"]), max_size=60) | st.just(HOSTILE)


@given(words, words, words)
@example(HOSTILE, HOSTILE, HOSTILE)
@example("1. a", "- b", "| --- |")
def test_text_from_outside_is_shown_and_never_obeyed(title: str, error: str, answer: str) -> None:
    story = Story()
    story.begin(title)
    story.next_round()
    story.look(error)
    story.plan("Tap(x)")
    story.find(answer, found=False, tried=[(title, error)])
    story.end("failed", error=error)
    story.begin(answer)
    story.end(message=title)
    run = story.run("r1")
    text = told(run, run.model_copy(update={"id": "r2", "started": 1.0}), link=LINK)

    every = tokens(text)
    assert not [token.content for token in every if token.type == "html_inline"]
    blocks = [token.content for token in every if token.type == "html_block"]
    assert all(re.fullmatch(r"<details><summary>[^<>]*</summary>\n*|</details>\n*", block) for block in blocks)
    links = [str(token.attrs["href"]) for token in every if token.type == "link_open"]
    assert all(link.startswith(LINK) for link in links)
    assert not [token for token in every if token.type in {"image", "em_open", "hr"}]
    assert len([token for token in every if token.type == "heading_open"]) == 3
    plain = "\n".join(token.content for token in every if token.type == "text")
    assert not re.search(r"[@#]\w", plain)
    assert "\x1b" not in text
    rows = [token for token in every if token.type == "tr_open"]
    cells = [token for token in every if token.type in {"td_open", "th_open"}]
    assert len(rows) == 9
    assert len(cells) % 3 == 0


@pytest.mark.parametrize("answer", ["- a", "+ a", "1. a", "2) a", "# a", "> a", "=== a", "``` a", "<p>a</p>", "* a"])
def test_an_answer_is_a_sentence_however_it_begins(answer: str) -> None:
    kinds = [token.type for token in tokens(told(Story().buy(answer).run()))]
    quote = kinds.index("blockquote_open")
    assert kinds[quote + 1 : quote + 5] == ["paragraph_open", "inline", "paragraph_close", "blockquote_close"]


def test_a_fence_in_an_error_does_not_end_that_of_the_error() -> None:
    error = "no\n```\n# a heading\n````\n<b>bold</b>"
    every = tokens(told(Story().miss(error).run()))
    assert [token.content for token in every if token.type == "fence"] == [f"{error}\n"]
    assert len([token for token in every if token.type == "heading_open"]) == 1


@given(st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=40))
@example("C:\\temp\\new|x")
@example("a_b_c *d* `e` <f> &amp; ~~g~~")
def test_a_title_is_read_as_it_was_written(title: str) -> None:
    story = Story()
    story.begin(title)
    story.end()

    text = told(story.run())

    assert shown(text, "heading_open")[0].replace("\u2060", "") == f"✅ {title}"
    assert shown(text, "td_open")[1].replace("\u2060", "") == title


def test_what_has_no_room_in_a_comment_is_counted() -> None:
    long = "界" * 5_000
    runs = [Story().miss(f"{number} {long}").run(f"r{number}") for number in range(150)]
    many = told(*(run.model_copy(update={"title": f"{run.id} {long}"}) for run in runs), link=LINK)
    story = Story()
    for number in range(800):
        story.begin(f"act {number} {long}")
        story.end()
    one = told(story.run())

    for text in (many, one):
        assert 30_000 < len(text.encode()) <= MOST
        assert not text.count("```") % 2
        assert text.count("<details>") == text.count("</details>")
    kept = len(re.findall(r"^\| ❌ \|", many.partition("####")[0], re.MULTILINE))
    left = re.search(r"^_(\d+) more runs are not shown\._$", many, re.MULTILINE)
    assert left
    assert kept + int(left[1]) == 150
    assert re.search(r"^_\d+ more failures are not shown\._$", many, re.MULTILINE)
    assert re.search(r"^_\d+ more parts are not shown\._$", one, re.MULTILINE)


def test_a_report_of_no_runs_is_a_report_too() -> None:
    assert markdown(Report(title="Nothing", runs=())) == "### ✅ Nothing\n\n0 runs, 0.0 s · 0 model calls\n"
