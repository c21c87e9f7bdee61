package dev.reeve.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.ServerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four workers, while workers and the server are killed and connections are cut: every job is finished exactly once by an
 * acknowledgement, and no handler runs on after its lease was lost without having been told.
 */
@Timeout(600)
class WorkerCrashTest {
    private static final int JOBS = Integer.getInteger("reeve.worker-jobs", 6_000);
    private static final long SEED = Long.getLong("reeve.seed", 20);
    private static final int WORKERS = 4;
    private static final int JOBS_A_KILL = 4_000;
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final JobType<RawJson, RawJson> WORK =
            JobType.of("work", RawJson.class, RawJson.class).queue("work");

    /** Kept, because the JVM forgets the level of a logger that nobody holds. The worker warns of every loss. */
    private static final Logger LOG = Logger.getLogger("dev.reeve.client");

    static {
        LOG.setLevel(Level.OFF);
    }

    @TempDir
    private Path data;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final Map<String, AtomicInteger> acknowledged = new ConcurrentHashMap<>();
    private final Map<String, JobContext> running = new ConcurrentHashMap<>();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();
    private final AtomicInteger completed = new AtomicInteger();
    private final AtomicInteger lost = new AtomicInteger();

    private final class Counting implements WorkerListener {
        @Override
        public void started(JobContext job) {
            JobContext earlier = running.put(job.id(), job);
            if (earlier != null && !earlier.leaseLost()) {
                violations.add(job.id() + " runs twice, and the first handler was not told");
            }
        }

        @Override
        public void lost(JobContext job, String reason) {
            lost.incrementAndGet();
        }

        @Override
        public void finished(JobContext job, String state) {
            if (state.equals("completed")) {
                acknowledged
                        .computeIfAbsent(job.id(), id -> new AtomicInteger())
                        .incrementAndGet();
                completed.incrementAndGet();
            }
        }
    }

    private Worker start(Reeve reeve, int number, int life) {
        return reeve.worker("work")
                .name("w" + number + "." + life)
                .concurrency(50)
                .lease(LEASE)
                .drain(Duration.ofSeconds(20))
                .listener(new Counting())
                .handle(WORK, (payload, job) -> {
                    try {
                        if (payload.text().endsWith("7")) {
                            TimeUnit.MILLISECONDS.sleep(20);
                        }
                        return payload;
                    } finally {
                        running.remove(job.id(), job);
                    }
                })
                .start();
    }

    @Test
    void each_job_is_finished_once_and_none_is_lost() throws Exception {
        System.out.println("worker crash test: " + JOBS + " jobs, seed " + SEED);
        ServerProcess server = ServerProcess.start(data, "http.port=0");
        List<FlakyProxy> proxies = new ArrayList<>();
        List<Reeve> clients = new ArrayList<>();
        List<Worker> workers = new ArrayList<>();
        try {
            for (int i = 0; i <= WORKERS; i++) {
                proxies.add(new FlakyProxy(server.awaitReady("http")));
                clients.add(Reeve.connect(
                        proxies.get(i).uri(),
                        Credentials.anonymous(),
                        ClientOptions.DEFAULTS.timeout(Duration.ofSeconds(5))));
            }
            Reeve producer = clients.get(WORKERS);
            assertThat(producer.addAll(IntStream.range(0, JOBS)
                            .mapToObj(i -> WORK.with(RawJson.of("" + i))
                                    .id("job-" + i)
                                    .maxAttempts(0)
                                    .maxLapses(0))
                            .toList()))
                    .allMatch(AddOutcome::created);
            for (int i = 0; i < WORKERS; i++) {
                workers.add(start(clients.get(i), i, 0));
            }
            int serverKills = 0;
            for (int round = 1; count(producer, "completed") < JOBS - 500; round++) {
                TimeUnit.MILLISECONDS.sleep(30 + random.nextInt(100));
                int victim = random.nextInt(WORKERS);
                if (serverKills * JOBS_A_KILL < completed.get()) {
                    server.kill();
                    serverKills++;
                    server = ServerProcess.start(data, "http.port=0");
                    int port = server.awaitReady("http");
                    proxies.forEach(proxy -> proxy.target(port));
                } else if (round % 3 == 0) {
                    workers.get(victim).kill();
                    workers.set(victim, start(clients.get(victim), victim, round));
                } else {
                    proxies.get(victim).cut();
                }
            }
            awaitDone(producer);
            workers.forEach(Worker::close);
            assertThat(serverKills).isPositive();
            check(producer);
            System.out.println(JOBS + " jobs, server kills: " + serverKills + ", runs that were lost: " + lost);
        } finally {
            workers.forEach(Worker::kill);
            clients.forEach(Reeve::close);
            for (FlakyProxy proxy : proxies) {
                proxy.close();
            }
            server.close();
        }
    }

    private void awaitDone(Reeve reeve) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (count(reeve, "completed") < JOBS) {
            assertThat(System.nanoTime())
                    .as("not all jobs were done: " + queue(reeve))
                    .isLessThan(end);
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private static JsonObject queue(Reeve reeve) {
        return reeve.request("GET", "/v1/queues/work").send().orElseThrow();
    }

    private static long count(Reeve reeve, String state) {
        return queue(reeve).number(state);
    }

    /** A killed worker may have missed the acknowledgement of what it reported; nobody gets a second one. */
    private void check(Reeve reeve) {
        assertThat(violations).isEmpty();
        assertThat(acknowledged.values()).allMatch(times -> times.get() == 1);
        assertThat(acknowledged.size()).isBetween(JOBS - JOBS / 2, JOBS);
        JsonObject queue = queue(reeve);
        assertThat(queue.number("completed")).isEqualTo(JOBS);
        for (String state : List.of("ready", "leased", "retrying", "failed", "timed_out", "cancelled", "scheduled")) {
            assertThat(queue.number(state)).as(state).isZero();
        }
    }
}
