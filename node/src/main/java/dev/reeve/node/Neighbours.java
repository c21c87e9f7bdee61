package dev.reeve.node;

import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Messages to the other nodes of a cluster that change no state: each node gets them once at most, and loses them if it is slow or away.
 * A server that is alone has no neighbours. Loop only.
 */
public final class Neighbours {
    private Consumer<byte[]> others = message -> {};
    private boolean areThere;
    private Consumer<byte[]> receiver = message -> {};

    /** Sets the way to the other nodes. */
    public void connect(Consumer<byte[]> to) {
        others = to;
        areThere = true;
    }

    /** Sets who gets the messages of other nodes. */
    public void receiver(Consumer<byte[]> takes) {
        receiver = takes;
    }

    /** Tells all other nodes. The message is made only if there are any. */
    public void tell(Supplier<byte[]> message) {
        if (areThere) {
            others.accept(message.get());
        }
    }

    /** Another node has told something. */
    public void told(byte[] message) {
        receiver.accept(message);
    }
}
