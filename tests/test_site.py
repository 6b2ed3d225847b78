"""The site: built for real, its links followed, and its pages held against what they are about."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from docs.site import rule_pages, staging, symptoms, tape_pictures, terminal_picture
from docs.site.configuration import configuration
from docs.site.links import check_links

from tapelint import Settings, lint_source, rule_book
from tapelint.reports import sarif
from tapelint.rules.checker import Checker

from .conftest import ROOT, Run, made_once

RULES = rule_pages.rules()
DOCS = ROOT / "docs"
UPDATE = bool(os.environ.get("TAPELINT_UPDATE_GOLDEN"))
HEADINGS = ["What it does", "Why is this bad?", "Example", "Use instead", "When it is silent"]
HEADINGS += ["Known limits", "Fix", "Sources"]

for_each_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
needs_the_generator = pytest.mark.skipif(
    sys.version_info < (3, 11), reason="the site's generator needs Python 3.11"
)


@pytest.fixture(scope="module")
def built(shared: Path) -> Path:
    """The site, built by the one command."""
    folder = shared / "site"
    with made_once(folder) as is_missing:
        if is_missing:
            command = [sys.executable, "-m", "docs.site", "--out", str(folder)]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
            assert done.returncode == 0, done.stdout + done.stderr
    return folder


@needs_the_generator
def test_every_link_of_the_site_leads_somewhere(built: Path) -> None:
    links = check_links(built / "site")
    assert links.broken == ()
    assert links.pages > 2 * len(RULES) + 20
    assert links.internal > 1000
    assert (built / "external-links.txt").read_text().split() == list(links.external)


@needs_the_generator
@for_each_rule
def test_a_rules_page_lies_where_its_address_says(
    built: Path, rule: type[Checker], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rule_book, "SITE", "https://example.org/tapelint/")
    address = rule_book.site_address(rule)
    assert address is not None
    assert address == rule_book.address(rule) == sarif._rule(rule)["helpUri"]
    path = built / "site" / address.removeprefix("https://example.org/tapelint/") / "index.html"
    text = path.read_text("utf-8")
    assert f"{rule.name} ({rule.code})" in text
    for heading in HEADINGS:
        assert re.search(rf"<h2 id=[^>]*>{re.escape(heading)}", text), heading


@needs_the_generator
def test_nothing_is_loaded_from_elsewhere(built: Path) -> None:
    for path in (built / "site").rglob("*.html"):
        tags = re.findall(r"<(?:script|img|link)\b[^>]*>", path.read_text("utf-8"))
        loaded = [tag for tag in tags if re.search(r"(?:src|href)=\"?https?:", tag)]
        assert loaded == [], path


def test_the_generator_is_told_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "site_url" not in configuration()
    monkeypatch.setattr(rule_book, "SITE", "https://example.org/tapelint/")
    assert 'site_url = "https://example.org/tapelint/"' in configuration()


@pytest.mark.parametrize(
    ("page", "broken"),
    [
        ('<a href="other/#here">', []),
        ('<a href="other/#there">', ["index.html: other/#there"]),
        ('<a href="other">', ["index.html: other"]),
        ('<a href="missing/">', ["index.html: missing/"]),
        ('<img src="missing.svg">', ["index.html: missing.svg"]),
        ('<a href="#top"><p id="top">', []),
        ('<a href="#end"><p id="top">', ["index.html: #end"]),
        ('<a href="../outside/">', ["index.html: ../outside/"]),
        ('<a href="https://example.org/missing">', []),
    ],
)
def test_a_broken_link_is_found(tmp_path: Path, page: str, broken: list[str]) -> None:
    for folder in ("site", "site/other", "outside"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "index.html").write_text('<p id="here">')
    (tmp_path / "site/index.html").write_text(page)
    assert list(check_links(tmp_path / "site").broken) == broken


@pytest.mark.parametrize(
    ("link", "is_broken"),
    [
        ("/tapelint/other/#here", False),
        ("/tapelint/missing/", True),
        ("/other/", True),
        ("https://example.org/tapelint/other/", False),
        ("https://example.org/tapelint/missing/", True),
        ("https://example.org/elsewhere/", False),
    ],
)
def test_links_with_the_address_of_the_site_are_followed(
    tmp_path: Path, link: str, is_broken: bool
) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other/index.html").write_text('<p id="here">')
    (tmp_path / "404.html").write_text(f'<a href="{link}">')
    found = check_links(tmp_path, "https://example.org/tapelint/")
    assert found.broken == ((f"404.html: {link}",) if is_broken else ())


@pytest.mark.parametrize(
    ("text", "on_the_site"),
    [
        ("[Fixes](fixes.md#limits)", "[Fixes](fixes.md#limits)"),
        ("[Contributing](../CONTRIBUTING.md)", "[Contributing](contributing.md)"),
        ("[rules](../README.md#rules)", "[rules](rules/index.md)"),
        ("[licence](../LICENSE)", "licence"),
        ("[a](#here) [b](https://example.org)", "[a](#here) [b](https://example.org)"),
        ("`[a](missing.md)`", "`[a](missing.md)`"),
        ("```text\n[a](missing.md)\n```", "```text\n[a](missing.md)\n```"),
        (
            "````text\n```\n[a](missing.md)\n```\n````\n[b](../LICENSE)",
            "````text\n```\n[a](missing.md)\n```\n````\nb",
        ),
        ("```\n```\n[b](../LICENSE)\n```\n```", "```\n```\nb\n```\n```"),
        (
            "[TAP201](../rules/TAP201-inplace-on-leaf/rule.md)",
            "[TAP201](rules/TAP201-inplace-on-leaf/index.md)",
        ),
        (
            "[`p`](../rules/TAP201-inplace-on-leaf/examples/pitfall_normal.py)",
            "[`p`](rules/TAP201-inplace-on-leaf/examples.md#pitfall_normal)",
        ),
    ],
)
def test_links_follow_what_they_point_to(text: str, on_the_site: str) -> None:
    assert staging.with_links_of_the_site(text, "docs/settings.md", "settings.md") == on_the_site


def test_a_link_to_nothing_stops_the_build() -> None:
    with pytest.raises(staging.BrokenLinkError, match=r"settings\.md: missing\.md"):
        staging.with_links_of_the_site("[a](missing.md)", "docs/settings.md", "settings.md")


def test_every_page_has_a_place_in_the_navigation() -> None:
    settings = configuration()
    pages = [path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")]
    assert [page for page in pages if f'"{page}"' not in settings] == []
    for rule in RULES:
        assert f'"rules/{rule.code}-{rule.name}/index.md"' in settings


def test_every_line_of_the_overview_is_a_rule() -> None:
    table = rule_pages.overview()
    assert re.findall(r"^\| (TAP\d+) \|", table, re.MULTILINE) == [rule.code for rule in RULES]
    for rule in RULES:
        assert f"| {rule.summary} | {'on' if rule.on_by_default else 'off'} |" in table


@for_each_rule
def test_the_overview_knows_which_fixes_there_are(rule: type[Checker]) -> None:
    settings = Settings(select=("ALL",))
    found = set()
    for program in rule_pages.programs_of(rule):
        if program.kind == "pitfall":
            for finding in lint_source(program.text, settings=settings):
                if finding.fix and finding.code == rule.code:
                    found.add(finding.fix.applicability.value)
    said = set(rule_pages.fix_of(rule).split(", ")) - {"none"}
    assert found <= said
    has_none = "\n## Fix\n\nNone." in rule_book.page(rule)
    assert has_none == (not said)


@for_each_rule
def test_a_rules_page_keeps_what_the_rule_book_says(rule: type[Checker]) -> None:
    page = rule_pages.page(rule, symptoms.read_index())
    for paragraph in rule_book.page(rule).split("\n\n"):
        if not paragraph.startswith("Consequence: "):
            plain = re.sub(r"\[(`\w+`)\]\(examples/\w+\.py\)", r"\1", page)
            assert paragraph.rstrip() in plain
    assert f"# tapelint: ignore[{rule.name}]" in page


@for_each_rule
def test_a_rule_is_reached_from_a_message_or_a_symptom(rule: type[Checker]) -> None:
    entries = symptoms.read_index().entries_of(f"{rule.code}-{rule.name}")
    assert entries, f"nothing in docs/symptoms.toml leads to {rule.code}"


def test_the_index_names_examples_that_exist() -> None:
    index = symptoms.read_index()
    entries = [*index.messages, *index.symptoms]
    for entry in entries:
        assert entry.causes
        for cause in entry.causes:
            assert cause.path.is_file()
    assert len({entry.name for entry in entries}) == len(entries)
    with pytest.raises(FileNotFoundError, match="TAP201/pitfall_of_nobody"):
        _ = symptoms.Cause("TAP201/pitfall_of_nobody", "").path


def test_the_page_of_symptoms_says_what_the_index_says() -> None:
    if UPDATE:
        symptoms.main()
    assert symptoms.PAGE.read_text("utf-8") == symptoms.page(symptoms.read_index())


@pytest.mark.parametrize(
    "page", sorted([*DOCS.glob("*.md"), *DOCS.glob("editors/*.md")]), ids=lambda page: page.stem
)
def test_a_page_says_first_whom_it_is_for(page: Path) -> None:
    heading, lead, *_ = page.read_text("utf-8").split("\n\n")
    assert heading.startswith("# ")
    assert lead.startswith("For ")


def test_what_is_written_by_hand_is_short() -> None:
    """Pages and parts of pages that a command writes count apart.

    Two engines need a page each: the limit was 20,000 before there was a second one.
    """
    made = {"events.md", "messages.md", "reasons.md", "symptoms.md", "user-reports.md"}
    counts = {}
    for path in [*DOCS.glob("*.md"), *DOCS.glob("editors/*.md")]:
        text = re.sub(r"<!-- begin: .*?<!-- end -->", "", path.read_text("utf-8"), flags=re.DOTALL)
        counts[path.name] = 0 if path.name in made else len(text.split())
    assert made < counts.keys()
    assert sum(counts.values()) <= 21_000
    assert counts["confidence-and-silence.md"] <= 2_000


def test_the_picture_of_the_terminal_is_the_real_output() -> None:
    if UPDATE:
        terminal_picture.main()
    output = terminal_picture.output_of_check()
    assert "\x1b[" in output
    assert terminal_picture.PICTURE.read_text("utf-8") == terminal_picture.picture(output)


@pytest.mark.parametrize("picture", tape_pictures.PICTURES, ids=lambda picture: picture.name)
def test_a_picture_of_the_tape_is_what_explain_draws(picture: tape_pictures.TapePicture) -> None:
    if UPDATE:
        picture.path.write_text(tape_pictures.drawn(picture), encoding="utf-8")
    assert picture.path.read_text("utf-8") == tape_pictures.drawn(picture)
    assert f"](pictures/{picture.name}.svg)" in (DOCS / picture.page).read_text("utf-8")


def test_the_pictures_show_the_version_that_tells() -> None:
    texts = {each.name: each.path.read_text("utf-8") for each in tape_pictures.PICTURES}
    assert "changed" not in texts["tape-saved"]
    assert "saved result at version 0, changed unseen" in texts["tape-changed-unseen"]
    assert "saved result at version 0, now 1: raises" in texts["tape-changed-seen"]


def test_the_picture_holds_every_letter() -> None:
    output = "\x1b[1mbold\x1b[0m <plain> & \x1b[31mred\x1b[0m " + "long " * 30
    drawn = terminal_picture.picture(output)
    assert 'font-weight="bold" textLength="33.6">bold<' in drawn
    assert "&lt;plain&gt; &amp;" in drawn
    assert 'fill="#ff7b72" textLength="25.2">red<' in drawn
    letters = "".join(re.findall(r"<text[^>]*>([^<]*)<", drawn)).replace(" ", "")
    assert letters.endswith("long" * 30)


def test_the_first_page_shows_what_the_command_shows(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(terminal_picture.first_program())
    page = (DOCS / "getting-started.md").read_text("utf-8")
    found = re.search(r"^```diff\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert found
    shown = tapelint("check", "train.py", "--diff", "--unsafe-fixes")
    assert shown.returncode == 1
    assert shown.stdout == "--- train.py\n+++ train.py\n" + found[1]
    assert tapelint("check", "train.py", "--fix", "--unsafe-fixes").returncode == 0


def test_the_site_needs_no_torch(tmp_path: Path) -> None:
    code = "import sys; sys.modules['torch'] = sys.modules['numpy'] = None\n"
    code += "import docs.site.__main__, docs.site.terminal_picture\n"
    code += (
        "from docs.site.staging import stage; from pathlib import Path; stage(Path(sys.argv[1]))"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "pages")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
