package dev.reeve.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.PayloadMoves.Cold;
import dev.reeve.engine.PayloadMoves.ColdColumns;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.Log;
import dev.reeve.engine.command.OpenBatch;
import dev.reeve.engine.command.Pause;
import dev.reeve.engine.command.Renew;
import dev.reeve.engine.command.SetLimit;
import dev.reeve.engine.command.Tag;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.EntryCodec;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.ColumnsPlace;
import dev.reeve.engine.job.DependencyRule;
import dev.reeve.engine.job.Duplicate;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobError;
import dev.reeve.engine.job.JobHeaders;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobTies;
import dev.reeve.engine.job.PayloadBlock;
import dev.reeve.engine.job.Progress;
import dev.reeve.engine.job.RetryChoice;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.StoredPayload;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.job.UniqueKey;
import dev.reeve.engine.limit.Limit;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessDialect;
import dev.reeve.engine.qless.RecurringJob;
import dev.reeve.engine.qless.command.Configure;
import dev.reeve.engine.qless.command.Recur;
import dev.reeve.engine.qless.command.Track;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ObjIntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The estimate of the live data is within 15 % of what the heap pays, for many kinds of data, while running and after a
 * restart. What is counted ahead of the first lease of a job is left out. Compressed references are assumed. Commands are encoded
 * and decoded, so that they share no objects.
 */
class HeapCostTest {
    private static final long SECOND = 1_000_000;
    private static final long START = 1_700_000_000 * SECOND;
    private static final CallerClock CALLER = new CallerClock(START, QlessDialect.CURRENT);

    private static final Pattern TOTAL = Pattern.compile("Total +\\d+ +(\\d+)");

    private final SplittableRandom random = new SplittableRandom(1);
    private Engine engine = new Engine();
    private long nowMicros = START;
    private long offset = Integer.MAX_VALUE;

