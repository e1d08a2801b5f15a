"""Dagster's long log goes to a file in the store, so that the command can show short lines."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

import dagster as dg

_MOST_BYTES = 5_000_000


@dg.logger(
    config_schema={"path": dg.Field(str, description="The file to write to.")},
    description="Writes a run's log to a file; older ones are kept up to a few megabytes.",
)
def file_logger(context: dg.InitLoggerContext) -> logging.Logger:
    """A logger of its own for each run, all writing to one rotating file."""
    path = Path(context.logger_config["path"])
    path.parent.mkdir(parents=True, exist_ok=True)
    logger = logging.Logger("docgrain", level=logging.DEBUG)
    handler = RotatingFileHandler(path, maxBytes=_MOST_BYTES, backupCount=2, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logger.addHandler(handler)
    return logger
