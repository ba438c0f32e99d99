import copy
import inspect
import pickle
import re

import pytest

from askonce import errors
from askonce.errors import ActFailed, AskonceError, CheckFailed, ModelUnavailable, NotFound, OutOfTime

CLASSES = [value for _, value in inspect.getmembers(errors, inspect.isclass) if issubclass(value, AskonceError)]


def drawn_tree() -> dict[str, str]:
    """Each class of the docstring's tree with the class it hangs from."""
    parents: dict[str, str] = {}
    path = ["AskonceError"]
    for line in (errors.__doc__ or "").splitlines():
        if branch := re.match(r"((?:│   |    )*)[├└]── (\w+)", line):
            depth = len(branch[1]) // 4 + 1
            parents[branch[2]] = path[depth - 1]
            path[depth:] = [branch[2]]
    return parents


def test_the_tree_in_the_docstring_is_the_tree_of_the_classes() -> None:
    real = {error.__name__: error.__bases__[0].__name__ for error in CLASSES if error is not AskonceError}
    assert drawn_tree() == real


def test_what_the_docstring_says_of_other_bases_is_true() -> None:
    said = dict(re.findall(r"── (\w+) .*\(also an? (\w+)\)", errors.__doc__ or ""))
    others = {error.__name__: error.__bases__[1].__name__ for error in CLASSES if len(error.__bases__) > 1}
    assert said == others


@pytest.mark.parametrize("error", CLASSES)
def test_every_error_says_what_it_is_for(error: type[AskonceError]) -> None:
    assert (error.__doc__ or "").partition(">>>")[0].strip().endswith(".")


def test_a_remedy_is_shown_beneath_the_message() -> None:
    error = AskonceError("the door is shut", remedy="open it")
    assert str(error) == "the door is shut\n  → open it"
    assert (error.message, error.remedy) == ("the door is shut", "open it")
    assert str(AskonceError("the door is shut")) == "the door is shut"


def test_a_false_check_is_a_failure_for_pytest_and_a_late_act_is_a_timeout() -> None:
    with pytest.raises(AssertionError):
        raise CheckFailed("the basket is not empty")
    with pytest.raises(TimeoutError):
        raise OutOfTime("60 seconds have passed")


def test_a_target_that_was_not_found_says_why_each_passed_and_the_last_one_first() -> None:
    error = NotFound("the red mug", (("planned", "no box was given"), ("model", "it sees only blue ones")))
    assert str(error).splitlines() == [
        "could not find 'the red mug' on the screen: it sees only blue ones",
        "  - planned: no box was given",
    ]


def test_a_failed_act_lists_what_was_done_and_then_the_remedy() -> None:
    error = ActFailed("20 rounds are used up", remedy="raise rounds", steps=("Tap(Basket)", "Tap(Pay)"))
    assert str(error).splitlines() == [
        "20 rounds are used up",
        "Done until then:",
        "  1. Tap(Basket)",
        "  2. Tap(Pay)",
        "  → raise rounds",
    ]


@pytest.mark.parametrize(
    "error",
    [
        NotFound("the mug", (("model", "not there"),)),
        ActFailed("no", remedy="yes", steps=("one",)),
        ModelUnavailable("busy", remedy="wait", raw="{}", status=429),
        CheckFailed("false"),
        OutOfTime("late"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_crosses_to_another_process_whole(error: AskonceError) -> None:
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(other) is type(error)
        assert str(other) == str(error)
        assert vars(other) == vars(error)
