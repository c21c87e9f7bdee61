package dev.reeve.server.locks;

import static dev.reeve.server.locks.LockedServer.FOREIGN;
import static dev.reeve.server.locks.LockedServer.OWN;
import static dev.reeve.server.locks.Roles.ADMINS;
import static dev.reeve.server.locks.Roles.ALL;
import static dev.reeve.server.locks.Roles.NOTERS;
import static dev.reeve.server.locks.Roles.OPERATORS;
import static dev.reeve.server.locks.Roles.PRODUCERS;
import static dev.reeve.server.locks.Roles.WORKERS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.access.Role;
import dev.reeve.door.qless.call.CallTable;
import dev.reeve.testkit.QlessRequests;
import dev.reeve.testkit.RespClient;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every call of qless, by every role, on an own and a foreign queue. */
@Timeout(300)
class QlessRightsTest {
    @TempDir
    private static Path folder;

    private static LockedServer server;
    private static RespClient qlessAdmin;
    private static int queues;

    @BeforeAll
    static void start() throws Exception {
        server = new LockedServer(folder);
        qlessAdmin = server.qless(server.admin);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** @param words with {@code QUEUE}, {@code READY} and {@code LEASED} */
    private record QlessRow(Set<Role> allowed, Scope scope, List<String> words) {}

    private static QlessRow row(Set<Role> allowed, String... words) {
        return new QlessRow(allowed, Scope.QUEUE, List.of(words));
    }

    private static QlessRow everywhere(Set<Role> allowed, String... words) {
        return new QlessRow(allowed, Scope.ALL_QUEUES, List.of(words));
    }

    private static QlessRow free(String... words) {
        return new QlessRow(ALL, Scope.NONE, List.of(words));
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
            free("config.get", "NOW"),
            everywhere(ADMINS, "config.set", "NOW", "heartbeat", "60"),
            everywhere(ADMINS, "config.unset", "NOW", "heartbeat"),
            row(OPERATORS, "recur", "NOW", "QUEUE", "NEW", "klass", "{}", "interval", "60", "0"),
            row(OPERATORS, "unrecur", "NOW", "RECUR"),
            row(ALL, "recur.get", "NOW", "RECUR"),
            row(OPERATORS, "recur.update", "NOW", "RECUR", "priority", "3"),
            row(OPERATORS, "recur.tag", "NOW", "RECUR", "t"),
            row(OPERATORS, "recur.untag", "NOW", "RECUR", "t"));

    @Test
    void the_table_has_every_call() {
        assertThat(QLESS.stream().map(row -> row.words.get(0)).collect(Collectors.toSet()))
                .isEqualTo(CallTable.names());
    }

    @Test
    void every_call_by_every_role_on_own_and_foreign_queues() {
        Map<Role, RespClient> clients = new EnumMap<>(Role.class);
        ALL.forEach(role -> clients.put(role, server.qless(server.token(role))));
        for (QlessRow row : QLESS) {
            for (Role role : Role.values()) {
                for (String family : List.of(OWN, FOREIGN)) {
                    boolean allowed = row.allowed.contains(role) && row.scope.allows(family);
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
            boolean mayHold = row.words.get(0).equals("pop") || OPERATORS.contains(role) || role == Role.WORKER;
            assertThat(reply.contains("secret") && !mayHold).as(what).isFalse();
        } else {
            assertThat(reply).as(what).startsWith("-NOPERM ");
            assertThat(qlessState(queue)).as(what).isEqualTo(before);
        }
    }

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
        RespClient operator = server.qless(server.token(Role.OPERATOR));
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
}
