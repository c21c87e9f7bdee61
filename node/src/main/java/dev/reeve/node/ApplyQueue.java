package dev.reeve.node;

import dev.reeve.engine.Command;
import dev.reeve.engine.Engine;
import dev.reeve.engine.Entry;
import dev.reeve.engine.command.ConfirmLeases;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.EntryCodec;
import dev.reeve.journal.Journal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The order of a single server: the queue of all pending work. A command is appended to the open batch of the journal and enqueued as a
 * step. A step runs as soon as the journal allows its position to be applied. Queries and the first attempts of waiters
 * are steps of the same queue, behind all commands submitted before them. The reply of a step is pending until the
 * applied position is durable.
 *
 * <p>Invariant: if the engine throws, the entry and all entries after it are removed from the open batch, no later step
 * runs, and the effects of the entry are discarded.
 *
 * <p>Invariant: every appended command ends, see {@link CommandEnd}, also if its entry never commits or the engine is
 * replaced. No step runs on a state that contains a discarded entry.
 */
final class ApplyQueue implements ApplyOrder {
    private static final int SINK_BYTES = 64 * 1024;

    private final Clock clock;
    private final Journal journal;
    private final LongSupplier seeds;
    private final LiveEngine live;

    private final ArrayDeque<Step> queue = new ArrayDeque<>();
    private final ByteSink sink = ByteSink.inPieces(SINK_BYTES);

    private long lastAppended;
    private long mayApply;
    private long lastEntryAt;
    private long pendingGrowthBytes;
    private long changes;
    private boolean outdated;

    ApplyQueue(Clock clock, Journal journal, LongSupplier seeds, LiveEngine live) {
        this.clock = clock;
        this.journal = journal;
        this.seeds = seeds;
        this.live = live;
        this.lastAppended = journal.lastAppended();
        this.mayApply = journal.mayApply();
        this.lastEntryAt = live.engine().atMicros();
        live.applied(mayApply);
    }

    /** Work to run once every entry up to its position has been applied. */
    private interface Step {
        long position();

        void run(ApplyQueue queue);
    }

    /** @param growthBytes what the command may add, if it has to wait for the journal */
    private record CommandStep<R>(long position, Entry<R> entry, CommandEnd<R> end, long growthBytes) implements Step {
        @Override
        public void run(ApplyQueue queue) {
            queue.pendingGrowthBytes -= growthBytes;
            queue.apply(this);
        }
    }

    private record TaskStep(long position, Runnable task) implements Step {
        @Override
        public void run(ApplyQueue queue) {
            task.run();
        }
    }

    /** Appends the command to the journal. */
    @Override
    public <R> void append(Command<R> command, CommandEnd<R> end) {
        append(command, end, Math.max(lastEntryAt, clock.nowMicros()));
    }

    @Override
    public <R> void appendBeforeDeadlines(Command<R> command, CommandEnd<R> end) {
        append(command, end, lastEntryAt);
    }

    private <R> void append(Command<R> command, CommandEnd<R> end, long at) {
        if (live.failure() != null) {
            return;
        }
        Entry<R> entry = new Entry<>(at, seeds.getAsLong(), command);
        sink.reset(SINK_BYTES);
        EntryCodec.write(entry, sink);
        int bytes = sink.size();
        lastAppended = sink.isOnePiece() ? journal.append(sink.array(), 0, bytes) : journal.append(sink.takePieces());
        mayApply = journal.mayApply();
        live.appended(bytes);
        lastEntryAt = at;
        if (!(command instanceof Tick || command instanceof ConfirmLeases)) {
            changes++;
        }
        boolean waits = lastAppended > mayApply;
        long growth = waits ? live.engine().growthBytes(command) : 0;
        pendingGrowthBytes += growth;
        queue.add(new CommandStep<>(lastAppended, entry, end, growth));
        run();
    }

    /** Runs the task once every entry appended so far has been applied. */
    @Override
    public void enqueue(Runnable task) {
        queue.add(new TaskStep(lastAppended, task));
        run();
    }

    /** Nobody is given up: a journal that does not go on ends the process. */
    @Override
    public void enqueue(Runnable task, Runnable refused) {
        enqueue(task);
    }

