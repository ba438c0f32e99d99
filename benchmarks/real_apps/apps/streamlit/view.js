() => ({
    tab: document.querySelector("[role=tab][aria-selected=true]")?.innerText.trim(),
    advanced: document.querySelector("details")?.open,
})
