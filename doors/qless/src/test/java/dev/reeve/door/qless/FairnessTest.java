package dev.reeve.door.qless;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Engine;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.testkit.QlessRequests;
import dev.reeve.testkit.RespClient;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What takes long is done in steps, between which other clients are served, and has limits. */
@Timeout(120)
class FairnessTest {
    private static final String ALMOST = "*a".repeat(500) + "b";

    private static void fill(RespClient client, int count, IntFunction<String> request) {
        for (int done = 0; done < count; done += 200) {
            StringBuilder requests = new StringBuilder();
            int batch = Math.min(200, count - done);
            for (int i = 0; i < batch; i++) {
                requests.append(request.apply(done + i));
            }
            client.sendRaw(requests.toString());
            for (int i = 0; i < batch; i++) {
                assertThat(client.reply()).doesNotStartWith("-");
            }
        }
    }

    private static String put(String queue, String jid, String... options) {
        String[] words = new String[6 + options.length];
        System.arraycopy(new String[] {"w", queue, jid, "k", "{}", "0"}, 0, words, 0, 6);
        System.arraycopy(options, 0, words, 6, options.length);
        return QlessRequests.call("put", "1", words);
    }

    private static String call(RespClient client, String name, String... arguments) {
        return client.sendRaw(QlessRequests.call(name, "2", arguments)).reply();
    }

    @ParameterizedTest
    @EnumSource
    void others_are_answered_while_aclient_pipelines_long_reads(JournalKind journal) throws Exception {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient slow = server.connect();
            fill(slow, 5000, i -> put("q" + i, "a".repeat(100) + i));
            int reads = 30;
            AtomicInteger answered = new AtomicInteger();
            slow.sendRaw(QlessRequests.command("KEYS", ALMOST).repeat(reads));
            CompletableFuture<Void> reader = CompletableFuture.runAsync(() -> {
                while (answered.get() < reads) {
                    assertThat(slow.reply()).isEqualTo("*[]");
                    answered.incrementAndGet();
                }
            });
            RespClient quick = server.connect();
            for (int i = 0; i < 20; i++) {
                assertThat(quick.call("PING")).isEqualTo("+PONG");
            }
            assertThat(answered.get()).as("long reads before twenty short ones").isLessThan(reads);
            reader.get(100, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @EnumSource
    void long_lists_are_complete(JournalKind journal) {
        int queues = 2500;
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            fill(client, queues, i -> put("queue" + i, "job" + i, "depends", i == 0 ? "[]" : "[\"job0\"]"));
            client.sendRaw(QlessRequests.call("queues", "2") + QlessRequests.command("PING"));
            assertThat(client.reply().split("\"name\":", -1)).hasSize(queues + 1);
            client.expect("+PONG");
            assertThat(client.call("KEYS", "ql:j:job?*-dependencies").split(",", -1))
                    .hasSize(queues - 1);
            assertThat(client.call("SCAN", "0", "COUNT", "10000", "MATCH", "ql:j:job*-history")
                            .split("history", -1))
                    .hasSize(queues + 1);
            assertThat(dependents(call(client, "get", "job0"))).isEqualTo(queues - 1);
            assertThat(dependents(call(client, "multiget", "job0"))).isEqualTo(256);
            assertThat(client.call("SCARD", "ql:j:job0-dependents")).isEqualTo(":" + (queues - 1));
        }
    }

    private static int dependents(String job) {
        String list = job.replaceAll(".*\"dependents\":\\[([^\\]]*)\\].*", "$1");
        return list.split(",", -1).length;
    }

    @ParameterizedTest
    @EnumSource
    void very_many_dependents_are_freed_and_very_many_failures_are_queued_again(JournalKind journal) {
        int many = 2500;
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            fill(client, 1, i -> put("q", "first"));
            call(client, "pop", "q", "w", "1");
            fill(client, many, i -> put("q", "job" + i, "depends", "[\"first\"]"));
            assertThat(call(client, "complete", "first", "w", "q", "{}")).isEqualTo("\"complete\"");
            // Without the server's clock only commands that are journalled free those that the first entry did not.
            fill(client, many / Engine.DEADLINES_PER_ENTRY, i -> put("other", "other" + i));
            assertThat(call(client, "queues", "q")).contains("\"waiting\":" + many, "\"depends\":0");
            for (int popped = 0; popped < many; popped += 1000) {
                call(client, "pop", "q", "w", "100000");
            }
            fill(client, many, i -> QlessRequests.call("fail", "2", "job" + i, "w", "group", "why"));
            client.sendRaw(QlessRequests.call("unfail", "3", "q", "group", "100000") + QlessRequests.command("PING"));
            client.expect(":" + many, "+PONG");
            assertThat(call(client, "queues", "q")).contains("\"waiting\":" + many);
        }
    }

