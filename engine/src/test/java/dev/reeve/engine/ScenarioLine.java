package dev.reeve.engine;

import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.command.Abandon;
import dev.reeve.engine.command.AbandonAll;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Cancel;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.ConfigureQueue;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.DeleteQueue;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.Release;
import dev.reeve.engine.command.Renew;
import dev.reeve.engine.command.Requeue;
import dev.reeve.engine.command.SetOutput;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.command.Timeout;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Status;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.job.TermsPatch;
import dev.reeve.engine.queue.QueueView;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One line of a {@link Scenario}. Times are {@code 5us}, {@code 5ms}, {@code 5s}, {@code 5m}, {@code 5h} or
 * {@code forever}; moments are told as the time since the start, {@code +5s}.
 *
 * <pre>
 * add ID QUEUE [prio=N] [at=TIME] [ttr=TIME] [heartbeat=TIME] [ttl=TIME] [keep=TIME] [wait=TIME]
 *     [rule=attempts|retries|lapses] [attempts=N] [fails=N] [retries=N] [delays=TIME,TIME]
 * lease QUEUE,QUEUE [by=WORKER] [for=TIME] [count=N] [seed=N]
 * complete|fail ID [RESULT] [token=N] [by=WORKER]
 * release ID [token=N] [by=WORKER] [undelivered]      renew ID [token=N] [by=WORKER] [for=TIME]
 * create ID QUEUE [ttr=TIME] [heartbeat=TIME] [keep=TIME] [retries=N] [delays=TIME,TIME] [tags=TAG,TAG]
 * configure QUEUE (options as of add)    deletequeue QUEUE    discard ID
 * status ID STATUS [OUTPUT] [token=N]    output ID OUTPUT [token=N]
 * delete ID    abandon ID    abandonall    tick
 * +TIME (time passes, then a tick)    ~TIME (time passes)
 * statuses QUEUE    tagged TAG    totals
 * job ID    ready QUEUE    scheduled QUEUE    queue QUEUE    queues    evicted    jobs    next
 * </pre>
 */
final class ScenarioLine {
    static final long START_MICROS = 1_000_000_000_000L;

    private final String[] words;

    ScenarioLine(String[] words) {
        this.words = words;
    }

    long passesMicros() {
        return words[0].startsWith("+") || words[0].startsWith("~") ? micros(words[0].substring(1)) : 0;
    }

    long seed() {
        return number("seed", 0);
    }

    /** What the line does; null if it only asks. */
    @Nullable
    Command<?> command() {
        if (words[0].startsWith("+")) {
            return new Tick();
        }
        return switch (words[0]) {
            case "add" -> add();
            case "lease" -> acquire();
            case "complete" -> new Complete(ref(), claim(), result());
            case "fail" -> new Fail(ref(), claim(), result());
            case "release" -> new Release(ref(), claim(), Arrays.asList(words).contains("undelivered"));
            case "renew" -> new Renew(ref(), claim(), time("for", 0));
            case "delete" -> new Delete(ref());
            case "discard" -> new Delete(ref(), true);
            case "create" -> create();
            case "configure" -> new ConfigureQueue(words[1], terms());
            case "deletequeue" -> new DeleteQueue(words[1]);
            case "status" -> status();
            case "output" -> new SetOutput(ref(), claim(), text(2));
            case "abandon" -> new Abandon(ref());
            case "abandonall" -> new AbandonAll();
            case "tick" -> new Tick();
            default -> null;
        };
    }

    String answer(EngineView engine) {
        if (words[0].startsWith("~")) {
            return "";
        }
        return switch (words[0]) {
            case "job" -> show(engine.job(ref()));
            case "ready" -> ids(engine.ready(words[1], 0, 100));
            case "scheduled" -> ids(engine.scheduled(words[1], 0, 100));
            case "queue" -> show(engine.queue(words[1]));
            case "queues" -> engine.queues(0, 100).stream().map(QueueView::name).collect(Collectors.joining(" "));
            case "statuses" -> statuses(engine);
            case "tagged" -> numbers(engine.tagged(words[1]));
            case "totals" -> totals(engine);
            case "evicted" -> Long.toString(engine.evictedJobs());
            case "jobs" -> Integer.toString(engine.jobCount());
            case "next" -> moment(engine.nextDeadlineMicros());
            default -> throw new IllegalArgumentException("unknown word: " + words[0]);
        };
    }

