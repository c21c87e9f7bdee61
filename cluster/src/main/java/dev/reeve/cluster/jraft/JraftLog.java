package dev.reeve.cluster.jraft;

import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.option.LogStorageOptions;
import com.alipay.sofa.jraft.storage.LogStorage;
import dev.reeve.journal.local.RaftEntry;
import dev.reeve.journal.local.RaftLog;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of the library, kept in a {@link RaftLog}. A failure to write is reported by the log itself, which ends this node;
 * what is returned here then is of no further use.
 */
final class JraftLog implements LogStorage {
    private static final Logger logger = LoggerFactory.getLogger(JraftLog.class);

    private final RaftLog log;

    JraftLog(RaftLog log) {
        this.log = log;
    }

    /** A change of the log. */
    private interface Change {
        void make() throws IOException;
    }

    @Override
    public boolean init(LogStorageOptions options) {
        for (long index : log.members()) {
            LogEntry entry = getEntry(index);
            if (entry == null) {
                return false;
            }
            options.getConfigurationManager().add(JraftMembers.configuration(entry));
        }
        return true;
    }

    /** The log is closed by who opened it. */
    @Override
    public void shutdown() {}

    @Override
    public long getFirstLogIndex() {
        return log.first();
    }

    @Override
    public long getLastLogIndex() {
        return log.last();
    }

    /** The library takes null for a damaged log, and stops. */
    @Override
    public @Nullable LogEntry getEntry(long index) {
        try {
            RaftEntry entry = log.entry(index);
            return entry == null ? null : JraftMembers.entry(entry);
        } catch (IOException e) {
            logger.error("cannot read the replicated log: {}", e.toString());
            return null;
        }
    }

    @Override
    @SuppressWarnings("deprecation")
    public long getTerm(long index) {
        return log.term(index);
    }

    @Override
    public boolean appendEntry(LogEntry entry) {
        return appendEntries(List.of(entry)) == 1;
    }

    @Override
    public int appendEntries(List<LogEntry> entries) {
        List<RaftEntry> converted = entries.stream().map(JraftMembers::entry).toList();
        return isMade(() -> log.append(converted)) ? entries.size() : 0;
    }

    @Override
    public boolean truncatePrefix(long firstKept) {
        return isMade(() -> log.cutPrefix(firstKept));
    }

    @Override
    public boolean truncateSuffix(long lastKept) {
        return isMade(() -> log.cutSuffix(lastKept));
    }

    @Override
    public boolean reset(long next) {
        return isMade(() -> log.reset(next));
    }

    private static boolean isMade(Change change) {
        try {
            change.make();
            return true;
        } catch (IOException e) {
            logger.error("cannot write the replicated log: {}", e.toString());
            return false;
        }
    }
}
