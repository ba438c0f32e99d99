() => ({
    open: [...document.querySelectorAll(".opblock.is-open .opblock-summary-description")].map((text) => text.innerText),
    trying: document.querySelectorAll(".opblock .execute").length,
    status: document.querySelector(".live-responses-table .response-col_status")?.innerText.split("\n")[0] ?? "",
})
