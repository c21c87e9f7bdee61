package dev.reeve.test;

import static dev.reeve.test.ReeveAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reeve.client.AddOutcome;
import dev.reeve.client.Added;
import dev.reeve.client.AddedBatch;
import dev.reeve.client.BatchInfo;
import dev.reeve.client.FailForGood;
import dev.reeve.client.JobContext;
import dev.reeve.client.JobDependency;
import dev.reeve.client.JobQuery;
import dev.reeve.client.JobRequest;
import dev.reeve.client.JobType;
import dev.reeve.client.ProblemKind;
import dev.reeve.client.RawJson;
import dev.reeve.client.Reeve;
import dev.reeve.client.ReeveException;
import dev.reeve.client.Uniqueness;
import dev.reeve.client.WorkerBuilder;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Batches, dependencies, unique keys and limits through the Java client. */
@ReeveTest
@Timeout(60)
class WorkflowsTest {
    private static final JobType<String, String> FETCH =
            JobType.of("fetch", String.class, String.class).queue("pages");
    private static final JobType<String, String> RENDER =
            JobType.of("render", String.class, String.class).queue("pages");
    private static final JobType<String, Void> REPORT =
            JobType.of("report", String.class).queue("reports");

    private final List<String> reports = new ArrayList<>();

    private static String dependency(JobContext job, String key) {
        JobDependency one = job.dependency(key).orElseThrow();
        return one.state() + " " + one.result(String.class) + one.errorType();
    }

    private WorkerBuilder worker(TestReeve reeve) {
        return reeve.client()
                .worker("pages", "reports")
                .handle(FETCH, (page, job) -> {
                    if (page.equals("missing")) {
                        throw new FailForGood("404");
                    }
                    return "<" + page + ">";
                })
                .handle(RENDER, (style, job) -> style + " " + dependency(job, "page"))
                .handle(REPORT, (to, job) -> {
                    BatchInfo batch = job.batch().orElseThrow();
                    reports.add(to + " " + batch.completed() + "/" + batch.total() + " failed " + batch.failed());
                    return null;
                });
    }

    @Test
    void a_batch_hands_results_on_and_calls_back(TestReeve reeve) {
        AtomicReference<JobRequest<String, String>> last = new AtomicReference<>();
        AddedBatch batch = reeve.client().batch(b -> {
            JobRequest<String, String> fetch = b.add(FETCH.with("a").key("page"));
            last.set(b.add(RENDER.with("bold").after(fetch)));
            b.onSuccess(REPORT.with("ann"));
            b.onFailure(REPORT.with("nobody"));
        });
        assertThat(batch.info().total()).isEqualTo(2);
        assertThat(batch.info().hasEnded()).isFalse();
        ReeveException late = catchThrowableOfType(ReeveException.class, () -> batch.await(Duration.ofMillis(30)));
        assertThat(late.kind()).isEqualTo(ProblemKind.TIMEOUT);
        assertThat(reeve.runAll(worker(reeve))).isEqualTo(3);
        assertThat(batch.await(Duration.ofSeconds(10)).completed()).isEqualTo(2);
        assertThat(batch.job(last.get()).result(Duration.ofSeconds(10))).isEqualTo("bold completed <a>");
        assertThat(reports).containsExactly("ann 2/2 failed 0");
        assertThat(batch.results().map(end -> end.key() + " " + end.state() + " " + end.result()))
                .containsExactly("page completed \"<a>\"", "null completed \"bold completed <a>\"");
    }

    @Test
    void a_failed_job_cancels_what_comes_after_it_or_runs_it_and_a_retry_brings_it_back(TestReeve reeve) {
        AddedBatch batch = reeve.client().batch(b -> {
            JobRequest<String, String> fetch =
                    b.id("nightly").add(FETCH.with("missing").key("page"));
            b.add(RENDER.with("bold").after(fetch));
            b.add(RENDER.with("plain").after(fetch).ifDependencyFails("run"));
            b.onComplete(REPORT.with("eve"));
            b.onFailure(REPORT.with("ops"));
        });
        assertThat(batch.id()).isEqualTo("nightly");
        reeve.runAll(worker(reeve));
        BatchInfo ended = reeve.client().batch("nightly").info();
        assertThat(List.of(ended.failed(), ended.cancelled(), ended.completed()))
                .containsExactly(1L, 1L, 1L);
        assertThat(reports).containsExactlyInAnyOrder("ops 0/3 failed 1", "eve 1/3 failed 1");
        assertThat(batch.results().map(end -> end.state() + " " + end.errorType()))
                .containsExactly("failed dev.reeve.client.FailForGood", "cancelled ", "completed ");
        assertThat(reeve).hasJob(RENDER).withResult("\"plain failed nulldev.reeve.client.FailForGood\"");
        assertThat(batch.retry().pending()).isEqualTo(2);
        assertThat(batch.cancel().cancelled()).isEqualTo(2);
    }

