"""What of a command is shown."""

from __future__ import annotations

import re

import pytest

from askonce.cli.migration.shown_command import show_command

SCRIPT = "midscene a.yaml"


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("npx midscene --files a.yaml 'b c.yml' --headed --concurrent 2 scripts/", None),
        ("npx -y midscene ./flows", None),
        ("tsc && cd e2e && midscene a.yaml", "… && … && midscene a.yaml"),
        (f'KEY=sk-"SECRET" {SCRIPT}', f"KEY=… {SCRIPT}"),
        (f"KEY='a'\"SECRET\"b\\ SECRET cross-env A=SECRET {SCRIPT}", f"KEY=… cross-env A=… {SCRIPT}"),
        (f"KEY=$(echo SECRET) B=`echo SECRET` {SCRIPT}", f"KEY=… B=… {SCRIPT}"),
        (f"set KEY=SECRET&& {SCRIPT}", f"… && {SCRIPT}"),
        (f"curl -u ann:SECRET https://x.example | {SCRIPT}", f"… | {SCRIPT}"),
        (f"{SCRIPT} --header 'Authorization: Bearer SECRET'", f"{SCRIPT} --header …"),
        (f"{SCRIPT} --api-key SECRET --token=SECRET --headed", f"{SCRIPT} --api-key … --token=… --headed"),
        (f"{SCRIPT} --web.url https://ann:SECRET@x.example https://SECRET@x.example", f"{SCRIPT} --web.url … …"),
        (f'bash -c "KEY=SECRET {SCRIPT} --key SECRET"', f'bash -c "KEY=… {SCRIPT} --key …"'),
        (f'{SCRIPT} KEY="SECRET SECRET', f"{SCRIPT} KEY=…"),
        (f"{SCRIPT} 'SECRET SECRET", f"{SCRIPT} …"),
    ],
)
def test_neither_values_nor_other_commands_are_shown(command: str, shown: str | None) -> None:
    assert show_command(command, re.compile("midscene")) == (shown or command)
