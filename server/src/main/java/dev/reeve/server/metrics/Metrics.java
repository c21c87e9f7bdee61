package dev.reeve.server.metrics;

import dev.reeve.server.journal.LocalJournal;
import dev.reeve.server.journal.WriteAdmission;
import dev.reeve.server.node.Node;
import dev.reeve.server.tally.Tallies;
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
 * All figures in one text. It is put together on a thread of its own; the loop is only asked for a few queues at a time.
 * Who asks while a text is being made gets the same one.
 */
public final class Metrics implements AutoCloseable {
    /** The text's media type. */
    public static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

    private static final long LOOP_PATIENCE_SECONDS = 5;

    private final Tallies tallies;
    private final Node node;
    private final LocalJournal journal;
    private final String version;
    private final BooleanSupplier ready;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(Metrics::thread);
    private final JvmGcMetrics collections = new JvmGcMetrics();
    private final CompletableFuture<PrometheusMeterRegistry> registry;
    private @Nullable CompletableFuture<byte[]> making;

    public Metrics(Tallies tallies, Node node, LocalJournal journal, String version, BooleanSupplier ready) {
        this.tallies = tallies;
        this.node = node;
        this.journal = journal;
        this.version = version;
        this.ready = ready;
        // Takes a while, which the start of the server need not wait for.
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

    /** The text, as soon as it is made. Any thread. */
    public synchronized CompletableFuture<byte[]> text() {
        if (making == null || making.isDone()) {
            making = CompletableFuture.supplyAsync(this::make, thread);
        }
        return making;
    }

    private byte[] make() {
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
            // A few queues at a time.
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
        return stepped.orTimeout(LOOP_PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    private void addServer(List<MetricSnapshot> all, QueueScan queueScan) {
        all.add(MetricBuilders.gauge("reeve_waiters", "Calls that wait: for a job to lease, or for the end of one.")
                .dataPoint(MetricBuilders.gaugePoint(queueScan.waitingForJobs(), "for", "job"))
                .dataPoint(MetricBuilders.gaugePoint(queueScan.waitingForEnds(), "for", "end"))
                .build());
        all.add(MetricBuilders.single(
                "reeve_memory_used_bytes", "What the live data takes, about.", queueScan.liveBytes()));
        all.add(MetricBuilders.single(
                "reeve_memory_limit_bytes", "Live data past which new jobs are refused.", node.memoryBytes()));
        boolean refused = queueScan.liveBytes() > node.memoryBytes() || journal.room() != WriteAdmission.AMPLE;
        all.add(MetricBuilders.single(
                "reeve_growth_refused", "Whether new jobs are refused, for lack of memory or disk.", flag(refused)));
        all.add(MetricBuilders.single(
                "reeve_ready", "Whether the server is ready, as /readyz has it.", flag(ready.getAsBoolean())));
        all.add(MetricBuilders.gauge("reeve_build_info", "The version that is running.")
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
