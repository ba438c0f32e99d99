"""A local provider for tests: a real HTTP server that answers by rules and fails on demand.

    with ModelServer() as server:
        server.reply("<complete success='true'>done</complete>", when="log in")

        @server.rule
        def find(asked: Asked) -> str | None:
            return '{"bbox": [10, 10, 90, 40]}' if "Save button" in asked.last else None

        server.fail_next(Fault.status(429, retry_after=1))
        model = build_model(server.settings())

The first rule with an answer wins, in the order in which they were added. `server.requests` has all requests.
"""

from __future__ import annotations

import json
import re
import select
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from askonce.config import ModelSettings, Price
from askonce.testing.model_faults import Fault
from askonce.testing.received_request import Asked, tokens_of
from askonce.values import Secret

Answer = str | Fault
Rule = Callable[[Asked], Answer | None]
When = str | re.Pattern[str] | Callable[[Asked], bool]

_HOLDING_STEP = 0.02


class RuleFailed(Exception):
    """A rule raised instead of answering."""


class ModelServer:
    """Answers like an OpenAI-compatible provider. Use it with `with` or `async with`.

    >>> with ModelServer() as server:
    ...     server.reply('<complete success="true">Done.</complete>')
    ...     model = server.settings()
    """

    def __init__(self) -> None:
        self.requests: list[Asked] = []
        """All requests, including failed ones."""
        self.abandoned: list[Asked] = []
        """Requests whose client closed the connection before the answer."""
        self._rules: list[Rule] = []
        self._faults: deque[Fault] = deque()
        self._lock = threading.Lock()
        self._changed = threading.Condition()
        self._http: _Http | None = None

    @property
    def url(self) -> str:
        """The base URL, including /v1."""
        if self._http is None:
            raise RuntimeError("the model server is not running: use it as `with ModelServer() as server:`")
        return f"http://127.0.0.1:{self._http.server_port}/v1"

    def settings(
        self, name: str = "scripted", family: str = "generic", *, timeout: float = 30.0, retries: int = 3
    ) -> ModelSettings:
        """Settings for a model on this server.

        >>> server.settings().base_url == server.url
        True
        """
        return ModelSettings(
            name,
            base_url=self.url,
            api_key=Secret("key-for-the-model-server"),
            family=family,
            timeout=timeout,
            retries=retries,
            price=Price(1.0, 4.0),
        )

    def rule(self, rule: Rule) -> Rule:
        """Add a function that gets each request and returns an answer, a fault, or None to pass. Can be a decorator.

        >>> @server.rule
        ... def answer(asked: Asked) -> str | None:
        ...     return "found" if "mug" in asked.last else None
        """
        self._rules.append(rule)
        return rule

    def reply(self, answer: Answer, when: When = "") -> None:
        """Give this answer whenever the request's text contains `when` (a string or a regular expression), or `when` is
        a function that returns true.

        >>> server.reply('<complete success="true">Done.</complete>', when="red mug")
        """
        self.rule(lambda asked: answer if _fits(when, asked) else None)

    def script(self, answers: Iterable[Answer]) -> None:
        """Give these answers one after the other, then none.

        >>> server.script(["first", "second", Fault.cut()])
        """
        left = deque(answers)

        def next_answer(asked: Asked) -> Answer | None:
            with self._lock:
                return left.popleft() if left else None

        self.rule(next_answer)

    def fail_next(self, fault: Fault, times: int = 1) -> None:
        """Make the next requests fail, whatever the rules say.

        >>> server.fail_next(Fault.status(500), times=2)
        """
        self._faults.extend([fault] * times)

    def wait_for(self, condition: Callable[[ModelServer], bool], timeout: float = 10.0) -> bool:
        """Wait until `condition` is true; it is checked on every request and every closed connection.

        >>> server.wait_for(lambda server: not server.requests, timeout=5)
        True
        """
        with self._changed:
            return self._changed.wait_for(lambda: condition(self), timeout)

    def start(self) -> Self:
        """Begin to listen. `with` does this.

        >>> other = ModelServer().start()
        >>> other.stop()
        """
        self._http = _Http(self)
        threading.Thread(target=self._http.serve_forever, args=(_HOLDING_STEP,), daemon=True).start()
        return self

    def stop(self) -> None:
        """Stop listening, and end the connections that are open.

        >>> other = ModelServer().start()
        >>> other.stop()
        """
        if self._http:
            self._http.shutdown()
            self._http.server_close()
            self._http.hang_up()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    async def __aenter__(self) -> Self:
        return self.start()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def note_asked(self, asked: Asked) -> None:
        with self._changed:
            self.requests.append(asked)
            self._changed.notify_all()

    def note_abandoned(self, asked: Asked) -> None:
        with self._changed:
            self.abandoned.append(asked)
            self._changed.notify_all()

    def answers(self, asked: Asked) -> Iterable[Answer]:
        """The possible answers, in order: a pending fault, then the answer of each rule."""
        with self._lock:
            fault = self._faults.popleft() if self._faults else None
        if fault:
            yield fault
        for rule in tuple(self._rules):
            try:
                answer = rule(asked)
            except Exception as error:
                # A rule may raise anything; the error is sent to the client, since this thread has no caller.
                name = getattr(rule, "__name__", repr(rule))
                raise RuleFailed(f"the rule {name} of the model server raised {error!r}") from error
            if answer is not None:
                yield answer

    def hold(self, until: float | threading.Event, hung_up: Callable[[], bool]) -> bool:
        """Wait as long as a slow fault demands; False if the connection ends meanwhile."""
        event = until if isinstance(until, threading.Event) else threading.Event()
        end = float("inf") if isinstance(until, threading.Event) else time.monotonic() + until
        while time.monotonic() < end and not event.wait(min(_HOLDING_STEP, max(0.0, end - time.monotonic()))):
            if hung_up():
                return False
        return True


