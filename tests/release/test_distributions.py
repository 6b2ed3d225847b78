"""``python -m build``: what the sdist and the wheel hold, and that both work in a bare environment.

pip knows no index here, only a folder with the wheels of what tapelint needs.
"""

from __future__ import annotations

import re
import subprocess
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path, PurePosixPath

import pytest

from tapelint.version import __version__

from ..conftest import ROOT
from .conftest import LEFTOVERS, Distributions

PITFALL = "import torch\n\nw = torch.zeros(3, requires_grad=True)\nw.normal_()\n"
MOST_BYTES_OF_THE_WHEEL = 1_500_000


def in_sdist(distributions: Distributions) -> set[str]:
    with tarfile.open(distributions.sdist) as archive:
        names = [PurePosixPath(each.name) for each in archive if each.isfile()]
    assert {name.parts[0] for name in names} == {f"tapelint-{__version__}"}
    return {"/".join(name.parts[1:]) for name in names}


def test_the_sdist_carries_no_leftovers(distributions: Distributions) -> None:
    names = in_sdist(distributions)
    parts = {part for name in names for part in name.split("/")}
    assert parts.isdisjoint({*LEFTOVERS, "forgotten.py"})
    assert "editors" not in {name.split("/")[0] for name in names}
    files = {name for name in names if "/" not in name}
    assert files >= {"README.md", "LICENSE", "CHANGELOG.md", "CITATION.cff", "pyproject.toml"}


def test_the_sdist_carries_what_the_checkout_has(distributions: Distributions) -> None:
    names = in_sdist(distributions)
    for folder, pattern in (("src", "*.py"), ("src", "*.json"), ("rules", "*"), ("tests", "*.py")):
        paths = (ROOT / folder).rglob(pattern)
        wanted = {path.relative_to(ROOT).as_posix() for path in paths if path.is_file()}
        wanted = {
            each for each in wanted if not {"__pycache__", "node_modules"} & {*each.split("/")}
        }
        assert wanted
        assert wanted <= names


def test_the_wheel_is_pure_and_holds_the_package_alone(distributions: Distributions) -> None:
    assert distributions.wheel.name == f"tapelint-{__version__}-py3-none-any.whl"
    assert distributions.wheel.stat().st_size <= MOST_BYTES_OF_THE_WHEEL
    with zipfile.ZipFile(distributions.wheel) as archive:
        names = archive.namelist()
    information = f"tapelint-{__version__}.dist-info"
    assert {name.split("/")[0] for name in names} == {"tapelint", information}
    assert "tapelint/py.typed" in names
    pages = {path.parent.name for path in (ROOT / "rules").glob("*/rule.md")}
    assert {name.split("/")[2] for name in names if name.endswith("/rule.md")} == pages
    assert not [name for name in names if "/examples/" in name]
    assert f"{information}/licenses/LICENSE" in names


from_sdist = pytest.param(
    "sdist", marks=pytest.mark.slow(reason="the wheel is built from the sdist, too")
)


@pytest.mark.parametrize("kind", ["wheel", from_sdist])
def test_it_works_in_a_bare_environment(
    kind: str,
    distributions: Distributions,
    new_environment: Callable[[str | Path], Path],
    tmp_path: Path,
) -> None:
    programs = new_environment(getattr(distributions, kind))
    (tmp_path / "pitfall.py").write_text(PITFALL)

    def run(program: str, *arguments: str) -> tuple[int, str]:
        done = subprocess.run(
            [str(programs / program), *arguments],
            cwd=tmp_path,
            env={"PATH": str(programs), "HOME": str(tmp_path)},
            capture_output=True,
            text=True,
        )
        assert "Traceback" not in done.stderr
        return done.returncode, done.stdout + done.stderr

    assert run("tapelint", "--version") == (0, f"tapelint, version {__version__}\n")
    status, said = run("tapelint", "check", "pitfall.py", "--output-format", "concise")
    assert status == 1
    assert said.startswith("pitfall.py:4:1: TAP201 ")
    assert run("tapelint", "check", "pitfall.py", "--fix")[0] == 0
    assert "with torch.no_grad():\n    w.normal_()" in (tmp_path / "pitfall.py").read_text()
    (tmp_path / "pitfall.py").write_text(PITFALL)
    status, said = run("flake8", "--isolated", "--select", "TAP", "pitfall.py")
    assert status == 1
    assert re.match(r"pitfall\.py:4:1: TAP201 ", said)
    assert run("tapelint", "rule", "TAP101")[1].startswith("# tensor-from-tensors")
    assert run("tapelint", "schema")[0] == 0
    status, said = run("tapelint", "server")
    assert status == 2
    assert "pip install" in said
    script = "import importlib.util as u; print([m for m in ('torch', 'numpy') if u.find_spec(m)])"
    assert run("python", "-c", script) == (0, "[]\n")
