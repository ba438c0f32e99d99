"""Commands that start, end and list apps."""

from __future__ import annotations

import base64

from askonce.testing.phone.activity import PhoneApp
from askonce.testing.phone.handset import Handset
from askonce.testing.phone.shell.command import Command, PhoneContext, failed, options, printed
from askonce.testing.phone.shell.shell_line import ShellOutput
from askonce.testing.phone.system_windows import LAUNCHER, SYSTEM

_VALUED = ("-a", "-n", "-d", "-c", "-t", "-f", "-p", "-e", "--es", "--ei", "--ez", "--user", "--display", "--activity")
_SYSTEM_PACKAGES = ("android", SYSTEM, "com.android.permissioncontroller", "com.android.inputmethod.latin")
ADB_KEYBOARD = "com.android.adbkeyboard/.AdbIME"
_MAIN, _VIEW, _HOME = "android.intent.action.MAIN", "android.intent.action.VIEW", "android.intent.category.HOME"


def short_component(app: PhoneApp, activity: str) -> str:
    """`package/.Activity`, as the phone writes it."""
    return f"{app.package}/{activity}"


async def _am(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    phone = context.phone
    match words:
        case ["start" | "start-activity", *rest]:
            output = _start(phone, rest)
            if "-W" in rest and not output.code:
                waited = f"Status: ok\nLaunchState: WARM\nActivity: {phone.component}\nTotalTime: 40\nComplete\n"
                output = ShellOutput(output.out + waited.encode())
        case ["force-stop" | "kill", *rest]:
            _, packages = options(rest, "--user")
            for package in packages:
                phone.stop(package)
            output = ShellOutput()
        case ["broadcast", *rest]:
            given_options, _ = options(rest, *_VALUED)
            await _take_text(context, rest)
            output = printed(
                f"Broadcasting: Intent {{ act={given_options.get('-a', '')} }}\nBroadcast completed: result=0"
            )
        case ["get-current-user"]:
            output = printed("0")
        case _:
            return failed(f"Unknown command: {' '.join(words[:1])}", 255)
    await context.screen.refresh()
    return output


async def _take_text(context: PhoneContext, words: list[str]) -> None:
    """What AdbKeyboard does where it is the keyboard: it types what it is sent."""
    chosen = context.phone.settings["secure", "default_input_method"]
    if "ADB_INPUT_B64" in words and chosen == ADB_KEYBOARD:
        await context.screen.type(base64.b64decode(words[words.index("msg") + 1]).decode())


def _start(phone: Handset, words: list[str]) -> ShellOutput:
    found, rest = options(words, *_VALUED)
    component, address = found.get("-n", ""), found.get("-d", "")
    if "-S" in found and component:
        phone.stop(component.partition("/")[0])
    if not component and len(rest) == 1 and "/" in rest[0] and ":" not in rest[0]:
        component = rest[0]
    if not component and not address and rest and ":" in rest[0]:
        address = rest[0]
    if address.startswith("intent:"):
        address, component = _read_intent(address)
    if component:
        return _start_component(phone, component, address)
    if address:
        return _open_link(phone, address, found.get("-p", ""))
    if found.get("-c") == _HOME:
        phone.go_home()
        return printed(f"Starting: Intent {{ act={_MAIN} cat=[{_HOME}] }}")
    package = found.get("-p", "") or (rest[0] if rest else "")
    if package in phone.apps:
        phone.launch(package)
        return printed(f"Starting: Intent {{ act={_MAIN} pkg={package} }}")
    return printed("Starting: Intent { }\nError: Activity not started, unable to resolve Intent { }", 1)


def _read_intent(address: str) -> tuple[str, str]:
    """The address and the component of `intent://place#Intent;scheme=tel;component=package/.Activity;end`."""
    place, _, facts = address.removeprefix("intent:").partition("#Intent;")
    given = dict(fact.split("=", 1) for fact in facts.split(";") if "=" in fact)
    scheme = given.get("scheme", "")
    return (f"{scheme}:{place.removeprefix('//')}" if scheme else ""), given.get("component", "")


def _start_component(phone: Handset, component: str, address: str) -> ShellOutput:
    package, _, activity = component.partition("/")
    starting = f"Starting: Intent {{ cmp={component} }}\n"
    app = phone.apps.get(package)
    activity = activity.removeprefix(package)
    if app is None or activity not in app.activities:
        wrong = f"Error type 3\nError: Activity class {{{component}}} does not exist."
        return printed(f"{starting}{wrong}", 1)
    was_running = any(task.app is app and task.activities for task in phone.running)
    scheme = address.partition(":")[0].lower()
    if scheme in app.links:
        phone.open_activity(app.links[scheme](phone, address), package, alone=True)
    else:
        phone.launch(package)
    if was_running:
        starting += "Warning: Activity not started, intent has been delivered to currently running top-most instance.\n"
    return printed(starting)


def _open_link(phone: Handset, address: str, package: str) -> ShellOutput:
    starting = f"Starting: Intent {{ act={_VIEW} dat={address} }}\n"
    app = phone.link_app(address)
    if app is None or (package and app.package != package):
        wrong = f"Error: Activity not started, unable to resolve Intent {{ act={_VIEW} dat={address} flg=0x10000000 }}"
        return printed(f"{starting}{wrong}", 1)
    phone.open_activity(app.links[address.partition(":")[0].lower()](phone, address), app.package, alone=True)
    return printed(starting)


async def _monkey(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    package = options(words, "-p", "-c", "--pct-syskeys")[0].get("-p", "")
    if package not in context.phone.apps:
        return printed("** No activities found to run, monkey aborted.", 252)
    context.phone.launch(package)
    await context.screen.refresh()
    return printed(f"  bash arg: -p\n  bash arg: {package}\nEvents injected: 1\n## Network stats: elapsed time=10ms")


async def _pm(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    apps = context.phone.apps
    match words:
        case ["list", "packages", *rest]:
            found, filters = options(rest, "--user")
            own = [package for package in apps if package != LAUNCHER]
            system = [*_SYSTEM_PACKAGES, LAUNCHER]
            names = own if "-3" in found else system if "-s" in found else [*system, *own]
            kept = [name for name in names if not filters or filters[0] in name]
            where = "/data/app/base.apk=" if "-f" in found else ""
            return printed("".join(f"package:{where}{name}\n" for name in kept))
        case ["path", package]:
            return printed(f"package:/data/app/{package}/base.apk") if package in apps else ShellOutput(code=1)
        case ["grant" | "revoke", package, _]:
            (context.phone.allowed.add if words[0] == "grant" else context.phone.allowed.discard)(package)
            return ShellOutput()
        case ["clear", package] if package in apps:
            context.phone.stop(package)
            return printed("Success")
        case ["uninstall" | "install", *_]:
            return printed("Failure [DELETE_FAILED_INTERNAL_ERROR]", 1)
        case ["query-activities" | "resolve-activity", *_]:
            return _query(context.phone, words)
        case _:
            return failed(f"Unknown command: {' '.join(words[:1])}", 255)


async def _cmd(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    match words:
        case ["package", *rest]:
            return await _pm(context, rest, given)
        case ["activity", *rest]:
            return await _am(context, rest, given)
        case ["statusbar", how]:
            if how.startswith("expand"):
                context.phone.show_shade()
            elif how == "collapse":
                context.phone.shade_open = False
            await context.screen.refresh()
            return ShellOutput()
        case _:
            return failed(f"cmd: Can't find service: {words[0] if words else ''}", 20)


def _query(phone: Handset, words: list[str]) -> ShellOutput:
    """The activities that an intent may start."""
    found, rest = options(words[1:], *_VALUED)
    wanted = found.get("-p", "") or (rest[0] if rest else "")
    if address := found.get("-d", ""):
        linked = phone.link_app(address)
        apps = [linked] if linked else []
    else:
        home = found.get("-c", "") == _HOME
        apps = [app for app in phone.apps.values() if (app.package == LAUNCHER) == home]
    apps = [app for app in apps if not wanted or app.package == wanted]
    components = [short_component(app, app.activities[0]) for app in apps]
    if not components:
        return printed("No activity found" if words[0] == "resolve-activity" else "No activities found")
    if words[0] == "resolve-activity":
        components = components[:1]
    if "--components" in found:
        return printed("\n".join(components))
    about = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true"
    if "--brief" in found and words[0] == "resolve-activity":
        return printed(f"{about}\n{components[0]}")
    facts = "      name={}\n      packageName={}\n      labelRes=0x7f110021 nonLocalizedLabel=null icon=0x7f0d0000"
    found = zip(components, (app.package for app in apps), strict=False)
    return printed(
        "\n".join(
            f"  Activity #{number}:\n    {about}\n    ActivityInfo:\n{facts.format(component, package)}"
            for number, (component, package) in enumerate(found)
        )
    )


COMMANDS: dict[str, Command] = {"am": _am, "pm": _pm, "cmd": _cmd, "monkey": _monkey}
