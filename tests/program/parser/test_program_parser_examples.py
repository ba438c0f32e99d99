"""The example programs of the published language: each is read as what it means, without a single complaint."""

from __future__ import annotations

from pathlib import Path

import pytest

from askonce.program.expression_tree import (
    Access,
    Aggregate,
    AllOf,
    Arithmetic,
    Between,
    Column,
    Comparison,
    ConditionValue,
    Conversion,
    EmptyTable,
    Expression,
    FileExists,
    IsTrue,
    JoinedText,
    ListLiteral,
    NumberLiteral,
    ObjectLiteral,
    Reference,
    TextTemplate,
)
from askonce.program.parser import read_program
from askonce.program.syntax_tree import (
    AddColumn,
    Append,
    AskUser,
    Assign,
    Block,
    Call,
    Define,
    Filter,
    ForEach,
    If,
    Input,
    Merge,
    ReadFile,
    Repeat,
    Return,
    SaveFile,
    Sort,
    Statement,
    Step,
    Tell,
    Unique,
    Until,
    While,
    blocks_of,
)

FOLDER = Path(__file__).parents[1] / "programs"


def program(name: str) -> Block:
    read, problems = read_program((FOLDER / f"{name}.stp").read_text(encoding="utf-8"))
    assert not problems
    return read.statements


def text(*parts: str | Reference) -> TextTemplate:
    return TextTemplate(parts)


def of(name: str, *path: str) -> Reference:
    return Reference(name, path)


def kinds(block: Block) -> list[object]:
    """The kinds of statements, each header followed by what it holds."""
    found: list[object] = []
    for statement in block:
        found.append(type(statement).__name__)
        found += [kinds(inner) for inner in blocks_of(statement) if inner]
    return found


def only(block: Block, kind: type[Statement]) -> list[Statement]:
    return [statement for statement in block if isinstance(statement, kind)]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.stp")), ids=lambda path: path.stem)
def test_no_example_has_a_problem(path: Path):
    _, problems = read_program(path.read_text(encoding="utf-8"))
    assert not problems


def test_greetings_are_told_and_the_vague_one_is_left_to_the_model():
    hello = Tell(text("Hello, world!"))
    assert program("appendix_basics") == (hello, hello, hello, Step(text("send a greeting message to user")), hello)


def test_variables_hold_texts_numbers_lists_objects_and_tables():
    score, name = of("initialScore"), of("userName")
    assert program("appendix_variables") == (
        Assign(name, text("Alice")),
        Assign(score, NumberLiteral(100)),
        Assign(of("userCount"), NumberLiteral(0)),
        Tell(text("Welcome, ", name, "! Your score is ", score, ".")),
        Assign(of("finalScore"), Arithmetic("+", score, NumberLiteral(50))),
        Assign(of("fruitBasket"), ListLiteral((text("apples"), text("bananas"), text("cherries")))),
        Assign(of("product"), ObjectLiteral((("name", text("Laptop")), ("price", NumberLiteral(1200))))),
        Tell(text(of("product", "name"), " is available for ", of("product", "price"), ".")),
        ReadFile("table", text("sales_data.csv"), "salesReport"),
    )


def test_ages_are_sorted_into_three_branches():
    ask, convert, branches = program("appendix_conditions")
    age = of("userAge")
    assert ask == AskUser(text("Enter your age:"), "ageInput")
    assert convert == Assign(age, Conversion(of("ageInput"), "number"))
    assert isinstance(branches, If)
    assert [branch.condition for branch in branches.branches] == [
        Comparison("<", age, NumberLiteral(18)),
        Between(age, NumberLiteral(18), NumberLiteral(65)),
    ]
    assert branches.otherwise == (Tell(text("You are a senior citizen.")),)


def test_three_loops():
    assert program("appendix_loops") == (
        Repeat(NumberLiteral(5), (Tell(text("This is message number ", of("loop", "iteration"))),)),
        ForEach("fruit", of("fruitBasket"), (Tell(text("Found fruit: ", of("fruit"))),)),
        While(
            Comparison("==", of("systemStatus"), text("active")),
            (Step(text("check for new messages")), Step(text("wait 10 seconds"))),
        ),
    )


