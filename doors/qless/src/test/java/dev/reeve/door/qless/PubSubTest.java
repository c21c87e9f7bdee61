package dev.reeve.door.qless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.net.Session;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.testkit.LogLines;
import dev.reeve.testkit.QlessRequests;
import dev.reeve.testkit.RespClient;
import java.time.Duration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Subscribing and publishing, in both versions of the protocol. */
@Timeout(60)
class PubSubTest {
    @ParameterizedTest
    @EnumSource
    void reaches_subscribers_of_channel_and_pattern(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient one = server.connect();
            RespClient two = server.connect();
            RespClient publisher = server.connect();
            assertThat(publisher.call("PUBLISH", "news", "x")).isEqualTo(":0");
            one.send("SUBSCRIBE", "news", "more")
                    .expect("*[\"subscribe\", \"news\", :1]", "*[\"subscribe\", \"more\", :2]");
            two.send("PSUBSCRIBE", "n*").send("SUBSCRIBE", "news");
            two.expect("*[\"psubscribe\", \"n*\", :1]", "*[\"subscribe\", \"news\", :2]");
            assertThat(publisher.call("PUBLISH", "news", "hello")).isEqualTo(":3");
            one.expect("*[\"message\", \"news\", \"hello\"]");
            two.expect("*[\"message\", \"news\", \"hello\"]", "*[\"pmessage\", \"n*\", \"news\", \"hello\"]");
            assertThat(publisher.call("PUBLISH", "nothing", "y")).isEqualTo(":1");
            two.expect("*[\"pmessage\", \"n*\", \"nothing\", \"y\"]");
            two.send("PUNSUBSCRIBE", "n*").expect("*[\"punsubscribe\", \"n*\", :1]");
            assertThat(publisher.call("PUBLISH", "nothing", "y")).isEqualTo(":0");
            one.socket().vanish();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> server.server().connections().count() == 2);
            assertThat(publisher.call("PUBLISH", "news", "z")).isEqualTo(":1");
            two.expect("*[\"message\", \"news\", \"z\"]");
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_listener_may_do_little_else(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            client.send("UNSUBSCRIBE").expect("*[\"unsubscribe\", nil, :0]");
            client.send("SUBSCRIBE", "a", "b", "a");
            client.expect("*[\"subscribe\", \"a\", :1]", "*[\"subscribe\", \"b\", :2]", "*[\"subscribe\", \"a\", :2]");
            assertThat(client.call("PING")).isEqualTo("*[\"pong\", \"\"]");
            assertThat(client.call("PING", "x")).isEqualTo("*[\"pong\", \"x\"]");
            assertThat(client.call("INFO"))
                    .isEqualTo("-ERR Can't execute 'info': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET"
                            + " are allowed in this context");
            assertThat(client.call("MULTI")).startsWith("-ERR Can't execute 'multi'");
            client.send("UNSUBSCRIBE").expect("*[\"unsubscribe\", \"a\", :1]", "*[\"unsubscribe\", \"b\", :0]");
            assertThat(client.call("PING")).isEqualTo("+PONG");
            client.send("PSUBSCRIBE", "*").expect("*[\"psubscribe\", \"*\", :1]");
            assertThat(client.call("RESET")).isEqualTo("+RESET");
            assertThat(client.call("PING")).isEqualTo("+PONG");
            assertThat(server.connect().call("PUBLISH", "a", "x")).isEqualTo(":0");
            client.send("SUBSCRIBE", "a").expect("*[\"subscribe\", \"a\", :1]");
            client.send("QUIT").expect("+OK").socket().expectClosed();
        }
    }

    @ParameterizedTest
    @EnumSource
    void version_3_tells_events_from_replies(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            assertThat(client.call("HELLO", "3")).startsWith("%[");
            client.send("SUBSCRIBE", "a").expect(">[\"subscribe\", \"a\", :1]");
            assertThat(client.call("PING")).isEqualTo("+PONG");
            client.send("PUBLISH", "a", "own").expect(">[\"message\", \"a\", \"own\"]", ":1");
            client.send("MULTI")
                    .send("PUBLISH", "a", "1")
                    .send("PUBLISH", "a", "2")
                    .send("EXEC");
            client.expect("+OK", "+QUEUED", "+QUEUED");
            client.expect(">[\"message\", \"a\", \"1\"]", ">[\"message\", \"a\", \"2\"]", "*[:1, :1]");
            client.send("UNSUBSCRIBE").expect(">[\"unsubscribe\", \"a\", :0]");
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_confirmation_comes_before_the_first_event(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            assertThat(client.call("HELLO", "3")).startsWith("%[");
            client.sendRaw(QlessRequests.command("FLUSHDB")
                            + QlessRequests.command("SUBSCRIBE", "a")
                            + QlessRequests.command("PUBLISH", "a", "x")
                            + QlessRequests.command("UNSUBSCRIBE", "a")
                            + QlessRequests.command("PUBLISH", "a", "y"))
                    .expect("+OK", ">[\"subscribe\", \"a\", :1]", ">[\"message\", \"a\", \"x\"]", ":1")
                    .expect(">[\"unsubscribe\", \"a\", :0]", ":0");
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_subscriber_that_never_reads_is_cut_off(JournalKind journal) {
        QlessSettings settings = new QlessSettings(true, 1024 * 1024, 255, 256 * 1024, 64L * 1024 * 1024);
        try (LogLines log = new LogLines(Session.class);
                QlessServer server = new QlessServer(journal, settings)) {
            RespClient deaf = server.connect(4096);
            RespClient good = server.connect();
            RespClient publisher = server.connect();
            deaf.send("SUBSCRIBE", "a").expect("*[\"subscribe\", \"a\", :1]");
            good.send("SUBSCRIBE", "a").expect("*[\"subscribe\", \"a\", :1]");
            String message = "x".repeat(100_000);
            int sent = 0;
            while (!publisher.call("PUBLISH", "a", message).equals(":1")) {
                good.expect("*[\"message\", \"a\", \"" + message + "\"]");
                // The socket buffers of the system hold an unknown number of bytes.
                assertThat(++sent).isLessThan(200);
            }
            good.expect("*[\"message\", \"a\", \"" + message + "\"]");
            assertThat(publisher.call("PING")).isEqualTo("+PONG");
            assertThat(log.told())
                    .singleElement()
                    .asString()
                    .contains("does not read the messages that it subscribed to");
        }
    }

    /** The budget is sufficient for three subscriptions with one-letter names. */
    @ParameterizedTest
    @EnumSource
    void subscriptions_of_all_clients_have_a_limit_together(JournalKind journal) {
        QlessSettings settings = new QlessSettings(true, 1024 * 1024, 255, 256 * 1024, 3 * (512 + 1));
        try (QlessServer server = new QlessServer(journal, settings)) {
            RespClient one = server.connect();
            RespClient other = server.connect();
            one.send("SUBSCRIBE", "a", "a", "b").expect("*[\"subscribe\", \"a\", :1]", "*[\"subscribe\", \"a\", :1]");
            one.expect("*[\"subscribe\", \"b\", :2]");
            other.send("PSUBSCRIBE", "c", "d").expect("*[\"psubscribe\", \"c\", :1]", "-ERR too many subscriptions");
            one.send("UNSUBSCRIBE", "a", "a").expect("*[\"unsubscribe\", \"a\", :1]", "*[\"unsubscribe\", \"a\", :1]");
            other.send("PSUBSCRIBE", "d", "e").expect("*[\"psubscribe\", \"d\", :2]", "-ERR too many subscriptions");
            assertThat(other.call("RESET")).isEqualTo("+RESET");
            one.send("SUBSCRIBE", "a", "d").expect("*[\"subscribe\", \"a\", :2]", "*[\"subscribe\", \"d\", :3]");
            one.socket().close();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> other.call("SUBSCRIBE", "e").equals("*[\"subscribe\", \"e\", :1]"));
            other.send("SUBSCRIBE", "f", "g", "h").expect("*[\"subscribe\", \"f\", :2]", "*[\"subscribe\", \"g\", :3]");
            other.expect("-ERR too many subscriptions");
        }
    }

    @ParameterizedTest
    @EnumSource
    void subscriptions_have_a_limit(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            String name = "x".repeat(1_000_000);
            client.send("SUBSCRIBE", name).expect("*[\"subscribe\", \"" + name + "\", :1]");
            client.send("SUBSCRIBE", "y".repeat(100_000)).expect("-ERR too many subscriptions");
            client.send("SUBSCRIBE", name).expect("*[\"subscribe\", \"" + name + "\", :1]");
        }
    }
}
