package dev.reeve.campaign.model;

import java.util.List;
import java.util.SplittableRandom;

/** Random calls of qless clients. */
final class QlessSteps {
    private static final List<String> WORKERS = List.of("w1", "w2", "w3");
    private static final List<String> DATA = List.of("{}", "{\"a\":1}", "\"s\"", "7");
    private static final List<Long> OFFSETS =
            List.of(0L, 0L, 0L, 0L, 0L, 0L, 1_000L, 11_000L, 61_000L, 75_000L, -1_000L, -70_000L, -3_600_000L);

    private final SplittableRandom random;
    private final Generator any;

    QlessSteps(SplittableRandom random, Generator any) {
        this.random = random;
        this.any = any;
    }

    private ModelStep call(String name, Object... args) {
        String line =
                String.join(" ", List.of(args).stream().map(String::valueOf).toList());
        return ModelStep.of("q" + (1 + random.nextInt(2)), name, any.one(OFFSETS), line);
    }

    ModelStep next() {
        return random.nextInt(4) == 0 ? look() : random.nextInt(4) == 0 ? manage() : work();
    }

    private ModelStep work() {
        return switch (random.nextInt(16)) {
            case 0, 1, 2 -> put(random.nextInt(6) == 0 ? "requeue" : "put");
            case 3, 4, 5, 6 -> call("pop", any.queue(), worker(), 1 + random.nextInt(3));
            case 7 -> call("peek", any.queue(), random.nextInt(4));
            case 8, 9 -> call("heartbeat", held(), worker(), any.one(List.of("-", "-", "{\"b\":2}")));
            case 10, 11 -> call("complete", held(), worker(), any.queue(), any.one(DATA), "-", 0, "-");
            case 12 ->
                call(
                        "complete",
                        held(),
                        worker(),
                        any.queue(),
                        any.one(DATA),
                        any.queue(),
                        random.nextInt(2) * 5,
                        any.one(List.of("-", "-", "j1", "j2,u1")));
            case 13 ->
                call(
                        "fail",
                        held(),
                        worker(),
                        any.one(List.of("g1", "g2")),
                        "message",
                        any.one(List.of("-", "{\"c\":3}")));
            case 14 ->
                call(
                        "retry",
                        held(),
                        any.queue(),
                        worker(),
                        random.nextInt(2) * 3,
                        any.one(List.of("- -", "- -", "g1 why")));
            default -> call("timeout", held());
        };
    }

    private ModelStep put(String name) {
        boolean old = random.nextInt(4) == 0;
        return call(
                name,
                worker(),
                any.queue(),
                old ? any.job() : "j" + (1 + random.nextInt(8)),
                any.one(DATA),
                random.nextInt(3) == 0 ? random.nextInt(20) : 0,
                any.one(List.of("-", "-", "1", "-1", "5")),
                any.one(List.of("-", "-", "t1", "t1,t2")),
                any.one(List.of("-", "0", "1", "2")),
                any.one(List.of("-", "-", "-", "j1", "j2,j3", "u1,j4")));
    }

    private String worker() {
        return any.one(WORKERS);
    }

    /** A job, most often one that a worker has. */
    private String held() {
        return any.heldJob();
    }

    private ModelStep manage() {
        return switch (random.nextInt(14)) {
            case 0 -> call("cancel", any.job());
            case 1 -> call("cancel", any.job(), any.job());
            case 2 -> call("depends", any.job(), "on", any.job(), any.job());
            case 3 -> call("depends", any.job(), "off", any.one(List.of("all", "j1", "j2")));
            case 4 -> call("unfail", any.queue(), any.one(List.of("g1", "failed", "failed-retries-a")), 2);
            case 5 -> call("tag", any.one(List.of("add", "remove")), any.job(), any.one(List.of("t1", "t2", "t3")));
            case 6 -> call("track", any.one(List.of("track", "untrack")), any.job());
            case 7 -> call("priority", any.job(), random.nextInt(5) - 2);
            case 8 -> call("log", any.job(), "noted");
            case 9 -> call(random.nextInt(3) == 0 ? "pause" : "unpause", any.queue());
            case 10 ->
                random.nextInt(3) == 0
                        ? call(
                                "config.set",
                                any.one(List.of(
                                        "heartbeat 10",
                                        "a-heartbeat 5",
                                        "grace-period 0",
                                        "grace-period 2",
                                        "a-max-concurrency 2",
                                        "jobs-history 30",
                                        "jobs-history-count 3",
                                        "max-job-history 6",
                                        "max-worker-age 60")))
                        : call(
                                "config.unset",
                                any.one(List.of(
                                        "heartbeat",
                                        "a-heartbeat",
                                        "grace-period",
                                        "a-max-concurrency",
                                        "jobs-history",
                                        "max-worker-age")));
            case 11 ->
                call(
                        "recur",
                        any.queue(),
                        "r" + (1 + random.nextInt(2)),
                        any.one(DATA),
                        1 + random.nextInt(60),
                        random.nextInt(3),
                        random.nextInt(3),
                        random.nextInt(2));
            case 12 -> call("unrecur", "r" + (1 + random.nextInt(2)));
            default -> call("worker.deregister", worker());
        };
    }

    private ModelStep look() {
        return switch (random.nextInt(14)) {
            case 0, 1, 2, 3 -> call("get", any.job());
            case 4 -> call("multiget", any.job(), any.job());
            case 5, 6 -> call("queues", any.queue());
            case 7 -> call("length", any.queue());
            case 8 -> call("failed");
            case 9 -> call("failed", any.one(List.of("g1", "g2", "failed", "failed-retries-a")));
            case 10 -> call("jobs", any.one(List.of("running", "stalled", "scheduled", "depends")), any.queue());
            case 11 -> any.one(List.of(call("jobs", "complete"), call("workers"), call("workers", worker())));
            case 12 ->
                any.one(List.of(call("tag", "get", any.one(List.of("t1", "t2"))), call("tag", "top"), call("track")));
            default ->
                any.one(List.of(
                        call("recur.get", "r" + (1 + random.nextInt(2))),
                        call("stats", any.queue(), 0),
                        call("config.get"),
                        call("jobs", "recurring", any.queue())));
        };
    }
}
