package dev.reeve.cluster.jraft;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.JRaftServiceFactory;
import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.RaftGroupService;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.closure.ReadIndexClosure;
import com.alipay.sofa.jraft.core.DefaultJRaftServiceFactory;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.entity.Task;
import com.alipay.sofa.jraft.error.RaftError;
import com.alipay.sofa.jraft.option.RaftOptions;
import com.alipay.sofa.jraft.rpc.impl.PingRequestProcessor;
import com.alipay.sofa.jraft.rpc.impl.core.AppendEntriesRequestProcessor;
import com.alipay.sofa.jraft.rpc.impl.core.GetFileRequestProcessor;
import com.alipay.sofa.jraft.rpc.impl.core.InstallSnapshotRequestProcessor;
import com.alipay.sofa.jraft.rpc.impl.core.ReadIndexRequestProcessor;
import com.alipay.sofa.jraft.rpc.impl.core.RequestVoteRequestProcessor;
import com.alipay.sofa.jraft.rpc.impl.core.TimeoutNowRequestProcessor;
import com.alipay.sofa.jraft.storage.LogStorage;
import com.alipay.sofa.jraft.storage.RaftMetaStorage;
import dev.reeve.cluster.Consensus;
import dev.reeve.cluster.Member;
import dev.reeve.cluster.wire.Wire;
import dev.reeve.journal.JournalListener;
import dev.reeve.journal.JournalStatus;
import dev.reeve.journal.local.Disk;
import dev.reeve.journal.local.JournalSettings;
import dev.reeve.journal.local.RaftEntry;
import dev.reeve.journal.local.RaftLog;
import dev.reeve.journal.local.RealDisk;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A member of a group that agrees by SOFA JRaft.
 *
 * <p>Invariant: once its log has failed, this node sends nothing any more. What was not written may have been promised to
 * nobody.
 */
public final class JraftConsensus implements Consensus {
    private static final Logger logger = LoggerFactory.getLogger(JraftConsensus.class);
    private static final String GROUP = "reeve";
    private static final long READ_MILLIS = 2_000;
    private static final long NO_TIMER = -1;

    private static final Reading IGNORED = new Reading() {
        @Override
        public void read(long index) {}

        @Override
        public void failed(String problem) {}
    };

    static final JournalListener NO_FIGURES = new JournalListener() {
        @Override
        public void advanced() {}

        @Override
        public void failed(String message, Throwable cause) {}
    };

    private final Wire wire;
    private final RaftLog log;
    private final JraftState state;
    private final ExecutorService requests;
    private final LeaderLoss leaderLoss;
    private final RaftGroupService service;
    private final Node node;
    private volatile @Nullable Node started;

    private JraftConsensus(JraftSettings settings, Wire wire, RaftLog log, Consensus.Listener listener) {
        this.wire = wire;
        this.log = log;
        requests = RequestThreads.start();
        leaderLoss = new LeaderLoss(settings.electionMillis(), requests);
        state = new JraftState(listener, settings.founders(), leaderLoss::found);
        WireOptions options = settings.options(wire);
        options.setServiceFactory(new Storages(log));
        options.setFsm(state);
        options.followers(new WireClient.Followers() {
            @Override
            public boolean isNewest(long index) {
                return hasNewest(index);
            }

            @Override
            public void acknowledged(long index) {
                // Whoever is told of a commit before it has acknowledged the entry believes it of the entries before
                // only.
                if (hasNewest(index)) {
                    listener.acknowledged(index);
                }
            }
        });
        PeerId self = JraftMembers.peer(settings.self());
        service = new RaftGroupService(GROUP, self, options, server(settings.self()));
        node = service.start();
        started = node;
        leaderLoss.watch(LeaderLoss.Election.of(node));
    }

    /**
     * Joins the group with the log in the folder. The listener may be called before this returns. The wire belongs to this node,
     * begins to listen, and is closed with it.
     *
     * @param figures is told what was written and synced, and nothing else
     */
    public static JraftConsensus open(
            JraftSettings settings,
            Wire wire,
            JournalSettings journal,
            Consensus.Listener listener,
            JournalListener figures)
            throws IOException {
        LogFailures watch = new LogFailures(wire, listener, figures);
        return open(settings, wire, RealDisk.open(settings.log()), journal, watch);
    }

    /** The same with the log on another disk. */
    static JraftConsensus open(
            JraftSettings settings, Wire wire, Disk disk, JournalSettings journal, Consensus.Listener listener)
            throws IOException {
        return open(settings, wire, disk, journal, new LogFailures(wire, listener, NO_FIGURES));
    }

    private static JraftConsensus open(
            JraftSettings settings, Wire wire, Disk disk, JournalSettings journal, LogFailures watch)
            throws IOException {
        RaftLog log = null;
        try {
            log = RaftLog.open(disk, journal, watch);
            RealDisk.makeFolder(settings.snapshots());
            return new JraftConsensus(settings, wire, log, watch.listener);
        } catch (IOException | RuntimeException e) {
            wire.close();
            if (log != null) {
                log.close();
            }
            throw e;
        }
    }

    private boolean hasNewest(long index) {
        Node leader = started;
        return leader != null && index == leader.getLastLogIndex();
    }

