"""A registration page in Streamlit. Called with a port and the folder for what the page's script was given."""

import os
import sys
from pathlib import Path

os.environ["STATE_FOLDER"] = sys.argv[2]
os.environ["HOME"] = sys.argv[2]
options = {
    "server.port": sys.argv[1],
    "server.address": "127.0.0.1",
    "server.headless": "true",
    "server.fileWatcherType": "none",
    "browser.gatherUsageStats": "false",
    "client.toolbarMode": "viewer",
}
page = str(Path(__file__).with_name("page.py"))
arguments = [f"--{name}={value}" for name, value in options.items()]
os.execv(sys.executable, [sys.executable, "-m", "streamlit", "run", page, *arguments])
