() => {
    const isMade = (name) => /^:r|^react-aria/.test(name);  // by a toolkit, another one each time
    const fields = {};
    const seen = {};
    for (const field of document.querySelectorAll("input, select, textarea")) {
        if (field.type === "hidden" || !field.getClientRects().length) continue;
        const given = isMade(field.name) ? "" : field.name;
        const name = given || field.getAttribute("aria-label") || field.labels?.[0]?.innerText.trim() || field.placeholder || field.type;
        seen[name] = (seen[name] ?? 0) + 1;
        const isChoice = field.type === "checkbox" || field.type === "radio";
        const key = isChoice && field.name && field.hasAttribute("value") ? `${name}=${field.value}`
            : seen[name] > 1 ? `${name} ${seen[name]}` : name;
        if (isChoice) fields[key] = field.checked;
        else if (field.type === "select-multiple") fields[key] = [...field.selectedOptions].map((option) => option.text);
        else if (field.tagName === "SELECT") fields[key] = field.selectedOptions[0]?.text ?? "";
        else fields[key] = field.value;
    }
    const count = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.getClientRects().length).length;
    return {
        path: location.pathname,
        query: Object.fromEntries(new URLSearchParams(location.search)),
        hash: location.hash,
        title: document.title,
        heading: (document.querySelector("h1")?.innerText ?? "").trim(),
        fields,
        open: count("[aria-expanded=true], details[open], [role=listbox], [role=menu], [role=dialog], dialog[open]"),
    };
}
