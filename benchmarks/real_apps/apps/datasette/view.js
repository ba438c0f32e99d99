() => ({
    rows: [...document.querySelectorAll("table.rows-and-columns tbody tr")].map((row) =>
        (row.querySelector(".col-name") ?? row.cells[0])?.innerText.trim()),
})
