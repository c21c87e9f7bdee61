package dev.reeve.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.server.testing.LocalServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The worker against a real server, with handlers of every kind. */
@Timeout(120)
class WorkerTest {
    private static final JobType<RawJson, RawJson> ANY = JobType.of("any", RawJson.class, RawJson.class);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** For leases that are to be lost. */
    private static final Duration SHORT = Duration.ofMillis(600);
    /** For leases that are to be renewed, on a machine that may be busy. */
    private static final Duration RENEWED = Duration.ofSeconds(3);

    /** Kept, because the JVM forgets the level of a logger that nobody holds. The worker warns of every loss. */
    private static final Logger LOG = Logger.getLogger("dev.reeve.client");

    static {
        LOG.setLevel(Level.OFF);
    }

    @TempDir
    private static Path data;

    private static LocalServer server;
    private static FlakyProxy proxy;
    private static Reeve reeve;
    private static int queues;

    private final String queue = "q" + queues++;
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        server = LocalServer.start(data, "http.port=0");
        proxy = new FlakyProxy(server.awaitReady("http"));
        reeve = Reeve.connect(proxy.uri(), Credentials.anonymous());
    }

    @AfterAll
    static void stop() throws IOException {
        reeve.close();
        proxy.close();
        server.close();
    }

    private static JsonObject in(JsonObject object, String name) {
        return Objects.requireNonNull(object.object(name), name);
    }

    private String add() {
        return reeve.add(ANY.with(RawJson.of("1")).queue(queue)).id();
    }

    private JobInfo job(String id) {
        return reeve.get(id).orElseThrow();
    }

    private JobInfo awaitState(String id, String state) {
        await().atMost(PATIENCE).until(() -> job(id).state().equals(state));
        return job(id);
    }

    private WorkerBuilder worker(JobFunction<RawJson, RawJson> handler) {
        return reeve.worker(queue).lease(Duration.ofSeconds(20)).handle(ANY, handler);
    }

    private RawJson holdOn(RawJson payload) throws InterruptedException {
        begun.countDown();
        mayEnd.await();
        return payload;
    }

    @Test
    void what_a_handler_throws_is_the_error_of_the_job() {
        String id = add();
        try (Worker worker = worker((payload, job) -> {
                    throw new IllegalStateException("busy \ud800!");
                })
                .start()) {
            JobInfo failed = awaitState(id, "retrying");
            assertThat(failed.errorText()).isEqualTo("java.lang.IllegalStateException busy ?!");
            assertThat(in(failed.json(), "error").text("trace")).contains("WorkerTest");
            await().atMost(PATIENCE).until(() -> worker.health().finished() == 1);
        }
    }

    @Test
    void failing_for_good_ends_a_job_and_snoozing_counts_no_attempt() {
        String bad = reeve.add(ANY.with(RawJson.of("\"bad\"")).queue(queue)).id();
        String early = reeve.add(ANY.with(RawJson.of("\"early\"")).queue(queue)).id();
        try (Worker worker = worker((payload, job) -> {
                    if (payload.text().contains("bad")) {
                        throw new FailForGood("no such user", new IOException("550"));
                    }
                    throw new SnoozeException(Duration.ofHours(1));
                })
                .start()) {
            assertThat(awaitState(bad, "failed").errorText()).isEqualTo("java.io.IOException no such user");
            JobInfo snoozed = awaitState(early, "scheduled");
            assertThat(snoozed.attempt()).isZero();
            assertThat(snoozed.runAt()).isAfter(Instant.now().plus(Duration.ofMinutes(50)));
            assertThat(worker.name()).isNotEmpty();
        }
    }

    @Test
    void a_job_of_unknown_type_is_given_back() {
        String id = reeve.add(JobType.of("new.type", String.class).with("x").queue(queue))
                .id();
        try (Worker worker = worker((payload, job) -> null).start()) {
            JobInfo released = awaitState(id, "scheduled");
            assertThat(released.attempt()).isZero();
            assertThat(worker.health().lost()).isZero();
        }
    }

    @Test
    void leases_are_renewed_and_progress_is_told() throws InterruptedException {
        String id = add();
        AtomicInteger runs = new AtomicInteger();
        try (Worker worker = worker((payload, job) -> {
                    runs.incrementAndGet();
                    job.progress(40, "rendering");
                    return holdOn(payload);
                })
                .lease(RENEWED)
                .start()) {
            begun.await();
            await().atMost(PATIENCE).until(() -> job(id).json().object("progress") != null);
            assertThat(in(job(id).json(), "progress").text("message")).isEqualTo("rendering");
            // Several leases long.
            TimeUnit.MILLISECONDS.sleep(2 * RENEWED.toMillis());
            assertThat(job(id).state()).isEqualTo("leased");
            mayEnd.countDown();
            awaitState(id, "completed");
            assertThat(worker.health().lost()).isZero();
        }
        assertThat(runs).hasValue(1);
    }

    @Test
    void a_cancel_interrupts_the_handler_and_ends_the_job() throws InterruptedException {
        String id = add();
        AtomicReference<JobContext> context = new AtomicReference<>();
        try (Worker worker = worker((payload, job) -> {
                    context.set(job);
                    return holdOn(payload);
                })
                .lease(RENEWED)
                .start()) {
            begun.await();
            assertThat(reeve.cancel(id, false).state()).isEqualTo("leased");
            awaitState(id, "cancelled");
            assertThat(context.get().isCancelled()).isTrue();
            assertThat(context.get().leaseLost()).isFalse();
            assertThat(worker.health().lost()).isZero();
        }
    }

    @Test
    void a_lease_that_is_taken_away_is_told_to_the_handler() throws InterruptedException {
        String id = add();
        CountDownLatch told = new CountDownLatch(1);
        List<String> reasons = new CopyOnWriteArrayList<>();
        try (Worker worker = worker((payload, job) -> {
                    try {
                        return holdOn(payload);
                    } catch (InterruptedException e) {
                        if (job.leaseLost()) {
                            told.countDown();
                        }
                        throw e;
                    }
                })
                .lease(RENEWED)
                .listener(new WorkerListener() {
                    @Override
                    public void lost(JobContext job, String reason) {
                        reasons.add(reason);
                    }
                })
                .start()) {
            begun.await();
            assertThat(reeve.cancel(id, true).state()).isEqualTo("cancelled");
            assertThat(told.await(30, TimeUnit.SECONDS)).isTrue();
            await().atMost(PATIENCE).until(() -> worker.health().lost() == 1);
        }
        assertThat(reasons).hasSize(1).allMatch(LeaseKeeper.OVER::contains);
        assertThat(job(id).state()).isEqualTo("cancelled");
    }

    @Test
    void a_server_that_is_not_reached_costs_the_lease_in_time() throws Exception {
        String id = add();
        CountDownLatch told = new CountDownLatch(1);
        try (FlakyProxy own = new FlakyProxy(port());
                Reeve through = Reeve.connect(own.uri(), Credentials.anonymous());
                Worker worker = through.worker(queue)
                        .lease(SHORT)
                        .drain(Duration.ZERO)
                        .handle(ANY, (payload, job) -> {
                            try {
                                return holdOn(payload);
                            } catch (InterruptedException e) {
                                if (job.leaseLost()) {
                                    told.countDown();
                                }
                                throw e;
                            }
                        })
                        .start()) {
            begun.await();
            own.target(1);
            own.cut();
            assertThat(told.await(30, TimeUnit.SECONDS)).isTrue();
            await().atMost(PATIENCE).until(() -> !worker.health().isHealthy());
            assertThat(worker.health().problem()).startsWith("unreachable: ");
            own.target(port());
            await().atMost(PATIENCE).until(() -> worker.health().isHealthy());
        }
        mayEnd.countDown();
        assertThat(job(id).attempt()).isPositive();
    }

    private static int port() throws InterruptedException {
        return server.awaitReady("http");
    }

    @Test
    void a_request_for_jobs_that_nobody_answers_is_told_and_sent_anew() throws Exception {
        try (FlakyProxy own = new FlakyProxy(port());
                Reeve through = Reeve.connect(own.uri(), Credentials.anonymous());
                Worker worker = through.worker(queue)
                        .lease(SHORT)
                        .handle(ANY, (payload, job) -> payload)
                        .start()) {
            own.mute(true);
            await().atMost(PATIENCE).until(() -> worker.health().problem().startsWith("timeout: no answer after"));
            assertThat(worker.health().isHealthy()).isFalse();
            own.mute(false);
            String id = add();
            await().atMost(PATIENCE).until(() -> job(id).isCompleted());
            assertThat(worker.health().isHealthy()).isTrue();
        }
    }

    @Test
    void durations_are_sent_and_never_a_time_of_the_client() throws Exception {
        try (FlakyProxy own = new FlakyProxy(port()).recorded();
                Reeve through = Reeve.connect(own.uri(), Credentials.anonymous());
                Worker worker = through.worker(queue)
                        .lease(Duration.ofSeconds(3))
                        .handle(ANY, (payload, job) -> {
                            if (payload.text().equals("1")) {
                                throw new SnoozeException(Duration.ofMillis(1));
                            }
                            await().atMost(PATIENCE).until(() -> own.requests().contains("POST /v1/bulk/renew "));
                            return payload;
                        })
                        .start()) {
            through.add(ANY.with(RawJson.of("0")).queue(queue).delay(Duration.ofMillis(10)))
                    .result(PATIENCE);
            through.add(ANY.with(RawJson.of("1")).queue(queue));
            await().atMost(PATIENCE).until(() -> own.requests().contains("\"delay\":\"1ms\""));
            assertThat(own.requests())
                    .contains(
                            "POST /v1/acquire ", "POST /v1/bulk/renew ", "POST /v1/bulk/finish ", "\"delay\":\"10ms\"")
                    .doesNotContainPattern("[0-9]{4}-[0-9]{2}-[0-9]{2}T")
                    .doesNotContainPattern("\\b1[6-9][0-9]{8}");
            assertThat(worker.health().isHealthy()).isTrue();
        }
    }

    @Test
    void finishes_whose_answers_are_lost_count_once() {
        List<String> states = new CopyOnWriteArrayList<>();
        List<String> ids = IntStream.range(0, 20).mapToObj(i -> add()).toList();
        CountDownLatch all = new CountDownLatch(20);
        try (Worker worker = worker((payload, job) -> {
                    // No answer with jobs is under way when all have begun.
                    all.countDown();
                    all.await();
                    proxy.swallowAnswers(3);
                    return payload;
                })
                .concurrency(20)
                .listener(new WorkerListener() {
                    @Override
                    public void finished(JobContext job, String state) {
                        states.add(job.id() + " " + state);
                    }
                })
                .start()) {
            await().atMost(PATIENCE).until(() -> states.size() == 20);
            assertThat(worker.health().lost()).isZero();
        }
        proxy.swallowAnswers(0);
        assertThat(states)
                .containsExactlyInAnyOrderElementsOf(
                        ids.stream().map(id -> id + " completed").toList());
    }

    @Test
    void no_more_jobs_are_held_than_there_are_places() throws InterruptedException {
        IntStream.range(0, 10).forEach(i -> add());
        try (Worker worker =
                worker((payload, job) -> holdOn(payload)).concurrency(3).start()) {
            begun.await();
            await().atMost(PATIENCE).until(() -> worker.health().running() == 3);
            assertThat(reeve.list(new JobQuery().queue(queue).state("leased"))).hasSize(3);
            assertThat(worker.health().isHealthy()).isTrue();
            mayEnd.countDown();
            await().atMost(PATIENCE).until(() -> worker.health().finished() == 10);
        }
    }

    @Test
    void closing_waits_for_handlers_and_renews_meanwhile() throws InterruptedException {
        String id = add();
        Worker worker = worker((payload, job) -> holdOn(payload)).lease(RENEWED).start();
        begun.await();
        String next = add();
        worker.quiet();
        Thread closer = new Thread(worker::close);
        closer.start();
        TimeUnit.MILLISECONDS.sleep(2 * RENEWED.toMillis());
        assertThat(job(id).state()).isEqualTo("leased");
        mayEnd.countDown();
        closer.join();
        assertThat(job(id).state()).isEqualTo("completed");
        assertThat(job(next).state()).isIn("ready", "leased", "completed");
    }

    @Test
    void closing_gives_back_what_is_not_done_in_time() throws InterruptedException {
        String id = add();
        CountDownLatch interrupted = new CountDownLatch(1);
        Worker worker = worker((payload, job) -> {
                    try {
                        return holdOn(payload);
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                        throw e;
                    }
                })
                .start();
        begun.await();
        worker.close(Duration.ofMillis(50));
        assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(job(id).state()).isEqualTo("ready");
        assertThat(job(id).attempt()).isZero();
    }

    @Test
    void a_result_that_the_server_refuses_fails_the_job() {
        String id = add();
        try (Worker worker = worker((payload, job) -> RawJson.of("\"" + "x".repeat(2 * 1024 * 1024) + "\""))
                .start()) {
            assertThat(awaitState(id, "failed").errorType()).isEqualTo("ResultRefused");
            assertThat(worker.health().lost()).isZero();
        }
    }

    @Test
    void handlers_run_in_virtual_threads_where_there_are_any() throws Exception {
        AtomicReference<Thread> thread = new AtomicReference<>();
        String id = add();
        try (Worker worker = worker((payload, job) -> {
                    thread.set(Thread.currentThread());
                    return payload;
                })
                .start()) {
            awaitState(id, "completed");
            assertThat(worker.health().isHealthy()).isTrue();
        }
        boolean isVirtual = Runtime.version().feature() >= 21
                && (boolean) Thread.class.getMethod("isVirtual").invoke(thread.get());
        assertThat(isVirtual).isEqualTo(Runtime.version().feature() >= 21);
    }
}
