"""Finds where a small picture may be in a larger one: a fast, tolerant search whose results must be verified."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray
    from PIL import Image

    Grey = NDArray[numpy.float32]

_LEAST_SIDE = 8
_MOST_COARSE = 4
_ALIKE = 0.5
_MOST_PLACES = 40


def can_search() -> bool:
    """Whether the whole picture can be searched: that needs numpy, which comes with the extra `vision`."""
    return find_spec("numpy") is not None


def search(wanted: Image.Image, whole: Image.Image) -> list[tuple[int, int]]:
    """The upper left corners of places in `whole` that may show `wanted`, the likeliest first.

    First by correlation at a lower resolution, then to the pixel by difference.
    """
    coarse = max(1, min(_MOST_COARSE, min(wanted.size) // _LEAST_SIDE))
    if wanted.width > whole.width or wanted.height > whole.height:
        return []
    likeness = _correlate(_grey(wanted.reduce(coarse)), _grey(whole.reduce(coarse)))
    small, large = _grey(wanted), _grey(whole)
    return [_refined(small, large, x * coarse, y * coarse, coarse) for x, y in _peaks(likeness)]


def _grey(picture: Image.Image) -> Grey:
    import numpy

    return numpy.asarray(picture.convert("L"), dtype=numpy.float32)


def _correlate(wanted: Grey, whole: Grey) -> Grey:
    """Normalised correlation, from -1 to 1, at every place where `wanted` fits into `whole`."""
    import numpy

    height, width = wanted.shape
    centred = wanted - wanted.mean()
    shape = (whole.shape[0], whole.shape[1])
    spectrum = numpy.fft.rfft2(whole) * numpy.conj(numpy.fft.rfft2(centred, shape))
    rows, columns = shape[0] - height + 1, shape[1] - width + 1
    products = numpy.fft.irfft2(spectrum, shape)[:rows, :columns]
    sums, squares = _sums(whole, height, width), _sums(whole * whole, height, width)
    spread = numpy.sqrt(numpy.maximum(squares - sums * sums / wanted.size, 0.0))
    # Plain areas have no pattern to match.
    scale = spread * float(numpy.sqrt((centred * centred).sum()))
    return numpy.where(spread > wanted.size**0.5, products / numpy.maximum(scale, 1e-6), 0.0).astype(numpy.float32)


def _sums(values: Grey, height: int, width: int) -> Any:
    """The sum of every rectangle of this size."""
    import numpy

    total = numpy.pad(values.astype(numpy.float64), ((1, 0), (1, 0))).cumsum(0).cumsum(1)
    return total[height:, width:] - total[:-height, width:] - total[height:, :-width] + total[:-height, :-width]


def _peaks(likeness: Grey) -> list[tuple[int, int]]:
    """The local maxima."""
    import numpy

    padded = numpy.pad(likeness, 1, constant_values=-1.0)
    across = numpy.maximum(numpy.maximum(padded[:, :-2], padded[:, 2:]), padded[:, 1:-1])
    around = numpy.maximum(numpy.maximum(across[:-2], across[2:]), across[1:-1])
    rows, columns = numpy.nonzero((likeness >= around) & (likeness > _ALIKE))
    order = numpy.argsort(-likeness[rows, columns], kind="stable")[:_MOST_PLACES]
    return [(int(columns[place]), int(rows[place])) for place in order]


def _refined(wanted: Grey, whole: Grey, x: int, y: int, reach: int) -> tuple[int, int]:
    """The place within `reach` of one found at low resolution where the difference is least."""
    import numpy

    if reach == 1:
        return x, y
    height, width = wanted.shape
    left, top = max(0, x - reach), max(0, y - reach)
    area = whole[top : y + reach + height, left : x + reach + width]
    windows = numpy.lib.stride_tricks.sliding_window_view(area, (height, width))
    differences = numpy.abs(windows - wanted).sum(axis=(2, 3))
    row, column = numpy.unravel_index(int(differences.argmin()), differences.shape)
    return left + int(column), top + int(row)
