"""Draughts against pydraughts, which was written by others."""

import pytest
from differential import DRAUGHTS, same_draughts


@pytest.mark.parametrize("name", DRAUGHTS)
def test_random_games(name):
    games, moves = same_draughts(150, name)
    assert games > 1 and moves > 150
