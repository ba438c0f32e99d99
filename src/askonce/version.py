"""The version of this package, from its metadata."""

from importlib.metadata import version

VERSION = version("askonce")
