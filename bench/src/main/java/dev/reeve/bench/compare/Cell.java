package dev.reeve.bench.compare;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The rounds of one durability and one number of connections; a round is a run of each server. Disturbed rounds count only if
 * there are not enough others.
 *
 * @param disturbed number of disturbed rounds, counted or not
 */
record Cell(List<List<Run>> rounds, int disturbed) {
    private static final int ENOUGH = 7;

    static Cell of(List<List<Run>> rounds) {
        List<List<Run>> quiet = rounds.stream()
                .filter(round -> round.stream().noneMatch(Run::isDisturbed))
                .toList();
        return new Cell(quiet.size() >= ENOUGH ? quiet : rounds, rounds.size() - quiet.size());
    }

    boolean isEmpty() {
        return rounds.isEmpty();
    }

    /** Cycles per second of one server. */
    Spread cycles(String server) {
        return Spread.of(rounds.stream()
                .mapToDouble(round -> cycles(round, server))
                .filter(Double::isFinite)
                .toArray());
    }

    /** Ratio of the cycles per second of two servers in the same round. */
    Spread ratio(String server, String other) {
        return Spread.of(rounds.stream()
                .mapToDouble(round -> cycles(round, server) / cycles(round, other))
                .filter(Double::isFinite)
                .toArray());
    }

    /** Ratio of the 99th percentiles of a cycle of two servers in the same round. */
    Spread p99Ratio(String server, String other) {
        return Spread.of(rounds.stream()
                .mapToDouble(round -> of(round, server, Run::p99Micros) / of(round, other, Run::p99Micros))
                .filter(Double::isFinite)
                .toArray());
    }

    /** Whether the server took part in a round. */
    boolean has(String server) {
        return rounds.stream().anyMatch(round -> Double.isFinite(cycles(round, server)));
    }

    /** How many rounds there are, and how many of them were disturbed. */
    String describe() {
        boolean counted = rounds.stream().anyMatch(round -> round.stream().anyMatch(Run::isDisturbed));
        if (disturbed == 0) {
            return "" + rounds.size();
        }
        return rounds.size() + (counted ? ", " + disturbed + " of them disturbed" : ", left out " + disturbed);
    }

    private static double cycles(List<Run> round, String server) {
        return of(round, server, Run::cyclesPerSecond);
    }

    private static double of(List<Run> round, String server, ToDoubleFunction<Run> figure) {
        return round.stream()
                .filter(run -> run.server().equals(server))
                .mapToDouble(figure)
                .findFirst()
                .orElse(Double.NaN);
    }
}
