package dev.reeve.server;

/**
 * A key and its value as written.
 *
 * @param source the place in a file, a variable or an option
 */
record ConfigEntry(String key, String text, Kind kind, String source) {
    enum Kind {
        /** A text, in a file in quotes. */
        TEXT,
        /** A number, a boolean or a date in a file. */
        UNQUOTED,
        LIST,
        EMPTY_TABLE
    }

    StartException refused(String why) {
        return new StartException(source + ": " + why);
    }
}
