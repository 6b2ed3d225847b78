"""The kinds of values that a setting takes: how one is read, and what its schema says."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

from tapelint.rules.selectors import nearest
from tapelint.settings.errors import SettingsError
from tapelint.settings.patterns import is_pattern
from tapelint.settings.selectors import check_selector
from tapelint.torch_api import names

_NAMES_OF_TYPES = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a string",
    list: "an array",
    dict: "a table",
}
_WORD = re.compile(r"[^\W\d]\w*")
_DOTTED_NAME = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")
_VERSION = re.compile(r"\d+\.\d+(\.\d+)?")


class Kind(Protocol):
    """A kind of value."""

    @property
    def words(self) -> str:
        """What is expected, for messages and documents."""

    def read(self, value: object) -> Any:
        """The value as the settings keep it.

        Raises:
            SettingsError: It is of another kind.
        """

    def schema(self) -> dict[str, Any]:
        """Its JSON schema."""

    def as_toml(self, value: Any) -> Any:
        """A kept value as TOML and JSON would hold it."""


def _expected(words: str, value: object) -> SettingsError:
    found = _NAMES_OF_TYPES.get(type(value), "a date or time")
    return SettingsError(f"expected {words}, found {found}")


class Flag:
    """``true`` or ``false``."""

    words: ClassVar[str] = "true or false"

    def read(self, value: object) -> bool:
        """The value itself."""
        if not isinstance(value, bool):
            raise _expected(self.words, value)
        return value

    def schema(self) -> dict[str, Any]:
        """A boolean."""
        return {"type": "boolean"}

    def as_toml(self, value: bool) -> bool:
        """The value itself."""
        return value


class Seconds:
    """A time in seconds; 0 for no end."""

    words: ClassVar[str] = "a number of seconds, or 0 for any"

    def read(self, value: object) -> float:
        """The number, if there can be so many seconds."""
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise _expected(self.words, value)
        if not 0 <= value < math.inf:
            raise SettingsError(f"expected {self.words}, found {value}")
        return value

    def schema(self) -> dict[str, Any]:
        """A number that is not negative."""
        return {"type": "number", "minimum": 0}

    def as_toml(self, value: float) -> float:
        """The number."""
        return value


class Choice(NamedTuple):
    """One of some words.

    Attributes:
        of: The words.
        make: Makes the kept value of a word.
    """

    of: tuple[str, ...]
    make: Callable[[str], Any] = str

    @property
    def words(self) -> str:
        """All the words."""
        return f"one of {', '.join(self.of)}"

    def read(self, value: object) -> Any:
        """The kept value of a word that is among them."""
        if not isinstance(value, str):
            raise _expected(self.words, value)
        if value not in self.of:
            near = nearest(value, self.of)
            hint = f"did you mean {near!r}?" if near else f"expected {self.words}"
            raise SettingsError(f"unknown value {value!r}: {hint}")
        return self.make(value)

    def schema(self) -> dict[str, Any]:
        """An enumeration."""
        return {"type": "string", "enum": list(self.of)}

    def as_toml(self, value: Any) -> str:
        """The word."""
        return str(getattr(value, "value", value))


class Word(NamedTuple):
    """A string of a certain form."""

    words: str
    form: re.Pattern[str] | None = None
    example: str = ""

    def read(self, value: object) -> str:
        """The string."""
        if not isinstance(value, str):
            raise _expected(self.words, value)
        if self.form is not None and not self.form.fullmatch(value):
            raise SettingsError(f"{value!r} is not {self.words}; write it as {self.example!r}")
        return value

    def schema(self) -> dict[str, Any]:
        """A string."""
        pattern = {} if self.form is None else {"pattern": f"^{_portable(self.form)}$"}
        return {"type": "string", **pattern}

    def as_toml(self, value: str) -> str:
        """The string."""
        return value


class NameOfTorch:
    """The dotted name of something of torch that is followed."""

    words: ClassVar[str] = "a dotted name of torch"

    def read(self, value: object) -> str:
        """The name, if tapelint knows what it stands for."""
        name = _NAME.read(value)
        if names.is_followed(name):
            return name
        last = name.rpartition(".")[2]
        alike = [each for each in names.followed() if each.rpartition(".")[2] == last]
        near = min(alike, key=len) if alike else nearest(name, sorted(names.followed()))
        hint = f"did you mean {near!r}?" if near else "name one as 'torch.tensor' is named"
        raise SettingsError(f"tapelint knows nothing of torch by the name {name!r}: {hint}")

    def schema(self) -> dict[str, Any]:
        """A name of torch: the schema holds no list of them."""
        return {"type": "string", "pattern": f"^torch(\\.{_portable(_WORD)})*$"}

    def as_toml(self, value: str) -> str:
        """The name."""
        return value


def _portable(form: re.Pattern[str]) -> str:
    r"""A pattern in the words of JSON schemas, which know no ``[^\W\d]``."""
    return form.pattern.replace(r"[^\W\d]", "[A-Za-z_]")


class Selector:
    """A rule's code, name, or the beginning of codes."""

    words: ClassVar[str] = "a rule"

    def read(self, value: object) -> str:
        """The selector, if it names a rule."""
        if not isinstance(value, str):
            raise _expected("a rule's code or name", value)
        check_selector(value)
        return value

    def schema(self) -> dict[str, Any]:
        """The form of a selector: the schema does not change with every new rule."""
        return {"type": "string", "pattern": r"^(ALL|TAP\d{0,3}|[a-z]+(-[a-z]+)*)$"}

    def as_toml(self, value: str) -> str:
        """The selector."""
        return value


