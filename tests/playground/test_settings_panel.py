"""Settings over the socket: models are changed and verified, and keys never come back."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playground_rig import PageClient, Sitting, sitting

from askonce.cli.serve_playground import verify_models
from askonce.geometry import Box
from askonce.screens.fake import Button, FakeScreen
from askonce.testing import ModelServer

pytestmark = pytest.mark.asyncio(loop_scope="module")
KEY = "sk-never-to-be-seen-again"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def place() -> AsyncIterator[Sitting]:
    async with sitting(FakeScreen([Button("Save", Box(20, 20, 100, 30))]), verify=verify_models) as place:
        yield place


@pytest_asyncio.fixture(loop_scope="module")
async def client(place: Sitting) -> AsyncIterator[PageClient]:
    async with place.client() as client:
        await client.ask("writer.take")
        await client.ask("settings.set", values={"model": ""})
        yield client


def value_of(settings: dict[str, Any], name: str) -> Any:
    return next(field["value"] for field in settings["fields"] if field["name"] == name)


async def test_a_model_is_set_asked_and_left_again(client: PageClient) -> None:
    with ModelServer() as server:
        server.reply('<complete success="true">It is there.</complete>')
        values = {"model": "tiny", "base_url": server.url, "api_key": KEY, "family": "gemini", "sees": "elements"}
        settings = await client.ask("settings.set", values=values)
        done = await client.ask("ask", tool="act", arguments={"instruction": "do something strange"})
        checks = (await client.ask("settings.verify"))["checks"]
        hidden = await client.ask("ask", tool="act", arguments={"instruction": "press Save"}, model="embedded")
        keys = {request.headers["authorization"] for request in server.requests}

    key = next(field for field in settings["fields"] if field["name"] == "api_key")
    assert (key["value"], key["is_set"]) == ("", True)
    assert settings["model"]["name"] == "tiny"
    assert (value_of(settings, "base_url"), value_of(settings, "sees")) == (server.url, "elements")
    assert (done["state"], done["calls"]) == ("done", 1)
    assert hidden["state"] == "done"
    assert keys == {f"Bearer {KEY}"}
    assert checks[0]["ok"], checks
    assert KEY not in json.dumps([settings, checks, done, client.events])
    assert (await client.told("settings"))["model"]["name"] == "tiny"

    left = await client.ask("settings.set", values={"model": ""})
    assert left["model"]["name"] == "embedded"


async def test_a_key_is_not_sent_to_another_address(client: PageClient) -> None:
    with ModelServer() as first, ModelServer() as second:
        await client.ask("settings.set", values={"model": "tiny2", "base_url": first.url, "api_key": KEY})
        moved = await client.ask("settings.set", values={"base_url": second.url})
        await client.ask("settings.verify")
        seen = [request.headers.get("authorization", "") for request in second.requests]

    assert next(field for field in moved["fields"] if field["name"] == "api_key")["is_set"] is False
    assert not any(KEY in header for header in seen)


async def test_a_model_that_does_not_answer_is_told_with_a_remedy(client: PageClient) -> None:
    await client.ask("settings.set", values={"model": "gone", "base_url": "http://127.0.0.1:9/v1", "api_key": KEY})
    (check,) = [check for check in (await client.ask("settings.verify"))["checks"] if not check["ok"]]
    assert check["remedy"]


async def test_settings_of_acts_are_kept(client: PageClient) -> None:
    set_ = await client.ask("settings.set", values={"rounds": 3, "deep_think": True, "sees": "both"})
    assert [value_of(set_, name) for name in ("rounds", "deep_think", "sees")] == [3, True, "both"]
    unset = await client.ask("settings.set", values={"rounds": "", "deep_think": False, "sees": ""})
    assert [value_of(unset, name) for name in ("rounds", "deep_think", "sees")] == [None, False, ""]


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"model": "tiny", "base_url": "ftp://x"}, "not the address of a provider"),
        ({"model": "tiny", "family": "gemeni"}, "no model family 'gemeni'"),
        ({"sees": "nothing"}, "cannot see 'nothing'"),
        ({"deep_think": "maybe"}, "on or off"),
        ({"model": 7}, "model is not a text"),
        ({"rounds": 1.5}, "cannot have 1.5 rounds"),
    ],
)
async def test_what_cannot_be_set_changes_nothing(client: PageClient, values: dict[str, Any], says: str) -> None:
    before = await client.ask("settings.get")
    assert says in (await client.refused("settings.set", values=values))["message"]
    assert await client.ask("settings.get") == before


async def test_secrets_are_known_by_name_alone(client: PageClient) -> None:
    assert await client.ask("secrets.set", name="pin", value="hunter2-hunter2") == {"secrets": ["pin"]}
    assert await client.ask("secrets.remove", name="pin") == {"secrets": []}
    assert "1 character" in (await client.refused("secrets.set", name="pin", value="1"))["message"]
    assert "hunter2" not in json.dumps(client.events)
