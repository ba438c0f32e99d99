"""A server on loopback that speaks S3, for tests of stores in buckets. They are skipped where its packages are not
installed: pip install s3fs "moto[server]"."""

from __future__ import annotations

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
    pytest.importorskip("s3fs", reason='stores in buckets are tried with: pip install s3fs "moto[server]"')
    server_of = pytest.importorskip("moto.server", reason='it is tried with: pip install s3fs "moto[server]"')
    server = server_of.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    try:
        port = server.get_host_and_port()[1]
        asked = urllib.request.Request(f"http://127.0.0.1:{port}/{BUCKET}", method="PUT")
        urllib.request.urlopen(asked, timeout=60).close()
        yield port
    finally:
        server.stop()
