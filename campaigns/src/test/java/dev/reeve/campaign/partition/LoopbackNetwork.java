package dev.reeve.campaign.partition;

import java.util.List;

/** A loopback address for every node. Nothing can be cut. */
final class LoopbackNetwork implements NodeNetwork {
    private static final int FIRST = 11;

    @Override
    public String host(int node) {
        return "127.0.0." + (FIRST + node);
    }

    @Override
    public List<String> program(int node) {
        return List.of();
    }

    @Override
    public boolean hasLinks() {
        return false;
    }

    @Override
    public void cut(int from, int to) {
        throw new UnsupportedOperationException("loopback cannot be cut");
    }

    @Override
    public void slow(int node) {
        throw new UnsupportedOperationException("loopback cannot be slow");
    }

    @Override
    public void heal() {}

    @Override
    public void close() {}
}
