package dev.reeve.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reeve.server.testing.LocalServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The client against a real server. */
@Timeout(120)
class ClientTest {
    record Mail(String to, int copies) {}

    record Receipt(String sent) {}

    private static final JobType<Mail, Receipt> SEND =
            JobType.of("email.send", Mail.class, Receipt.class).queue("mail");
    private static final JobType<RawJson, RawJson> ANY = JobType.of("any", RawJson.class, RawJson.class);

    @TempDir
    private static Path data;

    private static LocalServer server;
    private static FlakyProxy proxy;
    private static Reeve reeve;
    private static int queues;

    private final String queue = "q" + queues++;

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

    private JobRequest<RawJson, RawJson> job() {
        return ANY.with(RawJson.of("1")).queue(queue);
    }

    @Test
    void a_typed_job_is_added_and_its_result_comes_back() {
        Added<Receipt> added = reeve.add(SEND.with(new Mail("ann", 2)).queue(queue));
        assertThat(added.created()).isTrue();
        assertThat(reeve.get(added.id()).orElseThrow().payload().text()).isEqualTo("{\"to\":\"ann\",\"copies\":2}");
        try (Worker worker = reeve.worker(queue)
                .handle(SEND, (mail, job) -> new Receipt(mail.to() + " " + mail.copies()))
                .start()) {
            assertThat(added.result(Duration.ofSeconds(30))).isEqualTo(new Receipt("ann 2"));
            assertThat(added.future().orTimeout(30, TimeUnit.SECONDS).join()).isEqualTo(new Receipt("ann 2"));
            assertThat(worker.health().isHealthy()).isTrue();
        }
    }

    @Test
    void every_field_of_a_new_job_arrives() {
        Added<RawJson> added = reeve.add(job().id("own-" + queue)
                .delay(Duration.ofHours(1))
                .priority(7)
                .maxAttempts(3)
                .maxLapses(4)
                .backoff(Duration.ofSeconds(1), Duration.ofMinutes(1))
                .lease(Duration.ofSeconds(5))
                .ttl(Duration.ofDays(1))
                .tags("eu", "big")
                .header("traceparent", "00-1-2-01"));
        JobInfo job = reeve.get(added.id()).orElseThrow();
        assertThat(job.id()).isEqualTo("own-" + queue);
        assertThat(job.state()).isEqualTo("scheduled");
        assertThat(job.runAt()).isAfter(Instant.now().plus(Duration.ofMinutes(50)));
        assertThat(job.json().number("priority")).isEqualTo(7);
        assertThat(job.json().number("max_attempts")).isEqualTo(3);
        assertThat(job.json().get("tags")).isEqualTo(List.of("eu", "big"));
        assertThat(in(job.json(), "headers").text("traceparent")).isEqualTo("00-1-2-01");
        assertThat(job.json().text("expires_at")).isNotEmpty();
        Instant later = Instant.now().plus(Duration.ofDays(2));
        Added<RawJson> timed = reeve.add(job().delay(Duration.ofHours(1)).runAt(later));
        assertThat(reeve.get(timed.id()).orElseThrow().runAt()).isAfter(later.minusSeconds(1));
    }

    @Test
    void texts_bytes_and_raw_json_need_no_databind() {
        byte[] bytes = {0, 1, (byte) 0xff};
        Added<Void> binary = reeve.add(JobType.of("b", byte[].class).with(bytes).queue(queue));
        assertThat(reeve.get(binary.id()).orElseThrow().payload().bytes()).isEqualTo(bytes);
        Added<Void> text =
                reeve.add(JobType.of("t", String.class).with("a \"b\"\n").queue(queue));
        RawJson stored = reeve.get(text.id()).orElseThrow().payload();
        assertThat(stored.text()).isEqualTo("\"a \\\"b\\\"\\n\"");
        assertThat(reeve.codecs().read(stored, String.class)).isEqualTo("a \"b\"\n");
        Added<RawJson> raw =
                reeve.add(ANY.with(RawJson.of("{\"b\": 1.0, \"a\":[ ]}")).queue(queue));
        assertThat(reeve.get(raw.id()).orElseThrow().payload().text()).isEqualTo("{\"b\": 1.0, \"a\":[ ]}");
        Added<RawJson> none = reeve.add(ANY.with(null).queue(queue));
        assertThat(reeve.get(none.id()).orElseThrow().payload().text()).isEqualTo("null");
    }

    @Test
    void an_add_whose_answer_is_lost_adds_one_job() {
        proxy.swallowAnswers(2);
        Added<RawJson> added = reeve.add(job());
        assertThat(added.created()).isTrue();
        assertThat(reeve.list(new JobQuery().queue(queue))).hasSize(1);
        assertThat(reeve.add(job().id(added.id())).created()).isFalse();
    }

    @Test
    void many_are_added_a_thousand_at_a_time_and_each_has_its_outcome() {
        AtomicInteger read = new AtomicInteger();
        List<Integer> ahead = new ArrayList<>();
        List<AddOutcome> outcomes = new ArrayList<>();
        reeve.addAll(
                IntStream.range(0, 2500)
                        .peek(i -> read.incrementAndGet())
                        .mapToObj(i -> ANY.with(RawJson.of("" + i)).queue(i == 1700 ? "no queue" : queue)),
                outcome -> {
                    outcomes.add(outcome);
                    ahead.add(read.get() - outcomes.size());
                });
        assertThat(outcomes).hasSize(2500);
        assertThat(outcomes.stream().filter(outcome -> !outcome.isAdded())).hasSize(1);
        ReeveException refused = Objects.requireNonNull(outcomes.get(1700).problem());
        assertThat(refused.type()).isEqualTo("invalid");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(ahead).allMatch(jobs -> jobs <= 1001);
        assertThat(reeve.list(new JobQuery().queue(queue).pageSize(500))).hasSize(2499);
        assertThat(reeve.addAll(List.of(job(), job()))).allMatch(AddOutcome::created);
        assertThat(reeve.addAll(Stream.of(job(), job()))).hasSize(2).allMatch(AddOutcome::created);
    }

