"""Every item of a flow, played on a page in Chromium."""

from __future__ import annotations

import base64
import json
from pathlib import Path

from playwright.async_api import Browser
from replies import say
from script_rig import kept, play_file, play_flow, write_script

from askonce.models import Image
from askonce.testing import ScriptedModel

LOG = "- javascript: log.join()\n  name: log\n"


async def test_actions_by_their_midscene_names(tmp_path: Path, chromium: Browser) -> None:
    result = await play_flow(
        tmp_path,
        chromium,
        """
- aiInput: the Name field
  value: 007
- aiInput: '8'
  locate: the Name field
  mode: append
- aiKeyboardPress: the Name field
  keyName: Enter
- aiTap: the Save button
  deepThink: false
  cacheable: false
- aiTap: ''
  locate: {prompt: the button, xpath: '#save'}
- aiClearInput: the Note field
- aiKeyboardPress: Escape
- aiHover: the Menu button
- aiRightClick: the Menu button
- aiLongPress: the Menu button
  duration: 400
- aiDoubleClick: the Save button
- aiDragAndDrop:
  from: the Card
  to: the Bin
- javascript: document.getElementById('note').value
  name: note
"""
        + LOG,
    )

    assert result.results["note"] == ""
    assert result.results["log"].split(",") == [
        "enter", "saved 1 0078", "saved 2 0078", "escape", "hover", "context", "long",
        "saved 3 0078", "saved 4 0078", "double", "dropped",
    ]  # fmt: skip


async def test_modes_of_input(tmp_path: Path, chromium: Browser) -> None:
    modes = {"typeOnly": "oldnew", "replace": "new", "append": "newnew", "clear": ""}
    flow = "".join(
        f"""
- aiInput: the Note field
  mode: {mode}
  value: new
- javascript: document.getElementById('note').value
  name: {mode}
"""
        for mode in modes
    )

    assert (await play_flow(tmp_path, chromium, flow)).results == modes


async def test_scrolling_by_old_and_new_names(tmp_path: Path, chromium: Browser) -> None:
    flow = """
- aiScroll:
  direction: down
  scrollType: once
  distance: 150
- javascript: Math.round(scrollY)
  name: once
- aiScroll:
  scrollType: scrollToBottom
- javascript: Math.round(scrollY + innerHeight) >= document.documentElement.scrollHeight - 2
  name: bottom
- aiScroll:
  scrollType: untilTop
- javascript: scrollY
  name: top
- aiScroll: the Items list
  direction: down
  scrollType: singleAction
  distance: 100
- javascript: Math.round(document.getElementById('list').scrollTop)
  name: list
"""

    assert (await play_flow(tmp_path, chromium, flow)).results == {"once": 150, "bottom": True, "top": 0, "list": 100}


async def test_actions_by_their_own_names(tmp_path: Path, chromium: Browser) -> None:
    (tmp_path / "picture.png").write_bytes(b"x")
    flow = f"""
- Select: the Size list
  options: [Large]
- Upload: the Picture button
  xpath: '#picture'
  files: ["{{file}}"]
- Press: Escape
- Type: the Name field
  text: Ada
- Tap:
    times: 1
    locate: the Save button
{LOG}
- Navigate: /next.html
- Back:
- Sleep: 1
- javascript: document.title
  name: title
"""

    result = await play_flow(
        tmp_path, chromium, flow, web=f"  uploadPath: {tmp_path}\n", head="vars: {file: picture.png}\n"
    )

    assert result.results == {"log": "size Large,picture picture.png,escape,saved 1 Ada", "title": "Board"}


async def test_touching_where_the_page_is_touched(tmp_path: Path, chromium: Browser) -> None:
    flow = """
- Swipe:
  direction: up
  distance: 200
- javascript: scrollY > 0
  name: moved
- aiPinch:
  direction: out
- aiPinch:
  factor: 0.5
"""

    assert (await play_flow(tmp_path, chromium, flow, web="  touch: true\n")).results == {"moved": True}


