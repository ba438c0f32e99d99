"""The commands and their options, a module for each group. What a command needs is imported when it runs."""
