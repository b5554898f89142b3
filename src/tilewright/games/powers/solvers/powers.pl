% Powers in SWI-Prolog with CLP(FD), whose integers have no ceiling.
%
% In the manner of "Report - LAAI Project" (Morotti, Procino, Valente, 2021-22): n and its powers are numbers,
% their digits are lists, and the digits of all the powers together must be all the digits of the base. Here the
% digits are constrained before anything is tried, and n is tried by its own digits from the left: so a wrong
% beginning is given up at once, and the first n found is the smallest.

:- module(powers, [powers/7]).

:- use_module(library(clpfd)).

% powers(+Mode, +Base, +Powers, +Low, +High, +Length, -N)
%
% N has Length digits and lies between Low and High, where each power Exponent-Places has just so many places.
powers(Mode, Base, Powers, Low, High, Length, N) :-
    N in Low..High,
    written(Base, Length, N, Digits),
    maplist(power(Base, N), Powers, Written),
    append(Written, Shown),
    shows(Mode, Base, Shown),
    labeling([leftmost, up, step], Digits).

power(Base, N, Exponent-Places, Digits) :-
    Power #= N ^ Exponent,
    written(Base, Places, Power, Digits).

% The digits of Number, the most significant first and not zero.
written(Base, Places, Number, Digits) :-
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

shows(once, _, Digits) :-
    all_distinct(Digits).
shows(at_least_once, Base, Digits) :-
    Largest is Base - 1,
    numlist(0, Largest, Wanted),
    maplist(occurs_in(Digits), Wanted).

occurs_in(Digits, Digit) :-
    maplist(shown_here(Digit), Digits, Places),
    sum(Places, #>, 0).

shown_here(Digit, Shown, Here) :-
    Here #<==> (Shown #= Digit).
