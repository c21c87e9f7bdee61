package dev.reeve.door.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.engine.command.Complete;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.server.testing.OpenApiDocument;
import dev.reeve.server.testing.ProvokedAnswer;
import dev.reeve.server.testing.TcpServer;
import dev.reeve.server.testing.TestHttp;
import dev.reeve.testkit.EventReader;
import dev.reeve.testkit.TestClient;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams of events over real sockets. */
@Timeout(120)
class ApiEventsTest {
    private static final OpenApiDocument DOCUMENT = OpenApiDocument.shipped();

    /** The client needs the threads of the common pool, which are few. */
    private static final Executor OWN_THREAD = task -> new Thread(task).start();

    private TestServer server = TcpServer.start(JournalKind.LOCAL);
    private TestHttp http = new TestHttp(server);

    private void restartWith(JournalKind kind) {
        close();
        server = TcpServer.start(kind);
        http = new TestHttp(server);
    }

    @AfterEach
    void close() {
        http.close();
        server.close();
    }

    private EventReader events(String query, String... headers) {
        return new EventReader(http.address().getPort(), "/v1/events" + query, headers);
    }

    private void add(String queue, String id) {
        assertThat(http.send("POST", "/v1/jobs", "{\"queue\":\"" + queue + "\",\"id\":\"" + id + "\"}")
                        .statusCode())
                .isEqualTo(201);
    }

    /** The next message, which is as {@code /openapi.json} says. */
    private static EventReader.Message next(EventReader stream) {
        EventReader.Message message = Objects.requireNonNull(stream.next(), "the stream has ended");
        DOCUMENT.checkEvent(message.event(), message.data());
        return message;
    }

