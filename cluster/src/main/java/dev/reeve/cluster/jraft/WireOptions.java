package dev.reeve.cluster.jraft;

import com.alipay.sofa.jraft.option.NodeOptions;
import dev.reeve.cluster.wire.Wire;

/** The options of a node with its wire, which the library carries to {@link WireFactory}. */
final class WireOptions extends NodeOptions {
    private final Wire wire;

    WireOptions(Wire wire) {
        this.wire = wire;
    }

    Wire wire() {
        return wire;
    }
}
