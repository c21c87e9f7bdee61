package dev.reeve.cluster.jraft;

import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.option.RaftMetaStorageOptions;
import com.alipay.sofa.jraft.storage.RaftMetaStorage;
import dev.reeve.journal.local.RaftLog;
import dev.reeve.journal.local.RaftVote;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Term and vote of the library, kept in a {@link RaftLog}. The library may act on a vote although its write failed; the log
 * reports that failure before this returns, and a node whose log failed sends nothing any more.
 */
final class JraftVotes implements RaftMetaStorage {
    private static final Logger logger = LoggerFactory.getLogger(JraftVotes.class);

    private final RaftLog log;

    JraftVotes(RaftLog log) {
        this.log = log;
    }

    @Override
    public boolean init(RaftMetaStorageOptions options) {
        return true;
    }

    /** The log is closed by who opened it. */
    @Override
    public void shutdown() {}

    @Override
    public boolean setTerm(long term) {
        return isWritten(new RaftVote(term, log.vote().candidate()));
    }

    @Override
    public long getTerm() {
        return log.vote().term();
    }

    @Override
    public boolean setVotedFor(PeerId candidate) {
        return isWritten(new RaftVote(log.vote().term(), text(candidate)));
    }

    @Override
    public PeerId getVotedFor() {
        PeerId candidate = new PeerId();
        return candidate.parse(log.vote().candidate()) ? candidate : PeerId.emptyPeer();
    }

    @Override
    public boolean setTermAndVotedFor(long term, PeerId candidate) {
        return isWritten(new RaftVote(term, text(candidate)));
    }

    private static String text(PeerId candidate) {
        return candidate.isEmpty() ? "" : candidate.toString();
    }

    private boolean isWritten(RaftVote vote) {
        try {
            log.vote(vote);
            return true;
        } catch (IOException e) {
            logger.error("cannot write the vote: {}", e.toString());
            return false;
        }
    }
}
