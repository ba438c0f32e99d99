() => ({ tab: document.querySelector("[role=tab][aria-selected=true]")?.innerText.trim() })