    enum Mix {
        EMPTY_JOBS(30_000, (test, i) -> test.add(i, 0, 0)),
        JOBS_OF_200_BYTES(40_000, (test, i) -> test.add(i, 200, 0)),
        JOBS_OF_ONE_MEBIBYTE(24, (test, i) -> test.add(i, 1 << 20, 0)),
        JOBS_WITH_TERMS_OF_THEIR_OWN(15_000, (test, i) -> test.add(i, 20, i)),
        JOBS_WITH_NAMES(
                20_000,
                (test, i) -> test.apply(
                        new Add(JobId.of("job-number-" + i), "mail", new byte[20], 0, Add.NOW, terms(0, 0)))),
        JOBS_WITH_A_KIND(
                15_000,
                (test, i) -> test.apply(new Add(
                        id(i),
                        "mail",
                        new byte[100],
                        0,
                        Add.NOW,
                        terms(0, 0),
                        options("email.send", JobHeaders.NONE)))),
        JOBS_WITH_HEADERS(
                15_000,
                (test, i) -> test.apply(
                        new Add(id(i), "mail", new byte[20], 0, Add.NOW, terms(0, 0), options(null, trace(i))))),
        JOBS_WITH_KIND_AND_HEADERS(
                15_000,
                (test, i) -> test.apply(new Add(
                        id(i), "mail", new byte[20], 0, Add.NOW, terms(0, 0), options("email.send", trace(i))))),
        LEASED_JOBS(20_000, (test, i) -> {
            test.add(i, 20, 0);
            test.apply(new Acquire(List.of("mail"), "worker-" + i, 1, 0));
        }),
        PROGRESS(10_000, (test, i) -> {
            test.add(i, 20, 0);
            test.apply(new Acquire(List.of("mail"), null, 1, 0));
            Progress progress = new Progress(40, "rendering page " + i);
            test.apply(Renew.with(JobRef.of(id(i)), Claim.ANY_LEASE, SECOND, progress));
        }),
        COMPLETED_WITH_A_TOKEN(15_000, (test, i) -> {
            test.apply(new Add(id(i), "mail", new byte[20], 0, Add.NOW, terms(0, Terms.FOREVER)));
            test.apply(new Acquire(List.of("mail"), null, 1, 0));
            test.apply(new Complete(JobRef.of(id(i)), Claim.ofRepeatable(i + 1), new byte[10]));
        }),
        ERRORS(5_000, (test, i) -> {
            test.apply(new Add(id(i), "mail", new byte[20], 0, Add.NOW, terms(0, Terms.FOREVER)));
            JobError error = new JobError("SocketTimeoutException", "450 busy " + i, "x".repeat(300), 0);
            test.apply(Fail.with(JobRef.of(id(i)), Claim.NONE, error, RetryChoice.NEVER));
        }),
        RESULTS_KEPT(15_000, (test, i) -> {
            test.apply(new Add(id(i), "mail", new byte[20], 0, Add.NOW, terms(0, Terms.FOREVER)));
            test.apply(new Complete(JobRef.of(id(i)), Claim.NONE, new byte[150]));
        }),
        QLESS_JOBS(10_000, (test, i) -> test.put(i, List.of())),
        QLESS_JOBS_IN_WORK(7_500, (test, i) -> {
            test.put(i, List.of());
            test.apply(QlessCommands.pop(CALLER, "queue-of-mails", "host-17-worker-" + i % 2_500, 1));
        }),
        QLESS_JOBS_COMPLETED(7_500, (test, i) -> {
            test.put(i, List.of());
            test.apply(QlessCommands.pop(CALLER, "queue-of-mails", "host-17-worker-1", 1));
            test.apply(QlessCommands.complete(CALLER, id(i), "host-17-worker-1", new byte[40]));
        }),
        FAILURES(5_000, (test, i) -> {
            test.put(i, List.of());
            test.apply(QlessCommands.pop(CALLER, "queue-of-mails", "host-17-worker-1", 1));
            test.apply(QlessCommands.fail(
                    CALLER, id(i), "host-17-worker-1", "failure-group-" + i % 2_500, "x".repeat(120)));
        }),
        FAILURES_IN_CHINESE(5_000, (test, i) -> {
            test.put(i, List.of());
            test.apply(QlessCommands.pop(CALLER, "queue-of-mails", "host-17-worker-1", 1));
            test.apply(QlessCommands.fail(CALLER, id(i), "host-17-worker-1", "group", "\u7d05".repeat(500)));
        }),
        TAGS_OF_THEIR_OWN(5_000, (test, i) -> {
            test.put(i, List.of("color-" + i, "size-" + i));
            test.apply(new Tag(CALLER, id(i), true, List.of("shape-" + i)));
        }),
        SHARED_TAGS(5_000, (test, i) -> test.put(i, List.of("red", "green", "blue", "large", "round"))),
        LONG_HISTORIES(2_000, (test, i) -> {
            test.put(i, List.of());
            for (int event = 0; event < 20; event++) {
                test.apply(new Log(CALLER, id(i), "something happened to it", new byte[30]));
            }
        }),
        DEPENDENCIES(8_000, (test, i) -> {
            List<JobId> needed = i < 10 ? List.of() : List.of(id(i - 1), id(i - 2), id(i - 7));
            test.apply(QlessCommands.put(CALLER, id(i), "queue-of-mails", "Klass", new byte[20], null, needed));
        }),
        BATCHES(8_000, (test, i) -> {
            AddOptions options = AddOptions.NONE.withTies(JobTies.NONE.withBatch("batch-number-" + i));
            Add add = new Add(id(i), "mail", new byte[20], 0, Add.NOW, terms(0, 0), options);
            test.apply(new OpenBatch(
                    "batch-number-" + i, "0af7651916cd43dd", false, List.of(add), OpenBatch.Templates.NONE));
        }),
        PAUSED_QUEUES(8_000, (test, i) -> test.apply(new Pause(List.of("queue-number-" + i), true, true))),
        QUEUES_WITH_JOBS(6_000, (test, i) -> {
            test.apply(QlessCommands.put(CALLER, id(i), "queue-number-" + i, "Klass", new byte[20]));
            test.apply(QlessCommands.put(CALLER, id(-1 - i), "queue-number-" + i, "Klass", new byte[20]));
        }),
        LIMIT_KEYS(10_000, (test, i) -> test.tied(i, JobTies.ofKeys(null, "tenant-number-" + i))),
        THROTTLED_JOBS(20_000, (test, i) -> {
            if (i == 0) {
                test.apply(new SetLimit("*", new Limit(2, null, false)));
            }
            test.tied(i, JobTies.ofKeys(null, "tenant-number-" + i / 8));
        }),
        UNIQUE_KEYS(
                10_000,
                (test, i) ->
                        test.tied(i, JobTies.ofKeys(new UniqueKey("unique-key-" + i, false, 0, Duplicate.KEEP), null))),
        STATISTICS(4_000, (test, i) -> {
            test.put(i, List.of());
            CallerClock day = new CallerClock(START + i % 30 * 86_400L * SECOND, QlessDialect.CURRENT);
            String queue = "queue-number-" + i / 30;
            test.apply(QlessCommands.put(day, id(i), queue, "Klass", new byte[20]));
            test.apply(QlessCommands.pop(day, queue, "worker", 1));
        }),
        WORKERS(25_000, (test, i) -> test.apply(QlessCommands.pop(CALLER, "none", "host-17-worker-" + i, 1))),
        TRACKED_IDS(25_000, (test, i) -> test.apply(new Track(CALLER, id(i), true, false, List.of()))),
        OPTIONS(15_000, (test, i) -> test.apply(new Configure("option-number-" + i, "value"))),
        RECURRING_JOBS(10_000, (test, i) -> test.apply(new Recur(CALLER, recurring(i, "queue-of-mails")))),
        SPAWNED_JOBS(10, (test, i) -> {
            test.apply(new Recur(CALLER, recurring(i, "queue-" + i)));
            CallerClock later = new CallerClock(START + 1_000 * SECOND, QlessDialect.CURRENT);
            for (int more = 0; more < 20; more++) {
                test.apply(QlessCommands.pop(later, "queue-" + i, "worker", 50));
            }
        });

