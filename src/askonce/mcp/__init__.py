"""The door for coding agents: a server that speaks the Model Context Protocol.

`serving` runs it over standard input and output or over HTTP, `server` answers requests, `sessions` holds the browsers.
What it offers are the tools of `askonce.tools`, and those that open and close sessions (`session_tools`). Needs the
extra `mcp`; nothing of it is imported before a server starts.
"""
