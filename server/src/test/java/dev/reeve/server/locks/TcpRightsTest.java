package dev.reeve.server.locks;

import static dev.reeve.server.locks.LockedServer.FOREIGN;
import static dev.reeve.server.locks.LockedServer.OWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.access.Role;
import dev.reeve.testkit.GoqueueRequests;
import dev.reeve.testkit.QlessRequests;
import dev.reeve.testkit.RespClient;
import dev.reeve.testkit.TestClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every command of Workq and Go Job Queue and every call of qless, by every role, on an own and a foreign queue. */
@Timeout(300)
class TcpRightsTest {
    private static final Set<Role> ALL = EnumSet.allOf(Role.class);
    private static final Set<Role> WORKERS = EnumSet.of(Role.WORKER, Role.ADMIN);
    private static final Set<Role> OPERATORS = EnumSet.of(Role.OPERATOR, Role.ADMIN);
    private static final Set<Role> PRODUCERS = EnumSet.of(Role.PRODUCER, Role.OPERATOR, Role.ADMIN);
    private static final Set<Role> NOTERS = EnumSet.of(Role.WORKER, Role.OPERATOR, Role.ADMIN);

    @TempDir
    private static Path folder;

    private static LockedServer server;
    private static TestClient workqAdmin;
    private static RespClient qlessAdmin;
    private static int queues;

    @BeforeAll
    static void start() throws Exception {
        server = new LockedServer(folder, "qless.allow-flush=false");
        workqAdmin = server.workq(server.admin);
        qlessAdmin = qless(server.admin);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static RespClient qless(String token) {
        RespClient client = new RespClient(server.connect("qless"));
        assertThat(client.call("AUTH", token)).isEqualTo("+OK");
        return client;
    }

    /** @param line with {@code QUEUE}, {@code READY} and {@code LEASED} */
    private record WorkqRow(String line, String payload, Set<Role> allowed) {}

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
            new WorkqRow("inspect queue QUEUE", "", ALL));

