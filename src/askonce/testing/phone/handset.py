"""The phone itself: which activities run, what is in front, what the buttons do, what windows there are."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import field
from datetime import UTC, datetime

from askonce.geometry import Size
from askonce.lazy import dataclass
from askonce.testing.phone import system_windows
from askonce.testing.phone.activity import Activity, Alert, Notice, PhoneApp
from askonce.testing.phone.phone_records import PhoneRecords
from askonce.testing.phone.system_windows import LAUNCHER, PhoneWindow

SUNDAY = datetime(2023, 10, 15, 15, 34, tzinfo=UTC)
PORTRAIT = Size(360, 800)
_TOAST, _BANNER = 2.0, 5.0
"""For how many seconds they are seen."""


@dataclass(slots=True)
class RunningApp:
    """An app that was started, with its activities, the last one in front."""

    app: PhoneApp
    activities: list[Activity] = field(default_factory=list[Activity])
    over: str = ""
    """The package of the app that it came over, which is seen again when it closes; none for the home screen."""


class Handset:
    """A phone without its glass: everything here is plain state, read anew for each look."""

    def __init__(self, apps: tuple[PhoneApp, ...], records: PhoneRecords, clock: datetime = SUNDAY) -> None:
        self.apps = {app.package: app for app in apps}
        self.records = records
        self.reset(clock)

    def reset(self, clock: datetime = SUNDAY) -> None:
        """The phone as it is when it is new; its records stay."""
        self.clock = clock
        self.running: list[RunningApp] = []
        self.allowed: set[str] = set()
        self.system_alerts: list[Alert] = []
        self.notices: list[Notice] = []
        self.toasts: list[str] = []
        self._banner: tuple[Notice, float] | None = None
        self._toast: tuple[str, float] | None = None
        self.clipboard = ""
        self.settings: dict[tuple[str, str], str] = {
            ("secure", "default_input_method"): "com.android.inputmethod.latin/.LatinIME",
            ("secure", "enabled_input_methods"): "com.android.inputmethod.latin/.LatinIME",
            ("system", "user_rotation"): "0",
            ("system", "accelerometer_rotation"): "0",
            ("system", "screen_off_timeout"): "1800000",
            ("global", "device_name"): "Askonce Sample",
        }
        self.automation_allowed = True
        self.keyboards: list[str] = []
        """Other keyboards that are installed and not yet enabled."""
        self.keyboard_shown = False
        self.keyboard_layer = "letters"
        self.typed: list[tuple[str, str]] = []
        """Keys and signs of the keyboard that were tapped and not yet written."""
        self.shade_open = self.recents_open = self.locked = self.secured = False
        self.awake = self.at_home = True
        self.random: random.Random | None = None
        """What decides about disturbances; None for an undisturbed phone."""
        self.disturbed: list[str] = []
        self.home = self.apps[LAUNCHER].main(self)

    # What is in front

    @property
    def rotation(self) -> int:
        return int(self.settings["system", "user_rotation"]) % 4

    @rotation.setter
    def rotation(self, quarters: int) -> None:
        self.settings["system", "user_rotation"] = str(quarters % 4)

    @property
    def size(self) -> Size:
        return PORTRAIT if self.rotation % 2 == 0 else Size(PORTRAIT.height, PORTRAIT.width)

    @property
    def front(self) -> RunningApp | None:
        """The app in front; None on the home screen."""
        return self.running[-1] if self.running and self.running[-1].activities and not self.at_home else None

    @property
    def activity(self) -> Activity:
        return self.front.activities[-1] if self.front else self.home

    @property
    def package(self) -> str:
        return self.front.app.package if self.front else LAUNCHER

    @property
    def component(self) -> str:
        return self.apps[self.package].component(self.activity.name)

    @property
    def takes_text(self) -> bool:
        """Whether keys reach the app: nothing of the system is over it."""
        return self.awake and not (self.locked or self.shade_open or self.recents_open)

    @property
    def focused_window(self) -> str:
        """What `mCurrentFocus` says."""
        if self.locked or not self.awake or self.shade_open:
            return "NotificationShade"
        if self.alert and self.alert.window:
            return self.alert.window
        return self.component if not self.recents_open else f"{LAUNCHER}/{LAUNCHER}.RecentsActivity"

    @property
    def alert(self) -> Alert | None:
        """The dialog in front: one of the system, else one of the activity."""
        own = [] if self.recents_open else self.activity.alerts
        return next(reversed(self.system_alerts or own), None)

    def windows(self) -> list[PhoneWindow]:
        """All windows, the lowest first."""
        return system_windows.all_windows(self)

    def told_windows(self) -> list[str]:
        """The names of those that the accessibility service tells of, the active one first."""
        return system_windows.told_windows(self)

    # What apps ask for

    def launch(self, package: str) -> None:
        """Bring an app to the front, as a tap on its icon does."""
        app = self.apps[package]
        self.close_overlays()
        if package == LAUNCHER:
            self.go_home()
            return
        task = next((task for task in self.running if task.app is app), None) or RunningApp(app)
        if not task.activities:
            task.activities.append(app.main(self))
        self._bring_to_front(task)
        if app.asks_for and package not in self.allowed:
            self._ask_permission(app)

    def _ask_permission(self, app: PhoneApp) -> None:
        question = system_windows.permission_question(self, app)
        if all(other.title != question.title for other in self.system_alerts):
            self.system_alerts.append(question)

    def open_activity(self, activity: Activity, package: str = "", *, alone: bool = False) -> None:
        """Open an activity over the one in front, or over those of another app.

        One that is opened `alone`, as a link is, has nothing of an app beneath it that did not run before.
        """
        self.close_overlays()
        if not package and self.front:
            task = self.front
        else:
            app = self.apps[package]
            new = RunningApp(app, [] if alone else [app.main(self)])
            task = next((task for task in self.running if task.app is app), new)
        task.activities.append(activity)
        self._bring_to_front(task)

    def _bring_to_front(self, task: RunningApp) -> None:
        if task is not self.front:
            task.over = self.front.app.package if self.front else ""
        self.running = [other for other in self.running if other is not task] + [task]
        self.at_home = self.recents_open = self.keyboard_shown = False

    def finish(self) -> None:
        """Close the activity in front."""
        self.keyboard_shown = False
        if task := self.front:
            task.activities.pop()
            if not task.activities:
                self._uncover(task)

    def _uncover(self, task: RunningApp) -> None:
        """Close an app; what it came over is in front again."""
        self.running.remove(task)
        beneath = [other for other in self.running if other.app.package == task.over]
        self.running = [other for other in self.running if other not in beneath] + beneath
        self.at_home = not beneath

    def stop(self, package: str) -> None:
        """End an app; what it has not saved is lost."""
        was_in_front = self.package == package
        self.running = [task for task in self.running if task.app.package != package]
        if was_in_front:
            self.system_alerts.clear()
            self.go_home()

    def crash(self) -> None:
        """The app in front stops, and the phone says so."""
        if app := self.front and self.front.app:
            self.stop(app.package)
            self.system_alerts.append(system_windows.crash_note(self, app))

    def ask(self, alert: Alert) -> None:
        """Show a dialog over the activity in front; one with a window of its own is over everything."""
        self.keyboard_shown = False
        (self.system_alerts if alert.window else self.activity.alerts).append(alert)

    def answer(self, handler: Callable[..., object] | None) -> None:
        """Close the alert in front, and do what its button does."""
        if self.alert:
            (self.system_alerts or self.activity.alerts).pop()
        self.keyboard_shown = False
        if handler:
            handler()

    def toast(self, text: str) -> None:
        self.toasts.append(text)
        self._toast = (text, time.monotonic() + _TOAST)

    @property
    def toast_shown(self) -> str:
        """The toast that can still be seen."""
        return self._toast[0] if self._toast and time.monotonic() < self._toast[1] else ""

    @property
    def banner(self) -> Notice | None:
        """The notification that still hangs over the app in front."""
        return self._banner[0] if self._banner and time.monotonic() < self._banner[1] else None

    def drop_banner(self) -> None:
        self._banner = None

    def notify(self, notice: Notice) -> None:
        self.notices.insert(0, notice)
        self._banner = (notice, time.monotonic() + _BANNER)

    def open_notice(self, notice: Notice) -> None:
        self.notices = [other for other in self.notices if other is not notice]
        self.close_overlays()
        if notice.opened:
            self.open_activity(notice.opened(self), notice.package)
        elif notice.package in self.apps:
            self.launch(notice.package)

    def link_app(self, address: str) -> PhoneApp | None:
        """The app that opens an address."""
        scheme = address.partition(":")[0].lower()
        return next((app for app in self.apps.values() if scheme in app.links), None)

    # Buttons

    def close_overlays(self) -> None:
        self.shade_open = self.recents_open = False
        self.drop_banner()

    def go_home(self) -> None:
        self.close_overlays()
        self.system_alerts = [alert for alert in self.system_alerts if alert.must_answer]
        self.at_home, self.keyboard_shown = True, False
        self.home = self.apps[LAUNCHER].main(self)

    def go_back(self) -> None:
        if self.locked or not self.awake:
            return
        if self.shade_open or self.recents_open:
            self.shade_open = self.recents_open = False
        elif self.keyboard_shown:
            self.keyboard_shown = False
        elif alert := self.alert:
            if not alert.must_answer:
                self.answer(alert.cancel)
        elif not self.activity.back() and self.front:
            self.finish()

    def show_recents(self) -> None:
        if not self.locked:
            self.shade_open, self.keyboard_shown = False, False
            self.recents_open = not self.recents_open

    def show_shade(self) -> None:
        self.drop_banner()
        self.shade_open, self.keyboard_shown = True, False

    def press_power(self) -> None:
        self.sleep() if self.awake else self.wake()

    def sleep(self) -> None:
        self.awake, self.locked, self.keyboard_shown = False, True, False

    def wake(self) -> None:
        self.awake = True

    def unlock(self) -> None:
        if self.awake and not self.secured:
            self.locked = False
