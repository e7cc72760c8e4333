"""Pictures of configurations, as SVG, PDF or PNG: exact geometry, rounded for drawing only.

``plot`` is the choice among them; each kind is a module of this package.

Nothing here knows the page in the browser or the command.

>>> from arrangements import load
>>> picture = plot(load("paper/5.5-model-2"), regions="argmax")
>>> picture.title, picture.svg().count('id="region-')
('paper/5.5-model-2: 6 winners', 6)

A ``Picture`` displays itself in a notebook; ``picture.save("a.svg")`` or ``save("a.png")`` writes
it. The same configuration gives the same bytes. Matplotlib's own settings and state are neither
used nor changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from arrangements.errors import BadInput, short_repr
from arrangements.figures.canvas import Picture, check_suffix
from arrangements.figures.sectors import Regions, rank_of
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.running import report_progress
from arrangements.running.validated import TYPED, validated

if TYPE_CHECKING:
    from arrangements.matroids.chirotopes import Chirotope

__all__ = ["KINDS", "REGIONS", "Picture", "check_suffix", "plot", "plot_pair"]

KINDS = ("regions", "disc", "tope-graph", "ranking-graph", "ties", "wiring", "cosines")
REGIONS: tuple[Regions, ...] = get_args(Regions)


@validated(configuration=TYPED)
def plot(
    configuration: Configuration | Chirotope,
    kind: str = "regions",
    regions: Regions = "sign",
    *,
    inputs: Inputs | None = None,
    title: str | None = None,
    size: float | None = None,
) -> Picture:
    """Draw the picture of a kind.

    Parameters
    ----------
    configuration
        The rows, or an oriented matroid of rank 3, which has kinds regions and wiring: the same
        picture of its pseudolines.
    kind
        "regions", "disc", "wiring", "cosines", "tope-graph", "ranking-graph" or "ties".
    regions
        By what the plane is divided: sign vector, ranking or winner ("argmax").
    inputs
        The set that h comes from, for pictures of regions alone.
    title
        Takes the place of the title; "" for none.
    size
        The width in inches of everything that the picture shows, from 1 to 100.

    Returns
    -------
    The picture, which notebooks show and whose method ``save`` writes files.

    Raises
    ------
    BadInput
        If the kind cannot draw this configuration.

    Examples
    --------
    >>> from arrangements import load
    >>> plot(load("paper/H.1-A"), "ranking-graph").title
    'paper/H.1-A: ranking graph, 14 vertices, 14 edges'
    """
    if size is not None and not (isinstance(size, int | float) and 1 <= size <= 100):
        raise BadInput(f"size must be a width of 1 to 100 inches, not {short_repr(size)}")
    picture = _plot(configuration, kind, regions, inputs)
    picture = picture if title is None else picture.titled(title)
    return picture if size is None else picture.sized(size)


def _plot(
    configuration: Configuration | Chirotope, kind: str, regions: Regions, inputs: Inputs | None
) -> Picture:
    if not hasattr(configuration, "labels"):
        raise BadInput(
            f"configuration must be a Configuration (`load` reads names and files), not {short_repr(configuration)}"
        )
    if kind not in KINDS:
        raise BadInput(f"kind must be one of {', '.join(KINDS)}, not {short_repr(kind)}")
    if regions not in REGIONS:
        raise BadInput(f"regions must be one of {', '.join(REGIONS)}, not {short_repr(regions)}")
    if not isinstance(configuration, Configuration):
        return _of_chirotope(configuration, kind, regions, inputs)
    if not configuration.n:
        raise BadInput("configuration must have at least one label to be drawn, not none")
    report_progress(f"drawing {kind}")
    if kind == "regions" and (inputs is not None or configuration.bias is not None):
        from arrangements.figures.layer_pictures import layer_picture

        return layer_picture(configuration, inputs, regions)
    configuration.demand_linear(f"{kind} picture")
    if inputs is not None:
        raise BadInput(f"inputs must be given for pictures of regions only, not for {kind}")
    if kind == "wiring":
        from arrangements.figures.wiring import wiring_picture

        return wiring_picture(configuration)
    if kind == "cosines":
        from arrangements.figures.cosine_pictures import cosine_picture

        return cosine_picture(configuration)
    if kind not in ("regions", "disc"):
        from arrangements.figures import networks

        draw = {
            "tope-graph": networks.tope_graph_picture,
            "ranking-graph": networks.ranking_graph_picture,
            "ties": networks.tie_picture,
        }
        return draw[kind](configuration)
    rank = rank_of(configuration, regions)
    if kind == "disc" and rank != 3:
        raise BadInput(
            f"configuration must have regions of rank 3 to be drawn on a disc, not of rank {rank}"
        )
    if rank > 3:
        raise BadInput(
            f"configuration must be planar to show its regions (rank at most 3), not of rank {rank}"
        )
    if rank <= 2:
        from arrangements.figures.planes import plane_picture

        return plane_picture(configuration, regions)
    from arrangements.figures.spaces import affine_picture, disc_picture

    if (
        kind == "regions"
        and regions == "sign"
        and configuration.d == 3
        and all(row[0] == 1 for row in configuration.rows)
    ):
        return affine_picture(configuration)
    return disc_picture(configuration, regions)


def _of_chirotope(chi: Chirotope, kind: str, regions: Regions, inputs: Inputs | None) -> Picture:
    from arrangements.figures.pseudolines import pseudoline_picture

    if kind not in ("regions", "wiring"):
        raise BadInput(
            f"kind must be regions or wiring for a chirotope, which has no coordinates, not {kind}"
        )
    if regions != "sign":
        raise BadInput(
            f"regions must be sign for a chirotope, which has no coordinates, not {regions}"
        )
    if inputs is not None:
        raise BadInput("inputs must not be given for a chirotope, which has no coordinates")
    report_progress("drawing pseudolines")
    return pseudoline_picture(chi)


def plot_pair(one: Configuration, other: Configuration, regions: Regions = "ranking") -> Picture:
    """Two configurations of rank at most 2 with the same labels, side by side; names of regions
    that only one of them has are in bold.
    """
    if regions not in REGIONS:
        raise BadInput(f"regions must be one of {', '.join(REGIONS)}, not {short_repr(regions)}")
    for configuration in (one, other):
        configuration.demand_linear("picture")
        if (rank := rank_of(configuration, regions)) > 2:
            raise BadInput(
                f"configuration must have regions of rank at most 2 to be compared in a picture, not of rank {rank}"
            )
    from arrangements.figures.planes import pair_picture

    return pair_picture(one, other, regions)
