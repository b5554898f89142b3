# An engine for Domineering in Perl that does not use Tilewright: it plays its last legal move and gives no values.
use strict;
use warnings;
$| = 1;
my @moves;
while (my $line = <STDIN>) {
    chomp $line;
    if ($line =~ /^tw /) { print "id name last move\nid version 3\ngame domineering\ntwok\n" }
    elsif ($line eq "isready") { print "readyok\n" }
    elsif ($line =~ /^position (\S+) ([01])$/) {
        my @rows = split m{/}, $1;
        my ($down, $right) = $2 == 0 ? (1, 0) : (0, 1);
        @moves = ();
        for my $row (0 .. $#rows - $down) {
            for my $column (0 .. length($rows[0]) - 1 - $right) {
                next if substr($rows[$row], $column, 1) ne ".";
                next if substr($rows[$row + $down], $column + $right, 1) ne ".";
                push @moves, substr("abcdef", $column, 1) . ($row + 1);
            }
        }
    }
    elsif ($line =~ /^go/) { print "bestmove $moves[-1]\n" }
    elsif ($line eq "quit") { last }
}
