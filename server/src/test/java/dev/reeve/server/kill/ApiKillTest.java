package dev.reeve.server.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Batches with callbacks, schedules, limits, unique keys, webhooks and bulk adds on a server that is killed again and again,
 * always with the same data. More kills: {@code -Dreeve.api-kills=300}; the same choices again: {@code -Dreeve.seed=N}.
 */
class ApiKillTest {
    private static final int KILLS = Integer.getInteger("reeve.api-kills", 4);
    private static final long SEED = Long.getLong("reeve.seed", System.nanoTime());
    private static final long MOST_MILLIS = 500;

    private final SplittableRandom random = new SplittableRandom(SEED);

    @TempDir
    private Path data;

    @Test
    void what_was_answered_is_kept_and_the_rest_is_there_or_not() throws Exception {
        try (WebhookLoad webhooks = new WebhookLoad()) {
            List<ApiLoad> loads = List.of(
                    new BulkLoad(), new BatchLoad(), new ScheduleLoad(), new LimitLoad(), new UniqueLoad(), webhooks);
            int kill = 0;
            try {
                for (; kill < KILLS; kill++) {
                    oneLife(loads);
                }
                try (ServerProcess server = start();
                        ApiCalls api = new ApiCalls(server.awaitReady("http"))) {
                    loads.forEach(load -> load.check(api));
                    webhooks.awaitDeliveries(api);
                }
            } catch (Exception | AssertionError e) {
                throw new AssertionError("seed " + SEED + ", after kill " + kill + ": " + e.getMessage(), e);
            }
            System.out.printf(
                    "kill-api: seed %d, %d kills, answers kept by load: %s%n",
                    SEED, kill, loads.stream().map(ApiLoad::acknowledged).toList());
            assertThat(loads).allSatisfy(load -> assertThat(load.acknowledged()).isPositive());
        }
    }

    private ServerProcess start() throws Exception {
        return ServerProcess.start(
                data, "http.port=0", "workq.port=off", "webhooks.allow=[\"127.0.0.1\"]", "journal.segment-size=1MiB");
    }

    private void oneLife(List<ApiLoad> loads) throws Exception {
        try (ServerProcess server = start()) {
            int port = server.awaitReady("http");
            try (ApiCalls api = new ApiCalls(port)) {
                loads.forEach(load -> load.check(api));
            }
            Life life = new Life(port, loads);
            life.begin();
            Thread.sleep(random.nextLong(MOST_MILLIS));
            life.killed = true;
            server.kill();
            life.end();
        }
    }

    /** The loads on one server until it is killed. */
    private static final class Life {
        private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        private final List<Thread> threads = new ArrayList<>();
        private final CountDownLatch begun;
        private volatile boolean killed;

        Life(int port, List<ApiLoad> loads) {
            begun = new CountDownLatch(loads.size());
            loads.forEach(load -> threads.add(new Thread(() -> run(port, load))));
        }

        /** Returns when every load has made its first step. */
        void begin() throws InterruptedException {
            threads.forEach(Thread::start);
            assertThat(begun.await(60, TimeUnit.SECONDS)).as("%s", failures).isTrue();
        }

        private void run(int port, ApiLoad load) {
            try (ApiCalls api = new ApiCalls(port)) {
                while (!killed) {
                    load.step(api);
                    begun.countDown();
                }
            } catch (AssertionError | RuntimeException e) {
                if (!killed) {
                    failures.add(e);
                }
            } finally {
                begun.countDown();
            }
        }

        void end() throws InterruptedException {
            for (Thread thread : threads) {
                thread.join();
            }
            if (!failures.isEmpty()) {
                throw new AssertionError(failures.toString(), failures.peek());
            }
        }
    }
}
