package dev.reeve.cluster.member;

import dev.reeve.cluster.Replica;
import dev.reeve.engine.Command;
import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineVersion;
import dev.reeve.engine.Entry;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.ConfirmLeases;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.EntryCodec;
import dev.reeve.node.ApplyOrder;
import dev.reeve.node.CommandEnd;
import dev.reeve.node.LiveEngine;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The order of a member of a cluster: that of the replicated log. A command goes to the leader, which gives it its time and seed,
 * and is applied when it is committed, with all entries of other members before it. A task runs when the state contains all that
 * was committed anywhere before it was handed in.
 *
 * <p>Positions number the entries from 1, and are the same on every member.
 */
final class ReplicatedOrder implements ApplyOrder {
    private static final Logger log = LoggerFactory.getLogger(ReplicatedOrder.class);
    private static final int SINK_BYTES = 64 * 1024;

    private final LiveEngine live;
    private final Replica replica;
    private final int self;
    private final ReplicatedStorage storage;
    private final StateSums sums;
    private final ByteSink sink = ByteSink.inPieces(SINK_BYTES);
    private final ArrayDeque<Runnable> first = new ArrayDeque<>();
    private int pendingTicks;
    private long pendingGrowthBytes;
    private long changes;
    private Set<Long> skipped = Set.of();

    /** @param self the number of this member */
    ReplicatedOrder(LiveEngine live, Replica replica, int self, ReplicatedStorage storage, StateSums sums) {
        this.live = live;
        this.replica = replica;
        this.self = self;
        this.storage = storage;
        this.sums = sums;
    }

    /** Entries at these positions are not applied. */
    void skip(Set<Long> positions) {
        skipped = Set.copyOf(positions);
    }

    @Override
    public <R> void append(Command<R> command, CommandEnd<R> end) {
        if (live.failure() != null) {
            return;
        }
        if (isTooNew(command)) {
            // A refusal tells of the state, so it waits like an answer.
            Runnable refuse = () -> run(() -> end.applied(Outcome.refused(Rejection.OLDER_NODES), null));
            replica.look(refuse, refuse);
            return;
        }
        sink.reset(SINK_BYTES);
        // The leader gives the time and the seed.
        EntryCodec.write(new Entry<>(0, 0, command), sink);
        byte[] bytes = sink.toByteArray();
        replica.submit(bytes, new Submitted<>(command, end, bytes.length));
        live.appended(bytes.length);
        count(command);
    }

    /**
     * Whether a node may not know the command, and would stop at it. The version of the state is one that every node has, and rises only: what
     * it allows here is known wherever the entry is applied.
     */
    private boolean isTooNew(Command<?> command) {
        return command.sinceVersion()
                > Math.max(EngineVersion.FIRST, live.engine().version());
    }

    private void count(Command<?> command) {
        if (!(command instanceof Tick || command instanceof ConfirmLeases)) {
            changes++;
        }
    }

    /** A command of a caller of this member. */
    private final class Submitted<R> implements Replica.Submission {
        private final Command<R> command;
        private final CommandEnd<R> end;
        private final int bytes;
        private final long growthBytes;
        private boolean isGivenUp;

        Submitted(Command<R> command, CommandEnd<R> end, int bytes) {
            this.command = command;
            this.end = end;
            this.bytes = bytes;
            growthBytes = live.engine().growthBytes(command);
            pendingGrowthBytes += growthBytes;
            pendingTicks += command instanceof Tick ? 1 : 0;
            storage.submitted(bytes);
        }

        private void settle() {
            pendingGrowthBytes -= growthBytes;
            pendingTicks -= command instanceof Tick ? 1 : 0;
            storage.submitted(-bytes);
        }

        @Override
        public void applied(long atMicros, long seed) {
            settle();
            if (!isSkipped()) {
                apply(new Entry<>(atMicros, seed, command), self, isGivenUp ? new Late<>(end) : end);
            } else if (!isGivenUp) {
                end.unknown();
            }
        }

        @Override
        public void unknown() {
            settle();
            if (!isGivenUp) {
                end.unknown();
            }
        }

        @Override
        public boolean mayWait() {
            return end.mayWait();
        }

        @Override
        public void refused() {
            settle();
            end.applied(Outcome.refused(Rejection.NO_LEADER), null);
        }

