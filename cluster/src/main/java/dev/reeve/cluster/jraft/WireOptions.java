package dev.reeve.cluster.jraft;

import com.alipay.sofa.jraft.option.NodeOptions;
import dev.reeve.cluster.wire.Wire;

/** The options of a node with its wire, which the library carries to {@link WireFactory}. */
final class WireOptions extends NodeOptions {
    private final Wire wire;
    private WireClient.Followers followers = index -> false;

    WireOptions(Wire wire) {
        this.wire = wire;
    }

    void followers(WireClient.Followers by) {
        followers = by;
    }

    WireClient.Followers followers() {
        return followers;
    }

    Wire wire() {
        return wire;
    }
}
