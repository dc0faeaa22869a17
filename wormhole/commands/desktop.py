"""The options that add the program to the menu of the desktop, and remove it."""

from __future__ import annotations

import argparse
from shlex import join
from typing import Any

import platformdirs

from wormhole.own_program import own_command

INSTALL, UNINSTALL = "--install-desktop", "--uninstall-desktop"


def add(parser: argparse.ArgumentParser) -> None:
    """Add both options. Each ends the program after its work, as ``--version`` does."""
    group = parser.add_argument_group("the menu of the desktop")
    group.add_argument(
        INSTALL, action=_Install, nargs=0, help="put the program into your menu, with its icon and file types"
    )
    group.add_argument(UNINSTALL, action=_Uninstall, nargs=0, help="take it out again")


class _Install(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_given: Any) -> None:
        from wormhole.gui.window.desktop_menu import install

        command = own_command()
        install(platformdirs.user_data_path(), command)
        print(
            f"Wormhole Chess is in your menu now; {UNINSTALL} takes it out. It is started by: {join(command)}"
        )
        parser.exit()


class _Uninstall(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_given: Any) -> None:
        from wormhole.gui.window.desktop_menu import uninstall

        was_there = uninstall(platformdirs.user_data_path())
        print(f"Wormhole Chess {'is no longer' if was_there else 'was not'} in your menu")
        parser.exit()
