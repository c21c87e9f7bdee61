package dev.reeve.door.workq;

import dev.reeve.net.Connections;
import dev.reeve.net.Protocol;
import dev.reeve.net.Session;
import dev.reeve.node.Requests;
import java.util.Set;

/**
 * The Workq door: settings and state shared by the connections of a listener. There may be two listeners, which differ
 * only in the reply to {@code lease}.
 */
public final class WorkqDoor implements Protocol.Factory {
    private final Requests node;
    private final Connections connections;
    private final WorkqSettings settings;
    private final long startedAtMicros;
    private final RequestLine line;
    private final boolean ttrInLease;

    public WorkqDoor(Requests node, Connections connections, WorkqSettings settings) {
        this(node, connections, settings, node.clock().nowMicros(), false);
    }

    private WorkqDoor(
            Requests node, Connections connections, WorkqSettings settings, long startedAtMicros, boolean ttrInLease) {
        this.node = node;
        this.connections = connections;
        this.settings = settings;
        this.startedAtMicros = startedAtMicros;
        this.line = new RequestLine(settings.longestNameBytes());
        this.ttrInLease = ttrInLease;
    }

    /** The names of all commands, those of {@code inspect} with the kind of object. */
    public static Set<String> commands() {
        return WorkqCommands.names();
    }

    @Override
    public String name() {
        return "workq";
    }

    @Override
    public Protocol open(Session session) {
        return new WorkqProtocol(this, session);
    }

    @Override
    public byte[] tooManyConnections() {
        return WorkqReplies.TOO_MANY_CONNECTIONS;
    }

    /** This door for a listener whose clients expect the ttr in the reply to {@code lease}. */
    public WorkqDoor withTtr() {
        return new WorkqDoor(node, connections, settings, startedAtMicros, true);
    }

    /** Whether the reply to {@code lease} contains the ttr: some clients require it, others cannot read it. */
    boolean hasTtrInLease() {
        return ttrInLease;
    }

    /** The node as the client of the session reaches it. There is no other way to it. */
    Requests node(Session session) {
        return session.requests(node);
    }

    WorkqSettings settings() {
        return settings;
    }

    long startedAtMicros() {
        return startedAtMicros;
    }

    int activeClients() {
        return connections.count();
    }

    /** The shared line; only one line is parsed at a time. */
    RequestLine line() {
        return line;
    }

    /** Throws the given error unless the argument is a valid payload size. */
    void checkSize(RequestLine from, int arg, ClientError otherwise) throws BadLine {
        from.number(arg, 0, settings.mostPayloadBytes(), otherwise);
    }
}