    /** Without the processors that change members on request of anybody who can connect. */
    private WireServer server(Member self) {
        InetSocketAddress address = new InetSocketAddress(self.host(), self.port());
        WireServer server = new WireServer(wire, address, leaderLoss::disconnected);
        server.appendBy(() -> new AppendEntriesRequestProcessor(requests));
        server.registerProcessor(new GetFileRequestProcessor(requests));
        server.registerProcessor(new InstallSnapshotRequestProcessor(requests));
        server.registerProcessor(new RequestVoteRequestProcessor(requests));
        server.registerProcessor(new PingRequestProcessor(requests));
        server.registerProcessor(new TimeoutNowRequestProcessor(requests));
        server.registerProcessor(new ReadIndexRequestProcessor(requests));
        return server;
    }

    @Override
    public void propose(long term, byte[] batch, Consumer<String> refused) {
        node.apply(new Task(
                ByteBuffer.wrap(batch),
                status -> {
                    if (!status.isOk()) {
                        refused.accept(status.getErrorMsg());
                    }
                },
                term));
    }

    @Override
    public void readIndex(Reading reading) {
        Question question = new Question(reading);
        try {
            question.patience = wire.loop().schedule(question::giveUp, READ_MILLIS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            reading.failed("this node has left the group");
            return;
        }
        node.readIndex(new byte[0], question);
    }

    /** The round of heartbeats by which a leader makes sure that it still leads carries the index. */
    @Override
    public void announce() {
        node.readIndex(new byte[0], new Question(IGNORED));
    }

    /**
     * Asks for an index. From the first question on that has a time-out of its own, JRaft would look for late ones every
     * millisecond, which is two fifths of what an idle node does.
     */
    private static final class Question extends ReadIndexClosure {
        private final Reading reading;
        private @Nullable Future<?> patience;

        Question(Reading reading) {
            super(NO_TIMER);
            this.reading = reading;
        }

        void giveUp() {
            run(new Status(RaftError.ETIMEDOUT, "no answer of a majority"));
        }

        @Override
        public void run(Status status, long index, byte[] context) {
            if (patience != null) {
                patience.cancel(false);
            }
            if (status.isOk()) {
                reading.read(index);
            } else {
                reading.failed(status.getErrorMsg());
            }
        }
    }

    @Override
    public void snapshot(Done done) {
        node.snapshot(closure(done));
    }

    @Override
    public void stateBytes(long bytes) {
        log.stateBytes(bytes);
    }

    @Override
    public void transfer(Member to, Done done) {
        closure(done).run(node.transferLeadershipTo(JraftMembers.peer(to)));
    }

    @Override
    public void add(Member member, Done done) {
        node.addPeer(JraftMembers.peer(member), closure(done));
    }

    @Override
    public void remove(Member member, Done done) {
        node.removePeer(JraftMembers.peer(member), closure(done));
    }

    private static Closure closure(Done done) {
        return status -> done.done(status.isOk() ? null : String.valueOf(status.getErrorMsg()));
    }

    @Override
    public List<Member> members() {
        return state.members();
    }

    /** The voting members by whom a leader is elected: those of the newest entry that names any, whether it is committed or not. */
    public List<Member> electorate() {
        try {
            long[] named = log.members();
            RaftEntry newest = named.length == 0 ? null : log.entry(named[named.length - 1]);
            if (newest != null) {
                return JraftMembers.entry(newest).getPeers().stream()
                        .map(JraftMembers::member)
                        .toList();
            }
        } catch (IOException e) {
            logger.warn("cannot read who the members are: {}", e.toString());
        }
        return members();
    }

    @Override
    public @Nullable Member leader() {
        PeerId leader = node.getLeaderId();
        return leader == null || leader.isEmpty() ? null : JraftMembers.member(leader);
    }

    @Override
    public long committed() {
        return node.getLastCommittedIndex();
    }

    /** The figures of the log. */
    public JournalStatus status() {
        return log.status();
    }

    /** Cuts this node off at once, as the end of its process would. What is left to do is {@link #close}. */
    void cut() {
        wire.close();
    }

    @Override
    public void close() {
        service.shutdown();
        try {
            service.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        wire.close();
        requests.shutdown();
        log.close();
    }

    /** Our log and votes, and the library's snapshots. */
    private static final class Storages extends DefaultJRaftServiceFactory implements JRaftServiceFactory {
        private final RaftLog log;

        Storages(RaftLog log) {
            this.log = log;
        }

        @Override
        public LogStorage createLogStorage(String uri, RaftOptions options) {
            return new JraftLog(log);
        }

        @Override
        public RaftMetaStorage createRaftMetaStorage(String uri, RaftOptions options) {
            return new JraftVotes(log);
        }
    }

    /** Silences the node before anybody can act on what was not written. */
    private static final class LogFailures implements JournalListener {
        private final Wire wire;
        private final Consensus.Listener listener;
        private final JournalListener figures;

        LogFailures(Wire wire, Consensus.Listener listener, JournalListener figures) {
            this.wire = wire;
            this.listener = listener;
            this.figures = figures;
        }

        @Override
        public void wrote(int entries) {
            figures.wrote(entries);
        }

        @Override
        public void synced(long tookNanos) {
            figures.synced(tookNanos);
        }

        @Override
        public void advanced() {}

        @Override
        public void failed(String message, Throwable cause) {
            wire.close();
            listener.failed(message, cause);
        }
    }
}
