"""A screen in memory, made of widgets: for trying flows, actions and agents without a browser or a device.

    def sign_in() -> None:
        screen.show(Text("Welcome, " + email.value, Box(20, 20, 300, 30)))

    email = Field("Email", Box(20, 20, 300, 30))
    screen = FakeScreen([email, Button("Sign in", Box(20, 60, 120, 30), on_tap=sign_in)])

It draws itself, knows its elements, has every verb and keeps a log of what was done to it.
"""

from askonce.screens.fake.fake_screen import START, FakeDesktop, FakePhone, FakeScreen
from askonce.screens.fake.widgets import Button, CheckBox, Choice, Field, FileField, Text, Widget

__all__ = [
    "START",
    "Button",
    "CheckBox",
    "Choice",
    "FakeDesktop",
    "FakePhone",
    "FakeScreen",
    "Field",
    "FileField",
    "Text",
    "Widget",
]
