"""A server on loopback that speaks S3, for tests of stores in buckets. They are skipped where its packages are not
installed: pip install s3fs "moto[server]"."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

BUCKET = "bucket"
CREDENTIALS = {"AWS_ACCESS_KEY_ID": "x", "AWS_SECRET_ACCESS_KEY": "y", "AWS_DEFAULT_REGION": "us-east-1"}


def options_for(port: int) -> dict[str, Any]:
    """How a file system reaches it."""
    return {"endpoint_url": f"http://127.0.0.1:{port}", "key": "x", "secret": "y"}


@contextmanager
def s3_server() -> Iterator[int]:
    """Its port, while it runs; it has one bucket."""
    for name in ("s3fs", "moto.server"):
        pytest.importorskip(name, reason='stores in buckets are tried with: pip install s3fs "moto[server]"')
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            asked = urllib.request.Request(f"http://127.0.0.1:{port}/{BUCKET}", method="PUT")
            while not _is_answered(asked):
                assert server.poll() is None
            yield port
        finally:
            server.kill()


def _is_answered(asked: urllib.request.Request) -> bool:
    try:
        urllib.request.urlopen(asked, timeout=60).close()
    except urllib.error.URLError:
        time.sleep(0.02)  # it tells nobody that it is up
        return False
    return True
