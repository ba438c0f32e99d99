from __future__ import annotations

import json
from importlib.resources import files

import pytest

from askonce.language.verdicts import casts_doubt, is_conditional, is_under_way, reads_well, says


@pytest.mark.parametrize(
    "text",
    [
        "Wrong password",
        "We couldn’t save your changes",
        "Das Passwort ist falsch.",
        "Joining is over since Monday.",
        "There are no places left",
        "The sale is over.",
        "This evening is fully booked",
        "Limit reached",
        "Sorry, this is sold out",
        "Payment declined",
        "Something went wrong",
        "Oops!",
        "We could not place your order.",
        "Zahlung fehlgeschlagen",
        "Die Zahlung wurde abgelehnt",
        "Le paiement a été refusé",
        "L'envoi a échoué.",
        "Si è verificato un errore.",
        "Pago rechazado",
        "فشل الدفع",
        "فشل الإرسال.",
        "Der Abend ist ausgebucht",
        "Veuillez réessayer",
        "Ya existe un usuario con ese nombre",
        "Guardado. Se rechazó el pago.",
        "パスワードが正しくありません",
        "用户名或密码错误",
        "Неверный пароль",
        "كلمة المرور غير صحيحة",
    ],
)
def test_a_rejection_is_told_in_many_languages(text: str) -> None:
    assert says("rejected", text)
    assert not reads_well(text)


def test_what_is_refused_outright_is_rejected_too() -> None:
    words = json.loads((files("askonce.language") / "verdicts.json").read_text("utf-8"))["refused"]
    assert [word for forms in words.values() for word in forms if not says("rejected", word)] == []


@pytest.mark.parametrize(
    "text", ["Thank you!", "Contact saved", "Vielen Dank", "Merci, c’est enregistré", "保存しました", "Welcome, Ada"]
)
def test_a_success_reads_well(text: str) -> None:
    assert reads_well(text)


@pytest.mark.parametrize("text", ["Not saved", "Thanks, but we could not send it", "Saving…", "Saved only in part"])
def test_a_success_that_is_taken_back_in_the_same_breath_does_not_read_well(text: str) -> None:
    assert casts_doubt(text)
    assert not reads_well(text)


@pytest.mark.parametrize(
    "text",
    [
        "Nebylo uloženo",
        "Uloženo nebylo",
        "Ej skickat",
        "असफल",
        "Chưa lưu thành công",
        "Nincs mentve",
        "Pesan belum terkirim",
        "Henüz gönderildi sayılmaz",
        "0 contacts added",
        "Nobody was added",
        "Saved locally",
        "Awaiting confirmation",
        "Will be saved when you are online",
        "Sent back for correction",
        "This name has been registered",
        "Room is booked",
    ],
)
def test_a_word_of_success_does_not_count_where_it_is_denied_or_still_to_come_or_of_others(text: str) -> None:
    assert not reads_well(text)


@pytest.mark.parametrize(
    "text",
    [
        "10 contacts added",
        "Version 2.0 saved",
        "Your flight is booked",
        "You are registered",
        "Uloženo",
        "सफल",
        "Thank you, we will be in touch",
        "Welcome back",
    ],
)
def test_figures_and_what_is_said_to_whom_has_sent_it_take_no_success_back(text: str) -> None:
    assert reads_well(text)


@pytest.mark.parametrize(
    ("text", "is_so"),
    [
        ("If the parcel is lost write to us.", True),
        ("Si le colis est perdu, écrivez-nous.", True),
        ("Se il pacco è perso, scriveteci.", True),
        ("Als het pakket kwijt is, schrijf ons.", True),
        ("Se rechazó el pago.", False),
        ("Se canceló por un error del servidor.", False),
        ("Als gevolg van een fout is niets verzonden.", False),
        ("Si è verificato un errore.", False),
    ],
)
def test_a_condition_is_told_from_a_sentence_that_begins_with_the_same_word(text: str, is_so: bool) -> None:
    assert is_conditional(text) is is_so


@pytest.mark.parametrize(
    "text", ["Errorless", "terrors of the deep", "Nothingham", "It is over 18 feet", "The sale is over on Friday"]
)
def test_words_are_whole_words(text: str) -> None:
    assert not says("rejected", text)
    assert not casts_doubt(text)


@pytest.mark.parametrize(
    "text",
    [
        "Saving…",
        "Uploading your photo...",
        "Processing payment",
        "Your file is uploading. Stay on this page.",
        "Thanks! We’re verifying it",
        "Ihre Bestellung wird verarbeitet",
        "読み込み中",
    ],
)
def test_a_state_that_is_not_over_is_told_as_one(text: str) -> None:
    assert is_under_way(text)


@pytest.mark.parametrize(
    "text",
    [
        "What are you working on?",
        "Welcome, Ada. What are you working on?",
        "Tell us what you are working on today",
        "Tools for loading docks, sheds and garages",
        "Our shops have new working hours from May",
        "Is it still loading?",
    ],
)
def test_a_question_or_a_sentence_with_such_a_word_is_no_state(text: str) -> None:
    assert not is_under_way(text)
