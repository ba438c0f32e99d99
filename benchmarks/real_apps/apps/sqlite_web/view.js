() => ({
    rows: [...document.querySelectorAll("table tbody tr")].map((row) =>
        (row.querySelector("td:nth-child(3)") ?? row).innerText.trim()),
})
