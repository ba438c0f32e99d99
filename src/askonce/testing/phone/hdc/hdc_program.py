"""A stand-in for hdc that hands its words to a sample phone. It is copied to where it is run, with the phone's port.

A phone is driven by hundreds of calls. Each would take three times as long with `socket` and `json`.
"""

import sys
from _socket import socket

PORT = 0


def main() -> None:
    """One call, as hdc makes it."""
    words = sys.argv[1:]
    plain = words[2:] if words[:1] == ["-t"] else words
    data = b""
    if plain[:2] == ["file", "send"]:
        with open(plain[2], "rb") as file:
            data = file.read()
    try:
        out, data = ask("\0".join(words).encode(), data)
    except (OSError, ValueError):
        sys.stdout.write("[Fail]Connect server failed\n")
        return
    if plain[:2] == ["file", "recv"] and data is not None:
        with open(plain[3], "wb") as file:
            file.write(data)
    sys.stdout.buffer.write(out)


def ask(words: bytes, data: bytes) -> "tuple[bytes, bytes | None]":
    """What the phone answers: words, and the content of a file if one was asked for."""
    connection = socket()
    connection.connect(("127.0.0.1", PORT))
    connection.sendall(b"%d %d\n%s%s" % (len(words), len(data), words, data))
    head, _, answer = b"".join(iter(lambda: connection.recv(65536), b"")).partition(b"\n")
    length, has_file = map(int, head.split())
    return answer[:length], answer[length:] if has_file else None


if __name__ == "__main__":
    main()
