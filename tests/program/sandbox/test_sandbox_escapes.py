"""Ways out of the sandbox that must not be: each is refused in time, and the same sandbox goes on working."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from askonce.program.sandbox import Sandbox, SandboxLimits

pytestmark = pytest.mark.asyncio(loop_scope="module")

CANARY = "a canary that must not be heard"

ESCAPES = {
    # imports
    "os": "import os\nos.system('touch {mark}')",
    "os popen": "import os\nprint(os.popen('cat {file}').read())",
    "os listdir": "import os\nprint(os.listdir('/'))",
    "os remove": "import os\nos.remove('{file}')",
    "os chdir and read": "import os\nos.chdir('{folder}')\nprint(open('canary.txt').read())",
    "os kill": "import os\nos.kill(1, 9)",
    "os fork": "import os\nos.fork()",
    "os execv": "import os\nos.execv('/bin/sh', ['sh'])",
    "sys modules": "import sys\nprint(sys.modules['os'].environ)",
    "sys exit": "import sys\nsys.exit(0)",
    "sys frames": "import sys\nprint(sys._getframe().f_back)",
    "subprocess": "import subprocess\nprint(subprocess.check_output(['cat', '{file}']))",
    "socket": "import socket\nsocket.create_connection(('127.0.0.1', 80))",
    "ctypes": "import ctypes\nctypes.string_at(0)",
    "importlib": "import importlib\nimportlib.import_module('os').system('touch {mark}')",
    "dunder import": "__import__('os').system('touch {mark}')",
    "builtins": "import builtins\nbuiltins.open('{file}').read()",
    "dunder builtins": "__builtins__['open']('{file}').read()",
    "urllib": "import urllib.request\nurllib.request.urlopen('file://{file}').read()",
    "http": "import http.client\nhttp.client.HTTPConnection('127.0.0.1').request('GET', '/')",
    "threading": "import threading\nthreading.Thread(target=print).start()",
    "multiprocessing": "import multiprocessing\nmultiprocessing.Process().start()",
    "signal": "import signal\nsignal.alarm(1)",
    "our own package": "import askonce\nprint(askonce)",
    "pydantic": "import pydantic_monty",
    "gc": "import gc\ngc.get_objects()",
    "inspect": "import inspect\ninspect.currentframe()",
    "code": "import code\ncode.interact()",
    # files
    "open to read": "print(open('{file}').read())",
    "open to write": "open('{mark}', 'w').write('x')",
    "open relative": "open('../../../../../../etc/passwd').read()",
    "open bytes": "open(b'{file}', 'rb').read()",
    "open descriptor": "open(0).read()",
    "pathlib read": "from pathlib import Path\nprint(Path('{file}').read_text())",
    "pathlib write": "from pathlib import Path\nPath('{mark}').write_text('x')",
    "pathlib walk": "from pathlib import Path\nprint(list(Path('/').iterdir()))",
    "proc environ": "print(open('/proc/self/environ').read())",
    "shutil": "import shutil\nshutil.rmtree('{folder}')",
    "tempfile": "import tempfile\ntempfile.mkstemp()",
    # environment
    "environ": "import os\nprint(os.environ['CANARY'])",
    "getenv": "import os\nprint(os.getenv('CANARY').upper())",
    "urandom": "import os\nos.urandom(10**6)",
    # dunder walks
    "subclasses": "().__class__.__base__.__subclasses__()",
    "mro": "''.__class__.__mro__[1].__subclasses__()",
    "function globals": "def f():\n    pass\nf.__globals__['__builtins__']",
    "function code": "def f():\n    pass\nf.__code__.co_code",
    "function closure": "f = lambda: 0\nf.__closure__[0]",
    "host function globals": "peek.__globals__",
    "host object dict": "ui.__dict__",
    "host object class": "ui.__class__.__subclasses__()",
    "host object init": "ui.__init__.__globals__['os']",
    "host object hidden": "ui._hands.trace",
    "host object set": "ui.other = open\nprint(ui.other('{file}').read())",
    "getattr walk": "getattr(getattr((), '__cl' + 'ass__'), '__ba' + 'se__').__subclasses__()",
    "type call": "type('X', (object,), dict(a=1)).__subclasses__(object)",
    "format walk": "print('{{0.__class__.__init__.__globals__}}'.format(ui))",
    "format map walk": "print('{{a.__class__.__mro__}}'.format_map(dict(a=ui)))",
    "exception traceback": "try:\n    1/0\nexcept Exception as e:\n    e.__traceback__.tb_frame.f_globals",
    "generator frame": "g = (x for x in [1])\nprint(g.gi_frame.f_back)",
    "coroutine frame": "async def f():\n    pass\nf().cr_frame.f_globals",
    "getattribute": "object.__getattribute__(ui, '__dict__')",
    "reduce": "print(ui.__reduce_ex__(2))",
    # eval and friends
    "eval": 'eval(\'__import__("os").system("touch {mark}")\')',
    "exec": "exec('import subprocess')",
    "compile": "exec(compile('import socket', 'x', 'exec'))",
    "pickle": "import pickle\npickle.loads(b\"cos\\nsystem\\n(S'touch {mark}'\\ntR.\")",
    "marshal": "import marshal\nmarshal.loads(b'x')",
    "shelve": "import shelve\nshelve.open('{mark}')",
    "breakpoint": "breakpoint()",
    "input": "input('?')",
    # bombs
    "endless loop": "while True:\n    pass",
    "endless loop that catches": "while 1:\n try:\n  while 1:\n   pass\n except BaseException:\n  pass",
    "endless iterator": "import itertools\nsum(1 for _ in itertools.count())",
    "endless recursion": "def f(n):\n    return f(n + 1)\nf(0)",
    "mutual recursion": "def a():\n    b()\ndef b():\n    a()\na()",
    "deep repr": "l = []\nfor _ in range(10**6):\n    l = [l]\nprint(repr(l))",
    "huge list": "x = [0] * 10**10",
    "growing list": "x = []\nwhile True:\n    x.append('y' * 1000)",
    "doubling list": "x = [1]\nwhile True:\n    x += x",
    "huge string": "x = 'a' * 10**10",
    "doubling string": "x = 'a'\nwhile True:\n    x += x",
    "padded format": "x = f'{{1:>9999999999}}'",
    "percent format": "x = '%9999999999d' % 1",
    "replace": "x = ('a' * 10**6).replace('a', 'b' * 10**6)",
    "join": "x = ('a' * 10**5).join(['b'] * 10**6)",
    "huge int": "x = 10 ** 10 ** 10",
    "shifted int": "x = 1 << 10**12",
    "factorial": "x = 1\nfor i in range(1, 10**7):\n    x *= i",
    "digits of an int": "x = str(10 ** 10**7)",
    "regular expression": "import re\nwhile True:\n    re.match('(a|aa)+$', 'a' * 60 + 'b')",
    "dict of everything": "x = {{i: str(i) * 100 for i in range(10**8)}}",
    "range list": "x = list(range(10**10))",
    "sorting": "x = sorted(range(10**9))",
    "output flood": "while True:\n    print('flood' * 1000)",
    "output in one go": "print('x' * 10**8)",
    "error flood": "raise ValueError('x' * 10**9)",
    "long sleep": "import time\ntime.sleep(10**6)",
    "negative and odd sleep": "import time\ntime.sleep(float('nan'))\ntime.sleep(float('inf'))",
    "call flood": "while True:\n    peek('x')",
    "lookup flood": "while True:\n    try:\n        nothing_there\n    except NameError:\n        pass",
    # arguments of functions that are not what they should be
    "function as argument": "peek(lambda: 0).x",
    "object as argument": "class A:\n    def __len__(self):\n        return -1\npeek(A()).x",
    "module as argument": "import math\npeek(math).x",
    "itself as argument": "l = []\nl.append(l)\npeek(l).x",
    "host object as argument": "peek(ui).x",
    "wrong keywords": "peek(self=1, cls=2)",
    "too many arguments": "peek(*range(1000))",
    "no such method": "ui.system('touch {mark}')",
    "dotted name": "getattr(ui, 'peek.__globals__')",
    "result of itself": "x = {{}}\nx['x'] = x\nx.y",
    # source that is hard to read
    "nested brackets": "(" * 5000 + ")" * 5000,
    "nested blocks": "\n".join(" " * n + "if 1:" for n in range(150)),
    "null byte": "x = 1\0",
    "long line": "x = " + "+".join(["1"] * 100_000),
    "surrogate": "x = '\ud800'.encode()",
}


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def sandbox() -> AsyncIterator[Sandbox]:
    limits = SandboxLimits(seconds=0.2, memory=20_000_000, depth=100, calls=50, sleep=0.5, output=20_000, shown=2_000)
    async with Sandbox(limits) as made:
        yield made


async def peek(what: Any) -> str:
    return f"saw {type(what).__name__}"


@pytest.mark.parametrize("name", ESCAPES)
async def test_a_way_out_is_refused_and_the_sandbox_goes_on(
    name: str, sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CANARY", CANARY)
    file, mark = tmp_path / "canary.txt", tmp_path / "mark"
    file.write_text(CANARY)
    code = ESCAPES[name]
    if "{" in code:
        code = code.format(file=file, folder=tmp_path, mark=mark)

    async with asyncio.timeout(20):
        ran = await sandbox.run(code, {"n": 1}, {"peek": peek, "ui.peek": peek})
        after = await sandbox.run("x = 6 * 7", {})

    assert ran.error
    assert len(ran.error) <= 1100
    assert len(ran.output) <= 2100
    assert ran.variables == {}
    assert CANARY not in ran.output + ran.error
    assert not mark.exists()
    assert file.read_text() == CANARY
    assert os.environ["CANARY"] == CANARY
    assert after.variables == {"x": 42}


async def test_there_are_enough_of_them() -> None:
    assert len(ESCAPES) >= 60
