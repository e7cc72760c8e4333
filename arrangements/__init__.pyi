"""Every public name and the module that holds it: read by type checkers, and by ``__init__.py``, which imports a name when it is used."""

from . import geometry as geometry
from .audits.model_audit import Audit as Audit
from .audits.model_audit import audit as audit
from .combinatorial_types import types as types
from .combinatorial_types.comparing import same_type as same_type
from .combinatorial_types.comparing import type_key as type_key
from .counting.face_counts import face_numbers as face_numbers
from .counting.region_counts import (
    count_rankings as count_rankings,
)
from .counting.region_counts import (
    count_topes as count_topes,
)
from .counting.whitney import (
    characteristic_polynomial as characteristic_polynomial,
)
from .counting.whitney import (
    whitney_numbers as whitney_numbers,
)
from .decide.answers import decide_argmax as decide_argmax
from .decide.answers import decide_ranking as decide_ranking
from .decide.answers import decide_signs as decide_signs
from .decide.answers import decide_tie as decide_tie
from .decide.answers import decide_top as decide_top
from .decide.answers import decide_top_set as decide_top_set
from .decide.one_by_one.best_places import BestRank as BestRank
from .decide.one_by_one.best_places import best_rank as best_rank
from .decide.one_by_one.decide import Decision as Decision
from .decide.one_by_one.lp_listing import lp_rankings as lp_rankings
from .decide.one_by_one.lp_listing import lp_topes as lp_topes
from .decide.one_by_one.patterns_and_pairs import certify_pair as certify_pair
from .decide.one_by_one.patterns_and_pairs import certify_pattern as certify_pattern
from .decide.one_by_one.softmax_probability import Confidence as Confidence
from .decide.one_by_one.softmax_probability import confidence as confidence
from .errors import (
    ArrangementsError as ArrangementsError,
)
from .errors import (
    BadInput as BadInput,
)
from .errors import (
    CertificateRefused as CertificateRefused,
)
from .errors import (
    InternalError as InternalError,
)
from .errors import (
    LimitReached as LimitReached,
)
from .errors import (
    OutOfTime as OutOfTime,
)
from .exact.numbers import Scalar as Scalar
from .experimental.designs import Design as Design
from .figures import plot as plot
from .geometry.adjacency_graphs import face_poset as face_poset
from .geometry.adjacency_graphs import flat_lattice as flat_lattice
from .geometry.adjacency_graphs import ranking_graph as ranking_graph
from .geometry.adjacency_graphs import tie_graph as tie_graph
from .geometry.adjacency_graphs import tope_graph as tope_graph
from .geometry.cell_shapes import cells as cells
from .geometry.flats import intersections as intersections
from .geometry.free_arrangements import freeness as freeness
from .io.tables import Table as Table
from .io.tables import read_table as read_table
from .io.writers import save as save
from .layers.configuration import Configuration as Configuration
from .layers.inputs import Inputs as Inputs
from .layers.patterns import CovectorPattern as CovectorPattern
from .layers.patterns import RankingPattern as RankingPattern
from .layers.patterns import SignPattern as SignPattern
from .layers.patterns import WeakRankingPattern as WeakRankingPattern
from .listing.cosines import (
    CosineMatrix as CosineMatrix,
)
from .listing.cosines import (
    load_cosines as load_cosines,
)
from .listing.cosines import (
    patterns_from_cosines as patterns_from_cosines,
)
from .listing.cosines import (
    rankings_from_difference_cosines as rankings_from_difference_cosines,
)
from .listing.faces import covector_pattern as covector_pattern
from .listing.faces import weak_ranking_pattern as weak_ranking_pattern
from .listing.patterns import ranking_pattern as ranking_pattern
from .listing.patterns import sign_pattern as sign_pattern
from .listing.region_points import interior_points as interior_points
from .listing.tables import export as export
from .listing.tables import table_of as table_of
from .loading.configurations import load as load
from .loading.configurations import load_chirotope as load_chirotope
from .loading.inputs import load_inputs as load_inputs
from .loading.layers import (
    OutputLayer as OutputLayer,
)
from .loading.layers import (
    load_layer as load_layer,
)
from .matroids.chirotopes import Chirotope as Chirotope
from .matroids.chirotopes import chirotope as chirotope
from .proof.certificates import Certificate as Certificate
from .proof.certificates import Refutation as Refutation
from .proof.certificates import Witness as Witness
from .proof.certificates import recheck as recheck
from .running import limited as limited

__version__: str

__all__: list[str]
