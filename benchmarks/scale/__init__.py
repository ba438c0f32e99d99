"""What is measured at several sizes: trees, pages and runs."""
