"""`askonce migrate`: what a project of another tool becomes here."""
