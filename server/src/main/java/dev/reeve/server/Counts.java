package dev.reeve.server;

import java.util.Locale;

/** Numbers of things in sentences for people: 1 job, 2 jobs, 1,500 entries. */
public final class Counts {
    private Counts() {}

    /**
     * The number and its noun.
     *
     * @param one the noun for one of them
     */
    public static String of(long count, String one) {
        return String.format(Locale.ROOT, "%,d ", count) + noun(count, one);
    }

    /** The noun as that number needs it. */
    public static String noun(long count, String one) {
        if (count == 1) {
            return one;
        }
        if (one.matches(".*[^aeiou]y")) {
            return one.substring(0, one.length() - 1) + "ies";
        }
        return one.endsWith("ch") ? one + "es" : one + "s";
    }
}
