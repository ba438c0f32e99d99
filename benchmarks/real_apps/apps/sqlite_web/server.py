"""sqlite-web on a database of recipes. Called with a port and the folder for the database."""

import os
import sqlite3
import sys
from pathlib import Path

RECIPES = [("Pancakes", 4, 20), ("Lentil soup", 6, 45), ("Apple pie", 8, 90), ("Risotto", 3, 35), ("Omelette", 1, 10)]
path = Path(sys.argv[2]) / "kitchen.db"
database = sqlite3.connect(path)
database.execute("CREATE TABLE recipe (id INTEGER PRIMARY KEY, name TEXT, persons INTEGER, minutes INTEGER)")
database.executemany("INSERT INTO recipe (name, persons, minutes) VALUES (?, ?, ?)", RECIPES)
database.execute("CREATE TABLE shelf (id INTEGER PRIMARY KEY, label TEXT)")
database.executemany("INSERT INTO shelf (label) VALUES (?)", [("Spices",), ("Flour",)])
database.commit()
database.close()
code = "from sqlite_web.sqlite_web import main; main()"
options = ["-p", sys.argv[1], "-H", "127.0.0.1", "--no-browser"]
os.execv(sys.executable, [sys.executable, "-c", code, *options, str(path)])
