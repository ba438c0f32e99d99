"""The home screen, with the app drawer that a swipe up opens."""

from __future__ import annotations

from askonce.testing.phone.activity import Activity, PhoneApp
from askonce.testing.phone.views import View, button, scroll_list, text, text_field

_ON_HOME = 8


class HomeScreen(Activity):
    name = ".Launcher"

    drawer_open = False
    searched = ""

    def view(self) -> View:
        return self._drawer() if self.drawer_open else self._home()

    def back(self) -> bool:
        self.drawer_open, self.searched = False, ""
        return True

    def _apps(self) -> list[PhoneApp]:
        return [app for app in self.phone.apps.values() if app.main is not HomeScreen]

    def _home(self) -> View:
        def open_drawer(way: str = "up") -> None:
            self.drawer_open = way == "up"

        date = text(f"{self.phone.clock:%A, %b} {self.phone.clock.day}", style="large padded", id="date")
        icons = View(style="grid grow", id="workspace", children=tuple(map(self._icon, self._apps()[:_ON_HOME])))
        apps = button("Apps", open_drawer, id="all_apps_button", style="filled")
        return View(style="home column", on={"swipe": open_drawer}, children=(date, icons, apps))

    def _drawer(self) -> View:
        def search(words: str) -> None:
            self.searched = words

        def close(way: str) -> None:
            self.drawer_open = way != "down"

        found = [app for app in self._apps() if self.searched.strip().casefold() in app.name.casefold()]
        found.sort(key=lambda app: app.name.casefold())
        icons = View(style="grid", hidden=True, children=tuple(map(self._icon, found)))
        nothing = () if found else (text("No apps found", style="padded"),)
        field = text_field(self.searched, search, id="search_box_input", hint="Search apps")
        parts = (field, scroll_list((icons, *nothing), id="apps_list_view"))
        return View(style="home column", on={"swipe": close}, children=parts)

    def _icon(self, app: PhoneApp) -> View:
        def launch() -> None:
            self.phone.launch(app.package)

        return View(
            "TextView",
            app.name,
            id="icon",
            style="app",
            icon=app.icon,
            color=app.color,
            description=app.name,
            on={"tap": launch},
        )