        private final int count;

        @SuppressWarnings("ImmutableEnumChecker")
        private final ObjIntConsumer<HeapCostTest> step;

        Mix(int count, ObjIntConsumer<HeapCostTest> step) {
            this.count = count;
            this.step = step;
        }
    }

    /** What the first use of a class allocates is of no job. */
    @BeforeAll
    static void loadClasses() throws JMException {
        for (Mix mix : Mix.values()) {
            HeapCostTest test = new HeapCostTest();
            mix.step.accept(test, 0);
            StateHash.restore(StateHash.snapshot(test.engine));
        }
        heapBytes();
    }

    @ParameterizedTest
    @EnumSource
    void the_estimate_is_what_the_heap_pays(Mix mix) throws JMException {
        long before = heapBytes();
        for (int i = 0; i < mix.count; i++) {
            mix.step.accept(this, i);
        }
        long running = heapBytes() - before + aheadBytes();
        long estimate = engine.liveBytes();
        byte[] snapshot = StateHash.snapshot(engine);
        engine = StateHash.restore(snapshot);
        long restored = heapBytes() - before - snapshot.length + aheadBytes();
        String figures = "%s: estimated %,d per item, %,d running (%.2f), %,d restored (%.2f)"
                .formatted(
                        mix,
                        estimate / mix.count,
                        running / mix.count,
                        (double) estimate / running,
                        restored / mix.count,
                        (double) estimate / restored);
        assertThat(snapshot).isNotEmpty();
        assertThat((double) estimate / restored).as(figures).isBetween(0.85, 1.15);
        if (mix != Mix.SPAWNED_JOBS) {
            // Jobs of a recurring job share its payload until a restart, and are counted as they are then.
            assertThat((double) estimate / running).as(figures).isBetween(0.85, 1.15);
        }
    }

    /** What jobs will take when they are leased. */
    private long aheadBytes() {
        return engine.state().jobs().all().stream().mapToLong(Job::aheadBytes).sum();
    }

    /** The header of the payload's array is counted with the payload. */
    @ParameterizedTest
    @CsvSource({"true, 110", "false, 98"})
    void a_job_that_only_waits_takes_little_besides_its_payload(boolean expires, long mostBytes) throws JMException {
        int jobs = 25_000;
        long ttl = expires ? 86_400 * SECOND : Terms.FOREVER;
        Terms terms = new Terms(60 * SECOND, 0, ttl, 0, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);
        long before = heapBytes();
        for (int i = 0; i < jobs; i++) {
            apply(new Add(JobId.ofUuid(i * 0x9E3779B97F4A7C15L, i), "mail", new byte[200], 0, Add.NOW, terms));
        }
        assertThat((heapBytes() - before) / jobs - HeapBytes.array(200)).isBetween(90L, mostBytes);
        byte[] snapshot = StateHash.snapshot(engine);
        engine = StateHash.restore(snapshot);
        assertThat((heapBytes() - before - snapshot.length) / jobs - HeapBytes.array(200))
                .isBetween(90L, mostBytes);
    }