    @Test
    void bulk_adds_are_split_by_size_too() {
        String large = "\"" + "x".repeat(900_000) + "\"";
        List<AddOutcome> outcomes = reeve.addAll(IntStream.range(0, 20)
                .mapToObj(i -> ANY.with(RawJson.of(large)).queue(queue))
                .toList());
        assertThat(outcomes).hasSize(20).allMatch(AddOutcome::created);
        reeve.list(new JobQuery().queue(queue)).forEach(job -> reeve.delete(job.id()));
    }

    @Test
    void jobs_are_cancelled_retried_and_deleted_whatever_answers_are_lost() {
        String id = reeve.add(job()).id();
        proxy.swallowAnswers(1);
        assertThat(reeve.cancel(id, false).state()).isEqualTo("cancelled");
        proxy.swallowAnswers(1);
        assertThat(reeve.retry(id).state()).isEqualTo("ready");
        proxy.swallowAnswers(1);
        assertThat(reeve.delete(id)).isTrue();
        assertThat(reeve.delete(id)).isFalse();
        assertThat(reeve.get(id)).isEmpty();
        assertProblem(() -> reeve.cancel(id, false), "job-not-found", 404);
    }

    @Test
    void problems_have_type_and_status() {
        String id = reeve.add(job()).id();
        assertProblem(() -> reeve.add(ANY.with(RawJson.of("2")).queue(queue).id(id)), "job-exists", 409);
        assertProblem(() -> reeve.retry(id), "wrong-state", 409);
        assertProblem(() -> reeve.add(ANY.with(RawJson.of("{")).queue(queue)), "malformed", 400);
        assertThatThrownBy(() -> reeve.add(ANY.with(null))).hasMessage("a job of type any needs a queue");
        assertThatThrownBy(() -> Reeve.connect(URI.create("reeve:8023"), Credentials.anonymous()))
                .hasMessageContaining("expected an address such as http://127.0.0.1:8023");
    }

    private static void assertProblem(
            org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String type, int status) {
        ReeveException problem = catchThrowableOfType(ReeveException.class, call);
        assertThat(problem.type()).isEqualTo(type);
        assertThat(problem.status()).isEqualTo(status);
    }

    @Test
    void a_result_that_does_not_come_is_a_timeout_and_a_failed_job_an_error() {
        Added<RawJson> added = reeve.add(job());
        assertProblem(() -> added.result(Duration.ofMillis(20)), "timeout", 0);
        reeve.cancel(added.id(), false);
        assertThatThrownBy(() -> added.result(Duration.ofSeconds(20)))
                .isInstanceOf(JobFailedException.class)
                .hasMessage("job " + added.id() + " is cancelled");
        assertThatThrownBy(() -> added.future().join()).hasCauseInstanceOf(JobFailedException.class);
    }

    @Test
    void a_server_that_is_not_there_is_unreachable() {
        URI nobody = URI.create("http://127.0.0.1:1");
        try (Reeve lonely = Reeve.connect(
                nobody, Credentials.anonymous(), ClientOptions.DEFAULTS.patience(Duration.ofMillis(300)))) {
            assertProblem(() -> lonely.get("a"), "unreachable", 0);
        }
    }

    @Test
    void a_waiting_thread_can_be_interrupted() {
        Added<RawJson> added = reeve.add(job());
        Thread.currentThread().interrupt();
        assertProblem(() -> added.result(Duration.ofSeconds(30)), "interrupted", 0);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void schedules_are_put_and_deleted() {
        JobRequest<RawJson, RawJson> job = job();
        reeve.putSchedule(
                ScheduleRequest.cron("nightly-" + queue, "30 2 * * *", ZoneId.of("Europe/Berlin"))
                        .overlap("skip"),
                job);
        reeve.putSchedule(
                ScheduleRequest.every("hourly-" + queue, Duration.ofHours(1)).missed("all"), job);
        JsonObject shown =
                reeve.request("GET", "/v1/schedules/nightly-" + queue).send().orElseThrow();
        assertThat(shown.text("zone")).isEqualTo("Europe/Berlin");
        assertThat(shown.text("overlap")).isEqualTo("skip");
        assertThat(reeve.deleteSchedule("nightly-" + queue)).isTrue();
        assertThat(reeve.deleteSchedule("nightly-" + queue)).isFalse();
        assertThat(reeve.deleteSchedule("hourly-" + queue)).isTrue();
    }

    @Test
    void credentials_are_read_from_the_environment_and_never_shown() {
        assertThat(Credentials.from(Map.of()).header()).isNull();
        assertThat(Credentials.from(Map.of("REEVE_TOKEN", "rv_a_b\n")).header()).isEqualTo("Bearer rv_a_b");
        assertThat(Credentials.basic("ann", "x").header()).isEqualTo("Basic YW5uOng=");
        assertThat(Credentials.basic("ann", "x")).hasToString("Basic ***");
    }

    @Test
    void delays_double_up_to_ten_seconds() {
        assertThat(IntStream.of(1, 2, 3, 7, 8, 100)
                        .mapToObj(failures -> Jitter.bound(failures).toMillis()))
                .containsExactly(100L, 200L, 400L, 6400L, 10_000L, 10_000L);
        assertThat(IntStream.range(0, 1000).mapToObj(i -> Jitter.after(3).toMillis()))
                .allMatch(millis -> millis >= 0 && millis <= 400);
    }
}