    @Test
    void patterns_channels_and_arguments_have_limits() {
        try (QlessServer server = new QlessServer(JournalKind.LOCAL)) {
            RespClient client = server.connect();
            String tooLong = "-ERR the pattern is too long, the limit is 1024 bytes";
            String pattern = "x".repeat(1025);
            assertThat(client.call("KEYS", pattern)).isEqualTo(tooLong);
            assertThat(client.call("KEYS", pattern.substring(1))).isEqualTo("*[]");
            assertThat(client.call("SCAN", "0", "MATCH", pattern)).isEqualTo(tooLong);
            assertThat(client.call("HSCAN", "ql:config", "0", "MATCH", pattern)).isEqualTo(tooLong);
            assertThat(client.call("CONFIG", "GET", pattern)).isEqualTo(tooLong);
            assertThat(client.call("PUBLISH", pattern, "x"))
                    .isEqualTo("-ERR the channel name is too long, the limit is 1024 bytes");
            String[] words = new String[10_001];
            Arrays.fill(words, "x");
            words[0] = "EXISTS";
            assertThat(client.call(words)).isEqualTo("-ERR too many arguments, the limit is 10000");
            assertThat(client.call("PSUBSCRIBE", pattern)).isEqualTo(tooLong);
            for (int i = 1; i <= 100; i++) {
                assertThat(client.call("PSUBSCRIBE", "p" + i)).endsWith(":" + i + "]");
            }
            assertThat(client.call("PSUBSCRIBE", "p101")).isEqualTo("-ERR too many subscriptions");
            assertThat(client.call("PSUBSCRIBE", "p100")).endsWith(":100]");
        }
    }

    @Test
    void all_clients_together_have_athousand_patterns() {
        try (QlessServer server = new QlessServer(JournalKind.LOCAL)) {
            for (int i = 0; i < 10; i++) {
                RespClient client = server.connect();
                for (int j = 0; j < 100; j++) {
                    client.call("PSUBSCRIBE", "p" + i + "-" + j);
                }
            }
            RespClient another = server.connect();
            assertThat(another.call("PSUBSCRIBE", "new")).isEqualTo("-ERR too many subscriptions");
            assertThat(another.call("PSUBSCRIBE", "p3-7")).endsWith(":1]");
        }
    }

    @ParameterizedTest
    @EnumSource
    void atransaction_reads_and_changes_abounded_amount(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            fill(client, 999, i -> put("q" + i, "job" + i));
            fill(client, 1500, i -> put("many", "many" + i));
            client.sendRaw(QlessRequests.command("MULTI")
                    + QlessRequests.call("queues", "2").repeat(5)
                    + QlessRequests.call("pop", "2", "many", "w", "1000").repeat(2)
                    + QlessRequests.command("EXEC"));
            client.expect("+OK", "+QUEUED", "+QUEUED", "+QUEUED", "+QUEUED", "+QUEUED", "+QUEUED", "+QUEUED");
            String replies = client.reply();
            assertThat(replies.split("-ERR that is more than a transaction may read", -1))
                    .hasSize(5);
            assertThat(call(client, "queues", "many")).contains("\"waiting\":500", "\"running\":1000");
            client.sendRaw(QlessRequests.command("MULTI")
                    + QlessRequests.command("PING").repeat(1001));
            client.expect("+OK");
            for (int i = 0; i < 1000; i++) {
                client.expect("+QUEUED");
            }
            client.expect("-ERR the transaction is too big");
        }
    }

    @ParameterizedTest
    @EnumSource
    void atransaction_reads_abounded_number_of_rows(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            fill(client, 1000, i -> put("rows", "row" + i));
            client.sendRaw(QlessRequests.command("MULTI")
                    + QlessRequests.command("ZRANGE", "ql:q:rows-work", "0", "-1")
                            .repeat(5)
                    + QlessRequests.command("EXEC"));
            client.expect("+OK", "+QUEUED", "+QUEUED", "+QUEUED", "+QUEUED", "+QUEUED");
            assertThat(client.reply().split("-ERR that is more than a transaction may read", -1))
                    .hasSize(5);
        }
    }
}