    /** Also what is estimated is near the heap then. */
    @ParameterizedTest
    @CsvSource({"true, 128", "false, 116"})
    void a_job_whose_payload_is_on_disk_takes_little(boolean expires, long mostBytes) throws JMException {
        int jobs = 25_000;
        long ttl = expires ? 86_400 * SECOND : Terms.FOREVER;
        Terms terms = new Terms(60 * SECOND, 0, ttl, 0, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);
        PayloadBlock.Writer blocks = new PayloadBlock.Writer();
        long before = heapBytes();
        for (int i = 0; i < jobs; i++) {
            apply(new Add(JobId.ofUuid(i * 0x9E3779B97F4A7C15L, i), "mail", new byte[200], 0, Add.NOW, terms));
            for (Cold cold : engine.payloadMoves().cold(Long.MAX_VALUE, 0)) {
                assertThat(engine.payloadMoves().left(cold, blocks.put(1, 24 + 216 * i, 200, i)))
                        .isTrue();
            }
        }
        blocks.end();
        assertThat(engine.payloads().count()).isEqualTo(jobs);
        assertThat((heapBytes() - before) / jobs).isBetween(90L, mostBytes);
        byte[] snapshot = StateHash.snapshot(engine);
        engine = StateHash.restore(snapshot);
        long restored = heapBytes() - before - snapshot.length;
        // It packs them, all at once here.
        assertThat(restored / jobs).isBetween(30L, 46L);
        assertThat(1.0 * engine.heapBytes() / restored).isBetween(0.85, 1.15);
    }

    /**
     * The block has the id, the place and the sum of the payload, and what is needed to find them. Payloads of different lengths need a
     * length and an offset each.
     */
    @ParameterizedTest
    @CsvSource({"true, 200, 40", "false, 200, 40", "true, 300, 44", "false, 300, 44"})
    void a_packed_job_takes_little(boolean expires, int longest, long mostBytes) throws JMException {
        int jobs = 50_000;
        long ttl = expires ? 86_400 * SECOND : Terms.FOREVER;
        Terms terms = new Terms(60 * SECOND, 0, ttl, 0, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);
        PayloadBlock.Writer blocks = new PayloadBlock.Writer();
        long before = heapBytes();
        for (int i = 0; i < jobs; i++) {
            apply(new Add(
                    JobId.ofUuid(i * 0x9E3779B97F4A7C15L, i),
                    "mail",
                    new byte[200 + i % (longest - 199)],
                    0,
                    Add.NOW,
                    terms));
            nowMicros += 20;
            // A search that has looked at the new jobs goes on with older ones once.
            for (int search = 0; search < 2 && i % 1024 == 1023; search++) {
                packMore(blocks);
            }
        }
        while (engine.payloads().count() < jobs) {
            packMore(blocks);
        }
        assertThat(engine.state().packed().size()).isGreaterThan(jobs - 100);
        long running = heapBytes() - before;
        assertThat(running / jobs).isBetween(30L, mostBytes);
        assertThat(1.0 * engine.heapBytes() / running).isBetween(0.85, 1.15);
        byte[] snapshot = StateHash.snapshot(engine);
        engine = StateHash.restore(snapshot);
        assertThat(engine.state().packed().size()).isGreaterThan(jobs - 100);
        long restored = heapBytes() - before - snapshot.length;
        assertThat(restored / jobs).isBetween(30L, mostBytes);
        assertThat(1.0 * engine.heapBytes() / restored).isBetween(0.85, 1.15);
    }

    /** What is left when ids and sums are on disk: the numbers of the block, its leaves, and the places of its jobs in the table by id. */
    @ParameterizedTest
    @CsvSource({"200, 17", "300, 21"})
    void a_job_whose_columns_are_on_disk_takes_hardly_anything(int longest, long mostBytes) throws JMException {
        int jobs = 200_000;
        Terms terms = new Terms(60 * SECOND, 0, Terms.FOREVER, 0, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);
        PayloadBlock.Writer blocks = new PayloadBlock.Writer();
        long before = heapBytes();
        for (int i = 0; i < jobs; i++) {
            byte[] payload = new byte[200 + i % (longest - 199)];
            apply(new Add(JobId.ofUuid(i * 0x9E3779B97F4A7C15L, i), "mail", payload, 0, Add.NOW, terms));
            nowMicros += 20;
            for (int search = 0; search < 2 && i % 1024 == 1023; search++) {
                packMore(blocks);
            }
        }
        while (engine.payloads().count() < jobs) {
            packMore(blocks);
        }
        List<ColdColumns> cold = engine.payloadMoves().coldColumns(512, 0);
        while (!cold.isEmpty()) {
            for (ColdColumns one : cold) {
                ColumnsPlace place = new ColumnsPlace(1, one.block().number(), one.bytes().length);
                assertThat(engine.payloadMoves().left(one, place)).isTrue();
            }
            cold = engine.payloadMoves().coldColumns(512, 0);
        }
        long running = heapBytes() - before;
        assertThat(running / jobs).isBetween(10L, mostBytes);
        assertThat(1.0 * engine.heapBytes() / running).isBetween(0.85, 1.15);
    }

