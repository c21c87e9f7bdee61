package dev.reeve.bench;

import dev.reeve.client.Credentials;
import dev.reeve.client.JobRequest;
import dev.reeve.client.JobType;
import dev.reeve.client.RawJson;
import dev.reeve.client.Reeve;
import dev.reeve.client.Worker;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Measures how many jobs a second the Java worker finishes with an empty handler, and its processor time for each, against a server that
 * runs already: {@code bench/run WorkerSpeed http://127.0.0.1:8023 200000 50}. A fourth argument repeats it: the compilers of both JVMs
 * take much of the first round.
 */
public final class WorkerSpeed {
    private static final int WARM_UP = 20_000;

    private WorkerSpeed() {}

    public static void main(String[] arguments) throws InterruptedException {
        URI server = URI.create(arguments[0]);
        int jobs = Integer.parseInt(arguments[1]);
        int concurrency = Integer.parseInt(arguments[2]);
        int rounds = arguments.length > 3 ? Integer.parseInt(arguments[3]) : 1;
        try (Reeve reeve = Reeve.connect(server, Credentials.fromEnvironment())) {
            measure(reeve, WARM_UP, concurrency);
            for (int round = 0; round < rounds; round++) {
                measure(reeve, jobs, concurrency);
            }
        }
    }

    private static void measure(Reeve reeve, int jobs, int concurrency) throws InterruptedException {
        JobType<RawJson, RawJson> type =
                JobType.of("empty", RawJson.class, RawJson.class).queue("speed-" + System.nanoTime());
        long start = System.nanoTime();
        reeve.addAll(
                IntStream.range(0, jobs).<JobRequest<?, ?>>mapToObj(i -> type.with(RawJson.of("1"))), outcome -> {});
        System.out.printf("added %,d a second%n", rate(jobs, start));
        Duration used = processorTime();
        long begun = System.nanoTime();
        try (Worker worker = reeve.worker(String.valueOf(type.queueName()))
                .concurrency(concurrency)
                .handle(type, (payload, job) -> null)
                .start()) {
            while (worker.health().finished() < jobs) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
            System.out.printf(
                    "finished %,d a second, %d lost, %.1f µs of the worker's processor time a job%n",
                    rate(jobs, begun),
                    worker.health().lost(),
                    processorTime().minus(used).toNanos() / 1000.0 / jobs);
        }
    }

    private static Duration processorTime() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private static long rate(int jobs, long sinceNanos) {
        return jobs * TimeUnit.SECONDS.toNanos(1) / Math.max(1, System.nanoTime() - sinceNanos);
    }
}
