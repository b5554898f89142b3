% Powers in SWI-Prolog with CLP(FD), whose integers are unbounded.
%
% As in "Report - LAAI Project" (Morotti, Procino, Valente, 2021-22), n and its powers are numbers with lists of
% digits, and the digits of all powers together must include all digits of the base. Here the digits are constrained
% before labelling starts, and labelling assigns the digits of n from the left, smallest first. So wrong leading
% digits are rejected early, and the first solution is the smallest n.

:- module(powers, [powers/7]).

:- use_module(library(clpfd)).

% powers(+Mode, +Base, +Powers, +Low, +High, +Length, -N)
%
% N has Length digits and is between Low and High. For each Exponent-Places in Powers, N ^ Exponent has exactly
% Places digits.
powers(Mode, Base, Powers, Low, High, Length, N) :-
    N in Low..High,
    digits_of(Base, Length, N, Digits),
    maplist(power(Base, N), Powers, DigitLists),
    append(DigitLists, AllDigits),
    all_used(Mode, Base, AllDigits),
    labeling([leftmost, up, step], Digits).

power(Base, N, Exponent-Places, Digits) :-
    Power #= N ^ Exponent,
    digits_of(Base, Places, Power, Digits).

% Digits are the digits of Number, the most significant first; the first digit is not zero.
digits_of(Base, Places, Number, Digits) :-
    length(Digits, Places),
    Largest is Base - 1,
    Digits ins 0..Largest,
    Digits = [First|_],
    First #> 0,
    weights(Places, Base, Weights),
    scalar_product(Weights, Digits, #=, Number).

weights(1, _, [1]) :- !.
weights(Places, Base, [Weight, Next|Weights]) :-
    Fewer is Places - 1,
    weights(Fewer, Base, [Next|Weights]),
    Weight is Next * Base.

all_used(once, _, Digits) :-
    all_distinct(Digits).
all_used(at_least_once, Base, Digits) :-
    Largest is Base - 1,
    numlist(0, Largest, Wanted),
    maplist(occurs_in(Digits), Wanted).

occurs_in(Digits, Digit) :-
    maplist(equals(Digit), Digits, Matches),
    sum(Matches, #>, 0).

equals(Digit, Other, Match) :-
    Match #<==> (Other #= Digit).
