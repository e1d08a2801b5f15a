"""The `docgrain` command."""

from __future__ import annotations

import sys

STOPPED = 130
"""Exit code of what somebody stopped, as a shell gives it."""


def main() -> None:
    """Run the command; what people can mend ends in one line and exit code 2 (1 where a gate refused or a
    run failed)."""
    try:
        # Importing takes its time, and may be stopped as well.
        import typer

        from dagster_project.command.app import app
        from dagster_project.command.output import CommandError, explain, is_usage, warn

        try:
            # Not standalone: typer would end the process before these lines are said.
            if (code := app(standalone_mode=False)) == STOPPED:
                raise KeyboardInterrupt
            sys.exit(code)
        except CommandError as error:
            warn(str(error))
            sys.exit(error.code)
        except typer.Abort:
            raise KeyboardInterrupt from None
        except Exception as error:
            if is_usage(error):
                error.show()
                sys.exit(error.exit_code)
            if (line := explain(error)) is None:
                raise
            warn(line)
            sys.exit(2)
    except KeyboardInterrupt:
        sys.stderr.write("stopped\n")
        sys.exit(STOPPED)
