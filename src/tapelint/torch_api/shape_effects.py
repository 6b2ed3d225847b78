"""What operations do to shapes: kinds of effects, each computed from what an operation is given.

Which operation has which effect is measured: each effect is compared with torch on sample
tensors (``tests/oracle/measure_shapes.py``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

from tapelint.torch_api.shape_arguments import (
    DIMENSIONS,
    FILLING,
    KEEPING,
    Argument,
    Effect,
    Given,
    Index,
    Result,
    Unseen,
    listed,
    number_of,
    product_of,
    sizes_behind,
    tensor_of,
)
from tapelint.torch_api.shapes import MOST_TOLD, NUMBER, Place, Shape, Size, broadcast


def kept(given: Given) -> Result:
    """The shape of the first tensor."""
    return given.first


def elementwise(given: Given) -> Result:
    """What all tensors are broadcast to; a number has no dimension."""
    shapes = []
    for each in (*given.several, *given.words.values()):
        if isinstance(each, (Unseen, str)):
            return None
        if isinstance(each, Shape):
            shapes.append(each)
    return broadcast(shapes) if shapes else None


def selected(given: Given) -> Result:
    """The same of three: numbers of one where a condition holds, else of another."""
    return elementwise(given) if len(given.several) > 2 else None


def ordered(given: Given) -> Result:
    """Two results of the tensor's own shape: what is sorted, and where it stood."""
    shape = given.first
    return None if shape is None else (shape, shape)


def reduced(given: Given, at: int = 1, keeping_at: int = 2) -> Result:
    """Without a dimension, or several, or all; they may be kept with a size of one."""
    shape, dims = given.first, given.get(at, *DIMENSIONS)
    keeps = given.get(keeping_at, *KEEPING) or False
    if shape is None or isinstance(keeps, Unseen) or isinstance(dims, Unseen):
        return None
    if dims is None:
        return NUMBER if not keeps else None
    several = listed(dims)
    numbers = [number_of(each) for each in ([dims] if several is None else several)]
    if None in numbers or not numbers:
        return None
    places = []
    for each in sorted((each for each in numbers if each is not None), key=lambda n: (n < 0, n)):
        found = shape.placed(each, given.place)
        if found is None:
            return None
        places.append(found[1] - len(found[0].sizes))
        shape = found[0]
    sizes = list(shape.sizes)
    for each in sorted(places):
        sizes[each] = 1 if keeps else None
    return shape.with_sizes(*(each for each in sizes if each is not None))


def reduced_behind(given: Given) -> Result:
    """The same where another argument stands before the dimension: ``norm(2, 1)``."""
    return reduced(given, 2, 3)


def reduced_kept_by_name(given: Given) -> Result:
    """The same where another argument stands before what says that they are kept: ``std``."""
    return reduced(given, 1, 3)


def picked(given: Given) -> Result:
    """A number, along a dimension two results, or of two tensors what is picked: ``max(1)``."""
    if isinstance(given.get(1, "other"), Shape):
        return elementwise(given)
    found = reduced(given)
    if isinstance(found, Shape) and given.get(1, *DIMENSIONS) is not None:
        return found, found
    return found


def divided(given: Given) -> Result:
    """Several parts of one size along a dimension: ``chunk(2, -1)``."""
    shape, count, dim = given.first, number_of(given.get(1, "chunks")), given.get(2, "dim")
    number = 0 if dim is None else number_of(dim)
    found = None if shape is None or number is None else shape.placed(number, given.place)
    if found is None or not count or not 1 <= count <= MOST_TOLD:
        return None
    sizes = list(found[0].sizes)
    whole = sizes[found[1]]
    if not isinstance(whole, int) or whole % count or not whole:
        return None
    sizes[found[1]] = whole // count
    return (found[0].with_sizes(*sizes),) * count


def squeezed(given: Given) -> Result:
    """Without a dimension of size one, or without all."""
    shape, dim = given.first, given.get(1, *DIMENSIONS)
    if shape is None or len(given.several) > 2:
        return None
    if dim is None:
        if shape.lead is not None:
            return None
        return shape.with_sizes(*(each for each in shape.sizes if each != 1))
    number = number_of(dim)
    found = None if number is None else shape.placed(number, given.place)
    if found is None:
        return None
    shape, at = found
    if shape.sizes[at] == 1:
        return shape.with_sizes(*shape.sizes[:at], *shape.sizes[at + 1 :])
    return shape if isinstance(shape.sizes[at], int) else None


