package dev.reeve.cluster;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One node's way into the replicated log and back: commands of its callers go to the leader, and come back as committed
 * entries together with those of all other nodes, in one order. What commands mean is not known here.
 *
 * <p>Invariants: a submitted command takes effect once at most, however often the leader changes; it ends as applied, in the
 * order of submission, or as unknown, if its effect came with a snapshot. A look sees everything that was committed anywhere
 * before it was asked for, and all commands submitted here before it.
 *
 * <p>It belongs to one loop, on which everything runs that is not marked otherwise. The loop runs tasks in the order in which
 * they were given.
 */
public final class Replica implements Consensus.Listener {
    /** A caller's command. */
    public interface Submission {
        /** The log has the command: apply it now, with this time and seed. It may have been given up before. */
        void applied(long atMicros, long seed);

        /** It took effect, but not here. It may have been given up before. */
        void unknown();

        /** Whether its caller waits for as long as it takes. */
        default boolean mayWait() {
            return true;
        }

        /** Its caller waits no longer. It was never sent, and takes no effect. */
        default void refused() {}

        /** Its caller waits no longer. It may still take effect; then {@link #applied} is called all the same. */
        default void givenUp() {}
    }

    /** What is replicated. */
    public interface State {
        /**
         * A command of another node, or of an earlier process of this one.
         *
         * @param member the number of that node
         */
        void apply(int member, long atMicros, long seed, byte[] command);

        /** The leader of this term begins; everything before it was applied. */
        default void leads(Member leader, long term) {}

        /** Writes the state as it is now and these bytes into the folder, see {@link Consensus.Listener#save}. */
        void save(Path folder, byte[] replica, Consensus.Saving saving);

        /** Reads a saved state beside the present one. Any thread. */
        Loaded load(Path folder) throws IOException;

        /** The process has to end. Any thread. */
        void failed(String message, Throwable cause);
    }

    /** A state that was read. */
    public interface Loaded {
        byte[] replica();

        /** Replaces the present state. */
        void install();
    }

    /** Connections to other nodes. A frame arrives at {@link #received} there, after those before it, or the link breaks. */
    public interface Links {
        void send(Member to, byte[] frame);

        /** Sends a frame that may be lost, unless there is no connection or too much waits on it. */
        default void offer(Member to, byte[] frame) {
            send(to, frame);
        }

        /** Gives up the connection to a member that is not heard any more; the next frame makes another one. */
        default void renew(Member to) {}
    }

    /** What a leader gives to commands. */
    public interface Stamps {
        long nowMicros();

        /** A time for waiting, which the time of the commands may be slower than. */
        default long uptimeMicros() {
            return nowMicros();
        }

        long seed();

        /** Whether the time is known. Until then a leader takes commands, and gives them no place. */
        default boolean areReady() {
            return true;
        }
    }

    /** Runs tasks on the loop later. */
    public interface Timer {
        void schedule(Runnable task, long delayMicros);

        /** Runs the task after the loop has polled for input once more. */
        void nextTurn(Runnable task);
    }

    /** Proposes entries; the answer comes to {@link Sequencer#refused}. */
    interface Log {
        void propose(long term, byte[] batch);
    }

    private static final int FRAME_BYTES = 1 << 20;

    private final Member self;
    private final long origin;
    private final Executor loop;
    private final State state;
    private final Links links;
    private final Origins origins = new Origins();
    private final PendingRequests pending = new PendingRequests();
    private final Gathering gathering;
    private final Sequencer sequencer;
    private @Nullable Consensus consensus;
    private @Nullable Member leader;
    /** The term in which this node leads, if it heard of it before it knew the group; 0 otherwise. */
    private long termBeforeJoin;

    private long epoch;
    private long appliedAtMicros;
    private long questions;
    private boolean maySend;
    private boolean asking;
    private boolean hasNews;
    /** Read by the threads of the group, too. */
    private volatile long announcedIndex;

    private long appliedBytes;
    private long appliedEntries;
    private long appliedIndex;
    private long leaderChanges;
    private long installs;
    private boolean endOfTurnScheduled;
    private boolean hasFailed;

    /**
     * @param random new in every process
     * @param stamps used while this node leads
     */
    public Replica(Member self, long random, Executor loop, State state, Links links, Stamps stamps) {
        this.self = self;
        this.origin = Origins.of(self, random);
        this.loop = loop;
        this.state = state;
        this.links = links;
        this.gathering = new Gathering(origin, stamps::uptimeMicros);
        this.sequencer = new Sequencer(this::propose, stamps, gathering);
    }

    /** Lets a leader wait a moment for commands that are likely to come, so that batches are larger. */
    public void gather(Timer timer) {
        gathering.begin(timer, this::scheduleEndOfTurn);
    }

    /** What a replica knows of a state that comes from outside the log: its time, and nothing of leaders and members. */
    public static byte[] outside(long atMicros) {
        return header(atMicros, new byte[0], new byte[0]);
    }

