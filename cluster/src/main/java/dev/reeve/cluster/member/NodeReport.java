package dev.reeve.cluster.member;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a node tells the others of itself now and then. On the wire: kind of frame (1), number (4), time (8), position (8), readiness (1),
 * version of the engine (4), name, version, the number (2) of other members, each with its number (4) and name, the format of sums (4), and
 * the number (2) of sums, each with its position (8) and the sum (8), the time of the cluster (8), and whether its disk has room (1). Nodes before the first release with sums end after
 * the names, those before the one with the time of the cluster after the sums, those before the one with the room after that time.
 *
 * @param systemMicros the time of its system clock
 * @param position the last entry that it has applied
 * @param engineVersion the newest version of the engine that it has
 * @param clusterMicros the time of the cluster; {@link #UNKNOWN_TIME} if it does not know it, {@link #NO_TIME} if it is of an earlier version
 * @param hasRoom whether its disk is not nearly full; false if it is of an earlier version
 */
record NodeReport(
        int number,
        long systemMicros,
        long position,
        boolean isReady,
        int engineVersion,
        Names names,
        Sums sums,
        long clusterMicros,
        boolean hasRoom) {
    static final long UNKNOWN_TIME = 0;
    static final long NO_TIME = -1;

    /**
     * Sums of its state by the positions of entries.
     *
     * @param format see {@link dev.reeve.engine.format.StateSum#FORMAT}
     */
    record Sums(int format, Map<Long, Long> byPosition) {
        static final Sums NONE = new Sums(0, Map.of());
        private static final int FIXED_BYTES = Integer.BYTES + Short.BYTES;
        private static final int SUM_BYTES = 2 * Long.BYTES;

        Sums {
            byPosition = Map.copyOf(byPosition);
        }

        private int size() {
            return FIXED_BYTES + byPosition.size() * SUM_BYTES;
        }

        private void put(ByteBuffer out) {
            out.putInt(format).putShort((short) byPosition.size());
            byPosition.forEach((position, sum) -> out.putLong(position).putLong(sum));
        }

        private static Sums get(ByteBuffer in) {
            if (!in.hasRemaining()) {
                return NONE;
            }
            int format = in.getInt();
            int count = in.getShort();
            if (count < 0 || count > StateSums.KEPT) {
                throw new IllegalArgumentException(count + " sums");
            }
            Map<Long, Long> sums = new HashMap<>();
            for (int i = 0; i < count; i++) {
                sums.put(in.getLong(), in.getLong());
            }
            return new Sums(format, sums);
        }
    }

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
    private static final int FIXED_BYTES = 3 + 2 * Integer.BYTES + 3 * Long.BYTES;

    /** The time that this node gives if it leads: one of an earlier version goes by its own clock. */
    long leaderMicros() {
        return clusterMicros == NO_TIME ? systemMicros : clusterMicros;
    }

    byte[] encode() {
        ByteBuffer out = ByteBuffer.allocate(FIXED_BYTES + names.size() + sums.size());
        out.put(KIND).putInt(number).putLong(systemMicros).putLong(position).put((byte) (isReady ? 1 : 0));
        out.putInt(engineVersion);
        names.put(out);
        sums.put(out);
        return out.putLong(clusterMicros).put((byte) (hasRoom ? 1 : 0)).array();
    }

    /** The report, or null if the frame is none. */
    static @Nullable NodeReport decode(byte[] frame) {
        ByteBuffer in = ByteBuffer.wrap(frame);
        try {
            return in.get() == KIND
                    ? new NodeReport(
                            in.getInt(),
                            in.getLong(),
                            in.getLong(),
                            in.get() != 0,
                            in.getInt(),
                            Names.get(in),
                            Sums.get(in),
                            in.hasRemaining() ? in.getLong() : NO_TIME,
                            in.hasRemaining() && in.get() != 0)
                    : null;
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            return null;
        }
    }
}
