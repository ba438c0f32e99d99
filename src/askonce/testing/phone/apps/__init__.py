"""The apps of the sample phone: each is a folder with its activities and its records, and one line in `app_table`."""
