"""The browser that the tests of a session share."""

from __future__ import annotations

import socket
from typing import cast

import pytest
from fake_screens import SIGN_IN, write_login
from inner import RunInner
from playwright.async_api import Browser

from askonce.config import read_settings
from askonce.plugin.session_hosts import SessionHosts
from askonce.screens.kind_registry import screen_kinds

pytest_plugins = ["pytester"]


def test_a_browser_that_died_is_started_again_for_the_next_test() -> None:
    hosts, kind = SessionHosts(read_settings()), screen_kinds().default

    def get() -> Browser:
        return cast("Browser", hosts.get(kind, kind.options(), limited=False))

    try:
        first = get()
        assert get() is first
        hosts.runner.run(first.close())

        second = get()

        assert second is not first
        assert second.is_connected()
    finally:
        hosts.close()
    assert not second.is_connected()


STUN = """async port => {
  const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${port}` }] })
  peer.createDataChannel('x')
  const ended = new Promise(done => {
    peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && done()
  })
  await peer.setLocalDescription(await peer.createOffer())
  await ended
}"""


def test_nothing_goes_around_allowed_hosts_by_udp_in_the_browser_that_tests_share() -> None:
    hosts, kind = SessionHosts(read_settings()), screen_kinds().default
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as outside:
        outside.bind(("127.0.0.1", 0))
        outside.setblocking(False)

        async def call() -> None:
            page = await browser.new_page()
            await page.evaluate(STUN, outside.getsockname()[1])

        try:
            browser = cast("Browser", hosts.get(kind, kind.options(), limited=True))
            hosts.runner.run(call())
            with pytest.raises(BlockingIOError):
                outside.recv(2000)
        finally:
            hosts.close()


def test_a_kind_without_hosts_shares_nothing() -> None:
    hosts, kind = SessionHosts(read_settings()), screen_kinds().get("fake")
    try:
        assert hosts.get(kind, kind.options(file="x.yaml"), limited=False) is None
    finally:
        hosts.close()


def test_a_test_is_on_the_screen_that_its_mark_names(run_inner: RunInner, pytester: pytest.Pytester) -> None:
    write_login(pytester.path)
    pytester.makeconftest("")
    pytester.makepyfile(
        test_fake=f"""
        import pytest

        @pytest.mark.askonce(fake="login.yaml")
        def test_sign_in(agent):
            agent.act({SIGN_IN!r})
            agent.check('the text "Welcome, ada@x" is visible')

        @pytest.mark.asyncio
        @pytest.mark.askonce(screen="fake", fake="login.yaml")
        async def test_awaited(async_agent):
            await async_agent.check('the button "Sign in" is visible')

        @pytest.mark.askonce(fake="login.yaml", url="https://shop.example")
        def test_both(agent):
            pass
        """
    )

    result = run_inner("--askonce-model=embedded")

    result.assert_outcomes(passed=2, errors=1)
    result.stdout.fnmatch_lines(["*askonce: fake belongs to fake screens and askonce: url to web screens*"])
