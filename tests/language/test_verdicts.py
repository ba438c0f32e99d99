from __future__ import annotations

import pytest

from askonce.language.verdicts import casts_doubt, reads_well, says


@pytest.mark.parametrize(
    "text",
    [
        "Wrong password",
        "We couldn’t save your changes",
        "Das Passwort ist falsch.",
        "Veuillez réessayer",
        "Ya existe un usuario con ese nombre",
        "パスワードが正しくありません",
        "用户名或密码错误",
        "Неверный пароль",
        "كلمة المرور غير صحيحة",
    ],
)
def test_a_rejection_is_told_in_many_languages(text: str) -> None:
    assert says("rejected", text)
    assert not reads_well(text)


@pytest.mark.parametrize(
    "text", ["Thank you!", "Contact saved", "Vielen Dank", "Merci, c’est enregistré", "保存しました", "Welcome, Ada"]
)
def test_a_success_reads_well(text: str) -> None:
    assert reads_well(text)


@pytest.mark.parametrize("text", ["Not saved", "Thanks, but we could not send it", "Saving…", "Saved only in part"])
def test_a_success_that_is_taken_back_in_the_same_breath_does_not_read_well(text: str) -> None:
    assert casts_doubt(text)
    assert not reads_well(text)


@pytest.mark.parametrize("text", ["Errorless", "terrors of the deep", "Nothingham"])
def test_words_are_whole_words(text: str) -> None:
    assert not says("rejected", text)
    assert not casts_doubt(text)
