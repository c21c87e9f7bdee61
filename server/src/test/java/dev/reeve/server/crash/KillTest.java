package dev.reeve.server.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real server, killed at random moments under load and during its start, always on the same data. More kills:
 * {@code -Dreeve.kills=2000}; the same choices again: {@code -Dreeve.seed=N}.
 */
class KillTest {
    private static final int KILLS = Integer.getInteger("reeve.kills", 30);
    private static final long SEED = Long.getLong("reeve.seed", System.nanoTime());
    private static final int CLIENTS = 4;
    private static final int MOST_ANSWERS = 2_500;
    private static final long LONGEST_START_MICROS = TimeUnit.SECONDS.toMicros(1);
    private static final String[] SEGMENT_SIZES = {"64KiB", "64KiB", "128KiB", "1MiB"};
    private static final String[] DURABILITIES = {"always", "always", "always", "interval", "os"};

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final List<LoadClient> clients = new ArrayList<>();
    private final ForegroundPair pair = new ForegroundPair(random.split());

    @TempDir
    private Path data;

    @Test
    void nothing_acknowledged_is_lost_when_the_server_is_killed() throws Exception {
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(new LoadClient("q" + i, random.split()));
        }
        int kill = 0;
        try {
            while (kill < KILLS) {
                kill++;
                oneLife();
            }
            stopCleanly();
        } catch (Exception | AssertionError e) {
            throw new AssertionError("seed " + SEED + ", after kill " + kill + ": " + e.getMessage(), e);
        }
        long acknowledged = clients.stream()
                .mapToLong(client -> client.record().acknowledged())
                .sum();
        System.out.printf("kill: seed %d, %d kills, %d acknowledgements kept%n", SEED, KILLS, acknowledged);
        assertThat(acknowledged).isPositive();
    }

    private void oneLife() throws Exception {
        try (ServerProcess server = start()) {
            if (random.nextInt(6) == 0) {
                boolean ended = server.awaitExit(random.nextLong(LONGEST_START_MICROS));
                assertThat(ended).as("%s", server.lines()).isFalse();
            } else {
                int port = server.awaitReady();
                verify(port, false);
                work(server, port);
            }
            server.kill();
        }
    }

    private ServerProcess start() throws IOException {
        return ServerProcess.start(
                data,
                "journal.segment-size=" + SEGMENT_SIZES[random.nextInt(SEGMENT_SIZES.length)],
                "durability=" + DURABILITIES[random.nextInt(DURABILITIES.length)],
                "journal.sync-interval=50ms");
    }

    private void work(ServerProcess server, int port) throws Exception {
        Load load = new Load(1 + random.nextInt(MOST_ANSWERS));
        clients.forEach(client -> load.start(to -> client.work(port, to)));
        load.start(to -> pair.call(port, to));
        load.start(to -> pair.work(port, to));
        load.awaitAnswers();
        load.expectEnd();
        server.awaitExit(random.nextLong(20_000));
        server.kill();
        load.join();
        clients.forEach(LoadClient::lostConnection);
    }

    private void verify(int port, boolean allDeleted) throws IOException {
        try (WorkqClient connection = new WorkqClient(port)) {
            for (LoadClient client : clients) {
                client.verify(connection, allDeleted);
            }
            pair.verify(connection);
        }
    }

    private void stopCleanly() throws Exception {
        try (ServerProcess server = start()) {
            server.awaitReady();
            server.terminate();
            assertThat(server.awaitExit()).as("%s", server.lines()).isZero();
        }
        try (ServerProcess server = start()) {
            verify(server.awaitReady(), true);
        }
    }
}
