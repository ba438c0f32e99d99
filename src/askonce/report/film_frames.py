"""The frames of a film in a file, drawn on the stored pictures. They look as the film in the page does."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from PIL import Image, ImageDraw, UnidentifiedImageError

from askonce.errors import TraceError
from askonce.geometry import Box, Size
from askonce.report import film_marks
from askonce.report.document import Edges
from askonce.report.film_scenes import Moment, Scene, Spot, Still, moment
from askonce.report.fonts import fitted, font_for, is_right_to_left, width_of, wrapped
from askonce.trace import Blob, Store

WIDEST, HIGHEST = 1280, 960
_NARROWEST = 560
_EMPTY = Size(1280, 800)
"""How large the film of a run without pictures is."""
_MOTIONLESS = frozenset(("open", "end", "look", "say", "go", "hover", "wait", "do"))
_SIGNS = {"done": "✓", "failed": "✗", "stopped": "■", "unfinished": "…"}


@dataclass(frozen=True, slots=True)
class Shot:
    """One frame: a scene at a moment, and how many ticks of the film it stays."""

    scene: int
    moment: Moment
    ticks: int


def shots(made: Sequence[Scene], rate: float) -> Iterator[Shot]:
    """The frames of the scenes at so many ticks a second; those in which nothing moves are one."""
    tick = 0
    for number, scene in enumerate(made):
        until = max(tick + 1, round((scene.start + scene.seconds) * rate))
        held = Shot(number, _seen(scene, tick / rate), 0)
        while tick < until:
            now = _seen(scene, tick / rate)
            if now != held.moment:
                yield held
                held = Shot(number, now, 0)
            tick += 1
            held = replace(held, ticks=held.ticks + 1)
        yield held


def _seen(scene: Scene, seconds: float) -> Moment:
    """The moment at a time of the film. Where no progress is to be seen, there is none."""
    now = moment(scene, max(0.0, seconds - scene.start))
    return replace(now, progress=float(now.progress > 0)) if scene.gesture in _MOTIONLESS else now


@dataclass(frozen=True, slots=True)
class _Places:
    """Where on a frame the screen is: `screen` in its own units, `shown` in pixels of the frame."""

    screen: Box
    shown: Box

    def spot(self, spot: Spot) -> Spot:
        x = self.shown.left + (spot[0] - self.screen.left) * self.shown.width / self.screen.width
        y = self.shown.top + (spot[1] - self.screen.top) * self.shown.height / self.screen.height
        return x, y

    def box(self, edges: Edges) -> Box:
        return Box.of_edges(*self.spot((edges[0], edges[1])), *self.spot((edges[2], edges[3])))


class Painter:
    """Draws the frames of a film one by one. Of the pictures it holds no more than the last two."""

    def __init__(self, made: Sequence[Scene], store: Store) -> None:
        self._made = made
        self._store = store
        self._area = _area(made, store)
        self._scale = max(0.7, min(1.0, self._area.width / WIDEST))
        self._strip = _even(88 * self._scale)
        self.size = Size(max(self._area.width, _NARROWEST), self._area.height + self._strip)
        self._fitted: dict[Blob, Image.Image | None] = {}
        self._ground: tuple[tuple[int, bool], Image.Image, _Places] | None = None

    def frame(self, shot: Shot) -> Image.Image:
        """The picture of the film for a shot."""
        scene, now = self._made[shot.scene], shot.moment
        ground, places = self._stays(shot.scene, now.shows)
        canvas = ground.copy()
        if scene.gesture in ("open", "end"):
            return canvas
        if scene.box and now.found and not now.shows:
            self._draw_found(canvas, places.box(scene.box), now.found)
        if not now.shows:
            self._draw_gesture(canvas, scene, now, places)
        if now.cursor:
            x, y = places.spot(now.cursor)
            _put(canvas, film_marks.cursor(self._scale), x - 2, y - 2)
        return canvas

    # ---- what stays while a scene lasts

    def _stays(self, number: int, shows: bool) -> tuple[Image.Image, _Places]:
        scene = self._made[number]
        key = number, shows and (scene.failed or scene.result is not None)
        if self._ground is None or self._ground[0] != key:
            canvas = Image.new("RGB", (self.size.width, self.size.height), (38, 43, 54))
            still = (scene.result if shows else None) or scene.picture
            places = self._put_picture(canvas, scene, still)
            if scene.gesture in ("open", "end"):
                canvas = self._put_card(canvas, scene)
            if scene.failed and (shows or scene.gesture == "end"):
                self._put_failure(canvas, scene)
            self._write_strip(canvas, scene, number)
            self._ground = key, canvas, places
        return self._ground[1], self._ground[2]

    def _put_picture(self, canvas: Image.Image, scene: Scene, still: Still | None) -> _Places:
        picture = self._picture(still.blob) if still else None
        size = Size(picture.width, picture.height) if picture else self._area
        left, top = (self.size.width - size.width) // 2, (self._area.height - size.height) // 2
        if picture:
            canvas.paste(picture, (left, top))
        note = _note(still, is_there=picture is not None)
        if note and scene.gesture not in ("open", "end"):
            _put(canvas, film_marks.bubble(note, self._px(15), self.size.width / 2), left + self._px(10), self._px(10))
        screen = Box.of_edges(*still.screen) if still and still.screen else Box.of_size(size)
        return _Places(screen, Box(left, top, size.width, size.height))

    def _picture(self, blob: Blob) -> Image.Image | None:
        """A picture as large as it is shown; None if it cannot be read."""
        if blob not in self._fitted:
            while len(self._fitted) > 1:
                del self._fitted[next(iter(self._fitted))]
            opened = _open(self._store, blob)
            self._fitted[blob] = self._resized(opened) if opened else None
        return self._fitted[blob]

    def _resized(self, picture: Image.Image) -> Image.Image | None:
        scale = min(self._area.width / picture.width, self._area.height / picture.height)
        size = Size(picture.width, picture.height).scaled(scale)
        try:
            return picture.convert("RGB").resize((size.width, size.height), Image.Resampling.LANCZOS)
        except (OSError, SyntaxError, ValueError):  # what Pillow raises for a picture that is cut off or damaged
            return None

    def _put_card(self, canvas: Image.Image, scene: Scene) -> Image.Image:
        """The first and the last words of the film, on a darkened picture."""
        canvas = Image.blend(canvas, Image.new("RGB", canvas.size, film_marks.STRIP), 0.84)
        pen, size = ImageDraw.Draw(canvas), self._px(34)
        lines = wrapped(scene.text, size, self.size.width * 0.76, 5)
        middle, high = self.size.width / 2, size * 1.4
        y = self._area.height / 2 - high * (len(lines) - 1) / 2
        if scene.gesture == "end":
            colour, y = film_marks.BAD if scene.failed else film_marks.GOOD, y + size * 0.9
            badge = film_marks.ring(size * 0.95, 2, colour, 1.0, fill=1.0)
            _put(canvas, badge, middle - badge.width / 2, y - high * 1.7 - badge.height / 2)
            _write(pen, (middle, y - high * 1.7), _SIGNS[scene.status], size, film_marks.PAPER, "mm")
        for line in lines:
            _write(pen, (middle, y), line, size, film_marks.PAPER, "mm")
            y += high
        return canvas

    def _put_failure(self, canvas: Image.Image, scene: Scene) -> None:
        width = self._px(7)
        edge = (0, 0, self.size.width - 1, self._area.height - 1)
        ImageDraw.Draw(canvas).rectangle(edge, outline=film_marks.BAD, width=width)
        if scene.error:
            text = film_marks.bubble(scene.error, self._px(19), self.size.width * 0.8, colour=film_marks.BAD)
            _put(canvas, text, (self.size.width - text.width) / 2, self._area.height - text.height - 3 * width)

    def _write_strip(self, canvas: Image.Image, scene: Scene, number: int) -> None:
        """What is done, for what, where in the program, and when."""
        pen, top = ImageDraw.Draw(canvas), self._area.height
        pen.rectangle((0, top, self.size.width, self.size.height), fill=film_marks.STRIP)
        last = self._made[-1]
        part = (scene.start + scene.seconds) / (last.start + last.seconds)
        pen.rectangle((0, top, self.size.width, top + self._px(4) - 1), fill=(52, 59, 74))
        colour = film_marks.BAD if scene.failed else film_marks.ACCENT
        pen.rectangle((0, top, round(self.size.width * part), top + self._px(4) - 1), fill=colour)
        pad, small, large = self._px(20), self._px(16), self._px(23)
        clock = _clock(scene.until)
        taken = width_of(clock, small) + 2 * pad
        place = scene.place[:1].upper() + scene.place[1:]
        above = " · ".join(filter(None, (place, scene.task or (place and scene.how))))
        right, strip = self.size.width - pad, self._strip
        _write(pen, (right, top + strip * 0.35), clock, small, film_marks.SOFT, "rm")
        count = f"{number + 1} / {len(self._made)}"
        _write(pen, (right, top + strip * 0.69), count, small, film_marks.SOFT, "rm")
        room = right - taken - pad
        if above:
            self._write_line(pen, above, small, film_marks.SOFT, (pad, top + strip * 0.35), room)
        down = 0.68 if above else 0.52
        self._write_line(pen, scene.title, large, film_marks.PAPER, (pad, top + strip * down), room)

    def _write_line(
        self, pen: ImageDraw.ImageDraw, text: str, size: int, colour: film_marks.Colour, at: Spot, room: float
    ) -> None:
        line = fitted(text, size, room)
        if is_right_to_left(line):
            _write(pen, (at[0] + room, at[1]), line, size, colour, "rm")
        else:
            _write(pen, at, line, size, colour, "lm")

    # ---- what moves

    def _draw_found(self, canvas: Image.Image, box: Box, strength: float) -> None:
        wide = 4 * self._scale
        tile = film_marks.frame(box.width + 2 * wide, box.height + 2 * wide, film_marks.MARK, strength, 3 * self._scale)
        _put(canvas, tile, box.left - wide, box.top - wide)

    def _draw_gesture(self, canvas: Image.Image, scene: Scene, now: Moment, places: _Places) -> None:
        if not now.progress and scene.gesture not in ("look", "say", "go"):
            return
        at = places.spot(now.cursor) if now.cursor else None
        match scene.gesture:
            case "tap" | "double" | "right" | "type" | "choose" | "hold" if at and scene.point:
                self._draw_press(canvas, scene, now.progress, at)
            case "drag" | "swipe" if at and scene.point and scene.end:
                x, y = places.spot(scene.point)
                width = 5 * self._scale
                tile = film_marks.path(at[0] - x, at[1] - y, width)
                _put(canvas, tile, min(x, at[0]) - 1.5 * width, min(y, at[1]) - 1.5 * width)
            case "scroll" | "pinch":
                side = self._px(96)
                tile = film_marks.arrows(side, scene.direction, now.progress)
                middle = places.shown.center
                _put(canvas, tile, middle.x - side / 2, middle.y - side / 2)
            case _:
                pass
        self._draw_words(canvas, scene, now, places)

    def _draw_press(self, canvas: Image.Image, scene: Scene, progress: float, at: Spot) -> None:
        """Rings where it is tapped: one, two for a double click, one of another colour for a right click."""
        scale, colour = self._scale, film_marks.MARK if scene.gesture == "right" else film_marks.ACCENT
        if scene.gesture == "hold":
            tiles = [
                film_marks.ring(24 * scale, 5, colour, 0.3),
                film_marks.sector(24 * scale, 5 * scale, colour, progress),
            ]
        else:
            beats = (progress * 2, progress * 2 - 0.7) if scene.gesture == "double" else (min(1.0, progress * 1.6),)
            tiles = [
                film_marks.ring((8 + 24 * beat) * scale, 4 * scale, colour, 1 - 0.8 * beat, 0.35 * (1 - beat))
                for beat in beats
                if 0 <= beat < 1
            ]
        for tile in tiles:
            _put(canvas, tile, at[0] - tile.width / 2, at[1] - tile.height / 2)

    def _draw_words(self, canvas: Image.Image, scene: Scene, now: Moment, places: _Places) -> None:
        middle, size = places.shown.center.x, self._px(20)
        if scene.gesture == "keys":
            tile = film_marks.caps(scene.keys, self._px(22), now.progress)
            _put(canvas, tile, middle - tile.width / 2, self._area.height * 0.72)
        if not scene.text:
            return
        most = min(self.size.width * 0.6, self._px(560))
        typed = scene.text[: now.letters] if scene.gesture == "type" else ""
        tile = film_marks.bubble(scene.text, size, most, typed=typed)
        if scene.box:
            box = places.box(scene.box)
            below = box.bottom + 10 * self._scale
            y = below if below + tile.height < self._area.height else box.top - tile.height - 10 * self._scale
            x = min(max(box.left, 6), self.size.width - tile.width - 6)
        else:
            x = middle - tile.width / 2
            y = self._px(16) if scene.gesture == "go" else self._area.height - tile.height - self._px(28)
        _put(canvas, tile, x, max(6, y))

    def _px(self, pixels: float) -> int:
        return max(1, round(pixels * self._scale))


def _put(canvas: Image.Image, tile: Image.Image, x: float, y: float) -> None:
    canvas.paste(tile, (round(x), round(y)), tile)


def _write(pen: ImageDraw.ImageDraw, at: Spot, text: str, size: int, colour: film_marks.Colour, anchor: str) -> None:
    pen.text(at, text, colour, font_for(text, size), anchor=anchor)


def _area(made: Sequence[Scene], store: Store) -> Size:
    """The room for pictures: that of the widest and the highest, made smaller if need be. Both sides are even, since
    video has to be."""
    names = {still.blob for scene in made for still in (scene.picture, scene.result) if still}
    sizes = [image.size for blob in sorted(names) if (image := _open(store, blob))] or [(_EMPTY.width, _EMPTY.height)]
    width, height = max(size[0] for size in sizes), max(size[1] for size in sizes)
    scale = min(1.0, WIDEST / width, HIGHEST / height)
    return Size(_even(width * scale), _even(height * scale))


def _open(store: Store, blob: Blob) -> Image.Image | None:
    """A stored picture; None if it is gone or is none. Its pixels are read when they are needed."""
    try:
        return Image.open(io.BytesIO(store.read(blob)))
    except (TraceError, UnidentifiedImageError):
        return None


def _note(still: Still | None, *, is_there: bool) -> str:
    if still is None or not is_there:
        return "There is no picture of this"
    if not still.behind:
        return ""
    return f"No newer picture: {'one action was' if still.behind == 1 else f'{still.behind} actions were'} done since"


def _even(length: float) -> int:
    return max(2, round(length / 2) * 2)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(seconds, 60)
    return f"{int(minutes)}:{rest:04.1f}"
