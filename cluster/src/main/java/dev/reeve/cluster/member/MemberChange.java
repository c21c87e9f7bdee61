package dev.reeve.cluster.member;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A change of who belongs to the cluster, or leads it.
 *
 * @param node the name of the node
 * @param host where it is reached, if it is to join
 */
public record MemberChange(Kind kind, String node, String host, int port) {
    /** What changes. The names are on the wire. */
    public enum Kind {
        /** The node becomes the leader. */
        TRANSFER,
        /** The node becomes a member. */
        JOIN,
        /** The node is no member any more. */
        LEAVE
    }

    /** How a change ended. The names are on the wire. */
    public enum End {
        DONE,
        /** It was not done yet when the caller had waited long enough; it goes on. */
        GOES_ON,
        NO_SUCH_NODE,
        REFUSED,
        NO_LEADER
    }

    /**
     * The answer to the one who asked for a change.
     *
     * @param detail why it was refused; what should be done next if it is done, or empty
     */
    public record Result(End end, String detail) {
        static Result of(End end) {
            return new Result(end, "");
        }

        /** A change after which there are so many members. */
        static Result done(int members) {
            String advice = ClusterStatus.advice(members);
            return new Result(End.DONE, advice == null ? "" : advice);
        }

        static Result refused(String why) {
            return new Result(End.REFUSED, why);
        }
    }

    /** A change on its way to the leader: kind of frame (1), call (8), number of the asking member (4), port (4), texts. */
    record Question(long call, int asker, MemberChange change) {
        static final byte KIND = 3;
        private static final int FIXED_BYTES = 1 + Long.BYTES + 2 * Integer.BYTES;

        byte[] encode() {
            String kind = change.kind.name();
            ByteBuffer out = ByteBuffer.allocate(
                    FIXED_BYTES + FrameBytes.size(kind) + FrameBytes.size(change.node) + FrameBytes.size(change.host));
            out.put(KIND).putLong(call).putInt(asker).putInt(change.port);
            FrameBytes.put(out, kind);
            FrameBytes.put(out, change.node);
            FrameBytes.put(out, change.host);
            return out.array();
        }

        static @Nullable Question decode(byte[] frame) {
            ByteBuffer in = ByteBuffer.wrap(frame);
            try {
                if (in.get() != KIND) {
                    return null;
                }
                long call = in.getLong();
                int asker = in.getInt();
                int port = in.getInt();
                Kind kind = Kind.valueOf(FrameBytes.get(in));
                return new Question(call, asker, new MemberChange(kind, FrameBytes.get(in), FrameBytes.get(in), port));
            } catch (BufferUnderflowException | IllegalArgumentException e) {
                return null;
            }
        }
    }

    /** The leader's answer: kind of frame (1), call (8), texts. */
    record Answer(long call, Result result) {
        static final byte KIND = 4;
        private static final int FIXED_BYTES = 1 + Long.BYTES;

        byte[] encode() {
            String end = result.end.name();
            ByteBuffer out = ByteBuffer.allocate(FIXED_BYTES + FrameBytes.size(end) + FrameBytes.size(result.detail));
            out.put(KIND).putLong(call);
            FrameBytes.put(out, end);
            FrameBytes.put(out, result.detail);
            return out.array();
        }

        static @Nullable Answer decode(byte[] frame) {
            ByteBuffer in = ByteBuffer.wrap(frame);
            try {
                return in.get() == KIND
                        ? new Answer(in.getLong(), new Result(End.valueOf(FrameBytes.get(in)), FrameBytes.get(in)))
                        : null;
            } catch (BufferUnderflowException | IllegalArgumentException e) {
                return null;
            }
        }
    }
}
