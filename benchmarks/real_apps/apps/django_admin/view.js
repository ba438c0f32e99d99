() => ({
    rows: [...document.querySelectorAll("#result_list tbody tr")].map((row) =>
        row.querySelector("th")?.innerText.trim()),
    message: (document.querySelector(".messagelist")?.innerText ?? "").trim(),
})