    /** Runs every step whose position may be applied, and schedules the end of the turn. */
    private void run() {
        if (!live.running()) {
            try {
                runSteps();
            } finally {
                live.scheduleEndOfTurn();
            }
        }
    }

    /** Runs every step whose position may be applied. */
    @Override
    public void runSteps() {
        live.running(true);
        try {
            Step step;
            while (mayRun() && (step = queue.peek()) != null && mayApply(step.position())) {
                queue.remove();
                live.applied(Math.max(live.applied(), step.position()));
                step.run(this);
                if (live.failure() == null) {
                    live.dispatch();
                }
            }
        } finally {
            live.running(false);
        }
    }

    /** Whether the entries up to the position may be applied. The journal is asked only for news. */
    private boolean mayApply(long position) {
        if (position > mayApply) {
            mayApply = journal.mayApply();
        }
        return position <= mayApply;
    }

    private boolean mayRun() {
        return live.failure() == null && !outdated;
    }

    @Override
    public void enqueueFirst(Runnable task) {
        queue.addFirst(new TaskStep(live.applied(), task));
        live.scheduleEndOfTurn();
    }

    @Override
    public List<Runnable> discardFrom(long position) {
        long last = position - 1;
        List<Runnable> ends = new ArrayList<>();
        live.pendingReplies().takeFrom(position).forEach(answer -> ends.add(answer::fail));
        for (int i = queue.size(); i > 0; i--) {
            Step step = queue.remove();
            if (step.position() < position) {
                queue.add(step);
            } else if (step instanceof TaskStep waiting) {
                queue.add(new TaskStep(last, waiting.task));
            } else if (step instanceof CommandStep<?> command) {
                pendingGrowthBytes -= command.growthBytes;
                ends.add(command.end::discarded);
            }
        }
        lastAppended = journal.lastAppended();
        mayApply = journal.mayApply();
        outdated |= live.applied() > last;
        live.applied(Math.min(live.applied(), last));
        live.discardedFrom(position);
        lastEntryAt = latestEntryAt();
        return ends;
    }

    @Override
    public List<Runnable> replaceEngine(Engine replacement, long position) {
        if (position < live.applied() || position > journal.mayApply()) {
            throw new IllegalArgumentException("expected a position from " + live.applied() + " to "
                    + journal.mayApply() + ", but got " + position);
        }
        List<Runnable> ends = new ArrayList<>();
        queue.removeIf(step -> step instanceof CommandStep<?> command
                && command.position <= position
                && ends.add(command.end::unknown));
        pendingGrowthBytes = queue.stream()
                .mapToLong(step -> step instanceof CommandStep<?> command ? command.growthBytes : 0)
                .sum();
        live.replace(replacement);
        lastAppended = journal.lastAppended();
        mayApply = journal.mayApply();
        outdated = false;
        live.applied(position);
        lastEntryAt = latestEntryAt();
        changes++;
        return ends;
    }

    private long latestEntryAt() {
        long latest = live.engine().atMicros();
        for (Step step : queue) {
            latest = step instanceof CommandStep<?> command ? Math.max(latest, command.entry.atMicros()) : latest;
        }
        return latest;
    }

    @Override
    public boolean ticks() {
        return true;
    }

    @Override
    public boolean passes(long deadlineMicros) {
        return !queue.isEmpty() && deadlineMicros <= lastEntryAt;
    }

    @Override
    public boolean isSettled() {
        return queue.isEmpty() && !outdated;
    }

    @Override
    public boolean isEmpty() {
        return queue.isEmpty();
    }

    @Override
    public long lastAppended() {
        return lastAppended;
    }

    @Override
    public long pendingGrowthBytes() {
        return pendingGrowthBytes;
    }

    @Override
    public long changes() {
        return changes;
    }

    private <R> void apply(CommandStep<R> step) {
        if (!live.apply(step.entry, step.position, step.end)) {
            cutFrom(step.position);
        }
    }

    /** Later entries are not applied either, so they must not become durable. */
    private void cutFrom(long position) {
        long last = journal.lastAppended();
        while (last >= position && journal.cut(last)) {
            last--;
        }
        lastAppended = journal.lastAppended();
        live.scheduleEndOfTurn();
    }
}
