package dev.reeve.door.qless.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.door.qless.CallPlan;
import dev.reeve.door.qless.CallingConvention;
import dev.reeve.door.qless.Resp;
import dev.reeve.engine.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The Redis keys of qless, read through the views. */
class KeyViewsTest {
    private final QlessEngine qless = new QlessEngine();

    private String read(String line) {
        String[] words = line.split(" ");
        List<byte[]> args = Arrays.stream(words)
                .skip(1)
                .map(word -> word.getBytes(StandardCharsets.UTF_8))
                .toList();
        KeyReads.KeyCommand command = KeyReads.ALL.stream()
                .filter(read -> read.name().equals(words[0].toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow();
        CallPlan plan = command.parse(args, CallingConvention.CURRENT);
        if (plan instanceof CallPlan.Answered answered) {
            return QlessEngine.show(answered.reply());
        }
        return QlessEngine.show(
                plan instanceof CallPlan.LongRead<?> read ? answerInSteps(read) : answer((CallPlan.Read<?>) plan));
    }

    /** Long ranges are read in steps; what has left the set by the time of its step is not listed. */
    @Test
    void a_long_range_is_read_in_steps() {
        for (int i = 0; i < 4000; i++) {
            qless.current("put", 10, "w", "long", "long" + i, "k", "{}", 0);
        }
        KeyReads.KeyCommand zrange = KeyReads.ALL.stream()
                .filter(read -> read.name().equals("zrange"))
                .findFirst()
                .orElseThrow();
        List<byte[]> words = List.of(bytes("ql:q:long-work"), bytes("0"), bytes("-1"));
        CallPlan.LongRead<?> read = (CallPlan.LongRead<?>) zrange.parse(words, CallingConvention.CURRENT);
        String reply = QlessEngine.show(stepwise(read, () -> qless.current("cancel", 11, "long0", "long3999")));
        assertThat(reply.split(",")).hasSize(3999).doesNotHaveDuplicates();
    }

    private static byte[] bytes(String word) {
        return word.getBytes(StandardCharsets.UTF_8);
    }

    private <R> Resp stepwise(CallPlan.LongRead<R> read, Runnable afterFirst) {
        CallPlan.CountedQuery<R> query = read.query().get();
        assertThat(query.step(qless.engine())).isNull();
        assertThat(query.lookedAt()).isLessThanOrEqualTo(1000);
        afterFirst.run();
        R result = query.step(qless.engine());
        for (int steps = 2; result == null; steps++) {
            assertThat(steps).isLessThan(10_000);
            result = query.step(qless.engine());
        }
        return read.reply().apply(Outcome.of(result));
    }

    private <R> Resp answerInSteps(CallPlan.LongRead<R> read) {
        return read.reply().apply(Outcome.of(QlessEngine.result(qless.engine(), read)));
    }

    private <R> Resp answer(CallPlan.Read<R> read) {
        return read.reply().apply(Outcome.of(read.query().ask(qless.engine())));
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
    }

    @Test
    void sorted_sets_by_place_and_by_score_from_either_end() {
        for (int i = 1; i <= 5; i++) {
            qless.current("put", 100 + i, "w", "many", "m" + i, "k", "{}", 100);
        }
        assertThat(read("ZRANGE ql:q:many-scheduled 1 2")).isEqualTo("[m2,m3]");
        assertThat(read("ZRANGE ql:q:many-scheduled 0 1 REV")).isEqualTo("[m5,m4]");
        assertThat(read("ZRANGE ql:q:many-scheduled 0 1 REV WITHSCORES")).isEqualTo("[m5,205,m4,204]");
        assertThat(read("ZREVRANGE ql:q:many-scheduled -2 -1 WITHSCORES")).isEqualTo("[m2,202,m1,201]");
        assertThat(read("ZREVRANGE ql:q:many-scheduled 3 1")).isEqualTo("[]");
        assertThat(read("ZRANGEBYSCORE ql:q:many-scheduled 202 (204")).isEqualTo("[m2,m3]");
        assertThat(read("ZRANGEBYSCORE ql:q:many-scheduled -inf +inf LIMIT 3 9"))
                .isEqualTo("[m4,m5]");
        assertThat(read("ZRANGEBYSCORE ql:q:many-scheduled (201 203 WITHSCORES LIMIT 0 1"))
                .isEqualTo("[m2,202]");
        assertThat(read("ZREVRANGEBYSCORE ql:q:many-scheduled 204 202 LIMIT 1 -1"))
                .isEqualTo("[m3,m2]");
        assertThat(read("ZRANGE ql:q:many-scheduled (204 202 BYSCORE REV LIMIT 0 5"))
                .isEqualTo("[m3,m2]");
        assertThat(read("ZRANGEBYSCORE ql:q:many-scheduled 0 300 LIMIT -1 5")).isEqualTo("[]");
        assertThat(read("ZRANGEBYSCORE ql:q:none-scheduled 0 1")).isEqualTo("[]");
        assertThat(read("ZMSCORE ql:q:many-scheduled m1 nope")).isEqualTo("[201,nil]");
        assertThat(read("ZSCAN ql:q:many-scheduled 0 MATCH m[12]")).isEqualTo("[0,[m1,201,m2,202]]");
    }

    @Test
    void sorted_sets_with_members_beyond_all_numbers() {
        qless.current("timeout", 7, "a");
        assertThat(read("ZRANGE ql:q:q-work -1 -1 WITHSCORES")).isEqualTo("[a,inf]");
        assertThat(read("ZCOUNT ql:q:q-work -inf +inf")).isEqualTo(":3");
        assertThat(read("ZCOUNT ql:q:q-work -inf (+inf")).isEqualTo(":2");
    }

    @Test
    void what_is_asked_for_in_the_wrong_way_is_refused() {
        assertThat(read("ZRANGE ql:queues zero 1")).isEqualTo("-ERR value is not an integer or out of range");
        assertThat(read("ZRANGE ql:queues 0 1 SIDEWAYS")).isEqualTo("-ERR syntax error");
        assertThat(read("ZREVRANGE ql:queues 0 1 REV")).isEqualTo("-ERR syntax error");
        assertThat(read("ZRANGEBYSCORE ql:queues 0 1 LIMIT 1")).isEqualTo("-ERR syntax error");
        assertThat(read("ZRANGE ql:queues 0 1 LIMIT 0 1"))
                .isEqualTo("-ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX");
        assertThat(read("ZRANGEBYSCORE ql:queues low 1")).isEqualTo("-ERR min or max is not a float");
        assertThat(read("LRANGE ql:f:nope 0 x")).isEqualTo("-ERR value is not an integer or out of range");
        assertThat(read("SCAN x")).isEqualTo("-ERR invalid cursor");
        assertThat(read("SCAN 0 COUNT 0")).isEqualTo("-ERR syntax error");
        assertThat(read("SCAN 0 MATCH")).isEqualTo("-ERR syntax error");
        assertThat(read("HGET ql:queues x"))
                .isEqualTo("-WRONGTYPE Operation against a key holding the wrong kind of value");
    }

    @Test
    void hashes() {
        assertThat(read("HGET ql:j:a data")).isEqualTo("{\"x\":1}");
        assertThat(read("HMGET ql:j:a state worker nope")).isEqualTo("[running,w,nil]");
        assertThat(read("HGETALL ql:j:b"))
                .isEqualTo("{jid,b,klass,k,data,{},priority,0,tags,[\"t\"],state,waiting,worker,,expires,0,"
                        + "queue,q,retries,5,remaining,5,time,2}");
        assertThat(read("HGETALL ql:r:r"))
                .isEqualTo("{jid,r,klass,k,data,{},priority,0,tags,{},state,recur,queue,q,type,interval,count,0,"
                        + "interval,60,retries,0,backlog,0}");
        assertThat(read("HGETALL ql:config")).isEqualTo("{foo,bar}");
        assertThat(read("HGETALL ql:s:wait:0:q")).isEqualTo("{total,1,mean,5.5,vk,0,s5,1}");
        assertThat(read("HGETALL ql:j:nope")).isEqualTo("{}");
        assertThat(read("HLEN ql:config") + read("HEXISTS ql:config foo") + read("HEXISTS ql:config nope"))
                .isEqualTo(":1:1:0");
        assertThat(read("HKEYS ql:config") + read("HVALS ql:config")).isEqualTo("[foo][bar]");
        assertThat(read("HSCAN ql:j:b 0 MATCH re*")).isEqualTo("[0,[retries,5,remaining,5]]");
    }

    @Test
    void sets_and_lists() {
        assertThat(read("SMEMBERS ql:j:c-dependencies")).isEqualTo("~[a,b]");
        assertThat(read("SMEMBERS ql:j:a-dependents")).isEqualTo("~[c]");
        assertThat(read("SISMEMBER ql:j:c-dependencies a") + read("SISMEMBER ql:j:c-dependencies c"))
                .isEqualTo(":1:0");
        assertThat(read("SMISMEMBER ql:j:c-dependencies a c")).isEqualTo("[:1,:0]");
        assertThat(read("SCARD ql:j:c-dependencies")).isEqualTo(":2");
        assertThat(read("SSCAN ql:j:c-dependencies 0 MATCH b")).isEqualTo("[0,[b]]");
        qless.current("pause", 7, "q", "other");
        assertThat(read("SMEMBERS ql:paused_queues")).isEqualTo("~[other,q]");
        qless.current("unpause", 7, "q", "other");
        assertThat(read("EXISTS ql:paused_queues")).isEqualTo(":0");
        qless.current("fail", 8, "a", "w", "grp", "msg");
        qless.current("pop", 8, "q", "w", 1);
        qless.current("fail", 8, "b", "w", "grp", "msg");
        assertThat(read("SMEMBERS ql:failures")).isEqualTo("~[grp]");
        assertThat(read("LLEN ql:f:grp")).isEqualTo(":2");
        assertThat(read("LRANGE ql:f:grp 0 -1")).isEqualTo("[b,a]");
        assertThat(read("LRANGE ql:f:grp 1 5")).isEqualTo("[a]");
        assertThat(read("LINDEX ql:f:grp -1") + read("LINDEX ql:f:grp 2")).isEqualTo("anil");
    }

    @Test
    void history() {
        qless.current("log", 8, "a", "note", "{\"more\":1}");
        qless.current("fail", 9, "a", "w", "grp", "msg");
        assertThat(read("LRANGE ql:j:a-history 0 -1"))
                .isEqualTo("[[1,\"put\",{\"q\":\"q\"}],[6,\"popped\",{\"worker\":\"w\"}],"
                        + "[8,\"note\",{\"more\":1}],[9,\"failed\",{\"group\":\"grp\",\"worker\":\"w\"}]]");
        assertThat(read("LRANGE ql:j:a-history -1 -1")).startsWith("[[9,");
        assertThat(read("LLEN ql:j:a-history") + read("TYPE ql:j:a-history")).isEqualTo(":4+list");
        assertThat(read("EXISTS ql:j:nope-history")).isEqualTo(":0");
    }

    @Test
    void a_job_that_is_named_like_a_part_of_another_is_still_there() {
        qless.current("put", 9, "w", "q", "alone-history", "k", "{}", 0);
        assertThat(read("HGET ql:j:alone-history jid")).isEqualTo("alone-history");
    }

    @Test
    void tags() {
        qless.current("tag", 8, "add", "e", "t", "u");
        assertThat(read("ZRANGE ql:tags 0 -1 WITHSCORES")).isEqualTo("[u,1,t,3]");
        assertThat(read("ZREVRANGEBYSCORE ql:tags +inf 2")).isEqualTo("[t]");
        assertThat(read("ZSCORE ql:tags u")).isEqualTo("1");
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
        assertThat(read("KEYS ql:[^jqs]*"))
                .isEqualTo("[ql:workers,ql:tracked,ql:tags,ql:config,ql:w:w:jobs,ql:t:t,ql:r:r]");
        assertThat(read("TTL ql:j:a") + read("PTTL ql:j:a") + read("TTL nope")).isEqualTo(":-1:-1:-2");
        assertThat(read("DBSIZE")).isEqualTo(":5");
    }

    @Test
    void keys_of_a_queue_that_is_no_longer_listed() {
        qless.current("queue.forget", 9, "q");
        assertThat(read("EXISTS ql:queues")).isEqualTo(":0");
        assertThat(read("KEYS ql:q:*")).contains("ql:q:q-work", "ql:q:q-locks");
        assertThat(read("KEYS ql:s:*")).isEqualTo("[ql:s:wait:0:q]");
    }

    @Test
    void scanning_finds_every_key_once_though_jobs_come_and_go() {
        assertThat(read("SCAN 0 COUNT 100").substring(3)).isEqualTo(read("KEYS *") + "]");
        assertThat(read("SCAN 0 COUNT 100 TYPE set"))
                .isEqualTo("[0,[ql:j:a-dependents,ql:j:b-dependents," + "ql:j:c-dependencies]]");
        String first = read("SCAN 0 COUNT 2 MATCH ql:j:?");
        assertThat(first).endsWith(",[ql:j:a,ql:j:b]]");
        qless.current("cancel", 9, "b", "c");
        qless.current("put", 9, "w", "q", "f", "k", "{}", 0);
        String second = read("SCAN " + cursor(first) + " COUNT 2 MATCH ql:j:?");
        assertThat(second).endsWith(",[ql:j:d,ql:j:e]]");
        assertThat(read("SCAN " + cursor(second) + " COUNT 2 MATCH ql:j:?")).isEqualTo("[0,[ql:j:f]]");
    }

    private static String cursor(String reply) {
        return reply.substring(1, reply.indexOf(','));
    }

    @Test
    void a_reply_has_a_limit() {
        List<Object> pause = new ArrayList<>(List.of("pause", 1));
        for (int i = 0; i < Slice.MOST; i++) {
            pause.add("q" + i);
        }
        qless.current(pause.toArray());
        assertThat(read("SMEMBERS ql:paused_queues")).startsWith("~[q0,q1,");
        qless.current("pause", 1, "one more");
        assertThat(read("SMEMBERS ql:paused_queues"))
                .isEqualTo(read("SSCAN ql:paused_queues 0"))
                .isEqualTo("-ERR that is more than a reply may list; ask for less");
        assertThat(read("SCARD ql:paused_queues")).isEqualTo(":" + (Slice.MOST + 1));
    }
}
