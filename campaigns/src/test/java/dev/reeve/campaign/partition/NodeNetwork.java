package dev.reeve.campaign.partition;

import java.io.IOException;
import java.util.List;

/** The network between nodes, which are counted from 0. What is cut or slow stays so until it is healed. */
interface NodeNetwork extends AutoCloseable {
    /** The best that this machine and user allow: namespaces for root on Linux, else loopback addresses. */
    static NodeNetwork create(int nodes) throws IOException, InterruptedException {
        return NamespaceNetwork.isPossible() ? new NamespaceNetwork(nodes) : new LoopbackNetwork();
    }

    /** The address of a node, for the other nodes and for clients. */
    String host(int node);

    /** The program by which a process is started on the node; empty for none. */
    List<String> program(int node);

    /** Whether links can be cut and slowed down. */
    boolean hasLinks();

    /** Nothing from one node reaches the other; the other direction and clients are left alone. */
    void cut(int from, int to) throws IOException, InterruptedException;

    /** All that the node sends, to nodes and to clients, takes a long time. */
    void slow(int node) throws IOException, InterruptedException;

    /** All links are whole and fast. */
    void heal() throws IOException, InterruptedException;

    @Override
    void close() throws IOException, InterruptedException;
}
