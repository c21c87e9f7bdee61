package dev.reeve.server.node;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineVersion;
import dev.reeve.engine.EngineView;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Query;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.command.AbandonAll;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Release;
import dev.reeve.engine.command.SetVersion;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.server.journal.Journal;
import dev.reeve.server.journal.WriteAdmission;
import dev.reeve.server.tally.QueueTallies;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Orders commands, has them journalled, applies them to the engine and holds their answers back until they are durable.
 *
 * <p>All of it happens on one loop. What there is to do stands in one line ({@link ApplyQueue}), so every caller sees its own
 * writes; what it comes to is held in {@link PendingReplies} at the position reached, reads included: nobody sees what a
 * crash could take back. With the local journal a command is applied at once, with a replicated one at commit; nothing
 * here depends on which.
 *
 * <p>A turn of the loop ends with {@link #endOfTurn}: the batch is handed to the journal, and what has become durable is
 * answered. While the journal syncs one batch, the next one grows.
 *
 * <p>If the journal fails, nothing more is answered. If the engine throws, the entry is taken back out of the batch, the
 * ones before it are synced and answered, and the process ends: a bug must not make the data unreadable. A bug in a
 * question or in an answer is the matter of one caller, whose connection is closed; the others are answered.
 */
public final class Node {
    private static final Logger log = LoggerFactory.getLogger(Node.class);
    private static final long BETWEEN_STEPS_MICROS = 1;

    private final Loop loop;
    private final Clock clock;
    private final Journal journal;
    private final Engine engine;
    private final NodeSettings settings;
    private final Halt halt;

    private final LeaseWaiters leaseWaiters;
    private final ResultWaiters resultWaiters = new ResultWaiters();
    private final EffectCollector effectCollector;
    private final EndOfTurn endOfTurn;
    private final ApplyQueue steps;
    private final Timers timers;
    private final SnapshotTask snapshots;
    private final JournalBackpressure backpressure;
    private final GroupCommit groupCommit;
    private final AtomicBoolean advancing = new AtomicBoolean();
    private final ArrayDeque<Command<Done>> untidied = new ArrayDeque<>();

    private long arrivals;
    private boolean stopping;
    private @Nullable Runnable stopped;
    private boolean halting;

    public Node(Loop loop, Clock clock, Journal journal, Engine engine, NodeSettings settings, Halt halt) {
        this.loop = loop;
        this.clock = clock;
        this.journal = journal;
        this.engine = engine;
        this.settings = settings;
        this.halt = halt;
        this.leaseWaiters = new LeaseWaiters(engine);
        this.effectCollector = new EffectCollector(leaseWaiters, resultWaiters);
        this.endOfTurn = new EndOfTurn(loop, this::endOfTurn);
        this.steps = new ApplyQueue(clock, journal, engine, settings.seeds(), effectCollector, endOfTurn);
        this.timers = new Timers(loop, clock, journal, engine, steps, leaseWaiters);
        this.snapshots = new SnapshotTask(loop, journal);
        this.backpressure = new JournalBackpressure(journal, settings.unsyncedBytes());
        this.groupCommit = new GroupCommit(loop, clock, journal, endOfTurn);
    }

    /** Brings the engine up to date after a restart. Before the doors open. */
    public void start() {
        if (engine.version() < EngineVersion.CURRENT) {
            append(new SetVersion(EngineVersion.CURRENT), outcome -> {});
        }
        append(new AbandonAll(), outcome -> {});
    }

    public Loop loop() {
        return loop;
    }

    public Clock clock() {
        return clock;
    }

    /** Tells these of events from now on. Before the doors open. */
    public void subscribers(Subscribers listeners) {
        effectCollector.subscribers(listeners);
    }

    /** Counts what happens to jobs from now on. Before the doors open. */
    public void tallies(QueueTallies queues) {
        effectCollector.tallies(queues);
    }

    /**
     * Shows the engine as it is, on the loop, without regard to what is durable: for figures about the server, never for
     * answers to clients. Safe from any thread.
     */
    public void observe(Consumer<EngineView> look) {
        loop.execute(() -> look.accept(engine));
    }

    /** How many calls wait for a job. Loop only. */
    public int waitingForJobs() {
        return leaseWaiters.count();
    }

    /** How many calls wait for the end of a job. Loop only. */
    public int waitingForEnds() {
        return resultWaiters.count();
    }

    /** Live data past which new jobs are refused. */
    public long memoryBytes() {
        return settings.memoryBytes();
    }

    /** How many commands have been put into the journal, ticks not counted. Loop only. */
    public long changes() {
        return steps.changes();
    }

    /** Journals and applies the command. Safe from any thread. */
    public <R> void submit(Command<R> command, Completion<R> done) {
        if (!loop.inLoop()) {
            loop.execute(() -> submit(command, done));
            return;
        }
        if (closed(done)) {
            return;
        }
        Rejection refusal = refusal(command);
        if (refusal != null) {
            steps.inOrder(() -> hold(Outcome.refused(refusal), done));
            return;
        }
        append(command, outcome -> hold(outcome, done));
    }

    /** Asks the engine, after all that was submitted before. Safe from any thread. */
    public <R> void ask(Query<R> query, Completion<R> done) {
        if (!loop.inLoop()) {
            loop.execute(() -> ask(query, done));
            return;
        }
        if (closed(done)) {
            return;
        }
        timers.tickIfDue(clock.nowMicros());
        steps.inOrder(() -> {
            R answer;
            try {
                answer = query.ask(engine);
            } catch (RuntimeException bug) {
                cannotTell(bug, done);
                return;
            }
            hold(Outcome.of(answer), done);
        });
    }

    /**
     * Asks the engine in steps, the first one after all that was submitted before; what the steps saw is durable when the
     * answer is told. Safe from any thread.
     */
    public <R> void askInSteps(LongQuery<R> query, Completion<R> done) {
        if (!loop.inLoop()) {
            loop.execute(() -> askInSteps(query, done));
            return;
        }
        if (closed(done)) {
            return;
        }
        timers.tickIfDue(clock.nowMicros());
        steps.inOrder(() -> {
            R answer;
            try {
                answer = query.step(engine);
            } catch (RuntimeException bug) {
                cannotTell(bug, done);
                return;
            }
            if (answer != null) {
                hold(Outcome.of(answer), done);
            } else {
                // Not as a mere task: of those the loop may do many before it looks for input again.
                loop.schedule(() -> askInSteps(query, done), BETWEEN_STEPS_MICROS);
            }
        });
    }

    /** A question changes nothing, so a bug in one is a matter of who asked. */
    private void cannotTell(RuntimeException bug, Completion<?> done) {
        log.error("a question could not be answered", bug);
        loop.execute(done::outcomeUnknown);
    }

    private <R> void hold(Outcome<R> outcome, Completion<R> done) {
        if (outcome.rejection() == null) {
            done.resultFixed(outcome.reply());
        }
        hold(new OutcomeAnswer<>(outcome, done));
    }

    /** Leases jobs, waiting for them if there are none. Loop only. */
    public WaitHandle acquire(Acquire command, long waitMicros, WaitCompletion<List<LeasedJob>> done) {
        long now = clock.nowMicros();
        LeaseWaiter waiter = new LeaseWaiter(this, command, ++arrivals, DeadlineHeap.after(now, waitMicros), done);
        if (!closed(done)) {
            timers.tickIfDue(now);
            timers.tickIfRipe(command.queues(), now);
            steps.inOrder(waiter::begin);
        }
        return waiter;
    }

    /** Waits for the end of a job. Loop only. */
    public WaitHandle awaitEnd(JobRef job, long waitMicros, WaitCompletion<FinishedJob> done) {
        long now = clock.nowMicros();
        ResultWaiter waiter = new ResultWaiter(this, false, ++arrivals, DeadlineHeap.after(now, waitMicros), done);
        if (!closed(done)) {
            timers.tickIfDue(now);
            steps.inOrder(() -> waiter.begin(job));
        }
        return waiter;
    }

    /** Adds a foreground job and waits for its end; its terms say how long. Loop only. */
    public WaitHandle run(Add job, WaitCompletion<FinishedJob> done) {
        ResultWaiter waiter = new ResultWaiter(this, true, ++arrivals, WaitDeadlines.NEVER, done);
        if (closed(done)) {
            return waiter;
        }
        Rejection refusal = refusal(job);
        if (refusal != null) {
            steps.inOrder(() -> waiter.refused(refusal));
        } else {
            waiter.begin(job);
        }
        return waiter;
    }

    /** Too many bytes are on their way to the disk: sessions should not be read until {@link #whenRelieved}. */
    public boolean congested() {
        return backpressure.now();
    }

    /** Runs the task once, on the loop, when the congestion is over. */
    public void whenRelieved(Runnable task) {
        backpressure.whenRelieved(task);
        endOfTurn.soon();
    }

    private boolean closed(Completion<?> done) {
        if (closed()) {
            loop.execute(done::outcomeUnknown);
            return true;
        }
        return false;
    }

    private boolean closed() {
        return stopping || steps.broken() != null;
    }

    /** Why the command cannot be taken now, for lack of memory or disk; null if it can. */
    @Nullable
    Rejection refusal(Command<?> command) {
        WriteAdmission room = journal.room();
        if (room == WriteAdmission.NONE || (room == WriteAdmission.NO_GROWTH && command.grows())) {
            return Rejection.OUT_OF_DISK;
        }
        return command.grows() && engine.liveBytes() > settings.memoryBytes() ? Rejection.OUT_OF_MEMORY : null;
    }

    /** Journals the command, and hands over its outcome as soon as it is applied, before it is durable. */
    <R> void append(Command<R> command, Consumer<Outcome<R>> then) {
        steps.append(command, then);
    }

    /** The jobs have not reached whoever they were leased for: they go back to their places, uncounted. Loop only. */
    public void giveBack(List<LeasedJob> jobs) {
        for (LeasedJob job : jobs) {
            Claim claim = Claim.ofToken(job.lease().token());
            tidy(new Release(JobRef.of(job.number()), claim, true));
        }
    }

    /** Journals a command that tidies up behind a client, as soon as there is room for it. */
    void tidy(Command<Done> command) {
        untidied.add(command);
        tidyUp();
    }

    private void tidyUp() {
        Command<Done> next;
        while ((next = untidied.peek()) != null && refusal(next) == null) {
            untidied.remove();
            append(next, outcome -> {});
        }
    }

    /** Holds the answer back until everything applied so far is durable. */
    void hold(PendingReplies.Answer answer) {
        steps.hold(answer);
    }

    private void endOfTurn() {
        tidyUp();
        groupCommit.flush();
        steps.replies().release(journal.mayReply());
        journal.liveBytes(engine.liveBytes());
        if (!snapshots.running() && !closed() && journal.snapshotDue() && steps.isEmpty()) {
            snapshots.start(engine, steps.applied());
        }
        timers.set();
        backpressure.relieve();
        finishIfDone();
    }

    /** The journal has moved on. Safe from any thread. */
    public void journalAdvanced() {
        if (advancing.compareAndSet(false, true)) {
            loop.execute(() -> {
                advancing.set(false);
                steps.run();
                endOfTurn.come();
            });
        }
    }

    /** The journal can write no more. Safe from any thread. */
    public void journalFailed(String what, Throwable cause) {
        halt.now(what, cause);
    }

    /** Takes no new work, and runs the task when everything taken so far has been answered. Loop only. */
    public void stop(Runnable whenAnswered) {
        stopping = true;
        stopped = whenAnswered;
        timers.off();
        snapshots.abandon();
        leaseWaiters.all().forEach(LeaseWaiter::stop);
        resultWaiters.all().forEach(ResultWaiter::stop);
        endOfTurn.soon();
    }

    /** Writes a snapshot of everything and closes the journal. After {@link #stop}; blocks. */
    public void close() {
        untidied.clear();
        try {
            if (steps.broken() == null && steps.isEmpty()) {
                snapshots.start(engine, steps.applied());
                snapshots.completeNow();
            }
        } finally {
            journal.close();
        }
    }

    private void finishIfDone() {
        Throwable cause = steps.broken();
        if (cause != null && !halting && journal.mayReply() >= steps.brokenAt() - 1) {
            halting = true;
            haltAfterReplies(cause);
        }
        Runnable task = stopped;
        if (task != null
                && steps.isEmpty()
                && steps.replies().isEmpty()
                && journal.mayReply() >= journal.lastAppended()) {
            stopped = null;
            task.run();
        }
    }

    private void haltAfterReplies(Throwable cause) {
        steps.replies().giveUp();
        // The sessions flush in tasks of the loop that stand in line now.
        loop.execute(() -> halt.now("applying the entry at position " + steps.brokenAt() + " failed", cause));
    }

    EngineView engine() {
        return engine;
    }

    LeaseWaiters leaseWaiters() {
        return leaseWaiters;
    }

    ResultWaiters resultWaiters() {
        return resultWaiters;
    }

    WaitDeadlines waitDeadlines() {
        return timers.waitDeadlines();
    }
}
