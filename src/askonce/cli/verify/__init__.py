"""`askonce model verify`: tests whether a model answers, sees, locates and plans, and explains what is wrong.

Each trial uses the prompts and the reply parser of real runs, with images that are drawn here.
"""
