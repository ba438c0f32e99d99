"""The door for coding agents: a server that speaks the Model Context Protocol."""