def unsqueezed(given: Given) -> Result:
    """With one more dimension of size one."""
    shape, dim = given.first, number_of(given.get(1, "dim", "axis"))
    if shape is None or dim is None:
        return None
    if dim < 0:
        opened = shape.opened(-dim - 1)
        if opened is None:
            return None
        shape, at = opened, len(opened.sizes) + dim + 1
    elif shape.lead is not None:
        ranked = shape.ranked(dim, given.place) if dim else None
        if ranked is None:
            return None
        shape, at = ranked, dim
    else:
        at = dim
    if at > len(shape.sizes):
        return None
    return shape.with_sizes(*shape.sizes[:at], 1, *shape.sizes[at:])


def resized(given: Given) -> Result:
    """In the sizes that are given; one that is left open is what is missing."""
    sizes, shape = sizes_behind(given, 1, "shape", "size"), given.first
    if sizes is None or sizes.count(FILLING) > 1:
        return None
    if FILLING in sizes:
        sizes[sizes.index(FILLING)] = _missing(given, shape, sizes)
    return Shape(tuple(sizes))


def _missing(given: Given, shape: Shape | None, sizes: Sequence[Size]) -> Size:
    """The size of the dimension that is left open."""
    others = [each for each in sizes if each != FILLING]
    if shape is None or shape.lead is not None:
        return Place(given.place, -1 if shape is None else -2)
    own = [each for each in shape.sizes if each != 1]
    rest = list(own)
    for each in others:
        if each in rest:
            rest.remove(each)
        elif each != 1:
            whole = [each for each in own if isinstance(each, int)]
            plain = [each for each in others if isinstance(each, int)]
            if len(whole) == len(own) and len(plain) == len(others) and product_of(plain):
                return product_of(whole) // product_of(plain)
            return Place(given.place, -1)
    if all(isinstance(each, int) for each in rest):
        return product_of(rest)
    return rest[0] if len(rest) == 1 else Place(tuple(rest), -1)


def flattened(given: Given) -> Result:
    """With several dimensions made one."""
    shape = given.first
    first, last = given.get(1, "start_dim"), given.get(2, "end_dim")
    first, last = 0 if first is None else number_of(first), -1 if last is None else number_of(last)
    if shape is None or first is None or last is None:
        return None
    if shape.lead is not None:
        if (first, last) == (0, -1):
            return Shape((Place(shape, -1),), None, shape.why)
        if (first, last) == (1, -1):
            found = shape.ranked(2, given.place) if len(shape.sizes) < 2 else None
            return found and found.with_sizes(found.sizes[0], Place(shape, -1))
        return None
    sizes = shape.sizes or (1,)
    first, last = (each + len(sizes) if each < 0 else each for each in (first, last))
    if not 0 <= first <= last < len(sizes):
        return None
    inner = sizes[first : last + 1]
    whole = [each for each in inner if isinstance(each, int)]
    rest = [each for each in inner if each != 1]
    joined: Size = product_of(whole) if len(whole) == len(inner) else Place(tuple(rest), -1)
    if len(rest) == 1:
        joined = rest[0]
    return shape.with_sizes(*sizes[:first], joined, *sizes[last + 1 :])


def transposed(given: Given) -> Result:
    """With two dimensions exchanged; a matrix without a word."""
    shape = given.first
    one, other = given.get(1, "dim0", "axis0"), given.get(2, "dim1", "axis1")
    if shape is None:
        return None
    if one is None and other is None:
        found = shape.ranked(2, given.place) if shape.lead is not None else shape
        return found and (found.with_sizes(*found.sizes[::-1]) if len(found.sizes) <= 2 else None)
    first, second = number_of(one), number_of(other)
    if first is None or second is None:
        return None
    if shape.lead is not None and (first >= 0 or second >= 0):
        ranked = shape.ranked(max(first, second) + 1, given.place)
        if ranked is None:
            return None
        shape = ranked
    opened = shape.opened(max(-first, -second, 0))
    if opened is None:
        return None
    sizes = list(opened.sizes)
    try:
        sizes[first], sizes[second] = sizes[second], sizes[first]
    except IndexError:
        return None
    return opened.with_sizes(*sizes)


def permuted(given: Given) -> Result:
    """With the dimensions in another order."""
    shape, order = given.first, sizes_behind(given, 1, "dims")
    if shape is None or order is None:
        return None
    ranked = shape.ranked(len(order), given.place)
    numbers = [each for each in order if isinstance(each, int)]
    if ranked is None or len(numbers) != len(order):
        return None
    try:
        return ranked.with_sizes(*(ranked.sizes[each] for each in numbers))
    except IndexError:
        return None