    private Add create() {
        Long lease = given("ttr");
        Long heartbeat = given("heartbeat");
        Long keep = given("keep");
        Integer retries = option("retries") == null ? null : (int) number("retries", 0);
        List<Long> delays = option("delays") == null ? null : delays();
        String tags = option("tags");
        return new Add(
                JobId.of(words[1]),
                words[2],
                payload(),
                0,
                Add.NOW,
                new TermsBuilder().rule(RetryPolicy.Rule.RETRIES).build(),
                AddOptions.inDeclaredQueue(
                        new TermsPatch(lease, heartbeat, keep, retries, delays),
                        tags == null ? List.of() : List.of(tags.split(","))));
    }

    private @Nullable Long given(String name) {
        return option(name) == null ? null : time(name, 0);
    }

    private Command<?> status() {
        byte[] output = words.length > 3 && !words[3].contains("=") ? text(3) : null;
        Claim claim = claim();
        Claim held = claim.equals(Claim.NONE) ? Claim.ANY_LEASE : claim;
        return switch (Status.valueOf(words[2].toUpperCase(Locale.ROOT))) {
            case COMPLETED -> new Complete(ref(), held, output);
            case FAILED -> new Fail(ref(), held, output);
            case TIMED_OUT -> new Timeout(List.of(ref()), held, output, null);
            case CANCELLED -> new Cancel(List.of(ref()), claim, output, false, null);
            case QUEUED -> new Requeue(ref(), claim);
            case RUNNING -> throw new IllegalArgumentException("only a worker can start a job");
        };
    }

    private byte[] text(int word) {
        return words[word].getBytes(StandardCharsets.UTF_8);
    }

    private byte[] payload() {
        return ("payload of " + words[1]).getBytes(StandardCharsets.UTF_8);
    }

    private String statuses(EngineView engine) {
        return Arrays.stream(Status.values())
                .filter(status -> engine.jobs(words[1], status).length > 0)
                .map(status -> status.name().toLowerCase(Locale.ROOT) + "=" + numbers(engine.jobs(words[1], status)))
                .collect(Collectors.joining(" "));
    }

    private static String numbers(long[] numbers) {
        return Arrays.stream(numbers).mapToObj(Long::toString).collect(Collectors.joining(","));
    }

    private static String totals(EngineView engine) {
        return Arrays.stream(Totals.Count.values())
                .filter(count -> engine.totals().get(count) > 0)
                .map(count -> count.name().toLowerCase(Locale.ROOT) + "="
                        + engine.totals().get(count))
                .collect(Collectors.joining(" "));
    }

    private Add add() {
        String at = option("at");
        long startsAt = at == null ? Add.NOW : DeadlineHeap.after(START_MICROS, micros(at));
        return new Add(JobId.of(words[1]), words[2], payload(), number("prio", 0), startsAt, terms());
    }

    private Terms terms() {
        String rule = option("rule");
        return new TermsBuilder()
                .lease(time("ttr", 10_000_000))
                .heartbeat(time("heartbeat", 0))
                .ttl(time("ttl", Terms.FOREVER))
                .keep(time("keep", Terms.FOREVER))
                .waitFor(time("wait", Terms.BACKGROUND))
                .rule(
                        rule == null
                                ? RetryPolicy.Rule.ATTEMPTS
                                : RetryPolicy.Rule.valueOf(rule.toUpperCase(Locale.ROOT)))
                .maxAttempts((int) number("attempts", 0))
                .maxFails((int) number("fails", 0))
                .retries((int) number("retries", 0))
                .delays(delays())
                .build();
    }