async def test_a_swipe_is_repeated(tmp_path: Path, chromium: Browser) -> None:
    flow = """
- javascript: "window.touched = 0; addEventListener('touchstart', () => { touched++ })"
- aiSwipe: ''
  direction: up
  repeat: 3
- javascript: touched
  name: touched
"""

    assert (await play_flow(tmp_path, chromium, flow, web="  touch: true\n")).results["touched"] == 3


async def test_the_text_cursor_is_moved_as_midscene_writes_it(tmp_path: Path, chromium: Browser) -> None:
    flow = """
- aiInput: the Name field
  value: Ada
- CursorMove: ''
  direction: left
  times: 2
- Sleep: ''
  timeMs: 1
- javascript: document.activeElement.selectionStart
  name: cursor
"""

    assert (await play_flow(tmp_path, chromium, flow)).results["cursor"] == 1


async def test_an_instruction_is_carried_out_and_what_it_says_is_kept(tmp_path: Path, chromium: Browser) -> None:
    flow = """
- ai: type "Ada" into the Name field
  name: said
- aiAct: click the Save button
- aiAction: {prompt: click the Save button}
"""

    result = await play_flow(tmp_path, chromium, flow + LOG)

    assert result.results["log"] == "saved 1 Ada,saved 2 Ada"
    assert result.results["said"]


async def test_questions_are_answered_and_kept_by_name_or_number(tmp_path: Path, chromium: Browser) -> None:
    flow = """
- aiString: the heading
  name: heading
- aiNumber: the value of the field Amount
  name: count
- aiBoolean: the text "Board" is visible
- aiLocate: the Save button
  name: button
- aiAssert: the text "ready" is visible
  name: ready
- aiAssert: the Save button is enabled
"""

    result = await play_flow(tmp_path, chromium, flow)

    results = kept(result)
    assert results == result.results
    assert {name: results[name] for name in ("heading", "count", "0")} == {"heading": "Board", "count": 2, "0": True}
    assert set(results["button"]["rect"]) == {"left", "top", "width", "height"}
    assert results["ready"]["pass"] is True
    assert results["1"]["pass"] is True


async def test_what_only_a_model_can_tell_is_asked_of_the_model(tmp_path: Path, chromium: Browser) -> None:
    picture = "data:image/png;base64," + base64.b64encode((Path(__file__).parent / "dot.png").read_bytes()).decode()
    answers = [{"value": ["a", "b"]}, {"value": {"name": "x"}}, {"value": "about mugs"}, {"verdict": True}]
    model = ScriptedModel([json.dumps({"reason": "seen", **one}) for one in answers], family="qwen3-vl")
    flow = f"""
- aiQuery: 'string[], what one may feel here'
  name: feelings
- aiQuery: {{name: 'string, the mood of the page'}}
  name: mood
- aiAsk: what is this page about?
  name: about
  context: it is a shop
  domIncluded: true
- aiAssert:
    prompt: the logo looks like the dot
    images: [{{name: dot, url: '{picture}'}}]
"""

    result = await play_flow(tmp_path, chromium, flow, model=model)

    assert {name: result.results[name] for name in ("feelings", "mood", "about")} == {
        "feelings": ["a", "b"],
        "mood": {"name": "x"},
        "about": "about mugs",
    }
    assert "it is a shop" in str([message.text for message in model.asked[2].messages])


async def test_waiting_ends_when_it_is_so(tmp_path: Path, chromium: Browser) -> None:
    flow = """
- javascript: setTimeout(() => say('came'), 300), 1
- aiWaitFor: the text "came" is visible
  timeout: 10000
  checkIntervalMs: 200
- sleep: 10
"""

    assert (await play_flow(tmp_path, chromium, flow)).results == {"0": 1}


async def test_waiting_in_vain_fails_at_its_line(tmp_path: Path, chromium: Browser) -> None:
    file = write_script(tmp_path, '- aiWaitFor: the text "never" is visible\n  timeout: 200\n')

    result = await play_file(file, chromium)

    assert result.result_type == "failed"
    assert result.tasks[0].line == 7
    assert result.error.startswith(f"{file}:7: ")


