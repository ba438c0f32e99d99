"""Every phrase of the language, and what it is read as."""

from __future__ import annotations

import pytest

from askonce.program.expression_tree import (
    Access,
    Aggregate,
    AllOf,
    AnyOf,
    Arithmetic,
    Between,
    BooleanLiteral,
    Column,
    Comparison,
    Condition,
    ConditionValue,
    Conversion,
    EmptyTable,
    Expression,
    FileExists,
    IsEmpty,
    IsTrue,
    JoinedText,
    ListLiteral,
    Not,
    NumberLiteral,
    ObjectLiteral,
    Reference,
    ScreenCondition,
    TextTemplate,
)
from askonce.program.parser import read_program
from askonce.program.syntax_tree import (
    AddColumn,
    Append,
    AskUser,
    Assign,
    Break,
    Call,
    Continue,
    Filter,
    ForEach,
    If,
    Merge,
    ReadFile,
    Repeat,
    Return,
    SaveFile,
    Sort,
    Statement,
    Step,
    Stop,
    Tell,
    Unique,
    Until,
    While,
)


def text(words: str) -> TextTemplate:
    return TextTemplate((words,))


def of(name: str, *path: str | int | Reference) -> Reference:
    return Reference(name, path)


V, T, ROW = of("v"), of("t"), of("row")
HELLO = text("Hello")


def read(source: str) -> Statement:
    program, problems = read_program(source)
    assert not [problem for problem in problems if problem.severity == "error"], problems
    (statement,) = program.statements
    return statement


