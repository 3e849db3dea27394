# SPDX-License-Identifier: GPL-3.0-or-later
"""What a user is told when something cannot be done."""


class UserError(Exception):
    """A message for the user that says what is wrong and what to do; operators show it and change nothing."""
