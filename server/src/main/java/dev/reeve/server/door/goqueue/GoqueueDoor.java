package dev.reeve.server.door.goqueue;

import dev.reeve.server.net.Protocol;
import dev.reeve.server.net.Session;
import dev.reeve.server.node.Node;

/** What all Go Job Queue connections share. */
public final class GoqueueDoor implements Protocol.Factory {
    private final Node node;
    private final Head head;

    public GoqueueDoor(Node node, GoqueueSettings settings) {
        this.node = node;
        this.head = new Head(settings);
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
        return Words.TOO_MANY_CONNECTIONS;
    }

    Node node() {
        return node;
    }

    /** The head being read; there is only one at a time. */
    Head head() {
        return head;
    }
}
