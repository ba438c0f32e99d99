"""The pages of the package. Called with a port and a folder that it does not need."""

import os
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

pages = f"{os.environ['NODE_MODULES']}/todomvc/examples"
ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), partial(SimpleHTTPRequestHandler, directory=pages)).serve_forever()
