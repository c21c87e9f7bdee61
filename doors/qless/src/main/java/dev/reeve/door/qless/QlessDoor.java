package dev.reeve.door.qless;

import dev.reeve.door.qless.call.CallTable;
import dev.reeve.net.Connections;
import dev.reeve.net.Protocol;
import dev.reeve.net.Session;
import dev.reeve.node.Requests;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** The qless door: the state that all its connections share. */
public final class QlessDoor implements Protocol.Factory {
    private static final byte[] TOO_MANY_CONNECTIONS =
            "-ERR max number of clients reached\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Requests node;
    private final Connections connections;
    private final QlessSettings settings;
    private final CallTable calls;
    private final Scripts scripts = new Scripts();
    private final PubSub broker;
    private final long startedAtMicros;
    private long clients;
    private CallingConvention lastConvention = CallingConvention.CURRENT;

    public QlessDoor(Requests node, Connections connections, QlessSettings settings) {
        this.node = node;
        this.connections = connections;
        this.settings = settings;
        this.calls = new CallTable(settings);
        this.broker = new PubSub(settings.allSubscriptionsBytes());
        this.startedAtMicros = node.clock().nowMicros();
        node.loop().execute(() -> {
            node.subscribers(broker);
            node.neighbours().receiver(broker::heard);
        });
    }

    /** The names of all Redis commands, in lower case. */
    public static Set<String> commands() {
        return RedisCommands.names();
    }

    @Override
    public String name() {
        return "qless";
    }

    @Override
    public Protocol open(Session session) {
        return new RedisConnection(this, session);
    }

    @Override
    public byte[] tooManyConnections() {
        return TOO_MANY_CONNECTIONS;
    }

    /** The node as the client of the session reaches it. There is no other way to it. */
    Requests node(Session session) {
        return session.requests(node);
    }

    QlessSettings settings() {
        return settings;
    }

    CallTable calls() {
        return calls;
    }

    Scripts scripts() {
        return scripts;
    }

    /** The form of the last call of any client. */
    CallingConvention lastConvention() {
        return lastConvention;
    }

    void lastConvention(CallingConvention form) {
        lastConvention = form;
    }

    /** Publishes for the clients of the other nodes of a cluster. Loop only. */
    void tellOthers(byte[] channel, byte[] message) {
        node.neighbours().tell(() -> PubSub.toOthers(channel, message));
    }

    PubSub broker() {
        return broker;
    }

    int activeClients() {
        return connections.count();
    }

    long uptimeSeconds() {
        return (node.clock().nowMicros() - startedAtMicros) / 1_000_000;
    }

    long nextClientId() {
        return ++clients;
    }
}