    private static String line(EventReader.Message message) {
        return message.event() + " " + message.value("id");
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void what_happens_is_told_whichever_door_does_it(JournalKind kind) {
        restartWith(kind);
        try (EventReader stream = events("").awaitStart();
                TestClient workq = server.connectTo("workq")) {
            assertThat(stream.status()).isEqualTo(200);
            assertThat(stream.header("content-type")).isEqualTo("text/event-stream");
            assertThat(stream.header("cache-control")).isEqualTo("no-store");
            assertThat(stream.header("request-id")).isNotEmpty();
            workq.send("add 6ba7b810-9dad-11d1-80b4-00c04fd430c4 mail 60000 600000 4", "pong")
                    .expect("+OK");
            workq.send("lease mail 1000").expect("+OK 1", "6ba7b810-9dad-11d1-80b4-00c04fd430c4 mail 4", "pong");
            EventReader.Message added = next(stream);
            assertThat(added.event()).isEqualTo("job.added");
            String id = "6ba7b810-9dad-11d1-80b4-00c04fd430c4";
            assertThat(added.data())
                    .isEqualTo("{\"id\":\"" + id + "\",\"number\":1,\"queue\":\"mail\",\"type\":\"mail\",\"attempt\":0,"
                            + "\"run_at\":\"2016-06-01T00:00:00.000000Z\",\"at\":\"2016-06-01T00:00:00.000000Z\"}");
            assertThat(next(stream).event()).isEqualTo("job.leased");
            workq.send("fail " + id + " 4", "oops").expect("+OK");
            assertThat(line(next(stream))).isEqualTo("job.failed " + id);
            http.send("POST", "/v1/queues/mail/pause", "");
            EventReader.Message paused = next(stream);
            assertThat(paused.event()).isEqualTo("queue.paused");
            assertThat(paused.data()).isEqualTo("{\"queue\":\"mail\",\"at\":\"2016-06-01T00:00:00.000000Z\"}");
            workq.send("delete " + id).expect("+OK");
            assertThat(line(next(stream))).isEqualTo("job.removed " + id);
        }
    }

    @Test
    void an_event_has_what_belongs_to_it() {
        try (EventReader stream = events(
                        "?event=job.leased,job.progress,job.retrying,job.failed&event=job.cancel_requested")
                .awaitStart()) {
            http.send("POST", "/v1/jobs", "{\"queue\":\"q\",\"id\":\"a\",\"type\":\"t\",\"backoff\":[\"30s\"]}");
            String token = http.send("POST", "/v1/acquire", "{\"queues\":[\"q\"],\"worker\":\"w\"}")
                    .body()
                    .replaceAll(".*\"lease_token\":\"([0-9]+)\".*", "$1");
            assertThat(next(stream).data()).contains("\"type\":\"t\",\"attempt\":1,\"worker\":\"w\",\"at\"");
            http.send(
                    "POST",
                    "/v1/jobs/a/renew",
                    "{\"lease_token\":\"" + token
                            + "\",\"progress\":{\"percent\":40,\"message\":\"\u00e4 line\\nmore\"}}");
            assertThat(next(stream).data())
                    .contains("\"progress\":{\"percent\":40,\"message\":\"\u00e4 line\\nmore\"}");
            http.send(
                    "POST",
                    "/v1/jobs/a/fail",
                    "{\"lease_token\":\"" + token + "\",\"error\":{\"type\":\"Busy\",\"message\":\"secret\"}}");
            assertThat(next(stream).data())
                    .contains("\"run_at\":\"2016-06-01T00:00:30.000000Z\",\"error\":\"Busy\"")
                    .doesNotContain("secret");
            server.advance(30_000);
            String second = http.send("POST", "/v1/acquire", "{\"queues\":[\"q\"],\"worker\":\"w\"}")
                    .body()
                    .replaceAll(".*\"lease_token\":\"([0-9]+)\".*", "$1");
            next(stream);
            http.send(
                    "POST",
                    "/v1/jobs/a/fail",
                    "{\"lease_token\":\"" + second + "\",\"error\":{\"type\":\"SMTPException\"},\"retry\":\"never\"}");
            EventReader.Message failed = next(stream);
            assertThat(failed.id()).matches("[0-9]+\\.[0-9]+");
            assertThat(failed.event()).isEqualTo("job.failed");
            assertThat(failed.data())
                    .isEqualTo("{\"id\":\"a\",\"number\":1,\"queue\":\"q\",\"type\":\"t\",\"attempt\":2,"
                            + "\"error\":\"SMTPException\",\"at\":\"2016-06-01T00:00:30.000000Z\"}");
        }
    }

    @Test
    void filters_leave_out_the_rest() {
        try (EventReader queue = events("?queue=a,b").awaitStart();
                EventReader word = events("?event=job.completed").awaitStart();
                EventReader job = events("?job=j3&job=j4").awaitStart();
                EventReader type = events("?type=a&queue=a").awaitStart()) {
            add("a", "j1");
            add("c", "j2");
            add("b", "j3");
            add("a", "j4");
            assertThat(List.of(line(next(queue)), line(next(queue)), line(next(queue))))
                    .containsExactly("job.added j1", "job.added j3", "job.added j4");
            assertThat(List.of(line(next(job)), line(next(job)))).containsExactly("job.added j3", "job.added j4");
            assertThat(List.of(line(next(type)), line(next(type)))).containsExactly("job.added j1", "job.added j4");
            http.send("DELETE", "/v1/jobs/j2", "");
            server.submit(new Complete(JobRef.of(JobId.of("j1")), Claim.NONE, new byte[0]));
            assertThat(line(next(word))).isEqualTo("job.completed j1");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Last-Event-ID", "parameter"})
    void a_client_goes_on_where_it_was(String how) {
        String id;
        try (EventReader stream = events("").awaitStart()) {
            add("q", "a");
            id = next(stream).id();
        }
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> http.connections() <= 1);
        add("q", "b");
        add("q", "c");
        try (EventReader stream = how.equals("parameter")
                ? events("?last_event_id=" + id)
                : events("?last_event_id=1.0", "Last-Event-ID: " + id)) {
            assertThat(line(next(stream))).isEqualTo("job.added b");
            assertThat(line(next(stream))).isEqualTo("job.added c");
            add("q", "d");
            assertThat(line(next(stream))).isEqualTo("job.added d");
        }
    }

    @Test
    void a_client_that_heard_of_nothing_goes_on_where_it_began() {
        String began;
        try (EventReader stream = events("").awaitStart()) {
            began = stream.lastId();
        }
        add("q", "a");
        try (EventReader stream = events("?last_event_id=" + began)) {
            assertThat(line(next(stream))).isEqualTo("job.added a");
        }
    }

    @Test
    void a_client_that_was_away_too_long_is_told_of_the_gap() {
        add("q", "a");
        try (EventReader stream = events("?last_event_id=1.0")) {
            EventReader.Message gap = next(stream);
            assertThat(gap.event()).isEqualTo("gap");
            assertThat(gap.value("missed_up_to")).isEqualTo(gap.id());
            add("q", "b");
            assertThat(line(next(stream))).isEqualTo("job.added b");
            try (EventReader again = events("?last_event_id=" + gap.id())) {
                assertThat(line(next(again))).isEqualTo("job.added b");
            }
        }
    }

    @Test
    void thousands_of_events_are_caught_up_with() {
        String began;
        try (EventReader stream = events("").awaitStart()) {
            began = stream.lastId();
            for (int i = 0; i < 9; i++) {
                addMany("b" + i, 1000, "t");
            }
            CompletableFuture<Void> more = CompletableFuture.runAsync(() -> addMany("late", 900, "t"), OWN_THREAD);
            try (EventReader again = events("?last_event_id=" + began)) {
                List<String> live = new ArrayList<>();
                List<String> caught = new ArrayList<>();
                for (int i = 0; i < 9_900; i++) {
                    live.add(Objects.requireNonNull(stream.next()).id());
                    caught.add(Objects.requireNonNull(again.next()).id());
                }
                assertThat(caught).isEqualTo(live).doesNotHaveDuplicates();
            }
            more.join();
        }
    }

    private void addMany(String prefix, int count, String type) {
        String jobs = IntStream.range(0, count)
                .mapToObj(i -> "{\"queue\":\"q\",\"id\":\"" + prefix + "-" + i + "\",\"type\":\"" + type + "\"}")
                .collect(Collectors.joining(","));
        assertThat(http.send("POST", "/v1/bulk/add", "{\"jobs\":[" + jobs + "]}")
                        .statusCode())
                .isEqualTo(200);
    }

    /** Its sockets hold some megabytes, so far more than the limit is sent, as fast as the other client reads: there is no gap. */
    @Test
    void a_client_that_does_not_read_is_cut_and_others_go_on() throws Exception {
        try (EventReader slow = new EventReader(new TestClient(http.address(), new AtomicLong(), 4096), "/v1/events")
                        .awaitStart();
                EventReader quick = events("").awaitStart()) {
            AtomicInteger read = new AtomicInteger();
            CompletableFuture<Void> all = CompletableFuture.runAsync(() -> readAll(quick, "last", read), OWN_THREAD);
            http.get("/v1/queues"); // its connection stays open, and counts
            int connections = http.connections();
            int batches = 0;
            while (http.connections() >= connections && batches < 100) {
                addMany("b" + batches++ + "-" + "x".repeat(200), 1000, "y".repeat(250));
                int added = batches * 1000;
                Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> all.isDone() || read.get() == added);
            }
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> http.connections() < connections);
            add("q", "last");
            all.get();
            assertThat(read).hasValue(batches * 1000);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> server.memoryBudget().unsent().usedBytes() == 0);
            assertThat(readUntilCut(slow)).isLessThan(batches * 1000);
        }
    }

    private static void readAll(EventReader stream, String last, AtomicInteger read) {
        while (!Objects.requireNonNull(stream.next()).value("id").equals(last)) {
            read.incrementAndGet();
        }
    }

    private static int readUntilCut(EventReader stream) {
        int read = 0;
        try {
            while (stream.next() != null) {
                read++;
            }
        } catch (UncheckedIOException cut) {
            return read;
        }
        throw new AssertionError("the stream ended as if it were complete");
    }

    @Test
    void more_streams_than_there_may_be_are_refused() {
        List<EventReader> streams = new ArrayList<>();
        try {
            for (int i = 0; i < 256; i++) {
                streams.add(events("?event=stats"));
            }
            try (EventReader refused = events("")) {
                assertThat(refused.status()).isEqualTo(429);
                ProvokedAnswer.check("GET /v1/events 429", http.get("/v1/events"));
                assertThat(refused.header("retry-after")).isEqualTo("10");
                assertThat(refused.header("content-type")).isEqualTo("application/problem+json");
                assertThat(refused.body())
                        .contains("\"type\":\"/problems/too-many\"", "256 streams of events are open");
            }
            streams.remove(0).close();
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
                try (EventReader stream = events("")) {
                    return stream.status() == 200;
                }
            });
        } finally {
            streams.forEach(EventReader::close);
        }
    }

    @Test
    void a_stream_ends_cleanly_when_the_server_stops() {
        try (EventReader stream = events("").awaitStart()) {
            add("q", "a");
            http.close();
            assertThat(line(next(stream))).isEqualTo("job.added a");
            assertThat(stream.next()).as("the last chunk").isNull();
            stream.socket().expectClosed();
        }
    }

    @Test
    void a_client_of_http_1_0_reads_until_the_end_of_the_connection() {
        try (TestClient old = new TestClient(http.address(), new AtomicLong(), 0)) {
            old.sendRaw("GET /v1/events HTTP/1.0\r\nHost: localhost\r\n\r\n");
            String head = old.readLine();
            assertThat(head).isEqualTo("HTTP/1.0 200 OK");
            String line = old.readLine();
            while (!line.isEmpty()) {
                assertThat(line.toLowerCase(Locale.ROOT)).doesNotContain("chunked");
                line = old.readLine();
            }
            assertThat(old.readUntil('\n')).isEqualTo(": ping");
            http.close();
            assertThat(old.readToTheEnd()).matches("id: [0-9]+\\.[0-9]+\n\n");
        }
    }

    @Test
    void a_stream_has_no_head_alone() {
        assertThat(http.send("HEAD", "/v1/events", "").statusCode()).isEqualTo(405);
    }

    @Test
    void figures_come_once_a_second_to_those_who_want_them() {
        try (EventReader all = events("?event=stats");
                EventReader some = events("?event=stats&queue=b");
                EventReader none = events("").awaitStart()) {
            add("a", "j1");
            add("b", "j2");
            server.advance(1000);
            EventReader.Message stats = next(all);
            assertThat(stats.event()).isEqualTo("stats");
            assertThat(stats.id()).as("figures have no id").isEmpty();
            assertThat(stats.data())
                    .contains("\"at\":\"2016-06-01T00:00:01.000000Z\",\"jobs\":{\"ready\":2,")
                    .contains("\"memory_used_bytes\":", "\"sync_seconds\":", "\"waiting_workers\":0")
                    .contains("{\"name\":\"a\",\"ready\":1,", "{\"name\":\"b\",\"ready\":1,");
            assertThat(next(some).data()).contains("{\"name\":\"b\",").doesNotContain("{\"name\":\"a\",");
            server.advance(1000);
            assertThat(next(all).data()).contains("\"at\":\"2016-06-01T00:00:02.000000Z\"");
            assertThat(line(next(none))).isEqualTo("job.added j1");
            assertThat(line(next(none))).isEqualTo("job.added j2");
            add("a", "j3");
            assertThat(line(next(none))).as("no figures in between").isEqualTo("job.added j3");
        }
    }

    @Test
    void the_engine_makes_no_events_for_those_who_want_figures_only() {
        try (EventReader stream = events("?event=stats")) {
            // Nothing tells when the stream has begun: it has no ids.
            CompletableFuture<EventReader.Message> first = CompletableFuture.supplyAsync(() -> next(stream));
            await().atMost(Duration.ofSeconds(20)).until(() -> {
                server.advance(1000);
                return first.isDone();
            });
            assertThat(first.join().event()).isEqualTo("stats");
            add("q", "a");
            try (EventReader late = events("?last_event_id=0.0")) {
                assertThat(next(late).event()).isEqualTo("gap");
                add("q", "b");
                assertThat(line(next(late))).isEqualTo("job.added b");
            }
        }
    }
}
