package dev.reeve.bench.jmh;

import dev.reeve.engine.Effects;
import dev.reeve.engine.JobEventType;
import dev.reeve.tally.DoorTally;
import dev.reeve.tally.QueueTallies;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** The metrics of one request, including latencies: of a job that is added, leased and completed. */
public class TallyBenchmark extends NanosPerCall {
    private static final int WAITED_MICROS = 700;

    private final DoorTally door = new DoorTally();
    private final QueueTallies queues = new QueueTallies();

    @Benchmark
    @OperationsPerInvocation(3)
    public long request() {
        count("add", JobEventType.ADDED, Effects.UNKNOWN_DURATION);
        count("lease", JobEventType.LEASED, WAITED_MICROS);
        count("complete", JobEventType.COMPLETED, WAITED_MICROS);
        return door.opened();
    }

    private void count(String command, JobEventType type, long micros) {
        long began = System.nanoTime();
        queues.jobEvent("mail", type, micros);
        door.of(command).answered(System.nanoTime() - began, false);
    }
}
