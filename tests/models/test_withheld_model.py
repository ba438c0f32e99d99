"""A model that is never asked."""

from __future__ import annotations

import pytest

from askonce.errors import ModelNotAsked
from askonce.models import Message, Purpose, Request
from askonce.models.scripted_model import ScriptedModel
from askonce.models.withheld_model import WithheldModel


@pytest.mark.parametrize(
    ("purpose", "said"),
    [
        (Purpose("statement", "the page  looks nice"), "whether 'the page looks nice' holds cannot be decided"),
        (Purpose("value", "the mood"), "'the mood' cannot be read from the elements alone"),
        (Purpose("program"), "a program would have to be written"),
        (None, "this takes a model"),
    ],
)
async def test_every_question_is_an_error_that_says_what_it_was(purpose: Purpose | None, said: str) -> None:
    model = ScriptedModel(["never"])

    with pytest.raises(ModelNotAsked, match="recordings are strict") as caught:
        await WithheldModel(model).ask(Request((Message("user", ("?",)),), values=purpose))

    assert said in caught.value.message
    assert model.asked == []
    assert ("keep it as a file" in caught.value.remedy) is (purpose == Purpose("program"))