    private void packMore(PayloadBlock.Writer blocks) {
        List<Cold> cold = engine.payloadMoves().cold(Long.MAX_VALUE, 0);
        List<StoredPayload> stored = cold.stream()
                .map(one -> blocks.put(1, (int) (offset -= 16 + one.payload().length), one.payload().length, one.job()))
                .toList();
        blocks.end();
        for (int i = 0; i < stored.size(); i++) {
            engine.payloadMoves().left(cold.get(i), stored.get(i));
        }
        engine.payloadMoves().pack(cold, PayloadMoves.WORTH_PACKING);
    }

    private void tied(int i, JobTies ties) {
        apply(new Add(
                id(i),
                "mail",
                new byte[100],
                0,
                Add.NOW,
                terms(0, 0),
                options(null, JobHeaders.NONE).withTies(ties)));
    }

    /** Jobs that may have to come back when memory is full are counted with what they need then. */
    @Test
    void dependencies_are_counted_ahead() throws JMException {
        long before = heapBytes();
        for (int i = 0; i < 8_000; i++) {
            List<JobId> needs = i < 10 ? List.of() : List.of(id(i - 1), id(i - 7));
            DependencyRule rule = needs.isEmpty() ? DependencyRule.NONE : DependencyRule.CANCEL;
            AddOptions options = AddOptions.NONE
                    .withDependencies(needs)
                    .withExisting(AddOptions.Existing.RETURN)
                    .withTies(JobTies.NONE.withDependencies(rule, null));
            apply(new Add(id(i), "mail", new byte[20], 0, Add.NOW, terms(0, 0), options));
        }
        long estimate = engine.liveBytes();
        byte[] snapshot = StateHash.snapshot(engine);
        engine = StateHash.restore(snapshot);
        double ratio = (double) estimate / (heapBytes() - before - snapshot.length);
        assertThat(ratio).isBetween(0.95, 2.0);
    }

    private void add(int i, int payloadBytes, int leaseMicros) {
        apply(new Add(id(i), "mail", new byte[payloadBytes], 0, Add.NOW, terms(leaseMicros, 0)));
    }

    private static Terms terms(int leaseMicros, long keepMicros) {
        RetryPolicy retry = new RetryPolicy(RetryPolicy.Rule.RETRIES, 0, 0, 3, List.of(SECOND, 60 * SECOND));
        return new Terms(60 * SECOND + leaseMicros, 0, 86_400 * SECOND, keepMicros, Terms.BACKGROUND, retry);
    }

    private static AddOptions options(@Nullable String klass, JobHeaders headers) {
        return AddOptions.NONE
                .withKlass(klass)
                .withExisting(AddOptions.Existing.RETURN)
                .with(headers);
    }

    private static JobHeaders trace(int i) {
        return new JobHeaders(List.of("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-" + i));
    }

    private void put(int i, List<String> tags) {
        apply(QlessCommands.put(CALLER, id(i), "queue-of-mails", "SomeKlass", new byte[40], tags, List.of()));
    }

    private static RecurringJob recurring(int i, String queue) {
        byte[] payload = new byte[400];
        return new RecurringJob(id(i), queue, "Klass", payload, 0, List.of("tag"), 5, 0, 0, SECOND, START);
    }

    private static JobId id(int i) {
        return JobId.ofDigits(i * 0x9E3779B97F4A7C15L, i);
    }

    private void apply(Command<?> command) {
        ByteSink out = new ByteSink(256);
        EntryCodec.write(new Entry<>(nowMicros, random.nextLong(), command), out);
        byte[] bytes = out.toByteArray();
        Outcome<?> outcome = engine.apply(EntryCodec.read(new ByteSource(bytes, 0, bytes.length)), Effects.NONE);
        // Not by AssertJ, a million times.
        if (outcome.rejection() != null) {
            throw new AssertionError(outcome.rejection());
        }
    }

    /** The bytes of all objects that are reachable. */
    private static long heapBytes() throws JMException {
        String histogram = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        Matcher total = TOTAL.matcher(histogram);
        assertThat(total.find()).as(histogram).isTrue();
        return Long.parseLong(total.group(1));
    }
}