def expanded(given: Given) -> Result:
    """In the sizes that are given; one that is left open stays as it is."""
    shape, sizes = given.first, sizes_behind(given, 1, "size")
    if shape is None or sizes is None:
        return None
    opened = shape.opened(min(len(sizes), len(shape.sizes))) if shape.lead is None else None
    if opened is None:
        return Shape(tuple(sizes)) if FILLING not in sizes else None
    for at in range(-len(sizes), 0):
        if sizes[at] == FILLING:
            if len(opened.sizes) < -at:
                return None
            sizes[at] = opened.sizes[at]
    return Shape(tuple(sizes), None, opened.why)


def like_second(given: Given) -> Result:
    """The shape of another tensor."""
    return tensor_of(given.get(1, "other", "tensor"))


def gathered(given: Given) -> Result:
    """The shape of the index."""
    return tensor_of(given.get(2, "index", "indices"))


def chosen(given: Given) -> Result:
    """Along one dimension as long as an index."""
    shape, dim, index = (
        given.first,
        number_of(given.get(1, "dim")),
        tensor_of(given.get(2, "index")),
    )
    found = None if shape is None or dim is None else shape.placed(dim, given.place)
    if found is None or index is None or index.rank != 1:
        return None
    sizes = list(found[0].sizes)
    sizes[found[1]] = index.sizes[0]
    return found[0].with_sizes(*sizes)


def _all_shapes(several: Sequence[Argument] | None) -> list[Shape]:
    """The shapes of the tensors in a list; none where one is not known."""
    tensors = [each for each in several or () if each is not MORE]
    shapes = [each for each in tensors if isinstance(each, Shape)]
    return shapes if len(shapes) == len(tensors) else []


def stacked(given: Given) -> Result:
    """Of several tensors of one shape, with one more dimension."""
    several, dim = listed(given.get(0, "tensors")), given.get(1, "dim", "axis")
    shapes = _all_shapes(several)
    number = 0 if dim is None else number_of(dim)
    if several is None or not shapes or number is None:
        return None
    if any(each.rank != shapes[0].rank or each.lead is not None for each in shapes):
        return None
    sizes = list(shapes[0].sizes)
    at = number if number >= 0 else len(sizes) + 1 + number
    count: Size = len(several) if MORE not in several else Place(given.place, -1)
    return shapes[0].with_sizes(*sizes[:at], count, *sizes[at:])


def concatenated(given: Given) -> Result:
    """Of several tensors, longer along one dimension."""
    several, dim = listed(given.get(0, "tensors")), given.get(1, "dim", "axis")
    shapes = _all_shapes(several)
    number = 0 if dim is None else number_of(dim)
    if several is None or not shapes or number is None:
        return None
    found = [each.placed(number, given.place) for each in shapes]
    known = [each for each in found if each is not None]
    if len(known) != len(found) or (number >= 0 and any(e.lead is not None for e in shapes)):
        return None
    (whole, at), count = known[0], -1 if MORE in several else 0
    if any(len(each.sizes) != len(whole.sizes) or each.lead != whole.lead for each, _ in known):
        return None
    for each, place in known:
        size = each.sizes[place]
        count = count + size if isinstance(size, int) and count >= 0 else -1
    sizes = list(whole.sizes)
    sizes[at] = count if count >= 0 else Place(given.place, -1)
    return whole.with_sizes(*sizes)


def multiplied(given: Given) -> Result:
    """The product of two matrices, of a matrix and a vector, or of batches of these."""
    left, right = given.first, tensor_of(given.get(1, "other", "mat2", "vec", "tensor2"))
    if left is None or right is None:
        return None
    if right.lead is None and len(right.sizes) == 2:
        opened = left.opened(1)
        return opened and opened.with_sizes(*opened.sizes[:-1], right.sizes[-1])
    if left.lead is not None or right.lead is not None:
        return None
    if len(right.sizes) == 1:
        return left.with_sizes(*left.sizes[:-1]) if left.sizes else None
    if len(left.sizes) == len(right.sizes) and len(right.sizes) > 1:
        outer = broadcast([Shape(left.sizes[:-2]), Shape(right.sizes[:-2])])
        return outer and Shape((*outer.sizes, left.sizes[-2], right.sizes[-1]))
    return None


