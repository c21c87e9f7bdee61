package dev.reeve.cluster;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The bytes of an entry of the replicated log: a marker, or commands in their order. A marker is a code (1), term (8), origin of
 * the leader (8), its number (4), port (4) and host. Commands are a code (1), then for each: origin (8), number (8), time
 * (8), seed (8), length (4), bytes.
 */
final class LogBatch {
    /** What an entry holds, in order. */
    interface Reader {
        /** A leader begins its term. Everything sequenced by leaders before it came before. */
        void marker(long term, long origin, Member leader);

        void command(long origin, long number, long atMicros, long seed, byte[] command);
    }

    private static final int MARKER = 1;
    private static final int COMMANDS = 2;
    private static final int COMMAND_HEADER_BYTES = 4 * Long.BYTES + Integer.BYTES;
    private static final int INITIAL_BYTES = 4 << 10;

    private ByteBuffer buffer = ByteBuffer.allocate(INITIAL_BYTES);
    private int count;

    boolean isEmpty() {
        return count == 0;
    }

    int bytes() {
        return buffer.position();
    }

    void add(long origin, long number, long atMicros, long seed, byte[] command) {
        int needed = Math.addExact(1 + COMMAND_HEADER_BYTES, command.length);
        if (buffer.remaining() < needed) {
            int capacity = Math.max(Math.addExact(buffer.position(), needed), 2 * buffer.capacity());
            buffer = ByteBuffer.allocate(capacity).put(buffer.flip());
        }
        if (count++ == 0) {
            buffer.put((byte) COMMANDS);
        }
        buffer.putLong(origin).putLong(number).putLong(atMicros).putLong(seed);
        buffer.putInt(command.length).put(command);
    }

    /** The bytes so far; the batch is empty afterwards. */
    byte[] take() {
        byte[] bytes = Arrays.copyOf(buffer.array(), buffer.position());
        clear();
        return bytes;
    }

    void clear() {
        buffer = ByteBuffer.allocate(INITIAL_BYTES);
        count = 0;
    }

    static byte[] marker(long term, long origin, Member leader) {
        byte[] host = leader.host().getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + 2 * Long.BYTES + 2 * Integer.BYTES + host.length)
                .put((byte) MARKER)
                .putLong(term)
                .putLong(origin)
                .putInt(leader.number())
                .putInt(leader.port())
                .put(host)
                .array();
    }

    /**
     * Reads an entry.
     *
     * @throws RuntimeException if it is none: the log of a group holds nothing else
     */
    static void read(byte[] bytes, Reader reader) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        int code = in.get();
        if (code == MARKER) {
            long term = in.getLong();
            long origin = in.getLong();
            int number = in.getInt();
            int port = in.getInt();
            reader.marker(
                    term, origin, new Member(StandardCharsets.UTF_8.decode(in).toString(), port, number));
        } else if (code == COMMANDS) {
            while (in.hasRemaining()) {
                readCommand(in, reader);
            }
        } else {
            throw new IllegalArgumentException("there is no entry with code " + code);
        }
    }

    private static void readCommand(ByteBuffer in, Reader reader) {
        long origin = in.getLong();
        long number = in.getLong();
        long atMicros = in.getLong();
        long seed = in.getLong();
        byte[] command = new byte[in.getInt()];
        in.get(command);
        reader.command(origin, number, atMicros, seed, command);
    }
}
