package dev.reeve.cluster.member;

import dev.reeve.cluster.Member;
import dev.reeve.cluster.Replica;
import dev.reeve.node.Loop;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The frames between members: each goes to the part of this member that it is for. Loop only, except where noted. */
final class MemberFrames {
    /** The kind of a frame with a message of {@code Neighbours}. */
    private static final byte MESSAGE = 5;

    /** Who takes the frames that are not the replica's. */
    interface Takers {
        void heard(NodeReport report);

        void asked(MemberChange.Question question);

        void answered(MemberChange.Answer answer);

        void told(byte[] message);
    }

    private final Member self;
    private final Loop loop;
    private final Replica replica;
    private final Takers takers;
    private volatile Replica.@Nullable Links links;

    MemberFrames(Member self, Loop loop, Replica replica, Takers takers) {
        this.self = self;
        this.loop = loop;
        this.replica = replica;
        this.takers = takers;
    }

    /** Makes the connections to the others. Any thread. */
    void open(Group group) {
        links = group.link(this::received, to -> loop.execute(() -> replica.linkBroken(to)));
    }

    Replica.Links links() {
        return Objects.requireNonNull(links, "the member has not started");
    }

    /** A frame of another member came. False if it is none. Any thread. */
    private boolean received(byte[] frame) {
        NodeReport report = NodeReport.decode(frame);
        if (report != null) {
            return passed(takers::heard, report);
        }
        MemberChange.Question question = MemberChange.Question.decode(frame);
        if (question != null) {
            return passed(takers::asked, question);
        }
        MemberChange.Answer answer = MemberChange.Answer.decode(frame);
        if (answer != null) {
            return passed(takers::answered, answer);
        }
        if (frame.length > 0 && frame[0] == MESSAGE) {
            return passed(takers::told, Arrays.copyOfRange(frame, 1, frame.length));
        }
        return replica.received(frame);
    }

    private <T> boolean passed(Consumer<T> taker, T content) {
        loop.execute(() -> taker.accept(content));
        return true;
    }

    /** Tells the other ones of these members something that may be lost. */
    void tell(List<Member> members, byte[] message) {
        byte[] frame = ByteBuffer.allocate(1 + message.length)
                .put(MESSAGE)
                .put(message)
                .array();
        for (Member member : members) {
            if (!member.equals(self)) {
                links().offer(member, frame);
            }
        }
    }
}
