"""Parts of random programs: each defines something of Python, and then uses it in several ways.

``$x`` stands for a name, ``$n`` for a small number, ``$v`` for a value, ``$t`` for a test.
"""

from __future__ import annotations

from typing import NamedTuple


class Part(NamedTuple):
    """Something of Python.

    Attributes:
        definitions: What stands before its uses.
        values: Expressions that use it.
        statements: Statements that use it, each of one line or of several.
        shown: Names that it defines, of which the values are compared.
    """

    definitions: str
    values: tuple[str, ...] = ()
    statements: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()


PARTS: dict[str, Part] = {
    "inheritance": Part(
        """
class Base:
    kind = 1
    made = []

    def __init__(self, part, more=$n):
        self.part = part
        self.more = more

    def step(self, by=1):
        self.more = by
        return self.kind

    @classmethod
    def of(cls, part):
        return cls(part)

    @staticmethod
    def fixed(x):
        return x


class Mixed:
    def step(self, by=2):
        self.mixed = by
        return super().step(by)


class Derived(Mixed, Base):
    kind = $n

    def __init__(self, part):
        super().__init__(part, more=$n)
        self.own = part

    def step(self, by=0):
        before = super().step(by)
        return (before, self.part)


base, derived = Base(given()), Derived($n)
""",
        (
            "base.kind",
            "derived.kind",
            "derived.step($n)",
            "derived.step()",
            "Derived.of($v).own",
            "Base.of($v).part",
            "Derived.fixed($x)",
            "base.fixed($n)",
            "isinstance(derived, Base)",
            "isinstance(base, Derived)",
            "Base.step(derived, $n)",
            "type(derived).kind",
            "len(Base.made)",
            "issubclass(Derived, Base)",
            "getattr(derived, 'own', None)",
            "getattr(base, 'own', None)",
            "hasattr(base, 'own')",
        ),
        (
            "base.step($v)",
            "derived.step($n)",
            "Base.kind = $v",
            "derived.kind = $n",
            "derived = Derived($v)",
            "base = derived",
            "Base.made.append($n)",
            "base.more = derived.own",
            "setattr(base, 'part', $v)",
            "Derived.kind = $n",
            "base = Derived($n) if $t else Base($n)",
        ),
        ("base", "derived"),
    ),
    "properties": Part(
        """
class Guarded:
    def __init__(self, part):
        self._part = part
        self.reads = 0

    @property
    def part(self):
        self.reads += 1
        return self._part

    @part.setter
    def part(self, value):
        self._part = value if value else $n

    @property
    def fixed(self):
        return self._part


class Child(Guarded):
    @property
    def fixed(self):
        return (super().fixed, $n)


guarded, child = Guarded($n), Child(given())
""",
        ("guarded.part", "guarded.fixed", "child.fixed", "child.part", "guarded.reads"),
        (
            "guarded.part = $v",
            "child.part = $n",
            "guarded._part = $v",
            "guarded.part += $n",
            "guarded = child",
        ),
        ("guarded", "child"),
    ),
    "specials": Part(
        """
class Special:
    def __init__(self, items, is_on=True):
        self.items = items
        self.is_on = is_on

    def __call__(self, x, *, by=$n):
        self.last = x
        return by

    def __getitem__(self, key):
        return self.items[key]

    def __setitem__(self, key, value):
        self.items[key] = value

    def __len__(self):
        return len(self.items)

    def __contains__(self, value):
        return value == $n

    def __iter__(self):
        return iter(self.items)

    def __add__(self, other):
        return Special(self.items + [other])

    def __radd__(self, other):
        return other

    def __eq__(self, other):
        return isinstance(other, Special) and self.items == other.items


class Switch:
    def __init__(self, is_on):
        self.is_on = is_on

    def __bool__(self):
        return self.is_on


special, switch = Special([0, $n]), Switch(given() == 1)
""",
        (
            "special($v)",
            "special($x, by=$n)",
            "special[0]",
            "special[-1]",
            "len(special)",
            "$n in special",
            "($x in special) is True",
            "[x for x in special][-1]",
            "(special + $v).items[-1]",
            "($n + special)",
            "(1 if switch else $n)",
            "(not switch)",
            "bool(special)",
            "special == Special([0, $n])",
            "(switch and $n)",
            "sum(1 for _ in special)",
        ),
        (
            "special[0] = $v",
            "special($v)",
            "switch.is_on = $n == 1",
            "special = Special([$v])",
            "special.items.append($n)",
            "if switch: $x = $n",
            "if $n in special:\n    $x = $n\nelse:\n    $x = None",
            "if special: $x = $v",
            "for $x in special: pass",
            "switch = Switch($n == 0)",
            "special = Special([])",
            "first, *others = special if len(special) else [0]\n$x = first",
        ),
        ("special", "switch"),
    ),
    "dataclasses": Part(
        """
from dataclasses import dataclass, field, replace


@dataclass
class Point:
    x: int
    y: int = $n
    more: list = field(default_factory=list)
    hidden: int = field(default=$n, repr=False)


@dataclass(kw_only=True)
class Named(Point):
    label: str = "a"
    x: int = 5


@dataclass(frozen=True)
class Initialised:
    a: int
    b: int = field(init=False, default=$n)

    def total(self):
        return (self.a, self.b)


@dataclass
class After:
    a: int

    def __post_init__(self):
        self.b = self.a


point, named = Point($n), Named(x=given(), y=$n, label="b") if given() else Named(y=$n)
""",
        (
            "point.x",
            "point.y",
            "len(point.more)",
            "point.hidden",
            "named.label",
            "named.x",
            "Point($v).y",
            "Point($n, $v).y",
            "Point(y=$v, x=$n).x",
            "Initialised($v).total()",
            "After($v).b",
            "replace(point, x=$n).x",
            "Point(1, 2) == Point(1, 2)",
            "Point.y",
        ),
        (
            "point.more.append($n)",
            "point = Point($v, $n, [$n])",
            "named = Named(y=$v)",
            "point.x = $v",
            "point = named",
            "point = Point($n)",
            "match point:\n    case Point(0, y):\n        $x = y\n    case Point(x=$n):\n"
            "        $x = 9"
            "\n    case _:\n        $x = None",
        ),
        ("point", "named"),
    ),
    "named tuples": Part(
        """
from collections import namedtuple
from typing import NamedTuple


class Pair(NamedTuple):
    left: int
    right: int = $n

    def both(self):
        return (self.left, self.right)


Old = namedtuple("Old", ["one", "two"])
Short = namedtuple("Short", "one two", defaults=($n,))
pair, old = Pair(given()), Old(1, two=$n)
""",
        (
            "pair.left",
            "pair[1]",
            "pair.both()",
            "old.two",
            "old[0]",
            "Short($v).two",
            "Pair($v, $n).left",
            "pair._replace(left=$n).left",
            "len(pair)",
            "sum(old)",
            "[x for x in pair][0]",
            "(lambda left, right: right)(*pair)",
            "pair == (0, $n)",
        ),
        (
            "pair = Pair($v)",
            "old = Old($v, $n)",
            "$x, $x = pair",
            "left, right = old\n$x = right",
            "match pair:\n    case (0, right):\n        $x = right\n    case Pair(left, 1):\n"
            "        $x = left",
            "for $x in old: pass",
        ),
        ("pair", "old"),
    ),
    "closures": Part(
        """
def counter(start):
    total = start

    def add(by=1):
        nonlocal total
        total = total + by if total is not None and by is not None else by
        return total

    def get():
        return total

    return add, get


def adders():
    return [lambda: i for i in range(3)] + [lambda i=i: i for i in range(2)]


def kept():
    found = []
    for i in (0, 1):

        def inner(x=i):
            return (x, i)

        found.append(inner)
    return found


add, get = counter($n)
""",
        (
            "add()",
            "add($v)",
            "get()",
            "adders()[0]()",
            "adders()[$n]()",
            "adders()[-1]()",
            "kept()[0]()",
            "kept()[1](5)",
            "(lambda x, *y: (x, y))(1, $v)",
            "(lambda x=$n: x)()",
            "counter($v)[1]()",
        ),
        (
            "add($v)",
            "add, get = counter($v)",
            "get = lambda: $x",
            "def local():\n    return $x\n$x = local()",
            "for $x in (0, 1):\n    get = lambda: $x",
        ),
    ),
    "decorators": Part(
        """
from functools import partial, wraps, lru_cache

calls = []


def noted(function):
    @wraps(function)
    def inner(*args, **keywords):
        calls.append(len(args))
        return function(*args, **keywords)

    return inner


def scaled(by, *, also=None):
    def decorate(function):
        def inner(x):
            return (function(x), by, also)

        return inner

    return decorate


class Counted:
    def __init__(self, function):
        self.function = function
        self.count = 0

    def __call__(self, *args):
        self.count += 1
        return self.function(*args)


@noted
def plain(x, y=$n):
    return y


@scaled($n, also=3)
@noted
def double(x):
    return x


@Counted
def counted_call(x):
    return x


@lru_cache(maxsize=None)
def cached(x):
    return x


class Methods:
    @noted
    def get(self, x):
        return x


fixed = partial(plain, $n)
named_only = partial(plain, y=$n)
""",
        (
            "plain($v)",
            "plain($n, $v)",
            "plain(x=1, y=$v)",
            "double($v)",
            "counted_call($v)",
            "counted_call.count",
            "fixed()",
            "fixed($v)",
            "fixed(y=$v)",
            "named_only($v)",
            "len(calls)",
            "calls[-1] if calls else None",
            "Methods().get($v)",
            "cached($n)",
            "partial(double, $v)()",
        ),
        ("plain($v)", "fixed = partial(fixed, $n)" if False else "counted_call($v)", "double($n)"),
        ("calls",),
    ),
    "generators": Part(
        """
from contextlib import contextmanager

log = []


def numbers(stop):
    log.append(0)
    yield 0
    log.append(1)
    yield stop
    log.append(2)


def chained(x):
    yield from numbers(x)
    yield from [x, $n]
    return $n


def guarded_numbers(x):
    try:
        yield x
        yield $n
    finally:
        log.append(7)


def endless():
    n = 0
    while True:
        yield n
        n += 1


def maybe(x):
    if x:
        yield x
    yield $n


@contextmanager
def changed(value):
    before = box.part
    box.part = value
    try:
        yield before
    finally:
        box.part = before


@contextmanager
def plainly(value):
    log.append(value)
    yield value
    log.append(None)


def left_early(x):
    with changed(x) as before:
        if before == $n:
            return box.part
        log.append(5)
    return (before, box.part)
""",
        (
            "list(numbers($n))[-1]",
            "sum(numbers($n))",
            "len(log)",
            "log[-1] if log else None",
            "[x for x in chained($v)][-1]",
            "list(maybe($v))",
            "next(numbers($v))",
            "left_early($v)",
            "left_early($n)",
            "[x for x in guarded_numbers($v)]",
            "any(x for x in numbers($n))",
            "max(x for x in numbers($n))",
            "tuple(chained($n))",
            "dict(enumerate(numbers($n)))",
        ),
        (
            "for $x in numbers($v):\n    log.append(9)",
            "for $x in numbers($v):\n    if $t: break\n    log.append(8)",
            "for $x in guarded_numbers($v):\n    box.part = $n\n    break",
            "for $x in chained($n): box.part = len(log)",
            "for $x in maybe($v):\n    if $t: continue\n    box.part = $x",
            "for i in endless():\n    if i == $n: break",
            "with changed($v) as $x:\n    log.append(box.part)",
            "with changed($v):\n    box.part = $n\n    log.append(box.part)",
            "with plainly($v) as $x, changed($n):\n    some.append(box.part)",
            "it = numbers($v)\n$x = next(it)",
            "it = chained($n)\nnext(it)\n$x = next(it)",
            "it = iter([0, $v])\n$x = next(it)\nfor $x in it: pass",
            "it = numbers($n)\nlog.append(4)\n$x = list(it)",
            "try:\n    with changed($n):\n        log.append(6)\n        raise ValueError\n"
            "except ValueError:\n"
            "    $x = box.part",
            "for i in range(2):\n    with plainly(i):\n        if $t: break",
            "for $x, i in zip(numbers($n), range(2)): pass",
        ),
        ("log",),
    ),
    "arguments": Part(
        """
def starred(first, *others, last=$n, **named):
    return (first, others, last, named)


def only(first, /, second, *, third=$n):
    return (first, second, third)


def passed(*args, **keywords):
    return starred(*args, **keywords)


def changed_default(x, seen=[]):
    seen.append(x)
    return len(seen)


values, options = [1, $n], {"last": $n}
""",
        (
            "starred($v)",
            "starred(0, $v, last=$x)",
            "starred(*values, **options)",
            "starred($n, *values, other=$v)",
            "only(0, $v)",
            "only($v, second=1, third=$n)",
            "passed($v, $n, last=3)",
            "passed(*values)[1]",
            "passed($n, **options)[2]",
            "changed_default($n)",
            "starred(*range(3))[0]",
            "starred(*[0, $v], *(1,))[1]",
            "max(*values, $n)",
        ),
        (
            "values.append($v)",
            "options['last'] = $v",
            "options['more'] = $n",
            "values = [$v]",
            "$x, *values = starred($n, $v)",
            "*values, $x = (0, $v, $n)",
            "($x, (b, *values)) = $n, [1, $v]",
            "options = {**options, 'also': $v}",
            "values = [*values, $n]",
        ),
        ("values", "options"),
    ),
    "matching": Part(
        """
def matched(x):
    match x:
        case None:
            return 0
        case True | False as flag:
            return ("flag", flag)
        case 0 | 1 as small:
            return ("small", small)
        case int(number) if number > 4:
            return ("large", number)
        case int():
            return "int"
        case "a" | "b":
            return "letter"
        case str() as text:
            return text
        case []:
            return "empty"
        case [only]:
            return ("one", only)
        case [0, second] | [second, 0]:
            return ("zero", second)
        case [first, *others]:
            return (first, others)
        case {"k": value, **rest}:
            return (value, rest)
        case {}:
            return "mapping"
        case Box(part=None):
            return "box of none"
        case Box(part=(int() | None) as held):
            return ("box", held)
    return "other"


subject = given()
""",
        (
            "matched($v)",
            "matched([$v])",
            "matched([$n, $v])",
            "matched((0, $v))",
            "matched([3, $n, $v])",
            "matched({'k': $v, 'l': $n})",
            "matched({})",
            "matched(box)",
            "matched(subject)",
            "matched('a')",
            "matched('ab')",
            "matched($t)",
            "matched(table)",
            "matched(some)",
            "matched({1, 2})",
        ),
        (
            "subject = $v",
            "subject = [$v, $n]",
            "subject = {'k': $v}",
            "match $v, $n:\n    case (0, y):\n        $x = y\n    case (x, 1):\n        $x = x\n"
            "    case z:\n"
            "        $x = len(z)",
            "match $x:\n    case 0: subject = $n\n    case 1 if $t: subject = None\n"
            "    case _: subject = $v",
        ),
        ("subject",),
    ),
    "comprehensions": Part(
        """
rows = [[0, $n], [given()], []]
""",
        (
            "[x for row in rows for x in row]",
            "[x for row in rows if row for x in row if x != $n]",
            "{x: len(row) for row in rows for x in row}",
            "{x for row in rows for x in row}",
            "[(x, y) for x in range(2) for y in range(x + 1)]",
            "sum(x for row in rows for x in row)",
            "[[x for x in row] for row in rows]",
            "{k: v for k, v in [('a', $v), ('b', $n)]}",
            "[y := 0, y + 1]",
            "[last := x for x in range(3)][-1]",
            "list(x for x in rows[0])",
            "[i for i, row in enumerate(rows) if row]",
            "dict(zip('ab', [$v, $n]))",
            "[0, 1, $v][1:]",
            "[0, $n, 2][::-1]",
            "rows[0][$n:]",
        ),
        (
            "rows.append([$v])",
            "rows[0].append($n)",
            "rows = [list(row) for row in rows]",
            "rows[-1] = [$v]",
            "rows[0][0] = $v",
            "del rows[0][0]",
            "rows[0] += [$n]",
            "rows[0], $x = [$n], len(rows)",
        ),
        ("rows",),
    ),
    "exceptions": Part(
        """
class OwnError(ValueError):
    def __init__(self, part):
        super().__init__(part)
        self.part = part


trace = []


def raising(x):
    if x == 1:
        raise OwnError(x)
    if x == 2:
        raise KeyError("k")
    return x


def returned(x):
    try:
        trace.append(1)
        return raising(x)
    except OwnError as error:
        return ("own", error.part)
    except (KeyError, IndexError):
        return "key"
    finally:
        trace.append(2)


def overridden(x):
    for i in range(2):
        try:
            if x == i:
                return i
        finally:
            if x == 0:
                break
    else:
        return "else"
    return "end"


def nested(x):
    try:
        try:
            raising(x)
        except KeyError:
            trace.append(3)
            raise
        else:
            trace.append(4)
        finally:
            trace.append(5)
    except Exception:
        return "outer"
    return "none"


def looked_up(key):
    try:
        return {"a": 1}[key]
    except KeyError:
        return None
""",
        (
            "returned($n)",
            "returned($v)",
            "overridden($n)",
            "overridden($x)",
            "nested($n)",
            "nested($v)",
            "looked_up('a')",
            "looked_up($n)",
            "len(trace)",
            "trace[-1] if trace else None",
        ),
        (
            "try:\n    $x = raising($v)\nexcept ValueError:\n    $x = 'value'\nexcept KeyError:\n"
            "    $x = 'key'"
            "\nelse:\n    trace.append(6)",
            "try:\n    raising($n)\n    $x = $v\nexcept Exception:\n    pass\nfinally:\n"
            "    trace.append($n)",
            "for i in range(3):\n    try:\n        if i == $n: break\n        continue\n"
            "    finally:\n"
            "        trace.append(i)",
            "while True:\n    try:\n        raising($n)\n        break\n    except Exception:\n"
            "        $x = 8\n"
            "        break",
            "try:\n    assert $t\n    $x = 3\nexcept AssertionError:\n    $x = 4",
            "try:\n    $x = [0][$n]\nexcept IndexError:\n    $x = 'index'",
            "try:\n    $x = $x + 1\nexcept TypeError:\n    $x = 'type'",
        ),
        ("trace",),
    ),
    "loops": Part(
        "rounds = []\n",
        ("len(rounds)", "rounds[-1] if rounds else None"),
        (
            "i = 0\nwhile i < $n:\n    i += 1\n    if $t: break\nelse:\n    rounds.append('end')",
            "i = 3\nwhile i:\n    i -= 1\n    rounds.append(i)",
            "for i in range(3):\n    for j in range(2):\n        if j == $n: break\n    else:\n"
            "        rounds.append(i)",
            "for i, $x in enumerate([$v, $n]):\n    rounds.append(i)",
            "for i in range(4):\n    if i % 2: continue\n    rounds.append(i)",
            "del $x\n$x = $n",
            "i = 0\nwhile (i := i + 1) < 3: rounds.append(i)",
            "while rounds: rounds.pop()",
            "for i in range(2):\n    def each(): return i\n    rounds.append(each())",
            "for key, value in {'a': 1, 'b': $v}.items(): rounds.append(value)",
            "while not (found := $n): break",
            "for i in reversed([1, $n]): rounds.append(i)",
            "for i in range(12): $x = i",
            "for i in range(5, 1, -2): rounds.append(i)",
        ),
        ("rounds",),
    ),
    "texts": Part(
        'word = "ab"\n',
        (
            "f'{$n}-{word}'",
            "f'{$x}'",
            "'%s %d' % (word, $n)",
            "'{} {}'.format(word, $n)",
            "word.upper()",
            "word + 'c'",
            "word * $n",
            "len(word)",
            "word[0]",
            "word[-1:]",
            "','.join(['a', word])",
            "'a,b'.split(',')",
            "word.startswith('a')",
            "str($n)",
            "int('1') + $n",
            "repr(word)",
            "[ch for ch in word]",
            "'a' in word",
            "word == 'ab'",
            "word.replace('a', 'x')",
            "f'{$n:>3}|{word!r}'",
            "sorted(word)",
            "str($x)",
            "abs(-$n)",
            "round(1.5)",
            "float($n)",
            "divmod(7, 2)",
            "7 // 2 % 2",
            "min('ba')",
        ),
        ("word = f'{word}{$n}'", "word = str($v)", "word += 'c'", "word, *others = 'xyz'"),
        ("word",),
    ),
    "sets and dictionaries": Part(
        """
bag, store_of = {0, $n}, {"a": $n, "b": given()}
""",
        (
            "len(bag)",
            "len(store_of)",
            "$n in bag",
            "sorted(bag)",
            "bag | {$v}",
            "bag & {0, 1}",
            "bag - {0}",
            "{1, 2} ^ {$n}",
            "min(bag)",
            "max([0, $n])",
            "min(3, $n)",
            "max([], default=$v)",
            "sorted([2, 0, $n], reverse=True)",
            "sorted([2, 0, $n], key=lambda x: -x)",
            "any([0, $v])",
            "all([1, $v])",
            "any(x == $n for x in range(2))",
            "list(zip([0, 1], [$v, 3]))",
            "list(enumerate([$v], start=$n))",
            "list(map(lambda x: x, [$v, 1]))",
            "list(filter(None, [$n, 0, 1]))",
            "list(filter(lambda x: x is not None, [$v, 1]))",
            "store_of.get('a')",
            "store_of.get('z', $v)",
            "store_of['b']",
            "list(store_of)",
            "list(store_of.items())",
            "list(store_of.values())[0]",
            "store_of.setdefault('c', $n)",
            "store_of.pop('c', $v)",
            "'a' in store_of",
            "dict(store_of, c=$n)",
            "store_of | {'d': $v}",
            "{**store_of}['a']",
            "bool(store_of)",
            "tuple([$v, 1])",
            "isinstance(tuple([1]), tuple)",
            "isinstance([], (tuple, list))",
            "list(reversed([0, $n]))",
            "sum([[0], [$n]], [])",
            "dict.fromkeys(['a', 'b'], $n)",
            "[*bag] == list(bag)",
            "(0, $n) == (0, 1)",
            "[1, 2].index(2)",
            "[1, $n, 1].count(1)",
            "[$n, 1] < [1, 2]",
            "{'a': 1} == store_of",
        ),
        (
            "bag.add($n)",
            "bag.add($v)",
            "bag.discard(0)",
            "bag |= {$n}",
            "store_of['a'] = $v",
            "store_of[$n] = $v",
            "store_of.update(a=$v)",
            "store_of.update({'b': $n})",
            "store_of |= {'e': $n}",
            "del store_of['a']\nstore_of['a'] = $n",
            "store_of.setdefault('f', []).append($n)",
            "for $x in store_of: pass",
            "for key in list(store_of): store_of[key] = $n",
            "some.extend([$n, $v])",
            "some.insert(0, $v)",
            "some.sort(key=str)",
            "some.reverse()",
            "some *= 2",
            "some[:] = [$v]",
            "if some: some.pop()",
            "if some: some.pop(0)",
            "if some: del some[0]",
            "store_of = {k: v for k, v in store_of.items() if v}\n"
            "store_of['a'] = store_of['b'] = $n",
        ),
        ("bag", "store_of"),
    ),
    "copies": Part(
        """
from copy import copy, deepcopy

inner = [0, $n]
whole = {"inner": inner, "box": box, "pair": (inner, inner)}
shallow, deep = copy(whole), deepcopy(whole)
""",
        (
            "deep['inner']",
            "shallow['inner']",
            "deep['box'].part",
            "deep['box'] is box",
            "shallow['inner'] is inner",
            "deep['pair'][0] is deep['inner']",
            "deepcopy($v)",
            "deepcopy(box).part",
            "copy(box).part",
            "deepcopy([box])[0].part",
            "copy(some)",
        ),
        (
            "inner.append($v)",
            "box.part = $v",
            "deep = deepcopy(whole)",
            "deep['inner'].append($n)",
            "shallow = copy(whole)",
            "whole['inner'] = [$v]",
            "deep['box'].part = $n",
            "box = deepcopy(box)",
            "other = copy(box)",
        ),
        ("inner", "deep", "shallow"),
    ),
    "scopes": Part(
        """
level = $n


def outer_level():
    return level


def set_level(x):
    global level
    level = x
    return level


def deleted_level():
    global temporary
    temporary = 1
    del temporary
    return level


def shadowing(level):
    level = level
    return [level for level in (0, 1)], level


class Scope:
    level = level
    values = [level for _ in range(2)]
    doubled = (level, $n)

    def get(self):
        return level
""",
        (
            "outer_level()",
            "set_level($v)",
            "level",
            "deleted_level()",
            "shadowing($v)",
            "Scope.level",
            "Scope.values",
            "Scope.doubled",
            "Scope().get()",
            "[level for level in range(2)]",
            "(lambda: level)()",
        ),
        ("level = $v", "set_level($n)", "Scope.level = $v", "set_level(outer_level())"),
        ("level",),
    ),
    "comparisons": Part(
        "low, high = 0, $n\n",
        (
            "0 <= $n < 2",
            "low < $n <= high",
            "low == 0 == $n",
            "0 < 1 > $n",
            "None is not $x is not None",
            "low if low > high else high",
            "$n in (low, high)",
            "(low, high) == (0, 1)",
            "(low or high) and $n",
            "not (low and high)",
            "low == high or None",
            "low is high",
            "$n if 1 < $n else low",
            "(low, $n)[high > 1]",
            "-$n + +high",
            "1 < 2 < high",
            "$t",
            "[$t, $n]",
        ),
        (
            "low = $n",
            "high = $v",
            "low, high = high, low",
            "if 0 <= low < 2: $x = low",
            "if low == high == $n: $x = 5\nelse: $x = 6",
        ),
        ("low", "high"),
    ),
}
