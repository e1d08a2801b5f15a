"""`python -m dagster_project.command` is the command itself."""

from dagster_project.command import main

main()
