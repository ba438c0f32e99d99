"""How a computer talks to the phone: its adb daemon, and the adb server's side of it, which needs no adb program."""
