package dev.reeve.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** qless, as today's clients call it: put, pop, complete. */
final class QlessCycle implements Cycle {
    private static final AtomicInteger CLIENTS = new AtomicInteger();
    private static final String PAYLOAD = "\"" + "x".repeat(198) + "\"";

    private final Wire wire;
    private final int depth;
    private final String queue = "qless-" + CLIENTS.incrementAndGet();
    private final String script;

    QlessCycle(int port, int depth) throws IOException {
        this.wire = new Wire(port);
        this.depth = depth;
        command("SCRIPT", "LOAD", "-- QlessAPI");
        wire.flush();
        wire.expect("$40");
        this.script = wire.line();
    }

    @Override
    public int turn() throws IOException {
        for (int i = 0; i < depth; i++) {
            call("put", "w", queue, UUID.randomUUID().toString().replace("-", ""), "klass", PAYLOAD, "0");
        }
        wire.flush();
        for (int i = 0; i < depth; i++) {
            wire.expect("$32");
            wire.line();
        }
        for (int i = 0; i < depth; i++) {
            call("pop", queue, "w", "1");
        }
        wire.flush();
        List<String> ids = new ArrayList<>(depth);
        for (int i = 0; i < depth; i++) {
            wire.expect("$");
            String job = wire.expect("[{\"jid\":\"");
            ids.add(job.substring(9, 41));
        }
        for (String id : ids) {
            call("complete", id, "w", queue, "{}");
        }
        wire.flush();
        for (int i = 0; i < depth; i++) {
            wire.expect("$8");
            wire.expect("complete");
        }
        return depth;
    }

    private void call(String name, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of("EVALSHA", script, "0", name, now()));
        words.addAll(List.of(arguments));
        command(words.toArray(String[]::new));
    }

    private static String now() {
        long millis = System.currentTimeMillis();
        return millis / 1000 + "." + String.format("%03d", millis % 1000);
    }

    private void command(String... words) throws IOException {
        StringBuilder text = new StringBuilder("*" + words.length + "\r\n");
        for (String word : words) {
            text.append('$')
                    .append(word.getBytes(StandardCharsets.UTF_8).length)
                    .append("\r\n")
                    .append(word)
                    .append("\r\n");
        }
        wire.send(text.toString());
    }

    @Override
    public void close() throws IOException {
        wire.close();
    }
}