STATEMENTS: list[tuple[str, Statement]] = [
    # output and input
    ('tell user "Hello"', Tell(HELLO)),
    ('Tell the user "Hello".', Tell(HELLO)),
    ('send "Hello" to the user', Tell(HELLO)),
    ("Send {v} to user", Tell(V)),
    ('notify user with message "Hello"', Tell(HELLO)),
    ('Print "Hello"', Tell(HELLO)),
    ('print("Hello")', Tell(HELLO)),
    ("print({v} + 1)", Tell(Arithmetic("+", V, NumberLiteral(1)))),
    ("Tell user {v}", Tell(V)),
    ("Tell user the total is {v}", Tell(TextTemplate(("the total is ", V)))),
    ("Tell user total: {v}", Tell(TextTemplate(("total: ", V)))),
    ("tell user that all is done", Tell(text("all is done"))),
    ("告诉用户“Hello”", Tell(HELLO)),
    ('ask user "Age?", get response as {v}', AskUser(text("Age?"), "v")),
    ('Ask the user "Age?", record as {v}', AskUser(text("Age?"), "v")),
    ("ask user for their name, get response as {v}", AskUser(text("for their name"), "v")),
    # steps
    ('In "Contacts" App, add Ann', Step(text('In "Contacts" App, add Ann'), "Contacts")),
    ("In the `My Notes` app, add Ann", Step(text("In the `My Notes` app, add Ann"), "My Notes")),
    ("In the Contacts app, add Ann", Step(text("In the Contacts app, add Ann"), "Contacts")),
    ("在“微信”应用中，发送消息", Step(text("在“微信”应用中，发送消息"), "微信")),
    ('open URL "https://a.b"', Step(text('open URL "https://a.b"'))),
    ("wait 10 seconds", Step(text("wait 10 seconds"))),
    # assignments
    ('set variable {v} to "Hello"', Assign(V, HELLO)),
    ("set {v} to 0", Assign(V, NumberLiteral(0))),
    ("Set 5 as {v}.", Assign(V, NumberLiteral(5))),
    ("Set list 1, 2 as {v}.", Assign(V, ListLiteral((NumberLiteral(1), NumberLiteral(2))))),
    ("Set the list of texts 'Hello' and 2 as {v}", Assign(V, ListLiteral((HELLO, NumberLiteral(2))))),
    ('Create a list with "Hello" and 2, record as {v}', Assign(V, ListLiteral((HELLO, NumberLiteral(2))))),
    ('Record 1, "Hello" as {v}', Assign(V, ListLiteral((NumberLiteral(1), HELLO)))),
    (
        'Set {v} to an object with "a" is {t} and "b" is 2',
        Assign(V, ObjectLiteral((("a", T), ("b", NumberLiteral(2))))),
    ),
    ('Set "Volume" as {v}', Step(TextTemplate(('Set "Volume" as ', V)))),
    ("Set the price to 1,000 as {v}", Step(TextTemplate(("Set the price to 1,000 as ", V)))),
    ("读一首诗，将诗歌记为 {v}", Step(text("读一首诗，将诗歌"), "", ("v",))),
    ("Set {v} to -2.5", Assign(V, NumberLiteral(-2.5))),
    ("Set {v} to true", Assign(V, BooleanLiteral(True))),
    ("{v} = {t} * 2 + 1", Assign(V, Arithmetic("+", Arithmetic("*", T, NumberLiteral(2)), NumberLiteral(1)))),
    ("set {v} to 2 * ({t} + 1)", Assign(V, Arithmetic("*", NumberLiteral(2), Arithmetic("+", T, NumberLiteral(1))))),
    ("store 100 into {v}", Assign(V, NumberLiteral(100))),
    ("Create variable {v}, initial value is 0", Assign(V, NumberLiteral(0))),
    ('record "Hello" as {v}', Assign(V, HELLO)),
    ('Record "a", "b" as the {v}.', Assign(V, ListLiteral((text("a"), text("b"))))),
    ('record list "a", "b" as {v}', Assign(V, ListLiteral((text("a"), text("b"))))),
    ('Record list "a" as {v}', Assign(V, ListLiteral((text("a"),)))),
    ('Record list ["a", 2] as {v}', Assign(V, ListLiteral((text("a"), NumberLiteral(2))))),
    ('Record list {"a", "b"} as {v}', Assign(V, ListLiteral((text("a"), text("b"))))),
    ("Record result of {a} plus {b} as {v}", Assign(V, Arithmetic("+", of("a"), of("b")))),
    ('set variable {answer} to "42"', Assign(of("answer"), text("42"))),
    ("设置变量 {v} 为 5", Assign(V, NumberLiteral(5))),
    ("将 {v} 设为 5", Assign(V, NumberLiteral(5))),
    ("Increase {v} by 2", Assign(V, Arithmetic("+", V, NumberLiteral(2)))),
    ("decrement {v}", Assign(V, Arithmetic("-", V, NumberLiteral(1)))),
    # results
    ("look it up, record as {v}", Step(text("look it up"), "", ("v",))),
    ("look it up, recorded as {v}", Step(text("look it up"), "", ("v",))),
    ("look it up, record result as {v}", Step(text("look it up"), "", ("v",))),
    ("look them up, record them as {v} and {w}", Step(text("look them up"), "", ("v", "w"))),
    ("look it up, as {v}", Step(text("look it up"), "", ("v",))),
    ("look it up, save result as {v}", Step(text("look it up"), "", ("v",))),
    ("查找价格，记录为{v}", Step(text("查找价格"), "", ("v",))),
    ("get current page content as {v}", Step(text("get current page content"), "", ("v",))),
    ("read the price of the mug as {v}", Step(text("read the price of the mug"), "", ("v",))),
    ("Set {v} to the title of the page", Step(text("Set v to the title of the page"), "", ("v",))),
    ("Record the price of the mug as {v}", Step(text("Record the price of the mug"), "", ("v",))),
    ("Calculate {v} from {t}, best is A", Step(TextTemplate(("Calculate v from ", T, ", best is A")), "", ("v",))),
    ("calculate {t} + 50, record as {v}", Assign(V, Arithmetic("+", T, NumberLiteral(50)))),
    ("Calculate the result of {t} / 3, recorded as {v}", Assign(V, Arithmetic("/", T, NumberLiteral(3)))),
    (
        "Judge if {t} is greater than 18, record as {v}",
        Assign(V, ConditionValue(Comparison(">", T, NumberLiteral(18)))),
    ),
    ("convert {t} to number, as {v}", Assign(V, Conversion(T, "number"))),
    (
        'Combine the following content into report text, recorded as {v}: "a {t}\\n", "b"',
        Assign(V, JoinedText((TextTemplate(("a ", T, "\n")), text("b")))),
    ),
    # objects
    ("Create an object named {v}", Assign(V, ObjectLiteral())),
    (
        'create an object {v} with "name" as "Laptop" and "price" as 1200',
        Assign(V, ObjectLiteral((("name", text("Laptop")), ("price", NumberLiteral(1200))))),
    ),
    (
        'Create an object {v}, with attributes including: "name" is "Li, and co", "age" is {t}',
        Assign(V, ObjectLiteral((("name", text("Li, and co")), ("age", T)))),
    ),
    ('Create an object {v}, containing attributes "a" is 1', Assign(V, ObjectLiteral((("a", NumberLiteral(1)),)))),
    (
        'Create an object {v} with attributes: "a" is the value of "c" column from {row}',
        Assign(V, ObjectLiteral((("a", Access("attribute", ROW, text("c"))),))),
    ),
    ('Set {color} of {v} to "Red"', Assign(of("v", "color"), text("Red"))),
    ("Set {v.color} to 1", Assign(of("v", "color"), NumberLiteral(1))),
    ('Set the value of "c" column in {row} to {v}', Assign(of("row", "c"), V)),
    ("Set the value of {name} column in {row} to {v}", Assign(of("row", of("name")), V)),
    # containers
    ("Create an empty list, recorded as {v}", Assign(V, ListLiteral())),
    ("Create an empty list named {v}", Assign(V, ListLiteral())),
    ("Create an empty data table, recorded as {v}", Assign(V, EmptyTable())),
    ('Create an empty table with a column "a", recorded as {v}', Assign(V, EmptyTable((text("a"),)))),
    ('Create an empty data table with "a" column, recorded as {v}', Assign(V, EmptyTable((text("a"),)))),
    (
        'Create an empty data table with "a" and "b" columns, recorded as {v}',
        Assign(V, EmptyTable((text("a"), text("b")))),
    ),
    (
        'Establish an empty data table containing columns "a", "b", "c", record as {v}',
        Assign(V, EmptyTable((text("a"), text("b"), text("c")))),
    ),
    ("Add {x} to {v}", Append(of("x"), V)),
    ('Append "a" to list {v}', Append(text("a"), V)),
    (
        'Add a row of data {"n": {x}, "m": 1} to {t}',
        Append(ObjectLiteral((("n", of("x")), ("m", NumberLiteral(1)))), T),
    ),
    ('Add a row of data to {t}, "n" is {x}', Append(ObjectLiteral((("n", of("x")),)), T)),
    ("Add {x} as a new row to {t}", Append(of("x"), T)),
    ('Add a new column "c" to {t}', AddColumn(text("c"), T)),
    ("Add new column {c} to {t}", AddColumn(of("c"), T)),
    # accessors
    ("Get the first item of {t}, record as {v}", Assign(V, Access("item", T, NumberLiteral(1)))),
    ("Get the third item of {t}, record as {v}", Assign(V, Access("item", T, NumberLiteral(3)))),
    ("Get the 12th item of {t}, record as {v}", Assign(V, Access("item", T, NumberLiteral(12)))),
    ("Get the last item of {t}, record as {v}", Assign(V, Access("last", T))),
    ("Get the quantity of elements in {t}, record as {v}", Assign(V, Access("length", T))),
    ("Get the number of rows in {t}, recorded as {v}", Assign(V, Access("length", T))),
    ("Get the length of {t}, recorded as {v}", Assign(V, Access("length", T))),
    ('Get the "a" attribute from {t}, recorded as {v}', Assign(V, Access("attribute", T, text("a")))),
    ('Get the value of "c" column from {t}, recorded as {v}', Assign(V, Access("attribute", T, text("c")))),
    ("Get the value of {c} column from {t}, recorded as {v}", Assign(V, Access("attribute", T, of("c")))),
    ("Get all column names from {t}, recorded as {v}", Assign(V, Access("columns", T))),
    ('Get the "f" from the last row of {t}, recorded as {v}', Assign(V, Access("last row's", T, text("f")))),
    # table work
    ('Sort {t} by "c" column values from largest to smallest', Sort(T, text("c"), True)),
    ('Sort {t} by "c" column values from high to low', Sort(T, text("c"), True)),
    ('Sort {t} by "c" from A to Z', Sort(T, text("c"))),
    ("Sort {t} in descending order, record as {v}", Sort(T, None, True, "v")),
    ('Sort {t} by "c" as you like', Step(TextTemplate(("Sort ", T, ' by "c" as you like')))),
    (
        'Filter out all records with "Cap" (Unit: Billion) greater than 100 from {t}, record result as {v}',
        Filter(T, Comparison(">", Column(text("Cap")), NumberLiteral(100)), "v"),
    ),
    ('Filter {t} to rows where "c" is "x"', Filter(T, Comparison("==", Column(text("c")), text("x")))),
    ('Filter out rows with "c" above 3 from {t}', Step(TextTemplate(('Filter out rows with "c" above 3 from ', T)))),
    ('Merge {a} and {b} by "ID" column, record as {v}', Merge(of("a"), of("b"), text("ID"), "v")),
    ('Merge {a} and {b} by "ID" column', Merge(of("a"), of("b"), text("ID"), "a")),
    (
        'Remove duplicate rows from {t} based on "a" and "b" columns, keeping the first occurrence',
        Unique(T, (text("a"), text("b"))),
    ),
    ("Remove duplicates from {t}, record as {v}", Unique(T, (), "v")),
    (
        'Divide "M" by "E" in {t}, add as "P" column',
        AddColumn(text("P"), T, Arithmetic("/", Column(text("M")), Column(text("E")))),
    ),
    ("Calculate the sum of {t}, record as {v}", Assign(V, Aggregate("sum", T))),
    ("Calculate the average of all values in {t}, record as {v}", Assign(V, Aggregate("average", T))),
    ('Calculate the sum of "c" in {t}, record as {v}', Assign(V, Aggregate("sum", T, text("c")))),
    (
        'Calculate the sum of "c" for all rows in {t} where "d" attribute is "x", record as {v}',
        Assign(V, Aggregate("sum", T, text("c"), Comparison("==", Column(text("d")), text("x")))),
    ),
    # files
    ('read table "f.csv" as {v}', ReadFile("table", text("f.csv"), "v")),
    ('Read content of table file "f", store into new data table {v}', ReadFile("table", text("f"), "v")),
    (
        'Read the content of table file "f" and store it in a data table, recorded as {v}',
        ReadFile("table", text("f"), "v"),
    ),
    ('read text from file "f.txt" as {v}', ReadFile("text", text("f.txt"), "v")),
    ('Read content of file "f", record as {v}', ReadFile("text", text("f"), "v")),
    ('Read content of file "f.xlsx", record as {v}', ReadFile("table", text("f.xlsx"), "v")),
    ('Read image file "f.png", record as {v}', ReadFile("image", text("f.png"), "v")),
    ('Save {t} as table file "f"', SaveFile("table", T, text("f"))),
    ('Save {t} to file, filename is "f.xlsx"', SaveFile("table", T, text("f.xlsx"))),
    ('save {t} to file "f.txt"', SaveFile("text", T, text("f.txt"))),
    ('Save text content {t} to document "{v}_r.txt"', SaveFile("text", T, TextTemplate((V, "_r.txt")))),
    # jumps
    ("break the loop", Break()),
    ("Break out of the loop.", Break()),
    ("break", Break()),
    ("跳出循环", Break()),
    ("continue with the next item", Continue()),
    ("Skip to the next row", Continue()),
    ("stop the program", Stop()),
    ("停止程序", Stop()),
    # functions
    ("function returns {v}", Return(V)),
    ("Task returns {v}", Return(V)),
    ("return {v} + 1", Return(Arithmetic("+", V, NumberLiteral(1)))),
    ("任务返回 {v}", Return(V)),
    (
        'execute function "F", with {a} as 10 and {b} as "x, and y", save result as {v}',
        Call("F", (("a", NumberLiteral(10)), ("b", text("x, and y"))), "v"),
    ),
    ('Execute task "F", {a} is "x"', Call("F", (("a", text("x")),))),
    (
        'Execute task "F", {a} is {a}, {b} is 2, output result recorded as {v}',
        Call("F", (("a", of("a")), ("b", NumberLiteral(2))), "v"),
    ),
    ('Execute task "F"', Call("F")),
    (
        "Execute Task, \"F\", {a} is 'Hello', record output result as {v}",
        Call("F", (("a", HELLO),), "v"),
    ),
    ('Run the task named "F": {a} is 1, save the return value as {v}', Call("F", (("a", NumberLiteral(1)),), "v")),
    ('Call task "F" with {a} as 1, output recorded as {v}', Call("F", (("a", NumberLiteral(1)),), "v")),
    ("执行任务，“F”，{a} 为 1，结果记为 {v}", Call("F", (("a", NumberLiteral(1)),), "v")),
    ("执行任务“F”，{a} 为 1，结果记为 {v}", Call("F", (("a", NumberLiteral(1)),), "v")),
]


