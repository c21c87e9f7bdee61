package dev.reeve.door.qless;

import dev.reeve.net.PayloadReader;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An incremental decoder of requests. A request is an array of bulk strings, or a line of words.
 *
 * <p>Invariant: memory is allocated for received bytes only, never for an announced length or count. A request takes at most
 * {@code mostRequestBytes}, including the overhead of its words.
 */
final class RequestDecoder {
    private static final int LONGEST_LINE_BYTES = 64 * 1024;
    private static final int LONGEST_NUMBER_BYTES = 32;
    private static final int MOST_WORDS = 1024 * 1024;
    private static final int WORD_OVERHEAD_BYTES = 32;
    private static final int INITIAL_CAPACITY_WORDS = 16;
    private static final int LINE_END_BYTES = 2;
    private static final long NOT_A_NUMBER = Long.MIN_VALUE;

    private final int longestWordBytes;
    private final long mostRequestBytes;
    private int searchedBytes;
    private int missingWords;
    private List<byte[]> words = new ArrayList<>();
    private long announcedBytes;
    private long bufferedBytes;
    private @Nullable PayloadReader word;

    RequestDecoder(int longestWordBytes, long mostRequestBytes) {
        this.longestWordBytes = longestWordBytes;
        this.mostRequestBytes = mostRequestBytes;
    }

    /** The words of the next request, an empty list for an empty request; null if the request is not complete yet. */
    @Nullable
    List<byte[]> next(ByteBuf input) throws MalformedRequest {
        if (missingWords == 0) {
            if (!input.isReadable()) {
                return null;
            }
            if (input.getByte(input.readerIndex()) != '*') {
                return readInline(input);
            }
            if (!readCount(input)) {
                return null;
            }
        }
        while (missingWords > 0) {
            if (!readWord(input)) {
                return null;
            }
            missingWords--;
        }
        List<byte[]> request = words;
        words = new ArrayList<>(INITIAL_CAPACITY_WORDS);
        announcedBytes = 0;
        bufferedBytes = 0;
        return request;
    }

    /** The buffered bytes of the incomplete request. */
    long heldBytes() {
        return bufferedBytes + (word == null ? 0 : word.heldBytes());
    }

    private @Nullable List<byte[]> readInline(ByteBuf input) throws MalformedRequest {
        int length = lineLength(input, LONGEST_LINE_BYTES, "too big inline request");
        if (length < 0) {
            return null;
        }
        byte[] line = new byte[length];
        input.readBytes(line);
        input.skipBytes(1);
        return InlineRequest.words(line);
    }

    private boolean readCount(ByteBuf input) throws MalformedRequest {
        int length = lineLength(input, LONGEST_NUMBER_BYTES, "too big mbulk count string");
        if (length < 0) {
            return false;
        }
        long count = readNumber(input, length);
        if (count == NOT_A_NUMBER || count > MOST_WORDS) {
            throw new MalformedRequest("invalid multibulk length");
        }
        // An empty request is ignored, as in Redis.
        missingWords = (int) Math.max(0, count);
        return true;
    }

    private boolean readWord(ByteBuf input) throws MalformedRequest {
        PayloadReader reader = word;
        if (reader == null) {
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
            int length = readLength(input, line);
            if (input.readableBytes() >= length + LINE_END_BYTES) {
                return readWhole(input, length);
            }
            reader = new PayloadReader(length);
            word = reader;
        }
        if (!reader.read(input) || !readLineEnd(input)) {
            return false;
        }
        words.add(reader.bytes());
        bufferedBytes = announcedBytes;
        word = null;
        return true;
    }

    /** The fast path for a word that is completely in the input, as nearly all are. */
    private boolean readWhole(ByteBuf input, int length) throws MalformedRequest {
        byte[] whole = new byte[length];
        input.readBytes(whole);
        words.add(whole);
        bufferedBytes = announcedBytes;
        return readLineEnd(input);
    }

    private int readLength(ByteBuf input, int line) throws MalformedRequest {
        long length = readNumber(input, line);
        if (length < 0) {
            throw new MalformedRequest("invalid bulk length");
        }
        if (length > longestWordBytes) {
            throw MalformedRequest.tooLarge("invalid bulk length");
        }
        announcedBytes += length + WORD_OVERHEAD_BYTES;
        if (announcedBytes > mostRequestBytes) {
            throw MalformedRequest.tooLarge("too big request");
        }
        return (int) length;
    }

    private static boolean readLineEnd(ByteBuf input) throws MalformedRequest {
        int at = input.readerIndex();
        int available = Math.min(2, input.readableBytes());
        if ((available > 0 && input.getByte(at) != '\r') || (available > 1 && input.getByte(at + 1) != '\n')) {
            throw new MalformedRequest("expected CRLF after a bulk string");
        }
        if (available < 2) {
            return false;
        }
        input.skipBytes(2);
        return true;
    }

    /** The number of bytes before the next line feed; -1 if there is none yet. */
    private int lineLength(ByteBuf input, int longest, String tooLong) throws MalformedRequest {
        int start = input.readerIndex();
        int end = input.indexOf(start + searchedBytes, input.writerIndex(), (byte) '\n');
        if ((end < 0 ? input.readableBytes() : end - start) > longest) {
            throw new MalformedRequest(tooLong);
        }
        searchedBytes = end < 0 ? input.readableBytes() : 0;
        return end < 0 ? -1 : end - start;
    }

    /** Reads a line with a type, a decimal number and CR LF. */
    private static long readNumber(ByteBuf input, int length) {
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
        // Eighteen digits cannot overflow. All limits are smaller than that.
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
