"""`askonce model verify`: does the model answer, see, find and plan, and what is wrong if it does not.

Each trial asks the way that runs ask, with the prompts and the reading that they use, about pictures drawn here.
"""
