from tilewright.compiled import compiled


@compiled
def double(n: int) -> int:
    return 2 * n
