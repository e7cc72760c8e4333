"""The options that commands share, each written once.

A command has one request: a frozen value whose fields are its arguments and options. Requests
inherit from the groups of this module, so a further way to read a configuration is a field of
``Entries`` and a line in ``Entries.load``, and every command has it. ``check`` refuses options that
contradict each other, in one place and before any work.

>>> @dataclass(frozen=True, kw_only=True)
... class Example(OneSource, Running):
...     pass
>>> Example(configuration="paper/C.2", affine=True).load().d
3
>>> Example(configuration="paper/C.2", timeout=-1)
Traceback (most recent call last):
...
arrangements.errors.BadInput: timeout must be a positive number of seconds below 10^9, not -1
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar, get_type_hints

import typer

from arrangements.cli import completion
from arrangements.errors import BadInput, short_repr

if TYPE_CHECKING:
    from arrangements.layers.configuration import Configuration
    from arrangements.layers.inputs import Inputs
    from arrangements.matroids.chirotopes import Chirotope

__all__ = [
    "Entries",
    "Forcing",
    "Inputting",
    "Merging",
    "OneSource",
    "Printing",
    "Request",
    "Running",
    "Shared",
    "Workers",
    "demand_no_coordinates",
]


def demand_no_coordinates(asked: dict[str, bool]) -> None:
    """Refuse the first of these options that is given, for a chirotope."""
    refused = next((name for name, used in asked.items() if used), None)
    if refused:
        raise BadInput(f"{refused} must not be used with a chirotope, which has no coordinates")


@dataclass(frozen=True, kw_only=True)
class Request:
    """The arguments and options of a command. ``writes``: the options that name files to be
    written.
    """

    writes: ClassVar[tuple[str, ...]] = ()
    #: Of those that hold one kind of thing, or a few: the suffixes that a name may have, if any.
    suffixes: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    def __post_init__(self) -> None:
        self.check()

    @classmethod
    def hints(cls) -> dict[str, object]:
        """The annotation of each field, from which typer makes an argument or an option."""
        return get_type_hints(cls, include_extras=True)

    def check(self) -> None:
        """Refuse options that contradict each other. Nothing has been read yet."""
        from arrangements.io.formats import check_suffix
        from arrangements.running.files import check_writable

        for name, known in self.suffixes.items():
            if (path := getattr(self, name)) is not None:
                check_suffix(name, path, known)
        for name in self.writes:
            if (path := getattr(self, name)) not in (None, "-"):
                check_writable(str(path))

    @property
    def title(self) -> str:
        """The question in words, for the messages of limits and for the progress bar."""
        return "the command"

    def partial(self, emitted: Sequence[object]) -> str | None:
        """Print the part of an answer that is known when the time is over; what to say about it, or
        None where parts are no answers.
        """


@dataclass(frozen=True, kw_only=True)
class Entries(Request):
    """How rows are read."""

    affine: Annotated[
        bool,
        typer.Option(
            "--affine",
            help="Take the rows as points: prepend a column of ones. Offsets of rows are given by --bias.",
        ),
    ] = False
    bias: Annotated[
        str | None,
        typer.Option(
            metavar="FILE[:NAME]",
            help="Offsets of the rows: a file with a vector, or the name of a column; by default `bias`.",
        ),
    ] = None
    label_column: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The column of a CSV or TSV file that holds the labels."),
    ] = None
    as_floats: Annotated[
        bool, typer.Option("--as-floats", help="Round each entry to binary64 first.")
    ] = False

    def load(self, source: str) -> Configuration:
        from arrangements.loading.configurations import load

        if (model := self._model(source)) is not None:
            return model
        return load(
            source,
            bias=self.bias,
            label_column=self.label_column,
            affine=self.affine,
            as_floats=self.as_floats,
        )

    def load_any(self, source: str) -> Configuration | Chirotope:
        """A configuration, or an oriented matroid without coordinates."""
        from arrangements.loading.configurations import load_any

        if (model := self._model(source)) is not None:
            return model
        return load_any(
            source,
            bias=self.bias,
            label_column=self.label_column,
            affine=self.affine,
            as_floats=self.as_floats,
        )

    def _model(self, source: str) -> Configuration | None:
        """The output layer of a model, or the tensor that ``FILE:TENSOR`` names, as a
        configuration; None for matrix files.
        """
        from arrangements.io.formats import SOURCES
        from arrangements.models.opening import is_model, split

        path, _ = split(source)
        matrices = tuple(suffix for suffixes in SOURCES.values() for suffix in suffixes)
        if not is_model(path) or (
            path.lower().endswith(matrices) and not path.lower().endswith("model.json")
        ):
            return None
        from arrangements.layers.configuration import Configuration
        from arrangements.loading.layers import load_layer

        rows = load_layer(source, bias=self.bias).configuration()
        rows = rows.as_floats() if self.as_floats else rows
        return Configuration.affine(rows) if self.affine else rows

    @property
    def entry_option(self) -> str | None:
        """The first of these options that is given, where there are no rows to apply it to."""
        labels = self.label_column is not None
        options = {
            "--affine": self.affine,
            "--as-floats": self.as_floats,
            "--bias": self.bias is not None,
            "--label-column": labels,
        }
        return next((name for name, there in options.items() if there), None)


@dataclass(frozen=True, kw_only=True)
class Inputting(Request):
    """Where the inputs come from."""

    inputs: Annotated[
        str | None,
        typer.Option(
            metavar="INPUTS",
            help="The set of inputs: nonnegative, 'h >= -0.2785', box:LOW:HIGH, box:FILE, simplex, the FILE of a polyhedron, ball:R, ellipsoid:R:MATRIX:CENTRE, layernorm:GAINS:SHIFT; by default all h.",
        ),
    ] = None

    def polyhedron(self, configuration: Configuration) -> Inputs | None:
        """The inputs, for the dimension of the configuration."""
        if self.inputs is None:
            return None
        from arrangements.loading.inputs import load_inputs

        return load_inputs(self.inputs, configuration.d)


@dataclass(frozen=True, kw_only=True)
class Forcing(Request):
    """Which method answers. ``methods``: those that can be forced, each with a few words about it;
    ``auto`` chooses among them.
    """

    methods: ClassVar[Mapping[str, str]] = {}

    method: Annotated[str, typer.Option(metavar="NAME")] = "auto"

    @classmethod
    def hints(cls) -> dict[str, object]:
        words = "; ".join(f"{name}: {text}" for name, text in cls.methods.items())
        names = ("auto", *cls.methods)
        option = typer.Option(metavar="NAME", help=f"{words}.", autocompletion=lambda: names)
        return {**super().hints(), "method": Annotated[str, option]}

    def check(self) -> None:
        if self.method not in ("auto", *self.methods):
            names = ", ".join(("auto", *self.methods))
            raise BadInput(f"method must be one of {names}, not {short_repr(self.method)}")
        super().check()


@dataclass(frozen=True, kw_only=True)
class OneSource(Entries):
    """One configuration."""

    configuration: Annotated[
        str,
        typer.Argument(
            help="A file, a name of the catalogue, or - for standard input.",
            autocompletion=completion.catalogue,
        ),
    ]

    def load(self, source: str | None = None) -> Configuration:
        return super().load(self.configuration if source is None else source)

    def load_any(self, source: str | None = None) -> Configuration | Chirotope:
        return super().load_any(self.configuration if source is None else source)

    @property
    def title(self) -> str:
        return self.configuration


@dataclass(frozen=True, kw_only=True)
class Merging(OneSource):
    """One configuration in which equal rows may be made one."""

    merge: Annotated[
        bool,
        typer.Option("--merge", help="Make equal rows one row, with their labels joined by =."),
    ] = False

    def load(self, source: str | None = None) -> Configuration:
        loaded = super().load(source)
        return loaded.merged() if self.merge else loaded

    def load_any(self, source: str | None = None) -> Configuration | Chirotope:
        from arrangements.layers.configuration import Configuration

        loaded = super().load_any(source)
        if isinstance(loaded, Configuration):
            return loaded.merged() if self.merge else loaded
        demand_no_coordinates({"--merge": self.merge})
        return loaded


@dataclass(frozen=True, kw_only=True)
class Workers(Request):
    """Who works on this machine."""

    workers: Annotated[
        int | None,
        typer.Option(metavar="N", help="The number of processes; by default one for each core."),
    ] = None

    def check(self) -> None:
        super().check()
        if self.workers is not None and self.workers < 1:
            raise BadInput(f"workers must number at least 1, not {self.workers}")


@dataclass(frozen=True, kw_only=True)
class Shared(Workers):
    """Work that others share, and that is kept."""

    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="The scheduler of a Dask cluster that does the work."),
    ] = None
    store: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Keep results in this file, and go on from the results that this file already holds.",
        ),
    ] = None

    def check(self) -> None:
        super().check()
        if self.cluster is not None and self.workers is not None:
            raise BadInput("workers must be left to the cluster when an address is given")


@dataclass(frozen=True, kw_only=True)
class Running(Request):
    """How much time and memory the command may take. Every command that may run for more than two
    seconds has these.
    """

    timeout: Annotated[
        float | None,
        typer.Option(help="Seconds after which to give up, from the start of the process."),
    ] = None
    memory: Annotated[
        str | None,
        typer.Option(
            help="The memory that the work may take, such as 500M or 4G; by default half of the machine's memory."
        ),
    ] = None
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="No progress bar and no remarks.")
    ] = False

    def check(self) -> None:
        from arrangements.running import check_timeout, memory_size

        check_timeout(self.timeout)
        if self.memory is not None:
            memory_size(self.memory)
        super().check()

    @property
    def clock(self) -> float | None:
        """The seconds that the clock is set to."""
        return self.timeout

    @property
    def memory_bytes(self) -> int | None:
        """The memory that the work may take; None for the limit of the machine."""
        from arrangements.running import memory_size

        return None if self.memory is None else memory_size(self.memory)


@dataclass(frozen=True, kw_only=True)
class Printing(Request):
    """How the answer is printed."""

    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False
