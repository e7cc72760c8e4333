"""Pictures of layers in a circle or an ellipse."""

from __future__ import annotations

import re

import pytest

from arrangements import BadInput, Configuration, Inputs, plot, sign_pattern

LAYER = Configuration([[1, 0], [-1, 1], [0, -1]], ["a", "b", "c"], bias=[0, "1/5", "1/10"])


@pytest.mark.parametrize(
    "inputs",
    [
        Inputs.ball(1, 2),
        Inputs.unit(2),
        Inputs.ball("1/2", 2, centre=[1, 1]) & Inputs.nonnegative(2),
        Inputs.rmsnorm([1, "1/2"], [0, 1]),
    ],
)
def test_as_many_regions_as_are_listed(inputs: Inputs) -> None:
    picture = plot(LAYER, regions="sign", inputs=inputs)
    signs = list(sign_pattern(LAYER, inputs=inputs))
    assert picture.count == len(signs)
    found = re.findall(r'id="region-([^"]+)"', picture.svg())
    assert len(found) == len(signs) > 1
    assert (
        plot(LAYER, regions="argmax", inputs=inputs).svg()
        == plot(LAYER, regions="argmax", inputs=inputs).svg()
    )


def test_a_region_that_is_too_thin_to_be_seen_has_its_name() -> None:
    """Between the circle and the polygon that is drawn for it."""
    thin = Configuration([[10000, 87]], bias=[-10000])
    picture = plot(thin, inputs=Inputs.ball(1, 2))
    assert picture.count == 2


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        (Inputs.layernorm([1, 1]), "must fill a part of the plane"),
        (Inputs.rmsnorm([1, 0]), "no zero gain"),
        (Inputs.ball(0, 2), "must fill a part of the plane"),
        (Inputs.ball(1, 2) & Inputs(2, [[-2, 1, 0]]), "be empty"),
    ],
)
def test_what_has_no_inside_is_refused(inputs: Inputs, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        plot(LAYER, inputs=inputs)
