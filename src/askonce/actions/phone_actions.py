"""What only phones and tablets have: a home screen, recent apps, notifications, two ways to hold them.

Models read docstrings and descriptions of fields, which are short and exact; people read titles of fields.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from askonce.actions.action import Action
from askonce.screens import HomeButton, NotificationShade, Rotation

__all__ = ["Home", "Notifications", "RecentApps", "Rotate"]


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