@pytest.mark.parametrize(("source", "statement"), STATEMENTS, ids=[source for source, _ in STATEMENTS])
def test_a_phrase_is_read_as_what_it_means(source: str, statement: Statement):
    assert read(source) == statement


STEP = Step(text("press it"))
HEADERS: list[tuple[str, Statement]] = [
    ("repeat 5 times:", Repeat(NumberLiteral(5), (STEP,))),
    ("Repeat {v} times", Repeat(V, (STEP,))),
    ("Repeat the following steps three times:", Repeat(NumberLiteral(3), (STEP,))),
    ("重复 5 次：", Repeat(NumberLiteral(5), (STEP,))),
    ("Repeat until {v} is greater than {t}:", Until(Comparison(">", V, T), (STEP,))),
    ("repeat until the list is loaded:", Until(ScreenCondition(text("the list is loaded")), (STEP,))),
    ('while {v} is "active":', While(Comparison("==", V, text("active")), (STEP,))),
    ("While there are mails", While(ScreenCondition(text("there are mails")), (STEP,))),
    ("while true:", While(IsTrue(BooleanLiteral(True)), (STEP,))),
    ("当 {v} 大于 3 时：", While(Comparison(">", V, NumberLiteral(3)), (STEP,))),
    ("iterate through each item in {t} as {x}:", ForEach("x", T, (STEP,))),
    ("Iterate through every dessert in {t}, record as {x}", ForEach("x", T, (STEP,))),
    ("Iterate through each row in {t}, recorded as {x}:", ForEach("x", T, (STEP,))),
    ("Iterate through each subject name in {t}, recorded as {x}:", ForEach("x", T, (STEP,))),
    ("Iterate over the {t}, and for each {x}, do the following:", ForEach("x", T, (STEP,))),
    ("For each {x} in {t}:", ForEach("x", T, (STEP,))),
    ("For each contact in {t}:", ForEach("contact", T, (STEP,))),
    ("for {x} in [1, 2]:", ForEach("x", ListLiteral((NumberLiteral(1), NumberLiteral(2))), (STEP,))),
    ("For each row in the table {t}:", ForEach("row", T, (STEP,))),
    ("遍历 {t} 中的每个联系人，记为 {x}：", ForEach("x", T, (STEP,))),
    ("遍历{t}中的每一个{x}：", ForEach("x", T, (STEP,))),
    ("遍历 {t} 中的每一项，记录为 {x}：", ForEach("x", T, (STEP,))),
    ("遍历 {t} 里的每一行作为 {x}：", ForEach("x", T, (STEP,))),
    ("遍历{t}中的每一项：", ForEach("item", T, (STEP,))),
]