    @Test
    void a_batch_of_any_size_is_closed_when_it_is_complete(TestReeve reeve) {
        AddedBatch batch = reeve.client().batch(b -> {
            for (int i = 0; i < 2100; i++) {
                b.add(FETCH.with("p" + i));
            }
        });
        assertThat(batch.info().total()).isEqualTo(2100);
        assertThat(batch.info().isOpen()).isFalse();
        assertThat(batch.results()).hasSize(2100);
        assertThat(reeve.client().batch(b -> {}).info().hasEnded()).isTrue();
    }

    @Test
    void a_large_batch_with_a_refused_job_leaves_nothing_to_run(TestReeve reeve) {
        ReeveException refused = catchThrowableOfType(
                ReeveException.class,
                () -> reeve.client().batch(b -> {
                    b.id("large");
                    for (int i = 0; i < 1500; i++) {
                        b.add(FETCH.with("p" + i).queue(i == 1400 ? "no queue" : "pages"));
                    }
                }));
        assertThat(refused.kind()).isEqualTo(ProblemKind.INVALID);
        assertThat(refused.errors())
                .hasSize(1)
                .allMatch(error -> error.pointer().endsWith("/queue"));
        assertThat(reeve.client().batch("large").await(Duration.ofSeconds(10)).completed())
                .isZero();
        assertThat(reeve.runAll(worker(reeve))).isZero();
    }

    @Test
    void a_unique_key_finds_refuses_or_replaces(TestReeve reeve) {
        Reeve client = reeve.client();
        Added<String> first = client.add(FETCH.with("1").unique("home"));
        Added<String> second = client.add(FETCH.with("2").unique("home"));
        assertThat(second.id()).isEqualTo(first.id());
        assertThat(second.created()).isFalse();
        List<AddOutcome> outcomes = client.addAll(List.of(FETCH.with("3").unique("home")));
        assertThat(outcomes.get(0).id()).isEqualTo(first.id());
        assertThat(outcomes.get(0).created()).isFalse();
        ReeveException refused = catchThrowableOfType(
                ReeveException.class,
                () -> client.add(FETCH.with("4").unique(Uniqueness.by("home").orRefuse())));
        assertThat(refused.kind()).isEqualTo(ProblemKind.UNIQUE_KEY_TAKEN);
        client.add(FETCH.with("5").unique(Uniqueness.by("home").orReplace()));
        assertThat(reeve).hasJob(FETCH).withPayload("\"5\"").times(1);
        reeve.runAll(worker(reeve));
        Uniqueness hour = Uniqueness.by("home").whileUnleased().forAtLeast(Duration.ofHours(1));
        assertThat(client.add(FETCH.with("6").unique(hour)).created()).isTrue();
        reeve.runAll(worker(reeve));
        assertThat(client.add(FETCH.with("7").unique(hour)).created()).isFalse();
        reeve.clock().advance(Duration.ofHours(1));
        assertThat(client.add(FETCH.with("8").unique(hour)).created()).isTrue();
    }

    @Test
    void a_limit_counts_for_the_jobs_of_its_key(TestReeve reeve) {
        Reeve client = reeve.client();
        client.request("PUT", "/v1/limits/tenant:*").body("{\"max_running\":1}").send();
        client.addAll(
                List.of(FETCH.with("a").limitKey("tenant:7"), FETCH.with("b").limitKey("tenant:7")));
        assertThat(reeve).hasJob(FETCH).inState("throttled").times(1);
        assertThat(reeve.runAll(worker(reeve))).isEqualTo(2);
    }

    @Test
    void dependencies_and_callbacks_work_without_a_batch(TestReeve reeve) {
        Added<String> fetch = reeve.client().add(FETCH.with("a").key("page"));
        reeve.client().add(RENDER.with("x").afterIds(fetch.id()).callback(URI.create("http://127.0.0.1:9/done")));
        assertThat(reeve).hasJob(RENDER).inState("depends");
        reeve.runAll(worker(reeve));
        assertThat(reeve).hasJob(RENDER).inState("completed").withResult("\"x completed <a>\"");
        assertThat(reeve.jobs(new JobQuery().queue("reeve.webhooks"))).hasSize(1);
    }

    @Test
    void a_result_too_large_to_hand_on_is_told(TestReeve reeve) {
        JobType<RawJson, RawJson> any =
                JobType.of("any", RawJson.class, RawJson.class).queue("pages");
        AtomicReference<String> told = new AtomicReference<>("");
        reeve.client()
                .batch(b -> b.add(any.with(RawJson.of("2"))
                        .after(b.add(any.with(RawJson.of("1")).key("page")))));
        reeve.runAll(reeve.client().worker("pages").handle(any, (payload, job) -> {
            job.dependency("page")
                    .ifPresent(page -> told.set(String.valueOf(
                            catchThrowableOfType(IllegalStateException.class, () -> page.result(RawJson.class))
                                    .getMessage())));
            return RawJson.of("\"" + "x".repeat(300_000) + "\"");
        }));
        assertThat(told.get()).endsWith("is too large to be handed on, with 300002 bytes");
    }
}
