"""HarmonyOS phones as a kind of screen: what users may set, how one opens, what the doctor looks at."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from askonce.config import Settings
from askonce.errors import AskonceError
from askonce.screens.option_fields import NoEffect, Words
from askonce.screens.phones.phone_options import PhoneOptions
from askonce.screens.screen_kind import (
    TAKES_SLOTS,
    AttachedDevice,
    Finding,
    HealthContext,
    Offered,
    OpenContext,
    OpenedScreen,
    ScreenKind,
    ScreenOptions,
    device_names,
)

if TYPE_CHECKING:
    from askonce.screens.harmony.harmony_screen import HarmonyScreen


class HarmonyOptions(ScreenOptions):
    """A HarmonyOS phone, over hdc."""

    target: Annotated[
        Words | None,
        TAKES_SLOTS,
        Offered(("command", "mcp", "mark"), name="harmony", metavar="KEY"),
        Offered(("doctor",), name="harmony", metavar="KEY", help="Look at this HarmonyOS phone."),
    ] = Field(default=None, alias="deviceId")
    """HarmonyOS phone by its connect key, or `any`."""
    launch: Annotated[Words | None, TAKES_SLOTS] = None
    """The app to begin with: its name, its bundle, bundle/Ability, or a link."""
    hdc_path: Words | None = None
    """The hdc program; the one in HDC_HOME or on the path by default."""
    app_names: dict[str, str] = Field(default_factory=dict[str, str], alias="appNameMapping")
    """Bundles by your own names for apps."""
    hide_keyboard: bool = Field(default=False, alias="autoDismissKeyboard")
    """Put the on-screen keyboard away after typing. What it covers is uncovered in any case before it is touched."""
    keyboard_dismiss_strategy: Literal["esc-first", "back-first"] = "esc-first"
    """Which key puts the keyboard away: Escape, or the back button."""
    keyboard_type_delay: float = Field(default=0.0, ge=0, le=5000)
    """Milliseconds between two keys; a text is typed at once by default."""
    upload_path: Words | None = None
    """The only folder that files may be copied to the phone from."""
    allow_hdc_shell: bool = False
    """Allow shell commands on the phone."""

    @property
    def wanted(self) -> str:
        target = self.target or ""
        return "" if target.lower() == "any" else target

    def phone_options(self, context: OpenContext) -> PhoneOptions:
        return PhoneOptions(
            app_names=self.app_names,
            hides_keyboard=self.hide_keyboard,
            back_hides=self.keyboard_dismiss_strategy == "back-first",
            type_delay=self.keyboard_type_delay / 1000,
            uploads=(context.folder or Path()) / self.upload_path if self.upload_path else context.uploads,
            files=context.settings.runs / "files" if context.settings.runs else None,
        )


class HarmonyTarget(HarmonyOptions):
    """A HarmonyOS phone, over hdc."""

    screenshot_resize_scale: Annotated[float | None, NoEffect("pictures are made to fit the model's family")] = None


async def _find_devices(settings: Settings) -> Sequence[AttachedDevice]:
    from askonce.screens.harmony.hdc_client import HdcProgram

    targets = await HdcProgram().phones()
    return tuple(AttachedDevice(target, device_names(target), {"target": target}) for target in targets)


@asynccontextmanager
async def _open(options: HarmonyOptions, context: OpenContext) -> AsyncGenerator[OpenedScreen, None]:
    from askonce.screens.harmony.hdc_client import HdcProgram
    from askonce.screens.phones.phone_lock import hold_phone

    async with AsyncExitStack() as stack:
        phone = await HdcProgram(options.hdc_path or "").choose(options.wanted)
        stack.enter_context(hold_phone(phone.target))
        screen = await _new_screen(options, context, phone.target)
        stack.push_async_callback(screen.close)

        async def begin() -> None:
            if options.launch:
                await screen.launch(options.launch)
                await screen.settle()

        yield OpenedScreen(screen, begin)


async def _new_screen(options: HarmonyOptions, context: OpenContext, target: str) -> HarmonyScreen:
    from askonce.screens.harmony.harmony_screen import HarmonyScreen
    from askonce.screens.harmony.harmony_shell import HarmonyShellScreen
    from askonce.screens.harmony.hdc_client import HdcPhone, HdcProgram

    made = HarmonyShellScreen if options.allow_hdc_shell and context.is_trusted else HarmonyScreen
    return await made(HdcPhone(target, HdcProgram(options.hdc_path or "")), options.phone_options(context)).open()


async def _examine(options: HarmonyOptions, context: HealthContext) -> Sequence[Finding]:
    """Whether hdc is there, which phones are, and whether the one that is named answers."""
    from askonce.screens.harmony.hdc_client import HdcProgram

    try:
        program = HdcProgram(options.hdc_path or "")
    except AskonceError as error:
        return [Finding("hdc", False, "not found", error.remedy, needed=bool(options.target))]
    found = [Finding("hdc", True, str(program.path), needed=False)]
    if not options.target:
        return found  # no server is started for somebody who has no phone
    try:
        phones = await program.phones()
        found.append(Finding("phones", bool(phones), ", ".join(phones) or "none"))
        phone = await program.choose(options.wanted)
        screen = await _new_screen(options, OpenContext(context.settings), phone.target)
        try:
            size, tree = await screen.size(), await screen.tree()
        finally:
            await screen.close()
    except AskonceError as error:
        return [*found, Finding("HarmonyOS phone", False, error.message, error.remedy)]
    said = f"{screen.serial}, {size}, {len(tree.nodes)} elements at {tree.address}"
    return [*found, Finding("HarmonyOS phone", True, said)]


def _class_of(target: HarmonyOptions, context: OpenContext) -> str:
    name = "harmony_shell:HarmonyShellScreen" if target.allow_hdc_shell else "harmony_screen:HarmonyScreen"
    return f"askonce.screens.harmony.{name}"


KIND: ScreenKind[HarmonyOptions] = ScreenKind(
    name="harmony",
    title="HarmonyOS",
    options=HarmonyOptions,
    open=_open,
    screen_class="askonce.screens.harmony.harmony_screen:HarmonyScreen",
    class_of=_class_of,
    target=HarmonyTarget,
    examine=_examine,
    find_devices=_find_devices,
)
