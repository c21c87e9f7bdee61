package dev.reeve.door.qless;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.net.testing.JournalKind;
import dev.reeve.testkit.QlessRequests;
import dev.reeve.testkit.RespClient;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** qless calls over the Redis protocol: transactions, and the order of events. */
@Timeout(30)
class CallsOverRedisTest {
    private static String[] call(String... words) {
        String[] all = new String[words.length + 3];
        all[0] = "EVAL";
        all[1] = "-- QlessAPI";
        all[2] = "0";
        System.arraycopy(words, 0, all, 3, words.length);
        return all;
    }

    @ParameterizedTest
    @EnumSource
    void a_refused_call_undoes_nothing(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            assertThat(client.call("MULTI")).isEqualTo("+OK");
            assertThat(client.call(call("put", "1", "w", "q", "a", "k", "{}", "0")))
                    .isEqualTo("+QUEUED");
            assertThat(client.call(call("complete", "1", "a", "w", "q", "{}"))).isEqualTo("+QUEUED");
            assertThat(client.call(call("pop", "1", "q"))).isEqualTo("+QUEUED");
            assertThat(client.call(call("length", "1", "q"))).isEqualTo("+QUEUED");
            assertThat(client.call("EXEC"))
                    .isEqualTo("*[\"a\", -ERR user_script:1: Complete(): Job a is not currently running: waiting,"
                            + " -ERR user_script:1: Pop(): Arg \"worker\" missing, :1]");
            assertThat(client.call(call("length", "1", "q"))).isEqualTo(":1");
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_transaction_is_one_entry(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            client.send("MULTI").expect("+OK");
            for (int i = 0; i < 10; i++) {
                assertThat(client.call(call("put", "1", "w", "q", "j" + i, "k", "{}", "0")))
                        .isEqualTo("+QUEUED");
            }
            server.server().settle();
            long before = server.server().onLoop(() -> server.server().node().position());
            assertThat(client.call("EXEC")).startsWith("*[\"j0\", \"j1\"");
            assertThat(server.server().onLoop(() -> server.server().node().position()))
                    .isEqualTo(before + 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_job_added_through_another_door_disturbs_who_watches(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            assertThat(client.call("WATCH", "ql:q:q-work")).isEqualTo("+OK");
            server.addThroughAnotherDoor("q");
            assertThat(client.call("MULTI")).isEqualTo("+OK");
            assertThat(client.call(call("put", "1", "w", "q", "a", "k", "{}", "0")))
                    .isEqualTo("+QUEUED");
            assertThat(client.call("EXEC")).isEqualTo("nil*");
            assertThat(client.call(call("get", "1", "a"))).isEqualTo("nil");
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_event_comes_before_the_reply_to_its_cause(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            assertThat(client.call("HELLO", "3")).startsWith("%[");
            StringBuilder pipeline = new StringBuilder();
            pipeline.append(QlessRequests.command(call("get", "1", "a")));
            pipeline.append(QlessRequests.command("SUBSCRIBE", "ql:log"));
            pipeline.append(QlessRequests.command(call("put", "1", "w", "q", "a", "k", "{}", "0")));
            pipeline.append(QlessRequests.command("UNSUBSCRIBE"));
            pipeline.append(QlessRequests.command(call("put", "1", "w", "q", "b", "k", "{}", "0")));
            client.sendRaw(pipeline.toString())
                    .expect("nil", ">[\"subscribe\", \"ql:log\", :1]")
                    .expect(
                            ">[\"message\", \"ql:log\", \"{\"jid\":\"a\",\"event\":\"put\",\"queue\":\"q\"}\"]",
                            "\"a\"")
                    .expect(">[\"unsubscribe\", \"ql:log\", :0]", "\"b\"");
        }
    }

    @ParameterizedTest
    @EnumSource
    void function_calls_publish_under_both_names(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            RespClient listener = server.connect();
            listener.send("PSUBSCRIBE", "*popped").expect("*[\"psubscribe\", \"*popped\", :1]");
            assertThat(client.call("FCALL", "Put", "1", "q", "a", "k", "{}", "1", "0"))
                    .isEqualTo("\"a\"");
            assertThat(client.call("FCALL", "TRACK", "0", "track", "a", "1")).isEqualTo(":1");
            assertThat(client.call("FCALL", "pop", "1", "q", "w", "1", "2")).startsWith("*[\"{");
            listener.expect("*[\"pmessage\", \"*popped\", \"ql:popped\", \"a\"]");
            listener.expect("*[\"pmessage\", \"*popped\", \"popped\", \"a\"]");
            assertThat(client.call("FCALL", "SetConfig", "0", "heartbeat", "10"))
                    .isEqualTo("nil");
            assertThat(client.call("FCALL", "getconfig", "0", "heartbeat")).isEqualTo("\"10\"");
        }
    }
}
