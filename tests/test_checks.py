"""`.ci/run` and the workflow that calls its parts."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SCRIPT = ROOT / ".ci" / "run"
WORKFLOW = ROOT / ".github" / "workflows" / "checks.yml"


def parts():
    """The names of the parts, by the script's own choice."""
    return set(re.findall(r"^    ([a-z-]+)\)", SCRIPT.read_text("utf-8"), re.MULTILINE))


def test_the_workflow_calls_parts_of_the_script():
    calls = re.findall(r"run: \.ci/run (.*)", WORKFLOW.read_text("utf-8"))
    called = {name for call in calls for name in call.split()}
    assert {"lint", "types", "tests", "suite", "oldest"} <= called <= parts()


def test_the_workflow_tests_the_oldest_python_that_is_allowed():
    (oldest,) = re.findall(r'requires-python = ">=([\d.]+)"', (ROOT / "pyproject.toml").read_text("utf-8"))
    assert WORKFLOW.read_text("utf-8").count(f'"{oldest}"') == 2


@pytest.mark.skipif(sys.platform == "win32", reason="needs bash")
def test_an_unknown_part_is_refused_with_the_names_of_all():
    done = subprocess.run([SCRIPT, "tipes"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert all(name in done.stderr for name in parts())
