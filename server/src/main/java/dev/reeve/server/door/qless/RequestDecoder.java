package dev.reeve.server.door.qless;

import dev.reeve.server.net.PayloadReader;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One client's bytes to requests, however they are split. A request is an array of bulk strings, or a line of words.
 *
 * <p>What always holds: room is made for bytes that have come, never for a length or a count that was announced, and a
 * request may take {@code mostRequestBytes}, its words' administration included.
 */
final class RequestDecoder {
    private static final int LONGEST_LINE_BYTES = 64 * 1024;
    private static final int LONGEST_NUMBER_BYTES = 32;
    private static final int MOST_WORDS = 1024 * 1024;
    private static final int BYTES_A_WORD = 32;
    private static final int FIRST_ROOM_WORDS = 16;
    private static final int LINE_END_BYTES = 2;
    private static final long NOT_A_NUMBER = Long.MIN_VALUE;

    private final int longestWordBytes;
    private final long mostRequestBytes;
    private int searchedBytes;
    private int missingWords;
    private List<byte[]> words = new ArrayList<>();
    private long announcedBytes;
    private long takenBytes;
    private @Nullable PayloadReader word;

    RequestDecoder(int longestWordBytes, long mostRequestBytes) {
        this.longestWordBytes = longestWordBytes;
        this.mostRequestBytes = mostRequestBytes;
    }

    /** The words of the next request, none if it was empty; null if it is not complete yet. */
    @Nullable
    List<byte[]> next(ByteBuf input) throws MalformedRequest {
        if (missingWords == 0) {
            if (!input.isReadable()) {
                return null;
            }
            if (input.getByte(input.readerIndex()) != '*') {
                return takeInline(input);
            }
            if (!takeCount(input)) {
                return null;
            }
        }
        while (missingWords > 0) {
            if (!takeWord(input)) {
                return null;
            }
            missingWords--;
        }
        List<byte[]> request = words;
        words = new ArrayList<>(FIRST_ROOM_WORDS);
        announcedBytes = 0;
        takenBytes = 0;
        return request;
    }

    /** What has been taken of a request that is not complete. */
    long heldBytes() {
        return takenBytes + (word == null ? 0 : word.heldBytes());
    }

    private @Nullable List<byte[]> takeInline(ByteBuf input) throws MalformedRequest {
        int length = lineLength(input, LONGEST_LINE_BYTES, "too big inline request");
        if (length < 0) {
            return null;
        }
        byte[] line = new byte[length];
        input.readBytes(line);
        input.skipBytes(1);
        return InlineRequest.words(line);
    }

    private boolean takeCount(ByteBuf input) throws MalformedRequest {
        int length = lineLength(input, LONGEST_NUMBER_BYTES, "too big mbulk count string");
        if (length < 0) {
            return false;
        }
        long count = takeNumber(input, length);
        if (count == NOT_A_NUMBER || count > MOST_WORDS) {
            throw new MalformedRequest("invalid multibulk length");
        }
        // Like Redis, a request of no words is passed over.
        missingWords = (int) Math.max(0, count);
        return true;
    }

    private boolean takeWord(ByteBuf input) throws MalformedRequest {
        PayloadReader taking = word;
        if (taking == null) {
            if (!input.isReadable()) {
                return false;
            }
            byte type = input.getByte(input.readerIndex());
            if (type != '$') {
                throw new MalformedRequest("expected '$', got '" + InlineRequest.printable(type) + "'");
            }
            int line = lineLength(input, LONGEST_NUMBER_BYTES, "too big bulk count string");
            if (line < 0) {
                return false;
            }
            int length = takeLength(input, line);
            if (input.readableBytes() >= length + LINE_END_BYTES) {
                return takeWhole(input, length);
            }
            taking = new PayloadReader(length);
            word = taking;
        }
        if (!taking.read(input) || !takeLineEnd(input)) {
            return false;
        }
        words.add(taking.bytes());
        takenBytes = announcedBytes;
        word = null;
        return true;
    }

    /** A word that has come as a whole, as nearly all do. */
    private boolean takeWhole(ByteBuf input, int length) throws MalformedRequest {
        byte[] whole = new byte[length];
        input.readBytes(whole);
        words.add(whole);
        takenBytes = announcedBytes;
        return takeLineEnd(input);
    }

    private int takeLength(ByteBuf input, int line) throws MalformedRequest {
        long length = takeNumber(input, line);
        if (length < 0) {
            throw new MalformedRequest("invalid bulk length");
        }
        if (length > longestWordBytes) {
            throw MalformedRequest.tooLarge("invalid bulk length");
        }
        announcedBytes += length + BYTES_A_WORD;
        if (announcedBytes > mostRequestBytes) {
            throw MalformedRequest.tooLarge("too big request");
        }
        return (int) length;
    }

    private static boolean takeLineEnd(ByteBuf input) throws MalformedRequest {
        int at = input.readerIndex();
        int there = Math.min(2, input.readableBytes());
        if ((there > 0 && input.getByte(at) != '\r') || (there > 1 && input.getByte(at + 1) != '\n')) {
            throw new MalformedRequest("expected CRLF after a bulk string");
        }
        if (there < 2) {
            return false;
        }
        input.skipBytes(2);
        return true;
    }

    /** How many bytes stand before the next line feed; -1 if there is none yet. */
    private int lineLength(ByteBuf input, int longest, String tooLong) throws MalformedRequest {
        int start = input.readerIndex();
        int end = input.indexOf(start + searchedBytes, input.writerIndex(), (byte) '\n');
        if ((end < 0 ? input.readableBytes() : end - start) > longest) {
            throw new MalformedRequest(tooLong);
        }
        searchedBytes = end < 0 ? input.readableBytes() : 0;
        return end < 0 ? -1 : end - start;
    }

    /** Takes a line of a type, a decimal number and CR LF. */
    private static long takeNumber(ByteBuf input, int length) {
        int at = input.readerIndex() + 1;
        int end = input.readerIndex() + length - 1;
        input.skipBytes(length + 1);
        if (end <= at || input.getByte(end) != '\r') {
            return NOT_A_NUMBER;
        }
        boolean negative = input.getByte(at) == '-';
        if (negative) {
            at++;
        }
        // Eighteen digits cannot overflow, and no number that long is allowed anywhere.
        if (at == end || end - at > 18) {
            return NOT_A_NUMBER;
        }
        long number = 0;
        for (; at < end; at++) {
            int digit = input.getByte(at) - '0';
            if (digit < 0 || digit > 9) {
                return NOT_A_NUMBER;
            }
            number = number * 10 + digit;
        }
        return negative ? -number : number;
    }
}
