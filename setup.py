"""What `pyproject.toml` cannot say: folders of fonts, sounds and pictures become packages of the program."""

from __future__ import annotations

from setuptools import find_namespace_packages, setup

FOLDERS = ("fonts", "sounds", "sprites")

packages = find_namespace_packages(include=["wormhole*"], exclude=["*__pycache__*"])
for folder in FOLDERS:
    inside = find_namespace_packages(folder, exclude=["*__pycache__*"])
    packages += [f"wormhole.{folder}", *(f"wormhole.{folder}.{name}" for name in inside)]

setup(packages=packages, package_dir={f"wormhole.{folder}": folder for folder in FOLDERS})
