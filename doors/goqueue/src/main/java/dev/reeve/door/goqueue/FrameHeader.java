package dev.reeve.door.goqueue;

import dev.reeve.net.NameCache;
import dev.reeve.net.RefusalKind;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Frame header: a command without the bytes of its data. Headers are short, so an incomplete header is decoded from its
 * start whenever more bytes arrive, and consumed only when it is complete. One instance is shared by all connections,
 * because a header is processed before the next is decoded. Fields are numbered from 0, without the command name.
 */
final class FrameHeader {
    /** The length at which a command name without a null byte is refused. */
    static final int LONGEST_STRING_BYTES = 1024;

    private static final Pattern PLAUSIBLE_WORD = Pattern.compile("[A-Z]+");
    private static final int MOST_SHOWN_CHARS = 64;
    private static final int MOST_FIELDS = 4;

    private final GoqueueSettings settings;
    private final int longestStringBytes;
    private final long[] numbers = new long[MOST_FIELDS];
    private final NameCache names = new NameCache(NameCache::decodeText);
    private final byte[] string;
    private int stringBytes;
    private @Nullable FrameSpec form;
    private @Nullable FrameField missing;
    private long dataBytes;

    FrameHeader(GoqueueSettings settings) {
        this.settings = settings;
        // A name of the longest permitted length must fit together with its null byte.
        this.longestStringBytes = Math.max(LONGEST_STRING_BYTES, settings.longestNameBytes() + 1);
        this.string = new byte[longestStringBytes];
    }

    /** Decodes a header. Returns false if it is incomplete; {@link #ifCutOff} is then the error if the input ends. */
    boolean read(ByteBuf input) throws BadFrame {
        form = null;
        missing = null;
        dataBytes = 0;
        int searched = Math.min(input.readableBytes(), LONGEST_STRING_BYTES);
        int wordEnd = input.bytesBefore(searched, (byte) 0);
        if (wordEnd < 0) {
            if (searched == LONGEST_STRING_BYTES) {
                throw unknown(word(input, searched), true);
            }
            return false;
        }
        FrameSpec found = GoqueueCommands.find(input, wordEnd);
        if (found == null) {
            throw unknownWord(input, wordEnd);
        }
        form = found;
        int end = readFields(found, input, input.readerIndex() + wordEnd + 1);
        if (end < 0) {
            return false;
        }
        input.readerIndex(end);
        return true;
    }

    private static String word(ByteBuf input, int length) {
        return input.toString(input.readerIndex(), length, StandardCharsets.UTF_8);
    }

    /** After an unknown word in capitals the next command may follow; any other text means that framing is lost. */
    private static BadFrame unknownWord(ByteBuf input, int length) {
        String word = word(input, length);
        input.skipBytes(length + 1);
        return unknown(word, !PLAUSIBLE_WORD.matcher(word).matches());
    }

    private static BadFrame unknown(String word, boolean lost) {
        int shown = Math.min(word.codePointCount(0, word.length()), MOST_SHOWN_CHARS);
        String text = "Unknown Command " + word.substring(0, word.offsetByCodePoints(0, shown));
        return new BadFrame(text, lost, RefusalKind.UNKNOWN);
    }

    /** The end index of the fields, or -1 if they are incomplete. */
    private int readFields(FrameSpec of, ByteBuf input, int start) throws BadFrame {
        int at = start;
        for (int i = 0; i < of.fields().size(); i++) {
            FrameField field = of.fields().get(i);
            int length = field.bytes() == 0 ? stringLength(of, field, input, at) : field.bytes();
            if (length < 0 || input.writerIndex() - at < length) {
                missing = field;
                return -1;
            }
            switch (field) {
                case QUEUE, TOKEN -> readString(input, at, length);
                case ID -> numbers[i] = input.getLongLE(at);
                case PRIORITY, TTP, TIMEOUT, DATA -> numbers[i] = input.getUnsignedIntLE(at);
            }
            if (field == FrameField.DATA) {
                checkData(of, numbers[i]);
            }
            at += length;
        }
        return at;
    }

    /** The length of the string with its null byte, or -1 if the null byte has not arrived. */
    private int stringLength(FrameSpec of, FrameField field, ByteBuf input, int at) throws BadFrame {
        int there = input.writerIndex() - at;
        int length = input.bytesBefore(at, Math.min(there, longestStringBytes), (byte) 0);
        if (length < 0 && there >= longestStringBytes) {
            throw new BadFrame(GoqueueReplies.malformed(of, field), true, RefusalKind.MALFORMED);
        }
        return length < 0 ? -1 : length + 1;
    }

    private void readString(ByteBuf input, int at, int length) {
        stringBytes = length - 1;
        input.getBytes(at, string, 0, stringBytes);
    }

    private void checkData(FrameSpec of, long announcedBytes) throws BadFrame {
        if (announcedBytes > settings.mostPayloadBytes()) {
            throw new BadFrame(GoqueueReplies.malformed(of, FrameField.DATA), true, RefusalKind.TOO_LARGE);
        }
        dataBytes = announcedBytes;
    }

    /** The error for an incomplete header; null if not even its command name is complete. */
    @Nullable
    String ifCutOff() {
        return form == null || missing == null ? null : GoqueueReplies.malformed(form, missing);
    }

    /** The command, if its name has been decoded; null if not. */
    @Nullable
    FrameSpec known() {
        return form;
    }

    /** The command of a complete header. */
    FrameSpec form() {
        if (form == null) {
            throw new IllegalStateException("no head has been read");
        }
        return form;
    }

    String queue() throws BadFrame {
        String name = stringBytes > settings.longestNameBytes() ? null : names.find(string, 0, stringBytes);
        if (name == null) {
            throw new BadFrame(GoqueueReplies.INVALID_QUEUE_NAME, false, RefusalKind.MALFORMED);
        }
        return name;
    }

    String token() {
        return new String(string, 0, stringBytes, StandardCharsets.UTF_8);
    }

    long number(int field) {
        return numbers[field];
    }

    /** The length of the data that follows; 0 if the command has none. */
    int dataBytes() {
        return (int) dataBytes;
    }
}
