"""Makes a fresh clone ready to run: a virtual environment, the packages, a browser.

Uses the standard library alone, and syntax that old interpreters can read, so that a machine whose `python3` is too
old gets a sentence instead of a syntax error. What is done already is not done again.
"""

import argparse
import ast
import collections
import contextlib
import hashlib
import json
import os
import queue
import shutil
import subprocess
import sys
import threading
import time

LEAST = (3, 11)
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
VENV_PYTHON = os.path.join(VENV, *(("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")))
STAMP = os.path.join(VENV, "askonce-setup.json")
LOG = os.path.join(VENV, "setup.log")
LIVE = sys.stdout.isatty()
WIDTH = max(40, shutil.get_terminal_size((100, 24)).columns - 1)

FIND_BROWSER = """
import os
from askonce.screens.web.browser_launch import find_browser
print(os.environ.get("ASKONCE_BROWSER") or find_browser() or "")
"""
COMPILE = """
import sys
sys.dont_write_bytecode = False
import askonce.cli.app, cv2, openai, playwright.async_api, pytest
"""
"""What every start imports; to compile all that is installed takes longer than all the rest."""
UV_SETTINGS = {
    # setting of pip, variable of uv, what stands between values
    "index-url": ("UV_DEFAULT_INDEX", " "),
    "extra-index-url": ("UV_INDEX", " "),
    "find-links": ("UV_FIND_LINKS", ","),
    "trusted-host": ("UV_INSECURE_HOST", " "),
    "cert": ("SSL_CERT_FILE", " "),
    "proxy": ("ALL_PROXY", " "),
}
PACKAGE_MANAGERS = (
    # program, needs root, the commands
    (
        "apt-get",
        True,
        (["update", "-q"], ["install", "-y", "-q", "--no-install-recommends", "chromium", "fonts-dejavu"]),
    ),
    ("dnf", True, (["install", "-y", "chromium", "dejavu-sans-fonts"],)),
    ("apk", True, (["add", "chromium", "font-dejavu"],)),
    ("pacman", True, (["-Sy", "--noconfirm", "chromium", "ttf-dejavu"],)),
    ("brew", False, (["install", "--cask", "google-chrome"],)),
)

DESKTOP_PROGRAMS = (
    # program, Debian's package
    ("Xvfb", "xvfb"),
    ("dbus-daemon", "dbus"),
    ("/usr/libexec/at-spi-bus-launcher", "at-spi2-core"),
    ("mousepad", "mousepad"),
    ("galculator", "galculator"),
    ("featherpad", "featherpad"),
    ("xdotool", "xdotool"),
)


class Failed(Exception):
    """A step could not be done; the text says why and what to do."""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--no-browser", action="store_true", help="prepare the packages only")
    parser.add_argument(
        "--for-tests", action="store_true", help="also a browser without windows, which tests run quicker"
    )
    parser.add_argument("--for-docs", action="store_true", help="also what builds the documentation")
    options = parser.parse_args()
    if sys.version_info < LEAST:
        restart_with_newer_python()
    started = time.time()
    stamp = read_stamp()
    try:
        fresh = stamp.get("packages") == packages_wanted()
        if not fresh:
            step("Virtual environment", make_venv)
            step("Packages", install_packages)
            stamp = {"packages": packages_wanted()}
            write_stamp(stamp)
        if options.for_docs and "docs" not in stamp:
            stamp["docs"] = step("Packages for the documentation", install_docs)
            write_stamp(stamp)
        browser_known = os.path.exists(stamp.get("browser", ""))
        if not options.no_browser and not browser_known:
            stamp["browser"] = step("Browser", find_or_install_browser)
            write_stamp(stamp)
        if options.for_tests and "shell" not in stamp:
            stamp["shell"] = step("Browser without windows", install_headless_shell)
            write_stamp(stamp)
        if options.for_tests and "desktop" not in stamp:
            stamp["desktop"] = step("Programs for desktop tests", install_desktop_programs)
            write_stamp(stamp)
        if options.for_tests and "postgres" not in stamp:
            stamp["postgres"] = step("PostgreSQL for tests of fleets", install_postgres)
            write_stamp(stamp)
    except Failed as failure:
        sys.exit(f"\nSet-up stopped: {failure}")
    if time.time() - started > 1:
        say(f"Ready after {time.time() - started:.0f} s.")


def restart_with_newer_python():
    """Hand over to a newer interpreter on this machine, if there is one."""
    for minor in range(20, LEAST[1] - 1, -1):
        newer = shutil.which(f"python3.{minor}")
        if newer:
            sys.exit(subprocess.call([newer, *sys.argv]))
    sys.exit(
        "Askonce needs Python {}.{} or newer; {} is {}.{}.\n"
        "  → install one from your package manager or from python.org, and run this again".format(
            *LEAST, sys.executable, *sys.version_info[:2]
        )
    )