@pytest.mark.parametrize(("source", "statement"), HEADERS, ids=[source for source, _ in HEADERS])
def test_a_header_opens_the_block_below_it(source: str, statement: Statement):
    assert read(f"{source}\n    press it") == statement


CONDITIONS: list[tuple[str, Condition]] = [
    ("{v} < 18", Comparison("<", V, NumberLiteral(18))),
    ("{v} is between 18 and 65", Between(V, NumberLiteral(18), NumberLiteral(65))),
    ("{v} is between 18 and 65 and {t}", AllOf((Between(V, NumberLiteral(18), NumberLiteral(65)), IsTrue(T)))),
    ("{v} is not between 1 and 2", Not(Between(V, NumberLiteral(1), NumberLiteral(2)))),
    ("{v} is less than or equal to 3", Comparison("<=", V, NumberLiteral(3))),
    ("{v} is at least {t}", Comparison(">=", V, T)),
    ("{v} ≥ 3", Comparison(">=", V, NumberLiteral(3))),
    ("{v} less than 10", Comparison("<", V, NumberLiteral(10))),
    ('{v} is "a"', Comparison("==", V, text("a"))),
    ('{v} is not "a"', Comparison("!=", V, text("a"))),
    ('{v} contains "Rain"', Comparison("contains", V, text("Rain"))),
    ('{v} does not contain "Rain"', Not(Comparison("contains", V, text("Rain")))),
    ('{v} starts with "A"', Comparison("starts with", V, text("A"))),
    ('{v} is one of "a", "b"', Comparison("is in", V, ListLiteral((text("a"), text("b"))))),
    ("{v} is in {t}", Comparison("is in", V, T)),
    ("{v} is empty", IsEmpty(V)),
    ("{v} is not empty", Not(IsEmpty(V))),
    ("{v} is true", IsTrue(V)),
    ("{v} is false", Not(IsTrue(V))),
    ("{v}", IsTrue(V)),
    ("not {v}", Not(IsTrue(V))),
    ('file "f.txt" exists', FileExists(text("f.txt"))),
    ("the length of {t} is greater than 3", Comparison(">", Access("length", T), NumberLiteral(3))),
    ("{v} + 1 > {t} * 2", Comparison(">", Arithmetic("+", V, NumberLiteral(1)), Arithmetic("*", T, NumberLiteral(2)))),
    ("{v} > 3 and {v} < 5", AllOf((Comparison(">", V, NumberLiteral(3)), Comparison("<", V, NumberLiteral(5))))),
    ("{v} > 3 and < 5", AllOf((Comparison(">", V, NumberLiteral(3)), Comparison("<", V, NumberLiteral(5))))),
    ('{v} is "a" or "b"', AnyOf((Comparison("==", V, text("a")), Comparison("==", V, text("b"))))),
    (
        "{v} is greater than or equal to 18 and {v} is less than 60",
        AllOf((Comparison(">=", V, NumberLiteral(18)), Comparison("<", V, NumberLiteral(60)))),
    ),
    (
        "{v} > 3 and the banner is shown",
        AllOf((Comparison(">", V, NumberLiteral(3)), ScreenCondition(text("the banner is shown")))),
    ),
    ("({v} or {t}) and not {row}", AllOf((AnyOf((IsTrue(V), IsTrue(T))), Not(IsTrue(ROW))))),
    ("the page shows bread and butter or jam", ScreenCondition(text("the page shows bread and butter or jam"))),
    ("{v} is prime", ScreenCondition(TextTemplate((V, " is prime")))),
    ("{v} is less than 10 billion", ScreenCondition(TextTemplate((V, " is less than 10 billion")))),
    ("{v} is {t} or {row}", ScreenCondition(TextTemplate((V, " is ", T, " or ", ROW)))),
    ("{v} 大于等于 3 且 {t} 不为空", AllOf((Comparison(">=", V, NumberLiteral(3)), Not(IsEmpty(T))))),
]


