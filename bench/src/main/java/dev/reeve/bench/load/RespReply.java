package dev.reeve.bench.load;

import static dev.reeve.bench.load.Work.ascii;

/** Encodes the constant parts of Redis commands. */
final class RespReply {
    private RespReply() {}

    /** The start of a command: these words, followed by {@code more} further words. */
    static byte[] command(int more, String... words) {
        return join("*" + (words.length + more) + "\r\n", words);
    }

    /** Further words of a command. */
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
