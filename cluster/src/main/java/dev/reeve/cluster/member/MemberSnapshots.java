package dev.reeve.cluster.member;

import dev.reeve.cluster.Consensus;
import dev.reeve.cluster.Replica;
import dev.reeve.engine.format.FormatException;
import dev.reeve.node.EngineRecovery;
import dev.reeve.node.HeapTooSmallException;
import dev.reeve.node.Loop;
import dev.reeve.node.Node;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The snapshots of a member: when one is due, how the state is saved, and how one is loaded. Its state belongs to the loop. */
final class MemberSnapshots {
    private static final Logger log = LoggerFactory.getLogger(MemberSnapshots.class);

    private final Loop loop;
    private final ClusterMember.Limits limits;
    private final ExecutorService writing = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "reeve-cluster-snapshot");
        thread.setDaemon(true);
        return thread;
    });
    private volatile @Nullable Node node;
    private volatile @Nullable Consensus consensus;
    private boolean isSaving;
    private long savedBytes;
    private long savedEntries;

    MemberSnapshots(Loop loop, ClusterMember.Limits limits) {
        this.loop = loop;
        this.limits = limits;
    }

    /** The node whose state is saved. Called before the group is joined. */
    void of(Node saved) {
        node = saved;
    }

    /** The group was joined: what is loaded from now on is another node's. */
    void joined(Consensus group) {
        consensus = group;
    }

    /** Writes files, one after the other. */
    Executor writing() {
        return writing;
    }

    private Node node() {
        return Objects.requireNonNull(node, "the member has not started");
    }

    /**
     * Takes a snapshot if one is due.
     *
     * @param appliedBytes the size of all entries applied since the start
     * @param appliedEntries their number
     */
    void saveIfDue(long appliedBytes, long appliedEntries) {
        Consensus joined = consensus;
        if (isSaving
                || joined == null
                || !limits.isSnapshotDue(
                        appliedBytes - savedBytes,
                        appliedEntries - savedEntries,
                        node().current().liveBytes())) {
            return;
        }
        isSaving = true;
        savedBytes = appliedBytes;
        savedEntries = appliedEntries;
        joined.snapshot(problem -> loop.execute(() -> {
            isSaving = false;
            if (problem != null) {
                log.warn("no snapshot was taken: {}", problem);
            }
        }));
    }

    /** Saves the state as it is now, see {@link Replica.State#save}. */
    void save(Path folder, byte[] known, Consensus.Saving saving) {
        SnapshotFolder.About about = new SnapshotFolder.About(node().position(), known);
        node().save(new SnapshotFolder(folder, about, saving, writing));
    }

    /** Reads a saved state beside the present one. Any thread. */
    Replica.Loaded load(Path folder) throws IOException {
        // The own snapshot is loaded while the group is joined.
        String whose = consensus == null ? "loaded its" : "installed another node's";
        EngineRecovery recovery = new EngineRecovery(limits.maxLiveBytes());
        SnapshotFolder.About about;
        try {
            about = SnapshotFolder.read(folder, recovery::snapshot);
        } catch (FormatException | HeapTooSmallException e) {
            throw new IOException(e.getMessage(), e);
        }
        return new Replica.Loaded() {
            @Override
            public byte[] replica() {
                return about.replica();
            }

            @Override
            public void install() {
                log.info("{} snapshot with {} jobs", whose, recovery.jobCount());
                node().replaceEngine(recovery.engine(), about.position());
            }
        };
    }

    /** What is being written is completed. Any thread. */
    void close() {
        writing.shutdown();
    }
}
