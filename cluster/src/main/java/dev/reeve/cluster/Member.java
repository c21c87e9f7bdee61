package dev.reeve.cluster;

/**
 * A node of a replicated group.
 *
 * @param number makes an identity that is used once: a node that lost its disk comes back with another number, because it
 *     forgot whom it voted for
 */
public record Member(String host, int port, int number) {
    @Override
    public String toString() {
        return host + ":" + port + "#" + number;
    }
}
