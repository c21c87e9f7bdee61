package dev.reeve.server.metrics;

import dev.reeve.journal.JournalStatus;
import dev.reeve.journal.WriteAdmission;
import dev.reeve.node.Node;
import dev.reeve.tally.Tallies;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * All metrics in the Prometheus text format. The text is built on a separate thread, which reads the queues from the event
 * loop in small steps. Requests that arrive while a text is being built share it.
 */
public final class Metrics implements AutoCloseable {
    /** The media type of the text. */
    public static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

    private static final long LOOP_TIMEOUT_SECONDS = 5;

    private final Tallies tallies;
    private final Node node;
    private final JournalStatus journal;
    private final String version;
    private final BooleanSupplier ready;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(Metrics::thread);
    private final JvmGcMetrics collections = new JvmGcMetrics();
    private final CompletableFuture<PrometheusMeterRegistry> registry;
    private @Nullable CompletableFuture<byte[]> pending;

    public Metrics(Tallies tallies, Node node, JournalStatus journal, String version, BooleanSupplier ready) {
        this.tallies = tallies;
        this.node = node;
        this.journal = journal;
        this.version = version;
        this.ready = ready;
        // Creating the registry is slow. It runs in the background so that the start does not wait for it.
        this.registry = CompletableFuture.supplyAsync(this::open, thread);
    }

    private PrometheusMeterRegistry open() {
        PrometheusMeterRegistry opened = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        opened.getPrometheusRegistry().register(this::collect);
        new JvmMemoryMetrics().bindTo(opened);
        new JvmThreadMetrics().bindTo(opened);
        new UptimeMetrics().bindTo(opened);
        new FileDescriptorMetrics().bindTo(opened);
        collections.bindTo(opened);
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
            registry.join().scrape(text);
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
        List<MetricSnapshot> all = new ArrayList<>();
        all.addAll(new QueueFamilies(queueScan.rows()).all());
        all.addAll(new DoorFamilies(tallies.traffic()).all());
        all.addAll(new JournalFamilies(journal, tallies.journal()).all());
        addServer(all, queueScan);
        return new MetricSnapshots(all);
    }

    private boolean onLoop(QueueScan queueScan) {
        CompletableFuture<Boolean> stepped = new CompletableFuture<>();
        node.observe(engine -> stepped.complete(queueScan.step(engine)));
        return stepped.orTimeout(LOOP_TIMEOUT_SECONDS, TimeUnit.SECONDS).join();
    }

    private void addServer(List<MetricSnapshot> all, QueueScan queueScan) {
        all.add(MetricBuilders.gauge("reeve_waiters", "Calls that are waiting for a job to lease, or for a job to end.")
                .dataPoint(MetricBuilders.gaugePoint(queueScan.waitingForJobs(), "for", "job"))
                .dataPoint(MetricBuilders.gaugePoint(queueScan.waitingForEnds(), "for", "end"))
                .build());
        all.add(MetricBuilders.single(
                "reeve_memory_used_bytes", "Estimated heap usage of the live data.", queueScan.liveBytes()));
        all.add(MetricBuilders.single(
                "reeve_memory_limit_bytes",
                "Limit of live data above which new jobs are refused.",
                node.memoryBytes()));
        boolean refused = queueScan.liveBytes() > node.memoryBytes() || journal.room() != WriteAdmission.AMPLE;
        all.add(MetricBuilders.single(
                "reeve_growth_refused", "1 if new jobs are refused for lack of memory or disk space.", flag(refused)));
        all.add(MetricBuilders.single(
                "reeve_ready", "1 if the server is ready, as reported by /readyz.", flag(ready.getAsBoolean())));
        all.add(MetricBuilders.gauge("reeve_build_info", "The version of the server.")
                .dataPoint(MetricBuilders.gaugePoint(1, "version", version))
                .build());
    }

    private static int flag(boolean set) {
        return set ? 1 : 0;
    }

    @Override
    public void close() {
        thread.shutdownNow();
        collections.close();
    }
}
