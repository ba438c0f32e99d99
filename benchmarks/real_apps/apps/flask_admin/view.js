() => ({
    rows: [...document.querySelectorAll("table.model-list tbody tr")].map((row) =>
        row.querySelector(".col-title, .col-name")?.innerText.trim()),
})
