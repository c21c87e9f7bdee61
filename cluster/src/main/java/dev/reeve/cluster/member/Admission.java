package dev.reeve.cluster.member;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.reeve.cluster.Member;
import org.jspecify.annotations.Nullable;

/**
 * The place that a cluster gives to a node that was not among its founders. It travels to the node as a line of text, and is kept in
 * its data folder.
 *
 * @param name of the node that is meant
 * @param cluster identifies the cluster, so that a node never joins two
 */
record Admission(String name, Member member, long cluster) {
    private static final String WORD = "admitted";
    private static final int WORDS = 6;

    String line() {
        return String.join(
                " ",
                WORD,
                name,
                Integer.toString(member.number()),
                member.host(),
                Integer.toString(member.port()),
                Long.toHexString(cluster));
    }

    byte[] encode() {
        return line().getBytes(UTF_8);
    }

    static boolean isLine(String[] words) {
        return words.length == WORDS && words[0].equals(WORD);
    }

    /** Throws if a number is none. */
    static Admission of(String[] words) {
        Member member = new Member(words[3], Integer.parseInt(words[4]), Integer.parseInt(words[2]));
        return new Admission(words[1], member, Long.parseUnsignedLong(words[5], 16));
    }

    /** The admission, or null if these bytes are none. */
    static @Nullable Admission decode(byte[] bytes) {
        String[] words = new String(bytes, UTF_8).split(" ", -1);
        try {
            return isLine(words) ? of(words) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
