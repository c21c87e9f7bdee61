package dev.reeve.door.api;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** Parts of a job that lists leave out unless they are asked for. */
enum Include {
    PAYLOAD,
    RESULT,
    /** The error with its trace. */
    ERROR,
    HISTORY,
    DEPENDENCIES;

    private static final String EXPECTED = "expected a list of payload, result, error, history, dependencies";

    /** The parts that the parameter names, besides those that are always included. */
    static Set<Include> of(Parameters parameters, Set<Include> always) {
        Set<Include> parts = EnumSet.noneOf(Include.class);
        parts.addAll(always);
        String text = parameters.one("include");
        if (text == null) {
            return parts;
        }
        for (String word : text.split(",", -1)) {
            boolean known = false;
            for (Include part : values()) {
                if (part.name().toLowerCase(Locale.ROOT).equals(word)) {
                    parts.add(part);
                    known = true;
                }
            }
            if (!known) {
                parameters.wrong("include", EXPECTED);
                return parts;
            }
        }
        return parts;
    }
}