def packages_wanted():
    """What the installed packages depend on: change it, and they are installed again."""
    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as file:
        return hashlib.sha256(file.read() + ROOT.encode()).hexdigest()


def read_stamp():
    try:
        with open(STAMP, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        return {}


def write_stamp(stamp):
    with open(STAMP, "w", encoding="utf-8") as file:
        json.dump(stamp, file)


def make_venv():
    """A virtual environment with pip, by whichever tool this machine has."""
    if os.path.exists(VENV_PYTHON) and succeeds([VENV_PYTHON, "-m", "pip", "--version"]):
        return "kept"
    version = "{}.{}".format(*sys.version_info[:2])
    ways = [[sys.executable, "-m", "venv", "--clear", VENV], [sys.executable, "-m", "virtualenv", "--clear", VENV]]
    if shutil.which("virtualenv"):
        ways.append(["virtualenv", "--clear", "--python", sys.executable, VENV])
    if shutil.which("uv"):
        ways.append(["uv", "venv", "--seed", "--clear", "--python", sys.executable, VENV])
    for way in ways:
        if succeeds(way) and succeeds([VENV_PYTHON, "-m", "pip", "--version"]):
            return "Python " + version
        shutil.rmtree(VENV, ignore_errors=True)
    # Debian splits venv off Python; where we may, we install it.
    apt = as_root("apt-get")
    if apt and succeeds([*apt, "update", "-q"]) and succeeds([*apt, "install", "-y", "-q", "python3-venv"]):
        if succeeds(ways[0]):
            return f"Python {version}, with python3-venv"
        shutil.rmtree(VENV, ignore_errors=True)
    raise Failed(
        "this Python cannot make virtual environments.\n"
        f"  → on Debian and Ubuntu: apt-get install python{version}-venv; elsewhere: install virtualenv or uv"
    )


def install_packages():
    return install("--editable", ".[vision]", "--group", "dev")


def install_docs():
    return install("--group", "docs")


def install(*wanted):
    """Install what is named, with uv where it can be had, which takes a third of the time; say how much that was."""
    logged = os.path.getsize(LOG) if os.path.exists(LOG) else 0
    pip = [VENV_PYTHON, "-m", "pip", "--disable-pip-version-check"]
    if not install_with_uv(pip, wanted):
        run([*pip, "install", "--no-compile", "--upgrade", "pip>=25.1"], most=1800)  # which knows --group
        run([*pip, "install", "--no-compile", *wanted], most=1800)
    succeeds([VENV_PYTHON, "-c", COMPILE])
    with open(LOG, encoding="utf-8", errors="replace") as file:
        file.seek(logged)
        return "{} installed".format(sum(map(installed_in, file)) or "none newly")


def install_with_uv(pip, wanted):
    settings = subprocess.run([*pip, "config", "list"], stdout=subprocess.PIPE, text=True).stdout
    if "no-index=" in settings or not succeeds([*pip, "install", "--no-compile", "uv"]):
        return False
    uv = [VENV_PYTHON, "-m", "uv", "pip", "install", "--python", VENV_PYTHON, *wanted]
    try:
        run(uv, most=600, silence=60, environment={**uv_environment(settings), **os.environ})
    except Failed:
        return False
    return True


def uv_environment(settings):
    """Where packages come from by pip's settings, which uv does not read, as variables of uv."""
    environment = {"UV_INDEX_STRATEGY": "unsafe-best-match"}
    for line in settings.splitlines():
        name, _, values = line.partition("=")
        variable, between = UV_SETTINGS.get(name.rpartition(".")[2], (None, ""))
        if variable:
            environment[variable] = between.join(ast.literal_eval(values).split())
    return environment


def installed_in(line):
    """How many packages a line says were installed, in the words of pip or of uv."""
    words = line.split()
    if words[:2] == ["Successfully", "installed"]:
        return len(words) - 2
    return int(words[1]) if words[:1] == ["Installed"] and words[1].isdigit() else 0


def find_or_install_browser():
    """An installed browser; else Playwright's download; else the system's package manager."""
    tried = []
    found = working_browser()
    if found:
        return found
    for name, way in (("Playwright's download", download_browser), ("the package manager", install_browser)):
        try:
            way()
        except Failed as failure:
            tried.append(f"{name}: {failure}")
            continue
        found = working_browser()
        if found:
            return found
        tried.append(f"{name}: it left no browser that starts")
    raise Failed(
        "there is no Chrome or Chromium, and none could be installed.\n  - {}\n"
        "  → install Chrome or Chromium yourself, or set ASKONCE_BROWSER to one that is elsewhere".format(
            "\n  - ".join(tried)
        )
    )


def install_headless_shell():
    """Where that needs no password: Debian's browser without windows. Tests do without it too, in twice the time."""
    apt = [] if shutil.which("chromium-headless-shell") else as_root("apt-get")
    install = [*apt, "install", "-y", "-q", "--no-install-recommends", "chromium-headless-shell"]
    if apt and not succeeds(install, most=180) and succeeds([*apt, "update", "-q"], most=120):
        succeeds(install, most=180)
    return shutil.which("chromium-headless-shell") or "none"


def install_desktop_programs():
    """Where that needs no password: a display that nobody sees, and programs to drive on it. Tests that lack one are
    skipped."""
    missing = [package for program, package in DESKTOP_PROGRAMS if not shutil.which(program)]
    apt = as_root("apt-get") if missing else []
    install = [*apt, "install", "-y", "-q", "--no-install-recommends", *missing]
    if apt and not succeeds(install, most=300) and succeeds([*apt, "update", "-q"], most=120):
        succeeds(install, most=300)
    left = [program for program, _ in DESKTOP_PROGRAMS if not shutil.which(program)]
    return "without " + ", ".join(left) if left else "all there"


def install_postgres():
    """Where that needs no password: a server that tests start themselves. Without it they are skipped."""
    there = os.path.isdir("/usr/lib/postgresql") or shutil.which("initdb")
    apt = [] if there else as_root("apt-get")
    install = [*apt, "install", "-y", "-q", "--no-install-recommends", "postgresql"]
    if apt and not succeeds(install, most=180) and succeeds([*apt, "update", "-q"], most=120):
        succeeds(install, most=180)
    return "there" if os.path.isdir("/usr/lib/postgresql") or shutil.which("initdb") else "none"


def working_browser():
    output = subprocess.run([VENV_PYTHON, "-c", FIND_BROWSER], stdout=subprocess.PIPE, cwd=ROOT, check=False)
    path = output.stdout.decode().strip()
    return path if path and succeeds([path, "--version"], most=30) else ""


def download_browser():
    # Closed networks refuse at once or stay silent: give up after a minute without a sign.
    environment = dict(os.environ, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT="15000")
    run([VENV_PYTHON, "-m", "playwright", "install", "chromium"], most=1200, silence=60, environment=environment)
    if not working_browser() and sys.platform == "linux" and is_root():
        run([VENV_PYTHON, "-m", "playwright", "install-deps", "chromium"], most=600, silence=120)


def install_browser():
    for program, needs_root, commands in PACKAGE_MANAGERS:
        command = as_root(program) if needs_root else [program] if shutil.which(program) else []
        if command:
            for arguments in commands:
                run(command + arguments, most=900, silence=180)
            return
    raise Failed("none here that may be used without a password")


def as_root(program):
    """The beginning of a command that runs `program` as root, or nothing where that needs a password."""
    if not shutil.which(program):
        return []
    if is_root():
        return [program]
    return ["sudo", "-n", program] if shutil.which("sudo") and succeeds(["sudo", "-n", "true"]) else []


def is_root():
    return hasattr(os, "geteuid") and os.geteuid() == 0


def succeeds(command, most=600):
    try:
        run(command, most=most)
    except Failed:
        return False
    return True


def run(command, most, silence=300, environment=None):
    """Run a command, showing its newest line; stop it after `most` seconds, or `silence` seconds without output."""
    try:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
    except OSError as error:
        raise Failed(f"{command[0]} did not start: {error.strerror}") from error
    lines = queue.Queue()
    threading.Thread(target=pump, args=(process.stdout, lines), daemon=True).start()
    last = collections.deque(maxlen=12)
    end = time.time() + most
    with contextlib.ExitStack() as stack:
        log = stack.enter_context(open(LOG, "a", encoding="utf-8")) if os.path.isdir(VENV) else None
        stack.callback(stop, process)
        while True:
            try:
                line = lines.get(timeout=max(0.1, min(silence, end - time.time())))
            except queue.Empty:
                raise Failed(f"{shown(command)} took too long") from None
            if line is None:
                break
            last.append(line)
            show_progress(line)
            if log:
                log.write(line + "\n")
        code = process.wait()
    if code:
        raise Failed("{} ended with {}:\n    {}".format(shown(command), code, "\n    ".join(last)))


def pump(stream, lines):
    """Lines as they come; progress bars that redraw themselves with a carriage return count as lines too."""
    for raw in iter(lambda: stream.readline(), b""):
        for line in raw.decode("utf-8", "replace").replace("\r", "\n").splitlines():
            if line.strip():
                lines.put(line.rstrip())
    lines.put(None)


def stop(process):
    if process.poll() is None:
        process.kill()
        process.wait()


def shown(command):
    return " ".join([os.path.basename(command[0]), *command[1:]])


def step(title, work):
    """Do one step, and say what it did and how long it took."""
    started = time.time()
    say(f"• {title} …", end="\r" if LIVE else "\n")
    result = work()
    clear_line()
    say(f"✓ {title}: {result} ({time.time() - started:.1f} s)")
    return result


def show_progress(line):
    if LIVE:
        clear_line()
        say("  " + line.strip()[: WIDTH - 2], end="\r")


def clear_line():
    if LIVE:
        say(" " * WIDTH, end="\r")


def say(text, end="\n"):
    sys.stdout.write(text + end)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
