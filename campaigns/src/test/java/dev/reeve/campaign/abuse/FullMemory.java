package dev.reeve.campaign.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.GoqueueClient;
import dev.reeve.testkit.GoqueueRequests;
import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.JobberClient;
import dev.reeve.testkit.JobberRequests;
import dev.reeve.testkit.OcypodClient;
import dev.reeve.testkit.OcypodRequests;
import dev.reeve.testkit.QlessClient;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.WorkqClient;
import dev.reeve.testkit.WorkqRequests;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A server whose memory limit for jobs is reached, tested through every door. */
final class FullMemory implements AutoCloseable {
    private static final String WORDS = "Out of memory: the room for jobs is used up";
    private static final int PAYLOAD_BYTES = 500_000;
    private static final String DUE = "60000 6000000 2100-01-01T00:00:00Z";

    private final WorkqClient workq;
    private final GoqueueClient goqueue;
    private final QlessClient qless;
    private final RawHttp http;
    private final List<DoorClient> doors;
    private final List<String> backlog = new ArrayList<>();

    FullMemory(Ports ports) {
        workq = new WorkqClient(ports.workq());
        goqueue = new GoqueueClient(ports.goqueue());
        qless = new QlessClient(ports.qless());
        http = new RawHttp(ports.http());
        http.call(OcypodRequests.declare(queue(3), "{}"), 201);
        doors = List.of(workq, goqueue, qless, new OcypodClient(ports.http()), new JobberClient(ports.http()));
    }

    private static String queue(int door) {
        return "q" + door;
    }

    /** Adds a job through every door. */
    void addEverywhere() {
        for (int i = 0; i < doors.size(); i++) {
            doors.get(i).add(queue(i), "{}");
        }
    }

    /** Adds large jobs until one is refused, then the smallest ones, and returns the number of jobs. */
    int fill() {
        fill("x".repeat(PAYLOAD_BYTES));
        fill("");
        return backlog.size();
    }

    private void fill(String payload) {
        for (int i = 0; i < 10_000; i++) {
            String id = new UUID(0x4000, backlog.size()).toString();
            String answer = workq.ask(WorkqRequests.add(id, "full", 60_000, 6_000_000, payload));
            if (!answer.equals("+OK")) {
                assertThat(answer).isEqualTo("-SERVER-ERROR " + WORDS);
                return;
            }
            backlog.add(id);
        }
        throw new AssertionError("the memory never filled up");
    }

    void assertRefusedEverywhere() {
        UUID id = UUID.randomUUID();
        for (String request : List.of(
                WorkqRequests.add(id, "w", 60_000, 6_000_000, "x"),
                WorkqRequests.run(id, "w", 60_000, 1000, "x"),
                WorkqRequests.schedule(id, "w", DUE, "x"))) {
            assertThat(workq.ask(request)).isEqualTo("-SERVER-ERROR " + WORDS);
        }
        goqueue.raw().sendRaw(GoqueueRequests.add("g", 1, 1, new byte[1]));
        goqueue.expect("ERROR", WORDS);
        assertThat(qless.call("put", "w", "q", "j2", "k", "{}", "0"))
                .isEqualTo("-OOM command not allowed when used memory > 'maxmemory'.");
        for (HttpDoorRequest call : List.of(OcypodRequests.add(queue(3), "{}"), JobberRequests.add("t", "1"))) {
            assertThat(http.call(call, 507).body()).isEqualTo("{\"error\":\"" + WORDS + "\"}");
        }
    }

    /** Leases, completes and deletes the jobs of every door. */
    void workEverywhere() {
        for (int i = 0; i < doors.size(); i++) {
            DoorClient door = doors.get(i);
            DoorClient.Taken job = door.acquire(queue(i));
            assertThat(job).as(queue(i)).isNotNull();
            assertThat(door.complete(job)).as(queue(i)).isTrue();
            door.delete(job);
            if (door == qless) {
                assertThat(qless.call("cancel", job.id())).isEqualTo("*[\"" + job.id() + "\"]");
            }
        }
    }

    /** Deletes the jobs that filled the memory. */
    void makeRoom() {
        for (String id : backlog) {
            assertThat(workq.ask(WorkqRequests.delete(id))).isEqualTo("+OK");
        }
        backlog.clear();
    }

    @Override
    public void close() {
        doors.forEach(DoorClient::close);
        http.close();
    }
}
