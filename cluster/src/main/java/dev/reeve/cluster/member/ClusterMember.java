package dev.reeve.cluster.member;

import dev.reeve.cluster.Consensus;
import dev.reeve.cluster.Member;
import dev.reeve.cluster.Replica;
import dev.reeve.journal.JournalStatus;
import dev.reeve.journal.local.Disk;
import dev.reeve.journal.local.SnapshotCopies;
import dev.reeve.node.Backing;
import dev.reeve.node.Clock;
import dev.reeve.node.Loop;
import dev.reeve.node.Node;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's part in its cluster: joins the replica, the node and the group, and looks after them twenty times a second.
 *
 * <p>Its state belongs to the loop.
 */
public final class ClusterMember implements Replica.State, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ClusterMember.class);
    private static final long CHECK_MICROS = 50_000;
    /** Every so many checks the others are told of this node. */
    private static final int REPORT_CHECKS = 10;
    /** Without a leader for so long a node asks whether its cluster is still there, and again after as long. */
    private static final long ASK_MEMBERS_MICROS = 3_000_000;

    /**
     * What a member runs with.
     *
     * @param patienceMicros how long a caller waits while there is no leader
     * @param snapshotBytes a snapshot is due when the log has grown by this and by the size of the state
     * @param snapshotEntries or by so many entries
     * @param maxLiveBytes live data of a snapshot beyond which it is not loaded
     * @param maxSkewMicros clocks of nodes agree if they differ by no more than this
     */
    public record Limits(
            long patienceMicros, long snapshotBytes, long snapshotEntries, long maxLiveBytes, long maxSkewMicros) {
        /** Whether replaying the log would take longer than loading a snapshot, or its entries take too much memory. */
        boolean isSnapshotDue(long logBytes, long logEntries, long stateBytes) {
            return logBytes >= Math.max(snapshotBytes, stateBytes) || logEntries >= snapshotEntries;
        }
    }

    /**
     * What the times and seeds of commands come from.
     *
     * @param clock of this machine
     */
    public record Stamps(Clock clock, LongSupplier seeds) {}

    private record LoopTimer(Loop loop) implements Replica.Timer {
        @Override
        public void schedule(Runnable task, long delayMicros) {
            loop.schedule(task, delayMicros);
        }

        @Override
        public void nextTurn(Runnable task) {
            loop.nextTurn(task);
        }
    }

    /** What a leader gives to commands. */
    private record Given(ClusterClock clock, LongSupplier seeds) implements Replica.Stamps {
        @Override
        public long nowMicros() {
            return clock.nowMicros();
        }

        @Override
        public long uptimeMicros() {
            return clock.uptimeMicros();
        }

        @Override
        public long seed() {
            return seeds.getAsLong();
        }

        @Override
        public boolean areReady() {
            return clock.isSet();
        }
    }

    private final Member self;
    private final Loop loop;
    private final Reports.Clocks clocks;
    private final ClusterClock clock;
    private final ClusterTime time;
    private final Node.Halt halt;
    private final Replica replica;
    private final MemberFrames frames;
    private final MemberSnapshots snapshots;
    private final Patience patience;
    private final RoomWatch room;
    private final ReplicatedStorage storage;
    private final StateSums sums = new StateSums();
    private final Backing backing;
    private @Nullable ReplicatedOrder order;
    private @Nullable Node node;
    private @Nullable Reports reports;
    private @Nullable Group group;
    private @Nullable MemberChanges changes;
    private volatile @Nullable Consensus consensus;
    private volatile ClusterStatus status = ClusterStatus.NONE;
    private volatile @Nullable String notReady = "joining the cluster";
    private volatile boolean isServing;
    private volatile boolean isClosed;
    private int checks;
    private int knownMembers;
    private long askMembersMicros;

    /** @param random new in every process */
    public ClusterMember(Member self, long random, Loop loop, Stamps stamps, Limits limits, Node.Halt halt) {
        this.self = self;
        this.loop = loop;
        this.clock = new ClusterClock(stamps.clock);
        this.clocks = new Reports.Clocks(stamps.clock, clock, new Contacts(stamps.clock));
        this.halt = halt;
        replica = new Replica(self, random, loop::execute, this, this::send, new Given(clock, stamps.seeds));
        replica.gather(new LoopTimer(loop));
        frames = new MemberFrames(self, loop, replica, new Takers());
        snapshots = new MemberSnapshots(loop, limits);
        room = new RoomWatch(self, clocks.contacts(), stamps.clock);
        patience = new Patience(replica, limits.patienceMicros);
        time = new ClusterTime(clock, stamps.clock, clocks.contacts(), new Leadership(), limits.maxSkewMicros);
        storage = new ReplicatedStorage();
        backing = new Backing(storage, live -> {
            ReplicatedOrder made = new ReplicatedOrder(live, replica, self.number(), storage, sums);
            order = made;
            return made;
        });
    }

    private void send(Member to, byte[] frame) {
        frames.links().send(to, frame);
    }

    /** What the node of this member stands on. */
    public Backing backing() {
        return backing;
    }

    /** The time of the cluster, which the node of this member goes by. Any thread. */
    public Clock clock() {
        return clock;
    }

    private Node node() {
        return Objects.requireNonNull(node, "the member has not started");
    }

    private Reports reports() {
        return Objects.requireNonNull(reports, "the member has not started");
    }

    private Group group() {
        return Objects.requireNonNull(group, "the member has not started");
    }

    private ReplicatedOrder order() {
        return Objects.requireNonNull(order, "the member has not started");
    }

    /** Joins the group with a node on {@link #backing}. Not on the loop. */
    public void start(Node on, Group with) throws IOException {
        node = on;
        snapshots.of(on);
        group = with;
        order().skip(with.skipped());
        Reports told = new Reports(self, clocks, on, replica, with, new Reports.Own(sums, storage));
        reports = told;
        frames.open(with);
        Group.Joined joined = with.join(replica);
        MemberChanges.View view = new MemberChanges.View(self, replica, joined.consensus(), with);
        changes = new MemberChanges(view, loop, frames.links(), told::name);
        consensus = joined.consensus();
        snapshots.joined(joined.consensus());
        Disk copies = joined.copies();
        storage.opened(
                joined.consensus(),
                joined.log(),
                copies == null ? null : new SnapshotCopies(copies, snapshots.writing()));
        loop.execute(() -> {
            replica.join(joined.consensus());
            on.neighbours().connect(message -> frames.tell(members(), message));
            // What this member had promised before it stopped is settled first.
            order().enqueue(() -> {
                on.memberStarted();
                order().enqueue(() -> isServing = true);
            });
            patience.start(clock.uptimeMicros());
            check();
        });
    }

    private final class Leadership implements ClusterTime.Leadership {
        @Override
        public boolean isHere() {
            return replica.leads();
        }

        @Override
        public @Nullable Member leader() {
            return replica.leader();
        }
    }

    /** What the others say to this member. */
    private final class Takers implements MemberFrames.Takers {
        @Override
        public void heard(NodeReport report) {
            List<Member> members = members();
            reports().heard(report, members);
            reports().answer(report, members, notReady == null, frames.links());
            time.heard(report);
            beginTime();
        }

        @Override
        public void asked(MemberChange.Question question) {
            if (changes != null) {
                changes.asked(question);
            }
        }

        @Override
        public void answered(MemberChange.Answer answer) {
            if (changes != null) {
                changes.answered(answer);
            }
        }

        @Override
        public void told(byte[] message) {
            node().neighbours().told(message);
        }
    }

    private List<Member> members() {
        Consensus joined = consensus;
        return joined == null ? List.of() : joined.members();
    }

    /** Has the members or the leader changed. The end is told on the loop. Loop only. */
    public void change(MemberChange change, Consumer<MemberChange.Result> done) {
        Objects.requireNonNull(changes, "the member has not started").ask(change, done);
    }

    /** The cluster as this node sees it. Any thread. */
    public ClusterStatus status() {
        return status;
    }

    /** Whether everything that was committed before the start was applied. Any thread. */
    public boolean isServing() {
        return isServing && clock.isSet();
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
        beginTime();
        boolean hasLeader = replica.hasLeader();
        if (!hasLeader) {
            notReady = "the cluster has no leader";
        } else if (!isServing()) {
            notReady = "joining the cluster";
        } else {
            notReady = members().contains(self) ? null : "this node is no member of the cluster any more";
        }
        Consensus joined = consensus;
        if (joined != null) {
            report(joined);
            status = reports().status(joined, hasLeader, notReady == null);
        }
        askMembers(hasLeader);
        if (patience.ends(hasLeader, clock.uptimeMicros())) {
            // What was taken back is no reason to read no more requests.
            node().journalAdvanced();
        }
        snapshots.saveIfDue(replica.appliedBytes(), replica.appliedEntries());
    }

    /** A cluster whose other members have begun another one never has a leader again. */
    private void askMembers(boolean hasLeader) {
        long nowMicros = clocks.machine().uptimeMicros();
        if (hasLeader || askMembersMicros == 0) {
            askMembersMicros = nowMicros + ASK_MEMBERS_MICROS;
        } else if (nowMicros >= askMembersMicros) {
            askMembersMicros = nowMicros + ASK_MEMBERS_MICROS;
            group().askWhetherReplaced(() -> loop.execute(this::endReplaced));
        }
    }

    private void endReplaced() {
        if (!isClosed) {
            isClosed = true;
            halt.now(
                    "most nodes of this node's cluster belong to another one now",
                    new IllegalStateException(
                            "this data is of a cluster that was given up: let a node with an empty data folder join the new one"));
        }
    }

    /** A leader that has come to know the time tells the others at once: they wait for it. */
    private void beginTime() {
        if (time.begin(members())) {
            reports().tell(members(), notReady == null, frames.links());
            replica.retry();
        }
    }

    /** Tells the others of this node, now and then, and acts on what they have told. */
    private void report(Consensus joined) {
        if (checks++ % REPORT_CHECKS != 0) {
            return;
        }
        List<Member> members = joined.members();
        time.check(members);
        reports().tell(members, notReady == null, frames.links());
        Long wrong = reports().wrongAfter(members);
        if (wrong != null) {
            excludeSelf(wrong);
            return;
        }
        Member next = room.next(replica.leads() && !reports().hasRoom(), members);
        if (next != null) {
            handOver(joined, next);
        }
        if (!replica.leads()) {
            return;
        }
        String advice = ClusterStatus.advice(members.size());
        if (advice != null && members.size() != knownMembers) {
            log.warn("{}", advice);
        }
        knownMembers = members.size();
        int version = group().engineVersion();
        if (node().current().version() < version && reports().allAreCurrent(members)) {
            log.info("all nodes have version {} of the engine, which is used from now on", version);
            node().updateVersion(version);
        }
    }

    /** A leader whose log cannot be written would end. */
    private void handOver(Consensus joined, Member next) {
        String name = reports().name(next);
        log.warn("the disk of this node is nearly full: it hands over to {}", name);
        joined.transfer(next, problem -> {
            if (problem != null) {
                log.warn("{} cannot take over: {}", name, problem);
            }
        });
    }

    /** Whatever has become of this state, it must not be shown to anybody, and not be saved. */
    private void excludeSelf(long position) {
        String why = "the state of this node differs from that of most nodes after entry " + position;
        isClosed = true;
        try {
            group().exclude(why);
        } catch (IOException e) {
            log.warn("cannot note it in the data folder: {}", e.toString());
        }
        halt.now(why, new IllegalStateException("remove the node from the cluster, and let a new one join"));
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
        }
        time.leads(node().current().atMicros());
        beginTime();
        node().leaderChanged(here);
        if (here && node().current().version() == 0) {
            // Nothing was ever done: the cluster is new.
            node().updateVersion(group().engineVersion());
        }
    }

    @Override
    public void save(Path folder, byte[] known, Consensus.Saving saving) {
        snapshots.save(folder, known, saving);
    }

    @Override
    public Replica.Loaded load(Path folder) throws IOException {
        return snapshots.load(folder);
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
        Consensus joined = consensus;
        if (joined != null) {
            HandOver.run(self, joined, status);
            joined.close();
        }
        snapshots.close();
    }
}
