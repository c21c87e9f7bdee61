package dev.reeve.server.node;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineVersion;
import dev.reeve.engine.EngineView;
import dev.reeve.engine.Entry;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Query;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.AbandonAll;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.SetVersion;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.EntryCodec;
import dev.reeve.engine.job.Acquired;
import dev.reeve.engine.job.End;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.timer.Deadlines;
import dev.reeve.server.journal.Journal;
import dev.reeve.server.journal.Room;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Orders commands, has them journalled, applies them to the engine and holds their answers back until they are durable.
 *
 * <p>All of it happens on one loop. A command is written to the journal's open batch and put in line as a step; a step is
 * run when the journal says that its position may be applied. With the local journal that is at once, with a replicated
 * one it is at commit; nothing here depends on which. Queries and first looks of waiters stand in the same line, behind
 * everything submitted before them, so every caller sees its own writes. What a step comes to is held in
 * {@link PendingReplies} at the position reached, reads included: nobody sees what a crash could take back.
 *
 * <p>A turn of the loop ends with {@link #endOfTurn}: the batch is handed to the journal, and what has become durable is
 * answered. While the journal syncs one batch, the next one grows.
 *
 * <p>If the journal fails, nothing more is answered. If the engine throws, the entry is taken back out of the batch, the
 * ones before it are synced and answered, and the process ends: a bug must not make the data unreadable.
 */
public final class Node {
    private static final int SINK_BYTES = 64 * 1024;

    private final Loop loop;
    private final Clock clock;
    private final Journal journal;
    private final Engine engine;
    private final NodeSettings settings;
    private final Halt halt;

    private final ArrayDeque<Step> steps = new ArrayDeque<>();
    private final PendingReplies replies = new PendingReplies();
    private final Timeouts timeouts = new Timeouts();
    private final LeaseWaiters leaseWaiters;
    private final EndWaiters endWaiters = new EndWaiters();
    private final Effects effects = new CollectedEffects();
    private final List<Runnable> endings = new ArrayList<>();
    private final List<Publication> publications = new ArrayList<>();
    private final List<String> delayed = new ArrayList<>();
    private final List<Runnable> relieved = new ArrayList<>();
    private final ByteSink sink = new ByteSink(SINK_BYTES);
    private final AtomicBoolean advancing = new AtomicBoolean();
    private final Ticker ticker;
    private final Snapshots snapshots;

    private long applied;
    private long lastEntryAt;
    private long arrivals;
    private long ripeAtMicros = Timeouts.NEVER;
    private long changes;
    private Subscribers subscribers = Subscribers.NONE;
    private boolean running;
    private boolean turnEndsSoon;
    private boolean stopping;
    private @Nullable Runnable stopped;
    private @Nullable Throwable broken;
    private long brokenAt;
    private boolean halting;

    public Node(Loop loop, Clock clock, Journal journal, Engine engine, NodeSettings settings, Halt halt) {
        this.loop = loop;
        this.clock = clock;
        this.journal = journal;
        this.engine = engine;
        this.settings = settings;
        this.halt = halt;
        this.leaseWaiters = new LeaseWaiters(engine::readyCount);
        this.ticker = new Ticker(loop, clock, this::alarm);
        this.snapshots = new Snapshots(loop, journal);
        this.applied = journal.mayApply();
        this.lastEntryAt = engine.atMicros();
    }

    /** One thing to do when everything up to its position has been applied. */
    private interface Step {
        long position();

        void run();
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
        subscribers = listeners;
    }

    /** How many commands have been put into the journal, ticks not counted. Loop only. */
    public long changes() {
        return changes;
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
            inOrder(() -> hold(new OutcomeAnswer<>(Outcome.refused(refusal), done)));
            return;
        }
        append(command, outcome -> hold(new OutcomeAnswer<>(outcome, done)));
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
        tickIfDue();
        inOrder(() -> hold(new OutcomeAnswer<>(Outcome.of(query.ask(engine)), done)));
    }

    /** Leases jobs, waiting for them if there are none. Loop only. */
    public Parked acquire(Acquire command, long waitMicros, WaitCompletion<List<Acquired>> done) {
        LeaseWaiter waiter = new LeaseWaiter(this, command, ++arrivals, deadline(waitMicros), done);
        if (!closed(done)) {
            tickIfDue();
            tickIfRipe(command.queues());
            inOrder(waiter::begin);
        }
        return waiter;
    }

    /** Waits for the end of a job. Loop only. */
    public Parked awaitEnd(JobRef job, long waitMicros, WaitCompletion<Ended> done) {
        EndWaiter waiter = new EndWaiter(this, false, ++arrivals, deadline(waitMicros), done);
        if (!closed(done)) {
            tickIfDue();
            inOrder(() -> waiter.begin(job));
        }
        return waiter;
    }

    /** Adds a foreground job and waits for its end; its terms say how long. Loop only. */
    public Parked run(Add job, WaitCompletion<Ended> done) {
        EndWaiter waiter = new EndWaiter(this, true, ++arrivals, Timeouts.NEVER, done);
        if (closed(done)) {
            return waiter;
        }
        Rejection refusal = refusal(job);
        if (refusal != null) {
            inOrder(() -> waiter.refused(refusal));
        } else {
            waiter.begin(job);
        }
        return waiter;
    }

    private long deadline(long waitMicros) {
        return Deadlines.after(clock.nowMicros(), waitMicros);
    }

    /** Too many bytes are on their way to the disk: sessions should not be read until {@link #whenRelieved}. */
    public boolean congested() {
        return journal.unsyncedBytes() > settings.unsyncedBytes();
    }

    /** Runs the task once, on the loop, when the congestion is over. */
    public void whenRelieved(Runnable task) {
        relieved.add(task);
        endTurnSoon();
    }

    private boolean closed(Completion<?> done) {
        if (stopping || broken != null) {
            loop.execute(done::unknown);
            return true;
        }
        return false;
    }

    /** Why the command cannot be taken now, for lack of memory or disk; null if it can. */
    @Nullable
    Rejection refusal(Command<?> command) {
        Room room = journal.room();
        if (room == Room.NONE || (room == Room.NO_GROWTH && command.grows())) {
            return Rejection.OUT_OF_DISK;
        }
        return command.grows() && engine.liveBytes() > settings.memoryBytes() ? Rejection.OUT_OF_MEMORY : null;
    }

    /** Journals the command, and hands over its outcome as soon as it is applied, before it is durable. */
    <R> void append(Command<R> command, Consumer<Outcome<R>> then) {
        if (broken != null) {
            return;
        }
        long at = Math.max(lastEntryAt, clock.nowMicros());
        Entry<R> entry = new Entry<>(at, settings.seeds().getAsLong(), command);
        sink.reset(SINK_BYTES);
        EntryCodec.write(entry, sink);
        long position = journal.append(sink.array(), 0, sink.size());
        lastEntryAt = at;
        if (!(command instanceof Tick)) {
            changes++;
        }
        steps.add(new CommandStep<>(position, entry, then));
        runSteps();
        endTurnSoon();
    }

    /** Journals a command that tidies up behind a client, if there is room for it; without it the clock does so later. */
    void tidy(Command<Done> command) {
        if (refusal(command) == null) {
            append(command, outcome -> {});
        }
    }

    private void inOrder(Runnable task) {
        steps.add(new TaskStep(journal.lastAppended(), task));
        runSteps();
        endTurnSoon();
    }

    private void runSteps() {
        if (running) {
            return;
        }
        running = true;
        Step step;
        while (broken == null && (step = steps.peek()) != null && step.position() <= journal.mayApply()) {
            steps.remove();
            applied = step.position();
            step.run();
            tellEndings();
            watchDelayed();
            serveWaiters();
        }
        running = false;
    }

    private void tellEndings() {
        if (!endings.isEmpty()) {
            List<Runnable> told = List.copyOf(endings);
            endings.clear();
            told.forEach(Runnable::run);
        }
    }

    private void watchDelayed() {
        if (!delayed.isEmpty()) {
            delayed.forEach(this::watch);
            delayed.clear();
        }
    }

    private void serveWaiters() {
        LeaseWaiter waiter;
        while ((waiter = leaseWaiters.next()) != null) {
            waiter.tryNow();
        }
    }

    /** Holds the answer back until everything applied so far is durable. */
    void hold(PendingReplies.Answer answer) {
        replies.hold(applied, answer);
        endTurnSoon();
    }

    /** Events come before the answer to what caused them. */
    private void holdPublications() {
        if (!publications.isEmpty()) {
            publications.forEach(this::hold);
            publications.clear();
        }
    }

    private void endTurnSoon() {
        if (!turnEndsSoon) {
            turnEndsSoon = true;
            loop.execute(this::endOfTurn);
        }
    }

    private void endOfTurn() {
        turnEndsSoon = false;
        journal.flush();
        replies.release(journal.mayReply());
        journal.liveBytes(engine.liveBytes());
        if (!snapshots.running() && !stopping && broken == null && journal.snapshotDue() && steps.isEmpty()) {
            snapshots.start(engine, applied);
        }
        ticker.wakeAt(nextAlarmMicros());
        relieve();
        finishIfDone();
    }

    private long nextAlarmMicros() {
        long deadline = tickNeeded() ? engine.nextDeadlineMicros() : Timeouts.NEVER;
        long ripe = journal.room() != Room.NONE ? ripeAtMicros : Timeouts.NEVER;
        return Math.min(Math.min(deadline, ripe), timeouts.nextMicros());
    }

    private void relieve() {
        if (!relieved.isEmpty() && !congested()) {
            List<Runnable> tasks = List.copyOf(relieved);
            relieved.clear();
            tasks.forEach(Runnable::run);
        }
    }

    /** The journal has moved on. Safe from any thread. */
    public void journalAdvanced() {
        if (advancing.compareAndSet(false, true)) {
            loop.execute(() -> {
                advancing.set(false);
                runSteps();
                endOfTurn();
            });
        }
    }

    /** The journal can write no more. Safe from any thread. */
    public void journalFailed(String what, Throwable cause) {
        halt.now(what, cause);
    }

    private void alarm() {
        if (stopping || broken != null) {
            return;
        }
        tickIfDue();
        if (ripeAtMicros <= clock.nowMicros()) {
            ripen();
        }
        timeouts.fire(clock.nowMicros());
        endTurnSoon();
    }

    /** Lets deadlines that have come take effect before anybody looks. */
    private void tickIfDue() {
        if (engine.nextDeadlineMicros() <= clock.nowMicros() && tickNeeded()) {
            append(new Tick(), outcome -> {});
        }
    }

    /** Brings the engine's time up to date if that makes jobs ready which no deadline of the server's clock marks. */
    private void tickIfRipe(List<String> queues) {
        long now = clock.nowMicros();
        for (String queue : queues) {
            if (engine.nextLazyDueMicros(queue) <= now && journal.room() != Room.NONE) {
                append(new Tick(), outcome -> {});
                return;
            }
        }
    }

    /** Somebody waits for the queue: the alarm has to ring when a job of it is ready by its own clock. */
    void watch(String queue) {
        ripeAtMicros = Math.min(ripeAtMicros, engine.nextLazyDueMicros(queue));
    }

    /** Has those try whose jobs may be ready by now, and watches for the next. */
    private void ripen() {
        List<String> queues = leaseWaiters.parkedQueues();
        ripeAtMicros = Timeouts.NEVER;
        tickIfRipe(queues);
        inOrder(() -> queues.forEach(queue -> {
            leaseWaiters.lookAt(queue);
            watch(queue);
        }));
    }

    /** Whether the next deadline needs a tick: no entry that deals with it is on its way, and one could be written. */
    private boolean tickNeeded() {
        boolean onItsWay = !steps.isEmpty() && engine.nextDeadlineMicros() <= lastEntryAt;
        return !onItsWay && journal.room() != Room.NONE;
    }

    /** Takes no new work, and runs the task when everything taken so far has been answered. Loop only. */
    public void stop(Runnable whenAnswered) {
        stopping = true;
        stopped = whenAnswered;
        snapshots.abandon();
        leaseWaiters.all().forEach(LeaseWaiter::stop);
        endWaiters.all().forEach(EndWaiter::stop);
        endTurnSoon();
    }

    /** Writes a snapshot of everything and closes the journal. After {@link #stop}; blocks. */
    public void close() {
        if (broken == null && steps.isEmpty()) {
            snapshots.start(engine, applied);
            snapshots.completeNow();
        }
        journal.close();
    }

    private void finishIfDone() {
        Throwable cause = broken;
        if (cause != null && !halting && journal.mayReply() >= brokenAt - 1) {
            halting = true;
            haltAfterReplies(cause);
        }
        Runnable task = stopped;
        if (task != null && steps.isEmpty() && replies.isEmpty() && journal.mayReply() >= journal.lastAppended()) {
            stopped = null;
            task.run();
        }
    }

    private void haltAfterReplies(Throwable cause) {
        replies.giveUp();
        // The sessions flush in tasks of the loop that stand in line now.
        loop.execute(() -> halt.now("applying the entry at position " + brokenAt + " failed", cause));
    }

    private void broke(long position, Throwable cause) {
        broken = cause;
        brokenAt = position;
        journal.cut(position);
        endTurnSoon();
    }

    EngineView engine() {
        return engine;
    }

    LeaseWaiters leaseWaiters() {
        return leaseWaiters;
    }

    EndWaiters endWaiters() {
        return endWaiters;
    }

    Timeouts timeouts() {
        return timeouts;
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
                outcome = engine.apply(entry, effects);
            } catch (RuntimeException | Error cause) {
                applied = position - 1;
                publications.clear();
                broke(position, cause);
                return;
            }
            holdPublications();
            then.accept(outcome);
        }
    }

    private record TaskStep(long position, Runnable task) implements Step {
        @Override
        public void run() {
            task.run();
        }
    }

    private record OutcomeAnswer<R>(Outcome<R> outcome, Completion<R> done) implements PendingReplies.Answer {
        @Override
        public void deliver() {
            done.outcome(outcome);
        }

        @Override
        public void giveUp() {
            done.unknown();
        }
    }

    /** An event that subscribers hear of when what it tells is durable. */
    private record Publication(Subscribers to, String channel, String message) implements PendingReplies.Answer {
        @Override
        public void deliver() {
            to.published(channel, message);
        }

        @Override
        public void giveUp() {}
    }

    /** Notes what happened; it is acted on after the entry has been applied. */
    private final class CollectedEffects implements Effects {
        @Override
        public void becameReady(String queue) {
            leaseWaiters.lookAt(queue);
        }

        @Override
        public void published(String channel, String message) {
            if (subscribers.any()) {
                publications.add(new Publication(subscribers, channel, message));
            }
        }

        @Override
        public void delayed(String queue) {
            if (leaseWaiters.anyParked(queue)) {
                delayed.add(queue);
            }
        }

        @Override
        public void ended(long number, JobId id, End how, byte @Nullable [] result) {
            if (endWaiters.anyFor(number)) {
                Ended ended = EndWaiter.of(number, id, how, result);
                endings.add(() -> endWaiters.takeAll(number).forEach(waiter -> waiter.ended(ended, how)));
            }
        }
    }
}
