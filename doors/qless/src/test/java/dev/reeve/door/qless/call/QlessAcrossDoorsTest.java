package dev.reeve.door.qless.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.door.qless.CallingConvention;
import dev.reeve.engine.Command;
import dev.reeve.engine.Entry;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Jobs that are put by qless and leased through other doors, and the reverse. */
class QlessAcrossDoorsTest {
    private static final long SECOND = 1_000_000;

    private final QlessEngine qless = new QlessEngine();

    private String call(Object... args) {
        return QlessEngine.show(qless.current(args));
    }

    private <R> Outcome<R> apply(Command<R> command) {
        return qless.engine().apply(new Entry<>(qless.atMicros(), 0, command), qless);
    }

    private List<LeasedJob> acquire(String queue) {
        return apply(new Acquire(List.of(queue), null, 1, 0)).reply();
    }

    private static JobRef ref(String id) {
        return JobRef.of(JobId.of(id));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private double now() {
        return qless.atMicros() / 1e6;
    }

    @Test
    void completing_through_any_door_frees_dependents() {
        call("put", 0, "w", "q", "a", "k", "{}", 0);
        call("track", 0, "track", "a");
        call("put", 0, "w", "q", "b", "k", "{}", 0, "depends", "[\"a\"]");
        assertThat(acquire("q").get(0).id()).hasToString("a");
        qless.takePublished();
        apply(new Complete(ref("a"), Claim.NONE, bytes("result")));
        assertThat(call("get", 0, "b")).contains("\"state\":\"waiting\"");
        assertThat(call("get", 0, "a")).contains("\"state\":\"complete\"", "\"what\":\"done\"");
        assertThat(qless.takePublished())
                .containsExactly("ql:completed a", "ql:log {\"jid\":\"a\",\"event\":\"completed\",\"queue\":\"q\"}");
        assertThat(call("jobs", 0, "complete")).isEqualTo("[a]");
    }

    @Test
    void deleting_through_another_door_frees_dependents_too() {
        call("put", 0, "w", "q", "a", "k", "{}", 0);
        call("put", 0, "w", "q", "b", "k", "{}", 0, "depends", "[\"a\"]");
        apply(new Delete(ref("a")));
        assertThat(call("get", 0, "b")).contains("\"state\":\"waiting\"", "\"dependencies\":{}");
    }

    @Test
    void failing_through_another_door_files_the_failure() {
        call("put", 0, "w", "q", "a", "k", "{}", 0);
        acquire("q");
        apply(new Fail(ref("a"), Claim.NONE, bytes("broken")));
        assertThat(call("failed", 0)).isEqualTo("{\"failed\":1}");
        assertThat(call("unfail", 0, "q", "failed")).isEqualTo(":1");
    }

    @Test
    void a_scheduled_job_ripens_for_other_doors_by_the_servers_clock() {
        call("put", now(), "w", "q", "a", "k", "{}", 30);
        assertThat(qless.engine().hasReady("q")).isFalse();
        assertThat(qless.engine().nextPollMicros("q")).isEqualTo(qless.atMicros() + 30 * SECOND);
        assertThat(acquire("q")).isEmpty();
        qless.pass(30 * SECOND);
        apply(new Tick());
        assertThat(qless.engine().readyCount("q")).isEqualTo(1);
        assertThat(acquire("q")).hasSize(1);
    }

    @Test
    void no_clock_but_a_callers_touches_a_lock() {
        call("put", 0, "w", "q", "a", "k", "{}", 0);
        call("pop", 0, "q", "w", 1);
        qless.pass(1000 * SECOND);
        apply(new Tick());
        assertThat(call("get", 0, "a")).contains("\"state\":\"running\"", "\"remaining\":5");
        assertThat(call("heartbeat", 59, "a", "w")).isEqualTo(":119");
    }

    @Test
    void a_waiting_worker_of_another_door_gets_a_job_whose_lock_expired() {
        call("put", now(), "w", "q", "a", "k", "{}", 0);
        call("pop", now(), "q", "w", 1);
        qless.pass(61 * SECOND);
        assertThat(acquire("q")).isEmpty();
        assertThat(qless.engine().nextPollMicros("q")).isEqualTo(qless.atMicros() + 10 * SECOND);
        qless.pass(10 * SECOND);
        assertThat(acquire("q")).hasSize(1);
        assertThat(call("get", 0, "a")).contains("\"remaining\":4");
    }

    @Test
    void pausing_and_limits_hold_for_every_door() {
        call("put", 0, "w", "q", "a", "k", "{}", 0);
        call("put", 0, "w", "q", "b", "k", "{}", 0);
        call("pause", 0, "q");
        assertThat(qless.engine().hasReady("q")).isFalse();
        assertThat(acquire("q")).isEmpty();
        call("unpause", 0, "q");
        call("config.set", 0, "q-max-concurrency", 1);
        assertThat(qless.engine().readyCount("q")).isEqualTo(1);
        assertThat(acquire("q")).hasSize(1);
        assertThat(qless.engine().readyCount("q")).isZero();
        assertThat(acquire("q")).isEmpty();
    }

    @Test
    void a_job_of_another_door_keeps_its_own_clock_and_payload() {
        RetryPolicy retry = new RetryPolicy(RetryPolicy.Rule.ATTEMPTS, 2, 1, 0, List.of());
        Terms terms = new Terms(5 * SECOND, 0, Terms.FOREVER, Terms.FOREVER, Terms.BACKGROUND, retry);
        apply(new Add(JobId.of("a"), "q", bytes("no \"json\""), 0, Add.NOW, terms));
        String popped = call("pop", 7, "q", "w", 1);
        assertThat(popped)
                .contains("\"expires\":67", "\"klass\":\"q\"", "\"data\":\"\\\"no \\\\\\\"json\\\\\\\"\\\"\"");
        assertThat(call("queues", 1_000_000, "q")).contains("\"running\":1", "\"stalled\":0");
        qless.pass(61 * SECOND);
        apply(new Tick());
        assertThat(call("get", 0, "a")).contains("\"state\":\"waiting\"");
        assertThat(call("pop", 7, "q", "w", 1)).contains("\"jid\":\"a\"");
        assertThat(call("complete", 8, "a", "w", "q", "{\"r\":1}")).isEqualTo("complete");
        assertThat(Objects.requireNonNull(qless.engine().job(ref("a"))).result())
                .isEqualTo(bytes("{\"r\":1}"));
    }

    @Test
    void calls_of_2012_have_no_grace_period_and_tell_on_two_channels() {
        List<String> queue = List.of("q");
        old("put", queue, "a", "k", "{}", 0, 0);
        old("track", List.of(), "track", "a", 0);
        old("pop", queue, "w1", 1, 0);
        qless.takePublished();
        assertThat(old("pop", queue, "w2", 1, 61)).contains("\"worker\":\"w2\"", "\"remaining\":4");
        assertThat(qless.takePublished())
                .containsExactly(
                        "ql:stalled a",
                        "stalled a",
                        "ql:w:w1 {\"jid\":\"a\",\"event\":\"lock_lost\",\"worker\":\"w1\"}",
                        "ql:log {\"jid\":\"a\",\"event\":\"lock_lost\",\"worker\":\"w1\"}",
                        "ql:popped a",
                        "popped a");
    }

    private String old(String call, List<String> keys, Object... args) {
        return QlessEngine.show(qless.call(CallingConvention.Y2012, call, keys, List.of(args)));
    }

    private String function(String call, List<String> keys, Object... args) {
        return QlessEngine.show(qless.call(CallingConvention.FUNCTION, call, keys, List.of(args)));
    }

    @Test
    void functions_follow_the_description() {
        List<String> queue = List.of("q");
        function("Put", queue, "slow", "k", "{}", 1, 0, "priority", 5);
        function("Put", queue, "fast", "k", "{}", 1, 0, "priority", -5);
        assertThat(function("Pop", queue, "w", 1, 2)).contains("\"jid\":\"fast\"", "\"priority\":-5");
        assertThat(call("get", 2, "fast")).contains("\"priority\":5");
        assertThat(function("Fail", List.of(), "fast", "w", "grp", "msg", 3)).isEqualTo("fast");
        assertThat(function("Failed", List.of(), "grp")).contains("\"message\":\"msg\"", "\"type\":\"grp\"");
        assertThat(function("priority", List.of(), "nope", 3)).isEqualTo("nil");
        assertThat(function("SetConfig", List.of(), "heartbeat", 90)).isEqualTo("nil");
        assertThat(function("GetConfig", List.of(), "heartbeat")).isEqualTo("90");
        assertThat(function("SetConfig", List.of(), "heartbeat")).isEqualTo("nil");
        assertThat(function("GetConfig", List.of(), "heartbeat")).isEqualTo(":60");
        assertThat(function("Stats", List.of(), "q", 2)).contains("\"total\":1", "\"variance\":0", "\"std\":0");
        assertThat(function("Unfail", List.of(), 4, "grp", "q2")).isEqualTo(":1");
        assertThat(function("Jobs", List.of(), "running", 4, "q")).isEqualTo("[]");
        assertThat(function("pause", List.of(), 4, "q")).isEqualTo("nil");
        assertThat(function("Pop", queue, "w", 1, 5)).isEqualTo("[]");
    }

    @Test
    void keys_are_refused_where_none_belong() {
        assertThat(QlessEngine.show(qless.call(CallingConvention.CURRENT, "", List.of("key"), List.of("get", 1, "a"))))
                .isEqualTo("-No Keys should be provided");
        assertThat(old("get", List.of("key"), "a")).isEqualTo("-Get(): No Keys should be provided");
        assertThat(old("pop", List.of(), "w", 1, 1)).isEqualTo("-Pop(): Expected 1 KEYS argument");
    }
}
