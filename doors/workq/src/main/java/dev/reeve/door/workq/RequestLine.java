package dev.reeve.door.workq;

import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Terms;
import dev.reeve.net.NameCache;
import dev.reeve.net.http.NameRule;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Parsed request line: command name, arguments and flags. One instance is shared by all connections of the door,
 * because a line is processed before the next is parsed. Arguments are numbered from 0, without the command name.
 */
final class RequestLine {
    static final long MOST_TTR_MILLIS = 86_400_000;
    static final long MOST_WAIT_MILLIS = 86_400_000;

    /** Ids and names of this length are always accepted: other doors may have created them before the limit was lowered. */
    private static final int USUAL_NAME_BYTES = 255;

    private final NameCache names = new NameCache(RequestLine::decodeName);
    private final int longestNameBytes;
    private final Id id = new Id();
    private byte[] bytes = new byte[8 * 1024];
    private int[] words = new int[64];
    private int wordCount;
    private int[] flags = new int[16];
    private int flagCount;

    RequestLine(int longestNameBytes) {
        this.longestNameBytes = longestNameBytes;
    }

    /** Parses a line of this length, without its line end. */
    void read(ByteBuf input, int length) {
        if (bytes.length < length) {
            bytes = new byte[length];
        }
        input.readBytes(bytes, 0, length);
        wordCount = 0;
        flagCount = 0;
        int at = 0;
        while (at < length) {
            if (bytes[at] == ' ') {
                at++;
                continue;
            }
            int start = at;
            while (at < length && bytes[at] != ' ') {
                at++;
            }
            addWord(start, at);
        }
    }

    private void addWord(int start, int end) {
        if (wordCount > 0 && bytes[start] == '-' && !isNegativeNumber(start, end)) {
            flags = put(flags, flagCount++, start, end);
        } else {
            words = put(words, wordCount++, start, end);
        }
    }

    private static int[] put(int[] spans, int index, int start, int end) {
        int[] grown = spans.length < 2 * index + 2 ? Arrays.copyOf(spans, 2 * spans.length) : spans;
        grown[2 * index] = start;
        grown[2 * index + 1] = end;
        return grown;
    }

    private boolean isNegativeNumber(int start, int end) {
        return end - start > 1 && WorkqNumbers.areDigits(bytes, start + 1, end);
    }

    /** Whether the first word is this one. */
    boolean isCommand(String name) {
        if (wordCount == 0 || words[1] - words[0] != name.length()) {
            return false;
        }
        int same = 0;
        while (same < name.length() && bytes[words[0] + same] == name.charAt(same)) {
            same++;
        }
        return same == name.length();
    }

    private static @Nullable String decodeName(byte[] bytes) {
        String name = new String(bytes, StandardCharsets.ISO_8859_1);
        return NameRule.isPlain(name, bytes.length) ? name : null;
    }

    int args() {
        return Math.max(0, wordCount - 1);
    }

    int flags() {
        return flagCount;
    }

    /** The flag as received, for {@link Flags}. */
    String flag(int index) {
        return new String(
                bytes, flags[2 * index], flags[2 * index + 1] - flags[2 * index], StandardCharsets.ISO_8859_1);
    }

    String text(int arg) {
        return new String(bytes, start(arg), end(arg) - start(arg), StandardCharsets.ISO_8859_1);
    }

    /** The name of a queue that may have to be created. */
    String name(int arg) throws BadLine {
        String name = ownName(arg);
        if (name == null) {
            throw new BadLine(ClientError.INVALID_NAME);
        }
        return name;
    }

    /** A name that is valid in this protocol; null for any other word. */
    @Nullable
    String ownName(int arg) {
        int start = start(arg);
        int end = end(arg);
        return end - start > longestNameBytes ? null : names.find(bytes, start, end);
    }

    /** A name that only a queue of another door can have. */
    String foreignName(int arg) throws BadLine {
        return foreign(arg, ClientError.INVALID_NAME);
    }

    /** The id of a job to be created. */
    JobId newId(int arg) throws BadLine {
        JobId uuid = JobId.uuid(id.at(start(arg), end(arg)));
        if (uuid == null) {
            throw new BadLine(ClientError.INVALID_ID);
        }
        return uuid;
    }

    /** The id of a job that may be of another door, and then need not be a UUID. */
    JobRef job(int arg) throws BadLine {
        JobId uuid = JobId.uuid(id.at(start(arg), end(arg)));
        return JobRef.of(uuid != null ? uuid : JobId.of(foreign(arg, ClientError.INVALID_ID)));
    }

    private String foreign(int arg, ClientError otherwise) throws BadLine {
        String text = WorkqWord.read(bytes, start(arg), end(arg));
        if (text == null || ByteBufUtil.utf8Bytes(text) > Math.max(USUAL_NAME_BYTES, longestNameBytes)) {
            throw new BadLine(otherwise);
        }
        return text;
    }

    long ttrMicros(int arg) throws BadLine {
        return number(arg, 1, MOST_TTR_MILLIS, ClientError.INVALID_TTR) * 1000;
    }

    long waitMicros(int arg) throws BadLine {
        return number(arg, 0, MOST_WAIT_MILLIS, ClientError.INVALID_WAIT_TIMEOUT) * 1000;
    }

    long ttlMicros(int arg) throws BadLine {
        long millis = readable(arg);
        if (millis == 0 || millis == WorkqNumbers.NOT_A_NUMBER) {
            throw new BadLine(ClientError.INVALID_TTL);
        }
        return millis < 0 || millis > Long.MAX_VALUE / 1000 ? Terms.FOREVER : millis * 1000;
    }

    /** The number, or the given error if it is out of bounds. */
    long number(int arg, long least, long most, ClientError otherwise) throws BadLine {
        long value = readable(arg);
        if (value < least || value > most) {
            throw new BadLine(otherwise);
        }
        return value;
    }

    /** The argument as a number; negative if it is not a number or exceeds a long. */
    long readable(int arg) {
        return WorkqNumbers.read(bytes, start(arg), end(arg));
    }

    private int start(int arg) {
        return words[2 * arg + 2];
    }

    private int end(int arg) {
        return words[2 * arg + 3];
    }

    /** View of an argument as characters, without allocating a string. */
    private final class Id implements CharSequence {
        private int start;
        private int end;

        Id at(int from, int to) {
            start = from;
            end = to;
            return this;
        }

        @Override
        public int length() {
            return end - start;
        }

        @Override
        public char charAt(int index) {
            return (char) (bytes[start + index] & 0xFF);
        }

        @Override
        public CharSequence subSequence(int from, int to) {
            return toString().subSequence(from, to);
        }

        @Override
        public String toString() {
            return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
        }
    }
}