def test_a_function_and_its_call():
    define, call, tell = program("appendix_functions")
    area = of("area")
    assert define == Define(
        "calculateArea",
        (Input("length", "number"), Input("width", "number")),
        (Assign(area, Arithmetic("*", of("length"), of("width"))), Return(area)),
    )
    assert call == Call("calculateArea", (("length", NumberLiteral(10)), ("width", NumberLiteral(5))), "roomArea")
    assert tell == Tell(text("The room area is ", of("roomArea"), " square units."))


def test_files_are_read_and_pages_are_left_to_the_model():
    assert program("appendix_tools") == (
        ReadFile("text", text("config.txt"), "configContent"),
        SaveFile("text", of("summary"), text("summary.txt")),
        Step(text('open URL "https://en.wikipedia.org"')),
        Step(text('search "Hello World"')),
        Step(text("wait for page to load")),
        Step(text("get current page content"), "", ("wikiPageContent",)),
    )


@pytest.mark.parametrize("name", ["walkthrough_contacts", "walkthrough_marked"])
def test_three_contacts_are_added_and_greeted(name: str):
    contacts, loop = program(name)
    rows = [("Hana Ferreira", "+10662908339"), ("Sophie Martin", "+18723713947"), ("Olivia Alves", "+16278036185")]
    listed = tuple(ObjectLiteral((("name", text(person)), ("number", text(number)))) for person, number in rows)
    assert contacts == Assign(of("contact_list"), ListLiteral(listed))
    person, number = of("current_contact", "name"), of("current_contact", "number")
    add = text(
        "In the Contacts app, add a new contact with name ", person, " and phone number ", number, ", and save it."
    )
    send = text(
        "In the Simple SMS Messenger app, send a message to ", number, ' with the content "hello, ', person, '".'
    )
    steps = (Step(add, "Contacts"), Step(send, "Simple SMS Messenger"))
    assert loop == ForEach("current_contact", of("contact_list"), steps)


def test_the_smallest_programs():
    assert program("intro_comments") == (Tell(text("Hello, comments make code easier to understand")),)
    assert program("intro_variables") == (
        Assign(of("user_name"), text("John")),
        Assign(of("current_city"), text("Beijing")),
        Assign(of("visitor_count"), NumberLiteral(0)),
    )
    _, search, tell = program("intro_using_variables")
    assert search == Step(
        text('Search in browser for "', of("current_city"), ' population"'), "", ("population_count",)
    )
    assert tell == Tell(text("The population of ", of("current_city"), " is ", of("population_count"), "."))


def test_a_judgement_is_a_value():
    judge, check = program("intro_booleans")
    assert judge == Assign(of("is_adult"), ConditionValue(Comparison(">", of("age"), NumberLiteral(18))))
    assert isinstance(check, If)
    assert check.branches[0].condition == IsTrue(of("is_adult"))


def test_an_image_is_read_and_shown():
    assert program("intro_images") == (
        ReadFile("image", text("logo.png"), "company_logo"),
        Tell(text("This is the company Logo:")),
        Tell(of("company_logo")),
    )


def test_objects_are_made_in_parts_or_at_once():
    *car, client = program("intro_objects")
    assert car == [
        Assign(of("my_car"), ObjectLiteral()),
        Assign(of("my_car", "color"), text("Red")),
        Assign(of("my_car", "brand"), text("Tesla")),
        Assign(of("my_car", "model"), text("Model Y")),
    ]
    pairs = (("name", text("Li Ming")), ("age", NumberLiteral(24)), ("city", text("Shanghai")))
    assert client == Assign(of("client"), ObjectLiteral(pairs))