class ListOf(NamedTuple):
    """An array."""

    item: Kind
    words: str

    def read(self, value: object) -> tuple[Any, ...]:
        """The items."""
        if not isinstance(value, list):
            raise _expected(self.words, value)
        read = []
        for at, item in enumerate(value):
            try:
                read.append(self.item.read(item))
            except SettingsError as error:
                raise SettingsError(str(error), (at, *error.keys)) from None
        return tuple(read)

    def schema(self) -> dict[str, Any]:
        """An array of items."""
        return {"type": "array", "items": self.item.schema()}

    def as_toml(self, value: Sequence[Any]) -> list[Any]:
        """The items."""
        return [self.item.as_toml(each) for each in value]


class TableOf(NamedTuple):
    """A table with keys of one kind and values of another."""

    key: Kind
    item: Kind
    words: str

    def read(self, value: object) -> dict[str, Any]:
        """The table."""
        if not isinstance(value, dict):
            raise _expected(self.words, value)
        read = {}
        for key, item in value.items():
            try:
                read[self.key.read(key)] = self.item.read(item)
            except SettingsError as error:
                raise SettingsError(f"{key!r}: {error}", (str(key), *error.keys)) from None
        return read

    def schema(self) -> dict[str, Any]:
        """An object; what its keys may be."""
        keys = {key: each for key, each in self.key.schema().items() if key != "type"}
        names = {"propertyNames": keys} if keys else {}
        return {"type": "object", **names, "additionalProperties": self.item.schema()}

    def as_toml(self, value: Mapping[str, Any]) -> dict[str, Any]:
        """The table."""
        return {key: self.item.as_toml(each) for key, each in value.items()}


class Pattern:
    """A pattern of paths, as ``.gitignore`` files have them."""

    words: ClassVar[str] = "a pattern"

    def read(self, value: object) -> str:
        """The pattern, if it can be followed."""
        if not isinstance(value, str):
            raise _expected(self.words, value)
        if not is_pattern(value.removeprefix("!")):
            raise SettingsError(f"{value!r} is no pattern as .gitignore has them; fix or remove it")
        return value

    def schema(self) -> dict[str, Any]:
        """A string."""
        return {"type": "string"}

    def as_toml(self, value: str) -> str:
        """The pattern."""
        return value


class Specifier:
    """Which versions of tapelint are wanted."""

    words: ClassVar[str] = "a version specifier"

    def _word(self) -> Word:
        from tapelint.settings.required_version import FORM  # few settings files need it

        return Word(self.words, FORM, ">=0.1,<1")

    def read(self, value: object) -> str:
        """The specifier, if it is one."""
        return self._word().read(value)

    def schema(self) -> dict[str, Any]:
        """A string of that form."""
        return self._word().schema()

    def as_toml(self, value: str) -> str:
        """The specifier."""
        return value


_PATTERN = Pattern()
_NAME = Word("a dotted name", _DOTTED_NAME, "package.module")
RULES = ListOf(Selector(), "an array of rules")
PATTERNS = ListOf(_PATTERN, "an array of patterns")
NAMES = ListOf(_NAME, "an array of dotted names")
RULES_BY_PATTERN = TableOf(_PATTERN, RULES, "a table from patterns to arrays of rules")
NAMES_BY_NAME = TableOf(_NAME, NameOfTorch(), "a table from dotted names to dotted names of torch")
VERSION = Word("a version", _VERSION, "2.13")
VERSIONS = Specifier()
