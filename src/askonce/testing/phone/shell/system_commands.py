"""Commands that tell of the phone and set it."""

from __future__ import annotations

from askonce.testing.phone.handset import Handset
from askonce.testing.phone.shell.app_commands import short_component
from askonce.testing.phone.shell.command import Command, PhoneContext, failed, options, printed
from askonce.testing.phone.shell.shell_line import ShellOutput
from askonce.testing.phone.touch_screen import SCALE

_IDENTITY = "4f2a9c1"


async def _dumpsys(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    sections = {
        "window": _window, "input": _input, "input_method": _input_method, "power": _power, "activity": _activity,
        "package": _package, "display": _display, "battery": _battery,
    }  # fmt: skip
    section = sections.get(words[0] if words else "")
    if section is None:
        return failed(f"Can't find service: {words[0] if words else ''}")
    return printed(section(context, words[1:]))


def _window(context: PhoneContext, words: list[str]) -> str:
    phone = context.phone
    focus = f"Window{{{_IDENTITY} u0 {phone.focused_window}}}" if phone.awake else "null"
    app = phone.apps[phone.package]
    record = f"ActivityRecord{{{_IDENTITY} u0 {short_component(app, phone.activity.name)} t{len(phone.running) + 1}}}"
    locked = str(phone.locked).lower()
    return (
        f"  mDisplayId=0\n  init=720x1600 320dpi cur={_pixels(context)} app={_pixels(context)}\n"
        f"  mCurrentRotation=ROTATION_{phone.rotation * 90}\n  mRotation={phone.rotation}\n"
        f"  mCurrentFocus={focus}\n  mFocusedApp={record}\n"
        f"  mDreamingLockscreen={locked} mShowingLockscreen={locked}\n  isKeyguardShowing={locked}\n"
        f"  mInputMethodWindow={'Window{1a2b3c4 u0 InputMethod}' if phone.keyboard_shown else 'null'}\n"
        f"{_keyboard_window(phone)}"
    )


def _keyboard_window(phone: Handset) -> str:
    found = [window.box for window in phone.windows() if window.name == "keyboard"]
    if not found:
        return ""
    left, top, width, height = (round(side * SCALE) for side in found[0])
    region = f"({left},{top},{left + width},{top + height})"
    return f"  Window #3 Window{{1a2b3c4 u0 InputMethod}}:\n    touchable region=SkRegion({region})\n"


def _pixels(context: PhoneContext) -> str:
    size = context.phone.size
    return f"{int(size.width) * 2}x{int(size.height) * 2}"


def _input(context: PhoneContext, words: list[str]) -> str:
    turned = context.phone.rotation
    return f"  Viewport INTERNAL: displayId=0, orientation={turned}\n  SurfaceOrientation: {turned}\n"


def _input_method(context: PhoneContext, words: list[str]) -> str:
    shown = str(context.phone.keyboard_shown).lower()
    chosen = context.phone.settings["secure", "default_input_method"]
    return f"  mCurMethodId={chosen}\n  mShowRequested={shown} mInputShown={shown}\n  mIsInputViewShown={shown}\n"


def _power(context: PhoneContext, words: list[str]) -> str:
    state, power = ("Awake", "ON") if context.phone.awake else ("Asleep", "OFF")
    lit = str(context.phone.awake).lower()
    return f"  mWakefulness={state}\n  mHoldingDisplaySuspendBlocker={lit}\nDisplay Power: state={power}\n"


def _display(context: PhoneContext, words: list[str]) -> str:
    state = "ON" if context.phone.awake else "OFF"
    base = "DisplayInfo{real 720 x 1600, density 320}"
    return f"  mScreenState={state}\n  mCurrentOrientation={context.phone.rotation}\n  mBaseDisplayInfo={base}\n"


def _battery(context: PhoneContext, words: list[str]) -> str:
    return "Current Battery Service state:\n  USB powered: true\n  level: 100\n  scale: 100\n"


def _activity(context: PhoneContext, words: list[str]) -> str:
    phone = context.phone
    component = short_component(phone.apps[phone.package], phone.activity.name)
    record = f"ActivityRecord{{{_IDENTITY} u0 {component} t{len(phone.running) + 1}}}"
    if words[:1] == ["top"]:
        return f"TASK {phone.package} id={len(phone.running) + 1}\n  ACTIVITY {component} {_IDENTITY} pid=4242\n"
    others = "".join(
        f"    * Task{{{_IDENTITY} #{number} A=10{number}:{task.app.package}}}\n"
        for number, task in enumerate(phone.running, 2)
    )
    shown = f"    topResumedActivity={record}\n  mResumedActivity: {record}\n"
    return f"Display #0 (activities from top to bottom):\n{others}{shown}"


def _package(context: PhoneContext, words: list[str]) -> str:
    package = words[0] if words else ""
    app = context.phone.apps.get(package)
    if app is None:
        return f"Unable to find package: {package}\n"
    granted = str(package in context.phone.allowed or not app.asks_for).lower()
    return (
        f"Activity Resolver Table:\n      android.intent.action.MAIN:\n"
        f"        {_IDENTITY} {short_component(app, app.activities[0])} filter 1b2c3d\n"
        f"Packages:\n  Package [{package}] ({_IDENTITY}):\n"
        "    versionCode=1 minSdk=24 targetSdk=34\n    versionName=1.0\n"
        f"    runtime permissions:\n      android.permission.READ_CONTACTS: granted={granted}\n"
    )


async def _getprop(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    if words:
        return printed(f"{context.facts.get(words[0], '') or ''.join(words[1:2])}\n")
    return printed("".join(f"[{name}]: [{value}]\n" for name, value in sorted(context.facts.items())))


async def _settings(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    _, rest = options(words, "--user")
    held = context.phone.settings
    match rest:
        case ["get", space, name]:
            return printed(held.get((space, name), "null"))
        case ["put", space, name, value, *_]:
            if name == "user_rotation" and value not in ("0", "1", "2", "3"):
                return failed(f"IllegalArgumentException: {name} cannot be {value}", 255)
            held[space, name] = value
            await context.screen.refresh()
            return ShellOutput()
        case ["delete", space, name]:
            return printed(f"Deleted {1 if held.pop((space, name), None) is not None else 0} rows")
        case ["list", space]:
            return printed("".join(f"{name}={value}\n" for (inside, name), value in held.items() if inside == space))
        case _:
            return failed("usage: settings get|put|delete|list NAMESPACE [KEY [VALUE]]", 255)


async def _ime(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    held = context.phone.settings
    match words:
        case ["list", *_]:
            own = [name for name in context.phone.keyboards if "-a" in words]
            return printed("\n".join(dict.fromkeys([*held["secure", "enabled_input_methods"].split(":"), *own])))
        case ["enable", name] if name in context.phone.keyboards:
            held["secure", "enabled_input_methods"] += f":{name}"
            return printed(f"Input method {name}: now enabled for user #0")
        case ["set" | "enable", name] if name in held["secure", "enabled_input_methods"].split(":"):
            held["secure", "default_input_method"] = name
            return printed(f"Input method {name} selected for user #0")
        case ["set" | "enable" | "disable", name]:
            return failed(f"Error: Unknown input method {name} cannot be selected for user #0", 255)
        case ["reset"]:
            return printed("Reset current and enabled IMEs for user #0")
        case _:
            return failed(f"Unknown command: {' '.join(words)}", 255)


async def _date(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    shape = next((word[1:] for word in words if word.startswith("+")), "%a %b %e %H:%M:%S %Z %Y")
    clock = context.phone.clock
    shape = shape.replace("%s", str(int(clock.timestamp()))).replace("%e", f"{clock.day:2d}")
    return printed(clock.strftime(shape))


async def _processes(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    names = ["com.android.systemui", *(task.app.package for task in context.phone.running)]
    rows = [f"u0_a{number} {4000 + number} 1 1000000 90000 0 0 S {name}" for number, name in enumerate(names, 1)]
    return printed("\n".join(["USER PID PPID VSZ RSS WCHAN ADDR S NAME", *rows]))


async def _id(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    return printed("uid=2000(shell) gid=2000(shell) groups=2000(shell)")


async def _pidof(context: PhoneContext, words: list[str], given: bytes) -> ShellOutput:
    names = ["com.android.systemui", *(task.app.package for task in context.phone.running)]
    found = [str(4001 + names.index(word)) for word in words if word in names]
    return printed(" ".join(found), 0 if found else 1)


COMMANDS: dict[str, Command] = {
    "dumpsys": _dumpsys, "getprop": _getprop, "settings": _settings, "ime": _ime, "date": _date, "ps": _processes,
    "id": _id, "pidof": _pidof,
}  # fmt: skip
