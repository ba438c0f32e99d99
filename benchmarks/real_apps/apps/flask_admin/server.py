"""A library in Flask-Admin. Called with a port and the folder for its database."""

import sys
from datetime import date
from pathlib import Path

from flask import Flask
from flask_admin import Admin
from flask_admin.contrib.sqla import ModelView
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy.pool import NullPool

app = Flask(__name__)
app.config["SECRET_KEY"] = "only for a benchmark on loopback"
app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{Path(sys.argv[2]) / 'library.db'}"
app.config["SQLALCHEMY_ENGINE_OPTIONS"] = {"poolclass": NullPool}
database = SQLAlchemy(app)


class Author(database.Model):
    id = database.Column(database.Integer, primary_key=True)
    name = database.Column(database.String(80), nullable=False)
    country = database.Column(database.String(40))

    def __str__(self):
        return self.name


class Book(database.Model):
    id = database.Column(database.Integer, primary_key=True)
    title = database.Column(database.String(120), nullable=False)
    author_id = database.Column(database.ForeignKey("author.id"))
    author = database.relationship(Author)
    language = database.Column(database.String(20))
    year = database.Column(database.Integer)
    copies = database.Column(database.Integer, default=1)
    available = database.Column(database.Boolean, default=True)
    bought = database.Column(database.Date)

    def __str__(self):
        return self.title


LANGUAGES = {"language": [("en", "English"), ("de", "German"), ("sv", "Swedish"), ("it", "Italian")]}


class AuthorView(ModelView):
    column_searchable_list = ("name",)


class BookView(ModelView):
    column_list = ("title", "author", "language", "year", "copies", "available")
    column_searchable_list = ("title",)
    column_sortable_list = ("title", "year", "copies")
    column_filters = ("year", "available")
    form_columns = ("title", "author", "language", "year", "copies", "available", "bought")
    form_choices = LANGUAGES
    can_view_details = True


BOOKS = [
    ("Emma", 1, "en", 1815, 4, True),
    ("Persuasion", 1, "en", 1817, 2, True),
    ("Buddenbrooks", 2, "de", 1901, 3, False),
    ("The Magic Mountain", 2, "de", 1924, 1, True),
    ("Gösta Berling's Saga", 3, "sv", 1891, 5, True),
    ("Jerusalem", 3, "sv", 1901, 2, False),
    ("The Leopard", 4, "it", 1958, 6, True),
]

with app.app_context():
    database.create_all()
    for name, country in (
        ("Jane Austen", "England"),
        ("Thomas Mann", "Germany"),
        ("Selma Lagerlöf", "Sweden"),
        ("Giuseppe Tomasi", "Italy"),
    ):
        database.session.add(Author(name=name, country=country))
    database.session.commit()
    for title, author, language, year, copies, available in BOOKS:
        book = Book(title=title, author_id=author, language=language, year=year, copies=copies, available=available)
        book.bought = date(2020, 5, 1)
        database.session.add(book)
    database.session.commit()

admin = Admin(app, name="Library")
admin.add_view(BookView(Book, database.session))
admin.add_view(AuthorView(Author, database.session))
app.run("127.0.0.1", int(sys.argv[1]))
