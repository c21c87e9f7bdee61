package dev.reeve.server.door.qless.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.server.door.qless.KeyViews;
import dev.reeve.server.door.qless.Parsed;
import dev.reeve.server.door.qless.Resp;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The keys that qless has in Redis, as they look from outside. */
class KeyViewsTest {
    private final KeyViews views = new KeyViews();
    private final QlessEngine qless = new QlessEngine();

    private String read(String line) {
        String[] words = line.split(" ");
        List<byte[]> args = Arrays.stream(words)
                .skip(1)
                .map(word -> word.getBytes(StandardCharsets.UTF_8))
                .toList();
        assertThat(views.knows(words[0])).isTrue();
        Parsed parsed = views.parse(words[0], args);
        return QlessEngine.show(
                parsed instanceof Parsed.Refused refused ? refused.error() : answer((Parsed.Read<?>) parsed));
    }

    private <R> Resp answer(Parsed.Read<R> read) {
        return read.reply().apply(read.query().ask(qless.engine()));
    }

    @BeforeEach
    void fill() {
        qless.current("put", 1, "w", "q", "a", "k", "{\"x\":1}", 0, "tags", "[\"t\"]", "priority", 2);
        qless.current("put", 2, "w", "q", "b", "k", "{}", 0, "tags", "[\"t\"]");
        qless.current("put", 3, "w", "q", "c", "k", "{}", 0, "depends", "[\"a\",\"b\"]");
        qless.current("put", 4, "w", "q", "d", "k", "{}", 10);
        qless.current("put", 5, "w", "q", "e", "k", "{}", 0);
        qless.current("recur", 5, "q", "r", "k", "{}", "interval", 60, 55);
        qless.current("pop", 6.5, "q", "w", 1);
        qless.current("track", 7, "track", "b");
        qless.current("config.set", 7, "foo", "bar");
    }

    @Test
    void sorted_sets() {
        assertThat(read("ZCARD ql:q:q-work")).isEqualTo(":2");
        assertThat(read("ZRANGE ql:q:q-work 0 -1")).isEqualTo("[e,b]");
        assertThat(read("ZRANGE ql:q:q-work -1 -1")).isEqualTo("[b]");
        assertThat(read("ZRANGE ql:q:q-scheduled 0 -1 WITHSCORES")).isEqualTo("[d,14]");
        assertThat(read("zscore ql:q:q-locks a")).isEqualTo("66.5");
        assertThat(read("ZSCORE ql:q:q-locks b")).isEqualTo("nil");
        assertThat(read("ZCOUNT ql:q:q-locks 0 66.5")).isEqualTo(":1");
        assertThat(read("ZCOUNT ql:q:q-locks 0 (66.5")).isEqualTo(":0");
        assertThat(read("ZCOUNT ql:q:q-work -inf +inf")).isEqualTo(":2");
        assertThat(read("ZRANGE ql:q:q-depends 0 -1")).isEqualTo("[c]");
        assertThat(read("ZSCORE ql:q:q-recur r")).isEqualTo("60");
        assertThat(read("ZRANGE ql:queues 0 -1 WITHSCORES")).isEqualTo("[q,1]");
        assertThat(read("ZSCORE ql:workers w")).isEqualTo("6.5");
        assertThat(read("ZRANGE ql:w:w:jobs 0 -1")).isEqualTo("[a]");
        assertThat(read("ZRANGE ql:tracked 0 -1 WITHSCORES")).isEqualTo("[b,7]");
        assertThat(read("ZRANGE ql:t:t 0 -1 WITHSCORES")).isEqualTo("[a,1,b,2]");
        assertThat(read("ZCARD ql:completed")).isEqualTo(":0");
        assertThat(read("ZRANGE ql:completed 0 -1")).isEqualTo("[]");
        assertThat(read("ZCARD ql:j:a"))
                .isEqualTo("-WRONGTYPE Operation against a key holding the wrong kind of value");
        assertThat(read("ZCARD")).isEqualTo("-ERR wrong number of arguments for 'zcard' command");
    }

    @Test
    void hashes() {
        assertThat(read("HGET ql:j:a data")).isEqualTo("{\"x\":1}");
        assertThat(read("HMGET ql:j:a state worker nope")).isEqualTo("[running,w,nil]");
        assertThat(read("HGETALL ql:j:b"))
                .isEqualTo("[jid,b,klass,k,data,{},priority,0,tags,[\"t\"],state,waiting,worker,,expires,0,"
                        + "queue,q,retries,5,remaining,5,time,2]");
        assertThat(read("HGETALL ql:config")).isEqualTo("[foo,bar]");
        assertThat(read("HGETALL ql:s:wait:0:q")).isEqualTo("[total,1,mean,5.5,vk,0,s5,1]");
        assertThat(read("HGETALL ql:j:nope")).isEqualTo("[]");
    }

    @Test
    void sets_and_lists() {
        assertThat(read("SMEMBERS ql:j:c-dependencies")).isEqualTo("[a,b]");
        assertThat(read("SMEMBERS ql:j:a-dependents")).isEqualTo("[c]");
        qless.current("fail", 8, "a", "w", "grp", "msg");
        qless.current("pop", 8, "q", "w", 1);
        qless.current("fail", 8, "b", "w", "grp", "msg");
        assertThat(read("SMEMBERS ql:failures")).isEqualTo("[grp]");
        assertThat(read("LLEN ql:f:grp")).isEqualTo(":2");
        assertThat(read("LRANGE ql:f:grp 0 -1")).isEqualTo("[b,a]");
        assertThat(read("LRANGE ql:f:grp 1 5")).isEqualTo("[a]");
    }

    @Test
    void keys() {
        assertThat(read("EXISTS ql:j:a ql:j:nope ql:queues")).isEqualTo(":2");
        assertThat(read("TYPE ql:j:a") + read("TYPE ql:queues") + read("TYPE ql:j:c-dependencies") + read("TYPE x"))
                .isEqualTo("+hash+zset+set+none");
        assertThat(read("KEYS ql:q:*"))
                .isEqualTo("[ql:q:q-work,ql:q:q-scheduled,ql:q:q-locks,ql:q:q-depends,ql:q:q-recur]");
        assertThat(read("KEYS ql:j:?")).isEqualTo("[ql:j:a,ql:j:b,ql:j:c,ql:j:d,ql:j:e]");
        assertThat(read("KEYS nope*")).isEqualTo("[]");
    }
}
