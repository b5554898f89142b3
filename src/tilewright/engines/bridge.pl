% The Prolog side of the interface to SWI-Prolog; prolog.py is the Python side.
%
% This program loads another program, reads a goal from standard input, and writes one JSON object per line:
% {"solution": {...}} for each answer, then {"end": true} if there are no further answers, or {"end": false} if
% there may be more. The first error or warning, while loading or while running the goal, is written as
% {"error": "..."} and ends the process.
%
% Arguments: the file of the program, the maximum number of answers (0 for all), and the random seed.

:- module(tilewright_bridge, [answer/0]).

:- multifile user:message_hook/3.
:- dynamic user:message_hook/3.

user:message_hook(_, Kind, Lines) :-
    memberchk(Kind, [error, warning]),
    with_output_to(string(Text), print_message_lines(current_output, '', Lines)),
    tilewright_bridge:reply(error, text(Text)),
    halt.

answer :-
    set_stream(user_input, encoding(utf8)),
    set_stream(user_output, encoding(utf8)),
    current_prolog_flag(argv, Arguments),
    append(_, [Program, MostText, SeedText], Arguments), !,
    atom_number(MostText, Most),
    atom_number(SeedText, Seed),
    set_random(seed(Seed)),
    catch(answer(Program, Most), Error, print_message(error, Error)).

answer(Program, Most) :-
    load_files(user:Program, []),
    % The goal is read after the program is loaded, because it may use operators that the program defines.
    read_term(user_input, Goal, [variable_names(Variables), module(user)]),
    read_term(user_input, Nothing, []),
    must_be(oneof([end_of_file]), Nothing),
    Count = count(0),
    (   call(user:Goal),
        reply(solution, object(Variables)),
        arg(1, Count, Before),
        After is Before + 1,
        nb_setarg(1, Count, After),
        After =:= Most
    ->  reply(end, literal(false))
    ;   reply(end, literal(true))
    ).

reply(Name, What) :-
    format(user_output, '{"~w": ', [Name]),
    write_what(What),
    format(user_output, '}~n', []),
    flush_output(user_output).

write_what(literal(Word)) :- write(user_output, Word).
write_what(text(Text)) :- write_text(Text).
write_what(object(Variables)) :-
    write(user_output, '{'),
    write_between(write_member, Variables),
    write(user_output, '}').

write_member(Name=Value) :-
    write_text(Name),
    write(user_output, ': '),
    write_value(Value).

% An unbound variable is written as null, and a compound term that is not a list as a string in Prolog syntax.
write_value(Value) :- var(Value), !, write(user_output, null).
write_value(Value) :- integer(Value), !, write(user_output, Value).
write_value(Value) :- float(Value), !, write(user_output, Value).
write_value(Value) :- is_list(Value), !,
    write(user_output, '['),
    write_between(write_value, Value),
    write(user_output, ']').
write_value(Value) :- ( atom(Value) ; string(Value) ), !, write_text(Value).
write_value(Value) :- format(string(Text), '~q', [Value]), write_text(Text).

write_between(_, []).
write_between(Write, [First|Rest]) :-
    call(Write, First),
    forall(member(Next, Rest), ( write(user_output, ', '), call(Write, Next) )).

write_text(Text) :-
    put_char(user_output, '"'),
    string_codes(Text, Codes),
    forall(member(Code, Codes), write_code(Code)),
    put_char(user_output, '"').

write_code(Code) :- memberchk(Code, [0'", 0'\\]), !, format(user_output, '\\~c', [Code]).
write_code(Code) :- Code < 32, !, format(user_output, '\\u~|~`0t~16r~4+', [Code]).
write_code(Code) :- put_code(user_output, Code).
