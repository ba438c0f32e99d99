"""Replies as no model should write them: each gives a plan or our own error. `--replies=N` reads more of them."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reply_views import SCREEN, TREE, view

from askonce.errors import UnreadableReply
from askonce.geometry import Box
from askonce.models.families import FAMILIES
from askonce.planning.dialects import DIALECTS, dialect_named
from askonce.planning.plan import Dialect, Done, Plan, ReplyContext

SAVE = {"prompt": "the Save button", "element": 3}
PAIRS = [
    ("Tap", {"target": SAVE}),
    ("tap", {"target": "words only"}),
    ("Type", {"target": {"prompt": "Name", "bbox": [100, 200, 300, 400]}, "text": " Bob </log> \"x\" 'it''s'\n"}),
    ("Fill", {"target": {"element": "[4]"}, "text": "x", "mode": "append", "enter": True}),
    ("Press", {"keys": ["Control", "A"], "times": 3}),
    ("Scroll", {"direction": "down", "distance": 1e3, "to_end": False}),
    ("Drag", {"start": {"prompt": "a", "point": [1, 2]}, "end": {"prompt": "b", "point": "3 4"}}),
    ("Select", {"options": ["Large", "Small"], "target": {"prompt": "size", "position": [[0.1, 0.2]]}}),
    ("double_click", {"target": {"prompt": "far away", "element": 99}}),
    ("AnswerDialog", {"accept": "false"}),
    ("Navigate", {"url": "http://a/?b=<c>"}),
    ("SwitchTab", {"number": 10**30}),
    ("Back", {}),
    ("Fly", {"to": None}),
    ("", {}),
]
SECTIONS = [
    "<thought>I see a form with <b> and a < b.</thought>",
    "<planning>{plan}</planning>",
    "<think>maybe <action-type>Tap</action-type> or <complete success='true'>x</complete></think>",
    "<memory>order 7</memory>",
    "<log>Fill in the name</log>",
    '<expect>visible "Thank you"; address "/orders"; field "Name" is "Bob"</expect>',
    "<expect>it should look nice</expect>",
    '<complete success="true">done</complete>',
    '<complete success="false">no such user</complete>',
    "<complete>done</complete>",
    "<error>cannot</error>",
    '<update-plan-content><sub-goal index="1" status="finished">a</sub-goal><sub-goal>b</update-plan-content>',
    '<mark-sub-goal-done><sub-goal index="1" status="finished" /></mark-sub-goal-done>',
    '<action type="Tap">{"target": "x"}</action>',
    '<action type="Type">{"target": "x", "text": "<b>"}',
    '<action type="" name="">{}</action>',
    "<actions>",
    "</actions>",
]
UI_TARS = [
    "Thought: the button is at the top.\nAction: click(start_box='(500,250)')",
    "Thought: x\nAction: type(content='it\\'s \"here\"\\n')\n\nhotkey(key='ctrl c')",
    "Action: drag(start_box='<|box_start|>(1,2)<|box_end|>', end_box='<bbox>3 4 5 6</bbox>')\n\nfinished(content='ok')",
    "Action: scroll(point='<point>5 6</point>', direction='down')\n\nlong_press(point='<point>5 6</point>')",
    "Action: wait()\nThought: y\nAction: call_user()",
]
AUTO_GLM = [
    '<think>go</think><answer>do(action="Tap", element=[500,250])</answer>',
    '<think>go</think><answer>do(action="Type", text="say "hi"")</answer>',
    'do(action="Swipe", start=[500,800], end=[500,200])',
    '<answer>do(action="Wait", duration="2 seconds")</answer>',
    'finish(message="all done")',
    'do(action="Take_over", message="code")',
]
JUNK = [
    *(
        "<",
        ">",
        "</",
        "/>",
        '"',
        "'",
        "\\",
        "{",
        "}",
        "[",
        "]",
        "```",
        "```json\n",
        ":",
        ",",
        "=",
        "\n\n",
        "\t",
        " " * 50,
    ),
    *("\0", "\ud800", "\udc00", "\u2028", "😀", "é", "＜log＞", "&lt;", "<!--", "<![CDATA[", "\\u0000", "\\ud800"),
    *("<think>", "</think>", "</thought>", "<log>", "</action-param-json>", "<action-type>", "<complete", "element"),
    *('success="true"', 'success="maybe"', "NaN", "Infinity", "1e999", "9" * 5000, "[" * 200, "null", "true"),
    *("Action:", "Thought:", "do(", "finish(", "')", '")'),
]

pairs = st.sampled_from(PAIRS).map(
    lambda pair: f"<action-type>{pair[0]}</action-type>\n<action-param-json>{json.dumps(pair[1])}</action-param-json>"
)
tagged = st.lists(st.one_of(pairs, pairs, st.sampled_from(SECTIONS)), min_size=1, max_size=7).map("\n".join)

Damage = Callable[[str, int, int, str], str]
DAMAGES: list[Damage] = [
    lambda text, start, end, junk: text[:start],
    lambda text, start, end, junk: text[start:],
    lambda text, start, end, junk: text[:start] + text[end:],
    lambda text, start, end, junk: text[:end] + text[start:],
    lambda text, start, end, junk: text[:start] + junk + text[start:],
    lambda text, start, end, junk: text[:start] + junk + text[end:],
    lambda text, start, end, junk: text[:start] + text[start:end].swapcase() + text[end:],
    lambda text, start, end, junk: text[:start] + text[start:end][::-1] + text[end:],
    lambda text, start, end, junk: text + "\n" + text,
    lambda text, start, end, junk: f"```xml\n{text}\n```",
    lambda text, start, end, junk: f"<think>{text[:start]}</think>{text}",
    lambda text, start, end, junk: text.replace('"', junk),
    lambda text, start, end, junk: text.replace("action", "sub-goal", 1),
]
damages = st.lists(
    st.tuples(st.sampled_from(DAMAGES), st.integers(0, 999), st.integers(0, 999), st.sampled_from(JUNK)), max_size=4
)


def damage(text: str, done: list[tuple[Damage, int, int, str]]) -> str:
    for way, one, other, junk in done:
        start, end = sorted((one * (len(text) + 1) // 1000, other * (len(text) + 1) // 1000))
        text = way(text, start, end, junk)
    return text


def in_dialect(name: str, good: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[str, str]]:
    return st.builds(damage, good, damages).map(lambda text: (name, text))


anything = st.one_of(
    st.lists(st.sampled_from([*JUNK, *SECTIONS, *UI_TARS, *AUTO_GLM]), max_size=8).map("".join), st.text(max_size=80)
)
replies = st.one_of(
    in_dialect("tags", tagged),
    in_dialect("tags", tagged),
    in_dialect("ui-tars", st.lists(st.sampled_from(UI_TARS), min_size=1, max_size=2).map("\n\n".join)),
    in_dialect("auto-glm", st.lists(st.sampled_from(AUTO_GLM), min_size=1, max_size=2).map("\n".join)),
    st.tuples(st.sampled_from(sorted(DIALECTS)), anything),
)
views = st.sampled_from(
    [
        *(view(family) for family in FAMILIES),
        *(view(family, elements=False) for family in FAMILIES),
        view("text", picture=False),
        view("generic", picture=False, elements=False),
    ]
)


def check(plan: Plan, text: str, shown: ReplyContext) -> None:
    """What holds for every plan, whatever it was read from."""
    assert plan.actions or plan.end
    assert plan.actions or not plan.doubtful
    if isinstance(plan.end, Done):
        assert any(word in text.lower() for word in ("true", "finish"))
    for action in plan.actions:
        assert action.title() in {known.title() for known in shown.space}
        for target in action.targets():
            assert not target.is_found
            assert target.element is None or (shown.tree is TREE and TREE.find(target.element))
            assert target.position is None or target.planned is not None
            if target.planned:
                assert Box.of_size(SCREEN).contains(target.planned.center)
    for said in (plan.thought, plan.memory, plan.log, *(goal.text for goal in plan.sub_goals)):
        said.encode()


def outcome_of(dialect: Dialect, text: str, shown: ReplyContext) -> Plan | UnreadableReply:
    try:
        return dialect.read(text, shown)
    except UnreadableReply as error:
        return error


@pytest.mark.timeout(3600)
def test_any_reply_gives_a_plan_or_our_own_error(pytestconfig: pytest.Config) -> None:
    read: list[bool] = []

    @settings(
        max_examples=pytestconfig.getoption("--replies"),
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(replies, views)
    def reads(reply: tuple[str, str], shown: ReplyContext) -> None:
        dialect, text = reply
        outcome = outcome_of(dialect_named(dialect), text, shown)
        if isinstance(outcome, Plan):
            check(outcome, text, shown)
        else:
            assert (outcome.raw, bool(outcome.message)) == (text, True)
        read.append(isinstance(outcome, Plan))

    reads()
    # Replies that all fail at the first step would prove little.
    assert read.count(True) > len(read) // 10
