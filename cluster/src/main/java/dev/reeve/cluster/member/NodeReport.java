package dev.reeve.cluster.member;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a node tells the others of itself now and then. On the wire: kind of frame (1), number (4), time (8), position (8), readiness (1),
 * version of the engine (4), name, version, and the number (2) of other members, each with its number (4) and name.
 *
 * @param systemMicros the time of its system clock
 * @param position the last entry that it has applied
 * @param engineVersion the newest version of the engine that it has
 */
record NodeReport(int number, long systemMicros, long position, boolean isReady, int engineVersion, Names names) {
    /**
     * Names that it tells.
     *
     * @param version of the program
     * @param others the names of other members by their numbers
     */
    record Names(String name, String version, Map<Integer, String> others) {
        private static final int MOST_OTHERS = 1000;

        Names {
            others = Map.copyOf(others);
        }

        private int size() {
            return FrameBytes.size(name)
                    + FrameBytes.size(version)
                    + Short.BYTES
                    + others.values().stream()
                            .mapToInt(other -> Integer.BYTES + FrameBytes.size(other))
                            .sum();
        }

        private void put(ByteBuffer out) {
            FrameBytes.put(out, name);
            FrameBytes.put(out, version);
            out.putShort((short) others.size());
            others.forEach((number, other) -> {
                out.putInt(number);
                FrameBytes.put(out, other);
            });
        }

        private static Names get(ByteBuffer in) {
            String name = FrameBytes.get(in);
            String version = FrameBytes.get(in);
            Map<Integer, String> others = new HashMap<>();
            int count = in.getShort();
            if (count < 0 || count > MOST_OTHERS) {
                throw new IllegalArgumentException(count + " members");
            }
            for (int i = 0; i < count; i++) {
                others.put(in.getInt(), FrameBytes.get(in));
            }
            return new Names(name, version, others);
        }
    }

    static final byte KIND = 2;
    private static final int FIXED_BYTES = 2 + 2 * Integer.BYTES + 2 * Long.BYTES;

    byte[] encode() {
        ByteBuffer out = ByteBuffer.allocate(FIXED_BYTES + names.size());
        out.put(KIND).putInt(number).putLong(systemMicros).putLong(position).put((byte) (isReady ? 1 : 0));
        out.putInt(engineVersion);
        names.put(out);
        return out.array();
    }

    /** The report, or null if the frame is none. */
    static @Nullable NodeReport decode(byte[] frame) {
        ByteBuffer in = ByteBuffer.wrap(frame);
        try {
            return in.get() == KIND
                    ? new NodeReport(in.getInt(), in.getLong(), in.getLong(), in.get() != 0, in.getInt(), Names.get(in))
                    : null;
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            return null;
        }
    }
}
