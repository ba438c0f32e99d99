"""Datasette on a table of employees. Called with a port and the folder for the database."""

import os
import sqlite3
import sys
from pathlib import Path

EMPLOYEES = [
    ("Nora Lind", "Sales", "Oslo", 52000),
    ("Omar Haddad", "Support", "Bergen", 43000),
    ("Petra Novak", "Sales", "Bergen", 48000),
    ("Quentin Roux", "Finance", "Oslo", 61000),
    ("Rita Costa", "Support", "Tromsø", 41500),
    ("Samuel Adeyemi", "Engineering", "Oslo", 72000),
    ("Tilda Berg", "Engineering", "Bergen", 68500),
    ("Ulrich Weber", "Finance", "Tromsø", 59000),
    ("Vera Petrova", "Engineering", "Oslo", 75500),
    ("Wei Chen", "Sales", "Tromsø", 47000),
    ("Xenia Pappas", "Support", "Oslo", 40000),
    ("Yusuf Demir", "Engineering", "Tromsø", 66000),
]
path = Path(sys.argv[2]) / "staff.db"
database = sqlite3.connect(path)
database.execute(
    "CREATE TABLE employees (id INTEGER PRIMARY KEY, name TEXT, department TEXT, city TEXT, salary INTEGER)"
)
database.executemany("INSERT INTO employees (name, department, city, salary) VALUES (?, ?, ?, ?)", EMPLOYEES)
database.execute("CREATE TABLE offices (id INTEGER PRIMARY KEY, city TEXT, floor INTEGER)")
database.executemany("INSERT INTO offices (city, floor) VALUES (?, ?)", [("Oslo", 3), ("Bergen", 1), ("Tromsø", 2)])
database.commit()
database.close()
limits = ["--setting", "default_page_size", "8"]
os.execv(sys.executable, [sys.executable, "-m", "datasette", "serve", str(path), "-p", sys.argv[1], *limits])
