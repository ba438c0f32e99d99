"""What the planner is told of earlier rounds stays bounded and in order."""

from askonce.geometry import Frame, Size
from askonce.history import Conversation, SubGoal
from askonce.history.conversation import LEFT_OUT_PICTURE, turn_messages
from askonce.models import Image, Message


def picture(name: str) -> Image:
    return Image(name.encode(), "image/png", Frame.whole(Size(10, 10), Size(10, 10)))


def now(text: str = "now") -> Message:
    return Message("user", (text, picture("now")))


def with_turns(count: int) -> Conversation:
    conversation = Conversation()
    for number in range(1, count + 1):
        conversation.close_turn((f"told {number}",), picture(f"shot {number}"), f"reply {number}", f"step {number}")
    return conversation


def messages_of(conversation: Conversation, *, pictures: int = 1) -> tuple[Message, ...]:
    return turn_messages(*conversation.sent_turns(), ("opening",), now(), pictures=pictures)


def pictures_in(messages: tuple[Message, ...]) -> list[bytes]:
    return [part.data for message in messages for part in message.parts if isinstance(part, Image)]


def test_the_first_round_is_one_message_with_opening_and_screen() -> None:
    (only,) = messages_of(Conversation())
    assert only.parts == ("opening", "now", picture("now"))


def test_roles_alternate_and_end_with_the_user() -> None:
    messages = messages_of(with_turns(3))
    assert [message.role for message in messages] == ["user", "assistant"] * 3 + ["user"]


def test_only_the_picture_of_now_is_kept_by_default() -> None:
    messages = messages_of(with_turns(3))
    assert pictures_in(messages) == [b"now"]
    assert sum(LEFT_OUT_PICTURE in message.parts for message in messages) == 3


def test_the_last_two_pictures_are_kept_when_two_are_asked_for() -> None:
    assert pictures_in(messages_of(with_turns(3), pictures=2)) == [b"shot 3", b"now"]


def test_fifty_messages_are_all_sent() -> None:
    assert len(messages_of(with_turns(25))) == 51


def test_above_fifty_messages_the_last_twenty_are_sent_with_a_line_on_the_rest() -> None:
    messages = messages_of(with_turns(26))
    assert len(messages) == 21
    assert messages[0].parts[0] == "opening"
    assert "32 earlier messages are left out" in messages[0].text
    assert "step 16" in messages[0].text
    assert "step 17" not in messages[0].text
    assert messages[1].text == "reply 17"


def test_the_size_of_what_is_sent_does_not_grow_with_the_number_of_rounds() -> None:
    def size(rounds: int) -> int:
        return sum(len(message.text) for message in messages_of(with_turns(rounds)))

    assert size(500) <= 1.1 * size(60)


def test_feedback_is_told_once() -> None:
    conversation = Conversation()
    conversation.tell("one")
    conversation.tell("two")
    assert conversation.hear() == ("one", "two")
    assert conversation.hear() == ()


def test_a_memory_is_kept_once() -> None:
    conversation = Conversation()
    for memory in ("total 12.00", "", "total 12.00"):
        conversation.remember(memory)
    assert conversation.memories == ["total 12.00"]


def test_finished_sub_goals_stay_in_the_list() -> None:
    conversation = Conversation()
    conversation.update_goals((SubGoal(1, "log in"), SubGoal(2, "buy")), ())
    conversation.update_goals((), (1, 7))
    assert conversation.sub_goals == {1: SubGoal(1, "log in", finished=True), 2: SubGoal(2, "buy")}


def test_memory_does_not_grow_with_the_pictures_of_all_rounds() -> None:
    conversation = with_turns(40)
    assert [turn.picture is not None for turn in conversation.turns] == [False] * 35 + [True] * 5


def test_what_a_model_says_is_kept_to_a_bearable_length() -> None:
    conversation = Conversation()
    conversation.close_turn((), None, "x" * 1_000_000, "")
    for number in range(100):
        conversation.remember(f"{number} " + "y" * 100_000)
    assert len(conversation.turns[0].reply) < 5000
    assert len(conversation.memories) == 30
    assert conversation.memories[-1].startswith("99 ")
    assert sum(map(len, conversation.memories)) < 150_000


def test_a_remembered_line_is_replaced_by_its_number_and_no_other() -> None:
    conversation = Conversation()
    for memory, line in (("total 12", None), ("two mugs", 7), ("total 15", 1), ("", 2)):
        conversation.remember(memory, line)
    assert conversation.memories == ["total 15", "two mugs"]
