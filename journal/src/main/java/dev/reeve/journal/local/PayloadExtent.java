package dev.reeve.journal.local;

import java.util.Locale;

/** The part of a payload file that a manifest lists: its first bytes, all of which are durable. Behind them nothing is read. */
record PayloadExtent(long number, int bytes) {
    private static final String PREFIX = "payload-";
    private static final String SUFFIX = ".pay";

    String name() {
        return nameOf(number);
    }

    /** Zero-padded, so that a directory listing is in the order of use. */
    static String nameOf(long number) {
        return String.format(Locale.ROOT, "%s%010d%s", PREFIX, number, SUFFIX);
    }

    /** The number in the name of a payload file; 0 if it is not such a name. */
    static long numberOf(String name) {
        if (!name.startsWith(PREFIX) || !name.endsWith(SUFFIX) || name.length() < PREFIX.length() + SUFFIX.length()) {
            return 0;
        }
        try {
            long number = Long.parseLong(name.substring(PREFIX.length(), name.length() - SUFFIX.length()));
            return number > 0 && nameOf(number).equals(name) ? number : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
