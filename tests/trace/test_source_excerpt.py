"""The lines around a call, without secrets that stand in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from askonce.trace import Trace
from askonce.trace.call_site import CallSite
from askonce.trace.source_excerpt import hide_literals, keep_source
from askonce.values import Mask, Secret

TEST = """\
import pytest


def test_login(agent):
    agent.act("open the shop")
    agent.act(
        "log in with {password}", password=Secret("hunter2")
    )
    agent.check("known-later is visible")


def test_another(agent):
    agent.act("something else")
"""


def text_of(trace: Trace, site: CallSite) -> list[str]:
    line = keep_source(trace, site)
    assert line is not None
    assert line.around is not None
    return trace.store.read(line.around).decode().split("\n")


def test_a_line_is_kept_with_those_of_its_function(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "test_shop.py").write_text(TEST)
    mask = Mask()
    mask.learn({"word": Secret("known-later")})
    trace = Trace(tmp_path / "run", mask=mask)
    line = keep_source(trace, CallSite(str(tmp_path / "test_shop.py"), 6, 4))

    assert line is not None
    assert (line.file, line.line, line.first, line.code) == ("test_shop.py", 6, 4, "agent.act(")
    kept = text_of(trace, CallSite(str(tmp_path / "test_shop.py"), 6, 4))
    assert kept[0] == "def test_login(agent):"
    assert kept[3] == '        "log in with {password}", password=Secret("…")'
    assert kept[-1] == '    agent.check("{word} is visible")', "nothing of the next function"


def test_a_file_that_cannot_be_read_has_its_line_alone(tmp_path: Path) -> None:
    line = keep_source(Trace(), CallSite(str(tmp_path / "gone.py"), 6))
    assert line is not None
    assert (line.file, line.line, line.code, line.around) == ("gone.py", 6, "", None)
    assert keep_source(Trace(), None) is None


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('x = Secret("hunter2")', 'x = Secret("…")'),
        ("x = Secret(r'hunter2', allow_short=True)", "x = Secret(r'…', allow_short=True)"),
        ('x = Secret(\n    """hun\nter2"""\n)', 'x = Secret(\n    """…\n"""\n)'),
        ('x = Secret("hunter2")\nassert y != "hunter2"', 'x = Secret("…")\nassert y != "…"'),
        ('PASSWORD = "hunter2"  # for Ann', 'PASSWORD = "…"  # for Ann'),
        ('{"api_key": "hunter2", "user": "ann"}', '{"api_key": "…", "user": "ann"}'),
        ('login("ann", password="hunt\\"er2")', 'login("ann", password="…")'),
        ('agent.type("password", "hunter2")', 'agent.type("password", "…")'),
        ('agent.act("log in", password=password)', 'agent.act("log in", password=password)'),
        ('agent.act("type the password")', 'agent.act("type the password")'),
        ("token = read(key)", "token = read(key)"),
        ('x = Secret(\n    "hun"\n    "ter2"\n)', 'x = Secret(\n    "…"\n    "…"\n)'),
        ('x = Secret(os.environ.get("SHOP", "hunter2"))', 'x = Secret(os.environ.get("SHOP", "…"))'),
        ('ann = "hunter2"\nx = Secret(ann)', 'ann = "…"\nx = Secret(ann)'),
        ('PASSWORD: Final = (\n    "hunter2"\n)\n"""Of Ann."""', 'PASSWORD: Final = (\n    "…"\n)\n"""Of Ann."""'),
        ('user, password = "ann", "hunter2"', 'user, password = "…", "…"'),
        ('{"Authorization": "Bearer hunter2"}', '{"Authorization": "…"}'),
        ("# Secret( isn't code\nx = 'abc'", "# Secret( isn't code\nx = 'abc'"),
        ('token = agent.query("the code")', 'token = agent.query("the code")'),
        ('("password", "shop")\nshop()', '("password", "…")\nshop()'),
        ('PASSWORD = os.environ["SHOP"] or "hunter2"', 'PASSWORD = os.environ["SHOP"] or "…"'),
        ('PASSWORD = os.getenv("SHOP", default="hunter2")', 'PASSWORD = os.getenv("SHOP", default="…")'),
        ('PASSWORD = str("hunter2")', 'PASSWORD = str("…")'),
        ('PASSWORD = "hunter2".strip() if x else b"3hunter"', 'PASSWORD = "…".strip() if x else b"…"'),
        ('self.token: str = f"é{x}hunter2"', 'self.token: str = f"…"'),
        ('é = login(password=base64.b64decode("aHVu"))', 'é = login(password=base64.b64decode("…"))'),
        ('def login(user="ann", password=str("hunter2")): ...', 'def login(user="ann", password=str("…")): ...'),
        ('assert token == "hunter2"', 'assert token == "…"'),
        ('passcode = 839175\npassword = str("hunter2")', 'passcode = …\npassword = str("…")'),
        ('os.environ.setdefault("SHOP_PASSWORD", str("hunter2"))', 'os.environ.setdefault("SHOP_PASSWORD", str("…"))'),
        ('token = getpass("Your token")', 'token = getpass("Your token")'),
        ('token = page.locator("#code").inner_text()', 'token = page.locator("#code").inner_text()'),
        ('agent.act("type the password, then press Enter")', 'agent.act("type the password, then press Enter")'),
    ],
)
def test_literals_that_are_called_secret_are_hidden(text: str, shown: str) -> None:
    assert hide_literals(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("  password: hunter2", "  password: …"),
        ("- shop_token: hunter2 # of Ann", "- shop_token: …"),
        ("  password: {pin}", "  password: {pin}"),
        ("secrets:\n  - PIN", "secrets:\n  - PIN"),
        ("  user: ann", "  user: ann"),
        ("vars: {password: hunter2, user: ann}", "vars: {password: …, user: ann}"),
        ('"password": $hunter2', '"password": …'),
        ("password: ${SHOP}", "password: ${SHOP}"),
        ("  password: >-\n    hun\n    ter2\n  user: ann", "  password: >-\n    …\n    …\n  user: ann"),
    ],
)
def test_yaml_needs_no_quotes_for_a_secret(text: str, shown: str) -> None:
    assert hide_literals(text, yaml=True) == shown


def test_a_secret_that_begins_above_the_lines_that_are_kept_is_hidden(tmp_path: Path) -> None:
    above = "\n".join(f"    # {number}" for number in range(5))
    (tmp_path / "test_shop.py").write_text(f'x = Secret(\n{above}\n    "hunter2"\n)\nagent.act("go")\n')

    assert text_of(Trace(), CallSite(str(tmp_path / "test_shop.py"), 9))[2:] == ['    "…"', ")", 'agent.act("go")']
