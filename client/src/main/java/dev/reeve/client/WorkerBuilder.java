package dev.reeve.client;

import dev.reeve.client.observe.JobOperation;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Describes a worker. Each method changes the description and returns it. */
public final class WorkerBuilder {
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final int MOST_CONCURRENCY = 10_000;
    private static final Duration SHORTEST_LEASE = Duration.ofMillis(100);

    /** What a job of a type needs. */
    record Handling<P, R>(Class<P> payload, JobFunction<P, R> handler) {}

    private final Reeve reeve;
    private final List<String> queues;
    private final Map<String, Handling<?, ?>> handlers = new LinkedHashMap<>();
    private @Nullable Handling<?, ?> others;
    private @Nullable WorkerListener listener;
    private String name = ManagementFactory.getRuntimeMXBean().getName() + "/" + NUMBER.incrementAndGet();
    private boolean listed;
    private int concurrency = 10;
    private Duration lease = Duration.ofSeconds(60);
    private Duration drain = Duration.ofSeconds(30);

    WorkerBuilder(Reeve reeve, List<String> queues) {
        if (queues.isEmpty()) {
            throw new IllegalArgumentException("a worker needs a queue");
        }
        this.reeve = reeve;
        this.queues = queues;
    }

    /** How many jobs it works on at once. */
    public WorkerBuilder concurrency(int jobs) {
        if (jobs < 1 || jobs > MOST_CONCURRENCY) {
            throw new IllegalArgumentException("expected 1 to " + MOST_CONCURRENCY + " jobs at once, not " + jobs);
        }
        concurrency = jobs;
        return this;
    }

    /** After so long without a sign of this worker, others get its jobs. It renews its leases by itself. */
    public WorkerBuilder lease(Duration length) {
        if (length.compareTo(SHORTEST_LEASE) < 0) {
            throw new IllegalArgumentException("expected a lease of 100 ms or more, not " + WireText.of(length));
        }
        lease = length;
        return this;
    }

    /** The name under which the server knows it; by default process, host and a number. */
    public WorkerBuilder name(String own) {
        name = own;
        return this;
    }

    /** Takes jobs of the first queue first, and so on; by default the queues take turns at random. */
    public WorkerBuilder inOrder() {
        listed = true;
        return this;
    }

    /** How long {@link Worker#close} waits for the handlers. */
    public WorkerBuilder drain(Duration longest) {
        drain = longest;
        return this;
    }

    public WorkerBuilder listener(WorkerListener told) {
        listener = told;
        return this;
    }

    public <P, R> WorkerBuilder handle(JobType<P, R> type, JobFunction<P, R> handler) {
        handlers.put(type.name(), new Handling<>(type.payload(), handler));
        return this;
    }

    /** Handles jobs of all types that have no handler of their own. */
    public WorkerBuilder handleOthers(JobFunction<RawJson, RawJson> handler) {
        others = new Handling<>(RawJson.class, handler);
        return this;
    }

    /** Begins to work. */
    public Worker start() {
        if (handlers.isEmpty() && others == null) {
            throw new IllegalArgumentException("a worker needs a handler");
        }
        return new Worker(this);
    }

    /**
     * Works on all ready jobs in this thread, one after the other, and returns their number. For tests: leases are not renewed
     * meanwhile.
     */
    public int runAll() {
        return new InlineRun(this).untilNoneIsReady();
    }

    Reeve reeve() {
        return reeve;
    }

    List<String> queues() {
        return queues;
    }

    String name() {
        return name;
    }

    boolean isListed() {
        return listed;
    }

    int concurrency() {
        return concurrency;
    }

    Duration lease() {
        return lease;
    }

    Duration drain() {
        return drain;
    }

    @Nullable
    WorkerListener listener() {
        return listener;
    }

    /** Something that is done with several of its jobs. */
    JobOperation operation(JobOperation.Kind kind, int count) {
        return new JobOperation(kind, queues.size() == 1 ? queues.get(0) : "", null, count, Map.of());
    }

    /** The handler of this type; null if there is none. */
    @Nullable
    Handling<?, ?> handlingOf(String type) {
        Handling<?, ?> own = handlers.get(type);
        return own == null ? others : own;
    }
}
