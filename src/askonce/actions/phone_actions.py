"""What only phones and tablets have: a home screen, recent apps, notifications, two ways to hold them.

Models read docstrings and descriptions of fields, which are short and exact; people read titles of fields.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from askonce.actions.action import Action
from askonce.screens import DeviceShell, FileTransfer, HomeButton, NotificationShade, Rotation

__all__ = ["Home", "Notifications", "PullFile", "PushFile", "RecentApps", "Rotate", "RunAdbShell"]


class Home(Action[HomeButton]):
    """Go to the home screen."""

    also = ("AndroidHomeButton", "IOSHomeButton", "HarmonyHomeButton", "PressHome")
    wording = "Go to the home screen"
    gesture = "go"

    @property
    def is_repeatable(self) -> bool:
        return True

    async def perform(self, screen: HomeButton) -> None:
        await screen.home()


class RecentApps(Action[HomeButton]):
    """Show the apps that were used last."""

    also = ("AndroidRecentAppsButton", "IOSAppSwitcher", "HarmonyRecentAppsButton", "Recents")
    wording = "Show the recent apps"
    gesture = "go"

    async def perform(self, screen: HomeButton) -> None:
        await screen.recents()


class Notifications(Action[NotificationShade]):
    """Open the notifications."""

    also = ("OpenNotifications",)
    wording = "Open the notifications"
    gesture = "go"

    @property
    def is_repeatable(self) -> bool:
        return True

    async def perform(self, screen: NotificationShade) -> None:
        await screen.notifications()


class Rotate(Action[Rotation]):
    """Turn the device."""

    examples = ("landscape",)
    wording = "Turn to {to}"
    gesture = "do"

    to: Literal["portrait", "landscape"] = Field(title="how it is held")

    @property
    def is_repeatable(self) -> bool:
        return True

    async def perform(self, screen: Rotation) -> None:
        await screen.rotate(self.to)


class PushFile(Action[FileTransfer]):
    """Copy a file to the device, by name."""

    examples = ("photo.png /sdcard/Download/photo.png",)
    wording = "Copy {file} to {path} on the device"
    gesture = "do"
    film_field = "file"

    file: str = Field(min_length=1, title="its name in the folder that the session was started with: --uploads")
    path: str = Field(min_length=1, title="where it goes on the device; a folder ends with /")

    @property
    def is_repeatable(self) -> bool:
        return True

    async def perform(self, screen: FileTransfer) -> None:
        await screen.push_file(self.file, self.path)


class PullFile(Action[FileTransfer]):
    """Copy a file from the device."""

    examples = ("/sdcard/Download/invoice.pdf",)
    wording = "Copy {path} from the device"
    gesture = "do"
    film_field = "path"

    path: str = Field(min_length=1, title="where it lies on the device")

    @property
    def is_repeatable(self) -> bool:
        return True

    async def perform(self, screen: FileTransfer) -> str:
        return str(await screen.pull_file(self.path))


class RunAdbShell(Action[DeviceShell]):
    """Run a command in the phone's shell and get what it prints. No variables, no redirection; | is fine."""

    also = ("AdbShell", "RunHdcShell", "HdcShell", "Shell")
    examples = ("'dumpsys battery'", "'pm list packages | grep calendar'")
    wording = "Run {command}"
    gesture = "do"
    film_field = "command"
    longest_output = 10_000
    lacking = (
        "it is switched off: allow it with allow_adb_shell=True, --allow-adb-shell, allowAdbShell: true in the script, "
        "or ASKONCE_ADB_SHELL=true; on HarmonyOS with allow_hdc_shell=True or allowHdcShell: true"
    )

    command: str = Field(min_length=1, title="what to run")
    seconds: float = Field(default=20.0, gt=0, le=600, exclude=True, title="how long it may take")

    async def perform(self, screen: DeviceShell) -> str:
        return await screen.run_shell(self.command, self.seconds)