    /** Sets the group, whose listener this is. Called once, before the first command; the group may have spoken before. */
    public void join(Consensus group) {
        consensus = group;
        if (termBeforeJoin != 0) {
            lead(termBeforeJoin);
        }
        scheduleEndOfTurn();
    }

    private Consensus group() {
        return Objects.requireNonNull(consensus, "the node has not joined its group");
    }

    public void submit(byte[] command, Submission submission) {
        pending.add(command, submission);
        scheduleEndOfTurn();
    }

    /** Runs the task when the state has everything that was committed before this call. */
    public void look(Runnable task) {
        look(task, null);
    }

    /**
     * The same for a caller who does not wait for as long as it takes.
     *
     * @param refused runs instead of the task when it is given up
     */
    public void look(Runnable task, @Nullable Runnable refused) {
        pending.add(task, refused);
        scheduleEndOfTurn();
    }

    /** Gives up what waits for too long: all whose callers do not wait for as long as it takes. */
    public void giveUp() {
        pending.giveUp();
        scheduleEndOfTurn();
    }

    /** The size of all entries applied since the start. */
    public long appliedBytes() {
        return appliedBytes;
    }

    /** The number of all entries applied since the start. */
    public long appliedEntries() {
        return appliedEntries;
    }

    /** The index of the last entry applied. */
    public long appliedIndex() {
        return appliedIndex;
    }

    /** How many leaders have begun since the start of this process. */
    public long leaderChanges() {
        return leaderChanges;
    }

    /** How often a command was sent to a leader again. */
    public long resent() {
        return pending.resent();
    }

    /** How many snapshots were loaded, the own one at the start included. */
    public long installs() {
        return installs;
    }

    /** A number that no member has had of whom anything was applied. */
    public int unusedNumber() {
        return origins.highestMember() + 1;
    }

    /** The number of requests that have ended since the start. */
    public long ended() {
        return pending.ended();
    }

    /** Whether the group has a leader, and this node follows it or is it. */
    public boolean hasLeader() {
        return consensus != null && leader != null && leader.equals(consensus.leader());
    }

    /** The leader as of the entries applied; null before the first one. */
    public @Nullable Member leader() {
        return leader;
    }

    /** The term of {@link #leader}. */
    public long epoch() {
        return epoch;
    }

    /** Whether this node leads and may sequence. */
    public boolean leads() {
        return sequencer.term() != 0 && sequencer.term() == epoch;
    }

    /** Whether nobody waits. */
    public boolean isIdle() {
        return pending.isEmpty();
    }

    /** Tries again what was refused or failed. Called now and then. */
    public void retry() {
        // What goes to a leader that is lost counts as sent, and could not be taken back.
        maySend = hasLeader();
        scheduleEndOfTurn();
    }

    /** The connection to a member ended; what was sent may be lost. */
    public void linkBroken(Member member) {
        if (member.equals(leader)) {
            pending.sendAgain();
            scheduleEndOfTurn();
        }
    }

    /** A frame of another node came. False if it is none. Any thread. */
    public boolean received(byte[] frame) {
        Forward forward = Forward.decode(frame);
        if (forward == null) {
            return false;
        }
        loop.execute(() -> {
            sequencer.take(forward, origins);
            scheduleEndOfTurn();
        });
        return true;
    }

    private void scheduleEndOfTurn() {
        if (!endOfTurnScheduled) {
            endOfTurnScheduled = true;
            loop.execute(this::endOfTurn);
        }
    }

    private void endOfTurn() {
        endOfTurnScheduled = false;
        if (hasFailed || consensus == null) {
            return;
        }
        sequencer.open(origins);
        send();
        sequencer.flush();
        if (hasNews && !sequencer.isGathering()) {
            announce();
            hasNews = false;
        }
        hasNews &= !sequencer.isBusy();
        askIfNeeded();
    }

    private void announce() {
        announcedIndex = appliedIndex;
        group().announce();
    }

    private void send() {
        Member to = leader;
        if (to == null || !maySend) {
            return;
        }
        Forward forward;
        while ((forward = pending.takeUnsent(epoch, origin, FRAME_BYTES)) != null) {
            if (to.equals(self)) {
                sequencer.take(forward, origins);
            } else {
                links.send(to, forward.encode());
            }
        }
    }

    /** One question to the group for all looks so far. */
    private void askIfNeeded() {
        if (asking || !pending.hasUnconfirmed()) {
            return;
        }
        asking = true;
        long question = ++questions;
        long look = pending.lastLook();
        group().readIndex(new Consensus.Reading() {
            @Override
            public void read(long index) {
                loop.execute(() -> answered(question, look, true));
            }

            @Override
            public void failed(String problem) {
                loop.execute(() -> answered(question, look, false));
            }
        });
    }

