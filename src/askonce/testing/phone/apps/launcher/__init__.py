"""The home screen and the app drawer."""
