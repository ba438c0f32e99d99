"""The settings of a session: the model, what it sees, and secrets by name. Values of secrets never go back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, cast, get_args

from pydantic import Field, SecretStr

from askonce.config import EMBEDDED, ModelRoles, ModelSettings, Seeing
from askonce.diagnostics.closest_name import did_you_mean
from askonce.errors import ConfigError, NotAllowed
from askonce.models.families import FAMILIES
from askonce.playground.client_connection import ClientConnection
from askonce.playground.panel import Panel, PanelCommand, PanelEvent
from askonce.values import Secret

SEES = get_args(Seeing)
MODEL_FIELDS = ("model", "base_url", "api_key", "family")


class GetSettings(PanelCommand["SettingsPanel"]):
    word: ClassVar[str] = "settings.get"
    reads: ClassVar[bool] = True

    async def perform(self, panel: SettingsPanel, client: ClientConnection) -> Mapping[str, Any]:
        return panel.fields()


class SetSettings(PanelCommand["SettingsPanel"]):
    """Change some; what is not named stays as it is."""

    word: ClassVar[str] = "settings.set"
    values: dict[str, str | int | float | bool | None]

    async def perform(self, panel: SettingsPanel, client: ClientConnection) -> Mapping[str, Any]:
        panel.change(self.values)
        return panel.fields()


class VerifySettings(PanelCommand["SettingsPanel"]):
    """Ask the model whether it can be used."""

    word: ClassVar[str] = "settings.verify"

    async def perform(self, panel: SettingsPanel, client: ClientConnection) -> Mapping[str, Any]:
        return {"checks": await panel.verify()}


class SetSecret(PanelCommand["SettingsPanel"]):
    """Give `{name}` a value that nobody sees again."""

    word: ClassVar[str] = "secrets.set"
    name: str = Field(pattern=r"^[A-Za-z_]\w{0,99}$")
    value: SecretStr

    async def perform(self, panel: SettingsPanel, client: ClientConnection) -> Mapping[str, Any]:
        return panel.set_secret(self.name, self.value.get_secret_value())


class RemoveSecret(PanelCommand["SettingsPanel"]):
    word: ClassVar[str] = "secrets.remove"
    name: str

    async def perform(self, panel: SettingsPanel, client: ClientConnection) -> Mapping[str, Any]:
        return panel.remove_secret(self.name)


class SettingsPanel(Panel):
    commands = (GetSettings, SetSettings, VerifySettings, SetSecret, RemoveSecret)

    def hello(self) -> Mapping[str, Any]:
        models = self.session.models
        return {
            "models": models.names if models else [],
            "model": models.chosen if models else self._fixed_model(),
            "sees": list(SEES),
            "secrets": sorted(self.session.secrets),
        }

    def greet(self) -> Iterator[PanelEvent]:
        yield "settings", self.fields()

    # ---- what there is

    def fields(self) -> dict[str, Any]:
        models, act = self.session.models, self.session.agent.settings.act
        fields: list[dict[str, Any]] = []
        if models:
            reached = self._reached() or ModelSettings("")
            fields = [
                _field("model", "Model", "text", reached.name, "Empty: the embedded model."),
                _field("base_url", "Address", "text", reached.base_url, "Empty: OpenAI's."),
                _field("api_key", "Key", "secret", "", "It is never shown again.", is_set=bool(reached.api_key)),
                _field(
                    "family",
                    "Family",
                    "choice",
                    reached.family,
                    "Empty: by its name.",
                    ["", *FAMILIES],
                ),
            ]
        fields += [
            _field("sees", "The model sees", "choice", act.sees or "", "Empty: as its family does best.", ["", *SEES]),
            _field("rounds", "Rounds of an act", "number", act.rounds, "Empty: as many as its family needs."),
            _field("deep_think", "Think in sub-goals", "switch", act.deep_think, "For long instructions."),
        ]
        name = models.chosen if models else self._fixed_model()
        about = "It carries out plain instructions from the elements of the screen, without a network."
        is_embedded = name == EMBEDDED
        says = about if is_embedded else "Asked over the network."
        return {"fields": fields, "model": {"name": name, "state": "embedded" if is_embedded else "set", "says": says}}

    def _reached(self) -> ModelSettings | None:
        models = self.session.models
        roles = models.settings.get(models.chosen) if models else None
        return roles.default if roles else None

    def _fixed_model(self) -> str:
        roles = self.session.agent.settings.models
        return roles.default.name if roles else EMBEDDED

    # ---- changes

    def change(self, values: Mapping[str, Any]) -> None:
        known = [field["name"] for field in self.fields()["fields"]]
        for name in values:
            if name not in known:
                remedy = did_you_mean(name, known, otherwise=f"there are {', '.join(known)}")
                raise ConfigError(f"there is no setting {name!r}", remedy=remedy)
        act = self._read_act(values)
        self.session.refuse_while_working()
        if any(name in values for name in MODEL_FIELDS):
            self._change_model(values)
        agent = self.session.agent
        agent.settings = replace(agent.settings, act=act)
        self.session.tell("settings", self.fields())

    def _read_act(self, values: Mapping[str, Any]) -> Any:
        act = self.session.agent.settings.act
        if "sees" in values:
            sees = values["sees"] or None
            if sees not in (None, *SEES):
                raise ConfigError(f"a model cannot see {sees!r}", remedy=f"one of {', '.join(SEES)}")
            act = replace(act, sees=cast("Seeing | None", sees))
        if "rounds" in values:
            rounds = values["rounds"] or None
            if isinstance(rounds, str) and rounds.strip().isdigit():
                rounds = int(rounds)
            if rounds is not None and (not isinstance(rounds, int) or isinstance(rounds, bool) or rounds < 1):
                raise ConfigError(f"an act cannot have {rounds!r} rounds", remedy="write a whole number, or nothing")
            act = replace(act, rounds=rounds)
        if "deep_think" in values:
            if not isinstance(values["deep_think"], bool):
                raise ConfigError("deep_think is on or off", remedy="send true or false")
            act = replace(act, deep_think=values["deep_think"])
        return act

    def _change_model(self, values: Mapping[str, Any]) -> None:
        models = self.session.models
        if models is None:
            raise NotAllowed("the model of this session cannot be changed", remedy="start the playground with another")
        texts = {name: _text(name, values[name]) for name in MODEL_FIELDS if name in values}
        before = self._reached()
        name = texts.get("model", before.name if before else "")
        if not name or name == EMBEDDED:
            if texts.get("api_key") or texts.get("base_url"):
                raise ConfigError("a key or an address needs the name of its model", remedy="fill in the model")
            models.choose(EMBEDDED)
            return
        known = models.settings.get(name)
        wanted = known.default if known else ModelSettings(name)
        family = texts.get("family", wanted.family)
        if family and family not in FAMILIES:
            remedy = did_you_mean(family, FAMILIES, otherwise=f"one of {', '.join(FAMILIES)}")
            raise ConfigError(f"there is no model family {family!r}", remedy=remedy)
        address = texts.get("base_url", wanted.base_url)
        if address and not address.startswith(("http://", "https://")):
            raise ConfigError(f"{address!r} is not the address of a provider", remedy="begin it with https://")
        key = Secret(texts["api_key"], allow_short=True) if texts.get("api_key") else wanted.api_key
        if address != wanted.base_url and not texts.get("api_key"):
            key = None  # a key is for the provider that it was given for
        changed = replace(wanted, base_url=address, family=family, api_key=key)
        if known and changed == wanted:
            models.choose(name)
            return
        if key:
            self.session.mask.learn({"api_key": key})
        models.add(replace(known, default=changed) if known else ModelRoles(changed))
        models.choose(name)

    async def verify(self) -> Sequence[Mapping[str, Any]]:
        """What asking the model finds, as the doctor says it."""
        models, verify = self.session.models, self.session.options.verify
        roles = models.settings.get(models.chosen) if models else self.session.agent.settings.models
        if roles is None:
            return [{"name": EMBEDDED, "ok": True, "says": "the embedded model needs no network", "remedy": ""}]
        if verify is None:
            raise NotAllowed("models cannot be verified here", remedy="run `askonce model verify`")
        return [
            {"name": finding.name, "ok": finding.good, "says": finding.said, "remedy": finding.remedy}
            for finding in await verify(roles)
        ]

    # ---- secrets

    def set_secret(self, name: str, value: str) -> Mapping[str, Any]:
        secret = Secret(value)
        self.session.secrets[name] = secret
        self.session.mask.learn({name: secret})
        return self._tell_secrets()

    def remove_secret(self, name: str) -> Mapping[str, Any]:
        """It is hidden still, wherever it shows; only nothing types it any more."""
        if name not in self.session.secrets:
            raise ConfigError(f"there is no secret {name!r}")
        del self.session.secrets[name]
        return self._tell_secrets()

    def _tell_secrets(self) -> Mapping[str, Any]:
        names = {"secrets": sorted(self.session.secrets)}
        self.session.tell("secrets", names)
        return names


def _field(
    name: str, label: str, kind: str, value: Any, says: str, choices: Sequence[str] = (), *, is_set: bool = False
) -> dict[str, Any]:
    return {
        "name": name,
        "label": label,
        "kind": kind,
        "value": value,
        "choices": list(choices),
        "says": says,
        "is_set": is_set or bool(value),
    }


def _text(name: str, value: Any) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise ConfigError(f"{name} is not a text")
    return value.strip()
