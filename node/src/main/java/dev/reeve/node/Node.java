package dev.reeve.node;

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
import dev.reeve.journal.Journal;
import dev.reeve.journal.WriteAdmission;
import dev.reeve.tally.QueueTallies;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The core of the server: orders commands, journals them, applies them to the engine, and delays their replies until
 * they are durable. All of it runs on one loop.
 *
 * <p>All work passes through one queue ({@link ApplyQueue}), so every caller sees its own writes. Replies wait in
 * {@link PendingReplies} for the position reached, reads included: no client sees a state that a crash could undo. With
 * the local journal a command is applied immediately, with a replicated journal at commit. This class works with both.
 *
 * <p>A turn of the loop ends with {@link #endOfTurn}: the batch is flushed to the journal, and durable replies are
 * delivered. While the journal syncs one batch, the next one fills.
 *
 * <p>If the journal fails, no more replies are delivered. If the engine throws, the entry is removed from the batch,
 * the entries before it are synced and answered, and the process ends, so that a bug cannot make the data unreadable. A
 * bug in a query or in the delivery of a reply affects one caller only, whose connection is closed.
 */
public final class Node implements Requests {
    private static final Logger log = LoggerFactory.getLogger(Node.class);
    private static final long STEP_PAUSE_MICROS = 1;

    /** Ends the process, because the node can no longer guarantee durability. */
    @FunctionalInterface
    public interface Halt {
        void now(String why, Throwable cause);
    }

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
    private final ApplyQueue applyQueue;
    private final Timers timers;
    private final SnapshotTask snapshots;
    private final JournalBackpressure backpressure;
    private final GroupCommit groupCommit;
    private final AtomicBoolean advancing = new AtomicBoolean();
    private final ArrayDeque<Command<Done>> pendingCleanup = new ArrayDeque<>();

    private long arrivals;
    private boolean stopping;
    private @Nullable Runnable onStopped;
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
        this.applyQueue = new ApplyQueue(clock, journal, engine, settings.seeds(), effectCollector, endOfTurn);
        this.timers = new Timers(loop, clock, journal, engine, applyQueue, leaseWaiters);
        this.snapshots = new SnapshotTask(loop, journal);
        this.backpressure = new JournalBackpressure(journal, settings.unsyncedBytes());
        this.groupCommit = new GroupCommit(loop, clock, journal, endOfTurn);
    }

    /** Brings the engine up to date after a restart. Called before the doors open. */
    public void start() {
        if (engine.version() < EngineVersion.CURRENT) {
            append(new SetVersion(EngineVersion.CURRENT), outcome -> {});
        }
        append(new AbandonAll(), outcome -> {});
    }

    @Override
    public Loop loop() {
        return loop;
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public void subscribers(Subscribers subscribers) {
        effectCollector.subscribers(subscribers);
    }

    /** Sets the counters of job events. Called before the doors open. */
    public void tallies(QueueTallies queues) {
        effectCollector.tallies(queues);
    }

    /**
     * Passes the current engine state to the observer, on the loop and before it is durable: for metrics, never for
     * replies to clients. Safe from any thread.
     */
    public void observe(Consumer<EngineView> observer) {
        loop.execute(() -> observer.accept(engine));
    }

    /** The number of calls that wait for a job. Loop only. */
    public int waitingForJobs() {
        return leaseWaiters.count();
    }

    /** The number of calls that wait for the end of a job. Loop only. */
    public int waitingForEnds() {
        return resultWaiters.count();
    }

    /** Live data above which new jobs are refused. */
    public long memoryBytes() {
        return settings.memoryBytes();
    }

    /** The number of commands journalled, without ticks. */
    @Override
    public long changes() {
        return applyQueue.changes();
    }

    @Override
    public <R> void submit(Command<R> command, Completion<R> done) {
        onLoop(done, () -> {
            Rejection rejection = rejection(command);
            if (rejection != null) {
                applyQueue.enqueue(() -> enqueueReply(Outcome.refused(rejection), done));
            } else {
                append(command, outcome -> enqueueReply(outcome, done));
            }
        });
    }

    @Override
    public <R> void ask(Query<R> query, Completion<R> done) {
        askInSteps(query::ask, done);
    }

    @Override
    public <R> void askInSteps(LongQuery<R> query, Completion<R> done) {
        onLoop(done, () -> {
            timers.tickIfDue(clock.nowMicros());
            applyQueue.enqueue(() -> step(query, done));
        });
    }

    private <R> void step(LongQuery<R> query, Completion<R> done) {
        R result;
        try {
            result = query.step(engine);
        } catch (RuntimeException bug) {
            // A query changes nothing, so a bug in it affects its caller only.
            log.error("query failed", bug);
            loop.execute(done::outcomeUnknown);
            return;
        }
        if (result != null) {
            enqueueReply(Outcome.of(result), done);
        } else {
            // Scheduled and not just executed: the loop may run many queued tasks before it polls for input again.
            loop.schedule(() -> askInSteps(query, done), STEP_PAUSE_MICROS);
        }
    }

    /** Runs the task on the loop, unless the node takes no new work. */
    private void onLoop(Completion<?> done, Runnable task) {
        if (!loop.inLoop()) {
            loop.execute(() -> onLoop(done, task));
        } else if (!closed(done)) {
            task.run();
        }
    }

    private <R> void enqueueReply(Outcome<R> outcome, Completion<R> done) {
        if (outcome.rejection() == null) {
            done.resultFixed(outcome.reply());
        }
        enqueueReply(new OutcomeAnswer<>(outcome, done));
    }

    /** The reply to a call that does not block. */
    private record OutcomeAnswer<R>(Outcome<R> outcome, Completion<R> done) implements PendingReplies.Answer {
        @Override
        public void deliver() {
            done.outcome(outcome);
        }

        @Override
        public void fail() {
            done.outcomeUnknown();
        }
    }

    @Override
    public WaitHandle acquire(Acquire command, long waitMicros, WaitCompletion<List<LeasedJob>> done) {
        long now = clock.nowMicros();
        LeaseWaiter waiter = new LeaseWaiter(this, command, ++arrivals, DeadlineHeap.after(now, waitMicros), done);
        if (!closed(done)) {
            timers.tickIfDue(now);
            timers.tickIfCallerClockDue(command.queues(), now);
            applyQueue.enqueue(waiter::begin);
        }
        return waiter;
    }

    @Override
    public WaitHandle awaitEnd(JobRef job, long waitMicros, WaitCompletion<FinishedJob> done) {
        long now = clock.nowMicros();
        ResultWaiter waiter = new ResultWaiter(this, false, ++arrivals, DeadlineHeap.after(now, waitMicros), done);
        if (!closed(done)) {
            timers.tickIfDue(now);
            applyQueue.enqueue(() -> waiter.begin(job));
        }
        return waiter;
    }

    @Override
    public WaitHandle run(Add job, WaitCompletion<FinishedJob> done) {
        ResultWaiter waiter = new ResultWaiter(this, true, ++arrivals, WaitDeadlines.NEVER, done);
        if (closed(done)) {
            return waiter;
        }
        Rejection rejection = rejection(job);
        if (rejection != null) {
            applyQueue.enqueue(() -> waiter.refused(rejection));
        } else {
            waiter.begin(job);
        }
        return waiter;
    }

    @Override
    public boolean congested() {
        return backpressure.isActive();
    }

    @Override
    public void whenRelieved(Runnable task) {
        backpressure.whenRelieved(task);
        endOfTurn.schedule();
    }

    private boolean closed(Completion<?> done) {
        if (closed()) {
            loop.execute(done::outcomeUnknown);
            return true;
        }
        return false;
    }

    private boolean closed() {
        return stopping || applyQueue.failure() != null;
    }

    /** The reason to refuse the command for lack of memory or disk space; null if it is admitted. */
    @Nullable
    Rejection rejection(Command<?> command) {
        WriteAdmission admission = journal.room();
        if (admission == WriteAdmission.NONE || (admission == WriteAdmission.NO_GROWTH && command.grows())) {
            return Rejection.OUT_OF_DISK;
        }
        return command.grows() && engine.liveBytes() > settings.memoryBytes() ? Rejection.OUT_OF_MEMORY : null;
    }

    /**
     * Appends the command to the journal. The callback gets the outcome once the command is applied, before it is
     * durable.
     */
    <R> void append(Command<R> command, Consumer<Outcome<R>> onApplied) {
        applyQueue.append(command, onApplied);
    }

    @Override
    public void giveBack(List<LeasedJob> jobs) {
        for (LeasedJob job : jobs) {
            Claim claim = Claim.ofToken(job.lease().token());
            cleanUp(new Release(JobRef.of(job.number()), claim, true));
        }
    }

    /** Journals a command that cleans up after a client, as soon as the journal accepts it. */
    void cleanUp(Command<Done> command) {
        pendingCleanup.add(command);
        flushCleanup();
    }

    private void flushCleanup() {
        Command<Done> next;
        while ((next = pendingCleanup.peek()) != null && rejection(next) == null) {
            pendingCleanup.remove();
            append(next, outcome -> {});
        }
    }

    /** Adds a reply that is delivered once every entry applied so far is durable. */
    void enqueueReply(PendingReplies.Answer answer) {
        applyQueue.enqueueReply(answer);
    }

    private void endOfTurn() {
        flushCleanup();
        groupCommit.flush();
        applyQueue.pendingReplies().release(journal.mayReply());
        journal.liveBytes(engine.liveBytes());
        if (!snapshots.running() && !closed() && journal.snapshotDue() && applyQueue.isEmpty()) {
            snapshots.start(engine, applyQueue.applied());
        }
        timers.schedule();
        backpressure.notifyIfRelieved();
        finishIfDone();
    }

    /** The positions, the admission or a snapshot of the journal changed. Safe from any thread. */
    public void journalAdvanced() {
        if (advancing.compareAndSet(false, true)) {
            loop.execute(() -> {
                advancing.set(false);
                applyQueue.run();
                endOfTurn.run();
            });
        }
    }

    /** The journal has failed and writes no more. Safe from any thread. */
    public void journalFailed(String why, Throwable cause) {
        halt.now(why, cause);
    }

    /** Refuses new work, and runs the task when every reply has been delivered. Loop only. */
    public void stop(Runnable whenAnswered) {
        stopping = true;
        onStopped = whenAnswered;
        timers.stop();
        snapshots.abandon();
        leaseWaiters.all().forEach(LeaseWaiter::stop);
        resultWaiters.all().forEach(ResultWaiter::stop);
        endOfTurn.schedule();
    }

    /** Writes a final snapshot and closes the journal. Called after {@link #stop}; blocks. */
    public void close() {
        pendingCleanup.clear();
        try {
            if (applyQueue.failure() == null && applyQueue.isEmpty()) {
                snapshots.start(engine, applyQueue.applied());
                snapshots.completeNow();
            }
        } finally {
            journal.close();
        }
    }

    private void finishIfDone() {
        Throwable cause = applyQueue.failure();
        if (cause != null && !halting && journal.mayReply() >= applyQueue.failedPosition() - 1) {
            halting = true;
            haltAfterReplies(cause);
        }
        Runnable task = onStopped;
        if (task != null
                && applyQueue.isEmpty()
                && applyQueue.pendingReplies().isEmpty()
                && journal.mayReply() >= journal.lastAppended()) {
            onStopped = null;
            task.run();
        }
    }

    private void haltAfterReplies(Throwable cause) {
        applyQueue.pendingReplies().fail();
        // The sessions flush in loop tasks that are queued already.
        loop.execute(
                () -> halt.now("applying the entry at position " + applyQueue.failedPosition() + " failed", cause));
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
