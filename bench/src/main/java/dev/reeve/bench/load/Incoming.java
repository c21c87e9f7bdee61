package dev.reeve.bench.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The input buffer of a connection, from which a reply is decoded in pieces. Each method returns false while its piece is
 * incomplete. An unexpected piece throws a {@link LoadException} with the received text.
 */
final class Incoming {
    private static final int SHOWN = 200;

    private byte[] bytes = new byte[4096];
    private int reply;
    private int at;
    private int end;

    /** Reads the available bytes of the channel; returns false at the end of the stream. */
    boolean readFrom(ReadableByteChannel channel) throws IOException {
        if (reply == end) {
            reply = 0;
            at = 0;
            end = 0;
        } else if (end == bytes.length) {
            makeRoom();
        }
        int count = channel.read(ByteBuffer.wrap(bytes, end, bytes.length - end));
        end += Math.max(0, count);
        return count >= 0;
    }

    private void makeRoom() {
        byte[] to = reply > bytes.length / 2 ? bytes : new byte[2 * bytes.length];
        System.arraycopy(bytes, reply, to, 0, end - reply);
        bytes = to;
        end -= reply;
        at -= reply;
        reply = 0;
    }

    boolean isEmpty() {
        return reply == end;
    }

    /** Discards the decoded reply. */
    void accept() {
        reply = at;
    }

    /** Rewinds to the start of an incomplete reply. */
    void rewind() {
        at = reply;
    }

    boolean expect(byte[] expected) {
        int there = Math.min(expected.length, end - at);
        if (Arrays.mismatch(bytes, at, at + there, expected, 0, there) >= 0) {
            throw unexpected();
        }
        at += there;
        return there == expected.length;
    }

    /** Copies bytes without checking them. */
    boolean copy(byte[] to, int length) {
        if (end - at < length) {
            return false;
        }
        System.arraycopy(bytes, at, to, 0, length);
        at += length;
        return true;
    }

    boolean skip(int length) {
        if (end - at < length) {
            return false;
        }
        at += length;
        return true;
    }

    /** Whether so many bytes have been received. */
    boolean has(int length) {
        return end - at >= length;
    }

    /** Where the text begins within the next bytes, which have been received; -1 if it is not there. */
    int find(byte[] text, int from, int length) {
        for (int i = from; i + text.length <= length; i++) {
            if (bytes[at + i] == text[0] && Arrays.equals(bytes, at + i, at + i + text.length, text, 0, text.length)) {
                return i;
            }
        }
        return -1;
    }

    /** The bytes from this offset ahead up to the given one; all of them have been received. */
    byte[] text(int from, char before) {
        int to = from;
        while (bytes[at + to] != before) {
            to++;
        }
        return Arrays.copyOfRange(bytes, at + from, at + to);
    }

    /** Reads a decimal number and the byte after it; returns a negative value if it is incomplete. */
    long decimal(char after) {
        long number = 0;
        for (int i = at; i < end; i++) {
            int digit = bytes[i] - '0';
            if (digit >= 0 && digit <= 9) {
                number = 10 * number + digit;
            } else if (i > at && bytes[i] == after) {
                at = i + 1;
                return number;
            } else {
                throw unexpected();
            }
        }
        return -1;
    }

    /** The number of bytes before the next line end, or -1 if there is none yet. */
    int lineLength() {
        for (int i = at; i < end - 1; i++) {
            if (bytes[i] == '\r' && bytes[i + 1] == '\n') {
                return i - at;
            }
        }
        return -1;
    }

    /** The byte at this offset ahead; it must have been received. */
    byte peek(int ahead) {
        return bytes[at + ahead];
    }

    LoadException unexpected() {
        int shown = Math.min(SHOWN, end - reply);
        String text = new String(bytes, reply, shown, StandardCharsets.ISO_8859_1);
        return new LoadException("unexpected reply from the server: " + printable(text));
    }

    private static String printable(String text) {
        StringBuilder line = new StringBuilder();
        for (char c : text.strip().toCharArray()) {
            line.append(Character.isISOControl(c) ? ' ' : c);
        }
        return line.toString();
    }
}
