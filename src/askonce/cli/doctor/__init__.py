"""`askonce doctor`: is everything here that a run needs, and what to do about what is not.

One file looks at one subject and returns findings; `looks` is the list of them, and where a driver adds its own.
"""
