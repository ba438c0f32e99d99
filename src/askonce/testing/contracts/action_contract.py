"""The contract of every action."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any, ClassVar

import pytest

from askonce.actions import Action, ActionSpace, Found
from askonce.actions.action_prompt import describe_action
from askonce.errors import InvalidAction
from askonce.screens import Screen
from askonce.testing.contracts.contract_sample import sample_screen
from askonce.testing.contracts.screen_contract import node_named


class ActionContract:
    """Inherit, set the action, and set parameters as a model would write them.

    Targets in `example` name elements of the screen that `open_screen` opens; by default that is the sample.
    """

    action: ClassVar[type[Action[Any]]]
    example: ClassVar[Mapping[str, Any]] = {}

    async def open_screen(self) -> Screen:
        """A screen that supports the action and on which the example can be performed."""
        return sample_screen()

    async def test_it_says_what_it_does_in_one_line(self) -> None:
        line = describe_action(self.action)
        assert "\n" not in line
        assert line.startswith(f"- {self.action.title()} {{")
        assert inspect.getdoc(self.action) != inspect.getdoc(Action), "the docstring is what the model reads"
        assert inspect.getdoc(self.action), "the docstring is what the model reads"

    async def test_the_line_names_each_field_and_marks_those_that_may_be_left_out(self) -> None:
        line = describe_action(self.action)
        required = self.action.model_json_schema().get("required", [])
        for name, field in self.action.model_fields.items():
            if not field.exclude:
                assert f"{name}{'' if name in required else '?'}: " in line

    async def test_it_is_offered_on_a_screen_that_has_its_verb(self) -> None:
        space = await self._space()
        assert space[self.action.title()] is self.action
        assert all(other in space for other in self.action.also)

    async def test_the_example_is_read_and_survives_being_written_and_read_again(self) -> None:
        space = await self._space()
        action = space.read(self.action.title(), dict(self.example))
        again = space.read(self.action.title(), action.model_dump(mode="json"))
        assert again == action

    async def test_a_parameter_that_it_does_not_have_is_refused(self) -> None:
        space = await self._space()
        with pytest.raises(InvalidAction, match="surplus"):
            space.read(self.action.title(), {**self.example, "surplus": 1})

    async def test_a_missing_parameter_is_refused_by_name(self) -> None:
        space = await self._space()
        for name, field in self.action.model_fields.items():
            if field.is_required():
                with pytest.raises(InvalidAction, match=name):
                    space.read(self.action.title(), {key: self.example[key] for key in self.example if key != name})

    async def test_each_target_is_recognised_by_its_type(self) -> None:
        action = (await self._space()).read(self.action.title(), dict(self.example))
        described = describe_action(self.action)
        named = [name for name in self.example if f"{name}: target" in described or f"{name}?: target" in described]
        assert [target.prompt for target in action.targets()] == [self.example[name] for name in named]

    async def test_it_can_be_performed(self) -> None:
        screen = await self.open_screen()
        try:
            action = ActionSpace(screen, (self.action,)).read(self.action.title(), dict(self.example))
            for target in action.targets():
                node = await node_named(screen, target.prompt)
                target.set_found(Found(node.box, "contract", node))
            result = await action.perform(screen)
            assert result is None or isinstance(result, str)
            await screen.settle()
        finally:
            await screen.close()

    async def _space(self) -> ActionSpace:
        screen = await self.open_screen()
        try:
            return ActionSpace(screen, (self.action,))
        finally:
            await screen.close()
