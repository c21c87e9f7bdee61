package dev.reeve.server.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.server.testing.GoqueueClient;
import dev.reeve.server.testing.GoqueueClient.Reserved;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the Go Job Queue door has acknowledged survives SIGKILL in the middle of more. */
@Timeout(180)
class GoqueueKillTest {
    private static final int ROUNDS = 3;
    private static final int DELETED = 20;
    private static final int ADDED = 1000;

    @Test
    void what_was_acknowledged_is_there(@TempDir Path data) throws Exception {
        List<Long> deleted = new ArrayList<>();
        List<Long> added = List.of();
        for (int round = 0; round < ROUNDS; round++) {
            try (ServerProcess server = ServerProcess.start(data, "goqueue.port=0")) {
                GoqueueClient client = GoqueueClient.at(server.awaitReady("goqueue"));
                check(client, "q" + (round - 1), added, deleted);
                deleted.addAll(addAndDelete(client));
                added = addUntilKilled(server, client, "q" + round);
            }
        }
        try (ServerProcess server = ServerProcess.start(data, "goqueue.port=0")) {
            check(GoqueueClient.at(server.awaitReady("goqueue")), "q" + (ROUNDS - 1), added, deleted);
        }
    }

    private static List<Long> addAndDelete(GoqueueClient client) {
        List<Long> deleted = new ArrayList<>();
        for (int i = 0; i < DELETED; i++) {
            long id = client.add("done", 0, 60, new byte[0]);
            client.delete(id);
            deleted.add(id);
        }
        return deleted;
    }

    private static List<Long> addUntilKilled(ServerProcess server, GoqueueClient client, String queue)
            throws InterruptedException {
        List<Long> added = new ArrayList<>();
        Thread sender = new Thread(() -> sendUntilGone(client, queue), "sender");
        sender.start();
        while (added.size() < ADDED) {
            added.add(client.expectAdded());
        }
        server.kill();
        try {
            while (true) {
                added.add(client.expectAdded());
            }
        } catch (AssertionError | RuntimeException gone) {
            sender.join();
        }
        return added;
    }

    private static void sendUntilGone(GoqueueClient client, String queue) {
        try {
            for (int i = 0; true; i++) {
                client.raw().sendRaw(GoqueueClient.addFrame(queue, 7, 3600, data(i)));
            }
        } catch (UncheckedIOException gone) {
            // That is what it waits for.
        }
    }

    private static byte[] data(int i) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(i).array();
    }

    /** Everything acknowledged is there once, in order, and nothing that was deleted is. */
    private static void check(GoqueueClient client, String queue, List<Long> added, List<Long> deleted) {
        added.forEach(id -> client.raw().sendRaw(GoqueueClient.reserveFrame(queue, 1)));
        for (int i = 0; i < added.size(); i++) {
            assertThat(client.expectReserved())
                    .usingRecursiveComparison()
                    .isEqualTo(new Reserved(added.get(i), 7, 3600, "reserved", data(i)));
        }
        for (long id : deleted) {
            client.raw().sendRaw(GoqueueClient.deleteFrame(id));
            client.expect("ERROR", "Job " + id + " does not exist");
        }
    }
}
