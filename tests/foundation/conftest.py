"""Property tests here state what is true of any value, not how quickly: a busy machine is no failure."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
