package dev.reeve.server.node;

import dev.reeve.engine.Command;
import dev.reeve.engine.Engine;
import dev.reeve.engine.Entry;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.EntryCodec;
import dev.reeve.server.journal.Journal;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Everything there is to do, in one line. A command is written to the journal's open batch and put in line as a step; a
 * step is run when the journal says that its position may be applied. Queries and first looks stand in the same line,
 * behind everything submitted before them. What a step comes to is held back at the position reached.
 *
 * <p>If the engine throws, the entry is taken back out of the batch with all behind it, nothing is run or written after
 * it, and what it did until then is told to nobody.
 */
final class ApplyQueue {
    private static final int SINK_BYTES = 64 * 1024;

    private final Clock clock;
    private final Journal journal;
    private final Engine engine;
    private final LongSupplier seeds;
    private final EffectCollector effectCollector;
    private final EndOfTurn endOfTurn;

    private final ArrayDeque<Step> line = new ArrayDeque<>();
    private final PendingReplies replies = new PendingReplies();
    private final ByteSink sink = new ByteSink(SINK_BYTES);

    private long applied;
    private long lastEntryAt;
    private long changes;
    private boolean running;
    private @Nullable Throwable broken;
    private long brokenAt;

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

    /** One thing to do when everything up to its position has been applied. */
    private interface Step {
        long position();

        void run();
    }

    /** Journals the command, and hands over its outcome as soon as it is applied, before it is durable. */
    <R> void append(Command<R> command, Consumer<Outcome<R>> then) {
        if (broken != null) {
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
        line.add(new CommandStep<>(position, entry, then));
        endOfTurn.soon();
        run();
    }

    /** Runs the task when everything appended so far has been applied. */
    void inOrder(Runnable task) {
        line.add(new TaskStep(journal.lastAppended(), task));
        endOfTurn.soon();
        run();
    }

    /** Runs what may be run. */
    void run() {
        if (running) {
            return;
        }
        running = true;
        try {
            Step step;
            while (broken == null && (step = line.peek()) != null && step.position() <= journal.mayApply()) {
                line.remove();
                applied = step.position();
                step.run();
                if (broken == null) {
                    effectCollector.act();
                }
            }
        } finally {
            running = false;
        }
    }

    /** Holds the answer back until everything applied so far is durable. */
    void hold(PendingReplies.Answer answer) {
        replies.hold(applied, answer);
        endOfTurn.soon();
    }

    /** Something was done that the end of the turn has to deal with. */
    void endTurnSoon() {
        endOfTurn.soon();
    }

    PendingReplies replies() {
        return replies;
    }

    /** Whether everything has been run. */
    boolean isEmpty() {
        return line.isEmpty();
    }

    /** The position of the last step that was run. */
    long applied() {
        return applied;
    }

    /** The time of the last entry that was written; it may have to be applied yet. */
    long lastEntryAt() {
        return lastEntryAt;
    }

    /** How many commands have been written, ticks not counted. */
    long changes() {
        return changes;
    }

    /** What the engine threw; null while all is well. */
    @Nullable
    Throwable broken() {
        return broken;
    }

    /** The position of the entry that could not be applied. */
    long brokenAt() {
        return brokenAt;
    }

    private void broke(long position, Throwable cause) {
        applied = position - 1;
        effectCollector.drop();
        broken = cause;
        brokenAt = position;
        // What was appended behind it has not been applied either, and nobody is told of it.
        long last = journal.lastAppended();
        while (last >= position && journal.cut(last)) {
            last--;
        }
        endOfTurn.soon();
    }

    private final class CommandStep<R> implements Step {
        private final long position;
        private final Entry<R> entry;
        private final Consumer<Outcome<R>> then;

        CommandStep(long position, Entry<R> entry, Consumer<Outcome<R>> then) {
            this.position = position;
            this.entry = entry;
            this.then = then;
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
                broke(position, cause);
                return;
            }
            effectCollector.takePublications(ApplyQueue.this::hold);
            then.accept(outcome);
        }
    }

    private record TaskStep(long position, Runnable task) implements Step {
        @Override
        public void run() {
            task.run();
        }
    }
}
