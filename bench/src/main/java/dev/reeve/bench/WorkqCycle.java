package dev.reeve.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** Workq: add, lease, complete. */
final class WorkqCycle implements Cycle {
    private static final AtomicInteger CLIENTS = new AtomicInteger();
    private static final String PAYLOAD = "x".repeat(200);

    private final Wire wire;
    private final int depth;
    private final String queue = "workq-" + CLIENTS.incrementAndGet();

    WorkqCycle(int port, int depth) throws IOException {
        this.wire = new Wire(port);
        this.depth = depth;
    }

    @Override
    public int turn() throws IOException {
        for (int i = 0; i < depth; i++) {
            wire.send("add " + UUID.randomUUID() + " " + queue + " 60000 1000 200\r\n" + PAYLOAD + "\r\n");
        }
        wire.flush();
        for (int i = 0; i < depth; i++) {
            wire.expect("+OK");
        }
        for (int i = 0; i < depth; i++) {
            wire.send("lease " + queue + " 1000\r\n");
        }
        wire.flush();
        List<String> ids = new ArrayList<>(depth);
        for (int i = 0; i < depth; i++) {
            wire.expect("+OK 1");
            String head = wire.line();
            ids.add(head.substring(0, head.indexOf(' ')));
            wire.line();
        }
        for (String id : ids) {
            wire.send("complete " + id + " 2\r\nok\r\n");
        }
        wire.flush();
        for (int i = 0; i < depth; i++) {
            wire.expect("+OK");
        }
        return depth;
    }

    @Override
    public void close() throws IOException {
        wire.close();
    }
}
