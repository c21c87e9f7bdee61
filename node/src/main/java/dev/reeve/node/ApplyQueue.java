package dev.reeve.node;

import dev.reeve.engine.Command;
import dev.reeve.engine.Engine;
import dev.reeve.engine.Entry;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.command.ConfirmLeases;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.EntryCodec;
import dev.reeve.journal.Journal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The queue of all pending work, in order. A command is appended to the open batch of the journal and enqueued as a
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
final class ApplyQueue {
    private static final int SINK_BYTES = 64 * 1024;
    /** A request for a thousand jobs fits; a buffer that grows anew for each of them is filled and copied several times. */
    private static final int KEPT_SINK_BYTES = 1024 * 1024;

    private final Clock clock;
    private final Journal journal;
    private final LongSupplier seeds;
    private final EffectCollector effectCollector;
    private final JournalCapacity capacity;
    private final Loop loop;
    private final Runnable endOfTurn;

    private final ArrayDeque<Step> queue = new ArrayDeque<>();
    private final PendingReplies replies = new PendingReplies();
    private final ByteSink sink = new ByteSink(SINK_BYTES);

    private Engine engine;
    private boolean endOfTurnScheduled;
    private long lastAppended;
    private long mayApply;
    private long applied;
    private long lastEntryAt;
    private boolean measured;
    private long liveBytes;
    private long pendingGrowthBytes;
    private long nextDeadlineMicros;
    private long nextScheduleMicros;
    private long lastToken;
    private long changes;
    private boolean running;
    private boolean outdated;
    private @Nullable Throwable failure;
    private long failedPosition;

