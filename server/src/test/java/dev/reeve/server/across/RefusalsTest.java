package dev.reeve.server.across;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.server.testing.LocalServer;
import dev.reeve.testkit.GoqueueClient;
import dev.reeve.testkit.GoqueueRequests;
import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.OcypodRequests;
import dev.reeve.testkit.QlessRequests;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.Scrape;
import dev.reeve.testkit.TestClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Response;
import redis.clients.jedis.Transaction;
import redis.clients.jedis.exceptions.JedisDataException;

/** Every refusal at a door is counted: as an error of its command, and by class if it is logged. */
@Timeout(120)
class RefusalsTest {
    private static final String MISSING = "6ba7b810-9dad-11d1-80b4-00c04fd430c4";

    private final Map<String, Long> errors = new TreeMap<>();
    private final Map<String, Long> refusals = new TreeMap<>();

    @TempDir
    private Path data;

    /** Expects one more error reply of this command of a door. */
    private void error(String doorAndCommand) {
        errors.merge(doorAndCommand, 1L, Long::sum);
    }

    /** The same, for a class of refusals that is logged. */
    private void error(String doorAndCommand, String doorAndWhy) {
        error(doorAndCommand);
        refusals.merge(doorAndWhy, 1L, Long::sum);
    }

    private void checkFigures(RawHttp http) throws Exception {
        Scrape scrape = Scrape.of(http);
        assertThat(scrape.counted("reeve_request_errors_total", "door", "command"))
                .isEqualTo(errors);
        assertThat(scrape.counted("reeve_refusals_total", "door", "why")).isEqualTo(refusals);
    }

    @Test
    void every_error_of_every_door_is_counted() throws Exception {
        try (LocalServer server = AllDoors.start(
                data, "durability=os", "limits.payload=1KiB", "http.max-body-size=2KiB", "limits.connections=20")) {
            workq(server.awaitReady("workq"));
            qless(server.awaitReady("qless"));
            goqueue(server.awaitReady("goqueue"));
            int port = server.awaitReady("http");
            RawHttp http = new RawHttp(port);
            ocypod(http);
            jobber(http);
            plainHttp(http);
            closing(port);
            oneTooMany(server.awaitReady("workq"));
            checkFigures(http);
        }
    }

    @Test
    void what_memory_has_no_room_for_is_counted_for_every_door() throws Exception {
        try (LocalServer server = AllDoors.start(
                data, "durability=os", "limits.memory=0.01%", "payloads.memory=100%", "queue.mail.retries=0")) {
            RawHttp http = new RawHttp(server.awaitReady("http"));
            fill(server.awaitReady("workq"));
            try (Jedis qless = new Jedis("127.0.0.1", server.awaitReady("qless"))) {
                List<String> put = List.of("w", "q", "jid", "klass", "{}", "1.0", "0");
                refusedBy(() -> qless.fcall("Put", List.of("q"), put.subList(2, 7)), "OOM");
            }
            error("qless put", "qless out_of_memory");
            GoqueueClient goqueue = new GoqueueClient(server.awaitReady("goqueue"));
            goqueue.raw().sendRaw(GoqueueRequests.add("q", 0, 60, new byte[1]));
            goqueue.expect("ERROR", "Out of memory: the room for jobs is used up");
            goqueue.raw().close();
            error("goqueue ADD", "goqueue out_of_memory");
            http.call(HttpDoorRequest.of("POST", "/queue/mail/job", "{\"input\": 1}"), 507);
            error("ocypod POST /queue/{queue}/job", "http out_of_memory");
            http.call(HttpDoorRequest.of("POST", "/jobber/queue", "{\"type\": \"mail\", \"payload\": 1}"), 507);
            error("jobber POST /jobber/queue", "http out_of_memory");
            checkFigures(http);
        }
    }

    /** Adds jobs until one is refused. */
    private void fill(int port) {
        try (TestClient workq = new TestClient(port)) {
            String reply = "+OK";
            while (reply.equals("+OK")) {
                reply = workq.ask("add " + UUID.randomUUID() + " q 60000 3600000 1\r\nx");
            }
            assertThat(reply).startsWith("-SERVER-ERROR Out of memory");
            error("workq add", "workq out_of_memory");
        }
    }

    private void workq(int port) {
        try (TestClient workq = new TestClient(port)) {
            assertThat(workq.ask("nonsense")).isEqualTo("-CLIENT-ERROR Unknown command");
            error("workq unknown", "workq unknown");
            assertThat(workq.ask("add x q 60000 3600000 2\r\n{}")).isEqualTo("-CLIENT-ERROR Invalid ID");
            error("workq add", "workq malformed");
            String added = "add " + UUID.randomUUID() + " q 60000 3600000 2\r\n{}";
            assertThat(workq.ask(added)).isEqualTo("+OK");
            assertThat(workq.ask(added)).isEqualTo("-CLIENT-ERROR Duplicate job");
            error("workq add");
            assertThat(workq.ask("delete " + MISSING)).isEqualTo("-NOT-FOUND");
            error("workq delete");
            for (String what :
                    List.of("job " + MISSING, "queue missing", "jobs missing 0 1", "scheduled-jobs missing 0 1")) {
                assertThat(workq.ask("inspect " + what)).isEqualTo("-NOT-FOUND");
                error("workq inspect");
            }
            assertThat(workq.ask("lease empty 1")).as("an answer, no error").isEqualTo("-TIMEOUT");
            String large = "add " + UUID.randomUUID() + " q 60000 3600000 1025\r\n" + "x".repeat(1025);
            assertThat(workq.ask(large)).startsWith("-CLIENT-ERROR Invalid payload size");
            error("workq add", "workq too_large");
        }
        try (TestClient browser = new TestClient(port)) {
            browser.send("GET / HTTP/1.1").expectGone();
            refusals.put("workq http_request", 1L);
        }
    }

