package dev.reeve.server;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name somebody probably meant. */
public final class DidYouMean {
    private DidYouMean() {}

    /** The nearest name; none if nothing is near enough to have been meant: a third of the letters may be wrong. */
    public static Optional<String> nearest(String written, Collection<String> names) {
        String lower = written.toLowerCase(Locale.ROOT);
        int most = (written.length() + 2) / 3;
        return names.stream()
                .min(Comparator.comparingInt(name -> distance(lower, name.toLowerCase(Locale.ROOT))))
                .filter(name -> distance(lower, name.toLowerCase(Locale.ROOT)) <= most);
    }

    /** Letters to add, drop or change to turn one word into the other. */
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
