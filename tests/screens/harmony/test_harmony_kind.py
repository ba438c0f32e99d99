"""What users may set for a HarmonyOS phone, how it is reached, and what is said where it cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from askonce.actions import ActionSpace
from askonce.config import Settings
from askonce.errors import AskonceError, ConfigError, NotAllowed, ScreenError
from askonce.launch import harmony
from askonce.screens.harmony.harmony_kind import KIND, HarmonyOptions, HarmonyTarget
from askonce.screens.harmony.harmony_screen import HarmonyScreen
from askonce.screens.harmony.harmony_shell import HarmonyShellScreen
from askonce.screens.harmony.hdc_client import HdcProgram
from askonce.screens.screen_kind import HealthContext, OpenContext
from askonce.script.player import play
from askonce.script.script_loader import load_script
from askonce.testing.phone import Contact, SamplePhone
from askonce.values import Secret


@pytest.mark.long  # the test of iPhones shows it each time, and the contract that every verb works
async def test_a_contact_is_added_recorded_and_added_again_without_a_model(phone: SamplePhone, tmp_path: Path) -> None:
    phone.reset()
    sentence = "tap Create contact, type {name} into Name, type {number} into Phone and tap Save"
    ways = []
    for name, number in (("Ann Lee", "555 0100"), ("O'Zoë $(日本) ;", "+1 555")):
        settings = Settings(runs=tmp_path)
        opened = harmony(launch="Contacts", hdc_path=phone.hdc_path, settings=settings, recordings="contacts")
        async with opened as agent:
            ways.append((await agent.act(sentence, name=name, number=number)).how)
    assert phone.records.contacts == [Contact("Ann Lee", "555 0100"), Contact("O'Zoë $(日本) ;", "+1 555")]
    assert ways == ["asked", "replayed"]


async def test_a_phone_is_driven_by_one_agent_and_files_and_commands_reach_it(
    phone: SamplePhone, tmp_path: Path
) -> None:
    (tmp_path / "photo.png").write_bytes(b"picture")
    context = OpenContext(Settings(runs=tmp_path / "runs"), uploads=tmp_path)
    options = HarmonyTarget.model_validate({"deviceId": phone.udid, "hdcPath": phone.hdc_path, "allowHdcShell": True})
    async with KIND.open(options, context) as opened:
        screen = opened.screen
        assert isinstance(screen, HarmonyShellScreen)
        assert "RunAdbShell" in [action.title() for action in ActionSpace(screen)]
        with pytest.raises(ConfigError, match="is being driven by another agent"):
            async with harmony(hdc_path=phone.hdc_path, settings=Settings(runs=None)):
                pass
        await screen.push_file("photo.png", "/data/local/tmp/")
        assert (await screen.pull_file("/data/local/tmp/photo.png")).read_bytes() == b"picture"
        assert await screen.run_shell("bm dump -a | grep broccoli", 20) == "com.flauschcode.broccoli"
        with pytest.raises(NotAllowed, match="outside"):
            await screen.push_file("../secret", "/data/local/tmp/")
        with pytest.raises(ScreenError, match="no such file"):
            await screen.pull_file("/data/local/tmp/nothing")


async def test_the_shell_is_not_there_for_those_who_may_not_reach_this_machine(phone: SamplePhone) -> None:
    options = HarmonyOptions(hdc_path=phone.hdc_path, allow_hdc_shell=True)
    async with KIND.open(options, OpenContext(Settings(runs=None), is_trusted=False)) as opened:
        assert isinstance(opened.screen, HarmonyScreen)
        assert not isinstance(opened.screen, HarmonyShellScreen)


async def test_what_is_missing_is_told_with_what_to_do(
    phone: SamplePhone, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    settings = Settings(runs=None)
    with pytest.raises(ConfigError, match="there is no phone 'A1'") as caught:
        async with harmony("A1", hdc_path=phone.hdc_path, settings=settings):
            pass
    assert phone.udid in caught.value.remedy
    phone.unplug()
    try:
        with pytest.raises(ConfigError, match="no phone is there") as caught:
            async with harmony(hdc_path=phone.hdc_path, settings=settings):
                pass
        assert "hdc list targets" in caught.value.remedy
    finally:
        phone.plug_in()
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("HDC_HOME", raising=False)
    with pytest.raises(ConfigError, match="there is no hdc program") as caught:
        async with harmony(settings=settings):
            pass
    assert "HDC_HOME" in caught.value.remedy


async def test_a_secret_is_in_no_error_of_the_phone(phone: SamplePhone) -> None:
    phone.reset()
    settings = Settings(runs=None, patience=0)
    async with harmony(launch="Contacts", hdc_path=phone.hdc_path, settings=settings) as agent:
        await agent.act("tap Create contact")
        phone.unplug()
        try:
            with pytest.raises(AskonceError) as caught:
                await agent.act("type {password} into Name", password=Secret("hunter2 with spaces"))
        finally:
            phone.plug_in()
    assert "hunter2" not in str(caught.value)


@pytest.mark.long
async def test_a_script_of_midscene_is_played_as_it_is(phone: SamplePhone, tmp_path: Path) -> None:
    phone.reset()
    file = Path(__file__).with_name("midscene") / "single_actions.yaml"
    script = load_script(file, environment={"KEY": phone.udid, "HDC": phone.hdc_path})
    result = await play(script, settings=Settings(runs=tmp_path))
    assert result.success, result.error
    assert phone.records.contacts == [Contact("Bob Ray", "555 0101")]
    assert result.results["bundles"] == "com.flauschcode.broccoli"


async def test_the_doctor_says_what_it_found(phone: SamplePhone) -> None:
    assert KIND.examine
    options = HarmonyOptions(target="any", hdc_path=phone.hdc_path)
    found = {each.name: each for each in await KIND.examine(options, HealthContext(Settings(runs=None)))}
    assert found["hdc"].said == phone.hdc_path
    assert found["phones"].said == phone.udid
    assert "elements at harmony://device/" in found["HarmonyOS phone"].said
    with pytest.raises(ScreenError, match="no such file"):  # what it looked at does not stay on the phone
        await (await HdcProgram(phone.hdc_path).choose()).read("/data/local/tmp/askonce_layout.json")
