package dev.reeve.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/**
 * Encoded requests with gaps that every job fills with its own bytes. A gap is a run of one mark, a control character that no
 * protocol uses.
 */
final class Gaps {
    /** The mark of a job's id. */
    static final String ID = "\1";
    /** The mark of the number at the start of a payload. */
    static final String NUMBER = "\2";
    /** The mark of the current time. */
    static final String NOW = "\3";

    private Gaps() {}

    /** The parts of the request before, between and after its gaps. A gap without any mark is before an empty part. */
    static byte[][] split(String request, String... marks) {
        byte[][] parts = new byte[marks.length + 1][];
        String rest = request;
        for (int i = 0; i < marks.length; i++) {
            int first = rest.indexOf(marks[i]);
            parts[i] = (first < 0 ? rest : rest.substring(0, first)).getBytes(ISO_8859_1);
            rest = first < 0 ? "" : rest.substring(rest.lastIndexOf(marks[i]) + 1);
        }
        parts[marks.length] = rest.getBytes(ISO_8859_1);
        return parts;
    }
}
