"""The exit codes of all commands.

| code | meaning |
|---|---|
| 0 | done: the command did what it was asked, and every check passed |
| 1 | failed: a run, a check or a file failed, something required is missing, or an internal error |
| 2 | usage error: the command line, a setting or a file cannot be used; nothing was run |
| 130 | stopped by Ctrl-C |
| 143 | stopped by SIGTERM |
"""

from __future__ import annotations

from enum import IntEnum

from askonce.errors import ConfigError


class ExitCode(IntEnum):
    DONE = 0
    FAILED = 1
    USAGE_ERROR = 2
    INTERRUPTED = 130
    TERMINATED = 143

    @classmethod
    def of(cls, passed: bool) -> ExitCode:
        return cls.DONE if passed else cls.FAILED

    @classmethod
    def of_error(cls, error: Exception) -> ExitCode:
        return cls.USAGE_ERROR if isinstance(error, ConfigError) else cls.FAILED
