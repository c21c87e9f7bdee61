package dev.reeve.campaign.model;

import java.util.List;
import java.util.SplittableRandom;

/** Random steps with many collisions: few queues, few jobs, few workers, short times. */
final class Generator {
    private static final List<String> QUEUES = List.of("a", "a", "a", "b", "b", "d", "e");
    private static final List<String> SHARED = List.of("a", "a", "b");
    private static final List<String> PAYLOADS = List.of("{}", "7", "\"s\"", "[1,2]", "no", "");
    private static final List<String> VALUES = List.of("{}", "7", "\"s\"", "[1,2]", "null");
    private static final List<String> WORKERS = List.of("w1", "w2", "w3");
    private static final List<String> DURATIONS = List.of("-", "-", "0s", "500ms", "1s", "2s", "10s");
    private static final List<String> LEASES = List.of("-", "-", "last", "last", "last", "first", "wrong");

    private static final int MANY = 20;

    private final SplittableRandom random;
    private final Player player;
    private int labels;

    Generator(long seed, Player player) {
        this.random = new SplittableRandom(seed * 31 + 7);
        this.player = player;
    }

    ModelStep next() {
        int dice = random.nextInt(100);
        if (dice < 12) {
            return ModelStep.of("time", "pass", 50L * (1 + random.nextInt(random.nextInt(4) == 0 ? 1300 : 40)));
        } else if (dice == 12 && random.nextInt(4) == 0) {
            return jump();
        } else if (dice == 13 && random.nextInt(6) == 0) {
            return ModelStep.of("server", one(List.of("kill", "power-cut", "stop")));
        } else if (dice == 14) {
            return ModelStep.of(one(List.of("w", "g", "b", "o")) + client(), "hangup");
        }
        if (player.model.jobs.size() > MANY && random.nextInt(3) == 0) {
            return ModelStep.of("w" + client(), "delete", job());
        }
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> workq("w" + client());
            case 3 -> goqueue("g" + client());
            case 4 -> jobber("b" + client());
            case 5, 6 -> ocypod("o" + client());
            default -> new QlessSteps(random, this).next();
        };
    }

    private ModelStep jump() {
        long[] seconds = {1, 3600, 86_400L * 3652};
        long size = seconds[Math.min(random.nextInt(8) / 3, 2)];
        return ModelStep.of("time", "jump", (random.nextBoolean() ? 1000 : -1000) * size);
    }

    <T> T one(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private int client() {
        return 1 + random.nextInt(3);
    }

    String queue() {
        return one(SHARED);
    }

    /** A job, usually an existing one. */
    String job() {
        List<ModelJob> jobs = player.model.jobs;
        if (!jobs.isEmpty() && random.nextInt(5) > 0) {
            String name = player.names.name(one(jobs).id);
            if (name != null) {
                return name;
            }
        }
        return switch (random.nextInt(3)) {
            case 0 -> "u" + (1 + random.nextInt(8));
            case 1 -> "j" + (1 + random.nextInt(8));
            default -> "x" + (1 + random.nextInt(labels + 1));
        };
    }

    /** A job, usually a leased one. */
    String heldJob() {
        List<ModelJob> held = player.model.jobs.stream()
                .filter(job -> job.state == ModelJob.State.LEASED)
                .toList();
        String name = held.isEmpty() || random.nextInt(4) == 0 ? null : player.names.name(one(held).id);
        return name == null ? job() : name;
    }

    private String label() {
        return "x" + ++labels;
    }

    private long millis() {
        return 50L * (1 + random.nextInt(random.nextBoolean() ? 20 : 200));
    }

    private ModelStep workq(String client) {
        return switch (random.nextInt(20)) {
            case 0, 1, 2 ->
                ModelStep.of(
                        client, "add", "u" + (1 + random.nextInt(8)), one(QUEUES), millis(), ttl(), flags(), word());
            case 3 ->
                ModelStep.of(
                        client,
                        "schedule",
                        "u" + (1 + random.nextInt(8)),
                        one(QUEUES),
                        millis(),
                        ttl(),
                        random.nextInt(3) == 0 ? -millis() : millis(),
                        flags(),
                        word());
            case 4 ->
                ModelStep.of(
                        client,
                        "run",
                        "u" + (1 + random.nextInt(8)),
                        one(QUEUES),
                        millis(),
                        millis(),
                        priority(),
                        word());
            case 5, 6, 7 -> ModelStep.of(client, "lease", one(QUEUES), waiting(millis()));
            case 8 -> ModelStep.of(client, "lease", "d", "e", waiting(millis()));
            case 9, 10 -> ModelStep.of(client, "complete", job(), word());
            case 11, 12 -> ModelStep.of(client, "fail", job(), word());
            case 13 -> ModelStep.of(client, "result", job(), waiting(millis()));
            case 14 -> ModelStep.of(client, "delete", job());
            case 15 -> ModelStep.of(client, "inspect-jobs", one(QUEUES));
            case 16 -> ModelStep.of(client, "inspect-scheduled", one(QUEUES));
            case 17 ->
                random.nextBoolean()
                        ? ModelStep.of(client, "inspect-queues")
                        : ModelStep.of(client, "inspect-queue", one(QUEUES));
            default -> ModelStep.of(client, "inspect-job", job());
        };
    }

    private long waiting(long millis) {
        return random.nextInt(3) == 0 ? millis : 0;
    }

    private long ttl() {
        return random.nextInt(3) == 0 ? millis() : 3_600_000;
    }

    private String flags() {
        return priority() + " " + random.nextInt(4) + " " + random.nextInt(3);
    }

    private int priority() {
        return random.nextInt(2) * (random.nextInt(5) - 2);
    }

    private String word() {
        String word = one(PAYLOADS);
        return word.isEmpty() ? "text" + random.nextInt(10) : word;
    }

    private ModelStep goqueue(String client) {
        return switch (random.nextInt(8)) {
            case 0, 1, 2 ->
                ModelStep.of(client, "add", label(), one(QUEUES), random.nextInt(3), random.nextInt(4), word());
            case 3, 4, 5 ->
                ModelStep.of(client, "reserve", one(QUEUES), random.nextInt(6) == 0 ? 0 : 1 + random.nextInt(3));
            case 6 -> ModelStep.of(client, "delete", job());
            default -> random.nextInt(4) == 0 ? ModelStep.of(client, "connect") : ModelStep.of(client, "delete", job());
        };
    }

    private ModelStep jobber(String client) {
        return switch (random.nextInt(10)) {
            case 0, 1 -> ModelStep.of(client, "queue", label(), one(QUEUES), one(VALUES));
            case 2, 3, 4 ->
                ModelStep.of(
                        client,
                        "take",
                        one(QUEUES),
                        random.nextInt(4) == 0 ? "2s" : "0s",
                        one(WORKERS),
                        one(List.of("-", "500ms", "1s", "3s")));
            case 5, 6 -> ModelStep.of(client, "done", job(), one(LEASES));
            case 7 -> ModelStep.of(client, "extend", job(), one(LEASES), one(List.of("-", "500ms", "1s", "3s")));
            case 8 -> ModelStep.of(client, "release", job(), one(LEASES));
            default -> ModelStep.of(client, "show", job());
        };
    }

    private ModelStep ocypod(String client) {
        return switch (random.nextInt(24)) {
            case 0, 1, 2 ->
                ModelStep.of(
                        client, "post", label(), one(QUEUES), one(VALUES), one(List.of("-", "-", "t1", "t2")), terms());
            case 3, 4, 5, 6 -> ModelStep.of(client, "take", one(QUEUES), random.nextInt(4) == 0 ? "2s" : "0s");
            case 7 -> ModelStep.of(client, "put-queue", one(QUEUES), terms());
            case 8 -> ModelStep.of(client, random.nextInt(4) == 0 ? "delete-queue" : "get-queue", one(QUEUES));
            case 9 -> ModelStep.of(client, "size", one(QUEUES));
            case 10 -> ModelStep.of(client, "job_ids", one(QUEUES));
            case 11 -> ModelStep.of(client, one(List.of("queues", "info")));
            case 12 -> ModelStep.of(client, "tag", one(List.of("t1", "t2")));
            case 13, 14 -> ModelStep.of(client, "get", job());
            case 15 -> ModelStep.of(client, one(List.of("status", "output")), job());
            case 16 -> ModelStep.of(client, "delete", job());
            case 17 -> ModelStep.of(client, "put-output", job(), one(VALUES), one(LEASES));
            case 18, 19 -> ModelStep.of(client, "heartbeat", job(), one(LEASES));
            default ->
                ModelStep.of(
                        client,
                        "patch",
                        job(),
                        one(List.of(
                                "-", "queued", "running", "completed", "failed", "failed", "cancelled", "timed_out")),
                        one(List.of("-", "-", "7", "{}")),
                        one(LEASES));
        };
    }

    private String terms() {
        return one(DURATIONS) + " " + one(DURATIONS) + " " + one(DURATIONS) + " "
                + one(List.of("-", "0", "1", "2", "3")) + " " + one(List.of("-", "-", "1s", "0s,2s", "500ms,5s"));
    }
}
