"""Finished cells as files: one JSON file a cell, whole or not there."""

import os
from pathlib import Path

from keras_attention.comparison.files import write_whole
from keras_attention.comparison.record import CellRecord, DamagedCell
from keras_attention.comparison.settings import SettingError


class CellStore:
    """The cells of a results folder, in `folder/cells`.

    Any number of processes may use one folder at once: a cell is read whole or not found, and a cell written twice is
    the same cell.

    Args:
        folder: The results folder.

    Raises:
        SettingError: When `folder` is no path.
    """

    def __init__(self, folder):
        if not isinstance(folder, (str, os.PathLike)) or not str(folder):
            raise SettingError("results", repr(folder), "the path of a folder")
        self.folder = Path(folder).absolute()
        self.cells = self.folder / "cells"

    def prepare(self):
        """Makes the folder.

        Raises:
            OSError: When files cannot be written there.
        """
        self.cells.mkdir(parents=True, exist_ok=True)
        for folder in (self.folder, self.cells):
            trial = folder / f".trial.{os.getpid()}.tmp"
            write_whole(trial, b"")
            trial.unlink(missing_ok=True)

    def path(self, settings):
        """The file of a cell."""
        return self.cells / f"{settings.name}.json"

    def load(self, settings):
        """The record of a finished cell, or `None` where it is missing.

        Raises:
            DamagedCell: When there is a file and it does not hold that cell.
        """
        try:
            text = self.path(settings).read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            raise DamagedCell(f"cannot be read ({error})") from None
        return CellRecord.from_text(text, settings)

    def save(self, record):
        """Writes a finished cell."""
        write_whole(self.path(record.settings), record.to_text())

    def set_aside(self, settings):
        """Gives a damaged file a free name beside its own, so that nothing is lost.

        Returns:
            The new path, or `None` where the file is gone (another run has set it aside).
        """
        damaged = self.path(settings)
        number = 1
        while (aside := damaged.with_name(f"{damaged.name}.damaged-{number}")).exists():
            number += 1
        try:
            damaged.rename(aside)
        except FileNotFoundError:
            return None
        return aside
