"""The exceptions, one for each situation that a caller may want to tell apart.

Every message is one line of the shape *name* must be *condition*, not *value*. The command turns
each into its exit code.

>>> raise BadInput("entry must be a real number, not 'nan' (weights.csv, row 3, column 2)")
Traceback (most recent call last):
...
arrangements.errors.BadInput: entry must be a real number, not 'nan' (weights.csv, row 3, column 2)
"""

from __future__ import annotations

from dataclasses import fields

__all__ = [
    "ArrangementsError",
    "BadInput",
    "CertificateRefused",
    "InternalError",
    "LimitReached",
    "MalformedCertificate",
    "OutOfTime",
    "ReadingWarning",
    "Undecided",
    "needs",
    "short_fields",
    "short_repr",
]


class ArrangementsError(Exception):
    """The base of the errors of this package; never raised itself.

    Attributes
    ----------
    exit_code
        The status with which the command ends.

    Examples
    --------
    >>> issubclass(BadInput, ArrangementsError) and BadInput.exit_code
    2
    """

    exit_code = 4


class BadInput(ArrangementsError):
    """The input cannot be read, or lies outside the domain of the question.

    Examples
    --------
    >>> from arrangements import load
    >>> load("threshhold:3")
    Traceback (most recent call last):
    ...
    arrangements.errors.BadInput: configuration must be a file or a name of the catalogue, not 'threshhold:3'; did you mean 'threshold:3'?
    """

    exit_code = 2


class ReadingWarning(UserWarning):
    """A file was read as it stands, which may not be as its author meant."""


class MalformedCertificate(BadInput):
    """A certificate file that cannot be read as one."""


class CertificateRefused(ArrangementsError):
    """A certificate that is readable and does not prove its statement.

    Examples
    --------
    >>> from arrangements import decide_argmax, load, recheck
    >>> proof = decide_argmax(load("paper/C.2"), "0")[1]
    >>> recheck(proof.to_text().replace('["0", "-1"]', '["0", "1"]'))
    Traceback (most recent call last):
    ...
    arrangements.errors.CertificateRefused: certificate must prove its answer: ...
    """

    exit_code = 1


class LimitReached(ArrangementsError):
    """The answer exists but needs more time, memory or room than the stated limit.

    Examples
    --------
    >>> from arrangements import limited, load, sign_pattern
    >>> with limited("an example", memory=100):
    ...     sign_pattern(load("threshold:4"))
    Traceback (most recent call last):
    ...
    arrangements.errors.LimitReached: sign pattern must fit in 100 bytes ...
    """

    exit_code = 3


class OutOfTime(LimitReached):
    """The clock ran out before all answers were known.

    Parameters
    ----------
    message
        The sentence that the error prints.
    settled
        The independent answers that were known by then, which the attribute of this name has.

    Examples
    --------
    >>> OutOfTime("time must be at most 5 s for an example", ("a", "b")).settled
    ('a', 'b')
    """

    def __init__(self, message: str, settled: tuple[object, ...] = ()) -> None:
        super().__init__(message)
        self.settled = settled


class InternalError(ArrangementsError):
    """A contradiction inside the engine. Always a bug, never an answer.

    Examples
    --------
    >>> InternalError.exit_code
    4
    """


class Undecided(InternalError):
    """An exact decision that could not be made. Never a zero, never a default."""


def needs(what: str) -> str:
    """The name of a thing with its verb, for messages such as "cosines need rows without offsets".

    >>> needs("chirotope"), needs("Whitney numbers of rankings"), needs("basis")
    ('chirotope needs', 'Whitney numbers of rankings need', 'basis needs')
    """
    noun = what.partition(" of ")[0]
    several = noun.endswith("s") and not noun.endswith(("is", "ss", "'s"))
    return f"{what} {'need' if several else 'needs'}"


def short_repr(value: object, longest: int = 60) -> str:
    """``repr(value)`` on one line and cut to ``longest`` characters, for use in messages.

    >>> short_repr("a" * 100, longest=10)
    "'aaaaaa..."
    """
    try:
        # Slice text before repr: the value may be a gigabyte.
        text = repr(value[: 2 * longest] if isinstance(value, str | bytes) else value)
        text = " ".join(text.split()) if "\n" in text else text
    except (ValueError, RecursionError):
        # An integer of more digits than Python converts, or lists nested too deeply to print.
        text = f"an unprintable {type(value).__name__}"
    return text if len(text) <= longest else text[: longest - 3] + "..."


def short_fields(value: object) -> str:
    """The ``repr`` of a data class on one line, each of its fields cut by ``short_repr``.

    >>> from dataclasses import make_dataclass
    >>> short_fields(make_dataclass("Point", ["name", "place"])("a", (1,) * 100))
    "Point(name='a', place=(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1...)"
    """
    told = (
        f"{each.name}={short_repr(getattr(value, each.name))}"
        for each in fields(value)  # type: ignore[arg-type]
        if each.repr
    )
    return f"{type(value).__name__}({', '.join(told)})"
