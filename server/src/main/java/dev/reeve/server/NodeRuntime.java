package dev.reeve.server;

import dev.reeve.engine.Engine;
import dev.reeve.engine.format.FormatException;
import dev.reeve.journal.JournalListener;
import dev.reeve.journal.JournalStatus;
import dev.reeve.journal.RecoveryReport;
import dev.reeve.journal.WriteAdmission;
import dev.reeve.journal.local.DirectoryInUseException;
import dev.reeve.journal.local.Disk;
import dev.reeve.journal.local.JournalSettings;
import dev.reeve.journal.local.LocalJournal;
import dev.reeve.net.ConnectionQuota;
import dev.reeve.net.Connections;
import dev.reeve.net.MemoryBudget;
import dev.reeve.net.NetLimits;
import dev.reeve.net.NettyLoop;
import dev.reeve.net.tls.Tls;
import dev.reeve.node.Clock;
import dev.reeve.node.HeapTooSmallException;
import dev.reeve.node.Node;
import dev.reeve.node.NodeSettings;
import dev.reeve.server.log.LogOutput;
import dev.reeve.server.metrics.Metrics;
import dev.reeve.tally.JournalTally;
import dev.reeve.tally.Tallies;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts that all doors share: the node with its engine, where its entries are kept, and the event loop. */
record NodeRuntime(EntryLog entries, NettyLoop loop, Node node, Connections connections) implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(NodeRuntime.class);
    private static final int HALT_EXIT_CODE = 3;
    private static final long STOP_GRACE_MILLIS = 5_000;

    private static final long STALLED_WRITE_SECONDS = 10;

    /**
     * Recovers the engine from the data folder and starts the node.
     *
     * @param quota the number of connections, which the TCP connections share with HTTP
     * @param memoryBudget the budget of the TCP connections, which they share with HTTP
     * @param tallies the counters to update; null if metrics are off
     */
    static NodeRuntime open(
            Settings settings,
            Machine machine,
            RecoveryProgress recovery,
            ConnectionQuota quota,
            MemoryBudget memoryBudget,
            @Nullable Tallies tallies) {
        JournalTally journalTally = tallies == null ? new JournalTally() : tallies.journal();
        JournalEvents journalEvents = new JournalEvents(journalTally);
        LocalJournal journal = openJournal(settings, machine.disks(), recovery, journalEvents);
        Engine engine = recovery.finish();
        String recovered = logRecovery(journal.recovered(), engine);
        NettyLoop loop = NettyLoop.of(settings.get(Settings.BUSY_POLL).isOn(), settings);
        Clock clock = machine.clock().apply(engine.atMicros());
        NodeSettings nodeSettings =
                NodeSettings.from(settings, new SplittableRandom(new SecureRandom().nextLong())::nextLong);
        Node node = new Node(loop, clock, journal, engine, nodeSettings, NodeRuntime::halt);
        journalEvents.node = node;
        if (tallies != null) {
            node.tallies(tallies.queues());
        }
        Connections connections = new Connections(
                loop, node, NetLimits.from(settings), quota, memoryBudget, tallies == null ? null : tallies.traffic());
        EntryLog entries = new LocalLog(journal, recovered, journalEvents);
        NodeRuntime backend = new NodeRuntime(entries, loop, node, connections);
        backend.onLoop(() -> {
            node.start();
            node.startSampling(journalTally);
        });
        return backend;
    }

    /** The journal of a single server. */
    private record LocalLog(JournalStatus status, String recovered, JournalEvents events) implements EntryLog {
        @Override
        public long lastSyncNanos() {
            return events.lastSyncNanos;
        }
    }

    JournalStatus journal() {
        return entries.status();
    }

    /** Whether the node takes requests. */
    boolean isServing() {
        return entries.isServing();
    }

    private static LocalJournal openJournal(
            Settings settings, Disk.Opener disks, RecoveryProgress recovery, JournalEvents journalEvents) {
        Path folder = settings.get(Settings.DATA);
        try {
            return LocalJournal.open(disks.open(folder), JournalSettings.from(settings), recovery, journalEvents);
        } catch (DirectoryInUseException e) {
            throw new StartException(
                    "data: " + e.getMessage() + "; stop that one, or choose another folder with --data");
        } catch (IOException e) {
            throw new StartException("data: " + IoErrorText.in(folder, e));
        } catch (FormatException | HeapTooSmallException e) {
            throw new StartException("data: " + e.getMessage());
        }
    }

    private static String logRecovery(RecoveryReport report, Engine engine) {
        String recovered = "recovered %d jobs in %d ms".formatted(engine.jobCount(), report.tookMillis());
        log.info(
                "{}: snapshot at position {}, {} entries after it",
                recovered,
                report.snapshotPosition(),
                report.entriesReplayed());
        return recovered;
    }

    /** Whether the latest snapshot contains the whole state. */
    boolean isInSnapshot() {
        return journal().isInSnapshot();
    }

    /** Creates the metrics of this runtime. They have to be closed before it. */
    Metrics metrics(Tallies tallies, String version, @Nullable Tls tls) {
        Metrics metrics = new Metrics(tallies, node, journal(), version, () -> notReady() == null, tls);
        metrics.cluster(entries::figures);
        return metrics;
    }

    /** The reason why commands that write cannot be answered now; null if there is none. Thread-safe. */
    @Nullable
    String notReady() {
        String why = entries.notReady();
        if (why != null) {
            return why;
        }
        if (journal().room() == WriteAdmission.NONE) {
            return journal().hasFault()
                    ? "the journal cannot be extended: nothing can be written"
                    : "the disk is full: nothing can be written";
        }
        long seconds = TimeUnit.NANOSECONDS.toSeconds(journal().busyNanos());
        return seconds >= STALLED_WRITE_SECONDS ? "disk write stalled for " + seconds + " s" : null;
    }

    /** Answers pending commands, writes a snapshot and unlocks the data folder. The doors must have stopped accepting. */
    @Override
    public void close() {
        CompletableFuture<Integer> sessionsEnded = connections.stop(STOP_GRACE_MILLIS);
        CompletableFuture<@Nullable Void> answered = new CompletableFuture<>();
        loop.execute(() -> node.stop(() -> answered.complete(null)));
        // On a full disk the node may never stop by itself. The closing journal then handles the unwritten entries.
        answered.completeOnTimeout(null, STOP_GRACE_MILLIS, TimeUnit.MILLISECONDS);
        answered.join();
        sessionsEnded.join();
        entries.close();
        onLoop(node::close);
        loop.close();
    }

    void onLoop(Runnable task) {
        CompletableFuture.runAsync(task, loop::execute).join();
    }

    @SuppressWarnings("SystemExitOutsideMain")
    static void halt(String why, Throwable cause) {
        log.error("Reeve halts: {}: {}", why, cause.toString());
        log.debug("cause of the halt", cause);
        LogOutput.flush();
        Runtime.getRuntime().halt(HALT_EXIT_CODE);
    }

    /** Forwards journal events to the tally and to the node, which is created after the journal. */
    static final class JournalEvents implements JournalListener {
        private final JournalTally tally;
        private volatile @Nullable Node node;
        volatile long lastSyncNanos;

        JournalEvents(JournalTally tally) {
            this.tally = tally;
        }

        @Override
        public void wrote(int entries) {
            tally.batchEntries().add(entries);
        }

        @Override
        public void synced(long tookNanos) {
            tally.syncNanos().add(tookNanos);
            lastSyncNanos = tookNanos;
        }

        @Override
        public void snapshotPublished(long bytes, long tookNanos) {
            tally.snapshots().add(1);
            tally.snapshotBytes().set(bytes);
            tally.snapshotNanos().set(tookNanos);
        }

        @Override
        public void snapshotFailed() {
            tally.failedSnapshots().add(1);
        }

        @Override
        public void advanced() {
            Node target = node;
            if (target != null) {
                target.journalAdvanced();
            }
        }

        @Override
        public void discarded(long position) {
            Node target = node;
            if (target != null) {
                target.discardFrom(position);
            }
        }

        @Override
        public void failed(String what, Throwable cause) {
            halt(what, cause);
        }
    }
}
