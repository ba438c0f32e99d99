"""How pages reject a form. Messages are in several languages, two of which nobody knows here."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

from done_claims.forms import COMMENT, CONTACT, FORMS, LOGIN, ORDER, SETTINGS, SIGNUP, Form
from done_claims.partial_results import partial_results
from done_claims.scenes import COVER, TOAST, VEIL, Page, Scene, taken_by

WRONG = {
    "en": "The password you entered is incorrect.",
    "de": "Benutzername oder Passwort ist falsch.",
    "fr": "Identifiant ou mot de passe incorrect.",
    "es": "La contraseña no es correcta. Inténtelo de nuevo.",
    "ja": "ユーザー名またはパスワードが正しくありません。",
    "zh": "用户名或密码错误",
    "ru": "Неверное имя пользователя или пароль",
    "pl": "Nieprawidłowy login lub hasło",
    "ar": "اسم المستخدم أو كلمة المرور غير صحيحة",
    "tr": "Kullanıcı adı veya şifre hatalı",
    "ko": "아이디 또는 비밀번호가 잘못되었습니다",
    "it": "Nome utente o password errati",
    "pt": "Usuário ou senha incorretos",
    "sw": "Jina au nywila si sahihi",
    "is": "Rangt notandanafn eða lykilorð",
}
SCREENS = {
    "en": "Something went wrong on our side.",
    "de": "Das hat leider nicht geklappt.",
    "fr": "Une erreur est survenue.",
    "nl": "Er is iets misgegaan.",
    "hu": "Hiba történt a mentés során.",
    "sw": "Imeshindikana kuhifadhi.",
}


def _quote(text: str) -> str:
    return text.replace("'", "\\'")


def rejections() -> Iterator[Scene]:
    forms = cycle(FORMS)

    def reject(name: str, script: str = "", form: Form | None = None, html: str = "", **pages: Page) -> Scene:
        return Scene(name, form or next(forms), False, script, {f"/{path}": page for path, page in pages.items()}, html)

    for language, text in WRONG.items():
        say = _quote(text)
        yield reject(f"inline message ({language})", taken_by(f"note.textContent = '{say}';"), LOGIN)
    for language, text in SCREENS.items():
        say = _quote(text)
        page = f"<html lang={language}><title>Acme</title><h1>{text}</h1></html>"
        yield reject(f"another page with status 200 ({language})", send=Page(page))
        yield reject(
            f"dialog in the page ({language})",
            taken_by(
                f"add('<div role=dialog aria-modal=true style=\"{COVER}\"><p>{say}</p><button>OK</button></div>');"
            ),
        )
        yield reject(f"everything replaced by a message ({language})", taken_by(f"main.innerHTML = '<p>{say}</p>';"))
    refused = {"en": "Could not save {first}", "de": "{first} existiert bereits", "fr": "{first} : déjà utilisé"}
    for language, text in refused.items():
        say = text.replace("{first}", "' + first + '")
        yield reject(
            f"toast that names what was typed ({language})",
            taken_by(f"add('<div style=\"{TOAST}\">{say}</div>');"),
            CONTACT,
        )
        yield reject(
            f"toast, and the form is emptied ({language})",
            taken_by(f"form.reset(); add('<div style=\"{TOAST}\">{say}</div>');"),
            CONTACT,
        )
    yield reject("nothing happens", taken_by(""))
    yield reject("nothing happens, and the button is disabled", taken_by("go.disabled = true;"))
    yield reject(
        "the button is disabled, and enabled again",
        taken_by("go.disabled = true; later(400, () => { go.disabled = false; });"),
    )
    yield reject("the form is emptied without a word", taken_by("form.reset();"))
    yield reject("only the password is emptied", taken_by("password.value = '';"), LOGIN)
    yield reject(
        "message after 400 ms",
        taken_by("later(400, () => { note.textContent = 'Wrong user name or password'; });"),
        LOGIN,
    )
    yield reject(
        "message after 1400 ms",
        taken_by("later(1400, () => { note.textContent = 'This address is already registered.'; });"),
        SIGNUP,
    )
    yield reject(
        "message after a slow request",
        taken_by("note.textContent = 'This name is taken';", sends="/api"),
        api=Page("{}", kind="application/json", after=0.8),
    )
    yield reject(
        "request answered with 200 and ok: false",
        taken_by("note.textContent = answer.message;", sends="/api"),
        api=Page('{"ok": false, "message": "Wrong password"}', kind="application/json"),
    )
    yield reject(
        "request answered with 200 and ok: false, nothing shown",
        taken_by("", sends="/api"),
        api=Page('{"ok": false}', kind="application/json"),
    )
    yield reject(
        "ok: false, and a success is shown all the same",
        taken_by("main.innerHTML = '<h1>Thank you</h1>';", sends="/api"),
        ORDER,
        api=Page('{"success": false, "error": "card"}', kind="application/json"),
    )
    yield reject(
        "request answered with 422",
        taken_by("if (!reply.ok) note.textContent = answer.message;", sends="/api"),
        SIGNUP,
        api=Page('{"message": "Check the address"}', 422, kind="application/json"),
    )
    yield reject(
        "request answered with 500, success shown at once",
        taken_by("").replace(
            "event.preventDefault();",
            "event.preventDefault(); add('<li>' + form.querySelector('input').value + '</li>', list); form.reset();"
            "fetch('/api', {method: 'POST'});",
        ),
        CONTACT,
        api=Page("", 500),
    )
    yield reject(
        "request that never gets through",
        taken_by(
            "fetch('http://127.0.0.1:9/', {method: 'POST'}).catch(() => { note.textContent = 'You are offline.'; });"
        ),
    )
    yield reject(
        "same page again with 200",
        send=Page(LOGIN.html.replace("<p id=note></p>", "<p>Please check your user name and password.</p>")),
        form=LOGIN,
    )
    yield reject("same page again, without a word", send=Page(LOGIN.html), form=LOGIN)
    yield reject(
        "same page again, fields kept, without a word",
        send=Page(CONTACT.html.replace('id="name"', 'id="name" value="Ann Reed"')),
        form=CONTACT,
    )
    yield reject(
        "same page again, in red",
        send=Page(
            SIGNUP.html.replace(
                "<p id=note></p>", "<p style='color:#c00'>Ada Lovelace: choose one of the suggestions</p>"
            )
        ),
        form=SIGNUP,
    )
    yield reject("page with status 422", send=Page("<h1>Contacts</h1><p>Name has been used before</p>", 422))
    yield reject("page with status 500", send=Page("<h1>Internal Server Error</h1>", 500))
    yield reject("page with status 503, empty", send=Page("<h1>Back soon</h1>", 503))
    yield reject("page with status 404", send=Page("<h1>Nothing here</h1>", 404))
    yield reject(
        "redirect back to the login",
        send=Page(status=303, location="/login?next=/account"),
        login=Page("<h1>Sign in to Acme</h1><p>Your session has expired</p>" + LOGIN.html),
        form=LOGIN,
    )
    yield reject(
        "redirect to a login",
        send=Page(status=303, location="/login?next=/order"),
        login=Page("<title>Order</title>" + LOGIN.html),
        form=ORDER,
    )
    yield reject(
        "redirect to the home page, without a word",
        send=Page(status=303, location="/home"),
        home=Page("<title>Acme</title><h1>Welcome to Acme</h1><p>Teapots for everyone</p><a href=/login>Sign in</a>"),
        form=LOGIN,
    )
    yield reject(
        "redirect to the list without the new one",
        send=Page(status=303, location="/contacts"),
        contacts=Page("<h1>Contacts</h1><ul><li>Bob Hill</li><li>Cleo Park</li></ul>"),
        form=CONTACT,
    )
    yield reject(
        "redirect with an error in the address",
        send=Page(status=303, location="/account?error=1"),
        account=Page(LOGIN.html),
        form=LOGIN,
    )
    yield reject(
        "native validation",
        html=SIGNUP.html.replace('name="email"', 'name="email" required pattern="[0-9]+"'),
        form=SIGNUP,
    )
    yield reject(
        "field marked as invalid", taken_by("form.querySelector('input').setAttribute('aria-invalid', 'true');")
    )
    yield reject(
        "field marked as invalid, with a hint",
        taken_by(
            "const box = form.querySelector('input'); box.setAttribute('aria-invalid', 'true');"
            "box.style.borderColor = 'red'; note.textContent = 'Use letters alone';"
        ),
        SIGNUP,
    )
    yield reject("alert role", taken_by("note.outerHTML = '<p role=alert>Choose a longer one</p>';"))
    yield reject("alert of the browser", taken_by("main.innerHTML = '<h1>Home</h1>'; alert('Not this time');"))
    yield reject("confirm of the browser", taken_by("confirm('Send it anyway?');"))
    yield reject("red text, words unknown", taken_by("main.innerHTML = '<p style=\"color:#b00020\">Zut alors</p>';"))
    yield reject(
        "white on red toast, form emptied",
        taken_by("form.reset(); add('<div style=\"" + TOAST + ";background:#c62828\">Hapana</div>');"),
        COMMENT,
    )
    yield reject(
        "class says error",
        taken_by("form.reset(); add('<div class=\"toast toast-error\">' + first + ': hapana</div>');"),
        COMMENT,
    )
    yield reject(
        "shown, and taken back after 300 ms",
        taken_by(
            "add('<li>' + first + '</li>', list); form.reset(); later(300, () => { list.lastElementChild.remove(); });"
        ),
        CONTACT,
    )
    yield reject(
        "shown, and taken back after 1200 ms",
        taken_by(
            "add('<p>' + first + '</p>', list); form.reset(); later(1200, () => { list.lastElementChild.remove(); });"
        ),
        COMMENT,
    )
    yield reject(
        "shown, and marked as failed after 900 ms",
        taken_by(
            "add('<p>' + first + '</p>', list); form.reset();"
            "later(900, () => { list.lastElementChild.append(' Not delivered'); });"
        ),
        COMMENT,
    )
    yield reject(
        "shown, and taken back after the request",
        taken_by(
            "list.lastElementChild.remove(); add('<div style=\"" + TOAST + "\">Could not be added</div>');",
            sends="/api",
        ).replace(
            "const reply", "add('<li>' + form.querySelector('input').value + '</li>', list); form.reset(); const reply"
        ),
        CONTACT,
        api=Page("{}", 409, kind="application/json", after=0.5),
    )
    yield reject(
        "saved in part",
        taken_by("note.textContent = 'Saved. The name was left as it was, because it is in use.';"),
        SETTINGS,
    )
    yield reject("the counter stays as it is", taken_by("note.textContent = '2 contacts';"), CONTACT)
    yield reject(
        "spinner that stays",
        taken_by("main.innerHTML = '<p>Please wait…</p>';", sends="").replace(
            "event.preventDefault();", "event.preventDefault(); fetch('/slow', {method: 'POST'});"
        ),
        slow=Page("", after=8),
    )
    yield reject(
        "says that it is saving, for ever",
        taken_by("go.textContent = 'Saving…'; main.querySelector('h1').textContent = 'Saving…'; form.hidden = true;"),
    )
    yield reject(
        "a further step: confirm",
        send=Page(
            "<h1>Review your order</h1><dl><dt>Quantity<dd>2<dt>Address<dd>Rue Haute 5</dl>"
            "<button>Confirm and pay</button>"
        ),
        form=ORDER,
    )
    yield reject(
        "a further step: a code",
        taken_by(
            "main.innerHTML = '<h1>Check your phone</h1><p>Code sent</p>"
            "<label>Code <input></label><button>Verify</button>';"
        ),
        LOGIN,
    )
    yield reject(
        "a further step: a captcha",
        taken_by("main.innerHTML = '<h1>One more thing</h1><p>Are you a robot?</p><button>Begin</button>';"),
        SIGNUP,
    )
    yield reject(
        "covered by a message in words unknown", taken_by(f"add('<div style=\"{COVER}\">Jaribu tena baadaye</div>');")
    )
    yield reject("covered by something empty", taken_by(f"add('<div style=\"{COVER}\"></div>');"))
    yield reject("covered by one word: retry", taken_by(f"add('<div style=\"{COVER}\" onclick=1>RETRY</div>');"))
    yield reject(
        "dimmed, with a message",
        taken_by(
            f'add(\'<div style="{VEIL}"><div style="background:#fff;margin:60px;padding:20px">'
            "Your card was declined</div></div>');"
        ),
        ORDER,
    )
    yield reject(
        "locked for now",
        taken_by("main.innerHTML = '<h1>Acme</h1><p>Too many attempts. Come back in an hour.</p>';"),
        LOGIN,
    )
    yield reject("success of another thing", taken_by("add('<div style=\"" + TOAST + "\">Draft kept</div>');"), COMMENT)
    yield reject(
        "thanks, but no",
        send=Page("<h1>Thank you for your interest</h1><p>Unfortunately we cannot take your order.</p>"),
        form=ORDER,
    )
    yield reject(
        "success text that nobody can see",
        taken_by("add('<div style=\"color:#fff;background:#fff\">Contact saved</div>'); note.textContent = '';"),
        CONTACT,
    )
    yield reject(
        "success text behind a cover",
        taken_by(f"add('<p>Thank you</p>'); add('<div style=\"{COVER}\">Kadi imekataliwa</div>');"),
        ORDER,
    )
    yield reject(
        "success text that is transparent",
        taken_by('add(\'<p style="opacity:0">Saved</p><p style="color:transparent">Saved</p>\');'),
        SETTINGS,
    )
    yield reject(
        "what was typed, in a message of unknown words",
        taken_by("form.reset(); add('<div style=\"" + TOAST + "\">' + first + ' tayari ipo</div>');"),
        CONTACT,
    )
    yield from partial_results()
