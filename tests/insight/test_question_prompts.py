"""A screen that was watched while a part of its picture was withheld is not told as one that stayed the same."""

from __future__ import annotations

from dataclasses import replace

from insight_views import shot, tree

from askonce.geometry import Box
from askonce.insight.evidence import Evidence, Snapshot
from askonce.insight.question_prompts import verdict_question
from askonce.models import Image
from askonce.models.families import FAMILIES
from askonce.screens.unplaced_secrets import WITHHELD

BLACK = replace(shot(), hidden=(Box(100, 30, 100, 60),))


def told(*moments: Snapshot) -> str:
    watched = Evidence(moments, tree(), over_time=True, seconds=3.0)
    return verdict_question("a message came", watched, FAMILIES["generic"])[1].text


def test_only_what_is_shown_is_said_to_stay_as_it_was() -> None:
    assert "it looked like this all the time" in told(Snapshot(shot()))
    assert "it looked like this all the time" not in told(Snapshot(BLACK))
    assert "Nothing changed of what is shown" in told(Snapshot(BLACK))


def test_what_is_withheld_is_explained_once_for_pictures_that_follow_each_other() -> None:
    text = told(Snapshot(BLACK), Snapshot(replace(BLACK, image=shot("blue").image), 1.0))
    assert text.count("Parts of this picture are black") == text.count("The same is withheld here.") == 1


def test_a_moment_without_a_picture_is_told_among_others() -> None:
    moments = (Snapshot(shot()), Snapshot(replace(shot(), withheld=WITHHELD), 1.0))
    watched = Evidence(moments, tree(), over_time=True, seconds=3.0)
    parts = verdict_question("a message came", watched, FAMILIES["generic"])[1].parts
    assert sum(isinstance(part, Image) for part in parts) == 1
    assert "After 1.0 s:\nThere is no picture here" in told(*moments)
