"""Traces every Python process of ``make coverage``: tests, commands that they start, workers."""

import coverage

coverage.process_startup()
