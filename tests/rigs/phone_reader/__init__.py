"""A model that reads well and makes no mistakes, on the apps of the sample phone."""
