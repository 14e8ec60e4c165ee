"""What of a hosted model's reply may become a vector, and which space it is of."""

from __future__ import annotations

import numpy as np
import pytest

from services.common.errors import Internal
from services.common.settings import SettingsError, load
from services.embedder.model import arrange, hosted_space, is_same_model
from services.embedder.settings import HostedSettings

URL = {"TIEOUT_EMBEDDER_BASE_URL": "https://api.example.com/v1", "TIEOUT_EMBEDDER_MODEL": "embed-1"}


def test_vectors_stand_in_the_order_of_the_texts_and_have_length_one() -> None:
    made = arrange([(2, [0.0, 5.0]), (0, [3.0, 4.0]), (1, [-2, 0])], 3, 2)
    assert made.dtype == np.float32
    assert made.tolist() == [pytest.approx([0.6, 0.8]), [-1.0, 0.0], [0.0, 1.0]]


@pytest.mark.parametrize(
    "items",
    [
        [(0, [1.0, 0.0])],
        [(0, [1.0, 0.0]), (0, [1.0, 0.0])],
        [(0, [1.0, 0.0]), (2, [1.0, 0.0])],
        [(1, [1.0, 0.0]), (2, [1.0, 0.0])],
        [(0, [1.0, 0.0]), (1, [1.0, 0.0]), (1, [1.0, 0.0])],
        [(False, [1.0, 0.0]), (True, [1.0, 0.0])],
        [("0", [1.0, 0.0]), ("1", [1.0, 0.0])],
        [(None, [1.0, 0.0]), (1, [1.0, 0.0])],
        [(0, [1.0, 0.0]), (1, [1.0])],
        [(0, [1.0, 0.0]), (1, [1.0, 0.0, 0.0])],
        [(0, [1.0, 0.0]), (1, [[1.0, 0.0]])],
        [(0, [1.0, 0.0]), (1, [])],
        [(0, [1.0, 0.0]), (1, None)],
        [(0, [1.0, 0.0]), (1, [float("nan"), 1.0])],
        [(0, [1.0, 0.0]), (1, [float("inf"), 1.0])],
        [(0, [1.0, 0.0]), (1, [0.0, 0.0])],
        [(0, [1.0, 0.0]), (1, [1e-300, 0.0])],
        [(0, [1.0, 0.0]), (1, [1e308, 1e308])],
    ],
)
def test_a_reply_that_is_not_one_vector_a_text_is_none_at_all(items: list[tuple[object, object]]) -> None:
    """Whatever is missing, twice there, misnumbered, too short, not finite or without direction."""
    with pytest.raises(Internal):
        arrange(items, 2, 2)


@pytest.mark.parametrize("numbers", ["AACAPwAAAAA=", {"0": 1}, ["a", "b"], [None, {}]])
def test_what_is_no_number_is_an_error_and_no_vector(numbers: object) -> None:
    with pytest.raises((Internal, ValueError, TypeError)):
        arrange([(0, numbers)], 1, 2)


def test_another_model_revision_or_width_is_another_space() -> None:
    spaces = [
        hosted_space("embed-1", "", 768),
        hosted_space("embed-2", "", 768),
        hosted_space("embed-1", "2026-11", 768),
        hosted_space("embed-1", "", 512),
        hosted_space("embed/1", "", 768),
        hosted_space("Embed-1", "", 768),
        hosted_space("x" * 300, "", 768),
    ]
    ids = [space.space_id for space in spaces]
    assert len(set(ids)) == len(ids)
    assert all(len(one) <= 100 for one in ids)
    assert hosted_space("embed-1", "", 768) == spaces[0]
    assert ids[0].startswith("embed-1-768-")


@pytest.mark.parametrize(
    ("replied", "asked", "same"),
    [
        ("embed-1", "embed-1", True),
        ("Embed-1", "embed-1", True),
        ("maker/embed-1", "embed-1", True),
        ("embed-1", "maker/embed-1", True),
        ("embed-1:latest", "embed-1", True),
        ("embed-1", "embed-1:335m", True),
        ("", "embed-1", True),
        (None, "embed-1", True),
        ("embed-2", "embed-1", False),
        ("embed-1-large", "embed-1", False),
        ("embed-1:335m", "embed-1:567m", False),
        ("maker/embed-2", "maker/embed-1", False),
    ],
)
def test_a_reply_may_name_the_model_with_its_maker_or_tag(replied: object, asked: str, *, same: bool) -> None:
    assert is_same_model(replied, asked) is same


@pytest.mark.parametrize("width", ["0", "256", "1536", "3072", "-384"])
def test_a_width_without_a_table_is_refused_at_start(width: str) -> None:
    with pytest.raises(SettingsError, match="384, 512, 768 or 1024"):
        load(HostedSettings, "embedder", {**URL, "TIEOUT_EMBEDDER_DIMENSIONS": width})


def test_without_a_base_url_nothing_is_configured_and_nothing_is_asked_for() -> None:
    assert not load(HostedSettings, "embedder", {}).configured
    assert load(HostedSettings, "embedder", {**URL, "TIEOUT_EMBEDDER_DIMENSIONS": "1024"}).configured
