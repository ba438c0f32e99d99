"""Scripts are read whole, and what is wrong with one is told at its line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from malformed import BOMB, HEAD, MALFORMED, OURS, TASK, Malformed

from askonce.errors import ConfigError, ScriptError
from askonce.items.flow_items import InputItem, TapItem
from askonce.screens.interface.interface_kind import InterfaceOptions
from askonce.screens.web.web_options import WebTarget
from askonce.script.script import Script
from askonce.script.script_loader import examine_script, load_script
from askonce.script.script_targets import kind_name
from askonce.values import Secret


def load(folder: Path, text: str | bytes, **options: object) -> Script:
    file = folder / "script.yaml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return load_script(file, environment={"HOME_PAGE": "http://localhost"}, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("one", MALFORMED, ids=lambda one: one.name)
def test_what_is_wrong_is_told_at_its_line(tmp_path: Path, one: Malformed) -> None:
    with pytest.raises(ScriptError) as raised:
        load(tmp_path, one.text)

    first = str(raised.value).splitlines()[0]
    assert first.startswith(f"{tmp_path}/script.yaml:{one.at}: error: "), str(raised.value)
    assert one.says in first
    assert one.remedy in str(raised.value)


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(ScriptError) as raised:
        load(tmp_path, OURS + HEAD + "agnt: {}\n" + TASK + "      - aiTapp: x\n      - aiHover: y\n        xpth: z\n")

    lines = [
        line.split(": ")[0].rpartition("yaml:")[2] for line in str(raised.value).splitlines() if ": error: " in line
    ]
    assert lines == ["4:1", "8:9", "10:9"]


UNKNOWN = """version: 2
web: {url: http://localhost, waitForNetworkIdle: {timeout: 5, retries: 2}, viewportWith: 3}
agent: {cache: {id: a, tags: b}, onTaskStartTip: x}
tasks:
  - name: one
    description: what it is for
    flow:
      - aiTap: Save
        deepLocat: true
      - aiTap: {prompt: Save, colour: red}
      - aiTap: {locate: {prompt: {prompt: Save, size: 3}}}
      - Hover: {locate: Save, speed: 4}
      - sleep: 5
        comment: a moment
"""


def test_unknown_keys_of_a_script_from_elsewhere_are_ignored_with_a_warning_that_suggests(tmp_path: Path) -> None:
    script = load(tmp_path, UNKNOWN)

    told = [(problem.location.line, problem.message.rpartition(" ")[2]) for problem in script.warnings]
    assert told == [
        (1, "'version'"), (2, "'retries'"), (2, "'viewportWith'"), (3, "'tags'"), (3, "'onTaskStartTip'"),
        (6, "'description'"), (9, "'deepLocat'"), (10, "'colour'"), (11, "'size'"), (12, "'speed'"), (14, "'comment'"),
    ]  # fmt: skip
    assert {problem.severity for problem in script.warnings} == {"warning"}
    assert [problem.suggestion for problem in script.warnings[2:4]] == [
        "did you mean viewportWidth? It is ignored",
        "it is ignored",
    ]
    assert len(script.tasks[0].flow) == 5


@pytest.mark.parametrize(
    "addition",
    [
        lambda text: OURS + text,
        lambda text: "vars: {a: 1}\n" + text,
        lambda text: text.replace("{url:", "{locale: de-DE, url:"),
        lambda text: text.replace("{id: a", "{id: a, strategy: strict"),
        lambda text: text.replace("onTaskStartTip: x", "aiContexts: {aiTap: x}"),
        lambda text: text + "      - repeat: 2\n        do: [sleep: 1]\n",
        lambda text: text + "      - Select: the list\n        options: [a]\n",
        lambda text: text + "      - aiLongPress: it\n        seconds: 2\n",
    ],
)
def test_unknown_keys_are_errors_beside_anything_that_midscene_does_not_have(
    tmp_path: Path, addition: Callable[[str], str]
) -> None:
    with pytest.raises(ScriptError) as raised:
        load(tmp_path, addition(UNKNOWN))
    assert str(raised.value).count(": error: ") >= 9


def test_a_bomb_of_references_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match=r"script\.yaml:\d+:\d+: error: references stand for more than 20000 parts"):
        load(tmp_path, BOMB)


def test_a_file_that_is_no_text_is_told_by_its_byte(tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match=r"script\.yaml:2:8: error: byte 13 is not part of a character in UTF-8"):
        load(tmp_path, b"web:\n  url: \xff\xfe\n")


def test_a_missing_file_is_told_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"file not found: .*gone\.yaml"):
        load_script(tmp_path / "gone.yaml")


def test_a_mark_at_the_beginning_and_ends_of_lines_as_on_windows_make_no_difference(tmp_path: Path) -> None:
    text = (HEAD + TASK + "      - aiTap: Save\n").replace("\n", "\r\n")

    script = load(tmp_path, b"\xef\xbb\xbf" + text.encode())

    assert script.tasks[0].flow[0].place.line == 6


def test_references_stand_for_what_they_mark(tmp_path: Path) -> None:
    script = load(
        tmp_path,
        "web: {url: x}\nvars:\n  first: &base {a: 1, b: 2}\n  second: {<<: *base, b: 3}\ntasks:\n"
        "  - name: one\n    flow: &steps\n      - aiTap: Save\n  - name: two\n    flow: *steps\n",
    )

    assert script.variables == {"first": {"a": 1, "b": 2}, "second": {"a": 1, "b": 3}}
    assert [len(task.flow) for task in script.tasks] == [1, 1]


@pytest.mark.parametrize("name", ["web", "page", "browser", "target"])
def test_a_web_page_goes_by_four_names(tmp_path: Path, name: str) -> None:
    script = load(tmp_path, f"{name}:\n  url: ${{HOME_PAGE}}/x\n{TASK}      - sleep: 1\n")

    assert script.kind == "web"
    assert isinstance(script.target, WebTarget)
    assert script.target.url == "http://localhost/x"
    assert (script.target.viewport_width, script.target.viewport_height) == (1440, 800)


@pytest.mark.parametrize(
    ("kind", "section"),
    [
        ("android", "{deviceId: '1', launch: com.app, output: a.json, remoteAdbHost: h, imeStrategy: x}"),
        ("ios", "{launch: com.app, wdaHost: h, wdaPort: 8100}"),
        ("harmony", "{deviceId: a, launch: b}"),
        ("computer", "{displayId: 1}"),
        ("computer", ""),
        ("interface", "{module: m, export: C, param: {a: 1}}"),
    ],
)
def test_the_keys_of_all_targets_are_known(tmp_path: Path, kind: str, section: str) -> None:
    assert load(tmp_path, f"{kind}: {section}\n{TASK}      - aiTap: x\n").kind == kind_name(kind)
    with pytest.raises(ScriptError, match="strange"):
        load(tmp_path, f"{OURS}{kind}: {{strange: 1, module: m}}\n{TASK}      - aiTap: x\n")


def test_a_missing_variable_stays_as_written_inside_of_tasks(tmp_path: Path) -> None:
    script = load(tmp_path, HEAD + TASK + "      - aiTap: the ${NO_SUCH} of ${HOME_PAGE}\n")

    tap = script.tasks[0].flow[0]
    assert isinstance(tap, TapItem)
    assert tap.subject
    assert tap.subject.prompt == "the ${NO_SUCH} of http://localhost"


def test_a_value_of_the_environment_cannot_change_the_shape_of_a_script(tmp_path: Path) -> None:
    file = tmp_path / "script.yaml"
    file.write_text("web:\n  url: ${A}\n" + TASK + "      - sleep: 1\n")

    script = load_script(file, environment={"A": "x\nagent: {cache: false}"})

    assert script.agent.cache is None


def test_a_text_to_type_is_kept_as_it_is_spelled(tmp_path: Path) -> None:
    lines = "      - aiInput: the box\n        value: 007\n      - aiInput: {locate: the box, value: 1.50}\n"
    flow = load(tmp_path, HEAD + TASK + lines).tasks[0].flow

    assert [item.value for item in flow if isinstance(item, InputItem)] == ["007", "1.50"]


def test_options_of_the_agent_in_an_older_script_stand_in_its_target(tmp_path: Path) -> None:
    script = load(
        tmp_path,
        "web: {url: x, aiActionContext: old, cache: true, output: a.json}\n"
        "agent: {groupName: g, aiActionContext: new}\n"
        "config: {output: b.json, unstableLogContent: true}\n" + TASK + "      - sleep: 1\n",
    )

    assert (script.agent.ai_action_context, script.agent.group_name) == ("new", "g")
    assert script.agent.cache
    assert script.agent.cache.strategy == "read-write"
    assert (script.config.output, script.config.unstable_log_content) == ("a.json", True)


def test_what_has_no_effect_is_told_and_does_not_stop_a_script(tmp_path: Path) -> None:
    script = load(tmp_path, HEAD + "agent:\n  screenshotShrinkFactor: 2\n" + TASK + "      - sleep: 1\n")

    assert [(one.location.line, one.severity) for one in script.warnings] == [(4, "warning")]
    assert "screenshotShrinkFactor has no effect" in script.warnings[0].message


@pytest.mark.parametrize("name", ["MY_PASSWORD", "SHOP_PW", "DB_PASS", "API_TOKEN", "otp_1", "LOGIN_KEY"])
def test_what_is_typed_from_a_variable_that_holds_a_secret_is_one(tmp_path: Path, name: str) -> None:
    file = tmp_path / "s.yaml"
    flow = f"      - aiInput: code\n        value: 'a ${{{name}}} b'\n      - ai: 'log in with ${{{name}}}'\n"
    flow += f"      - javascript: \"'${{{name}}} {{x}}'\"\n      - aiInput: note\n        value: ${{AUTHOR}}\n"
    flow += f"      - aiAct: {{prompt: 'use ${{{name}}}'}}\n"
    file.write_text(HEAD + TASK + flow)
    script = load_script(file, environment={name: "hunter2-zebra", "AUTHOR": "Ada"})
    assert script.secrets == {name: Secret("hunter2-zebra")}
    typed, act, code, note, nested = script.tasks[0].flow
    assert nested.subject.prompt == f"use {{{name}}}"  # type: ignore[attr-defined]
    assert (typed.value, act.subject.prompt) == (f"a {{{name}}} b", f"log in with {{{name}}}")  # type: ignore[attr-defined]
    assert (code.subject, note.value) == ("'hunter2-zebra {x}'", "Ada")  # type: ignore[attr-defined]
    assert load_script(file, environment={name: "12", "AUTHOR": "Ada"}).secrets == {}


@pytest.mark.parametrize(
    ("address", "is_secret"),
    [
        ("postgresql://bob:hunter2@db.example/fleet", True),
        ("redis://:hunter2@cache.example", True),
        ("https://bob:p@ss@staging.example/", True),
        ("https://staging.example:8443/@bob", False),
        ("postgresql://db.example/fleet", False),
    ],
)
def test_an_address_with_a_password_is_a_secret_whatever_it_is_called(
    tmp_path: Path, address: str, is_secret: bool
) -> None:
    file = tmp_path / "s.yaml"
    file.write_text(HEAD + TASK + "      - aiInput: address\n        value: ${PLACE}\n")
    assert load_script(file, environment={"PLACE": address}).secrets == (
        {"PLACE": Secret(address)} if is_secret else {}
    )


def test_secrets_come_from_the_environment_by_either_shape(tmp_path: Path) -> None:
    file = tmp_path / "script.yaml"
    for section in ("[PIN]", "{PIN: PIN}"):
        file.write_text(f"secrets: {section}\n" + HEAD + TASK + '      - aiInput: code\n        value: "{PIN}"\n')
        script = load_script(file, environment={"PIN": "1234"})

        assert script.secrets == {"PIN": Secret("1234")}
        assert "1234" not in repr(script)


def test_values_from_outside_win_over_those_of_the_script(tmp_path: Path) -> None:
    text = "vars: {a: 1, b: 2}\n" + HEAD + TASK + "      - aiTap: '{a}{c}{d}'\n"

    script = load(tmp_path, text, variables={"a": "x", "c": "y", "d": Secret("zebra")})

    assert script.variables == {"a": "x", "b": 2, "c": "y"}
    assert script.secrets == {"d": Secret("zebra")}


def test_braces_of_scripts_from_elsewhere_are_meant_as_they_stand(tmp_path: Path) -> None:
    script = load(tmp_path, HEAD + TASK + "      - aiQuery: 'the {thing}, {name: string}[]'\n        name: users\n")

    assert script.warnings == ()


def test_doubled_braces_of_a_script_from_elsewhere_are_text_and_a_warning_around_the_name_of_a_result(
    tmp_path: Path,
) -> None:
    flow = '      - aiInput: a\n        value: "{{city}} {{town}}"\n'
    plain = load(tmp_path, f"web: {{url: x}}\n{TASK}{flow}")
    named = load(tmp_path, f"web: {{url: x}}\n{TASK}      - {{aiString: the town, name: town}}\n{flow}")

    assert (plain.ours, plain.warnings) == (False, ())
    assert [warning.message for warning in named.warnings] == [
        "{{town}} stands for {town} here, because a result is called town"
    ]


@pytest.mark.parametrize("item", ["aiAct: search for {term}", "aiTap: '{term}'", "aiAssert: 'it shows {term}'"])
def test_a_name_that_nobody_gives_a_value_is_text_and_beside_values_a_likely_slip(tmp_path: Path, item: str) -> None:
    text = HEAD + TASK + f"      - {item}\n"

    [warning] = load(tmp_path, text).warnings

    assert warning.message == "nothing gives {term} a value, so it stays as text"
    with pytest.raises(ScriptError, match=r"nothing gives \{term\} a value\n(.*\n)*.*--var term="):
        load(tmp_path, OURS + text)
    with pytest.raises(ScriptError, match=r"nothing gives \{term\} a value"):
        load(tmp_path, text, variables={"other": "x"})


def test_braces_around_a_word_of_a_question_are_text_beside_values_too(tmp_path: Path) -> None:
    question = TASK + "      - aiQuery: 'the {thing}, {name: string}[]'\n"

    assert load(tmp_path, "vars: {user: Ada}\n" + HEAD + question).warnings == ()
    with pytest.raises(ScriptError, match=r"did you mean \{user\}"):
        load(tmp_path, "vars: {user: Ada}\n" + HEAD + question.replace("thing", "usr"))


def test_a_dollar_before_braces_is_for_the_environment_and_beside_values_a_likely_slip(
    tmp_path: Path,
) -> None:
    items = "      - aiNumber: the count\n        name: count\n      - aiTap: the ${count} of ${other}\n"

    assert load(tmp_path, HEAD + TASK + items).warnings == ()
    with pytest.raises(ScriptError, match=r"\$\{count\} is for environment variables(.*\n)*.*write \{count\}"):
        load(tmp_path, "vars: {a: 1}\n" + HEAD + TASK + items)


def test_a_screen_of_ones_own_in_javascript_is_refused_when_the_script_is_read(tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match=r"x\.js is JavaScript"):
        load(tmp_path, "interface: {module: ./x.js}\n" + TASK + "      - sleep: 1\n")


def test_what_a_batch_says_of_the_target_is_laid_over_it(tmp_path: Path) -> None:
    text = "web: {url: x, waitForNetworkIdle: {timeout: 5}, userAgent: a}\n" + TASK + "      - sleep: 1\n"

    script = load(
        tmp_path,
        text,
        overlays={"web": {"userAgent": "b", "waitForNetworkIdle": {"continueOnNetworkIdleError": False}}},
    )

    assert isinstance(script.target, WebTarget)
    assert script.target.user_agent == "b"
    assert script.target.wait_for_network_idle
    assert script.target.wait_for_network_idle.timeout == 5
    assert not script.target.wait_for_network_idle.continue_on_network_idle_error


def test_a_rehearsal_does_without_the_environment() -> None:
    text = "web:\n  url: ${NO_SUCH_THING}\nsecrets: [NO_SUCH_PIN]\n" + TASK + "      - aiTap: '{NO_SUCH_PIN}'\n"

    examined = examine_script(text, Path("a.yaml"), environment={}, rehearsed=True)

    assert examined.script
    assert [one.severity for one in examined.problems] == ["warning"]


def test_a_screen_of_ones_own_may_have_actions_of_its_own(tmp_path: Path) -> None:
    script = load(tmp_path, "interface: {module: m}\n" + TASK + "      - SignHere: the box\n        style: bold\n")

    assert isinstance(script.target, InterfaceOptions)
    assert script.tasks[0].flow[0].key == "SignHere"


TAPPING = "tasks:\n  - name: a\n    flow:\n      - aiTap: x\n"


@pytest.mark.parametrize("section", ["", "web: {}", "web:", "web:\n  url: ${UNSET}/start"])
def test_an_address_that_is_given_elsewhere_need_not_be_in_the_script(tmp_path: Path, section: str) -> None:
    script = load(tmp_path, f"{section}\n{TAPPING}", overlays={"web": {"url": "http://127.0.0.1/"}})
    assert getattr(script.target, "url", "") == "http://127.0.0.1/"
    with pytest.raises(ScriptError):
        load(tmp_path, f"{section}\n{TAPPING}")


def test_a_target_that_is_not_a_mapping_is_told_once(tmp_path: Path) -> None:
    with pytest.raises(ScriptError) as caught:
        load(tmp_path, f"fake: login.yaml\n{TAPPING}")
    assert str(caught.value).count("error:") == 1
    assert "fake: {file: login.yaml}" in str(caught.value)


def test_a_file_that_a_target_names_is_looked_at_before_anything_runs(tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match=r"not-there\.yaml could not be read"):
        load(tmp_path, f"fake:\n  file: not-there.yaml\n{TAPPING}")
    (tmp_path / "broken.yaml").write_text("pages: [")
    with pytest.raises(ScriptError, match=r"broken\.yaml"):
        load(tmp_path, f"fake:\n  file: broken.yaml\n{TAPPING}")
    assert load(tmp_path, f"fake:\n  file: '{{which}}.yaml'\nvars: {{which: later}}\n{TAPPING}")


def test_a_task_without_a_name_is_called_by_its_number(tmp_path: Path) -> None:
    script = load(tmp_path, HEAD + "tasks:\n  - {name: one, flow: []}\n  - flow: [sleep: 1]\n")

    assert [task.name for task in script.tasks] == ["one", "task 2"]


def test_a_script_from_elsewhere_without_tasks_does_nothing_and_says_so(tmp_path: Path) -> None:
    script = load(tmp_path, HEAD + "tasks: []\n")

    assert [warning.message for warning in script.warnings] == ["there are no tasks, so nothing is run"]


def test_a_target_of_the_batch_has_to_be_whole(tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match="web is missing 'url'"):
        load(tmp_path, TAPPING, overlays={"web": {"viewportWidth": 800}})
    with pytest.raises(ScriptError, match="the script has no target"):
        load(tmp_path, TAPPING, overlays={"web": {"url": "x"}, "android": {"deviceId": "a"}})


def test_header_values_are_sent_as_they_are_written(tmp_path: Path) -> None:
    headers = "{X-A: 007, X-B: true, X-C: 1.50, X-D: null, X-E: text}"

    script = load(tmp_path, f"web: {{url: x, extraHTTPHeaders: {headers}}}\n{TAPPING}")

    assert isinstance(script.target, WebTarget)
    assert script.target.extra_http_headers == {
        "X-A": "007",
        "X-B": "true",
        "X-C": "1.50",
        "X-D": "null",
        "X-E": "text",
    }


def test_background_knowledge_for_instructions_reaches_no_other_item(tmp_path: Path) -> None:
    agent = "agent: {aiActContext: be quick, aiContexts: {aiTap: look left, default: be polite}}\n"

    assert load(tmp_path, HEAD + agent + TAPPING).agent.contexts == {
        "aiAct": "be quick",
        "aiTap": "look left",
        "default": "be polite",
    }


@pytest.mark.parametrize(
    "target", ["android: {keyboardTypeDelay: 5}", "android:", "ios: {}", "harmony: {}", "computer: {}"]
)
def test_options_of_a_device_may_stand_below_agent_and_are_stronger_there(target: str) -> None:
    text = f"{target}\nagent: {{keyboardTypeDelay: 50, nothing: 1}}\ntasks:\n- name: a\n  flow:\n  - aiTap: b\n"
    examined = examine_script(text, Path("a.yaml"), environment={}, rehearsed=True)
    assert examined.script is not None
    assert examined.script.target.model_dump()["keyboard_type_delay"] == 50
    assert [problem.message for problem in examined.problems] == ["agent has no key 'nothing'"]
