"""A stand-in for hdc that hands its words to a sample phone. It is copied to where it is run, with the phone's port."""

import base64
import json
import socket
import sys

PORT = 0


def main() -> None:
    """One call, as hdc makes it."""
    words = sys.argv[1:]
    plain = words[2:] if words[:1] == ["-t"] else words
    asked: dict[str, object] = {"words": words}
    if plain[:2] == ["file", "send"]:
        with open(plain[2], "rb") as file:
            asked["data"] = base64.b64encode(file.read()).decode()
    try:
        with socket.create_connection(("127.0.0.1", PORT)) as connection:
            connection.sendall(json.dumps(asked).encode() + b"\n")
            answer = json.loads(b"".join(iter(lambda: connection.recv(65536), b"")))
    except (OSError, ValueError):
        sys.stdout.write("[Fail]Connect server failed\n")
        return
    if "data" in answer:
        with open(plain[3], "wb") as file:
            file.write(base64.b64decode(answer["data"]))
    sys.stdout.buffer.write(answer["out"].encode())


if __name__ == "__main__":
    main()
