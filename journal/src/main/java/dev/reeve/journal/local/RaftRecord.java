package dev.reeve.journal.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * A change of a replicated log, as the journal keeps it: a code, then the fields. {@code docs/journal-format.md} has the
 * layout. Entries have a checksum of their own, because they are read back one by one.
 */
sealed interface RaftRecord {
    /** Bytes before those of the entry itself: code, index, term, type, checksum. */
    int ENTRY_HEADER_BYTES = 1 + Long.BYTES + Long.BYTES + 1 + Integer.BYTES;

    int CRC_AT = ENTRY_HEADER_BYTES - Integer.BYTES;
    int ENTRY = 1;
    int CUT_SUFFIX = 2;
    int CUT_PREFIX = 3;
    int RESET = 4;
    int VOTE = 5;

    /** Adds an entry behind the last one. */
    record Append(RaftEntry entry) implements RaftRecord {}

    /** Takes back the entries above {@code last}. */
    record CutSuffix(long last) implements RaftRecord {}

    /** Gives up the entries below {@code first}. */
    record CutPrefix(long first) implements RaftRecord {}

    /** Gives up all entries; the next one has this index. */
    record Reset(long next) implements RaftRecord {}

    record Vote(RaftVote vote) implements RaftRecord {}

    default byte[] encode() {
        if (this instanceof Append append) {
            return encode(append.entry);
        }
        if (this instanceof CutSuffix cut) {
            return encode(CUT_SUFFIX, cut.last);
        }
        if (this instanceof CutPrefix cut) {
            return encode(CUT_PREFIX, cut.first);
        }
        if (this instanceof Reset reset) {
            return encode(RESET, reset.next);
        }
        RaftVote vote = ((Vote) this).vote;
        byte[] candidate = vote.candidate().getBytes(UTF_8);
        return ByteBuffer.allocate(1 + Long.BYTES + candidate.length)
                .put((byte) VOTE)
                .putLong(vote.term())
                .put(candidate)
                .array();
    }

    private static byte[] encode(int code, long index) {
        return ByteBuffer.allocate(1 + Long.BYTES)
                .put((byte) code)
                .putLong(index)
                .array();
    }

    private static byte[] encode(RaftEntry entry) {
        ByteBuffer record = ByteBuffer.allocate(ENTRY_HEADER_BYTES + entry.bytes().length)
                .put((byte) ENTRY)
                .putLong(entry.index())
                .putLong(entry.term())
                .put((byte) entry.type().code())
                .putInt(0)
                .put(entry.bytes());
        return record.putInt(CRC_AT, entryCrc(record)).array();
    }

    /** The checksum of all bytes of an entry's record but its own. */
    private static int entryCrc(ByteBuffer record) {
        CRC32C crc = new CRC32C();
        crc.update(record.slice(0, CRC_AT));
        crc.update(record.slice(ENTRY_HEADER_BYTES, record.capacity() - ENTRY_HEADER_BYTES));
        return (int) crc.getValue();
    }

    /**
     * Decodes a record, which is all of the buffer.
     *
     * @throws IllegalArgumentException if it is none
     */
    static RaftRecord decode(ByteBuffer buffer) {
        ByteBuffer record = buffer.slice();
        require(record.remaining() >= 1 + Long.BYTES, "a record of " + record.remaining() + " bytes");
        int code = record.get();
        if (code == ENTRY) {
            return new Append(decodeEntry(record));
        }
        long number = record.getLong();
        if (code == VOTE) {
            return new Vote(new RaftVote(number, UTF_8.decode(record).toString()));
        }
        require(!record.hasRemaining(), "a record with code " + code + " is too long");
        return switch (code) {
            case CUT_SUFFIX -> new CutSuffix(number);
            case CUT_PREFIX -> new CutPrefix(number);
            case RESET -> new Reset(number);
            default -> throw new IllegalArgumentException("there is no record with code " + code);
        };
    }

    private static RaftEntry decodeEntry(ByteBuffer record) {
        require(record.limit() >= ENTRY_HEADER_BYTES, "an entry of " + record.limit() + " bytes");
        require(record.getInt(CRC_AT) == entryCrc(record), "the checksum of the entry does not match");
        long index = record.getLong();
        long term = record.getLong();
        RaftEntry.Type type = RaftEntry.Type.of(record.get());
        byte[] bytes = new byte[record.limit() - ENTRY_HEADER_BYTES];
        record.position(ENTRY_HEADER_BYTES).get(bytes);
        return new RaftEntry(index, term, type, bytes);
    }

    private static void require(boolean condition, String problem) {
        if (!condition) {
            throw new IllegalArgumentException(problem);
        }
    }
}