    private Acquire acquire() {
        return new Acquire(List.of(words[1].split(",")), option("by"), (int) number("count", 1), time("for", 0));
    }

    private JobRef ref() {
        return words[1].startsWith("#")
                ? JobRef.of(Long.parseLong(words[1].substring(1)))
                : JobRef.of(JobId.of(words[1]));
    }

    private Claim claim() {
        String worker = option("by");
        if (option("token") != null) {
            return Claim.ofToken(number("token", 0));
        }
        return worker == null ? Claim.NONE : Claim.ofWorker(worker);
    }

    private byte[] result() {
        boolean given = words.length > 2 && !words[2].contains("=");
        return (given ? words[2] : "").getBytes(StandardCharsets.UTF_8);
    }

    private List<Long> delays() {
        String delays = option("delays");
        return delays == null
                ? List.of()
                : Arrays.stream(delays.split(",")).map(ScenarioLine::micros).toList();
    }

    private @Nullable String option(String name) {
        return Arrays.stream(words)
                .filter(word -> word.startsWith(name + "="))
                .map(word -> word.substring(name.length() + 1))
                .findFirst()
                .orElse(null);
    }

    private long number(String name, long otherwise) {
        String value = option(name);
        return value == null ? otherwise : Long.parseLong(value);
    }

    private long time(String name, long otherwise) {
        String value = option(name);
        return value == null ? otherwise : micros(value);
    }

    private static long micros(String text) {
        if (text.equals("forever")) {
            return Terms.FOREVER;
        }
        int digits = 0;
        while (digits < text.length() && !Character.isLetter(text.charAt(digits))) {
            digits++;
        }
        long unit = switch (text.substring(digits)) {
            case "us" -> 1L;
            case "ms" -> 1_000L;
            case "s" -> 1_000_000L;
            case "m" -> 60_000_000L;
            case "h" -> 3_600_000_000L;
            default -> throw new IllegalArgumentException("no time: " + text);
        };
        return unit * Long.parseLong(text.substring(0, digits));
    }

    static String show(Outcome<?> outcome) {
        Rejection rejection = outcome.rejection();
        if (rejection != null) {
            return rejection.name();
        }
        Object reply = outcome.reply();
        if (reply instanceof List<?> acquired) {
            return acquired.isEmpty()
                    ? "nothing"
                    : acquired.stream()
                            .map(job -> ((LeasedJob) job).id() + ":"
                                    + ((LeasedJob) job).lease().token())
                            .collect(Collectors.joining(" "));
        }
        if (reply instanceof Lease lease) {
            return "until " + moment(lease.deadlineMicros());
        }
        return reply == Done.DONE || reply instanceof State ? "done" : reply.toString();
    }

    private static String show(@Nullable JobView job) {
        if (job == null) {
            return "none";
        }
        String text = job.state() + " attempts=" + job.attempts() + " fails=" + job.fails();
        if (job.retriesUsed() > 0) {
            text += " retries=" + job.retriesUsed();
        }
        if (job.timedOut()) {
            text += " timedout";
        }
        Lease lease = job.lease();
        switch (job.state()) {
            case SCHEDULED, RETRYING -> text += " due=" + moment(job.dueAtMicros());
            case LEASED -> text += " until=" + (lease == null ? "?" : moment(lease.deadlineMicros()));
            default -> {}
        }
        byte[] result = job.result();
        return result == null ? text : text + " result=" + new String(result, StandardCharsets.UTF_8);
    }

    private static String show(@Nullable QueueView queue) {
        return queue == null
                ? "none"
                : "ready=" + queue.ready() + " scheduled=" + queue.scheduled() + " leased=" + queue.leased();
    }

    private static String ids(List<JobView> jobs) {
        return jobs.stream().map(job -> job.id().toString()).collect(Collectors.joining(" "));
    }

    private static String moment(long micros) {
        if (micros == DeadlineHeap.NEVER) {
            return "never";
        }
        long since = micros - START_MICROS;
        return since % 1_000_000 == 0 ? "+" + since / 1_000_000 + "s" : "+" + since + "us";
    }
}
