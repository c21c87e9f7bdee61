package dev.reeve.bench.load;

import static dev.reeve.bench.load.Work.ascii;

/** Commands of the Redis protocol, in parts: words that are always the same. */
final class RespReply {
    private RespReply() {}

    /** The beginning of a command, which has so many more words behind these. */
    static byte[] command(int more, String... words) {
        return join("*" + (words.length + more) + "\r\n", words);
    }

    /** Words from the middle of a command. */
    static byte[] words(String... words) {
        return join("", words);
    }

    private static byte[] join(String head, String... words) {
        StringBuilder text = new StringBuilder(head);
        for (String word : words) {
            text.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
        }
        return ascii(text.toString());
    }
}
