package dev.reeve.cluster.jraft;

import com.alipay.sofa.jraft.option.NodeOptions;
import dev.reeve.cluster.wire.Wire;
import java.util.function.LongConsumer;

/** The options of a node with its wire, which the library carries to {@link WireFactory}. */
final class WireOptions extends NodeOptions {
    private final Wire wire;
    private LongConsumer acknowledged = index -> {};

    WireOptions(Wire wire) {
        this.wire = wire;
    }

    /** Sets who is told the index when another member has acknowledged entries up to it, and the library knows. */
    void acknowledged(LongConsumer told) {
        acknowledged = told;
    }

    LongConsumer acknowledged() {
        return acknowledged;
    }

    Wire wire() {
        return wire;
    }
}