        @Override
        public void givenUp() {
            if (!isGivenUp && !end.mayWait()) {
                isGivenUp = true;
                end.unknown();
            }
        }
    }

    /** The end of a command whose caller was told that its outcome is unknown. */
    private record Late<R>(CommandEnd<R> end) implements CommandEnd<R> {
        @Override
        public void applied(Outcome<R> outcome, @Nullable R reply) {
            if (reply != null) {
                end.late(reply);
            }
        }

        @Override
        public void unknown() {}
    }

    /** A command of another member, or of an earlier process of this one, is committed. */
    void applyOther(int member, long atMicros, long seed, byte[] bytes) {
        if (!isSkipped()) {
            applyOther(member, atMicros, seed, read(bytes));
        }
    }

    private Entry<?> read(byte[] bytes) {
        try {
            return EntryCodec.read(new ByteSource(bytes, 0, bytes.length));
        } catch (RuntimeException e) {
            throw cannotApply(live.applied() + 1, e);
        }
    }

    /** Whether the next entry is to be left out; then it is. */
    private boolean isSkipped() {
        long position = live.applied() + 1;
        if (!skipped.contains(position)) {
            return false;
        }
        log.warn("entry {} is skipped, as the data folder says", position);
        live.applied(position);
        sums.applied(position, live.engine());
        return true;
    }

    static IllegalStateException cannotApply(long position, @Nullable Throwable cause) {
        return new IllegalStateException(
                "every node stops at entry " + position + ", which cannot be applied (" + cause
                        + "); if a newer version cannot either, leave it out on every node: ./reeve cluster skip "
                        + position,
                cause);
    }

    private <R> void applyOther(int member, long atMicros, long seed, Entry<R> sent) {
        count(sent.command());
        apply(new Entry<>(atMicros, seed, sent.command()), member, CommandEnd.ignored());
    }

    private <R> void apply(Entry<R> entry, int member, CommandEnd<R> end) {
        long position = live.applied() + 1;
        live.applied(position);
        if (!live.apply(entry, member, position, end)) {
            throw cannotApply(position, live.failure());
        }
        sums.applied(position, live.engine());
        live.dispatch();
        // What another member has changed may need a timer here.
        live.scheduleEndOfTurn();
    }

    @Override
    public void enqueue(Runnable task) {
        replica.look(() -> run(task));
    }

    @Override
    public void enqueue(Runnable task, Runnable refused) {
        replica.look(() -> run(task), () -> run(refused));
    }

    @Override
    public boolean asksOthers() {
        return true;
    }

    @Override
    public void enqueueFirst(Runnable task) {
        first.addFirst(task);
        live.scheduleEndOfTurn();
    }

    @Override
    public void runSteps() {
        Runnable task;
        while ((task = first.poll()) != null) {
            run(task);
        }
    }

    /** A bug in a task affects its caller only. */
    private void run(Runnable task) {
        if (live.failure() != null) {
            return;
        }
        try {
            task.run();
        } catch (RuntimeException bug) {
            log.error("a step failed", bug);
        }
        live.dispatch();
        live.scheduleEndOfTurn();
    }

    @Override
    public boolean ticks() {
        return replica.leads();
    }

    /** The leader decides on the time of an entry, so only a tick is certain to be meant for a deadline. */
    @Override
    public boolean passes(long deadlineMicros) {
        return pendingTicks > 0;
    }

    @Override
    public boolean isEmpty() {
        return first.isEmpty() && replica.isIdle();
    }

    /** What waits for the group is not in the state yet. */
    @Override
    public boolean isSettled() {
        return first.isEmpty();
    }

    @Override
    public long lastAppended() {
        return live.applied();
    }

    @Override
    public long pendingGrowthBytes() {
        return pendingGrowthBytes;
    }

    @Override
    public long changes() {
        return changes;
    }

    @Override
    public List<Runnable> discardFrom(long position) {
        throw new IllegalStateException("what is committed is never discarded");
    }

    /** The replica ends the commands that the engine contains already. */
    @Override
    public List<Runnable> replaceEngine(Engine replacement, long position) {
        if (position < live.applied()) {
            throw new IllegalArgumentException("expected a position from " + live.applied() + ", but got " + position);
        }
        live.replace(replacement);
        sums.replaced();
        live.applied(position);
        changes++;
        return List.of();
    }
}
