package dev.reeve.door.goqueue;

import dev.reeve.engine.job.JobId;
import dev.reeve.net.Protocol;
import dev.reeve.net.Session;
import dev.reeve.node.Requests;
import java.security.SecureRandom;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** The Go Job Queue door: settings and state shared by all its connections. */
public final class GoqueueDoor implements Protocol.Factory {
    private static final long VERSION_BITS = 0xF000L;
    private static final long VERSION_4 = 0x4000L;
    private static final long VARIANT_2 = 1L << 63;

    private final Requests node;
    private final FrameHeader head;
    private final SplittableRandom idHeads = new SplittableRandom(new SecureRandom().nextLong());
    private final SplittableRandom idTails = new SplittableRandom(new SecureRandom().nextLong());

    public GoqueueDoor(Requests node, GoqueueSettings settings) {
        this.node = node;
        this.head = new FrameHeader(settings);
    }

    /** The names of all commands. */
    public static Set<String> commands() {
        return GoqueueCommands.ALL.stream().map(FrameSpec::name).collect(Collectors.toSet());
    }

    @Override
    public String name() {
        return "goqueue";
    }

    @Override
    public Protocol open(Session session) {
        return new GoqueueProtocol(this, session);
    }

    @Override
    public byte[] tooManyConnections() {
        return GoqueueReplies.TOO_MANY_CONNECTIONS;
    }

    /** The node as the client of the session reaches it. There is no other way to it. */
    Requests node(Session session) {
        return session.requests(node);
    }

    /**
     * A random UUID as the string id of a job, which other doors show. It need not be hard to guess, because this
     * protocol addresses jobs by consecutive numbers.
     */
    JobId newId() {
        return JobId.ofUuid((idHeads.nextLong() & ~VERSION_BITS) | VERSION_4, (idTails.nextLong() >>> 2) | VARIANT_2);
    }

    /** The shared header; only one header is decoded at a time. */
    FrameHeader head() {
        return head;
    }
}
