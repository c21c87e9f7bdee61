package dev.reeve.server.across;

import dev.reeve.testkit.GoqueueClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A Go Job Queue client. */
final class GoqueueSide implements DoorSide {
    private final GoqueueClient client;

    GoqueueSide(int port) throws IOException {
        client = GoqueueClient.at(port);
    }

    @Override
    public void add(String queue, String payload) {
        client.add(queue, 0, 60, payload.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public Taken take(String queue) {
        GoqueueClient.Reserved job = client.reserve(queue, 10);
        return new Taken(Long.toString(job.id()), new String(job.data(), StandardCharsets.UTF_8), "");
    }

    @Override
    public void finish(Taken taken) {
        client.delete(Long.parseLong(taken.id()));
    }

    @Override
    public void close() {
        client.raw().close();
    }
}
