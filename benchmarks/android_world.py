"""Askonce on AndroidWorld: its tasks, on an emulator of yours, judged by it.

    python benchmarks/android_world.py [--tasks ContactsAddContact,…] [--how program|act] [--console-port 5554]

It needs AndroidWorld (https://github.com/google-research/android_world) in the same environment, its emulator, and a
model in the settings (ASKONCE_MODEL_NAME). Run it with --setup once, which installs AndroidWorld's apps. One step is
one UI action, and the number of steps is AndroidWorld's own. Nothing of this has run on a real emulator yet.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

BENCHMARKS = Path(__file__).resolve().parent


def find_android_world() -> None:
    """Have `android_world` mean the package, and not this file."""
    sys.path[:] = [*(folder for folder in sys.path if Path(folder).resolve() != BENCHMARKS), str(BENCHMARKS)]
    found = find_spec("android_world")
    if found is None or Path(found.origin or "").resolve() == Path(__file__).resolve():
        raise SystemExit(
            "AndroidWorld is not installed: git clone https://github.com/google-research/android_world, "
            "then pip install ./android_world into this environment"
        )


def run(arguments: argparse.Namespace) -> None:
    find_android_world()
    from android_world_agent.askonce_agent import AskonceAgent

    registry: Any = import_module("android_world.registry")
    suite_utils: Any = import_module("android_world.suite_utils")
    checkpoints: Any = import_module("android_world.checkpointer")
    episodes: Any = import_module("android_world.episode_runner")
    launcher: Any = import_module("android_world.env.env_launcher")
    environment = launcher.load_and_setup_env(
        console_port=arguments.console_port, emulator_setup=arguments.setup, adb_path=str(arguments.adb)
    )
    agent = AskonceAgent(environment, serial=f"emulator-{arguments.console_port}", how=arguments.how)
    episodes.run_episode = agent.freed_after(episodes.run_episode)
    try:
        suite = suite_utils.create_suite(
            registry.TaskRegistry().get_registry(family=arguments.family),
            n_task_combinations=arguments.combinations,
            seed=arguments.seed,
            tasks=arguments.tasks.split(",") if arguments.tasks else None,
        )
        suite.suite_family = arguments.family
        folder = checkpoints.IncrementalCheckpointer(str(arguments.results))
        suite_utils.run(suite, agent, checkpointer=folder, demo_mode=False)
    finally:
        agent.close()
        environment.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", default="", help="names of tasks, with commas; all without it")
    parser.add_argument("--how", choices=("program", "act"), default="program", help="write a program, or act at once")
    parser.add_argument("--console-port", type=int, default=5554, help="of the emulator, as adb devices shows it")
    parser.add_argument("--adb", type=Path, default=Path("adb"), help="the adb program")
    parser.add_argument("--family", default="android_world", help="of tasks, as AndroidWorld names it")
    parser.add_argument("--seed", type=int, default=30, help="for the parameters of the tasks")
    parser.add_argument("--combinations", type=int, default=1, help="how often each task, with other parameters")
    parser.add_argument("--results", type=Path, default=Path("android_world_results"), help="a folder; goes on there")
    parser.add_argument("--setup", action="store_true", help="install AndroidWorld's apps; needed once")
    run(parser.parse_args())


if __name__ == "__main__":
    main()
