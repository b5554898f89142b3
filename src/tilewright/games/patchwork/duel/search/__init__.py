"""Search of the agents: search trees and the endgame solver in compiled code, and the player that uses them."""
