"""Programs made at random, from all kinds of statements and expressions, whether they make sense or not."""

from __future__ import annotations

from hypothesis import strategies as st

from askonce.diagnostics.location import Location
from askonce.program import expression_tree, syntax_tree
from askonce.program.expression_tree import Condition, Expression, Reference, TextTemplate
from askonce.program.syntax_tree import Block, Program, Statement

NAMES = st.sampled_from(["a", "b", "contact_list", "contacts", "answer", "loop", "ünïcode", ""])
FUNCTIONS = st.sampled_from(["F", "G", "calculateArea"])
PLACES = st.builds(Location, st.integers(0, 40), st.integers(1, 120), st.integers(0, 80))
WORDS = st.sampled_from(["", "1. open it", "Iterate through each line in {a}", 'Execute function "F" with {a}', "打开"])
_STEPS = st.one_of(st.sampled_from(["name", "color"]), st.integers(-1, 3))
REFERENCES = st.deferred(
    lambda: st.builds(
        Reference, NAMES, st.lists(st.one_of(_STEPS, st.builds(Reference, NAMES)), max_size=2).map(tuple), PLACES
    )
)
TEXTS = st.lists(st.one_of(st.text(max_size=8), REFERENCES), max_size=3).map(lambda parts: TextTemplate(tuple(parts)))
_LEAVES: st.SearchStrategy[Expression] = st.one_of(
    REFERENCES,
    TEXTS,
    st.builds(expression_tree.NumberLiteral, st.one_of(st.integers(-5, 5), st.floats(allow_nan=False))),
    st.builds(expression_tree.BooleanLiteral, st.booleans()),
)


def _larger(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    conditions = _conditions(inner)
    few = st.lists(inner, max_size=3).map(tuple)
    pairs = st.lists(st.tuples(st.text(max_size=3), inner), max_size=3).map(tuple)
    return st.one_of(
        st.builds(expression_tree.ListLiteral, few),
        st.builds(expression_tree.ObjectLiteral, pairs),
        st.builds(expression_tree.EmptyTable, few),
        st.builds(expression_tree.JoinedText, few),
        st.builds(expression_tree.Arithmetic, st.sampled_from(["+", "-", "*", "/", "//", "%", "**"]), inner, inner),
        st.builds(
            expression_tree.Access,
            st.sampled_from(["item", "last", "length", "attribute", "columns", "last row's"]),
            inner,
            st.none() | inner,
        ),
        st.builds(
            expression_tree.Aggregate,
            st.sampled_from(["sum", "average", "smallest", "largest", "count"]),
            inner,
            st.none() | inner,
            st.none() | conditions,
        ),
        st.builds(expression_tree.Conversion, inner, st.sampled_from(["number", "text", "boolean", "list"])),
        st.builds(expression_tree.ConditionValue, conditions),
        st.builds(expression_tree.Column, inner),
    )


def _conditions(values: st.SearchStrategy[Expression]) -> st.SearchStrategy[Condition]:
    plain: st.SearchStrategy[Condition] = st.one_of(
        st.builds(expression_tree.Comparison, st.sampled_from(["==", "<", "contains", "is in"]), values, values),
        st.builds(expression_tree.Between, values, values, values),
        st.builds(expression_tree.IsEmpty, values),
        st.builds(expression_tree.IsTrue, values),
        st.builds(expression_tree.FileExists, values),
        st.builds(expression_tree.ScreenCondition, TEXTS),
    )
    many = st.lists(plain, max_size=2).map(tuple)
    return st.one_of(
        plain,
        st.builds(expression_tree.Not, plain),
        st.builds(expression_tree.AllOf, many),
        st.builds(expression_tree.AnyOf, many),
    )


VALUES: st.SearchStrategy[Expression] = st.recursive(_LEAVES, _larger, max_leaves=4)
CONDITIONS = _conditions(VALUES)
_INTO = st.one_of(st.just(""), NAMES)
_AT = {"location": PLACES, "words": WORDS}

PLAIN: st.SearchStrategy[Statement] = st.one_of(
    st.builds(syntax_tree.Tell, VALUES, **_AT),
    st.builds(syntax_tree.AskUser, VALUES, NAMES, **_AT),
    st.builds(
        syntax_tree.Step,
        TEXTS,
        app=st.sampled_from(["", "Contacts", "Notes"]),
        results=st.lists(NAMES, max_size=2).map(tuple),
        **_AT,
    ),
    st.builds(syntax_tree.Assign, REFERENCES, VALUES, **_AT),
    st.builds(syntax_tree.Append, VALUES, REFERENCES, **_AT),
    st.builds(syntax_tree.AddColumn, VALUES, REFERENCES, st.none() | VALUES, **_AT),
    st.builds(syntax_tree.Sort, REFERENCES, st.none() | VALUES, st.booleans(), _INTO, **_AT),
    st.builds(syntax_tree.Filter, REFERENCES, CONDITIONS, _INTO, **_AT),
    st.builds(syntax_tree.Merge, REFERENCES, REFERENCES, VALUES, NAMES, **_AT),
    st.builds(syntax_tree.Unique, REFERENCES, st.lists(VALUES, max_size=2).map(tuple), _INTO, **_AT),
    st.builds(syntax_tree.ReadFile, st.sampled_from(["table", "text", "image"]), VALUES, NAMES, **_AT),
    st.builds(syntax_tree.SaveFile, st.sampled_from(["table", "text"]), VALUES, VALUES, **_AT),
    st.builds(syntax_tree.Break, **_AT),
    st.builds(syntax_tree.Continue, **_AT),
    st.builds(syntax_tree.Stop, **_AT),
    st.builds(syntax_tree.Return, st.none() | VALUES, **_AT),
    st.builds(syntax_tree.Call, FUNCTIONS, st.lists(st.tuples(NAMES, VALUES), max_size=2).map(tuple), _INTO, **_AT),
)


def _headers(inner: st.SearchStrategy[Statement]) -> st.SearchStrategy[Statement]:
    block: st.SearchStrategy[Block] = st.lists(inner, max_size=3).map(tuple)
    branches = st.lists(st.builds(syntax_tree.Branch, CONDITIONS, block), min_size=1, max_size=2).map(tuple)
    inputs = st.lists(st.builds(syntax_tree.Input, NAMES), max_size=2).map(tuple)
    return st.one_of(
        st.builds(syntax_tree.If, branches, block, **_AT),
        st.builds(syntax_tree.Repeat, VALUES, block, **_AT),
        st.builds(syntax_tree.Until, CONDITIONS, block, **_AT),
        st.builds(syntax_tree.While, CONDITIONS, block, **_AT),
        st.builds(syntax_tree.ForEach, NAMES, VALUES, block, **_AT),
        st.builds(syntax_tree.Define, FUNCTIONS, inputs, block, **_AT),
    )


PROGRAMS = st.builds(
    Program,
    st.lists(st.recursive(PLAIN, _headers, max_leaves=8), max_size=6).map(tuple),
    st.sampled_from(["", "one\n\ttwo {a}\n", "如果 {a}：\n  打开"]),
)
