package dev.reeve.door.workq;

import dev.reeve.net.Connections;
import dev.reeve.net.Protocol;
import dev.reeve.net.Session;
import dev.reeve.node.Requests;

/**
 * The Workq door: settings and state shared by all its connections. It may have two listeners, which differ only in the
 * reply to {@code lease}.
 */
public final class WorkqDoor implements Protocol.Factory {
    private final Requests node;
    private final Connections connections;
    private final WorkqSettings settings;
    private final long startedAtMicros;
    private final RequestLine line;
    private final TermsCache terms = new TermsCache();

    public WorkqDoor(Requests node, Connections connections, WorkqSettings settings) {
        this.node = node;
        this.connections = connections;
        this.settings = settings;
        this.line = new RequestLine(settings.longestNameBytes());
        this.startedAtMicros = node.clock().nowMicros();
    }

    @Override
    public String name() {
        return "workq";
    }

    @Override
    public Protocol open(Session session) {
        return new WorkqProtocol(this, session, LeaseReply.PLAIN);
    }

    @Override
    public byte[] tooManyConnections() {
        return WorkqReplies.TOO_MANY_CONNECTIONS;
    }

    /** This door for a listener whose clients expect the ttr in the reply to {@code lease}. */
    public Protocol.Factory withTtr() {
        return new WithTtr();
    }

    private final class WithTtr implements Protocol.Factory {
        @Override
        public String name() {
            return WorkqDoor.this.name();
        }

        @Override
        public Protocol open(Session session) {
            return new WorkqProtocol(WorkqDoor.this, session, LeaseReply.TTR);
        }

        @Override
        public byte[] tooManyConnections() {
            return WorkqDoor.this.tooManyConnections();
        }
    }

    Requests node() {
        return node;
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

    TermsCache terms() {
        return terms;
    }

    /** Throws the given error unless the argument is a valid payload size. */
    void checkSize(RequestLine from, int arg, ClientError otherwise) throws BadLine {
        from.number(arg, 0, settings.mostPayloadBytes(), otherwise);
    }
}
