package dev.reeve.bench.compare;

import java.util.List;

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

    /** Whether the server took part in a round. */
    boolean has(String server) {
        return rounds.stream().anyMatch(round -> Double.isFinite(cycles(round, server)));
    }

    private static double cycles(List<Run> round, String server) {
        return round.stream()
                .filter(run -> run.server().equals(server))
                .mapToDouble(Run::cyclesPerSecond)
                .findFirst()
                .orElse(Double.NaN);
    }
}
