() => ({
    products: [...document.querySelectorAll("#sales tbody td[data-dash-column=product]")].map((cell) => cell.innerText.trim()),
})
