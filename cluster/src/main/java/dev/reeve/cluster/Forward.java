package dev.reeve.cluster;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Commands on their way from a node to the leader, in order. On the wire: kind of frame (1), epoch (8), origin (8), number of the first (8), then
 * for each the length (4) and the bytes.
 *
 * @param epoch the term of the leader that it is meant for
 * @param first the number of the first command; the others follow without a gap
 */
record Forward(long epoch, long origin, long first, List<byte[]> commands) {
    /** The first byte of a frame says what it is. */
    static final byte KIND = 1;

    private static final int HEADER_BYTES = 1 + 3 * Long.BYTES;

    byte[] encode() {
        int bytes = HEADER_BYTES;
        for (byte[] command : commands) {
            bytes = Math.addExact(bytes, Integer.BYTES + command.length);
        }
        ByteBuffer out = ByteBuffer.allocate(bytes)
                .put(KIND)
                .putLong(epoch)
                .putLong(origin)
                .putLong(first);
        commands.forEach(command -> out.putInt(command.length).put(command));
        return out.array();
    }

    /** The frame, or null if these bytes are none. */
    static @Nullable Forward decode(byte[] bytes) {
        if (bytes.length < HEADER_BYTES) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        if (in.get() != KIND) {
            return null;
        }
        long epoch = in.getLong();
        long origin = in.getLong();
        long first = in.getLong();
        List<byte[]> commands = new ArrayList<>();
        while (in.hasRemaining()) {
            int length = in.remaining() < Integer.BYTES ? -1 : in.getInt();
            if (length < 0 || length > in.remaining()) {
                return null;
            }
            byte[] command = new byte[length];
            in.get(command);
            commands.add(command);
        }
        return new Forward(epoch, origin, first, commands);
    }
}
