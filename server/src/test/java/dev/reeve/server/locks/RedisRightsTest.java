package dev.reeve.server.locks;

import static dev.reeve.server.locks.LockedServer.FOREIGN;
import static dev.reeve.server.locks.LockedServer.OWN;
import static dev.reeve.server.locks.Roles.ALL;
import static dev.reeve.server.locks.Roles.OPERATORS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.access.Role;
import dev.reeve.door.qless.QlessDoor;
import dev.reeve.testkit.QlessRequests;
import dev.reeve.testkit.RespClient;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every Redis command of the qless door, by every role, on an own and a foreign queue. */
@Timeout(300)
class RedisRightsTest {
    /** The start of an HTTP request, which is disconnected. */
    private static final Set<String> OF_HTTP = Set.of("post", "host:");

    private static final String SHA = "SHA";
    private static final String TOKEN = "TOKEN";

    @TempDir
    private static Path folder;

    private static LockedServer server;
    private static RespClient admin;
    private static String sha;
    private static int queues;

    @BeforeAll
    static void start() throws Exception {
        server = new LockedServer(folder, "qless.allow-flush=true");
        admin = server.qless(server.admin);
        sha = admin.call("SCRIPT", "LOAD", QlessRequests.SCRIPT).replace("\"", "");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** @param words with {@code QUEUE} and {@code READY} */
    private record Row(Scope scope, Set<Role> allowed, List<String> words) {
        static Row of(Scope scope, Set<Role> allowed, String words) {
            return new Row(scope, allowed, List.of(words.split(" ", -1)));
        }

        String name() {
            return words.get(0);
        }
    }

    private static final List<Row> ROWS = Stream.of(
                    free(
                            "ping",
                            "echo x",
                            "auth " + TOKEN,
                            "hello",
                            "select 0",
                            "client getname",
                            "quit",
                            "reset",
                            "command count",
                            "info",
                            "config get save",
                            "time",
                            "script exists x",
                            "multi",
                            "exec",
                            "discard",
                            "watch x",
                            "unwatch",
                            "unsubscribe",
                            "punsubscribe",
                            "del x",
                            "unlink x",
                            "dbsize"),
                    everywhere(
                            "flushdb",
                            "flushall",
                            "subscribe ql:log",
                            "psubscribe *",
                            "publish ql:log x",
                            "keys *",
                            "scan 0"),
                    // The rights of the calls themselves have a table of their own.
                    rows(
                            OPERATORS,
                            "eval SCRIPT 0 cancel 1 READY",
                            "eval_ro SCRIPT 0 cancel 1 READY",
                            "evalsha " + SHA + " 0 cancel 1 READY",
                            "evalsha_ro " + SHA + " 0 cancel 1 READY",
                            "fcall cancel 0 READY",
                            "fcall_ro cancel 0 READY"),
                    rows(
                            ALL,
                            "exists ql:j:READY",
                            "type ql:q:QUEUE-work",
                            "ttl ql:q:QUEUE-work",
                            "pttl ql:q:QUEUE-work",
                            "zcard ql:q:QUEUE-work",
                            "zscore ql:q:QUEUE-work READY",
                            "zmscore ql:q:QUEUE-work READY",
                            "zcount ql:q:QUEUE-work -inf +inf",
                            "zrange ql:q:QUEUE-work 0 -1",
                            "zrevrange ql:q:QUEUE-work 0 -1",
                            "zrangebyscore ql:q:QUEUE-work -inf +inf",
                            "zrevrangebyscore ql:q:QUEUE-work +inf -inf",
                            "zscan ql:q:QUEUE-work 0",
                            "hget ql:j:READY data",
                            "hmget ql:j:READY data",
                            "hgetall ql:j:READY",
                            "hlen ql:j:READY",
                            "hexists ql:j:READY data",
                            "hkeys ql:j:READY",
                            "hvals ql:j:READY",
                            "hscan ql:j:READY 0",
                            "smembers ql:j:READY-dependencies",
                            "sismember ql:j:READY-dependencies x",
                            "smismember ql:j:READY-dependencies x",
                            "scard ql:j:READY-dependencies",
                            "sscan ql:j:READY-dependencies 0",
                            "llen ql:j:READY-history",
                            "lrange ql:j:READY-history 0 -1",
                            "lindex ql:j:READY-history 0"))
            .flatMap(rows -> rows)
            .toList();

    private static Stream<Row> free(String... commands) {
        return Stream.of(commands).map(words -> Row.of(Scope.NONE, ALL, words));
    }

    private static Stream<Row> everywhere(String... commands) {
        return Stream.of(commands).map(words -> Row.of(Scope.ALL_QUEUES, ALL, words));
    }

    private static Stream<Row> rows(Set<Role> allowed, String... commands) {
        return Stream.of(commands).map(words -> Row.of(Scope.QUEUE, allowed, words));
    }

    @Test
    void the_table_has_every_command() {
        Set<String> commands = QlessDoor.commands().stream()
                .filter(name -> !OF_HTTP.contains(name))
                .collect(Collectors.toSet());
        assertThat(ROWS.stream().map(Row::name).collect(Collectors.toSet())).isEqualTo(commands);
    }

    @Test
    void every_command_by_every_role_on_own_and_foreign_queues() {
        for (Row row : ROWS) {
            for (Role role : Role.values()) {
                for (String family : List.of(OWN, FOREIGN)) {
                    boolean allowed = row.allowed.contains(role) && row.scope.allows(family);
                    check(row, role, server.token(role), family, allowed);
                }
            }
            check(row, Role.ADMIN, server.admin, FOREIGN, true);
        }
    }

    /** With a connection of its own, because some commands change what others do. */
    private static void check(Row row, Role role, String token, String family, boolean allowed) {
        String queue = family + ++queues;
        String ready = queue + "-ready";
        assertThat(admin.call(
                        "EVAL",
                        QlessRequests.SCRIPT,
                        "0",
                        "put",
                        "1",
                        "w",
                        queue,
                        ready,
                        "klass",
                        "{\"a\":\"secret\"}",
                        "0"))
                .contains(ready);
        String before = state(queue, ready);
        String[] words = row.words.stream()
                .map(word -> word.replace("SCRIPT", QlessRequests.SCRIPT)
                        .replace(SHA, sha)
                        .replace(TOKEN, token)
                        .replace("QUEUE", queue)
                        .replace("READY", ready))
                .toArray(String[]::new);
        RespClient client = server.qless(token);
        String reply = client.call(words);
        client.socket().close();
        String what = String.join(" ", words) + " by " + role + ": " + reply;
        if (allowed) {
            assertThat(reply).as(what).doesNotStartWith("-NO");
            assertThat(reply.contains("secret") && !OPERATORS.contains(role))
                    .as(what)
                    .isFalse();
        } else {
            assertThat(reply).as(what).startsWith("-NOPERM ");
            assertThat(state(queue, ready)).as(what).isEqualTo(before);
        }
    }

    private static String state(String queue, String ready) {
        return admin.call("EVAL", QlessRequests.SCRIPT, "0", "queues", "1", queue)
                + admin.call("EVAL", QlessRequests.SCRIPT, "0", "get", "1", ready);
    }

    @Test
    void a_worker_may_listen_for_what_happens_to_the_jobs_that_it_holds() {
        RespClient worker = server.qless(server.token(Role.WORKER));
        assertThat(worker.call("SUBSCRIBE", "ql:log")).startsWith("-NOPERM ");
        assertThat(worker.call("SUBSCRIBE", "ql:w:me")).contains("subscribe");
        assertThat(server.qless(server.token(Role.VIEWER)).call("SUBSCRIBE", "ql:w:me"))
                .startsWith("-NOPERM ");
    }

    @Test
    void a_viewer_sees_an_empty_payload() {
        assertThat(admin.call(
                        "EVAL",
                        QlessRequests.SCRIPT,
                        "0",
                        "put",
                        "1",
                        "w",
                        "own-keys",
                        "own-payload",
                        "klass",
                        "{\"a\":1}",
                        "0"))
                .contains("own-payload");
        assertThat(server.qless(server.token(Role.VIEWER)).call("HGET", "ql:j:own-payload", "data"))
                .contains("{}");
    }
}
