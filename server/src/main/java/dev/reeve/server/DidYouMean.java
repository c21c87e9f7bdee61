package dev.reeve.server;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Suggests a known name for a mistyped one. */
public final class DidYouMean {
    private DidYouMean() {}

    /** The name with the smallest edit distance; empty if more than a third of the characters differ. */
    public static Optional<String> nearest(String written, Collection<String> names) {
        String lower = written.toLowerCase(Locale.ROOT);
        int maxDistance = (written.length() + 2) / 3;
        return names.stream()
                .min(Comparator.comparingInt(name -> distance(lower, name.toLowerCase(Locale.ROOT))))
                .filter(name -> distance(lower, name.toLowerCase(Locale.ROOT)) <= maxDistance);
    }

    /** Levenshtein distance: insertions, deletions and substitutions between two words. */
    static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int changed = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
