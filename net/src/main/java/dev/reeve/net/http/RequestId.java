package dev.reeve.net.http;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** The id of a request, by which a client can name it. A client may choose it; an id that would be hard to write down is replaced. */
final class RequestId {
    static final String HEADER = "request-id";
    private static final int LONGEST = 128;
    private static final String MARKS = "-_.:/+=@~";

    private RequestId() {}

    /** The id that the client has chosen, or else a new one. */
    static String of(@Nullable String chosen) {
        return chosen != null && isPlain(chosen)
                ? chosen
                : "r-" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }

    private static boolean isPlain(String text) {
        return !text.isEmpty()
                && text.length() <= LONGEST
                && text.chars()
                        .allMatch(c -> (c >= '0' && c <= '9')
                                || (c >= 'a' && c <= 'z')
                                || (c >= 'A' && c <= 'Z')
                                || MARKS.indexOf(c) >= 0);
    }
}
