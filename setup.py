"""What `pyproject.toml` cannot say: folders of fonts, sounds and pictures become packages of the program.

A source with compiled loops (``tools/wheel.py``) becomes a wheel for one platform and one version of Python.
"""

from __future__ import annotations

import sys
import sysconfig
from pathlib import Path

from setuptools import find_namespace_packages, setup

FOLDERS = ("fonts", "sounds", "sprites")

packages = find_namespace_packages(include=["wormhole*"], exclude=["*__pycache__*"])
for folder in FOLDERS:
    inside = find_namespace_packages(folder, exclude=["*__pycache__*"])
    packages += [f"wormhole.{folder}", *(f"wormhole.{folder}.{name}" for name in inside)]

has_loops = Path(__file__).with_name("wormhole").joinpath("rules", "compiled_loops").is_dir()
python = f"cp{sys.version_info.major}{sys.version_info.minor}"
tags = {"plat_name": sysconfig.get_platform(), "python_tag": python} if has_loops else {}

setup(
    packages=packages,
    package_dir={f"wormhole.{folder}": folder for folder in FOLDERS},
    options={"bdist_wheel": tags},
)
