"""How the agents search: trees and the end game in compiled code, and the doors to them."""