@pytest.mark.parametrize(("words", "condition"), CONDITIONS, ids=[words for words, _ in CONDITIONS])
@pytest.mark.parametrize("header", ["if {}:", "If {}", "如果 {}：", "if {}, then:"])
def test_a_condition_is_read_as_what_it_means(header: str, words: str, condition: Condition):
    statement = read(header.format(words) + "\n  press it")
    assert isinstance(statement, If)
    assert statement.branches[0].condition == condition


REFERENCES: list[tuple[str, Expression]] = [
    ("{v}", V),
    ("{v.prop}", of("v", "prop")),
    ("{my_car's color}", of("my_car", "color")),
    ("{my_car’s color}", of("my_car", "color")),
    ("{color of my_car}", of("my_car", "color")),
    ("{the color of my_car}", of("my_car", "color")),
    ("{name of owner of car}", of("car", "owner", "name")),
    ("{first item of list}", of("list", 0)),
    ("{list[0]}", of("list", 0)),
    ("{list[-1].name}", of("list", -1, "name")),
    ("{list[{i}]}", of("list", of("i"))),
    ("{list[i]}", of("list", of("i"))),
    ("{row['Market Cap']}", of("row", "Market Cap")),
    ('{row["Market Cap"]}', of("row", "Market Cap")),
    ("{user name}", of("user_name")),
    ("{用户}", of("用户")),
    ('"{v}_report.txt"', TextTemplate((V, "_report.txt"))),
    ('"the {v}th, {color of my_car}"', TextTemplate(("the ", V, "th, ", of("my_car", "color")))),
    ('"Class Rank: #{v}"', TextTemplate(("Class Rank: #", V))),
    ('"{{v}}"', text("{v}")),
    ('"a { b } c; {}"', TextTemplate(("a ", of("b"), " c; {}"))),
    ('{"k": 1, "f": {v}}', ObjectLiteral((("k", NumberLiteral(1)), ("f", V)))),
    ('{"k": [{"a": {v}}, "}"]}', ObjectLiteral((("k", ListLiteral((ObjectLiteral((("a", V),)), text("}")))),))),
    ("“a, {v}”", TextTemplate(("a, ", V))),
    ("'it, too'", text("it, too")),
]


@pytest.mark.parametrize(("source", "value"), REFERENCES, ids=[source for source, _ in REFERENCES])
def test_references_and_literals_are_values(source: str, value: Expression):
    assert read(f"set {{x}} to {source}") == Assign(of("x"), value)
