"""The shell of the phone: command lines and the commands that a driver needs."""
