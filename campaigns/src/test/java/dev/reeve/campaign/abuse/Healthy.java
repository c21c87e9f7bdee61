package dev.reeve.campaign.abuse;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** One worker per door; each sends its next request as soon as it has a reply. */
final class Healthy implements AutoCloseable {
    private final List<AbuseWorker> workers;
    private final ExecutorService threads;

    Healthy(Ports ports) {
        workers = AbuseWorker.forAll(ports);
        threads = Executors.newFixedThreadPool(workers.size());
    }

    /** Runs this number of jobs through all workers concurrently, and returns the latencies per door. */
    Map<String, Latencies> work(int cycles) throws Exception {
        Map<String, Future<Latencies>> running = new LinkedHashMap<>();
        workers.forEach(worker -> running.put(worker.door(), threads.submit(() -> worker.work(cycles))));
        Map<String, Latencies> done = new LinkedHashMap<>();
        for (Map.Entry<String, Future<Latencies>> one : running.entrySet()) {
            done.put(one.getKey(), one.getValue().get(10, TimeUnit.MINUTES));
        }
        return done;
    }

    int size() {
        return workers.size();
    }

    @Override
    public void close() {
        threads.shutdownNow();
        workers.forEach(AbuseWorker::close);
    }
}
