"""Kept sessions: a browser that stays open between commands, so that a shell can drive it step by step.

`keeper` is the process that holds the browser; it leaves a notice (`notices`) that only its user can read. `client`
speaks to it over the loopback address (`wire`), `verbs` makes a command of each tool, `keeping` starts, lists and ends.
"""
