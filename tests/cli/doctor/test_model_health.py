"""What the doctor says of models."""

from __future__ import annotations

import pytest
from doctor_findings import found

from askonce.cli.doctor.findings import DoctorContext
from askonce.cli.doctor.model_health import check_models
from askonce.config import ModelRoles, Settings
from askonce.testing import Fault, ModelServer

pytestmark = pytest.mark.usefixtures("here")


async def test_a_model_is_told_with_its_family_and_what_it_sees(server: ModelServer) -> None:
    server.reply("ready")
    default = server.settings("qwen3-vl-plus", family="")
    roles = ModelRoles(default, planning=server.settings("unheard-of", family=""))

    findings = await check_models(DoctorContext(Settings(models=roles)))

    assert [one.name for one in findings] == ["default", "planning", "insight"]
    assert "family qwen3-vl, from its name, sees screenshot and elements" in findings[0].said
    assert "family generic, because its name is unknown" in findings[1].said
    assert "askonce model verify" in findings[1].remedy
    assert findings[2].said == "same model as default"
    assert len(server.requests) == 2


async def test_a_provider_that_refuses_is_quoted(server: ModelServer) -> None:
    server.reply(Fault.status(401, "this key is not known"))

    finding = (await check_models(DoctorContext(Settings(models=ModelRoles(server.settings())))))[0]

    assert finding.fails
    assert "this key is not known" in finding.said
    assert "check the API key" in finding.remedy


async def test_a_key_that_no_model_uses_is_told() -> None:
    findings = await check_models(DoctorContext(environment={"OPENAI_API_KEY": "sk-0123456789"}))

    assert "ASKONCE_MODEL_NAME" in found(findings, "key").remedy
    assert not any(one.fails for one in findings)
