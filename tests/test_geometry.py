import pytest
from hypothesis import given
from hypothesis import strategies as st

from askonce.geometry import Box, Frame, Point, Size, pixel_to_scale, scale_to_pixel

lengths = st.integers(1, 5000)
sizes = st.builds(Size, lengths, lengths)
anywhere = st.floats(-3000, 8000)
boxes = st.builds(Box, anywhere, anywhere, st.floats(0, 4000), st.floats(0, 4000))


@st.composite
def frames(draw: st.DrawFn) -> Frame:
    left, top = draw(st.integers(0, 500)), draw(st.integers(0, 500))
    return Frame(Box(left, top, draw(st.integers(1, 4000)), draw(st.integers(1, 4000))), draw(sizes))


@pytest.mark.parametrize(
    ("box", "area"),
    [
        (Box(500, 500, 50, 50), Box(325, 325, 400, 400)),
        (Box(10, 500, 50, 50), Box(0, 275, 320, 500)),
        (Box(960, 960, 30, 30), Box(730, 730, 270, 270)),
        (Box(10, 10, 30, 30), Box(0, 0, 400, 400)),
    ],
)
def test_a_search_area_is_widened_grown_and_kept_on_the_screen(box: Box, area: Box) -> None:
    assert box.widened(100, least_area=160_000, within=Box(0, 0, 1000, 1000)) == area


def test_a_search_area_that_is_large_enough_is_not_grown() -> None:
    wide = Box(200, 200, 600, 600).widened(100, least_area=160_000, within=Box(0, 0, 1000, 1000))
    assert wide == Box(100, 100, 800, 800)


@given(boxes, sizes)
def test_a_search_area_is_never_empty_and_never_leaves_the_screen(box: Box, screen: Size) -> None:
    within = Box.of_size(screen)
    area = box.widened(100, least_area=160_000, within=within)
    assert area.width > 0
    assert area.height > 0
    assert within.union(area) == within


@given(boxes, sizes)
def test_a_search_area_holds_what_is_on_the_screen_of_its_box(box: Box, screen: Size) -> None:
    within = Box.of_size(screen)
    area = box.widened(100, least_area=160_000, within=within)
    if shown := box.intersection(within):
        assert area.left - 1 <= shown.left
        assert shown.right <= area.right + 1
        assert area.top - 1 <= shown.top
        assert shown.bottom <= area.bottom + 1


@given(frames(), st.floats(0, 5000), st.floats(0, 5000))
def test_a_point_goes_from_picture_to_screen_and_back_within_a_pixel(frame: Frame, x: float, y: float) -> None:
    back = frame.point_to_image(frame.point_to_screen(Point(x, y)))
    assert abs(back.x - x) < 1e-6
    assert abs(back.y - y) < 1e-6


@given(frames(), boxes)
def test_a_box_goes_from_picture_to_screen_and_back_within_a_pixel(frame: Frame, box: Box) -> None:
    back = frame.box_to_image(frame.box_to_screen(box))
    for edge in ("left", "top", "right", "bottom"):
        assert abs(getattr(back, edge) - getattr(box, edge)) < 1e-6


@given(frames())
def test_the_whole_picture_is_the_whole_region(frame: Frame) -> None:
    whole = frame.box_to_screen(Box.of_size(frame.image))
    assert whole.left == frame.region.left
    assert whole.right == pytest.approx(frame.region.right)
    assert whole.bottom == pytest.approx(frame.region.bottom)


def test_the_picture_of_a_part_is_placed_on_the_screen() -> None:
    frame = Frame(Box(100, 200, 50, 40), Size(100, 80))
    assert frame.point_to_screen(Point(10, 10)) == Point(105, 205)


def test_a_smaller_picture_of_the_same_region_points_to_the_same_place() -> None:
    frame = Frame.whole(Size(1000, 500), Size(2000, 1000))
    assert frame.resized(Size(500, 250)).point_to_screen(Point(50, 50)) == frame.point_to_screen(Point(200, 200))


@given(st.integers(2, 10_000), st.sampled_from([1, 100, 1000]), st.data())
def test_a_pixel_written_on_a_scale_is_read_as_the_same_pixel(length: int, scale: int, data: st.DataObject) -> None:
    pixel = data.draw(st.integers(0, length - 1))
    assert scale_to_pixel(pixel_to_scale(pixel, length, scale), length, scale) == pixel


@given(st.integers(2, 1001), st.data())
def test_a_pixel_written_as_a_whole_number_is_read_within_a_pixel(length: int, data: st.DataObject) -> None:
    pixel = data.draw(st.integers(0, length - 1))
    assert abs(scale_to_pixel(round(pixel_to_scale(pixel, length, 1000)), length, 1000) - pixel) <= 1


@pytest.mark.parametrize(("value", "length", "pixel"), [(0, 200, 0), (1000, 200, 199), (500, 200, 100), (250, 100, 25)])
def test_a_scale_reaches_from_the_first_pixel_to_the_last(value: int, length: int, pixel: int) -> None:
    assert scale_to_pixel(value, length, 1000) == pixel


def test_a_position_on_a_line_of_one_pixel_is_that_pixel() -> None:
    assert pixel_to_scale(0, 1, 1000) == 0
    assert scale_to_pixel(700, 1, 1000) == 0


def test_the_far_edges_lie_just_outside_a_box() -> None:
    box = Box(10, 20, 30, 40)
    assert box.contains(Point(10, 20))
    assert not box.contains(Point(40, 30))
    assert not box.contains(Point(30, 60))
    assert box == Box.of_edges(10, 20, 40, 60)
    assert str(box) == "[10, 20, 40, 60]"


def test_boxes_that_only_touch_share_nothing() -> None:
    assert Box(0, 0, 10, 10).intersection(Box(10, 0, 10, 10)) is None
    assert Box(0, 0, 10, 10).intersection(Box(9, 9, 10, 10)) == Box(9, 9, 1, 1)


@given(boxes, boxes)
def test_a_union_holds_both(one: Box, other: Box) -> None:
    both = one.union(other)
    assert both.left == min(one.left, other.left)
    assert both.right == pytest.approx(max(one.right, other.right))
    assert both.bottom == pytest.approx(max(one.bottom, other.bottom))


def test_a_scaled_size_keeps_at_least_a_pixel() -> None:
    assert Size(1000, 3).scaled(0.1) == Size(100, 1)
    assert str(Size(3, 4)) == "3x4"
