"""Pictures: `scene` draws a quilt or an instance; `state_scene` draws a position of the two-player game."""

from tilewright.games.patchwork.duel.picture import state_scene
from tilewright.games.patchwork.quilt.picture import scene

__all__ = ["scene", "state_scene"]
