package dev.reeve.cluster.jraft;

import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.core.DefaultJRaftServiceFactory;
import com.alipay.sofa.jraft.entity.RaftOutter.SnapshotMeta;
import com.alipay.sofa.jraft.option.NodeOptions;
import com.alipay.sofa.jraft.storage.SnapshotStorage;
import com.alipay.sofa.jraft.storage.snapshot.SnapshotWriter;
import dev.reeve.journal.local.JournalSettings;
import dev.reeve.journal.local.RaftLog;
import dev.reeve.journal.local.RaftVote;
import dev.reeve.journal.local.RealDisk;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Writes the folder of a group of one whose log begins after a state that comes from elsewhere. The state is the snapshot of entry 1, which
 * names the only member; everybody who joins gets it.
 */
public final class JraftBeginning {
    /** The term before the first election of a group that nobody was a member of before. */
    public static final long FIRST_TERM = 1;

    private static final long INDEX = 1;

    /** Writes the files of a state. */
    public interface StateFiles {
        /** Writes files into the folder, synced. */
        void write(Path folder) throws IOException;
    }

    private JraftBeginning() {}

    /**
     * Writes the folder of the settings, which must be empty. The group begins when it is opened with {@link JraftConsensus}.
     *
     * @param term before the first election
     */
    public static void write(JraftSettings settings, JournalSettings journal, long term, StateFiles state)
            throws IOException {
        // An election begins after this term, which a node must not have voted in.
        try (RaftLog log = RaftLog.open(RealDisk.open(settings.log()), journal, JraftConsensus.NO_FIGURES)) {
            log.vote(new RaftVote(term, ""));
        }
        RealDisk.makeFolder(settings.snapshots());
        SnapshotStorage storage = snapshots(settings);
        try {
            write(storage.create(), settings, term, state);
        } finally {
            storage.shutdown();
        }
        RealDisk.open(settings.snapshots()).syncDirectory();
    }

    /** The snapshots of the folder. */
    static SnapshotStorage snapshots(JraftSettings settings) throws IOException {
        NodeOptions options = new NodeOptions();
        options.setSnapshotUri(settings.snapshots().toString());
        SnapshotStorage storage = new DefaultJRaftServiceFactory().createSnapshotStorage(options);
        if (!storage.init(null)) {
            throw new IOException("cannot prepare " + settings.snapshots());
        }
        return storage;
    }

    private static void write(@Nullable SnapshotWriter writer, JraftSettings settings, long term, StateFiles state)
            throws IOException {
        if (writer == null) {
            throw new IOException("cannot create a snapshot in " + settings.snapshots());
        }
        Path folder = Path.of(writer.getPath());
        state.write(folder);
        Status added = JraftState.addFiles(writer, folder);
        SnapshotMeta meta = SnapshotMeta.newBuilder()
                .setLastIncludedIndex(INDEX)
                .setLastIncludedTerm(term)
                .addPeers(JraftMembers.peer(settings.self()).toString())
                .build();
        if (!added.isOk() || !writer.saveMeta(meta)) {
            throw new IOException("cannot complete the snapshot in " + folder + ": " + added);
        }
        writer.close();
    }
}
