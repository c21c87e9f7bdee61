package dev.reeve.door.qless.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reeve.door.qless.CallingConvention;
import dev.reeve.engine.job.JobId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The rules that qless clients rely on, one by one. */
class QlessRulesTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final QlessEngine qless = new QlessEngine();

    private String call(Object... args) {
        return QlessEngine.show(qless.current(args));
    }

    private JsonNode json(Object... args) {
        try {
            return JSON.readTree(call(args));
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    private void put(double now, String queue, String jid, Object... options) {
        List<Object> args = new ArrayList<>(List.of("put", now, "putter", queue, jid, "klass", "{}", 0));
        args.addAll(List.of(options));
        assertThat(call(args.toArray())).isEqualTo(jid);
    }

    private List<String> pop(double now, String queue, String worker, int count) {
        List<String> jids = new ArrayList<>();
        json("pop", now, queue, worker, count)
                .forEach(job -> jids.add(job.path("jid").asText()));
        return jids;
    }

    private JsonNode get(String jid) {
        return json("get", 0, jid);
    }

    private String state(String jid) {
        return get(jid).path("state").asText();
    }

    @Test
    void equal_priorities_and_times_pop_by_descending_jid() {
        put(1, "q", "b");
        put(1, "q", "a");
        put(1, "q", "c");
        put(0.5, "q", "early");
        put(2, "q", "urgent", "priority", 5);
        put(2, "q", "late", "priority", -5);
        assertThat(pop(3, "q", "w", 10)).containsExactly("urgent", "early", "c", "b", "a", "late");
    }

    @Test
    void a_new_priority_moves_a_job_ahead_of_its_equals() {
        put(1, "q", "a", "priority", 1);
        put(2, "q", "b");
        assertThat(call("priority", 3, "b", 1)).isEqualTo(":1");
        assertThat(pop(4, "q", "w", 2)).containsExactly("b", "a");
    }

    @Test
    void after_a_lock_expired_the_worker_has_a_grace_period() {
        put(0, "q", "a");
        assertThat(pop(0, "q", "w1", 1)).containsExactly("a");
        qless.takePublished();
        assertThat(pop(61, "q", "w2", 1)).isEmpty();
        assertThat(qless.takePublished())
                .containsExactly(
                        "ql:w:w1 {\"jid\":\"a\",\"event\":\"lock_lost\",\"worker\":\"w1\"}",
                        "ql:log {\"jid\":\"a\",\"event\":\"lock_lost\",\"worker\":\"w1\"}");
        assertThat(pop(70, "q", "w2", 1)).isEmpty();
        assertThat(qless.takePublished()).isEmpty();
        assertThat(pop(72, "q", "w2", 1)).containsExactly("a");
        assertThat(get("a").path("remaining").asInt()).isEqualTo(4);
        assertThat(json("stats", 72, "q", 72).path("retries").asInt()).isEqualTo(1);
    }

    @Test
    void a_worker_can_come_back_within_the_grace_period() {
        put(0, "q", "a");
        pop(0, "q", "w1", 1);
        pop(61, "q", "w2", 1);
        assertThat(call("heartbeat", 62, "a", "w1")).isEqualTo(":122");
        assertThat(pop(72, "q", "w2", 1)).isEmpty();
        assertThat(call("complete", 73, "a", "w1", "q", "{}")).isEqualTo("complete");
    }

    @Test
    void without_a_grace_period_the_job_is_handed_out_at_once() {
        call("config.set", 0, "grace-period", 0);
        put(0, "q", "a");
        pop(0, "q", "w1", 1);
        assertThat(pop(61, "q", "w2", 1)).containsExactly("a");
        assertThat(call("heartbeat", 62, "a", "w1")).isEqualTo("-Heartbeat(): Job a given out to another worker: w2");
    }

    @Test
    void retries_run_out_in_pop() {
        call("config.set", 0, "grace-period", 0);
        put(0, "q", "a", "retries", 1);
        pop(0, "q", "w", 1);
        assertThat(pop(100, "q", "w", 1)).containsExactly("a");
        assertThat(pop(200, "q", "w", 1)).isEmpty();
        assertThat(state("a")).isEqualTo("failed");
        assertThat(get("a").path("failure").toString())
                .isEqualTo("{\"message\":\"Job exhausted retries in queue \\\"q\\\"\","
                        + "\"group\":\"failed-retries-q\",\"when\":200,\"worker\":\"\"}");
        assertThat(call("failed", 200)).isEqualTo("{\"failed-retries-q\":1}");
        assertThat(json("stats", 200, "q", 200).path("failed").asInt()).isEqualTo(1);
    }

    @Test
    void retries_run_out_in_retry() {
        put(0, "q", "a", "retries", 1);
        pop(0, "q", "w", 1);
        assertThat(call("retry", 1, "a", "q", "w", 5)).isEqualTo(":0");
        assertThat(state("a")).isEqualTo("scheduled");
        assertThat(pop(5.9, "q", "w", 1)).isEmpty();
        assertThat(pop(6, "q", "w", 1)).containsExactly("a");
        assertThat(call("retry", 7, "a", "q", "w", 0, "grp", "msg")).isEqualTo(":-1");
        assertThat(get("a").path("failure").path("group").asText()).isEqualTo("grp");
        assertThat(get("a").path("remaining").asInt()).isEqualTo(-1);
        assertThat(call("failed", 7, "grp")).isEqualTo("{\"jobs\":[\"a\"],\"total\":1}");
    }

    @Test
    void a_job_waits_for_all_it_depends_on() {
        put(0, "q", "a");
        put(0, "q", "b");
        put(0, "q", "c", "depends", "[\"a\",\"b\",\"nope\"]");
        assertThat(get("c").path("dependencies").toString()).isEqualTo("[\"a\",\"b\"]");
        assertThat(get("a").path("dependents").toString()).isEqualTo("[\"c\"]");
        assertThat(pop(1, "q", "w", 9)).containsExactly("b", "a");
        call("complete", 2, "a", "w", "q", "{}");
        assertThat(state("c")).isEqualTo("depends");
        call("complete", 3, "b", "w", "q", "{}");
        assertThat(state("c")).isEqualTo("waiting");
        assertThat(pop(4, "q", "w", 9)).containsExactly("c");
    }

    @Test
    void dependencies_are_added_and_removed() {
        put(0, "q", "a");
        put(0, "q", "b");
        put(0, "q", "c", "depends", "[\"a\"]");
        assertThat(call("depends", 1, "c", "on", "b", "nope")).isEqualTo(":1");
        assertThat(get("c").path("dependencies").toString()).isEqualTo("[\"a\",\"b\"]");
        assertThat(call("depends", 1, "c", "off", "a")).isEqualTo(":1");
        assertThat(state("c")).isEqualTo("depends");
        assertThat(call("jobs", 1, "depends", "q")).isEqualTo("[c]");
        assertThat(call("depends", 1, "c", "off", "b")).isEqualTo(":1");
        assertThat(state("c")).isEqualTo("waiting");
        put(1, "q", "d", "depends", "[\"a\",\"b\"]");
        assertThat(call("depends", 2, "d", "off", "all")).isEqualTo(":1");
        assertThat(get("d").path("dependencies").toString()).isEqualTo("{}");
        assertThat(get("a").path("dependents").toString()).isEqualTo("{}");
        assertThat(state("d")).isEqualTo("waiting");
    }

    @Test
    void the_next_stage_can_depend_on_others() {
        put(0, "q", "a");
        put(0, "q", "b");
        pop(1, "q", "w", 2);
        assertThat(call("complete", 2, "a", "w", "q", "{}", "next", "q2", "depends", "[\"b\"]"))
                .isEqualTo("depends");
        assertThat(call("complete", 3, "b", "w", "q", "{}", "next", "q2", "delay", 5))
                .isEqualTo("scheduled");
        assertThat(state("a")).isEqualTo("depends");
        assertThat(pop(8, "q2", "w", 2)).containsExactly("b");
        assertThat(call("complete", 9, "b", "w", "q2", "{}")).isEqualTo("complete");
        assertThat(pop(9, "q2", "w", 2)).containsExactly("a");
    }

    @Test
    void a_delay_counts_after_the_dependencies() {
        put(0, "q", "a");
        call("put", 0, "w", "q", "b", "klass", "{}", 100, "depends", "[\"a\"]");
        pop(1, "q", "w", 1);
        call("complete", 2, "a", "w", "q", "{}");
        assertThat(state("b")).isEqualTo("scheduled");
        assertThat(pop(99, "q", "w", 1)).isEmpty();
        assertThat(pop(100, "q", "w", 1)).containsExactly("b");
    }

    @Test
    void a_job_that_others_depend_on_is_cancelled_with_them_or_not_at_all() {
        put(0, "q", "a");
        put(0, "q", "b", "depends", "[\"a\"]");
        assertThat(call("cancel", 1, "a"))
                .isEqualTo("-Cancel(): a is a dependency of b but is not mentioned to be canceled");
        assertThat(state("a")).isEqualTo("waiting");
        assertThat(call("cancel", 1, "a", "b")).isEqualTo("[a,b]");
        assertThat(call("get", 1, "a") + call("get", 1, "b")).isEqualTo("nilnil");
        assertThat(pop(2, "q", "w", 2)).isEmpty();
    }

    @Test
    void who_tracks_a_job_is_told_of_each_attempt_to_cancel_it() {
        put(0, "q", "a");
        call("track", 1, "track", "a");
        call("cancel", 2, "a");
        qless.takePublished();
        assertThat(call("cancel", 3, "a")).isEqualTo("[a]");
        assertThat(qless.takePublished())
                .containsExactly(
                        "ql:log {\"jid\":\"a\",\"queue\":false,\"event\":\"canceled\",\"worker\":false}",
                        "ql:canceled a");
    }

    @Test
    void what_a_recurring_job_brings_forth_is_tagged_when_it_is_made() {
        call("recur", 0, "q", "r", "k", "{}", "interval", 60, 0, "tags", "[\"t\"]");
        put(100, "q", "a", "tags", "[\"t\"]");
        pop(300, "q", "w", 2);
        assertThat(call("tag", 300, "get", "t")).isEqualTo("{\"jobs\":[\"a\",\"r-1\",\"r-2\"],\"total\":3}");
    }

    @Test
    void a_recurring_job_makes_up_for_all_or_for_its_backlog() {
        call("recur", 0, "q", "all", "k", "{}", "interval", 60, 0);
        call("recur", 0, "q2", "some", "k", "{}", "interval", 60, 0, "backlog", 2);
        assertThat(pop(0, "q", "w", 10)).containsExactly("all-1");
        assertThat(pop(300, "q", "w", 10)).containsExactly("all-2", "all-3", "all-4", "all-5", "all-6");
        assertThat(pop(310, "q", "w", 10)).isEmpty();
        assertThat(pop(0, "q2", "w", 10)).containsExactly("some-1");
        assertThat(pop(10_000, "q2", "w", 10)).containsExactly("some-2", "some-3");
        assertThat(json("recur.get", 10_000, "some").path("count").asInt()).isEqualTo(3);
        assertThat(get("all-3").path("history").get(0).path("when").asInt()).isEqualTo(120);
        assertThat(get("all-3").path("spawned_from_jid").asText()).isEqualTo("all");
    }

    @Test
    void a_new_interval_moves_the_next_one() {
        call("recur", 0, "q", "r", "k", "{}", "interval", 60, 0);
        pop(0, "q", "w", 1);
        call("recur.update", 0, "r", "interval", 100, "priority", 7, "queue", "other");
        assertThat(pop(99, "other", "w", 1)).isEmpty();
        assertThat(pop(100, "other", "w", 1)).containsExactly("r-2");
        assertThat(get("r-2").path("priority").asInt()).isEqualTo(7);
        assertThat(call("jobs", 0, "recurring", "other")).isEqualTo("[r]");
    }

    @Test
    void statistics_are_what_they_would_be_if_all_times_were_kept() {
        SplittableRandom random = new SplittableRandom(1);
        List<Double> waits = new ArrayList<>();
        List<Double> runs = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            double wait = random.nextInt(4_000) / 4.0;
            double run = random.nextInt(800) / 4.0;
            put(1000, "q", "j" + i);
            pop(1000 + wait, "q", "w", 1);
            call("complete", 1000 + wait + run, "j" + i, "w", "q", "{}");
            waits.add(wait);
            runs.add(run);
        }
        JsonNode stats = json("stats", 0, "q", 1000);
        assertSame(stats.path("wait"), waits);
        assertSame(stats.path("run"), runs);
    }

    private static void assertSame(JsonNode stats, List<Double> times) {
        double mean = times.stream().mapToDouble(time -> time).average().orElse(0);
        double squares = times.stream()
                .mapToDouble(time -> (time - mean) * (time - mean))
                .sum();
        assertThat(stats.path("count").asInt()).isEqualTo(times.size());
        assertThat(stats.path("mean").asDouble()).isCloseTo(mean, within(1e-9));
        assertThat(stats.path("std").asDouble()).isCloseTo(Math.sqrt(squares / (times.size() - 1)), within(1e-9));
        int[] bins = new int[148];
        times.forEach(time -> bins[time < 60 ? time.intValue() : 60 + time.intValue() / 60 - 1]++);
        for (int i = 0; i < bins.length; i++) {
            assertThat(stats.path("histogram").get(i).asInt()).as("bin %d", i).isEqualTo(bins[i]);
        }
    }

    @Test
    void hours_and_days_have_bins_and_what_is_beyond_has_none() {
        double[] waits = {3600, 86_399, 86_400, 7 * 86_400 - 1, 7 * 86_400, -5};
        for (int i = 0; i < waits.length; i++) {
            put(1_000_000 - waits[i], "q", "j" + i);
            assertThat(pop(1_000_000, "q", "w", 1)).containsExactly("j" + i);
        }
        JsonNode histogram = json("stats", 0, "q", 1_000_000).path("wait").path("histogram");
        List<Integer> filled = new ArrayList<>();
        for (int i = 0; i < 148; i++) {
            if (histogram.get(i).asInt() > 0) {
                filled.add(i);
            }
        }
        assertThat(filled).containsExactly(119, 141, 142, 147);
        assertThat(json("stats", 0, "q", 1_000_000).path("wait").path("count").asInt())
                .isEqualTo(6);
    }

    @Test
    void history_keeps_its_first_entry_and_the_latest() {
        call("config.set", 0, "max-job-history", 5);
        put(1, "q", "a");
        for (int i = 2; i < 20; i++) {
            call("log", i, "a", "note" + i);
        }
        List<Integer> when = new ArrayList<>();
        get("a").path("history").forEach(entry -> when.add(entry.path("when").asInt()));
        assertThat(when).containsExactly(1, 16, 17, 18, 19);
    }

    private void completeAt(double now, String jid) {
        put(now, "q", jid, "tags", "[\"t\"]");
        pop(now, "q", "w", 1);
        assertThat(call("complete", now, jid, "w", "q", "{}")).isEqualTo("complete");
    }

    @Test
    void completed_jobs_are_kept_up_to_a_number() {
        call("config.set", 0, "jobs-history-count", 3);
        for (int i = 1; i <= 5; i++) {
            completeAt(i, "j" + i);
        }
        assertThat(call("jobs", 9, "complete")).isEqualTo("[j5,j4,j3]");
        assertThat(call("jobs", 9, "complete", 1, 1)).isEqualTo("[j4]");
        assertThat(call("get", 9, "j2")).isEqualTo("nil");
        assertThat(json("tag", 9, "get", "t").path("total").asInt()).isEqualTo(3);
    }

    @Test
    void completed_jobs_are_kept_up_to_an_age() {
        call("config.set", 0, "jobs-history", 10);
        completeAt(1, "j1");
        completeAt(5, "j2");
        completeAt(11, "j3");
        assertThat(call("jobs", 11, "complete")).isEqualTo("[j3,j2]");
    }

    @Test
    void workers_not_seen_for_long_are_forgotten_with_their_jobs() {
        put(0, "q", "a");
        pop(0, "q", "old", 1);
        put(86_000, "q2", "b");
        pop(86_000, "q2", "new", 1);
        assertThat(call("workers", 86_000))
                .isEqualTo("[{\"stalled\":0,\"name\":\"new\",\"jobs\":1},{\"stalled\":1,\"name\":\"old\",\"jobs\":0}]");
        assertThat(call("workers", 86_000, "old")).isEqualTo("{\"stalled\":[\"a\"],\"jobs\":{}}");
        assertThat(call("workers", 86_400)).doesNotContain("old");
        assertThat(call("workers", 86_400, "old")).isEqualTo("{\"stalled\":{},\"jobs\":{}}");
        call("worker.deregister", 86_400, "new");
        assertThat(call("workers", 86_400)).isEqualTo("{}");
    }

    @Test
    void a_job_that_is_put_elsewhere_is_lost_to_its_worker() {
        put(0, "q", "a");
        pop(0, "q", "w1", 1);
        put(1, "q2", "a");
        assertThat(call("heartbeat", 2, "a", "w1")).isEqualTo("-Heartbeat(): Job a not currently running: waiting");
        assertThat(call("workers", 2, "w1")).isEqualTo("{\"stalled\":{},\"jobs\":{}}");
        assertThat(pop(3, "q2", "w2", 1)).containsExactly("a");
        assertThat(call("complete", 4, "a", "w1", "q", "{}"))
                .isEqualTo("-Complete(): Job a has been handed out to another worker: w2");
    }

    @Test
    void a_put_keeps_what_it_does_not_name() {
        put(0, "q", "a", "priority", 3, "tags", "[\"x\"]", "retries", 9);
        put(1, "q", "a");
        assertThat(get("a").path("priority").asInt()).isEqualTo(3);
        assertThat(get("a").path("tags").toString()).isEqualTo("[\"x\"]");
        assertThat(get("a").path("retries").asInt()).isEqualTo(9);
        assertThat(json("tag", 1, "get", "x").path("total").asInt()).isEqualTo(1);
    }

    @Test
    void unfail_brings_back_those_that_failed_first() {
        for (int i = 1; i <= 3; i++) {
            put(i, "q", "j" + i);
            pop(i, "q", "w", 1);
            call("fail", i, "j" + i, "w", "grp", "msg");
        }
        assertThat(call("failed", 4, "grp")).isEqualTo("{\"jobs\":[\"j3\",\"j2\",\"j1\"],\"total\":3}");
        assertThat(call("failed", 4, "grp", 1, 1)).isEqualTo("{\"jobs\":[\"j2\"],\"total\":3}");
        assertThat(call("unfail", 5, "q2", "grp", 2)).isEqualTo(":2");
        assertThat(call("failed", 5, "grp")).isEqualTo("{\"jobs\":[\"j3\"],\"total\":1}");
        assertThat(pop(6, "q2", "w", 9)).containsExactly("j2", "j1");
        assertThat(call("unfail", 7, "q2", "grp")).isEqualTo(":1");
        assertThat(call("failed", 7)).isEqualTo("{}");
    }

    @Test
    void the_most_used_tags_come_first() {
        put(1, "q", "a", "tags", "[\"x\",\"y\",\"z\"]");
        put(2, "q", "b", "tags", "[\"x\",\"y\"]");
        put(3, "q", "c", "tags", "[\"x\"]");
        assertThat(call("tag", 4, "top")).isEqualTo("[\"x\",\"y\"]");
        assertThat(call("tag", 4, "top", 1, 1)).isEqualTo("[\"y\"]");
        assertThat(call("tag", 4, "get", "x", 1, 1)).isEqualTo("{\"jobs\":[\"b\"],\"total\":3}");
        call("tag", 5, "remove", "b", "y");
        assertThat(call("tag", 5, "top")).isEqualTo("[\"x\"]");
    }

    @Test
    void lists_come_in_pages() {
        for (int i = 0; i < 60; i++) {
            call("put", 1, "w", "q", "s" + (10 + i), "k", "{}", 100 + i);
        }
        assertThat(call("jobs", 1, "scheduled", "q").split(",")).hasSize(25);
        assertThat(call("jobs", 1, "scheduled", "q", 50, 3)).isEqualTo("[s60,s61,s62]");
        pop(200, "q", "w", 60);
        assertThat(call("jobs", 200, "running", "q", 58, 10)).isEqualTo("[s68,s69]");
        assertThat(call("jobs", 260, "stalled", "q", 58, 10)).isEqualTo("[s68,s69]");
        assertThat(call("jobs", 261, "running", "q")).isEqualTo("[]");
        for (int i = 0; i < 30; i++) {
            put(300, "q", "d" + (10 + i), "depends", "[\"s10\"]");
            call("recur", 300, "q", "r" + (10 + i), "k", "{}", "interval", 60, 1000 + i);
        }
        assertThat(call("jobs", 300, "depends", "q").split(",")).hasSize(25);
        assertThat(call("jobs", 300, "depends", "q", 27, 2)).isEqualTo("[d37,d38]");
        assertThat(call("jobs", 300, "recurring", "q").split(",")).hasSize(25);
        assertThat(call("jobs", 300, "recurring", "q", 27, 2)).isEqualTo("[r37,r38]");
        assertThat(call("jobs", 300, "recurring", "q", 30, 5)).isEqualTo("[]");
    }

    @Test
    void a_paused_queue_pops_nothing() {
        put(0, "q", "a");
        call("pause", 0, "q");
        assertThat(pop(1, "q", "w", 1)).isEmpty();
        assertThat(json("queues", 1, "q").path("paused").asBoolean()).isTrue();
        call("unpause", 1, "q");
        assertThat(pop(1, "q", "w", 1)).containsExactly("a");
    }

    @Test
    void only_so_many_jobs_run_at_a_time() {
        call("config.set", 0, "q-max-concurrency", 2);
        for (int i = 0; i < 4; i++) {
            put(i, "q", "j" + i);
        }
        assertThat(pop(5, "q", "w", 9)).containsExactly("j0", "j1");
        assertThat(pop(5, "q", "w", 9)).isEmpty();
        call("complete", 6, "j0", "w", "q", "{}");
        assertThat(pop(6, "q", "w", 9)).containsExactly("j2");
    }

    @Test
    void a_queue_has_a_heartbeat_of_its_own_under_either_name() {
        call("config.set", 0, "q-heartbeat", 10);
        call("config.set", 0, "heartbeat-q2", 20);
        put(0, "q", "a");
        put(0, "q2", "b");
        assertThat(json("pop", 0, "q", "w", 1).get(0).path("expires").asInt()).isEqualTo(10);
        assertThat(json("pop", 0, "q2", "w", 1).get(0).path("expires").asInt()).isEqualTo(20);
    }

    @Test
    void a_clock_may_go_anywhere() {
        put(1000, "q", "a");
        assertThat(pop(0, "q", "w", 1)).containsExactly("a");
        assertThat(call("heartbeat", -100, "a", "w")).isEqualTo(":-40");
        assertThat(json("queues", -50, "q").path("running").asInt()).isEqualTo(1);
        assertThat(json("queues", 0, "q").path("stalled").asInt()).isEqualTo(1);
        assertThat(call("put", "1e300", "w", "q", "far", "k", "{}", 0)).isEqualTo("far");
    }

    private void putLarge(int jobs, int bytes) {
        String data = '"' + "x".repeat(bytes) + '"';
        for (int i = 0; i < jobs; i++) {
            call("put", i, "w", "q", "j" + (10 + i), "k", data, 0);
        }
    }

    @Test
    void a_pop_brings_what_fits_into_a_reply() {
        putLarge(20, 1 << 16);
        assertThat(json("peek", 30, "q", 20)).hasSize(15);
        assertThat(pop(30, "q", "w", 20)).hasSize(15).startsWith("j10").endsWith("j24");
        assertThat(pop(30, "q", "w", 20)).containsExactly("j25", "j26", "j27", "j28", "j29");
    }

    @Test
    void a_pop_takes_back_no_more_than_fits_into_a_reply() {
        call("config.set", 0, "grace-period", 0);
        putLarge(20, 1 << 16);
        pop(30, "q", "w1", 20);
        pop(30, "q", "w1", 20);
        assertThat(pop(100, "q", "w2", 20)).hasSize(16).startsWith("j10").endsWith("j25");
        assertThat(get("j25").path("remaining").asInt()).isEqualTo(4);
        assertThat(get("j26").path("remaining").asInt()).isEqualTo(5);
        assertThat(pop(100, "q", "w2", 20)).containsExactly("j26", "j27", "j28", "j29");
    }

    @Test
    void jobs_that_are_too_much_for_a_reply_are_refused() {
        putLarge(17, 1 << 18);
        Object[] all = new Object[19];
        all[0] = "multiget";
        all[1] = 30;
        for (int i = 0; i < 17; i++) {
            all[i + 2] = "j" + (10 + i);
            call("track", 30, "track", "j" + (10 + i));
        }
        String refused = "-ERR the reply would be too long; ask for fewer jobs";
        assertThat(call(all)).isEqualTo(refused);
        assertThat(call("track", 30)).isEqualTo(refused);
        call("track", 30, "untrack", "j10");
        call("track", 30, "untrack", "j11");
        assertThat(json("track", 30).path("jobs")).hasSize(15);
        assertThat(json("multiget", 30, "j10", "j11")).hasSize(2);
    }

    @Test
    void ids_that_are_too_many_for_a_reply_are_refused() {
        JobId id = JobId.of("a");
        assertThat(QlessEngine.show(Replies.ids(Collections.nCopies(Slice.MOST + 1, id))))
                .isEqualTo("-ERR that is more than a reply may list; ask for less");
        assertThat(QlessEngine.show(Replies.ids(Collections.nCopies(2, id)))).isEqualTo("[a,a]");
    }

    private List<String> workers(double now) {
        List<String> names = new ArrayList<>();
        json("workers", now).forEach(worker -> names.add(worker.path("name").asText()));
        return names;
    }

    @Test
    void a_heartbeat_lists_the_worker_as_a_pop_does() {
        put(0, "q", "a");
        pop(0, "q", "w1", 1);
        pop(1, "q", "w2", 1);
        assertThat(workers(2)).containsExactly("w2", "w1");
        call("heartbeat", 3, "a", "w2");
        assertThat(workers(3)).containsExactly("w2", "w1");
        call("heartbeat", 3, "a", "w1");
        assertThat(workers(3)).containsExactly("w1", "w2");
        call("config.set", 3, "max-worker-age", 10);
        assertThat(workers(11)).containsExactly("w1");
        call("worker.deregister", 12, "w1");
        call("heartbeat", 12, "a", "w1");
        assertThat(workers(12)).containsExactly("w1");
    }

    @Test
    void a_heartbeat_of_2012_does_not_list_the_worker() {
        put(0, "q", "a");
        pop(0, "q", "w1", 1);
        pop(1, "q", "w2", 1);
        assertThat(early("heartbeat", List.of(), "a", "w1", 3)).isEqualTo(":63");
        assertThat(workers(3)).containsExactly("w2", "w1");
    }

    private String early(String call, List<?> keys, Object... args) {
        return QlessEngine.show(qless.call(CallingConvention.Y2012, call, keys, List.of(args)));
    }

    @Test
    void clients_of_2012_cannot_give_a_delay_and_dependencies() {
        put(0, "q", "a");
        put(0, "q", "b");
        pop(0, "q", "w", 1);
        String put = "-Put(): \"delay\" and \"depends\" are not allowed to be used together";
        assertThat(early("put", List.of("q"), "c", "k", "{}", 1, 5, "depends", "[\"a\"]"))
                .isEqualTo(put);
        assertThat(early("put", List.of("q"), "c", "k", "{}", 1, 5, "depends", "[]"))
                .isEqualTo("c");
        assertThat(early("put", List.of("q"), "d", "k", "{}", 1, 0, "depends", "[\"a\"]"))
                .isEqualTo("d");
        String complete = "-Complete(): \"delay\" and \"depends\" are not allowed to be used together";
        assertThat(early("complete", List.of(), "b", "w", "q", 2, "{}", "delay", 5, "depends", "[\"a\"]"))
                .isEqualTo(complete);
        assertThat(early("complete", List.of(), "b", "w", "q", 2, "{}", "next", "q2", "delay", 5, "depends", "[\"a\"]"))
                .isEqualTo(complete);
        assertThat(early("complete", List.of(), "b", "w", "q", 2, "{}", "next", "q2", "delay", 5, "depends", "[]"))
                .isEqualTo("scheduled");
    }

    @Test
    void a_next_stage_whose_dependencies_are_all_met_starts_without_its_delay() {
        put(0, "q", "a");
        put(0, "q", "b");
        pop(1, "q", "w", 2);
        call("complete", 2, "a", "w", "q", "{}");
        assertThat(call("complete", 3, "b", "w", "q", "{}", "next", "q2", "delay", 5, "depends", "[\"a\",\"nope\"]"))
                .isEqualTo("waiting");
        assertThat(state("b")).isEqualTo("waiting");
        assertThat(pop(3, "q2", "w", 1)).containsExactly("b");
        assertThat(call("complete", 4, "b", "w", "q2", "{}", "next", "q3", "delay", 5, "depends", "[]"))
                .isEqualTo("scheduled");
    }

    @Test
    void retries_that_run_out_in_retry_count_in_the_queue_it_names() {
        put(0, "q", "a", "retries", 0);
        pop(0, "q", "w", 1);
        assertThat(call("retry", 1, "a", "other", "w")).isEqualTo(":-1");
        assertThat(json("stats", 1, "other", 1).path("failures").asInt()).isEqualTo(1);
        assertThat(json("stats", 1, "other", 1).path("failed").asInt()).isEqualTo(1);
        assertThat(json("stats", 1, "q", 1).path("failures").asInt()).isZero();
        assertThat(get("a").path("queue").asText()).isEqualTo("q");
        assertThat(call("failed", 1)).isEqualTo("{\"failed-retries-other\":1}");
        assertThat(json("queues", 1)).hasSize(1);
    }

    @Test
    void a_worker_that_was_too_old_when_workers_were_listed_comes_back_without_its_jobs() {
        call("config.set", 0, "max-worker-age", 10);
        call("config.set", 0, "heartbeat", 1000);
        put(0, "q", "a");
        put(0, "q", "b");
        put(0, "q", "c");
        pop(0, "q", "w", 2);
        assertThat(workers(10)).isEmpty();
        assertThat(call("workers", 5, "w")).isEqualTo("{\"stalled\":{},\"jobs\":{}}");
        pop(11, "q", "w", 1);
        assertThat(call("workers", 12, "w")).isEqualTo("{\"stalled\":{},\"jobs\":[\"a\"]}");
        call("heartbeat", 13, "b", "w");
        assertThat(call("workers", 13, "w")).isEqualTo("{\"stalled\":{},\"jobs\":[\"b\",\"a\"]}");
        assertThat(json("workers", 13).get(0).path("jobs").asInt()).isEqualTo(2);
    }

    @Test
    void a_worker_that_was_never_listed_as_too_old_keeps_its_jobs() {
        call("config.set", 0, "max-worker-age", 10);
        put(0, "q", "a");
        put(0, "q", "b");
        pop(0, "q", "w", 1);
        pop(20, "q", "w", 1);
        assertThat(call("workers", 20, "w")).isEqualTo("{\"stalled\":{},\"jobs\":[\"a\",\"b\"]}");
    }
}
