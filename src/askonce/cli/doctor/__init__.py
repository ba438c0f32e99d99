"""`askonce doctor`: checks everything that a run needs, and says how to fix what is wrong.

Each `*_health` module checks one subject and returns findings; `checklist` lists the checks.
"""