async def test_a_statement_that_is_not_so_fails_with_its_own_words(tmp_path: Path, chromium: Browser) -> None:
    file = write_script(
        tmp_path, '- aiAssert: the text "gone" is visible\n  errorMessage: nothing is gone\n  name: gone\n- sleep: 1\n'
    )

    result = await play_file(file, chromium)

    assert "nothing is gone" in result.error
    assert kept(result)["gone"]["pass"] is False
    assert result.report
    assert result.report.is_file()


async def test_pictures_go_into_the_report(tmp_path: Path, chromium: Browser) -> None:
    result = await play_flow(
        tmp_path, chromium, "- recordToReport: the first look\n  content: all is well\n- logScreenshot:\n"
    )

    assert result.report
    text = result.report.read_text("utf-8")
    assert "the first look" in text
    assert "all is well" in text
    assert "untitled" in text


async def test_javascript_gets_the_values_and_keeps_its_own_braces(tmp_path: Path, chromium: Browser) -> None:
    flow = """
- javascript: "({who: 'Ada', list: [1, 2]})"
  name: made
- javascript: 'values => { const who = values.made.who; return {who} }'
  name: again
- javascript: 'values => { const made = 7; return `${made} {again} ${values.again.who}` }'
  name: text
"""

    result = await play_flow(tmp_path, chromium, flow)

    assert result.results["again"] == {"who": "Ada"}
    assert result.results["text"] == "7 {again} Ada"


async def test_the_context_of_acts_and_pictures_reach_the_planner_and_no_question(
    tmp_path: Path, chromium: Browser
) -> None:
    (tmp_path / "dot.png").write_bytes((Path(__file__).parent / "dot.png").read_bytes())
    answer = json.dumps({"reason": "seen", "value": "about mugs"})
    model = ScriptedModel([say(done="ok"), answer, say(done="ok")], family="qwen3-vl")
    flow = """
- ai: {prompt: look for the dot, images: [{name: dot, url: dot.png}]}
- aiAsk: what is this page about?
- ai: look again
  context: never mind
"""

    await play_flow(tmp_path, chromium, flow, head="agent: {aiActContext: it is a shop}\n", model=model)

    asked = [str(request.messages) for request in model.asked]
    assert ["it is a shop" in text for text in asked] == [True, False, False]
    assert "never mind" in asked[2]
    parts = [[part for message in request.messages for part in message.parts] for request in model.asked]
    pictures = [sum(isinstance(part, Image) for part in of_request) for of_request in parts]
    assert pictures[0] == pictures[2] + 1


async def test_file_choosers_get_what_a_tap_or_the_task_says(tmp_path: Path, chromium: Browser) -> None:
    (tmp_path / "mug.txt").write_text("a mug")
    flow = f"""
- aiTap: the Picture button
  fileChooserAccept: mug.txt
- aiWaitFor: the text "picture mug.txt" is visible
- registerFileChooserAccept: {{files: ['{Path(__file__).parent / "dot.png"}']}}
- aiTap: the Picture button
- aiWaitFor: the text "picture dot.png" is visible
"""

    await play_flow(tmp_path, chromium, flow)


async def test_code_is_run_as_it_is_written(tmp_path: Path, chromium: Browser) -> None:
    flow = """
- javascript: 1 + 1
  name: count
- javascript: "(() => { const count = 5; return `${count} of {count}`; })()"
  name: told
- javascript: ''
  name: nothing
"""

    assert (await play_flow(tmp_path, chromium, flow)).results == {"count": 2, "told": "5 of {count}", "nothing": None}


async def test_the_end_of_a_plan_and_keys_of_others_do_nothing(tmp_path: Path, chromium: Browser) -> None:
    flow = """
- Finalize: {message: done}
- Input: {value: new, locate: {prompt: the Note field}, mode: typeOnly, hurry: true}
- CursorMove: {direction: left, times: 2}
- Input: {value: x, mode: typeOnly}
- javascript: document.getElementById('note').value
  name: note
"""

    assert (await play_flow(tmp_path, chromium, flow)).results == {"note": "oldnxew"}
