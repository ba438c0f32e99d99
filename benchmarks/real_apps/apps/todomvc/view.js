() => ({
    data: {
        todos: Object.fromEntries(JSON.parse(localStorage.getItem("todos-angularjs") ?? "[]")
            .map((todo) => [todo.title, todo.completed ? "done" : "open"])),
    },
    listed: [...document.querySelectorAll("#todo-list li")].filter((item) => item.getClientRects().length)
        .map((item) => item.innerText.trim()),
})
