package dev.reeve.door.qless;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.net.testing.JournalKind;
import dev.reeve.testkit.RespClient;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys read over the socket. */
@Timeout(30)
class KeysTest {
    private static final String PUT_2012 = "9f337bb14d1c5685e33df12db0c4cf9b3706ee82";
    private static final String[] PUT = {"FCALL", "put", "1", "q", "a", "k", "{}", "1", "0"};

    @ParameterizedTest
    @EnumSource
    void are_views_of_jobs_and_queues(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            assertThat(client.call("KEYS", "*")).isEqualTo("*[]");
            assertThat(client.call(PUT)).isEqualTo("\"a\"");
            assertThat(client.call("FCALL", "put", "1", "q", "b", "k", "{}", "2", "0"))
                    .isEqualTo("\"b\"");
            assertThat(client.call("EXISTS", "ql:j:a", "ql:j:zz", "ql:queues")).isEqualTo(":2");
            assertThat(client.call("TYPE", "ql:q:q-work")).isEqualTo("+zset");
            assertThat(client.call("TYPE", "ql:j:a")).isEqualTo("+hash");
            assertThat(client.call("TYPE", "nothing")).isEqualTo("+none");
            assertThat(client.call("ZCARD", "ql:q:q-work")).isEqualTo(":2");
            assertThat(client.call("zrange", "ql:queues", "0", "-1")).isEqualTo("*[\"q\"]");
            assertThat(client.call("ZRANGE", "ql:queues", "0", "-1", "WITHSCORES"))
                    .isEqualTo("*[\"q\", \"1\"]");
            assertThat(client.call("ZSCORE", "ql:queues", "q")).isEqualTo("\"1\"");
            assertThat(client.call("ZREVRANGE", "ql:q:q-work", "0", "0")).isEqualTo("*[\"a\"]");
            assertThat(client.call("SCAN", "0", "MATCH", "ql:j:?")).isEqualTo("*[\"0\", *[\"ql:j:a\", \"ql:j:b\"]]");
            assertThat(client.call("HGET", "ql:j:a", "klass")).isEqualTo("\"k\"");
            assertThat(client.call("HMGET", "ql:j:a", "jid", "nothing")).isEqualTo("*[\"a\", nil]");
            assertThat(client.call("HGETALL", "ql:j:a")).startsWith("*[").contains("\"jid\", \"a\"");
            assertThat(client.call("ZCARD", "ql:j:a"))
                    .isEqualTo("-WRONGTYPE Operation against a key holding the wrong kind of value");
            assertThat(client.call("KEYS", "ql:[j]:?")).isEqualTo("*[\"ql:j:a\", \"ql:j:b\"]");
            assertThat(client.call("ZCARD")).isEqualTo("-ERR wrong number of arguments for 'zcard' command");
            assertThat(client.call("DEL", "ql:j:a")).startsWith("-ERR DEL is refused");
        }
    }

    @ParameterizedTest
    @EnumSource
    void are_maps_and_sets_in_version_3(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            assertThat(client.call("HELLO", "3")).startsWith("%[");
            assertThat(client.call(PUT)).isEqualTo("\"a\"");
            assertThat(client.call("HGETALL", "ql:j:a")).startsWith("%[");
            assertThat(client.call("HGETALL", "nothing")).isEqualTo("%[]");
            assertThat(client.call("SMEMBERS", "ql:failures")).isEqualTo("~[]");
            assertThat(client.call("ZSCORE", "ql:queues", "q")).isEqualTo(",1");
            assertThat(client.call("ZRANGE", "ql:queues", "0", "-1", "WITHSCORES"))
                    .isEqualTo("*[*[\"q\", ,1]]");
            assertThat(client.call("ZRANGE", "ql:queues", "0", "-1")).isEqualTo("*[\"q\"]");
        }
    }

    @ParameterizedTest
    @EnumSource
    void are_read_in_transactions_as_clients_do_for_the_length_of_a_queue(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            assertThat(client.call("MULTI")).isEqualTo("+OK");
            assertThat(client.call(PUT)).isEqualTo("+QUEUED");
            for (String list : new String[] {"locks", "work", "scheduled"}) {
                assertThat(client.call("ZCARD", "ql:q:q-" + list)).isEqualTo("+QUEUED");
            }
            assertThat(client.call("EXEC")).isEqualTo("*[\"a\", :0, :1, :0]");
        }
    }

    @ParameterizedTest
    @EnumSource
    void of_histories_are_not_listed_for_clients_of_2012(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient early = server.connect();
            RespClient current = server.connect();
            assertThat(early.call("EVALSHA", PUT_2012, "1", "q", "a", "k", "{}", "1", "0"))
                    .isEqualTo("\"a\"");
            assertThat(server.connect().call("KEYS", "ql:j:*")).isEqualTo("*[\"ql:j:a\"]");
            assertThat(current.call("EVAL", "-- QlessAPI", "0", "length", "1", "q"))
                    .isEqualTo(":1");
            assertThat(early.call("KEYS", "ql:j:*")).isEqualTo("*[\"ql:j:a\"]");
            assertThat(early.call("SCAN", "0", "MATCH", "ql:j:*")).isEqualTo("*[\"0\", *[\"ql:j:a\"]]");
            assertThat(current.call("KEYS", "ql:j:*")).isEqualTo("*[\"ql:j:a\", \"ql:j:a-history\"]");
            assertThat(server.connect().call("KEYS", "ql:j:*")).isEqualTo("*[\"ql:j:a\", \"ql:j:a-history\"]");
        }
    }
}