EFFECTS: Final[Mapping[str, Effect]] = {
    each.__name__: each
    for each in (
        elementwise,
        selected,
        kept,
        ordered,
        reduced,
        reduced_behind,
        reduced_kept_by_name,
        picked,
        divided,
        squeezed,
        unsqueezed,
        resized,
        flattened,
        transposed,
        permuted,
        expanded,
        gathered,
        chosen,
        like_second,
        stacked,
        concatenated,
        multiplied,
    )
}
"""The effects by their names; where several fit, the first one tells."""


# What is no operation of the table.


def indexed(shape: Shape, key: Argument, place: object) -> Shape | None:
    """What an index takes of a tensor."""
    parts = listed(key)
    several = [key] if parts is None else list(parts)
    if any(isinstance(each, Shape) or listed(each) is not None for each in several):
        return _by_tensors(shape, several, place)
    if any(isinstance(each, bool) for each in several):
        return None
    taken = [each for each in several if each is not None and each is not ...]
    if ... in several:
        shape_ = shape.opened(len(taken))
        if shape_ is None or several[0] is not ...:
            return None
        rest, several = shape_.sizes[: len(shape_.sizes) - len(taken)], several[1:]
        own = shape_.sizes[len(rest) :]
        sizes = _taken(own, several, place)
        return None if sizes is None else shape_.with_sizes(*rest, *sizes)
    if shape.lead is not None:
        found = shape.ranked(max(len(taken), 1), place) if len(several) > 1 else None
        if found is None:
            return None
        shape = found
    sizes = _taken(shape.sizes, several, place)
    return None if sizes is None else shape.with_sizes(*sizes)


def _taken(sizes: Sequence[Size], several: Sequence[Argument], place: object) -> list[Size] | None:
    left, made = list(sizes), list[Size]()
    for each in several:
        if each is None:
            made.append(1)
            continue
        if not left:
            return None
        size = left.pop(0)
        if isinstance(each, Index):
            made.append(_length(size, each, (place, len(made))))
        elif isinstance(each, Unseen) or not isinstance(each, int):
            return None
    return [*made, *left]


def _length(size: Size, index: Index, place: object) -> Size:
    """How long a slice is."""
    if all(each is None for each in index.bounds):
        return size
    start, stop, step = (*index.bounds, None, None)[:3]
    numbers = [each for each in index.bounds if isinstance(each, int)]
    if isinstance(size, int) and len(numbers) + index.bounds.count(None) == len(index.bounds):
        first, last, by = (each if isinstance(each, int) else None for each in (start, stop, step))
        with suppress(ValueError, OverflowError):  # a step of zero; a size that no tensor has
            return len(range(size)[first:last:by])
    if step is None and isinstance(start, int) and stop == (None if start == -1 else start + 1):
        return 1
    return Place((place, size, index), -1)


def _by_tensors(shape: Shape, several: Sequence[Argument], place: object) -> Shape | None:
    """By one tensor behind whole dimensions, or by tensors of one shape for all dimensions."""
    shapes = [each for each in several if isinstance(each, Shape)]
    if any(listed(each) is not None for each in several):
        return None
    if len(several) == 2 and len(shapes) == 1 and isinstance(several[1], Unseen):
        shapes *= 2  # ``scores[range(n), labels]``
    if len(shapes) == len(several):
        if len(several) == 1 and shape.lead is None and shapes[0].lead is None:
            return Shape((*shapes[0].sizes, *shape.sizes[1:]), None, shape.why | shapes[0].why)
        found, whole = broadcast(shapes), shape.ranked(len(several), place)
        if found is not None and found.lead is None and whole is not None:
            return Shape(found.sizes, None, found.why | whole.why)
    return None


def counted(data: Argument) -> Shape | None:
    """The shape of numbers in lists; there a tensor is one number, or torch raises."""
    several = listed(data)
    if several is None:
        is_number = isinstance(data, (int, float))
        return NUMBER if is_number else data if isinstance(data, Shape) else None
    shapes = [
        NUMBER if isinstance(each, Shape) else counted(each) for each in several if each is not MORE
    ]
    known = [each for each in shapes if each is not None]
    if not known or len(known) != len(shapes):
        return None
    if any(each.sizes != known[0].sizes or each.lead is not None for each in known):
        return None
    count: Size = len(several) if MORE not in several else Place(several, -1)
    return known[0].with_sizes(count, *known[0].sizes)


class _More:
    """Stands for any number of further items of a list, like the one before."""


MORE: Final = _More()
