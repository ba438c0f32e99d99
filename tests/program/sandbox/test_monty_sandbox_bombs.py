"""Code that would take all memory or never end gives an error of ours, and the sandbox goes on."""

from __future__ import annotations

from askonce.program.sandbox import Sandbox

BOMBS = (
    "x = 'a' * 10**10",
    "x = list(range(10**9))",
    "def f(n):\n    return f(n + 1)\nx = f(0)",
    "x = f'{1:>1000000000}'",
    "x = '%1000000000d' % 1",
    "x = 'a'.ljust(10**10)",
    "x = 'ab'.replace('a', 'b' * 10**6) * 10**5",
    "x = 10**5000",
    "x = 2**10**8",
    "x = 1 << 10**10",
    "x = int('9' * 10**6)",
)


async def test_code_that_would_take_all_memory_is_an_error_and_the_sandbox_goes_on() -> None:
    async with Sandbox() as sandbox:
        for code in BOMBS:
            assert (await sandbox.run(code, {})).error, code
        assert (await sandbox.run("x = 1", {})).variables == {"x": 1}
