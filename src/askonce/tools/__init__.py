"""What can be asked of an agent from outside, by name, with arguments that are checked.

A tool is one class: its docstring and fields are what clients read (`screen_tools`), and every action of a screen is
one as well (`action_tools`). `tool_session` holds an agent for as long as somebody asks. Who asks, and over which wire,
is not known here: the doors do that. What only describes tools loads no agent, so that a command line can offer them.
"""