def test_properties_are_named_in_words_or_with_dots():
    first, check, last = program("intro_properties")
    color = of("my_car", "color")
    assert first == Tell(text("My car color is ", color))
    assert isinstance(check, If)
    assert check.branches[0].condition == Comparison(">", of("client", "age"), NumberLiteral(18))
    assert isinstance(last, Tell)
    assert isinstance(last.message, TextTemplate)
    assert last.message.references == (color, of("my_car", "brand"), of("my_car", "model"))


def test_lists_are_written_asked_for_and_taken_apart():
    fruits, companies, first, _, count, _ = program("intro_lists")
    assert fruits == Assign(of("fruit_list"), ListLiteral((text("Apple"), text("Banana"), text("Orange"))))
    asked = text("Count which public AI companies exist currently, output company name list")
    assert companies == Step(asked, "", ("company_list",))
    assert first == Assign(of("fruit_1"), Access("item", of("fruit_list"), NumberLiteral(1)))
    assert count == Assign(of("company_count"), Access("length", of("company_list")))


def test_tables_are_made_filled_read_and_saved():
    employees = of("employee_info_table")

    def row(name: str, department: str, number: str) -> ObjectLiteral:
        return ObjectLiteral((("Name", text(name)), ("Department", text(department)), ("ID", text(number))))

    assert program("intro_tables") == (
        Assign(employees, EmptyTable((text("Name"), text("Department"), text("ID")))),
        Assign(of("new_employee_A"), row("Zhang San", "Tech", "T001")),
        Append(of("new_employee_A"), employees),
        Append(row("Xiao Ming", "Marketing", "M023"), employees),
        ReadFile("table", text("external_employees.xlsx"), "external_employee_table"),
        SaveFile("table", employees, text("employees.xlsx")),
    )


def test_tables_are_worked_on_by_code():
    data = of("company_data_table")
    china = Comparison("==", Column(text("Country")), text("China"))
    share = Arithmetic("/", Column(text("Market Cap")), Column(text("Employee Count")))
    assert program("intro_processing") == (
        Filter(data, Comparison(">", Column(text("Market Cap")), NumberLiteral(100)), "large_companies_table"),
        Assign(of("country_name_list"), Access("attribute", data, text("Country"))),
        Unique(of("country_name_list")),
        Assign(of("china_companies_total_cap"), Aggregate("sum", data, text("Market Cap"), china)),
        Sort(data, text("Market Cap"), descending=True),
        Merge(of("domestic_sales_table"), of("overseas_sales_table"), text("Product ID"), "global_sales_total_table"),
        AddColumn(text("Per Capita Market Cap"), data, share),
    )


def test_a_loop_needs_no_colon():
    menu, loop = program("intro_loops")
    assert menu == Assign(
        of("dessert_menu"), ListLiteral((text("Apple Pie"), text("Banana Boat"), text("Orange Juice")))
    )
    told = Tell(text("We are selling: ", of("current_dessert")))
    assert loop == ForEach("current_dessert", of("dessert_menu"), (told,))


def test_branches_with_otherwise():
    (form,) = program("intro_branching_form")
    assert isinstance(form, If)
    assert [branch.condition for branch in form.branches] == [IsTrue(of("condition_1")), IsTrue(of("condition_2"))]
    assert len(form.otherwise) == 1
    ages, query, weather = program("intro_branching")
    age = of("user_age")
    assert isinstance(ages, If)
    assert ages.branches[1].condition == AllOf(
        (Comparison(">=", age, NumberLiteral(18)), Comparison("<", age, NumberLiteral(60)))
    )
    asked = text('Query "How is the weather today?", output weather description')
    assert query == Step(asked, "", ("weather_situation",))
    assert isinstance(weather, If)
    assert weather.branches[0].condition == Comparison("contains", of("weather_situation"), text("Rain"))
    assert weather.otherwise == (Tell(text("The weather is nice today!")),)