    @Test
    void workq() {
        Map<Role, TestClient> clients = new EnumMap<>(Role.class);
        ALL.forEach(role -> clients.put(role, server.workq(server.token(role))));
        for (WorkqRow row : WORKQ) {
            for (Role role : Role.values()) {
                for (String family : List.of(OWN, FOREIGN)) {
                    boolean allowed = row.allowed.contains(role) && family.equals(OWN);
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
                .replace("LEASED", leased);
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

    @Test
    void goqueue() {
        for (Role role : Role.values()) {
            for (String family : List.of(OWN, FOREIGN)) {
                boolean own = family.equals(OWN);
                TestClient client = server.connect("goqueue");
                client.sendRaw("AUTH\0" + server.token(role) + "\0").expectRaw("AUTHENTICATED\0");
                String queue = family + ++queues;
                byte[] data = "x".getBytes(StandardCharsets.UTF_8);
                String what = role + " on " + queue;
                client.sendRaw(GoqueueRequests.add(queue, 0, 60, data));
                assertThat(client.readUntil('\0'))
                        .as(what)
                        .isEqualTo(PRODUCERS.contains(role) && own ? "ADDED" : "ERROR");
                if (PRODUCERS.contains(role) && own) {
                    client.readBytes(Long.BYTES);
                } else {
                    client.expectRaw("Not allowed\0");
                }
                workqAdmin
                        .send("add " + UUID.randomUUID() + " " + queue + " 60000 60000 1", "x")
                        .expect("+OK");
                client.sendRaw(GoqueueRequests.reserve(queue, 0));
                assertThat(client.readUntil('\0'))
                        .as(what)
                        .isEqualTo(WORKERS.contains(role) && own ? "RESERVED" : "ERROR");
                if (!(WORKERS.contains(role) && own)) {
                    client.expectRaw("Not allowed\0");
                }
                client.close();
            }
        }
    }

    /** @param words with {@code QUEUE}, {@code READY} and {@code LEASED} */
    private record QlessRow(Set<Role> allowed, boolean everywhere, List<String> words) {}

    private static QlessRow row(Set<Role> allowed, String... words) {
        return new QlessRow(allowed, false, List.of(words));
    }

    private static QlessRow everywhere(Set<Role> allowed, String... words) {
        return new QlessRow(allowed, true, List.of(words));
    }

    private static final List<QlessRow> QLESS = List.of(
            row(PRODUCERS, "put", "NOW", "w", "QUEUE", "NEW", "klass", "{}", "0"),
            row(PRODUCERS, "put", "NOW", "w", "own-other", "READY", "klass", "{}", "0"),
            row(OPERATORS, "requeue", "NOW", "w", "QUEUE", "READY", "klass", "{}", "0"),
            row(WORKERS, "complete", "NOW", "LEASED", "w", "QUEUE", "{}"),
            row(WORKERS, "fail", "NOW", "LEASED", "w", "group", "message", "{}"),
            row(WORKERS, "retry", "NOW", "LEASED", "QUEUE", "w"),
            row(WORKERS, "heartbeat", "NOW", "LEASED", "w", "{}"),
            row(OPERATORS, "timeout", "NOW", "LEASED"),
            row(ALL, "get", "NOW", "READY"),
            row(ALL, "multiget", "NOW", "READY", "LEASED"),
            row(OPERATORS, "cancel", "NOW", "READY"),
            row(OPERATORS, "priority", "NOW", "READY", "5"),
            row(NOTERS, "log", "NOW", "READY", "message"),
            row(OPERATORS, "depends", "NOW", "READY", "on", "LEASED"),
            row(OPERATORS, "track", "NOW", "track", "READY"),
            row(WORKERS, "pop", "NOW", "QUEUE", "w", "1"),
            row(ALL, "peek", "NOW", "QUEUE", "1"),
            row(ALL, "queues", "NOW", "QUEUE"),
            row(ALL, "length", "NOW", "QUEUE"),
            row(ALL, "jobs", "NOW", "running", "QUEUE"),
            row(OPERATORS, "pause", "NOW", "QUEUE"),
            row(OPERATORS, "unpause", "NOW", "QUEUE"),
            row(OPERATORS, "queue.forget", "NOW", "QUEUE"),
            row(ALL, "stats", "NOW", "QUEUE", "0"),
            everywhere(ALL, "failed", "NOW"),
            everywhere(OPERATORS, "unfail", "NOW", "QUEUE", "group"),
            row(NOTERS, "tag", "NOW", "add", "READY", "t"),
            everywhere(ALL, "workers", "NOW"),
            everywhere(OPERATORS, "worker.deregister", "NOW", "w"),
            everywhere(EnumSet.of(Role.ADMIN), "config.set", "NOW", "heartbeat", "60"),
            everywhere(EnumSet.of(Role.ADMIN), "config.unset", "NOW", "heartbeat"),
            row(OPERATORS, "recur", "NOW", "QUEUE", "NEW", "klass", "{}", "interval", "60", "0"),
            row(OPERATORS, "unrecur", "NOW", "RECUR"),
            row(ALL, "recur.get", "NOW", "RECUR"),
            row(OPERATORS, "recur.update", "NOW", "RECUR", "priority", "3"),
            row(OPERATORS, "recur.tag", "NOW", "RECUR", "t"),
            row(OPERATORS, "recur.untag", "NOW", "RECUR", "t"));

    @Test
    void qless() {
        Map<Role, RespClient> clients = new EnumMap<>(Role.class);
        ALL.forEach(role -> clients.put(role, qless(server.token(role))));
        for (QlessRow row : QLESS) {
            for (Role role : Role.values()) {
                for (String family : List.of(OWN, FOREIGN)) {
                    boolean allowed = row.allowed.contains(role) && family.equals(OWN) && !row.everywhere;
                    check(row, role, clients.getOrDefault(role, qlessAdmin), family + ++queues, allowed);
                }
            }
        }
    }

    private static void check(QlessRow row, Role role, RespClient client, String queue, boolean allowed) {
        call(qlessAdmin, "put", "0", "w", queue, queue + "-leased", "klass", "{\"a\":\"secret\"}", "0");
        call(qlessAdmin, "pop", "0", queue, "w", "1");
        call(qlessAdmin, "put", "0", "w", queue, queue + "-ready", "klass", "{\"a\":\"secret\"}", "0");
        call(
                qlessAdmin,
                "recur",
                "0",
                queue,
                queue + "-recur",
                "klass",
                "{\"a\":\"secret\"}",
                "interval",
                "3600",
                "3600");
        String before = qlessState(queue);
        String[] words = row.words.stream()
                .map(word -> word.replace("NOW", "1")
                        .replace("NEW", queue + "-new")
                        .replace("QUEUE", queue)
                        .replace("READY", queue + "-ready")
                        .replace("LEASED", queue + "-leased")
                        .replace("RECUR", queue + "-recur"))
                .toArray(String[]::new);
        String reply = call(client, words);
        String what = String.join(" ", words) + " by " + role + ": " + reply;
        if (allowed) {
            assertThat(reply).as(what).doesNotStartWith("-NO");
            boolean mayHold = row.words.get(0).equals("pop") || PAYLOAD_READERS.contains(role) || role == Role.WORKER;
            assertThat(reply.contains("secret") && !mayHold).as(what).isFalse();
        } else {
            assertThat(reply).as(what).startsWith("-NOPERM ");
            assertThat(qlessState(queue)).as(what).isEqualTo(before);
        }
    }

    private static final Set<Role> PAYLOAD_READERS = OPERATORS;

    private static String call(RespClient client, String... words) {
        String[] all = new String[words.length + 3];
        all[0] = "EVAL";
        all[1] = QlessRequests.SCRIPT;
        all[2] = "0";
        System.arraycopy(words, 0, all, 3, words.length);
        return client.call(all);
    }

    private static String qlessState(String queue) {
        return String.join(
                "\n",
                call(qlessAdmin, "queues", "1", queue),
                call(qlessAdmin, "multiget", "1", queue + "-ready", queue + "-leased"),
                call(qlessAdmin, "recur.get", "1", queue + "-recur"),
                call(qlessAdmin, "track", "1"),
                call(qlessAdmin, "config.get", "1"));
    }

    @Test
    void a_transaction_is_executed_as_a_whole_or_not_at_all() {
        call(qlessAdmin, "put", "0", "w", "foreign-tx", "tx-foreign", "klass", "{}", "0");
        RespClient operator = qless(server.token(Role.OPERATOR));
        operator.send("MULTI").expect("+OK");
        operator.send("EVAL", QlessRequests.SCRIPT, "0", "put", "1", "w", "own-tx", "tx-own", "klass", "{}", "0")
                .expect("+QUEUED");
        operator.send("EVAL", QlessRequests.SCRIPT, "0", "cancel", "1", "tx-foreign")
                .expect("+QUEUED");
        assertThat(operator.call("EXEC")).startsWith("-NOPERM ");
        assertThat(call(qlessAdmin, "get", "1", "tx-own")).isEqualTo("nil");
        operator.send("MULTI").expect("+OK");
        operator.send("EVAL", QlessRequests.SCRIPT, "0", "put", "1", "w", "own-tx", "tx-own", "klass", "{}", "0")
                .expect("+QUEUED");
        operator.send("EVAL", QlessRequests.SCRIPT, "0", "get", "1", "tx-foreign")
                .expect("+QUEUED");
        assertThat(operator.call("EXEC")).startsWith("-NOPERM ");
        assertThat(call(qlessAdmin, "get", "1", "tx-own")).isEqualTo("nil");
    }

    @Test
    void redis_commands_that_read_or_listen_follow_the_same_rules() {
        call(qlessAdmin, "put", "0", "w", "foreign-keys", "keys-foreign", "klass", "{}", "0");
        call(qlessAdmin, "put", "0", "w", "own-keys", "keys-own", "klass", "{\"a\":\"secret\"}", "0");
        RespClient viewer = qless(server.token(Role.VIEWER));
        assertThat(viewer.call("HGET", "ql:j:keys-own", "data")).contains("{}");
        assertThat(viewer.call("HGET", "ql:j:keys-foreign", "data")).startsWith("-NOPERM ");
        assertThat(viewer.call("ZCARD", "ql:q:own-keys-work")).isEqualTo(":1");
        assertThat(viewer.call("ZCARD", "ql:q:foreign-keys-work")).startsWith("-NOPERM ");
        assertThat(viewer.call("KEYS", "*")).startsWith("-NOPERM ");
        assertThat(viewer.call("SCAN", "0")).startsWith("-NOPERM ");
        assertThat(viewer.call("SUBSCRIBE", "ql:log")).startsWith("-NOPERM ");
        assertThat(viewer.call("PUBLISH", "ql:log", "x")).startsWith("-NOPERM ");
        RespClient worker = qless(server.token(Role.WORKER));
        assertThat(worker.call("SUBSCRIBE", "ql:log")).startsWith("-NOPERM ");
        assertThat(worker.call("SUBSCRIBE", "ql:w:me")).contains("subscribe");
    }
}
