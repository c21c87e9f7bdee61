package dev.reeve.server.locks;

import static dev.reeve.server.locks.LockedServer.FOREIGN;
import static dev.reeve.server.locks.LockedServer.OWN;
import static dev.reeve.server.locks.Roles.ALL;
import static dev.reeve.server.locks.Roles.OPERATORS;
import static dev.reeve.server.locks.Roles.PRODUCERS;
import static dev.reeve.server.locks.Roles.WORKERS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.access.Role;
import dev.reeve.door.goqueue.GoqueueDoor;
import dev.reeve.door.workq.WorkqDoor;
import dev.reeve.testkit.GoqueueClient;
import dev.reeve.testkit.GoqueueRequests;
import dev.reeve.testkit.QlessRequests;
import dev.reeve.testkit.RespClient;
import dev.reeve.testkit.TestClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every command of Workq and Go Job Queue, by every role, on an own and a foreign queue. */
@Timeout(300)
class TcpRightsTest {
    private static final byte[] DATA = bytes("x");

    @TempDir
    private static Path folder;

    private static LockedServer server;
    private static TestClient workqAdmin;
    private static GoqueueClient goqueueAdmin;
    private static RespClient qlessAdmin;
    private static int queues;

    @BeforeAll
    static void start() throws Exception {
        server = new LockedServer(folder);
        workqAdmin = server.workq(server.admin);
        goqueueAdmin = new GoqueueClient(server.connect("goqueue")
                .sendRaw("AUTH\0" + server.admin + "\0")
                .expectRaw("AUTHENTICATED\0"));
        qlessAdmin = server.qless(server.admin);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** @param line with {@code QUEUE}, {@code READY} and {@code LEASED} */
    private record WorkqRow(String line, String payload, Set<Role> allowed, Scope scope) {
        WorkqRow(String line, String payload, Set<Role> allowed) {
            this(line, payload, allowed, Scope.QUEUE);
        }

        /** The name of the command; for {@code inspect} with the kind of object. */
        String name() {
            String[] words = line.split(" ", -1);
            return words[0].equals("inspect") ? words[0] + " " + words[1] : words[0];
        }
    }

    private static final List<WorkqRow> WORKQ = List.of(
            new WorkqRow("add NEW QUEUE 1000 60000 1", "x", PRODUCERS),
            new WorkqRow("schedule NEW QUEUE 1000 60000 2030-01-02T15:04:05Z 1", "x", PRODUCERS),
            new WorkqRow("run NEW QUEUE 1000 50 1", "x", PRODUCERS),
            new WorkqRow("result READY 1", "", PRODUCERS),
            new WorkqRow("lease QUEUE 100", "", WORKERS),
            new WorkqRow("complete LEASED 1", "x", WORKERS),
            new WorkqRow("fail LEASED 1", "x", WORKERS),
            new WorkqRow("delete READY", "", OPERATORS),
            new WorkqRow("inspect jobs QUEUE 0 10", "", ALL),
            new WorkqRow("inspect scheduled-jobs QUEUE 0 10", "", ALL),
            new WorkqRow("inspect job READY", "", ALL),
            new WorkqRow("inspect queue QUEUE", "", ALL),
            new WorkqRow("inspect queues 0 10", "", ALL, Scope.NONE),
            new WorkqRow("inspect server", "", ALL, Scope.NONE),
            new WorkqRow("auth TOKEN", "", ALL, Scope.NONE));

    @Test
    void the_tables_have_every_command() {
        assertThat(WORKQ.stream().map(WorkqRow::name).collect(Collectors.toSet()))
                .isEqualTo(WorkqDoor.commands());
        assertThat(GOQUEUE.stream().map(GoqueueRow::name).collect(Collectors.toSet()))
                .isEqualTo(GoqueueDoor.commands());
    }

    @Test
    void workq() {
        Map<Role, TestClient> clients = new EnumMap<>(Role.class);
        ALL.forEach(role -> clients.put(role, server.workq(server.token(role))));
        for (WorkqRow row : WORKQ) {
            for (Role role : Role.values()) {
                for (String family : List.of(OWN, FOREIGN)) {
                    boolean allowed = row.allowed.contains(role) && row.scope.allows(family);
                    check(row, role, clients.getOrDefault(role, workqAdmin), family + ++queues, allowed);
                }
            }
        }
    }

    private static void check(WorkqRow row, Role role, TestClient client, String queue, boolean allowed) {
        String leased = UUID.randomUUID().toString();
        String ready = UUID.randomUUID().toString();
        workqAdmin.send("add " + leased + " " + queue + " 60000 60000 1", "x").expect("+OK");
        workqAdmin.send("lease " + queue + " 100").expect("+OK 1", leased + " " + queue + " 1", "x");
        workqAdmin.send("add " + ready + " " + queue + " 60000 60000 1", "x").expect("+OK");
        String before = state(queue);
        String line = row.line
                .replace("NEW", UUID.randomUUID().toString())
                .replace("QUEUE", queue)
                .replace("READY", ready)
                .replace("LEASED", leased)
                .replace("TOKEN", server.token(role));
        String what = line + " by " + role;
        if (row.payload.isEmpty()) {
            client.send(line);
        } else {
            client.send(line, row.payload);
        }
        String reply = client.readLine();
        if (allowed) {
            assertThat(reply).as(what).doesNotContain("Not allowed");
            // What follows the first line of a reply is of no interest.
            client.send("nothing");
            while (!reply.equals("-CLIENT-ERROR Unknown command")) {
                reply = client.readLine();
            }
        } else {
            assertThat(reply).as(what).isEqualTo("-CLIENT-ERROR Not allowed");
            assertThat(state(queue)).as(what).isEqualTo(before);
        }
    }

    private static String state(String queue) {
        return qlessAdmin.call("EVAL", QlessRequests.SCRIPT, "0", "queues", "0", queue);
    }

    @Test
    void workq_lists_queues_that_may_be_read() {
        workqAdmin
                .send("add " + UUID.randomUUID() + " foreign 60000 60000 1", "x")
                .expect("+OK");
        TestClient viewer = server.workq(server.token(Role.VIEWER));
        viewer.send("inspect queues 0 100", "nothing");
        StringBuilder said = new StringBuilder();
        String line = viewer.readLine();
        while (!line.startsWith("-")) {
            said.append(line).append('\n');
            line = viewer.readLine();
        }
        assertThat(said.toString()).startsWith("+OK").doesNotContain("foreign");
    }

    /** The queue of a row, and the numbers of two jobs in it. */
    private record Jobs(String queue, long ready, long leased) {
        static Jobs in(String queue) {
            long leased = goqueueAdmin.add(queue, 0, 60, DATA);
            goqueueAdmin.reserve(queue, 0);
            return new Jobs(queue, goqueueAdmin.add(queue, 0, 60, DATA), leased);
        }
    }

    /** @param granted the first word of the reply if the request is allowed */
    private record GoqueueRow(
            String name, String granted, Set<Role> allowed, Scope scope, BiFunction<Jobs, String, byte[]> request) {}

    private static GoqueueRow goqueue(String name, String granted, Set<Role> allowed, Function<Jobs, byte[]> request) {
        return new GoqueueRow(name, granted, allowed, Scope.QUEUE, (jobs, token) -> request.apply(jobs));
    }

    private static final List<GoqueueRow> GOQUEUE = List.of(
            goqueue("ADD", "ADDED", PRODUCERS, jobs -> GoqueueRequests.add(jobs.queue, 0, 60, DATA)),
            goqueue("RESERVE", "RESERVED", WORKERS, jobs -> GoqueueRequests.reserve(jobs.queue, 0)),
            goqueue("DELETE", "OK", WORKERS, jobs -> GoqueueRequests.delete(jobs.leased)),
            goqueue("DELETE", "OK", OPERATORS, jobs -> GoqueueRequests.delete(jobs.ready)),
            new GoqueueRow("CONNECT", "OK", ALL, Scope.NONE, (jobs, token) -> bytes("CONNECT\0")),
            new GoqueueRow("AUTH", "AUTHENTICATED", ALL, Scope.NONE, (jobs, token) -> bytes("AUTH\0" + token + "\0")));

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void goqueue() {
        for (GoqueueRow row : GOQUEUE) {
            for (Role role : Role.values()) {
                for (String family : List.of(OWN, FOREIGN)) {
                    boolean allowed = row.allowed.contains(role) && row.scope.allows(family);
                    check(row, role, family + ++queues, allowed);
                }
            }
        }
    }

    private static void check(GoqueueRow row, Role role, String queue, boolean allowed) {
        Jobs jobs = Jobs.in(queue);
        String before = state(queue);
        String token = server.token(role);
        String what = row.name + " by " + role + " on " + queue;
        try (TestClient client = server.connect("goqueue")) {
            client.sendRaw("AUTH\0" + token + "\0").expectRaw("AUTHENTICATED\0");
            client.sendRaw(row.request.apply(jobs, token));
            if (allowed) {
                assertThat(client.readUntil('\0')).as(what).isEqualTo(row.granted);
            } else {
                assertThat(client.readUntil('\0')).as(what).isEqualTo("ERROR");
                client.expectRaw("Not allowed\0");
                assertThat(state(queue)).as(what).isEqualTo(before);
            }
        }
    }
}
