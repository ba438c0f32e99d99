"use strict";

function say(text) {
  const notice = document.getElementById("notice");
  notice.textContent = text;
  notice.classList.add("shown");
}

async function send(form, submitter) {
  const reply = await fetch(form.action, {
    method: "POST",
    headers: { "X-Shop": "script" },
    body: new URLSearchParams(new FormData(form, submitter)),
  });
  return reply.headers.get("Content-Type").startsWith("application/json") ? reply.json() : {};
}

for (const form of document.querySelectorAll("form[data-add]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const reply = await send(form, event.submitter);
    if (reply.login) {
      location.href = reply.login;
    } else if (reply.notice) {
      document.getElementById("count").textContent = reply.count;
      say(reply.notice);
    }
  });
}

for (const form of document.querySelectorAll("form[data-confirm]")) {
  form.addEventListener("submit", (event) => {
    if (!confirm(form.dataset.confirm)) event.preventDefault();
  });
}

for (const field of document.querySelectorAll("[data-submit]")) {
  field.addEventListener("change", () => field.form.submit());
}

const cookies = document.getElementById("cookies");
cookies?.querySelector("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  await send(event.target, event.submitter);
  cookies.remove();
});

const checkout = document.getElementById("checkout");
const sure = document.getElementById("sure");
checkout?.addEventListener("submit", (event) => {
  event.preventDefault();
  sure.showModal();
});
sure?.addEventListener("close", () => {
  if (sure.returnValue === "yes") checkout.submit();
});
