package dev.reeve.server.abuse;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.server.crash.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** More clients, and more jobs, than there may be. */
@Timeout(600)
class AbuseTest {
    private static final int CONNECTIONS = Integer.getInteger("reeve.connections", 1000);

    @TempDir
    private Path data;

    @Test
    void beyond_the_limit_every_door_says_so_and_lets_others_in_when_some_leave() throws Exception {
        try (ServerProcess server = start("limits.connections=" + CONNECTIONS)) {
            Ports ports = Ports.of(server);
            try (Crowd first = new Crowd(ports);
                    Crowd rest = new Crowd(ports)) {
                first.idle(CONNECTIONS / 10);
                rest.idle(CONNECTIONS - CONNECTIONS / 10);
                rest.awaitLetIn();
                assertTurnedAway(ports);
                try (Wire silent = new Wire(ports.http())) {
                    assertThat(silent.readToTheEnd()).isEmpty();
                }
                first.leave();
                await().atMost(60, SECONDS).ignoreExceptions().untilAsserted(() -> assertLetIn(ports));
                System.out.printf("load: %d connections, one more at every door turned away%n", CONNECTIONS);
            }
        }
    }

    private static void assertTurnedAway(Ports ports) throws IOException {
        try (Wire workq = new Wire(ports.workq());
                Wire goqueue = new Wire(ports.goqueue());
                Wire qless = new Wire(ports.qless());
                Wire http = new Wire(ports.http())) {
            assertThat(workq.readToTheEnd()).isEqualTo("-SERVER-ERROR Too many connections\r\n");
            assertThat(goqueue.readToTheEnd()).contains("Too many connections");
            assertThat(qless.readToTheEnd()).isEqualTo("-ERR max number of clients reached\r\n");
            assertThat(http.http("GET /queue", "")).isEqualTo("503 {\"error\":\"Too many connections\"}");
        }
    }

    private static void assertLetIn(Ports ports) throws IOException {
        try (Wire workq = new Wire(ports.workq());
                Wire qless = new Wire(ports.qless());
                Wire http = new Wire(ports.http())) {
            assertThat(workq.send("delete x\r\n").line()).isEqualTo("-CLIENT-ERROR Invalid ID");
            assertThat(qless.redis("PING")).isEqualTo("+PONG");
            assertThat(http.http("GET /queue", "")).startsWith("200 ");
        }
    }

    @Test
    void without_memory_for_more_jobs_puts_are_refused_and_all_else_works() throws Exception {
        try (ServerProcess server = start("limits.memory=2%")) {
            Ports ports = Ports.of(server);
            try (Wire workq = new Wire(ports.workq());
                    Wire goqueue = new Wire(ports.goqueue());
                    Wire qless = new Wire(ports.qless());
                    Wire http = new Wire(ports.http())) {
                assertThat(http.http("PUT /queue/o", "{}")).startsWith("201");
                assertThat(http.http("POST /queue/o/job", "{}")).startsWith("201");
                assertThat(qless.qless("put", "w", "q", "j", "k", "{}", "0")).isEqualTo("j");
                List<String> ids = fill(workq);
                String words = "Out of memory: the room for jobs is used up";
                assertThat(http.http("POST /queue/o/job", "{}")).isEqualTo("507 {\"error\":\"" + words + "\"}");
                assertThat(http.http("POST /jobber/queue", "{\"type\":\"t\",\"payload\":1}"))
                        .isEqualTo("507 {\"error\":\"" + words + "\"}");
                assertThat(qless.qless("put", "w", "q", "j2", "k", "{}", "0")).startsWith("-OOM ");
                goqueue.send("ADD\0g\0\1\0\0\0\1\0\0\0\1\0\0\0x");
                assertThat(readWords(goqueue, words)).endsWith(words);
                assertThat(http.http("GET /queue/o/job", "")).startsWith("200");
                assertThat(http.http("PATCH /job/1", "{\"status\":\"completed\"}"))
                        .isEqualTo("204");
                assertThat(qless.qless("pop", "q", "w", "1")).contains("\"j\"");
                assertThat(qless.qless("complete", "j", "w", "q", "{}")).isEqualTo("complete");
                assertThat(workq.send("inspect queue full\r\n").line()).isEqualTo("+OK 1");
                assertThat(workq.line()).isNotEmpty();
                assertThat(workq.line() + workq.line()).isNotEmpty();
                for (String id : ids) {
                    assertThat(workq.send("delete " + id + "\r\n").line()).isEqualTo("+OK");
                }
                assertThat(http.http("POST /queue/o/job", "{}")).startsWith("201");
                assertThat(http.http("POST /jobber/queue", "{\"type\":\"t\",\"payload\":1}"))
                        .startsWith("201");
                assertThat(qless.qless("put", "w", "q", "j2", "k", "{}", "0")).isEqualTo("j2");
            }
        }
    }

    private static List<String> fill(Wire workq) throws IOException {
        List<String> ids = new ArrayList<>();
        String payload = "x".repeat(500_000);
        for (int i = 0; i < 1000; i++) {
            String id = "00000000-0000-4000-8000-%012x".formatted(i);
            workq.send("add " + id + " full 60000 6000000 " + payload.length() + "\r\n" + payload + "\r\n");
            String answer = workq.line();
            if (!answer.equals("+OK")) {
                assertThat(answer).isEqualTo("-SERVER-ERROR Out of memory: the room for jobs is used up");
                return ids;
            }
            ids.add(id);
        }
        throw new AssertionError("the memory never filled up");
    }

    private static String readWords(Wire wire, String words) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf(words) < 0) {
            String next = wire.read(1);
            assertThat(next).as("after <%s>", text).isNotEmpty();
            text.append(next);
        }
        return text.toString();
    }

    private ServerProcess start(String setting) throws IOException {
        List<String> settings = new ArrayList<>(Ports.ALL_DOORS);
        settings.add(setting);
        return ServerProcess.startWith(List.of("-Xmx256m"), data, settings.toArray(String[]::new));
    }
}
