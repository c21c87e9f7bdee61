package dev.reeve.node;

import dev.reeve.engine.Command;
import dev.reeve.engine.Engine;
import dev.reeve.engine.Entry;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.EntryCodec;
import dev.reeve.journal.Journal;
import java.util.ArrayDeque;
import java.util.function.Consumer;
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
 */
final class ApplyQueue {
    private static final int SINK_BYTES = 64 * 1024;

    private final Clock clock;
    private final Journal journal;
    private final Engine engine;
    private final LongSupplier seeds;
    private final EffectCollector effectCollector;
    private final EndOfTurn endOfTurn;

    private final ArrayDeque<Step> queue = new ArrayDeque<>();
    private final PendingReplies replies = new PendingReplies();
    private final ByteSink sink = new ByteSink(SINK_BYTES);

    private long applied;
    private long lastEntryAt;
    private long changes;
    private boolean running;
    private @Nullable Throwable failure;
    private long failedPosition;

    ApplyQueue(
            Clock clock,
            Journal journal,
            Engine engine,
            LongSupplier seeds,
            EffectCollector effectCollector,
            EndOfTurn endOfTurn) {
        this.clock = clock;
        this.journal = journal;
        this.engine = engine;
        this.seeds = seeds;
        this.effectCollector = effectCollector;
        this.endOfTurn = endOfTurn;
        this.applied = journal.mayApply();
        this.lastEntryAt = engine.atMicros();
    }

    /** Work to run once every entry up to its position has been applied. */
    private interface Step {
        long position();

        void run();
    }

    /**
     * Appends the command to the journal. The callback gets the outcome once the command is applied, before it is
     * durable.
     */
    <R> void append(Command<R> command, Consumer<Outcome<R>> onApplied) {
        if (failure != null) {
            return;
        }
        long at = Math.max(lastEntryAt, clock.nowMicros());
        Entry<R> entry = new Entry<>(at, seeds.getAsLong(), command);
        sink.reset(SINK_BYTES);
        EntryCodec.write(entry, sink);
        long position = journal.append(sink.array(), 0, sink.size());
        lastEntryAt = at;
        if (!(command instanceof Tick)) {
            changes++;
        }
        queue.add(new CommandStep<>(position, entry, onApplied));
        endOfTurn.schedule();
        run();
    }

    /** Runs the task once every entry appended so far has been applied. */
    void enqueue(Runnable task) {
        queue.add(new TaskStep(journal.lastAppended(), task));
        endOfTurn.schedule();
        run();
    }

    /** Runs every step whose position may be applied. */
    void run() {
        if (running) {
            return;
        }
        running = true;
        try {
            Step step;
            while (failure == null && (step = queue.peek()) != null && step.position() <= journal.mayApply()) {
                queue.remove();
                applied = step.position();
                step.run();
                if (failure == null) {
                    effectCollector.dispatch();
                }
            }
        } finally {
            running = false;
        }
    }

    /** Adds a reply that is delivered once every entry applied so far is durable. */
    void enqueueReply(PendingReplies.Answer answer) {
        replies.add(applied, answer);
        endOfTurn.schedule();
    }

    /** Schedules the end of the turn. */
    void scheduleEndOfTurn() {
        endOfTurn.schedule();
    }

    PendingReplies pendingReplies() {
        return replies;
    }

    /** Whether no step is pending. */
    boolean isEmpty() {
        return queue.isEmpty();
    }

    /** The position of the last step that was run. */
    long applied() {
        return applied;
    }

    /** The time of the last appended entry, which may not be applied yet. */
    long lastEntryAt() {
        return lastEntryAt;
    }

    /** The number of commands appended, without ticks. */
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
        endOfTurn.schedule();
    }

    private final class CommandStep<R> implements Step {
        private final long position;
        private final Entry<R> entry;
        private final Consumer<Outcome<R>> onApplied;

        CommandStep(long position, Entry<R> entry, Consumer<Outcome<R>> onApplied) {
            this.position = position;
            this.entry = entry;
            this.onApplied = onApplied;
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public void run() {
            Outcome<R> outcome;
            try {
                outcome = engine.apply(entry, effectCollector);
            } catch (RuntimeException | Error cause) {
                fail(position, cause);
                return;
            }
            effectCollector.takePublications(ApplyQueue.this::enqueueReply);
            onApplied.accept(outcome);
        }
    }

    private record TaskStep(long position, Runnable task) implements Step {
        @Override
        public void run() {
            task.run();
        }
    }
}