def test_tasks_are_defined_and_executed():
    greet, add = program("intro_tasks")
    greeting, result = of("greeting_text"), of("calculation_result")
    hello = Assign(greeting, text("Hello, ", of("user_name"), "! Welcome to Task Program."))
    assert greet == Define("Custom Greeting", (Input("user_name", "text"),), (hello, Tell(greeting)))
    numbers = (Input("number_one", "number"), Input("number_two", "number"))
    total = Assign(result, Arithmetic("+", of("number_one"), of("number_two")))
    assert add == Define("Calculate Sum of Two Numbers", numbers, (total, Return(result)))
    first, second, _ = program("intro_calls")
    assert first == Call("Custom Greeting", (("user_name", text("Zhang San")),))
    given: tuple[tuple[str, Expression], ...] = (("number_one", NumberLiteral(10)), ("number_two", NumberLiteral(25)))
    assert second == Call("Calculate Sum of Two Numbers", given, "total")


def test_files_are_saved_read_and_looked_for():
    save, read, tell, save_table, read_table, check, branches = program("intro_files")
    assert save == SaveFile("text", text("This is the first line written.\nThis is the second line."), text("My Notes"))
    assert read == ReadFile("text", text("My Notes"), "note_content")
    assert tell == Tell(text("Note content is:\n", of("note_content")))
    assert save_table == SaveFile("table", of("company_market_cap_table"), text("company_market_cap_report"))
    assert read_table == ReadFile("table", text("company_market_cap_report"), "market_cap_table")
    assert check == Assign(of("file_exists"), ConditionValue(FileExists(text("thesis_draft"))))
    assert isinstance(branches, If)
    assert branches.branches[0].condition == IsTrue(of("file_exists"))
    assert branches.branches[0].body == (ReadFile("text", text("thesis_draft"), "thesis_draft"),)
    assert branches.otherwise == (Tell(text("Document does not exist.")),)


def test_case_1_grades_every_row():
    statements = program("case_1_grades")
    inner = ["Assign", "ForEach", ["Assign", "Append"], "Assign", "Step", "Assign", "Assign"]
    start, end = ["ReadFile", "Step", "AddColumn", "AddColumn", "ForEach"], ["SaveFile", "Assign", "Assign", "Tell"]
    assert kinds(statements) == [*start, inner, *end]
    assert statements[1] == Step(
        text("Analyze the subject names in ", of("student_grades_table")), "", ("subject_list",)
    )
    rows = statements[4]
    assert isinstance(rows, ForEach)
    average, grade = rows.body[2], rows.body[3]
    assert average == Assign(of("average_score"), Aggregate("average", of("current_student_scores_list")))
    assert isinstance(grade, Step)
    assert grade.results == ("grade",)
    assert grade.instruction.references == (of("average_score"),)
    assert rows.body[4] == Assign(of("current_student", "average_score"), of("average_score"))


def test_case_2_gathers_three_tables():
    statements = program("case_2_contacts")
    summary = of("contacts_summary_table")
    loops = only(statements, ForEach)
    assert loops[0] == ForEach(
        "current_column_name", of("column_names_list"), (AddColumn(of("current_column_name"), summary),)
    )
    added = (Append(of("current_contact"), summary),)
    assert loops[1:] == [ForEach("current_contact", of(f"contacts_table{number}"), added) for number in (1, 2, 3)]
    assert statements[3:5] == (
        Assign(summary, EmptyTable()),
        Assign(of("column_names_list"), Access("columns", of("contacts_table1"))),
    )
    assert statements[-5:-1] == (
        Unique(summary, (text("name"), text("phone"))),
        Sort(summary, text("name")),
        SaveFile("table", summary, text("contacts_summary.csv")),
        Assign(of("total_contacts"), Access("length", summary)),
    )


def test_case_3_counts_up_in_a_loop():
    statements = program("case_3_fibonacci")
    assert kinds(statements) == [
        "Assign",
        *("If", ["Append", "Assign"]),
        *("If", ["Append", "Assign"]),
        *("If", ["Assign", "Until", ["Assign", "Append", "Assign", "Assign", "Assign"]]),
        *("SaveFile", "Assign", "Tell", "Tell"),
    ]
    last = statements[3]
    assert isinstance(last, If)
    loop = last.branches[0].body[1]
    assert isinstance(loop, Until)
    number = of("current_sequence_number")
    assert loop.condition == Comparison(">", number, of("terms_N"))
    pairs = (("sequence_number", number), ("fibonacci_value", of("current_term")))
    assert loop.body[1] == Append(ObjectLiteral(pairs), of("fibonacci_table"))
    assert statements[5] == Assign(
        of("last_term_value"), Access("last row's", of("fibonacci_table"), text("fibonacci_value"))
    )
    assert isinstance(statements[6], Tell)