    ApplyQueue(
            Loop loop,
            Clock clock,
            Journal journal,
            Engine engine,
            LongSupplier seeds,
            EffectCollector effectCollector,
            JournalCapacity capacity,
            Runnable endOfTurn) {
        this.loop = loop;
        this.clock = clock;
        this.journal = journal;
        this.engine = engine;
        this.seeds = seeds;
        this.effectCollector = effectCollector;
        this.capacity = capacity;
        this.endOfTurn = endOfTurn;
        this.lastAppended = journal.lastAppended();
        this.mayApply = journal.mayApply();
        this.applied = mayApply;
        this.lastEntryAt = engine.atMicros();
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
    <R> void append(Command<R> command, CommandEnd<R> end) {
        append(command, end, Math.max(lastEntryAt, clock.nowMicros()));
    }

    /** Appends the command with the time of the last entry, so that no deadline is fired before it. */
    <R> void appendBeforeDeadlines(Command<R> command, CommandEnd<R> end) {
        append(command, end, lastEntryAt);
    }

    private <R> void append(Command<R> command, CommandEnd<R> end, long at) {
        if (failure != null) {
            return;
        }
        Entry<R> entry = new Entry<>(at, seeds.getAsLong(), command);
        sink.reset(KEPT_SINK_BYTES);
        EntryCodec.write(entry, sink);
        int bytes = sink.size();
        lastAppended = journal.append(sink.array(), 0, bytes);
        mayApply = journal.mayApply();
        capacity.appended(bytes);
        lastEntryAt = at;
        if (!(command instanceof Tick || command instanceof ConfirmLeases)) {
            changes++;
        }
        boolean waits = lastAppended > mayApply;
        long growth = waits ? engine.growthBytes(command) : 0;
        pendingGrowthBytes += growth;
        queue.add(new CommandStep<>(lastAppended, entry, end, growth));
        run();
    }

    /** Runs the task once every entry appended so far has been applied. */
    void enqueue(Runnable task) {
        queue.add(new TaskStep(lastAppended, task));
        run();
    }

    /** Runs every step whose position may be applied, and schedules the end of the turn. */
    private void run() {
        if (!running) {
            try {
                runSteps();
            } finally {
                scheduleEndOfTurn();
            }
        }
    }

    /** Runs every step whose position may be applied. */
    void runSteps() {
        running = true;
        try {
            Step step;
            while (mayRun() && (step = queue.peek()) != null && mayApply(step.position())) {
                queue.remove();
                applied = Math.max(applied, step.position());
                step.run(this);
                if (failure == null) {
                    effectCollector.dispatch();
                }
            }
        } finally {
            running = false;
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
        return failure == null && !outdated;
    }

    /** Runs the task before all other steps, at the next {@link #runSteps}. */
    void enqueueFirst(Runnable task) {
        queue.addFirst(new TaskStep(applied, task));
        scheduleEndOfTurn();
    }

    /**
     * Removes the entries from this position on, which will never commit. Work that came after them stays. If one of them
     * was applied, no step runs until the engine is replaced.
     *
     * @return the callbacks for those who wait for a removed entry; they may submit new work
     */
    List<Runnable> discardFrom(long position) {
        long last = position - 1;
        List<Runnable> ends = new ArrayList<>();
        replies.takeFrom(position).forEach(answer -> ends.add(answer::fail));
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
        outdated |= applied > last;
        applied = Math.min(applied, last);
        failedPosition = Math.min(failedPosition, position);
        lastEntryAt = latestEntryAt();
        return ends;
    }

    /**
     * Replaces the engine by one that contains all entries up to the position. Commands up to there that were not applied
     * here are removed; all other steps run on the new engine.
     *
     * @return the callbacks for those who wait for a removed command; they may submit new work
     */
    List<Runnable> replaceEngine(Engine replacement, long position) {
        if (position < applied || position > journal.mayApply()) {
            throw new IllegalArgumentException(
                    "expected a position from " + applied + " to " + journal.mayApply() + ", but got " + position);
        }
        List<Runnable> ends = new ArrayList<>();
        queue.removeIf(step -> step instanceof CommandStep<?> command
                && command.position <= position
                && ends.add(command.end::unknown));
        pendingGrowthBytes = queue.stream()
                .mapToLong(step -> step instanceof CommandStep<?> command ? command.growthBytes : 0)
                .sum();
        engine = replacement;
        lastAppended = journal.lastAppended();
        mayApply = journal.mayApply();
        measured = false;
        outdated = false;
        applied = position;
        lastEntryAt = latestEntryAt();
        changes++;
        return ends;
    }

    private long latestEntryAt() {
        long latest = engine.atMicros();
        for (Step step : queue) {
            latest = step instanceof CommandStep<?> command ? Math.max(latest, command.entry.atMicros()) : latest;
        }
        return latest;
    }

    /** Adds a reply that is delivered once every entry applied so far is durable. */
    void enqueueReply(PendingReplies.Answer answer) {
        replies.add(applied, answer);
        if (!running) {
            scheduleEndOfTurn();
        }
    }

    /** Schedules the end of the turn, once, after all tasks that the loop has queued now. */
    void scheduleEndOfTurn() {
        if (!endOfTurnScheduled) {
            endOfTurnScheduled = true;
            loop.execute(this::endTurn);
        }
    }

    /** Ends the turn now. */
    void endTurn() {
        endOfTurnScheduled = false;
        endOfTurn.run();
    }

    /** The current engine. It is replaced when a snapshot arrives from elsewhere, so no part of the node keeps it. */
    Engine engine() {
        return engine;
    }

    PendingReplies pendingReplies() {
        return replies;
    }

    /** Whether no step is pending and the state contains no discarded entry. */
    boolean isSettled() {
        return queue.isEmpty() && !outdated;
    }

    /** Whether no step is pending. */
    boolean isEmpty() {
        return queue.isEmpty();
    }

    /** The last position that the state contains. */
    long applied() {
        return applied;
    }

    /** The last position appended to the journal. */
    long lastAppended() {
        return lastAppended;
    }

    /** The live data of the engine. */
    long liveBytes() {
        measure();
        return liveBytes;
    }

    /** The live data, and what the commands that are not applied yet may add. */
    long admittedBytes() {
        return liveBytes() + pendingGrowthBytes;
    }

    /** The next deadline of the engine. */
    long nextDeadlineMicros() {
        measure();
        return nextDeadlineMicros;
    }

    /** The time from which a schedule has something to do. */
    long nextScheduleMicros() {
        measure();
        return nextScheduleMicros;
    }

    /** The token of the last lease. */
    long lastToken() {
        measure();
        return lastToken;
    }

    /** Asks the engine for its figures, if it has changed since. */
    private void measure() {
        if (!measured) {
            measured = true;
            liveBytes = engine.liveBytes();
            nextDeadlineMicros = engine.nextDeadlineMicros();
            nextScheduleMicros = engine.schedules().nextMicros();
            lastToken = engine.lastToken();
        }
    }

    /** The time of the last appended entry, which may not be applied yet. */
    long lastEntryAt() {
        return lastEntryAt;
    }

    /** The number of commands of callers appended, and of replaced engines. */
    long changes() {
        return changes;
    }

    /** The exception thrown by the engine; null if there was none. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    /** The position of the entry that could not be applied. */
    long failedPosition() {
        return failedPosition;
    }

    private <R> void apply(CommandStep<R> step) {
        Outcome<R> outcome;
        R reply;
        measured = false;
        try {
            outcome = engine.apply(step.entry, effectCollector, effectCollector.wantsEvents());
            reply = outcome.rejection() == null ? outcome.reply() : null;
        } catch (RuntimeException | Error cause) {
            fail(step.position, cause);
            return;
        }
        effectCollector.takePublications(step.position, this::enqueueReply);
        step.end.applied(outcome, reply);
    }

    private void fail(long position, Throwable cause) {
        applied = position - 1;
        effectCollector.discard();
        failure = cause;
        failedPosition = position;
        // Later entries are not applied either, so they must not become durable.
        long last = journal.lastAppended();
        while (last >= position && journal.cut(last)) {
            last--;
        }
        lastAppended = journal.lastAppended();
        scheduleEndOfTurn();
    }
}
