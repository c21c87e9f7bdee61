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
        /** The log has the command: apply it now, with this time and seed. */
        void applied(long atMicros, long seed);

        /** It took effect, but not here. */
        void unknown();
    }

    /** What is replicated. */
    public interface State {
        /** A command of another node, or of an earlier process of this one. */
        void apply(long atMicros, long seed, byte[] command);

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
    }

    /** What a leader gives to commands. */
    public interface Stamps {
        long nowMicros();

        long seed();
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
    private final Sequencer sequencer;
    private @Nullable Consensus consensus;
    private @Nullable Member leader;
    private long epoch;
    private long appliedAtMicros;
    private long askedLook;
    private boolean asking;
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
        this.sequencer = new Sequencer(this::propose, stamps);
    }

    /** Sets the group, whose listener this is. Called once, before the first command. */
    public void join(Consensus group) {
        consensus = group;
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
        pending.add(task);
        scheduleEndOfTurn();
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
        send();
        sequencer.flush();
        askIfNeeded();
    }

    private void send() {
        Member to = leader;
        if (to == null) {
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
        askedLook = pending.lastLook();
        group().readIndex(new Consensus.Reading() {
            @Override
            public void read(long index) {
                loop.execute(() -> answered(true));
            }

            @Override
            public void failed(String problem) {
                loop.execute(() -> answered(false));
            }
        });
    }

    /** Everything that the answer is about was given to the loop before it, and is applied. */
    private void answered(boolean confirmed) {
        asking = false;
        if (confirmed && !hasFailed) {
            pending.confirm(askedLook);
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
        loop.execute(() -> guarded("entry " + index, () -> apply(term, bytes)));
    }

    @Override
    public void leadershipStarted(long term) {
        loop.execute(() -> sequencer.start(term, LogBatch.marker(term, origin, self)));
    }

    @Override
    public void leadershipEnded(long term) {
        loop.execute(() -> {
            if (sequencer.term() == term) {
                sequencer.stop();
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
        loop.execute(() -> guarded("the snapshot of entry " + index, () -> install(loaded)));
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

    private void apply(long term, byte[] bytes) {
        if (term == sequencer.term()) {
            sequencer.committed();
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
                    state.apply(atMicros, seed, command);
                }
            }
        });
        scheduleEndOfTurn();
    }

    /** Everything that earlier leaders took is applied; what still waits they did not take. */
    private void begin(long term, long leaderOrigin, Member marked) {
        epoch = term;
        leader = marked;
        pending.sendAgain();
        if (leaderOrigin == origin && term == sequencer.term()) {
            sequencer.marked(origins);
        }
    }

    private byte[] header() {
        byte[] last = origins.encode();
        byte[] marker = leader == null ? new byte[0] : LogBatch.marker(epoch, 0, leader);
        return ByteBuffer.allocate(Long.BYTES + Integer.BYTES + marker.length + last.length)
                .putLong(appliedAtMicros)
                .putInt(marker.length)
                .put(marker)
                .put(last)
                .array();
    }

    /** Commands of this node that the snapshot has end as unknown; the others are sent again. */
    private void install(Loaded loaded) {
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