def test_case_4_has_two_tasks_and_three_loops():
    statements = program("case_4_reports")
    statistics, report = only(statements, Define)
    assert isinstance(statistics, Define)
    assert isinstance(report, Define)
    branches = statistics.body[2]
    assert isinstance(branches, If)
    assert len(branches.branches) == 4
    assert branches.otherwise == (Assign(of("comment"), text("Fail, need to focus on learning.")),)
    joined = report.body[3]
    assert isinstance(joined, Assign)
    assert isinstance(joined.value, JoinedText)
    assert joined.value.parts[3] == text("Class Rank: #", of("class_rank"), "\n")
    assert len(joined.value.parts) == 7
    first, ranks, reports = only(statements, ForEach)
    assert isinstance(first, ForEach)
    call = first.body[4]
    assert isinstance(call, Call)
    assert [name for name, _ in call.arguments] == ["math_score", "chinese_score", "english_score"]
    assert call.into == "grade_statistics"
    row = first.body[5]
    assert isinstance(row, Append)
    assert isinstance(row.value, ObjectLiteral)
    assert dict(row.value.pairs)["total_score"] == of("grade_statistics", "total_score")
    assert isinstance(ranks, ForEach)
    assert ranks.body[0] == Assign(of("current_row", "rank"), of("current_rank"))
    assert isinstance(reports, ForEach)
    rebuilt = reports.body[2]
    assert isinstance(rebuilt, Assign)
    assert isinstance(rebuilt.value, ObjectLiteral)
    assert rebuilt.value.pairs[0] == ("total_score", Access("attribute", of("current_statistics"), text("total_score")))
    assert reports.body[4] == SaveFile("text", of("individual_report"), text(of("student_name"), "_grade_report.txt"))


def test_case_5_leaves_the_algorithm_to_the_model():
    (task,) = program("case_5_spanning_tree")
    assert isinstance(task, Define)
    assert [one.name for one in task.inputs] == ["n", "edges"]
    assert task.inputs[1].hint.startswith("list, each element is a tuple")
    solve, back = task.body
    assert isinstance(solve, Step)
    assert solve.results == ("mst_total_weight",)
    assert solve.instruction.references == ()
    assert back == Return(of("mst_total_weight"))


def test_case_6_goes_through_quoted_tasks():
    tasks, loop = program("case_6_tasks")
    assert isinstance(tasks, Assign)
    assert isinstance(tasks.value, ListLiteral)
    assert len(tasks.value.items) == 3
    assert isinstance(loop, ForEach)
    assert loop.item == "task_item"
    (fill,) = loop.body
    assert isinstance(fill, Step)
    assert fill.app == "Todoist"


def test_case_7_is_one_step():
    words = "In the Contacts app, Delete All Contacts whose name starts with 'A'."
    assert program("case_7_delete") == (Step(text(words), "Contacts"),)


def test_a_list_is_set_without_brackets_and_a_loop_is_left_on_the_same_line():
    sequence, loop = program("example_prime")
    assert isinstance(sequence, Assign)
    assert sequence.value == ListLiteral(tuple(map(NumberLiteral, (12, 14, 15, 13, 11))))
    assert kinds((loop,)) == ["ForEach", ["If", ["Break"]]]


def test_a_task_is_called_with_a_comma_and_single_quotes():
    define, call = program("example_universities")
    assert kinds((define,)) == ["Define", ["Step", "Return"]]
    assert call == Call("getUniversityInfo", (("university", text("Tsinghua University")),), "university_info")