class _Http(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, models: ModelServer) -> None:
        super().__init__(("127.0.0.1", 0), _ModelHandler)
        self.models = models
        self._connections: set[socket.socket] = set()

    def process_request(self, request: Any, client_address: Any) -> None:
        self._connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self._connections.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Do not print errors of clients that disconnect: tests expect them."""

    def hang_up(self) -> None:
        for connection in tuple(self._connections):
            _close(connection)


class _ModelHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Headers and body are sent together: sent separately, they take 40 ms longer in the network stack.
    wbufsize = -1
    disable_nagle_algorithm = True
    server: _Http  # pyright: ignore[reportIncompatibleVariableOverride] (narrower than the base class says)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing: `requests` is the log."""

    def do_GET(self) -> None:
        if self.path == "/v1/models":
            self._send(200, {"object": "list", "data": [{"id": "scripted", "object": "model", "owned_by": "tests"}]})
        else:
            self._send_error(404, f"there is nothing at {self.path}")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.path.partition("?")[0] != "/v1/chat/completions":
            self._send_error(404, f"there is nothing at {self.path}")
            return
        try:
            data: Any = json.loads(body)
            asked = Asked.of(data, {name.lower(): value for name, value in self.headers.items()}, self.path)
        except (ValueError, TypeError, AttributeError, KeyError) as error:
            self._send_error(400, f"the request cannot be read: {error}")
            return
        self.server.models.note_asked(asked)
        try:
            self._answer(asked)
        except RuleFailed as error:
            self._send_error(500, str(error), final=True)

    def _answer(self, asked: Asked) -> None:
        models = self.server.models
        for answer in models.answers(asked):
            if isinstance(answer, str):
                self._send(200, _completion(asked, answer))
                return
            if answer.kind != "slow":
                self._fail(asked, answer)
                return
            if not models.hold(answer.until, self._hung_up):
                models.note_abandoned(asked)
                _close(self.connection)
                self.close_connection = True
                return
            if answer.then is not None:
                self._send(200, _completion(asked, answer.then))
                return
        self._send_error(
            500,
            f"no rule of the model server answers this request. The last user message: {asked.last[-300:]!r}. "
            'Add one with server.reply("…", when="…") or @server.rule',
            final=True,
        )

    def _fail(self, asked: Asked, fault: Fault) -> None:
        match fault.kind:
            case "status":
                self._send_error(fault.code, fault.body.decode(), retry_after=fault.retry_after)
            case "empty":
                self._send(200, _completion(asked, ""))
            case "garbage":
                self._send_bytes(fault.code, fault.body)
            case "truncated":
                whole = json.dumps(_completion(asked, "this answer is cut off")).encode()
                self._send_bytes(200, whole[: len(whole) // 2], length=len(whole))
                self._cut()
            case "cut" | "slow":
                self._cut()

    def _cut(self) -> None:
        _close(self.connection)
        self.close_connection = True

    def _hung_up(self) -> bool:
        """Whether the client closed the connection: it is readable and at its end."""
        readable, _, _ = select.select([self.connection], [], [], 0)
        try:
            return bool(readable) and self.connection.recv(1, socket.MSG_PEEK) == b""
        except OSError:
            return True

    def _send_error(self, status: int, message: str, *, retry_after: str = "", final: bool = False) -> None:
        headers = {"Retry-After": retry_after} if retry_after else {}
        if final:
            headers["x-should-retry"] = "false"
        self._send(status, {"error": {"message": message, "type": "model_server", "code": None}}, headers)

    def _send(self, status: int, body: object, headers: dict[str, str] | None = None) -> None:
        self._send_bytes(status, json.dumps(body).encode(), headers=headers)

    def _send_bytes(
        self, status: int, body: bytes, *, headers: dict[str, str] | None = None, length: int | None = None
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body) if length is None else length))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()


def _completion(asked: Asked, text: str) -> dict[str, Any]:
    prompt, completion = asked.tokens, tokens_of(text)
    return {
        "id": "chatcmpl-scripted",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": asked.model,
        "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion},
    }


def _fits(when: When, asked: Asked) -> bool:
    if isinstance(when, str):
        return when in asked.text or _matches(when, asked.text)
    if isinstance(when, re.Pattern):
        return bool(when.search(asked.text))
    return when(asked)


def _matches(pattern: str, text: str) -> bool:
    try:
        return bool(re.search(pattern, text))
    except re.error:
        return False


def _close(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # it is closed already
