package dev.reeve.door.qless;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * A decoder of inline requests: words separated by blanks, in quotes if they contain blanks. In double quotes
 * {@code \n \r \t \b \a} and {@code \xNN} are escapes for one byte; in single quotes the only escape is {@code \'}.
 */
final class InlineRequest {
    private final byte[] line;
    private int at;

    private InlineRequest(byte[] line) {
        this.line = line;
    }

    static List<byte[]> words(byte[] line) throws MalformedRequest {
        InlineRequest request = new InlineRequest(line);
        List<byte[]> words = new ArrayList<>();
        request.skipBlanks();
        while (request.at < line.length) {
            words.add(request.word());
            request.skipBlanks();
        }
        return words;
    }

    private void skipBlanks() {
        while (at < line.length && isBlank(line[at])) {
            at++;
        }
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || (b >= '\t' && b <= '\r');
    }

    private byte[] word() throws MalformedRequest {
        ByteArrayOutputStream word = new ByteArrayOutputStream();
        while (at < line.length && !isBlank(line[at])) {
            byte next = line[at++];
            if (next == '"' || next == '\'') {
                quoted(next, word);
            } else {
                word.write(next);
            }
        }
        return word.toByteArray();
    }

    /** Reads the rest of a quoted part. A blank or the end of the line must follow it. */
    private void quoted(byte quote, ByteArrayOutputStream word) throws MalformedRequest {
        while (at < line.length && line[at] != quote) {
            byte next = line[at++];
            if (next != '\\' || at == line.length) {
                word.write(next);
            } else if (quote == '"') {
                escaped(word);
            } else if (line[at] == '\'') {
                word.write(line[at++]);
            } else {
                word.write(next);
            }
        }
        at++;
        if (at > line.length || (at < line.length && !isBlank(line[at]))) {
            throw new MalformedRequest("unbalanced quotes in request");
        }
    }

    private void escaped(ByteArrayOutputStream word) {
        byte code = line[at++];
        if (code == 'x' && at + 1 < line.length && hex(line[at]) >= 0 && hex(line[at + 1]) >= 0) {
            word.write(hex(line[at]) * 16 + hex(line[at + 1]));
            at += 2;
            return;
        }
        word.write(
                switch (code) {
                    case 'n' -> '\n';
                    case 'r' -> '\r';
                    case 't' -> '\t';
                    case 'b' -> '\b';
                    case 'a' -> 7;
                    default -> code;
                });
    }

    private static int hex(byte digit) {
        return Character.digit(digit, 16);
    }

    /** The byte as a printable character, for error texts. */
    static char printable(byte b) {
        return b >= ' ' && b <= '~' ? (char) b : '?';
    }
}
