package dev.reeve.cluster.jraft;

import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.entity.RaftOutter.SnapshotMeta;
import com.alipay.sofa.jraft.storage.SnapshotStorage;
import com.alipay.sofa.jraft.storage.snapshot.SnapshotReader;
import dev.reeve.cluster.Consensus;
import dev.reeve.cluster.Member;
import dev.reeve.journal.local.JournalSettings;
import dev.reeve.journal.local.RaftEntry;
import dev.reeve.journal.local.RaftLog;
import dev.reeve.journal.local.RealDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the folder of a stopped member holds: its newest snapshot, and all entries of its log after it, whether they were committed or not.
 * The log is locked while this is open.
 */
public final class JraftRemains implements AutoCloseable {
    private final RaftLog log;
    private final SnapshotStorage snapshots;
    private final @Nullable SnapshotReader snapshot;
    private final SnapshotMeta covered;
    private final boolean hasEntries;
    private boolean isClosed;

    private JraftRemains(RaftLog log, SnapshotStorage snapshots) throws IOException {
        this.log = log;
        this.snapshots = snapshots;
        snapshot = snapshots.open();
        SnapshotMeta meta = snapshot == null ? SnapshotMeta.getDefaultInstance() : snapshot.load();
        if (meta == null) {
            throw new IOException("cannot read the snapshot in " + snapshot.getPath());
        }
        covered = meta;
        long index = meta.getLastIncludedIndex();
        if (log.first() > index + 1) {
            throw new IOException("the log begins with entry " + log.first() + ", but the snapshot ends with " + index);
        }
        // A log that another node's snapshot has replaced is given up at the next start.
        boolean isReplaced = log.term(index) != 0 && log.term(index) != meta.getLastIncludedTerm();
        hasEntries = log.last() > index && !isReplaced;
    }

    /** Opens the folder of the settings, as a start of the node would. */
    public static JraftRemains open(JraftSettings settings, JournalSettings journal) throws IOException {
        RaftLog log = RaftLog.open(RealDisk.open(settings.log()), journal, JraftConsensus.NO_FIGURES);
        try {
            RealDisk.makeFolder(settings.snapshots());
            return new JraftRemains(log, JraftBeginning.snapshots(settings));
        } catch (IOException | RuntimeException e) {
            log.close();
            throw e;
        }
    }

    /** The index of the last entry; 0 if there is none. */
    public long lastIndex() {
        return hasEntries ? log.last() : covered.getLastIncludedIndex();
    }

    /** The term of the last entry. */
    public long lastTerm() {
        return hasEntries ? log.term(log.last()) : covered.getLastIncludedTerm();
    }

    /** The highest term that the node has heard of. */
    public long highestTerm() {
        return Math.max(log.vote().term(), lastTerm());
    }

    /** The voting members as of the last entry; none if the folder does not name any. */
    public List<Member> members() throws IOException {
        List<Member> members = covered.getPeersList().stream()
                .map(PeerId::parsePeer)
                .map(JraftMembers::member)
                .toList();
        for (long index : log.members()) {
            members = hasEntries ? members(entry(index).getPeers()) : members;
        }
        return members;
    }

    /** The highest number of all members that the folder names; 0 if it names none. */
    public int highestNumber() throws IOException {
        List<Member> all = new ArrayList<>(members());
        for (long index : log.members()) {
            LogEntry entry = entry(index);
            all.addAll(members(entry.getPeers()));
            all.addAll(members(entry.getOldPeers()));
        }
        return all.stream().mapToInt(Member::number).max().orElse(0);
    }

    private static List<Member> members(@Nullable Collection<PeerId> peers) {
        return peers == null
                ? List.of()
                : peers.stream().map(JraftMembers::member).toList();
    }

    private LogEntry entry(long index) throws IOException {
        RaftEntry entry = log.entry(index);
        if (entry == null) {
            throw new IOException("the log has no entry " + index);
        }
        return JraftMembers.entry(entry);
    }

    /** Hands over all that there is, in order. */
    public void replay(Consensus.Listener listener) throws IOException {
        if (snapshot != null) {
            listener.load(Path.of(snapshot.getPath()), covered.getLastIncludedIndex());
        }
        for (long index = covered.getLastIncludedIndex() + 1; index <= lastIndex(); index++) {
            RaftEntry entry = log.entry(index);
            if (entry == null) {
                throw new IOException("the log has no entry " + index);
            }
            if (entry.type() == RaftEntry.Type.DATA) {
                listener.committed(index, entry.term(), entry.bytes());
            }
        }
    }

    /** Does nothing the second time. */
    @Override
    public void close() {
        if (!isClosed) {
            isClosed = true;
            snapshots.shutdown();
            log.close();
        }
    }
}