    /** Everything that the answer is about was given to the loop before it, and is applied. */
    private void answered(long question, long look, boolean confirmed) {
        if (question == questions) {
            asking = false;
        }
        if (confirmed && !hasFailed) {
            pending.confirm(look);
            // A failed question is asked again by the next turn or by retry.
            scheduleEndOfTurn();
        }
    }

    private void propose(long term, byte[] batch) {
        group().propose(term, batch, reason -> loop.execute(() -> sequencer.refused(term)));
    }

    // What the group says, on its threads.

    @Override
    public void committed(long index, long term, byte[] bytes) {
        loop.execute(() -> guarded("entry " + index, () -> apply(index, term, bytes)));
    }

    @Override
    public void leadershipStarted(long term) {
        loop.execute(() -> {
            if (consensus == null) {
                termBeforeJoin = term;
            } else {
                lead(term);
            }
        });
    }

    private void lead(long term) {
        sequencer.start(term, LogBatch.marker(term, origin, self));
    }

    @Override
    public void leadershipEnded(long term) {
        loop.execute(() -> {
            termBeforeJoin = 0;
            if (sequencer.term() == term) {
                sequencer.stop();
            }
        });
    }

    /** A member that is slower than the majority was not told of the last commit, and nothing may follow for a while that tells it. */
    @Override
    public void acknowledged(long index) {
        if (index != announcedIndex) {
            // What is announced from now on finds it acknowledged.
            return;
        }
        loop.execute(() -> {
            if (index == announcedIndex && sequencer.term() != 0 && !sequencer.isGathering()) {
                announce();
            }
        });
    }

    @Override
    public void save(Path folder, Consensus.Saving saving) {
        loop.execute(() -> state.save(folder, header(), saving));
    }

    @Override
    public void load(Path folder, long index) throws IOException {
        Loaded loaded = state.load(folder);
        loop.execute(() -> guarded("the snapshot of entry " + index, () -> install(index, loaded)));
    }

    @Override
    public void failed(String message, Throwable cause) {
        state.failed(message, cause);
    }

    /** After an exception nothing more is applied: this state is not that of the others. */
    private void guarded(String what, Runnable task) {
        if (hasFailed) {
            return;
        }
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            hasFailed = true;
            state.failed("applying " + what + " failed", e);
        }
    }

    private void apply(long index, long term, byte[] bytes) {
        appliedIndex = index;
        appliedBytes += bytes.length;
        appliedEntries++;
        if (term == sequencer.term()) {
            sequencer.committed();
            hasNews = true;
        }
        LogBatch.read(bytes, new LogBatch.Reader() {
            @Override
            public void marker(long markedTerm, long leaderOrigin, Member marked) {
                begin(markedTerm, leaderOrigin, marked);
            }

            @Override
            public void command(long from, long number, long atMicros, long seed, byte[] command) {
                appliedAtMicros = atMicros;
                sequencer.applied(atMicros);
                origins.applied(from, number);
                if (from == origin) {
                    pending.applied(number, atMicros, seed);
                } else {
                    state.apply(Origins.member(from), atMicros, seed, command);
                }
            }
        });
        scheduleEndOfTurn();
    }

    /** Everything that earlier leaders took is applied; what still waits they did not take. */
    private void begin(long term, long leaderOrigin, Member marked) {
        epoch = term;
        leader = marked;
        leaderChanges++;
        // A question to the leader before may be answered late.
        asking = false;
        maySend = true;
        pending.sendAgain();
        if (leaderOrigin == origin && term == sequencer.term()) {
            sequencer.marked(origins);
        }
        state.leads(marked, term);
    }

    private byte[] header() {
        byte[] marker = leader == null ? new byte[0] : LogBatch.marker(epoch, 0, leader);
        return header(appliedAtMicros, marker, origins.encode());
    }

    private static byte[] header(long atMicros, byte[] marker, byte[] last) {
        return ByteBuffer.allocate(Long.BYTES + Integer.BYTES + marker.length + last.length)
                .putLong(atMicros)
                .putInt(marker.length)
                .put(marker)
                .put(last)
                .array();
    }

    /** Commands of this node that the snapshot has end as unknown; the others are sent again. */
    private void install(long index, Loaded loaded) {
        appliedIndex = index;
        installs++;
        ByteBuffer in = ByteBuffer.wrap(loaded.replica());
        appliedAtMicros = in.getLong();
        sequencer.applied(appliedAtMicros);
        byte[] marker = new byte[in.getInt()];
        in.get(marker);
        origins.decode(in);
        loaded.install();
        if (marker.length > 0) {
            LogBatch.read(marker, new LogBatch.Reader() {
                @Override
                public void marker(long markedTerm, long unknownOrigin, Member marked) {
                    epoch = markedTerm;
                    leader = marked;
                }

                @Override
                public void command(long from, long number, long atMicros, long seed, byte[] command) {
                    throw new IllegalStateException("a snapshot with a command");
                }
            });
        }
        pending.passed(origins.last(origin));
        pending.sendAgain();
        scheduleEndOfTurn();
    }
}
