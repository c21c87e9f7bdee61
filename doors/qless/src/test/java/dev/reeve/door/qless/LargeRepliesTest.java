package dev.reeve.door.qless;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.net.NetLimits;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.testkit.QlessRequests;
import dev.reeve.testkit.RespClient;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Replies that are much larger when encoded than the data they describe. */
@Timeout(60)
class LargeRepliesTest {
    private static final int MEBIBYTE = 1024 * 1024;
    private static final int ASKED = 30;
    private static final int SMALL_WINDOW_BYTES = 8 * 1024;
    private static final String DATA = "x".repeat(1_000_000);
    private static final NetLimits LIMITS = new NetLimits(64 * 1024, MEBIBYTE, 256, 10_000, 0, 0);

    @ParameterizedTest
    @EnumSource
    void are_put_into_words_as_their_client_fetches_them(JournalKind journal) {
        try (QlessServer server = serverWithLargeJob(journal)) {
            RespClient lazy = server.connect(SMALL_WINDOW_BYTES);
            // In one piece: with many replies unsent, the server reads no more requests.
            lazy.sendRaw(QlessRequests.call("get", "1", "large").repeat(ASKED));
            await().atMost(20, SECONDS).until(() -> written(server) > MEBIBYTE / 2);
            server.server().settle();
            assertThat(written(server)).isLessThan(3L * MEBIBYTE);
            assertThat(server.connect().call("PING")).isEqualTo("+PONG");
            for (int i = 0; i < ASKED; i++) {
                assertThat(lazy.reply()).contains(DATA);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void of_a_transaction_are_too_and_what_is_published_meanwhile_comes_before_or_after_them(JournalKind journal) {
        try (QlessServer server = serverWithLargeJob(journal)) {
            RespClient lazy = server.connect(SMALL_WINDOW_BYTES);
            assertThat(lazy.call("HELLO", "3")).startsWith("%[");
            lazy.send("SUBSCRIBE", "news").expect(">[\"subscribe\", \"news\", :1]");
            lazy.send("MULTI").expect("+OK");
            for (int i = 0; i < ASKED; i++) {
                call(lazy, "get", "large").expect("+QUEUED");
            }
            lazy.send("PUBLISH", "news", "own").expect("+QUEUED").send("EXEC");
            await().atMost(20, SECONDS).until(() -> written(server) > MEBIBYTE / 2);
            server.server().settle();
            assertThat(written(server)).isLessThan(3L * MEBIBYTE);
            assertThat(server.connect().call("PUBLISH", "news", "later")).isEqualTo(":1");

            lazy.expect(">[\"message\", \"news\", \"own\"]");
            String replies = lazy.reply();
            assertThat(replies).startsWith("*[\"{").endsWith("}\", :1]");
            assertThat(replies.length()).isBetween(ASKED * DATA.length(), ASKED * (DATA.length() + 1000));
            lazy.expect(">[\"message\", \"news\", \"later\"]");
            assertThat(lazy.call("PING")).isEqualTo("+PONG");
        }
    }

    private static QlessServer serverWithLargeJob(JournalKind journal) {
        TestServer.Options options =
                TestServer.Options.of(journal).with(LIMITS).withMemoryBudget(256L * MEBIBYTE, 64L * MEBIBYTE);
        QlessServer server = new QlessServer(options, QlessServer.FLUSHABLE);
        call(server.connect(), "put", "w", "q", "large", "k", '"' + DATA + '"', "0")
                .expect("\"large\"");
        return server;
    }

    private static RespClient call(RespClient client, String name, String... arguments) {
        String[] words = new String[arguments.length + 5];
        System.arraycopy(new String[] {"EVAL", "-- QlessAPI", "0", name, "1"}, 0, words, 0, 5);
        System.arraycopy(arguments, 0, words, 5, arguments.length);
        return client.send(words);
    }

    private static long written(QlessServer server) {
        return server.server().memoryBudget().encoded().usedBytes();
    }
}
