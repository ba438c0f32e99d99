"""The windows of the phone: the app's, and those that the system draws around and over it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

from askonce.lazy import dataclass
from askonce.testing.phone import soft_keyboard
from askonce.testing.phone.activity import Alert, Notice, PhoneApp
from askonce.testing.phone.views import CLOSE, View, button, column, icon_button, row, scroll_list, text

if TYPE_CHECKING:
    from askonce.testing.phone.handset import Handset, RunningApp

SYSTEM = "com.android.systemui"
LAUNCHER = "com.android.launcher3"
PERMISSIONS = "com.android.permissioncontroller"
STATUS_BAR, NAVIGATION_BAR = 24, 48

_DIALOG_IDS = tuple(f"android:id/{name}" for name in ("parentPanel", "alertTitle", "button1", "button2", "button3"))
_QUESTION_IDS = tuple(
    f"{PERMISSIONS}:id/{name}"
    for name in ("grant_dialog", "permission_message", "permission_allow_button", "permission_deny_button")
)

_TRIANGLE = "M16 4v16L4 12z"
_CIRCLE = "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z"
_SQUARE = "M5 5h14v14H5z"


@dataclass(frozen=True, slots=True)
class PhoneWindow:
    """A window: a view in a place of the screen."""

    name: str
    package: str
    key: str
    """What is shown in it: as long as this is the same, scroll positions and typed texts stay."""
    box: tuple[float, float, float, float]
    """Left, top, width and height, in units that do not depend on the density."""
    view: View

    def described(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "package": self.package,
            "key": self.key,
            "box": self.box,
            "view": self.view.described(count()),
        }


def all_windows(phone: Handset) -> list[PhoneWindow]:
    """Those that are drawn, the lowest first."""
    width, height = phone.size.width, phone.size.height
    whole = (0.0, 0.0, width, height)
    if not phone.awake:
        return [PhoneWindow("dark", SYSTEM, "dark", whole, View("View", style="dark", hidden=True))]
    inner = (0.0, float(STATUS_BAR), width, height - STATUS_BAR - NAVIGATION_BAR)
    return [*_app_windows(phone, inner), *_overlays(phone, inner), *_bars(phone, width, height)]


def told_windows(phone: Handset) -> list[str]:
    """The names of the windows that the accessibility service tells of, the active one first."""
    if not phone.awake:
        return []
    for name, covers in (("lock", phone.locked), ("shade", phone.shade_open), ("alert", phone.alert is not None)):
        if covers:
            return [name, *(["keyboard"] if name == "alert" else []), "status", "navigation"]
    return ["recents" if phone.recents_open else "app", "banner", "keyboard", "status", "navigation"]


def _app_windows(phone: Handset, inner: tuple[float, float, float, float]) -> Iterator[PhoneWindow]:
    left, top, width, height = inner
    keys = soft_keyboard.height(phone.size) if phone.keyboard_shown else 0
    shrunk = keys if phone.activity.resizes and phone.alert is None else 0
    yield PhoneWindow(
        "app", phone.package, phone.activity.key, (left, top, width, height - shrunk), phone.activity.view()
    )
    if phone.recents_open:
        yield PhoneWindow("recents", LAUNCHER, "recents", inner, _recents(phone))
    if alert := phone.alert:
        key = f"alert of {phone.activity.key}: {alert.title}"
        box = (left, top, width, height - keys)
        yield PhoneWindow("alert", alert.package or phone.package, key, box, _alert_view(phone, alert))
    if phone.keyboard_shown:
        box = (left, top + height - keys, width, keys)
        yield PhoneWindow("keyboard", soft_keyboard.PACKAGE, "keyboard", box, soft_keyboard.keyboard(phone))


def _overlays(phone: Handset, inner: tuple[float, float, float, float]) -> Iterator[PhoneWindow]:
    left, top, width, height = inner
    # Both go away by themselves: they are asked for once.
    if (notice := phone.banner) and not phone.locked and not phone.shade_open:
        box = (left, top, width, 96.0)
        view = View(style="banner", children=(_notice_card(phone, notice),))
        yield PhoneWindow("banner", SYSTEM, "banner", box, view)
    if phone.shade_open:
        yield PhoneWindow("shade", SYSTEM, "shade", inner, _shade(phone))
    if phone.locked:
        yield PhoneWindow("lock", SYSTEM, "lock", inner, _lock(phone))
    if words := phone.toast_shown:
        box = (width * 0.1, top + height - 100, width * 0.8, 44.0)
        toast = View("TextView", words, style="toast")
        yield PhoneWindow("toast", SYSTEM, "toast", box, toast)


def _bars(phone: Handset, width: float, height: float) -> Iterator[PhoneWindow]:
    def pull_down(way: str) -> None:
        if way == "down" and not phone.locked:
            phone.show_shade()

    clock = text(f"{phone.clock:%H:%M}", id="clock")
    marks = "".join("●" for _ in phone.notices[:4])
    status = View(
        style="spread",
        id="status_bar",
        on={"swipe": pull_down},
        children=(
            clock,
            text(marks, id="notificationIcons"),
            text("100%", id="battery", description="Battery 100 percent."),
        ),
    )
    yield PhoneWindow("status", SYSTEM, "status", (0.0, 0.0, width, float(STATUS_BAR)), status)
    buttons = (
        icon_button("Back", _TRIANGLE, phone.go_back, id="back"),
        icon_button("Home", _CIRCLE, phone.go_home, id="home"),
        icon_button("Overview", _SQUARE, phone.show_recents, id="recent_apps"),
    )
    navigation = View(id="navigation_bar_frame", children=buttons)
    box = (0.0, height - NAVIGATION_BAR, width, float(NAVIGATION_BAR))
    yield PhoneWindow("navigation", SYSTEM, "navigation", box, navigation)


# Dialogs


def _alert_view(phone: Handset, alert: Alert) -> View:
    low = alert.window.startswith(PERMISSIONS)
    panel_id, title_id, *ids = _QUESTION_IDS if low else _DIALOG_IDS
    parts = [text(alert.title, id=title_id, style="title")]
    if alert.message:
        parts.append(text(alert.message, id="android:id/message"))
    parts.extend(alert.body() if alert.body else ())
    buttons = [
        button(words, partial(phone.answer, handler), id=id)
        for (words, handler), id in zip(alert.buttons, ids, strict=False)
    ]
    stacked = column(*buttons) if low else row(*reversed(buttons), style="end")
    panel = View(style="panel", id=panel_id, children=(*parts, stacked))
    return View(style="veil low" if low else "veil", hidden=True, children=(panel,))


def permission_question(phone: Handset, app: PhoneApp) -> Alert:
    """What a phone asks when an app is first opened that needs to be allowed something."""

    def allow() -> None:
        phone.allowed.add(app.package)

    return Alert(
        f"Allow {app.name} to {app.asks_for}?",
        buttons=(("Allow", allow), ("Don't allow", lambda: phone.stop(app.package))),
        package=PERMISSIONS,
        window=f"{PERMISSIONS}/{PERMISSIONS}.permission.ui.GrantPermissionsActivity",
        must_answer=True,
    )


def crash_note(phone: Handset, app: PhoneApp) -> Alert:
    """What a phone says of an app that stopped."""
    return Alert(
        f"{app.name} keeps stopping",
        buttons=(("Close app", None), ("App info", None)),
        package="android",
        window=f"Application Error: {app.package}",
        must_answer=True,
    )


# Notifications, recent apps, the lock screen


def _notice_card(phone: Handset, notice: Notice) -> View:
    name = phone.apps[notice.package].name if notice.package in phone.apps else "Android System"
    return View(
        style="card",
        id="com.android.systemui:id/expandableNotificationRow",
        on={"tap": partial(phone.open_notice, notice), "swipe": partial(_swipe_notice, phone, notice)},
        children=(
            text(name, id="android:id/app_name_text", style="soft"),
            text(notice.title, id="android:id/title", style="strong"),
            text(notice.text, id="android:id/text"),
        ),
    )


def _swipe_notice(phone: Handset, notice: Notice, way: str) -> None:
    """Sideways takes it away; upwards it goes out of sight, or the shade does."""
    if way in ("left", "right"):
        phone.notices = [other for other in phone.notices if other is not notice]
    elif way == "up":
        phone.shade_open = False
    phone.drop_banner()


def _shade(phone: Handset) -> View:
    def close(way: str) -> None:
        phone.shade_open = way != "up"

    def clear() -> None:
        phone.notices.clear()
        phone.shade_open = False

    head = row(
        text(f"{phone.clock:%H:%M}", style="large", id="clock"),
        text(f"{phone.clock:%a, %b} {phone.clock.day}", id="date"),
    )
    cards = [_notice_card(phone, notice) for notice in phone.notices]
    rest = (
        (button("Clear all", clear, id="dismiss_text"),)
        if cards
        else (text("No notifications", id="no_notifications"),)
    )
    stack = scroll_list((*cards, *rest), id="notification_stack_scroller", kind="ScrollView")
    return View(style="shade", id="notification_panel", on={"swipe": close}, children=(head, stack))


def _recents(phone: Handset) -> View:
    def forget(task: RunningApp) -> None:
        phone.stop(task.app.package)
        phone.recents_open = bool(phone.running)

    def swipe(task: RunningApp, way: str) -> None:
        if way == "up":
            forget(task)

    def clear() -> None:
        for task in list(phone.running):
            forget(task)

    cards = [
        View(
            style="card row spread",
            id="task",
            description=task.app.name,
            on={
                "tap": partial(phone.launch, task.app.package),
                "swipe": partial(swipe, task),
            },
            children=(
                text(task.app.name, style="title"),
                icon_button(f"Close {task.app.name}", CLOSE, partial(forget, task), id="dismiss_task"),
            ),
        )
        for task in reversed(phone.running)
    ]
    rest = (button("Clear all", clear, id="clear_all"),) if cards else (text("No recent items", style="middle"),)
    return View(style="shade", id="overview_panel", children=(scroll_list((*cards, *rest), kind="ScrollView"),))


def _lock(phone: Handset) -> View:
    def unlock(way: str) -> None:
        if way == "up":
            phone.unlock()

    return View(
        style="lock",
        id="keyguard_root_view",
        on={"swipe": unlock},
        children=(
            text(f"{phone.clock:%H:%M}", style="large", id="lockscreen_clock_view"),
            text(f"{phone.clock:%A, %B} {phone.clock.day}"),
            text("Swipe up to unlock", id="keyguard_indication_text", style="soft"),
        ),
    )
