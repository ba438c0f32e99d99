"""`python -m askonce` is the `askonce` command."""

from askonce.cli import main

main()
