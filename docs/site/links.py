"""The links of the site that was built: each internal one must lead to a page and a place on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import SplitResult, unquote, urlsplit

ATTRIBUTES = ("href", "src")


@dataclass
class Page:
    """What one page offers and asks for."""

    anchors: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Links:
    """What was found on all pages."""

    pages: int
    internal: int
    external: tuple[str, ...]
    broken: tuple[str, ...]


class _Reader(HTMLParser):
    """Reads the anchors and links of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.page = Page()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        for name in ("id", "name"):
            if value := given.get(name):
                self.page.anchors.add(value)
        for name in ATTRIBUTES:
            if value := given.get(name):
                self.page.links.append(value)

    handle_startendtag = handle_starttag


def check_links(site: Path, address: str = "") -> Links:
    """Follow every link from every page; addresses outside of the site are only gathered.

    Args:
        site: The folder of the site.
        address: Where it will be published, ending in a slash; "" while that is not known.
    """
    root = urlsplit(address).path or "/"
    pages = {path: _read(path) for path in sorted(site.rglob("*.html"))}
    internal = 0
    external: set[str] = set()
    broken: list[str] = []
    for path, page in pages.items():
        for link in page.links:
            is_full = bool(address) and link.startswith(address)
            parts = urlsplit(root + link.removeprefix(address) if is_full else link)
            if parts.scheme in ("http", "https"):
                external.add(link)
            elif parts.scheme not in ("data", "mailto", "javascript"):
                internal += 1
                if not _resolves(parts, root, path, site, pages):
                    broken.append(f"{path.relative_to(site).as_posix()}: {link}")
    return Links(len(pages), internal, tuple(sorted(external)), tuple(broken))


def _read(path: Path) -> Page:
    reader = _Reader()
    reader.feed(path.read_text("utf-8"))
    reader.close()
    return reader.page


def _resolves(
    link: SplitResult, root: str, path: Path, site: Path, pages: dict[Path, Page]
) -> bool:
    address = unquote(link.path)
    if not address:
        target = path
    elif not address.startswith("/"):
        target = (path.parent / address).resolve()
    elif address.startswith(root):
        target = site / address.removeprefix(root)
    else:
        return False
    if target.is_dir():
        if not address.endswith(("/", ".")):
            return False
        target /= "index.html"
    if not target.is_file() or not target.is_relative_to(site):
        return False
    anchor = unquote(link.fragment)
    return not anchor or (target in pages and anchor in pages[target].anchors)
