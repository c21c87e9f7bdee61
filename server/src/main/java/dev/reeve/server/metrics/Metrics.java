package dev.reeve.server.metrics;

import dev.reeve.journal.JournalStatus;
import dev.reeve.net.tls.Tls;
import dev.reeve.node.Node;
import dev.reeve.tally.Tallies;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All metrics in the Prometheus text format. The text is built on a separate thread, which reads the queues from the event
 * loop in small steps. Requests that arrive while a text is being built share it.
 */
public final class Metrics implements AutoCloseable {
    /** The media type of the text. */
    public static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

    private static final long LOOP_TIMEOUT_SECONDS = 5;
    private static final double MICROS_PER_SECOND = 1e6;

    private final Tallies tallies;
    private final Node node;
    private final JournalStatus journal;
    private final String version;
    private final BooleanSupplier ready;
    private final @Nullable Tls tls;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(Metrics::thread);
    private final CompletableFuture<PrometheusRegistry> registry;
    private @Nullable CompletableFuture<byte[]> pending;
    private volatile Supplier<@Nullable ClusterFigures> cluster = () -> null;
    private volatile LongSupplier refusedLogins = () -> 0;

    /** @param tls the TLS of the doors; null if it is off */
    public Metrics(
            Tallies tallies,
            Node node,
            JournalStatus journal,
            String version,
            BooleanSupplier ready,
            @Nullable Tls tls) {
        this.tallies = tallies;
        this.node = node;
        this.journal = journal;
        this.version = version;
        this.ready = ready;
        this.tls = tls;
        // Creating the registry is slow. It runs in the background so that the start does not wait for it.
        this.registry = CompletableFuture.supplyAsync(this::open, thread);
    }

    /** Adds the figures of the cluster, if there is one. */
    public void cluster(Supplier<@Nullable ClusterFigures> figures) {
        cluster = figures;
    }

    /** Adds the number of refused logins, if clients have to log in. */
    public void logins(LongSupplier refused) {
        refusedLogins = refused;
    }

    private PrometheusRegistry open() {
        PrometheusRegistry opened = new PrometheusRegistry();
        opened.register(this::collect);
        JvmMemoryMetrics.builder().register(opened);
        JvmThreadsMetrics.builder().register(opened);
        JvmGarbageCollectorMetrics.builder().register(opened);
        ProcessMetrics.builder().register(opened);
        return opened;
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "reeve-metrics");
        thread.setDaemon(true);
        return thread;
    }

    /** A future of the text. Thread-safe. */
    public synchronized CompletableFuture<byte[]> text() {
        if (pending == null || pending.isDone()) {
            pending = CompletableFuture.supplyAsync(this::scrape, thread);
        }
        return pending;
    }

    private byte[] scrape() {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try {
            PrometheusTextFormatWriter.create().write(text, registry.join().scrape());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toByteArray();
    }

    private MetricSnapshots collect() {
        QueueScan queueScan = new QueueScan(node, tallies.queues());
        while (!onLoop(queueScan)) {
            // Each step reads a limited number of queues.
        }
        MetricFamilies families = new MetricFamilies();
        QueueFamilies.add(queueScan.rows(), families);
        DoorFamilies.add(tallies.traffic(), families);
        if (tls != null) {
            TlsFamilies.add(tls, tallies.traffic(), families);
        }
        StreamFamilies.add(tallies.traffic().streams(), families);
        JournalFamilies.add(journal, tallies.journal(), families);
        addServer(queueScan, families);
        ClusterFigures figures = cluster.get();
        if (figures != null) {
            ClusterFamilies.add(figures, families);
        }
        return families.snapshots();
    }

    private boolean onLoop(QueueScan queueScan) {
        CompletableFuture<Boolean> stepped = new CompletableFuture<>();
        node.observe(engine -> stepped.complete(queueScan.step(engine)));
        return stepped.orTimeout(LOOP_TIMEOUT_SECONDS, TimeUnit.SECONDS).join();
    }

    private void addServer(QueueScan queueScan, MetricFamilies families) {
        families.gauges("reeve_waiters", "Calls that are waiting for a job to lease, or for a job to end.", points -> {
            points.add(queueScan.waitingForJobs(), "for", "job");
            points.add(queueScan.waitingForEnds(), "for", "end");
        });
        families.counters(
                "reeve_webhook_attempts", "Attempts to make a delivery, by what the receiver answered.", points -> {
                    points.add(tallies.webhooks().delivered().get(), "outcome", "delivered");
                    points.add(tallies.webhooks().failed().get(), "outcome", "failed");
                });
        families.counter(
                "reeve_webhook_dropped",
                "Deliveries that were not added because memory was full.",
                queueScan.droppedDeliveries());
        families.counter(
                "reeve_logins_refused",
                "Tries to log in with a wrong secret, at all doors.",
                refusedLogins.getAsLong());
        families.gauge(
                "reeve_limits",
                "Patterns of keys that have a limit.",
                queueScan.limits().limits());
        families.gauge(
                "reeve_limit_keys",
                "Keys of limits that have jobs.",
                queueScan.limits().keys());
        families.gauge("reeve_schedules", "Schedules.", queueScan.schedules());
        families.gauge(
                "reeve_schedules_late",
                "Schedules with a run that should have been added more than a minute ago.",
                queueScan.schedulesLate());
        families.gauge("reeve_memory_used_bytes", "Estimated heap usage of the live data.", queueScan.liveBytes());
        families.gauge(
                "reeve_memory_limit_bytes", "Limit of live data; what would exceed it is refused.", node.memoryBytes());
        families.gauge(
                "reeve_growth_refused",
                "1 if new jobs are refused for lack of memory or disk space, or the last large ones were.",
                flag(node.refusesGrowth(queueScan.liveBytes())));
        families.gauge(
                "reeve_clock_offset_seconds",
                "Time of the server minus that of the system clock.",
                node.clock().offsetMicros() / MICROS_PER_SECOND);
        families.gauge("reeve_ready", "1 if the server is ready, as reported by /readyz.", flag(ready.getAsBoolean()));
        families.gauges("reeve_build_info", "The version of the server.", points -> points.add(1, "version", version));
    }

    private static int flag(boolean set) {
        return set ? 1 : 0;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
