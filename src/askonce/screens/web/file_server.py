"""A folder of files, served on a free port of this machine for as long as a script plays."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from askonce.errors import ConfigError


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Nobody wants to read it."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Browsers hang up all the time."""


@contextmanager
def served(folder: Path) -> Generator[str, None, None]:
    """The address of the folder."""
    if not folder.is_dir():
        raise ConfigError(f"there is no folder {folder} to serve", remedy="name one, from where the command is run")
    server = _Server(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
