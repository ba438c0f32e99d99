"""Whether a run that is killed again and again does everything exactly once.

    python benchmarks/kills.py [--quick] [--json] [--plain] [--seed NUMBER] [--kills NUMBER] [--model NAME]

A process runs a program (five people are added to the contacts and get a message), once with the embedded model and
once with a scripted one that reads the screen. It works in a browser of its own, or with `--plain` on a screen that is
quicker: it sends the same requests without a browser. It is killed (SIGKILL) at moments that nobody chose: after so
many lines of its journal, after so many milliseconds, in the midst of an action, or as soon as an entry has reached the
apps. The next process resumes the run, until one comes to the end; then the next run begins, until there were 200 kills
with each model. Where a run stops to ask whether a line is done, it is told what the apps hold, as a person would look
it up. What the apps hold at the end is compared with what they should.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

from showing import Row, show

sys.path.append(str(Path(__file__).parents[1] / "tests" / "rigs"))

from killing import ModelName, ScreenKind, run_with_kills
from perfect_reader.programs import hello, people

PEOPLE, QUICK_PEOPLE = 5, 2
KILLS, QUICK_KILLS, MOST_IN_A_RUN = 200, 3, 20


def measure(model: ModelName, screen: ScreenKind, kills: int, seed: int, count: int) -> list[Row]:
    rows: list[Row] = []
    persons = people(count)
    wanted = [*persons, *hello(persons)]
    left = kills
    while left:
        with TemporaryDirectory() as folder:
            most = min(left, MOST_IN_A_RUN)
            lives = run_with_kills(persons, Path(folder), kills=most, seed=seed + len(rows), screen=screen, model=model)
        if not lives.kills:
            raise RuntimeError("the run came to its end before it could be killed")
        left -= lives.kills
        made = [*lives.contacts, *lives.messages]
        rows.append(
            {
                "run": f"{model} {len(rows) + 1}",
                "kills": lives.kills,
                "in the midst of an action": lives.last.get("acting", 0) + lives.last.get("touching", 0),
                "stopped to ask": lives.asked,
                "entries wanted": len(wanted),
                "made": len(made),
                "lost": sum(entry not in made for entry in wanted),
                "made twice": len(made) - len(set(made)),
                "exactly once, in order": "yes" if made == wanted else "NO",
            }
        )
        print(f"{kills - left} of {kills} kills: {rows[-1]}", file=sys.stderr)
    sums = {name: sum(row[name] for row in rows) for name in rows[0] if isinstance(rows[0][name], int)}
    verdict = "yes" if all(row["exactly once, in order"] == "yes" for row in rows) else "NO"
    return [*rows, {"run": f"{model}, all"} | sums | {"exactly once, in order": verdict}]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_KILLS} kills each, done within a minute")
    parser.add_argument("--plain", action="store_true", help="without a browser; --quick is")
    parser.add_argument("--seed", type=int, default=1, help="other moments")
    parser.add_argument("--kills", type=int, default=KILLS, help=f"{KILLS} with each model, unless said otherwise")
    parser.add_argument("--model", choices=get_args(ModelName), help="only this one")
    arguments = parser.parse_args()
    where: ScreenKind = "plain" if arguments.plain or arguments.quick else "browser"
    kills, count = (QUICK_KILLS, QUICK_PEOPLE) if arguments.quick else (arguments.kills, PEOPLE)
    tables = {
        f"Killed and resumed, {model} model ({where})": measure(model, where, kills, arguments.seed, count)
        for model in ([arguments.model] if arguments.model else get_args(ModelName))
    }
    show(tables, as_json=arguments.json)
