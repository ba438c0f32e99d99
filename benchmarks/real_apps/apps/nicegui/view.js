() => ({
    tab: document.querySelector("[role=tab][aria-selected=true]")?.innerText.trim(),
    guests: [...document.querySelectorAll(".q-table tbody tr")].map((row) => row.cells[1]?.innerText.trim()),
})
