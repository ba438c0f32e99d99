from __future__ import annotations

import socket
import struct

import pytest
from phone_rig import PhoneClient, read

from askonce.testing.phone import SamplePhone


def test_the_server_tells_its_version_and_its_one_phone(phone: SamplePhone, client: PhoneClient) -> None:
    assert client.ask("host:version") == "0029"
    assert client.ask("host:devices") == f"{phone.serial}\tdevice\n"
    assert "model:Askonce_Sample" in client.ask("host:devices-l")
    assert "shell_v2" in client.ask(f"host-serial:{phone.serial}:features")
    assert client.ask("host:get-serialno") == phone.serial
    assert client.ask(f"host:connect:{phone.serial}") == f"already connected to {phone.serial}"


@pytest.mark.parametrize("way", ["host:transport-any", "host:tport:any", "host:tport:serial:{serial}"])
def test_a_phone_is_chosen_in_each_way_that_clients_have(client: PhoneClient, way: str) -> None:
    with client.connected(way.format(serial=client.phone.serial)) as connection:
        if "tport" in way:
            assert read(connection, 8) == (1).to_bytes(8, "little")
        connection.sendall(b"000eshell:echo yes")
        assert read(connection, 8) == b"OKAYyes\n"


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ("host:transport:nobody", "device 'nobody' not found"),
        ("host-serial:nobody:features", "device 'nobody' not found"),
        ("host:dance", "unknown host service 'dance'"),
        ("shell:date", "unknown host service 'shell:date'"),
    ],
)
def test_what_the_server_does_not_know_is_refused(client: PhoneClient, request_: str, said: str) -> None:
    with pytest.raises(ConnectionError, match=said), client.connected(request_):
        pass


def test_a_service_that_the_phone_does_not_have_is_refused(client: PhoneClient) -> None:
    for service in ("tcp:9999", "jdwp:1"):
        with pytest.raises(ConnectionError):
            client.service(service)


def test_a_port_of_this_machine_leads_to_one_of_the_phone(client: PhoneClient) -> None:
    serial = client.phone.serial
    with client.serve():
        with client.connected(f"host-serial:{serial}:forward:tcp:0;tcp:9008") as connection:
            assert read(connection, 4) == b"OKAY"
            port = int(read(connection, int(read(connection, 4), 16)))
        assert client.ask("host:list-forward") == f"{serial} tcp:{port} tcp:9008\n"
        with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
            connection.sendall(b"GET /ping HTTP/1.1\r\n\r\n")
            assert b"".join(iter(lambda: connection.recv(65536), b"")).endswith(b"pong")
    with client.connected(f"host-serial:{serial}:killforward:tcp:{port}"):
        pass
    with pytest.raises(ConnectionError, match="not found"), client.connected(f"host:killforward:tcp:{port}"):
        pass


def test_lines_are_typed_into_a_shell_until_it_is_left(client: PhoneClient) -> None:
    lines = b"echo one\nnothing-of-this-name\nexit\n"
    with client.connected("host:transport-any", "shell,v2:") as connection:
        connection.sendall(struct.pack("<BI", 0, len(lines)) + lines)
        data = b"".join(iter(lambda: connection.recv(65536), b""))
    assert data[5:9] == b"one\n"
    assert data.endswith(struct.pack("<BI", 3, 1) + bytes([127]))


def test_files_are_written_read_and_listed(client: PhoneClient) -> None:
    assert client.push("/sdcard/Download/a b.txt", b"\0\xff") == b"OKAY"
    with client.connected("host:transport-any", "sync:") as connection:

        def ask(kind: bytes, path: bytes) -> None:
            connection.sendall(kind + struct.pack("<I", len(path)) + path)

        ask(b"STAT", b"/sdcard/Download/a b.txt")
        assert struct.unpack("<II", read(connection, 16)[4:12]) == (0o100644, 2)
        ask(b"STA2", b"/sdcard/none")
        assert struct.unpack("<I", read(connection, 72)[4:8]) == (2,)
        ask(b"LIST", b"/sdcard/Download")
        entry = read(connection, 20 + 7)
        assert (entry[:4], entry[20:]) == (b"DENT", b"a b.txt")
        assert read(connection, 20)[:4] == b"DONE"
        ask(b"RECV", b"/sdcard/Download/a b.txt")
        assert read(connection, 18) == b"DATA\2\0\0\0\0\xffDONE\0\0\0\0"
        ask(b"RECV", b"/sdcard/none")
        assert read(connection, 4) == b"FAIL"
    assert client.push("/system/x", b"") == b"FAIL"
