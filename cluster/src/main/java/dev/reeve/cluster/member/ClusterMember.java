package dev.reeve.cluster.member;

import dev.reeve.cluster.Consensus;
import dev.reeve.cluster.Member;
import dev.reeve.cluster.Replica;
import dev.reeve.engine.format.FormatException;
import dev.reeve.journal.JournalStatus;
import dev.reeve.node.Backing;
import dev.reeve.node.Clock;
import dev.reeve.node.EngineRecovery;
import dev.reeve.node.HeapTooSmallException;
import dev.reeve.node.Loop;
import dev.reeve.node.Node;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's part in its cluster: joins the replica, the node and the group, and watches over what takes too long.
 *
 * <p>Its state belongs to the loop.
 */
public final class ClusterMember implements Replica.State, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ClusterMember.class);
    private static final long CHECK_MICROS = 50_000;

    /**
     * What a member runs with.
     *
     * @param patienceMicros how long a caller waits while there is no leader
     * @param snapshotBytes a snapshot is due when the log has grown by this and by the size of the state
     * @param maxLiveBytes live data of a snapshot beyond which it is not loaded
     */
    public record Limits(long patienceMicros, long snapshotBytes, long maxLiveBytes) {}

    /** What a leader gives to commands: times of the clock, and seeds. */
    public record Stamps(Clock clock, LongSupplier seeds) implements Replica.Stamps {
        @Override
        public long nowMicros() {
            return clock.nowMicros();
        }

        @Override
        public long seed() {
            return seeds.getAsLong();
        }
    }

    /** A group that was joined. */
    public record Joined(Consensus consensus, JournalStatus log) {}

    /** The group of a member. */
    public interface Group {
        /**
         * Makes the connections to the other members.
         *
         * @param received takes the frames of others, and says whether it knows them
         * @param broken is told the member to which frames may be lost
         */
        Replica.Links link(Predicate<byte[]> received, Consumer<Member> broken);

        Joined join(Consensus.Listener listener) throws IOException;
    }

    private final Loop loop;
    private final Stamps stamps;
    private final Limits limits;
    private final Node.Halt halt;
    private final Replica replica;
    private final ReplicatedStorage storage = new ReplicatedStorage();
    private final Backing backing;
    private final ExecutorService writing = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "reeve-cluster-snapshot");
        thread.setDaemon(true);
        return thread;
    });
    private @Nullable ReplicatedOrder order;
    private @Nullable Node node;
    private Replica.@Nullable Links links;
    private volatile @Nullable Consensus consensus;
    private volatile @Nullable String notReady = "joining the cluster";
    private volatile boolean isServing;
    private volatile boolean isClosed;
    private boolean isSaving;
    private long savedBytes;
    private long ended;
    private long progressMicros;
    private long leaderMicros;

    /** @param random new in every process */
    public ClusterMember(Member self, long random, Loop loop, Stamps stamps, Limits limits, Node.Halt halt) {
        this.loop = loop;
        this.stamps = stamps;
        this.limits = limits;
        this.halt = halt;
        replica = new Replica(self, random, loop::execute, this, (to, frame) -> links().send(to, frame), stamps);
        replica.gather(loop::schedule);
        backing = new Backing(storage, live -> {
            ReplicatedOrder made = new ReplicatedOrder(live, replica, self.number(), storage);
            order = made;
            return made;
        });
    }

    /** What the node of this member stands on. */
    public Backing backing() {
        return backing;
    }

    private Replica.Links links() {
        return Objects.requireNonNull(links, "the member has not started");
    }

    private Node node() {
        return Objects.requireNonNull(node, "the member has not started");
    }

    private ReplicatedOrder order() {
        return Objects.requireNonNull(order, "the member has not started");
    }

    /** Joins the group with a node on {@link #backing}. Not on the loop. */
    public void start(Node on, Group group) throws IOException {
        node = on;
        links = group.link(replica::received, to -> loop.execute(() -> replica.linkBroken(to)));
        Joined joined = group.join(replica);
        consensus = joined.consensus;
        storage.opened(joined.consensus, joined.log);
        loop.execute(() -> {
            replica.join(joined.consensus);
            // What this member had promised before it stopped is settled first.
            order().enqueue(() -> {
                on.memberStarted();
                order().enqueue(() -> isServing = true);
            });
            progressMicros = stamps.clock.uptimeMicros();
            leaderMicros = progressMicros;
            check();
        });
    }

    /** Whether everything that was committed before the start was applied. Any thread. */
    public boolean isServing() {
        return isServing;
    }

    /** Why requests cannot be answered now; null if they can. Any thread. */
    public @Nullable String notReady() {
        return notReady;
    }

    /** The figures of the log. Any thread. */
    public JournalStatus log() {
        return Objects.requireNonNull(storage.status(), "the member has not started");
    }

    private void check() {
        if (isClosed) {
            return;
        }
        loop.schedule(this::check, CHECK_MICROS);
        replica.retry();
        boolean hasLeader = replica.hasLeader();
        String waits = isServing ? null : "joining the cluster";
        notReady = hasLeader ? waits : "the cluster has no leader";
        watch(hasLeader, stamps.clock.uptimeMicros());
        saveIfDue();
    }

    /** Gives up what waits for longer than callers are expected to wait. */
    private void watch(boolean hasLeader, long nowMicros) {
        if (hasLeader) {
            leaderMicros = nowMicros;
        }
        if (replica.isIdle() || replica.ended() != ended) {
            ended = replica.ended();
            progressMicros = nowMicros;
        }
        long since = Math.min(leaderMicros, progressMicros);
        if (!replica.isIdle() && nowMicros - since > limits.patienceMicros) {
            progressMicros = nowMicros;
            replica.giveUp();
            // What was taken back is no reason to read no more requests.
            node().journalAdvanced();
        }
    }

    /** The log outweighs the state: replaying it would take longer than loading a snapshot. */
    private void saveIfDue() {
        long grown = replica.appliedBytes() - savedBytes;
        Consensus group = consensus;
        if (isSaving
                || group == null
                || grown < Math.max(limits.snapshotBytes, node().current().liveBytes())) {
            return;
        }
        isSaving = true;
        savedBytes = replica.appliedBytes();
        group.snapshot(problem -> loop.execute(() -> {
            isSaving = false;
            if (problem != null) {
                log.warn("no snapshot was taken: {}", problem);
            }
        }));
    }

    @Override
    public void apply(int member, long atMicros, long seed, byte[] command) {
        order().applyOther(member, atMicros, seed, command);
    }

    @Override
    public void leads(Member leader, long term) {
        boolean here = replica.leads();
        if (here) {
            log.info("this node leads the cluster in term {}", term);
            stamps.clock.notBefore(node().current().atMicros());
        }
        node().leaderChanged(here);
    }

    @Override
    public void save(Path folder, byte[] known, Consensus.Saving saving) {
        SnapshotFolder.About about = new SnapshotFolder.About(node().position(), known);
        node().save(new SnapshotFolder(folder, about, saving, writing));
    }

    @Override
    public Replica.Loaded load(Path folder) throws IOException {
        // The own snapshot is loaded while the group is joined.
        String whose = consensus == null ? "loaded its" : "installed another node's";
        EngineRecovery recovery = new EngineRecovery(limits.maxLiveBytes);
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

    @Override
    public void failed(String message, Throwable cause) {
        if (!isClosed) {
            halt.now(message, cause);
        }
    }

    /** Leaves the group alone. Blocks; not on the loop. */
    @Override
    public void close() {
        isClosed = true;
        Consensus group = consensus;
        if (group != null) {
            group.close();
        }
        writing.shutdown();
    }
}
