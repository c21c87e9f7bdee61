package dev.reeve.campaign.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.Wire;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A server whose memory limit for jobs is reached, tested through every door. */
final class FullMemory implements AutoCloseable {
    private static final String WORDS = "Out of memory: the room for jobs is used up";
    private static final String JSON = "507 {\"error\":\"" + WORDS + "\"}";
    private static final int PAYLOAD_BYTES = 500_000;
    private static final String ID = "6ba7b810-9dad-11d1-80b4-00c04fd430c4";
    private static final String OTHER_ID = "6ba7b810-9dad-11d1-80b4-00c04fd430c5";
    private static final String GOQUEUE_ADD = "ADD\0g\0\1\0\0\0\1\0\0\0\1\0\0\0x";
    private static final String JOBBER_JOB = "{\"type\":\"t\",\"payload\":1}";

    private final Wire workq;
    private final Wire goqueue;
    private final Wire qless;
    private final Wire http;
    private final List<String> backlog = new ArrayList<>();

    FullMemory(Ports ports) throws IOException {
        workq = new Wire(ports.workq());
        goqueue = new Wire(ports.goqueue());
        qless = new Wire(ports.qless());
        http = new Wire(ports.http());
        assertThat(http.http("PUT /queue/o", "{}")).startsWith("201");
    }

    /** Adds a job through every door. */
    void addEverywhere(String workqId, String jid) throws IOException {
        assertThat(workq.send("add " + workqId + " w 60000 6000000 1\r\nx\r\n").line())
                .isEqualTo("+OK");
        assertThat(goqueue.send(GOQUEUE_ADD).read(6 + Long.BYTES)).startsWith("ADDED\0");
        assertThat(qless.qless("put", "w", "q", jid, "k", "{}", "0")).isEqualTo(jid);
        assertThat(http.http("POST /queue/o/job", "{}")).startsWith("201");
        assertThat(http.http("POST /jobber/queue", JOBBER_JOB)).startsWith("201");
    }

    /** Adds jobs until one is refused, and returns their number. */
    int fill() throws IOException {
        String payload = "x".repeat(PAYLOAD_BYTES);
        for (int i = 0; i < 10_000; i++) {
            String id = "00000000-0000-4000-8000-%012x".formatted(i);
            workq.send("add " + id + " full 60000 6000000 " + payload.length() + "\r\n" + payload + "\r\n");
            String answer = workq.line();
            if (!answer.equals("+OK")) {
                assertThat(answer).isEqualTo("-SERVER-ERROR " + WORDS);
                return backlog.size();
            }
            backlog.add(id);
        }
        throw new AssertionError("the memory never filled up");
    }

    void assertRefusedEverywhere() throws IOException {
        assertThat(workq.send("add " + OTHER_ID + " w 60000 6000000 1\r\nx\r\n").line())
                .isEqualTo("-SERVER-ERROR " + WORDS);
        assertThat(workq.send("run " + OTHER_ID + " w 60000 1000 1\r\nx\r\n").line())
                .isEqualTo("-SERVER-ERROR " + WORDS);
        assertThat(workq.send("schedule " + OTHER_ID + " w 60000 6000000 2100-01-01T00:00:00Z 1\r\nx\r\n")
                        .line())
                .isEqualTo("-SERVER-ERROR " + WORDS);
        String expected = "ERROR\0" + WORDS + "\0";
        assertThat(goqueue.send(GOQUEUE_ADD).read(expected.length())).isEqualTo(expected);
        assertThat(qless.qless("put", "w", "q", "j2", "k", "{}", "0"))
                .isEqualTo("-OOM command not allowed when used memory > 'maxmemory'.");
        assertThat(http.http("POST /queue/o/job", "{}")).isEqualTo(JSON);
        assertThat(http.http("POST /jobber/queue", JOBBER_JOB)).isEqualTo(JSON);
    }

    /** Leases, reads and completes the jobs of every door. */
    void workEverywhere() throws IOException {
        assertThat(workq.send("lease w 1000\r\n").line()).isEqualTo("+OK 1");
        assertThat(workq.line() + "|" + workq.line()).isEqualTo(ID + " w 1|x");
        assertThat(workq.send("complete " + ID + " 0\r\n\r\n").line()).isEqualTo("+OK");
        assertThat(workq.send("delete " + ID + "\r\n").line()).isEqualTo("+OK");
        String reserved = goqueue.send("RESERVE\0g\0\1\0\0\0").read(9 + Long.BYTES + 8 + 9 + 4 + 1);
        assertThat(reserved).startsWith("RESERVED\0").endsWith("x");
        assertThat(goqueue.send("DELETE\0" + reserved.substring(9, 9 + Long.BYTES))
                        .read(3))
                .isEqualTo("OK\0");
        assertThat(qless.qless("pop", "q", "w", "1")).contains("\"j\"");
        assertThat(qless.qless("complete", "j", "w", "q", "{}")).isEqualTo("complete");
        assertThat(qless.qless("cancel", "j") + qless.line() + qless.line()).isEqualTo("*1$1j");
        String taken = http.http("GET /queue/o/job", "");
        assertThat(taken).startsWith("200 {\"id\":");
        String job = "/job/" + taken.substring(10, taken.indexOf(','));
        assertThat(http.http("PATCH " + job, "{\"status\":\"completed\"}")).isEqualTo("204");
        assertThat(http.http("DELETE " + job, "")).isEqualTo("204");
        String locked = http.http("POST /jobber/queue/t/take", "{}");
        assertThat(locked).startsWith("200 {\"job-id\":\"");
        String lock = locked.replaceFirst(".*\"lock\":(\"\\d+\").*", "{\"lock\":$1}");
        assertThat(http.http("POST /jobber/job/" + locked.split("\"", 5)[3] + "/done", lock))
                .isEqualTo("204");
    }

    /** Deletes the jobs that filled the memory. */
    void makeRoom() throws IOException {
        for (String id : backlog) {
            assertThat(workq.send("delete " + id + "\r\n").line()).isEqualTo("+OK");
        }
        backlog.clear();
    }

    static String firstId() {
        return ID;
    }

    static String otherId() {
        return OTHER_ID;
    }

    @Override
    public void close() throws IOException {
        workq.close();
        goqueue.close();
        qless.close();
        http.close();
    }
}
