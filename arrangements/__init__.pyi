"""Every public name and the module that holds it: read by type checkers, and by ``__init__.py``, which imports a name when it is used."""

from . import geometry as geometry
from .audit.answers import (
    Answer as Answer,
)
from .audit.answers import (
    audit_layer as audit_layer,
)
from .chirotope import Chirotope as Chirotope
from .configuration import Configuration as Configuration
from .cosines import (
    CosineMatrix as CosineMatrix,
)
from .cosines import (
    load_cosines as load_cosines,
)
from .cosines import (
    patterns_from_cosines as patterns_from_cosines,
)
from .cosines import (
    rankings_from_difference_cosines as rankings_from_difference_cosines,
)
from .counting.faces import face_numbers as face_numbers
from .counting.totals import (
    count_rankings as count_rankings,
)
from .counting.totals import (
    count_topes as count_topes,
)
from .counting.whitney import (
    characteristic_polynomial as characteristic_polynomial,
)
from .counting.whitney import (
    whitney_numbers as whitney_numbers,
)
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
from .faces import covector_pattern as covector_pattern
from .faces import weak_ranking_pattern as weak_ranking_pattern
from .feasibility import (
    Certificate as Certificate,
)
from .feasibility import (
    Decision as Decision,
)
from .feasibility import (
    Refutation as Refutation,
)
from .feasibility import (
    Witness as Witness,
)
from .feasibility import (
    certify_pair as certify_pair,
)
from .feasibility import (
    certify_pattern as certify_pattern,
)
from .feasibility import (
    decide_argmax as decide_argmax,
)
from .feasibility import (
    decide_ranking as decide_ranking,
)
from .feasibility import (
    decide_signs as decide_signs,
)
from .feasibility import (
    decide_tie as decide_tie,
)
from .feasibility import (
    decide_top as decide_top,
)
from .feasibility import (
    decide_top_set as decide_top_set,
)
from .feasibility import (
    recheck as recheck,
)
from .feasibility.lp_road import lp_rankings as lp_rankings
from .feasibility.lp_road import lp_topes as lp_topes
from .figures import plot as plot
from .geometry.flats import intersections as intersections
from .geometry.freeness import freeness as freeness
from .graphs import face_poset as face_poset
from .graphs import flat_lattice as flat_lattice
from .graphs import ranking_graph as ranking_graph
from .graphs import tie_graph as tie_graph
from .graphs import tope_graph as tope_graph
from .inputs import Inputs as Inputs
from .interior import interior_points as interior_points
from .listing import ranking_pattern as ranking_pattern
from .listing import sign_pattern as sign_pattern
from .models.layers import (
    OutputLayer as OutputLayer,
)
from .models.layers import (
    load_layer as load_layer,
)
from .numbers import Scalar as Scalar
from .patterns import CovectorPattern as CovectorPattern
from .patterns import RankingPattern as RankingPattern
from .patterns import SignPattern as SignPattern
from .patterns import WeakRankingPattern as WeakRankingPattern
from .reading import load as load
from .reading import load_chirotope as load_chirotope
from .reading_inputs import load_inputs as load_inputs
from .running import limited as limited
from .tables import Table as Table
from .tables import export as export
from .tables import read_table as read_table
from .tables import table_of as table_of
from .types.comparing import same_type as same_type
from .types.comparing import type_key as type_key
from .writers import save as save

__version__: str
