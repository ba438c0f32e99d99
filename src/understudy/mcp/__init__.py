"""The door for coding agents: a server that speaks the Model Context Protocol.

`serving` runs it over standard input and output or over HTTP, `server` answers requests, `sessions` holds the browsers.
A tool is one class: its docstring and fields are what clients read (`tools`), and every action of a screen is one as
well (`action_tools`). Needs the extra `mcp`; nothing of it is imported before a server starts.
"""
