"""Sessions: a browser that stays open between commands, so that a shell can use it step by step.

`session_process` is the process that holds the browser; `session_registry` holds one private record per session.
`session_client` talks to the process over the loopback address (`wire_protocol`), `session_step` runs one tool there,
`verbs` makes a command of each tool, and `session_lifecycle` starts, lists and stops sessions.
"""
