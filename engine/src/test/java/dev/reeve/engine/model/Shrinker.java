package dev.reeve.engine.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Makes a failing case short: drops ever smaller pieces as long as it still fails without them. */
public final class Shrinker {
    private Shrinker() {}

    public static <T> List<T> shrink(List<T> failing, Predicate<List<T>> fails) {
        List<T> shortest = failing;
        int piece = Math.max(1, failing.size() / 2);
        while (true) {
            List<T> shorter = dropPieces(shortest, piece, fails);
            boolean shrunk = shorter.size() < shortest.size();
            shortest = shorter;
            if (piece == 1 && !shrunk) {
                return shortest;
            }
            piece = Math.max(1, piece / 2);
        }
    }

    private static <T> List<T> dropPieces(List<T> failing, int piece, Predicate<List<T>> fails) {
        List<T> shortest = failing;
        int end = shortest.size();
        while (end > 0) {
            int start = Math.max(0, end - piece);
            List<T> without = new ArrayList<>(shortest.subList(0, start));
            without.addAll(shortest.subList(end, shortest.size()));
            if (fails.test(without)) {
                shortest = without;
            }
            end = start;
        }
        return shortest;
    }
}
