:- use_module(library(clpfd)).

square(N, X, Y) :-
    X in 1..N,
    Y #= X * X,
    label([X]).

pigeons(N) :-
    Pigeons is N + 1,
    length(Holes, Pigeons),
    Holes ins 1..N,
    pairwise_different(Holes),
    label(Holes).

pairwise_different([]).
pairwise_different([Hole|Holes]) :-
    maplist(#\=(Hole), Holes),
    pairwise_different(Holes).

square_then_search(X) :- X = 1.
square_then_search(2) :- pigeons(12).
