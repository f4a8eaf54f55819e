"""The lab on the screen."""

from wow_tui.screens.lab.filing import opened
from wow_tui.screens.lab.screen import LabScreen

__all__ = ["LabScreen", "opened"]
