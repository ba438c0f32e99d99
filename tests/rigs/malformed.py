"""Scripts that are wrong in one way each: the text, where the error stands, and what it has to say."""

from __future__ import annotations

from dataclasses import dataclass

HEAD = "web:\n  url: http://localhost\n"
TASK = "tasks:\n  - name: one\n    flow:\n"
OURS = "allowedHosts: localhost\n"
"""What Midscene does not have, so that unknown keys are errors."""


@dataclass(frozen=True)
class Malformed:
    name: str
    text: str
    at: str
    """Line and column."""
    says: str
    remedy: str = ""
    by_schema: bool = True
    """Whether a schema can see it too."""


def _flow(*lines: str) -> str:
    """A script with these lines as its flow; the first of them is line 6."""
    return HEAD + TASK + "".join(f"      {line}\n" for line in lines)


MALFORMED = (
    Malformed("empty", "", "1:1", "the file is empty"),
    Malformed("only a comment", "# nothing\n", "1:1", "the file is empty"),
    Malformed("a text", "hello\n", "1:1", "a script must be a mapping"),
    Malformed("no target", "tasks:\n  - name: a\n    flow:\n      - sleep: 1\n", "1:1", "no target", "web"),
    Malformed("misspelt target", "wbe:\n  url: x\n" + TASK + "      - sleep: 1\n", "1:1", "no key 'wbe'", "mean web?"),
    Malformed(
        "two targets", HEAD + "android:\n  deviceId: a\n" + TASK + "      - sleep: 1\n", "3:1", "has web and android"
    ),
    Malformed(
        "no address",
        "web:\n  viewportWidth: 3\n" + TASK + "      - sleep: 1\n",
        "1:1",
        "web is missing 'url'",
        by_schema=False,
    ),
    Malformed(
        "misspelt option",
        OURS + "web:\n  url: x\n  viewportWith: 3\n" + TASK + "      - sleep: 1\n",
        "4:3",
        "'viewportWith'",
        "viewportWidth",
    ),
    Malformed(
        "text for a number",
        "web:\n  url: x\n  viewportWidth: wide\n" + TASK + "      - sleep: 1\n",
        "3:18",
        "a whole number is needed here",
    ),
    Malformed(
        "a number too small",
        "web:\n  url: x\n  viewportWidth: 0\n" + TASK + "      - sleep: 1\n",
        "3:18",
        "greater than or equal to 1",
    ),
    Malformed(
        "text for a list",
        "web:\n  url: x\n  chromeArgs: --a\n" + TASK + "      - sleep: 1\n",
        "3:15",
        "a list is needed here",
    ),
    Malformed(
        "missing variable",
        "web:\n  url: ${NO_SUCH_THING}/x\n" + TASK + "      - sleep: 1\n",
        "2:8",
        "NO_SUCH_THING is not set",
        by_schema=False,
    ),
    Malformed(
        "a target of nothing", "web:\n" + TASK + "      - sleep: 1\n", "1:1", "web is missing 'url'", by_schema=False
    ),
    Malformed(
        "no module", "interface: {param: {}}\n" + TASK + "      - sleep: 1\n", "1:1", "interface is missing 'module'"
    ),
    Malformed("no tasks", HEAD, "1:1", "is missing 'tasks'"),
    Malformed("empty tasks", OURS + HEAD + "tasks: []\n", "4:8", "there are no tasks", "at least one entry"),
    Malformed("tasks as a mapping", HEAD + "tasks:\n  name: a\n", "4:3", "a list is needed here"),
    Malformed("task without a flow", HEAD + "tasks:\n  - name: a\n", "4:5", "is missing 'flow'"),
    Malformed(
        "misspelt key of a task",
        OURS + _flow("- sleep: 1") + "    continueOnEror: true\n",
        "8:5",
        "'continueOnEror'",
        "continueOnError",
    ),
    Malformed(
        "word for yes or no", _flow("- sleep: 1") + "    continueOnError: maybe\n", "7:22", "true or false is needed"
    ),
    Malformed("misspelt item", _flow("- aiTapp: x"), "6:9", "no item is called 'aiTapp'", "mean aiTap?"),
    Malformed("item in another case", _flow("- aitap: x"), "6:9", "no item is called 'aitap'", "mean aiTap?"),
    Malformed("item that is a text", _flow("- tap the button"), "6:9", "an item is a mapping"),
    Malformed("two items in one", _flow("- aiTap: x", "  sleep: 1"), "7:9", "both aiTap and sleep", "start a new item"),
    Malformed(
        "misspelt option of an item",
        OURS + _flow("- aiTap: x", "  deepLocat: true"),
        "8:9",
        "aiTap has no key 'deepLocat'",
        "deepLocate",
    ),
    Malformed(
        "misspelt option in a locate",
        OURS + _flow("- aiTap: ''", "  locate: {prompt: x, xpth: y}"),
        "8:29",
        "no key 'xpth'",
        "xpath",
    ),
    Malformed("nothing to tap", _flow("- aiTap:"), "6:9", "does not say which element", by_schema=False),
    Malformed("nothing to type", _flow("- aiInput: the box"), "6:9", "has no value", "", by_schema=False),
    Malformed(
        "unknown mode",
        _flow("- aiInput: box", "  value: a", "  mode: overwrite"),
        "8:15",
        "'overwrite' is not one of",
    ),
    Malformed(
        "unknown direction", _flow("- aiScroll:", "  direction: downn"), "7:20", "'downn' is not one of", "mean down?"
    ),
    Malformed("no key to press", _flow("- aiKeyboardPress:"), "6:9", "does not say which key", by_schema=False),
    Malformed("no end of a drag", _flow("- aiDragAndDrop:", "  from: a"), "6:9", "is missing 'to'"),
    Malformed("time that is none", _flow("- sleep: soon"), "6:16", "a number is needed here"),
    Malformed("time before now", _flow("- sleep: -5"), "6:16", "more than 0", by_schema=False),
    Malformed("empty words", _flow("- aiAssert: ''"), "6:19", "this is empty", by_schema=False),
    Malformed("a list as words", _flow("- aiAssert: [a]"), "6:19", "a text is needed here"),
    Malformed("action with a wrong value", _flow("- Swipe:", "  direction: sideways"), "7:20", "should be 'up'"),
    Malformed("not for this target", _flow("- runAdbShell: ls"), "6:9", "needs an android or", by_schema=False),
    Malformed("no scenario", _flow("- runGherkinScenario: x"), "6:29", "cannot be read", by_schema=False),
    Malformed(
        "bridge mode",
        "web:\n  bridgeMode: newTabWithUrl\n" + TASK + "      - sleep: 1\n",
        "1:1",
        "bridgeMode: newTabWithUrl has no url",
        "add the address of the new tab",
        by_schema=False,
    ),
    Malformed("condition without then", _flow("- if: it is so"), "6:9", "if is missing 'then'"),
    Malformed(
        "fault inside of a block",
        _flow("- if: it is so", "  then:", "    - repeat: 2", "      do:", "        - aiHoverr: x"),
        "10:17",
        "'aiHoverr'",
        "mean aiHover?",
    ),
    Malformed("loop over nothing", _flow("- for: x", "  do:", "    - sleep: 1"), "6:9", "for is missing 'in'"),
    Malformed("half a pass", _flow("- repeat: 1.5", "  do: [sleep: 1]"), "6:17", "a whole number", by_schema=False),
    Malformed(
        "name of a value",
        "vars:\n  2nd: x\n" + HEAD + TASK + "      - sleep: 1\n",
        "2:3",
        "cannot be a name",
        by_schema=False,
    ),
    Malformed(
        "unknown value",
        "vars: {user: Ada}\n" + HEAD + TASK + "      - ai: greet {usr}\n",
        "7:19",
        "nothing gives {usr} a value",
        "{user}",
        by_schema=False,
    ),
    Malformed(
        "unset secret",
        "secrets: {pin: NO_SUCH_PIN}\n" + HEAD + TASK + "      - sleep: 1\n",
        "1:11",
        "NO_SUCH_PIN",
        by_schema=False,
    ),
    Malformed(
        "fault in a program", _flow("- program: |", "    set variable {a to 1"), "7:24", "never closed", by_schema=False
    ),
    Malformed(
        "unknown strategy",
        HEAD + "agent:\n  cache: {id: a, strategy: always}\n" + TASK + "      - sleep: 1\n",
        "4:28",
        "'always' is not one of",
    ),
    Malformed("a tab", "web:\n\turl: x\n", "2:1", "a tab"),
    Malformed("colon in a text", _flow("- aiTap: the button: Save"), "6:26", "a second “key: value”", "quotes"),
    Malformed("open quotes", _flow("- aiTap: 'the button"), "7:1", "not YAML", "close the quotes"),
    Malformed("open list", _flow("- aiTap: [a"), "7:1", "not YAML"),
    Malformed("wrong indentation", HEAD + "tasks:\n  - name: a\n   flow: []\n", "5:4", "", "one column"),
    Malformed("a key twice", "web:\n  url: x\n  url: y\n", "3:3", "duplicate key 'url'", "line 2"),
    Malformed("two documents", HEAD + TASK + "      - sleep: 1\n---\nweb: {}\n", "8:1", "a second document"),
    Malformed("an unknown alias", "web: *nothing\n", "1:6", "*nothing refers to nothing"),
    Malformed("a tag", "web: !!python/object:os.system {}\n", "1:6", "the tag"),
    Malformed("a control character", HEAD + 'agent: {groupName: "a\x07b"}\n', "3:22", "is not allowed in a file"),
    Malformed("too deep", "web: " + "[" * 100 + "]" * 100, "1:65", "nested more than 60 deep"),
)
BOMB = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 9))
