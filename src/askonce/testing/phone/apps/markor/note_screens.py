"""The activities of Markor."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from askonce.testing.phone.activity import Activity, Alert
from askonce.testing.phone.views import (
    ADD,
    CLOSE,
    DELETE,
    DONE,
    EDIT,
    FOLDER,
    PAPER,
    View,
    app_bar,
    entry,
    icon_button,
    row,
    scroll_list,
    text,
    text_field,
    tick_box,
)

if TYPE_CHECKING:
    from askonce.testing.phone.handset import Handset


class Notebook(Activity):
    """The files of a folder. A hold selects an entry, which can then be renamed, deleted or moved."""

    name = ".activity.MainActivity"

    def __init__(self, phone: Handset) -> None:
        super().__init__(phone)
        self.folder = ""
        self.chosen: set[str] = set()

    def view(self) -> View:
        folders, files = self.phone.records.notes.inside(self.folder)
        rows = [self._row(name, FOLDER, "Folder") for name in folders]
        rows += [self._row(name, PAPER, self._length(name)) for name in files]
        up = [entry(text("..", id="opoc_filesystem_item__title"), tap=self.back)] if self.folder else []
        nothing = [] if rows else [text("This folder is empty", style="padded soft")]
        new = icon_button("Create a new file or folder", ADD, self._ask_new, id="fab_add_new_item", style="fab")
        listed = scroll_list([*up, *rows, *nothing], id="filesystem_viewer__list")
        return View(children=(self._bar(), listed, new))

    def back(self) -> bool:
        if self.chosen:
            self.chosen.clear()
        elif self.folder:
            self.folder = self.folder.rpartition("/")[0]
        else:
            return False
        return True

    def _bar(self) -> View:
        if not self.chosen:
            return app_bar(self.folder.rpartition("/")[2] or "Markor")
        rename = [icon_button("Rename", EDIT, self._ask_name, id="action_rename_selected_item")] * (
            len(self.chosen) == 1
        )
        move = icon_button("Move", FOLDER, self._ask_place, id="action_move_selected_items")
        delete = icon_button("Delete", DELETE, self._ask_deletion, id="action_delete_selected_items")
        return app_bar(f"{len(self.chosen)} selected", *rename, move, delete, up=self.chosen.clear)

    def _row(self, name: str, icon: str, about: str) -> View:
        path = self._path(name)

        def choose() -> None:
            self.chosen.symmetric_difference_update({path})

        def show() -> None:
            if self.chosen:
                choose()
            elif icon == FOLDER:
                self.folder = path
            else:
                self.phone.open_activity(NoteEditor(self.phone, path))

        picture = View("ImageView", icon=icon, hidden=True)
        words = View(
            style="column grow",
            hidden=True,
            children=(
                text(name, id="opoc_filesystem_item__title"),
                text(about, id="opoc_filesystem_item__description", style="soft"),
            ),
        )
        return entry(
            picture, words, id="opoc_filesystem_item__root", tap=show, hold=choose, selected=path in self.chosen
        )

    def _path(self, name: str) -> str:
        return f"{self.folder}/{name}" if self.folder else name

    def _length(self, name: str) -> str:
        return f"{len(self.phone.records.notes[self._path(name)].encode())} bytes"

    def _ask_new(self) -> None:
        form = NewNote()

        def make(*, is_folder: bool) -> None:
            name = form.title.strip().strip("/")
            path = self._path(name if is_folder else form.file_name)
            if not name:
                self.phone.toast("Enter a name")
            elif path in self.phone.records.notes or path in self.phone.records.notes.folders:
                self.phone.toast(f"{path} is there already")
            elif is_folder:
                self.phone.records.notes.folders.add(path)
            else:
                self.phone.records.notes[path] = ""
                self.phone.open_activity(NoteEditor(self.phone, path))

        buttons = (("OK", lambda: make(is_folder=False)), ("Folder", lambda: make(is_folder=True)), ("Cancel", None))
        self.phone.ask(Alert("New file or folder", buttons=buttons, body=form.views))

    def _ask_name(self) -> None:
        path = next(iter(self.chosen))
        folder, _, name = path.rpartition("/")
        entered = [name]

        def enter(words: str) -> None:
            entered[0] = words

        def rename() -> None:
            to = f"{folder}/{entered[0].strip()}" if folder else entered[0].strip()
            if not entered[0].strip() or to in self.phone.records.notes:
                self.phone.toast(f"{to or 'An empty name'} cannot be used")
                return
            self.phone.records.notes.move(path, to)
            self.chosen.clear()

        def field() -> tuple[View, ...]:
            return (text_field(entered[0], enter, id="new_name", hint="Name", autofocus=True),)

        self.phone.ask(Alert("Rename", buttons=(("OK", rename), ("Cancel", None)), body=field))

    def _ask_place(self) -> None:
        def move(folder: str) -> None:
            for path in self.chosen:
                name = path.rpartition("/")[2]
                self.phone.records.notes.move(path, f"{folder}/{name}" if folder else name)
            self.chosen.clear()
            self.phone.answer(None)

        def places() -> tuple[View, ...]:
            folders = ["", *sorted(self.phone.records.notes.folders - self.chosen)]
            rows = [entry(text(folder or "Markor"), tap=partial(move, folder)) for folder in folders]
            return (scroll_list(rows, id="ui__filesystem_dialog__list", style=""),)

        self.phone.ask(Alert("Move to", buttons=(("Cancel", None),), body=places))

    def _ask_deletion(self) -> None:
        def delete() -> None:
            for path in self.chosen:
                self.phone.records.notes.remove(path)
            self.chosen.clear()

        names = "\n".join(sorted(self.chosen))
        self.phone.ask(Alert("Confirm delete", names, (("OK", delete), ("Cancel", None))))


class NewNote:
    """The form of a new file: a name and an extension."""

    title, extension = "", ".md"

    @property
    def file_name(self) -> str:
        title = self.title.strip()
        return title if title.endswith((".md", ".txt")) else f"{title}{self.extension}"

    def views(self) -> tuple[View, ...]:
        def enter(words: str) -> None:
            self.title = words

        def choose(extension: str) -> None:
            self.extension = extension

        kinds = [
            tick_box(kind, self.extension == kind, partial(choose, kind), id=f"type{kind}", kind="RadioButton")
            for kind in (".md", ".txt")
        ]
        return (
            text_field(self.title, enter, id="new_file_dialog__name", hint="Name", autofocus=True),
            row(*kinds),
        )


class NoteEditor(Activity):
    """The text of a file. It is kept with Save, and when the editor is left."""

    name = ".activity.DocumentActivity"
    resizes = True

    def __init__(self, phone: Handset, path: str) -> None:
        super().__init__(phone)
        self.path = path
        self.text = phone.records.notes.get(path, "")

    def view(self) -> View:
        def write(words: str) -> None:
            self.text = words

        bar = app_bar(
            self.path.rpartition("/")[2],
            icon_button("Save", DONE, self._save, id="action_save"),
            icon_button("Discard changes", CLOSE, self._discard, id="action_discard"),
            up=self._leave,
        )
        editor = text_field(
            self.text, write, id="document__fragment__edit__highlighting_editor", lines=True, style="page grow"
        )
        return View(children=(bar, editor))

    def back(self) -> bool:
        self._leave()
        return True

    def _save(self) -> None:
        self.phone.records.notes[self.path] = self.text
        self.phone.toast("Saved")

    def _discard(self) -> None:
        self.text = self.phone.records.notes.get(self.path, "")

    def _leave(self) -> None:
        if self.phone.records.notes.get(self.path) != self.text:
            self.phone.records.notes[self.path] = self.text
        self.phone.finish()
