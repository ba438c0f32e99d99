"""The options and the help of each command, one module per group. What a command does is imported when it runs."""