    private void qless(int port) {
        try (Jedis qless = new Jedis("127.0.0.1", port)) {
            refusedBy(() -> qless.sendCommand(() -> "NONSENSE".getBytes(StandardCharsets.US_ASCII)), "unknown command");
            error("qless unknown", "qless unknown");
            refusedBy(() -> qless.fcall("Put", List.of("q"), List.of("too", "few")), "Put()");
            error("qless put", "qless malformed");
            refusedBy(() -> qless.eval(QlessRequests.SCRIPT, List.of(), complete("none")), "does not exist");
            error("qless complete");
            refusedBy(() -> qless.evalsha("0".repeat(40)), "NOSCRIPT");
            error("qless evalsha");
            Transaction both = qless.multi();
            Response<String> nothing = both.hget("ql:j:none", "state");
            both.eval(QlessRequests.SCRIPT, List.of(), complete("none"));
            both.exec();
            assertThat(nothing.get()).as("the other one was done").isNull();
            error("qless exec");
            assertThat(qless.hget("ql:j:none", "state"))
                    .as("an answer, no error")
                    .isNull();
        }
    }

    private static List<String> complete(String jid) {
        return List.of("complete", "1.0", jid, "w", "q", "{}");
    }

    private static void refusedBy(Runnable call, String words) {
        assertThatThrownBy(call::run).isInstanceOf(JedisDataException.class).hasMessageContaining(words);
    }

    private void goqueue(int port) {
        GoqueueClient client = new GoqueueClient(port);
        client.raw().sendRaw("NONSENSE\0");
        client.expect("ERROR", "Unknown Command NONSENSE");
        error("goqueue unknown", "goqueue unknown");
        client.raw().sendRaw(GoqueueRequests.add("", 0, 60, new byte[1]));
        client.expect("ERROR", "Invalid queue name");
        error("goqueue ADD", "goqueue malformed");
        client.raw().sendRaw(GoqueueRequests.delete(4711));
        client.expect("ERROR", "Job 4711 does not exist");
        error("goqueue DELETE");
        client.raw().sendRaw(GoqueueRequests.reserve("empty", 1));
        client.expect("TIMEOUT");
        client.raw().sendRaw(GoqueueRequests.add("q", 0, 60, new byte[1025]));
        client.expect("ERROR", "Malformed ADD command: failed to parse job data");
        error("goqueue ADD", "goqueue too_large");
        client.raw().close();
        GoqueueClient browser = new GoqueueClient(port);
        browser.raw().sendRaw("GET / HTTP/1.1").expectGone();
        browser.raw().close();
        refusals.put("goqueue http_request", 1L);
    }

    private void ocypod(RawHttp http) throws Exception {
        http.call(HttpDoorRequest.of("PUT", "/queue/mail", "{}"), 201);
        http.call(HttpDoorRequest.of("GET", "/queue/missing"), 404);
        error("ocypod GET /queue/{queue}");
        http.call(HttpDoorRequest.of("GET", "/job/4711"), 404);
        error("ocypod GET /job/{id}");
        http.call(HttpDoorRequest.of("PUT", "/queue/mail", "no JSON"), 400);
        error("ocypod PUT /queue/{queue}", "http malformed");
        RawHttp.Answer job = http.call(OcypodRequests.add("mail", "{\"input\": 1}"), 201);
        http.call(OcypodRequests.complete(job.body(), ""), 409);
        error("ocypod PATCH /job/{id}");
        // The queue does not exist, although a client has waited for it.
        http.call(HttpDoorRequest.of("GET", "/queue/empty/job"), 404);
        error("ocypod GET /queue/{queue}/job");
    }

    private void jobber(RawHttp http) throws Exception {
        http.call(HttpDoorRequest.of("POST", "/jobber/job/none/done", "{\"lock\": \"1\"}"), 404);
        error("jobber POST /jobber/job/{id}/done");
        http.call(HttpDoorRequest.of("POST", "/jobber/queue", "{}"), 400);
        error("jobber POST /jobber/queue", "http malformed");
    }

    /** Requests that belong to neither of the two HTTP doors. */
    private void plainHttp(RawHttp http) throws Exception {
        http.call(HttpDoorRequest.of("GET", "/no/such/path"), 404);
        error("http unknown", "http unknown");
        http.call(HttpDoorRequest.of("DELETE", "/openapi.json"), 405);
        error("http unknown", "http unknown");
        http.call(HttpDoorRequest.of("DELETE", "/health"), 405);
        error("http unknown", "http unknown");
        http.call(HttpDoorRequest.of("GET", "/health"), 200);
    }

    /** Requests after which the server closes the connection. */
    private void closing(int port) {
        try (RawHttp raw = new RawHttp(port)) {
            raw.call(OcypodRequests.add("mail", "x".repeat(2049)), 413);
            error("ocypod POST /queue/{queue}/job", "http too_large");
        }
        try (RawHttp raw = new RawHttp(port)) {
            assertThat(raw.send("nonsense\r\n\r\n").read().status()).isEqualTo(400);
            error("http unknown", "http malformed");
        }
    }

    private void oneTooMany(int port) {
        List<TestClient> all = new ArrayList<>();
        try {
            String said = "";
            while (said.isEmpty()) {
                TestClient one = new TestClient(port);
                all.add(one);
                String line = one.ask("lease empty 1");
                said = line.equals("-TIMEOUT") ? "" : line;
            }
            assertThat(said).isEqualTo("-SERVER-ERROR Too many connections");
            refusals.put("workq connection", 1L);
        } finally {
            for (TestClient one : all) {
                one.close();
            }
        }
    }
}
