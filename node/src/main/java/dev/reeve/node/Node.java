package dev.reeve.node;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineVersion;
import dev.reeve.engine.EngineView;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Query;
import dev.reeve.engine.ReadRule;
import dev.reeve.engine.RefusedQueryException;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.StoredPayloads;
import dev.reeve.engine.command.AbandonAll;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.command.DoubtLeases;
import dev.reeve.engine.command.Release;
import dev.reeve.engine.command.SetMemoryLimit;
import dev.reeve.engine.command.SetVersion;
import dev.reeve.engine.job.AbsentColumnsException;
import dev.reeve.engine.job.AbsentPayloadException;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobBlock;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.ShownPayload;
import dev.reeve.journal.Journal;
import dev.reeve.journal.JournalListener;
import dev.reeve.journal.PayloadFiles;
import dev.reeve.journal.SnapshotTarget;
import dev.reeve.journal.Storage;
import dev.reeve.journal.WriteAdmission;
import dev.reeve.tally.JournalTally;
import dev.reeve.tally.QueueTallies;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The core of the server: orders commands, journals them, applies them to the engine, and delays their replies until
 * they are durable. All of it runs on one loop.
 *
 * <p>All work passes through one queue ({@link ApplyOrder}), so every caller sees its own writes. Replies wait in
 * {@link PendingReplies} for the position reached, reads included: no client sees a state that a crash could undo. With
 * the local journal a command is applied immediately, with a replicated journal at commit. This class works with both.
 *
 * <p>A turn of the loop ends with {@link #endOfTurn}: the batch is flushed to the journal, and durable replies are
 * delivered. While the journal syncs one batch, the next one fills.
 *
 * <p>If the journal fails, no more replies are delivered. If the engine throws, the entry is removed from the batch,
 * the entries before it are synced and answered, and the process ends, so that a bug cannot make the data unreadable. A
 * bug in a query or in the delivery of a reply affects one caller only, whose connection is closed.
 *
 * <p>An entry that will never commit ({@link #discardFrom}), or whose effect arrives with another engine ({@link
 * #replaceEngine}), ends as outcome unknown. No call hangs.
 */
public final class Node implements Requests {
    private static final Logger log = LoggerFactory.getLogger(Node.class);
    private static final int RESERVE_DIVISOR = 20;
    /** A step of a query that has been repeated so often because of columns on disk reads the others itself: it looks at more than may be in memory. */
    private static final int MOST_REPEATS = 64;
    /** The limit that the engine knows is journalled again when it is off by such a part of it. */
    private static final int LIMIT_STEPS = 8;

    /** Ends the process, because the node can no longer guarantee durability. */
    @FunctionalInterface
    public interface Halt {
        void now(String why, Throwable cause);
    }

    private final Loop loop;
    private final Clock clock;
    private final Storage journal;
    private final long memoryBytes;
    private final Halt halt;

    final LeaseWaiters leaseWaiters;
    final ResultWaiters resultWaiters = new ResultWaiters();
    final LiveEngine live;
    final ApplyOrder order;
    final Timers timers;
    private final EffectCollector effectCollector;
    private final SnapshotTask snapshots;
    private final StateCopies stateCopies;
    private final @Nullable PayloadTraffic payloads;
    private final JournalCapacity capacity;
    private final GroupCommit groupCommit;
    private final LeaseConfirmations leaseConfirmations;
    private final LongQueries longQueries;
    private final Watch watch;
    private final KnownWorkers workers = new KnownWorkers();
    private final BulkCalls bulkCalls = new BulkCalls();
    private final Neighbours neighbours = new Neighbours();
    /** Null until somebody has waited. */
    private @Nullable ColumnWaits columnWaits;

    private final ArrayDeque<Cleanup> pendingCleanup = new ArrayDeque<>();

    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong arrivals = new AtomicLong();
    private volatile long refusedAtBytes = Long.MAX_VALUE;
    private boolean stopping;
    private @Nullable Runnable onStopped;
    private boolean halting;

    /** A node that orders its work by itself. */
    public Node(Loop loop, Clock clock, Journal journal, Engine engine, NodeSettings settings, Halt halt) {
        this(loop, clock, Backing.of(journal, clock, settings), engine, settings, halt);
    }

    public Node(Loop loop, Clock clock, Backing backing, Engine engine, NodeSettings settings, Halt halt) {
        this.loop = loop;
        this.clock = clock;
        this.journal = backing.storage();
        this.memoryBytes = settings.memoryBytes();
        this.halt = halt;
        this.leaseWaiters = new LeaseWaiters(this::engine);
        this.effectCollector = new EffectCollector(leaseWaiters, resultWaiters);
        this.capacity = new JournalCapacity(journal, settings.unsyncedBytes());
        this.live = new LiveEngine(loop, engine, effectCollector, capacity, this::endOfTurn);
        this.order = backing.order().create(live);
        this.timers = new Timers(
                clock, capacity, live, order, leaseWaiters, new ScheduleTimer(clock, live, order, this::rejection));
        this.payloads = openPayloads(settings);
        this.snapshots = new SnapshotTask(loop, journal, payloads);
        this.stateCopies = new StateCopies(loop, journal);
        this.longQueries = new LongQueries(loop, clock, this::calls);
        this.groupCommit = new GroupCommit(loop, clock, journal, live::heapBytes, capacity, live::scheduleEndOfTurn);
        this.leaseConfirmations = new LeaseConfirmations(live, order, capacity, timers);
        Series series = new Series(clock, this::engine, effectCollector::tallies);
        EventLog events = new EventLog(loop, live::applied, effectCollector::wantsEvents);
        effectCollector.eventLog(events);
        this.watch = new Watch(events, series, new StatsFeed(this, series));
    }

    private @Nullable PayloadTraffic openPayloads(NodeSettings settings) {
        PayloadFiles files = journal.payloads();
        if (files == null) {
            return null;
        }
        // Who refers to which place was noted when the journal was opened.
        engine().payloads().takeReleased();
        engine().payloads().blocks().takeReleased();
        PayloadLimits limits = PayloadLimits.of(settings.payloadBytes(), settings.memoryBytes());
        PayloadTraffic traffic = new PayloadTraffic(live, files, capacity, limits);
        live.payloads(traffic);
        effectCollector.readAhead(traffic.ahead());
        return traffic;
    }

    /** Brings the engine up to date after a restart. Called before the doors open. */
    public void start() {
        if (live.lastToken() > 0) {
            // The leases that have lapsed since the last entry are in doubt too.
            order.appendBeforeDeadlines(new DoubtLeases(), CommandEnd.ignored());
        }
        updateVersion(EngineVersion.CURRENT);
        updateMemoryLimit();
        // Not repeated if it is discarded: by then there may be foreground jobs whose callers wait here.
        order.append(new AbandonAll(), CommandEnd.ignored());
    }

    /** Lets the engine behave as this version of it does, if it is newer. In a cluster only when every member has it. Loop only. */
    public void updateVersion(int version) {
        if (engine().version() < version) {
            Command<Done> current = new SetVersion(version);
            order.append(current, new Cleanup(current, 0));
        }
    }

    private void updateMemoryLimit() {
        long limitBytes = memoryBytes + engine().payloads().savedBytes();
        if (engine().memoryLimitBytes() != limitBytes) {
            Command<Done> limit = new SetMemoryLimit(limitBytes);
            order.append(limit, new Cleanup(limit, 0));
        }
    }

    /** What the engine adds by itself is limited by all live data, so that limit follows what is on disk. */
    private void followDisk() {
        long savedBytes = engine().payloads().savedBytes();
        long limitBytes = memoryBytes + savedBytes;
        long known = engine().memoryLimitBytes();
        long tolerance = savedBytes == 0 ? 0 : memoryBytes / LIMIT_STEPS;
        boolean isOff = known != Long.MAX_VALUE && Math.abs(known - limitBytes) > tolerance;
        if (isOff && pendingCleanup.isEmpty() && order.isEmpty()) {
            cleanUp(new SetMemoryLimit(limitBytes), 0);
        }
    }

    /** The callers of an earlier process of this member of a cluster are gone. Loop only. */
    public void memberStarted() {
        order.append(new DoubtLeases(), CommandEnd.ignored());
        order.append(new AbandonAll(), CommandEnd.ignored());
    }

    /** Another member of the cluster leads, or this one does. Loop only. */
    public void leaderChanged(boolean leadsHere) {
        if (leadsHere) {
            updateMemoryLimit();
        }
        live.scheduleEndOfTurn();
    }

    /** Saves the state as it is now. Loop only. */
    public void save(SnapshotTarget target) {
        if (snapshots.running()) {
            target.abandon();
        } else {
            snapshots.start(engine(), target);
        }
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

    @Override
    public Neighbours neighbours() {
        return neighbours;
    }

    /** Sets the counters of job events. Called before the doors open. */
    public void tallies(QueueTallies queues) {
        effectCollector.tallies(queues);
    }

    /**
     * Begins to sample counters every second. Called before the doors open.
     *
     * @param journal the counters of the journal
     */
    public void startSampling(JournalTally journal) {
        watch.series().start();
        watch.stats().start(journal);
    }

    @Override
    public Watch watch() {
        return watch;
    }

    @Override
    public ReadRule readRule() {
        return ReadRule.ALL;
    }

    /**
     * Passes the current engine state to the observer, on the loop and before it is durable: for metrics, never for
     * replies to clients. Safe from any thread.
     */
    public void observe(Consumer<EngineView> observer) {
        loop.execute(() -> observer.accept(engine()));
    }

    /**
     * The current engine state, before it is durable: for decisions about the next command, never for replies to clients.
     * Loop only.
     */
    public EngineView current() {
        return engine();
    }

    /** The number of calls that wait for a job. Loop only. */
    public int waitingForJobs() {
        return leaseWaiters.count();
    }

    /** The number of calls that wait for the end of a job. Loop only. */
    public int waitingForEnds() {
        return resultWaiters.count();
    }

    /** The limit of live data. */
    public long memoryBytes() {
        return memoryBytes;
    }

    /** Whether what adds data is refused for lack of memory or disk space, or the last large command was. Any thread. */
    public boolean refusesGrowth(long liveBytes) {
        return liveBytes >= refusedAtBytes || journal.room() != WriteAdmission.AMPLE;
    }

    /** The number of commands journalled, without ticks. */
    @Override
    public long changes() {
        return order.changes();
    }

    @Override
    public long position() {
        return live.applied();
    }

    @Override
    public <R> void submit(Command<R> command, Completion<R> done) {
        onLoop(done, command, () -> submitNow(known(command, done), done));
    }

    private <R> void submitNow(@Nullable Command<R> command, Completion<R> done) {
        if (command == null || !mayBeAbsent()) {
            submitFound(command, done);
        } else {
            whenFound(command.lookups(), done, command, () -> submitFound(command, done));
        }
    }

    /**
     * Runs the task when the columns are in memory that it takes to find these jobs. That is at once, if nothing of them is on disk only. If
     * others have taken their place in memory again, or the command needs more, they are read when they are looked at.
     *
     * @param command what is kept in memory meanwhile; null for nothing
     */
    private void whenFound(List<JobRef> jobs, Completion<?> done, @Nullable Command<?> command, Runnable task) {
        PayloadTraffic traffic = payloads;
        List<JobBlock> absent = mayBeAbsent() ? engine().absentFor(jobs) : List.of();
        if (traffic == null || absent.isEmpty()) {
            task.run();
            return;
        }
        Origin caller = done.origin();
        ColumnWaits waits = columnWaits == null ? new ColumnWaits() : columnWaits;
        columnWaits = waits;
        waits.begin(caller);
        traffic.await(absent, waitingBytes(command), () -> {
            if (!failed(done)) {
                task.run();
            }
            waits.ended(caller);
        });
    }

    /** Whether columns of jobs may be on disk only. */
    private boolean mayBeAbsent() {
        return payloads != null
                && payloads.mayBeOut()
                && engine().payloads().blocks().anyAbsent();
    }

    /** Has the call wait for the columns that an earlier one of its caller waits for. Returns whether it does. */
    private boolean isHeld(Completion<?> done, @Nullable Command<?> command, Runnable call) {
        ColumnWaits waits = columnWaits;
        if (waits == null || waits.isEmpty()) {
            return false;
        }
        long bytes = waitingBytes(command);
        boolean holds = waits.holds(done.origin(), () -> {
            capacity.letGo(bytes);
            if (!failed(done)) {
                call.run();
            }
        });
        if (holds) {
            capacity.hold(bytes);
        }
        return holds;
    }

    /** What a call takes while it waits. */
    private static long waitingBytes(@Nullable Command<?> command) {
        return PayloadTraffic.WAITING_BYTES + (command == null ? 0 : command.growthBytes());
    }

    private <R> void submitFound(@Nullable Command<R> command, Completion<R> done) {
        if (command == null) {
            order.enqueue(() -> answerEmpty(done), () -> refuseUnavailable(done));
        } else {
            Rejection rejection = rejection(command);
            if (rejection != null) {
                Runnable refuse = () -> new DirectCall<>(live, done).applied(Outcome.refused(rejection), null);
                order.enqueue(refuse, refuse);
            } else {
                order.append(command, new DirectCall<>(live, done));
            }
        }
    }

    /** Notes which workers ask for jobs. Those of quiet workers are not asked for; null if nothing is left then. */
    @SuppressWarnings("unchecked") // A group replaces a group.
    private <R> @Nullable Command<R> known(Command<R> command, Completion<R> done) {
        if (command instanceof Acquire acquire) {
            return isQuiet(acquire, done) ? null : command;
        }
        if (!(command instanceof CommandGroup group) || group.steps().stream().noneMatch(Node::acquires)) {
            return command;
        }
        List<CommandGroup.Step> steps = new ArrayList<>(group.steps());
        steps.replaceAll(step -> step instanceof CommandGroup.Do one
                        && one.command() instanceof Acquire acquire
                        && isQuiet(acquire, done)
                ? new CommandGroup.Ask(engine -> List.of())
                : step);
        return (Command<R>) new CommandGroup(steps);
    }

    private static boolean acquires(CommandGroup.Step step) {
        return step instanceof CommandGroup.Do one && one.command() instanceof Acquire;
    }

    private boolean isQuiet(Acquire command, Completion<?> done) {
        KnownWorkers.Presence worker = seen(command, done);
        return worker != null && worker.isQuiet();
    }

    /** A worker asks for jobs. Returns what is known of it; null if it does not tell its name. */
    KnownWorkers.@Nullable Presence seen(Acquire command, Completion<?> done) {
        return workers.seen(command, done, clock.nowMicros(), engine());
    }

    @SuppressWarnings("unchecked") // The reply of an Acquire is a list of jobs.
    private <R> void answerEmpty(Completion<R> done) {
        R none = (R) List.<LeasedJob>of();
        new DirectCall<>(live, done).applied(Outcome.of(none), none);
    }

    @Override
    public void submitEach(List<Command<?>> commands, Completion<List<Outcome<?>>> done) {
        List<CommandGroup.Step> steps = new ArrayList<>(commands.size());
        commands.forEach(command -> steps.add(new CommandGroup.Do(command)));
        submit(new CommandGroup(steps), done);
    }

    @Override
    public void changeAll(BulkChange change, Completion<BulkCount> done) {
        changeAll(change, new EverythingScope(), done);
    }

    @Override
    public void changeAll(BulkChange change, BulkScope scope, Completion<BulkCount> done) {
        onLoop(done, () -> bulkCalls.add(new BulkCall(change, scope, clock, done)));
    }

    /** A caller that may see and change every job. */
    private final class EverythingScope implements BulkScope {
        @Override
        public <R> void search(LongQuery<R> query, Completion<R> done) {
            askInSteps(query, done);
        }

        @Override
        public void change(List<Command<?>> commands, Completion<List<Outcome<?>>> done) {
            submitEach(commands, done);
        }
    }

    @Override
    public void workers(WorkerQuery query, Completion<List<WorkerView>> done) {
        ask(engine -> workers.list(query, clock.nowMicros(), engine), done);
    }

    @Override
    public void quiet(String worker, boolean quiet, Predicate<String> allowed, Completion<Boolean> done) {
        onLoop(
                done,
                () -> order.enqueue(() -> {
                    Outcome<Boolean> outcome = workers.quiet(worker, quiet, allowed);
                    new DirectCall<>(live, done).applied(outcome, null);
                }));
    }

    @Override
    public int waitingFor(String queue) {
        return leaseWaiters.parked(queue);
    }

    @Override
    public <R> void ask(Query<R> query, Completion<R> done) {
        askInSteps(
                new LongQuery<R>() {
                    @Override
                    public R step(EngineView engine) {
                        return query.ask(engine);
                    }

                    @Override
                    public boolean isRepeatable() {
                        return true;
                    }
                },
                done);
    }

    @Override
    public <R> void askInSteps(LongQuery<R> query, Completion<R> done) {
        onLoop(done, () -> enqueueRead(() -> firstStep(query, done), () -> refuseUnavailable(done)));
    }

    private <R> void firstStep(LongQuery<R> query, Completion<R> done) {
        if (!step(query, done, List.of(), 0)) {
            // It is long itself, so it is no call of others to long queries.
            calls.lazySet(calls.get() - 1);
            longQueries.add(() -> goOn(query, done));
        }
    }

    /** Evaluates the next step of a long query, behind all that has come meanwhile. */
    private <R> void goOn(LongQuery<R> query, Completion<R> done) {
        if (!closed(done)) {
            enqueueRead(() -> nextStep(query, done, List.of(), 0), () -> refuseUnavailable(done));
        }
    }

    private <R> void nextStep(LongQuery<R> query, Completion<R> done, List<ShownPayload> atHand, int repeats) {
        long began = clock.uptimeMicros();
        boolean over = step(query, done, atHand, repeats);
        longQueries.stepped(began);
        if (!over) {
            longQueries.add(() -> goOn(query, done));
        }
    }

    /** Runs the task behind all that a caller who asks now has to see: commands, deadlines that are due, and runs of schedules. */
    private void enqueue(Runnable task, Runnable refused, long nowMicros) {
        timers.tickIfDue(nowMicros);
        enqueue(task, refused);
    }

    private void enqueueRead(Runnable task, Runnable refused) {
        timers.tickBeforeRead(clock.nowMicros());
        enqueue(task, refused);
    }

    private void enqueue(Runnable task, Runnable refused) {
        order.enqueue(order.asksOthers() ? () -> runBehindFreeRuns(task, refused) : task, refused);
    }

    /** Another node may have ended the job that a run has waited for, and the leader may not have started the run yet. */
    private void runBehindFreeRuns(Runnable task, Runnable refused) {
        if (timers.startFreeRuns()) {
            order.enqueue(task, refused);
        } else {
            task.run();
        }
    }

    /** Repeats a step that wanted to look at payloads or columns, which have been read now. */
    private <R> void repeatStep(LongQuery<R> query, Completion<R> done, List<ShownPayload> atHand, int repeats) {
        if (!failed(done)) {
            order.enqueue(() -> nextStep(query, done, atHand, repeats), () -> refuseUnavailable(done));
        }
    }

    /** The call was given up before it was tried. */
    private <R> void refuseUnavailable(Completion<R> done) {
        new DirectCall<>(live, done).applied(Outcome.refused(Rejection.NO_LEADER), null);
    }

    /** Evaluates a step. Returns false if the query has to go on; it does so by itself where it waits for payloads. */
    private <R> boolean step(LongQuery<R> query, Completion<R> done, List<ShownPayload> atHand, int repeats) {
        if (payloads != null) {
            payloads.letGo(atHand);
        }
        if (query.abandoned()) {
            return true;
        }
        live.forgetShown();
        R result;
        boolean absent = false;
        try {
            result = step(query, atHand, query.isRepeatable() && repeats < MOST_REPEATS);
        } catch (AbsentColumnsException e) {
            PayloadTraffic traffic = Objects.requireNonNull(payloads);
            live.forgetShown();
            traffic.hold(atHand);
            traffic.await(
                    engine().payloadMoves().absentFrom(e.block()),
                    waitingBytes(null),
                    () -> repeatStep(query, done, atHand, repeats + 1));
            return true;
        } catch (AbsentPayloadException e) {
            result = null;
            absent = true;
        } catch (RefusedQueryException e) {
            new DirectCall<>(live, done).applied(e.outcome(), null);
            return true;
        } catch (RuntimeException bug) {
            // A query changes nothing, so a bug in it affects its caller only.
            log.error("query failed", bug);
            loop.execute(done::outcomeUnknown);
            return true;
        }
        if (result != null) {
            new DirectCall<>(live, done).applied(Outcome.of(result), result);
            return true;
        }
        if (payloads != null && payloads.mayBeOut() && engine().payloads().anyShown()) {
            List<ShownPayload> wanted = engine().payloads().takeShown();
            List<ShownPayload> next = new ArrayList<>(absent ? atHand : List.of());
            payloads.hold(next);
            next.addAll(wanted);
            payloads.read(wanted, () -> repeatStep(query, done, next, repeats));
            return true;
        }
        return false;
    }

    private <R> @Nullable R step(LongQuery<R> query, List<ShownPayload> atHand, boolean mayRepeat) {
        if (payloads == null || !payloads.mayBeOut()) {
            return query.step(engine());
        }
        StoredPayloads stored = engine().payloads();
        stored.blocks().refusing(mayRepeat);
        stored.atHand(atHand);
        try {
            return query.step(engine());
        } finally {
            stored.atHand(List.of());
            stored.blocks().refusing(false);
        }
    }

    /** Runs the task on the loop, unless the node takes no new work. */
    private void onLoop(Completion<?> done, Runnable task) {
        onLoop(done, null, task);
    }

    private void onLoop(Completion<?> done, @Nullable Command<?> command, Runnable task) {
        if (!loop.inLoop()) {
            loop.execute(() -> onLoop(done, command, task));
        } else if (!closed(done)) {
            calls.lazySet(calls.get() + 1);
            if (!isHeld(done, command, task)) {
                task.run();
            }
        }
    }

    @Override
    public long calls() {
        return calls.get() + arrivals.get();
    }

    private long nextArrival() {
        long next = arrivals.get() + 1;
        arrivals.lazySet(next);
        return next;
    }

    /** A call that does not block: the end of its command, and its reply. */
    private static final class DirectCall<R> implements CommandEnd<R>, PendingReplies.Answer {
        private final LiveEngine live;
        private final Completion<R> done;
        private @Nullable Outcome<R> outcome;

        DirectCall(LiveEngine live, Completion<R> done) {
            this.live = live;
            this.done = done;
        }

        @Override
        public void applied(Outcome<R> result, @Nullable R reply) {
            outcome = result;
            if (reply != null) {
                done.resultFixed(reply);
            }
            live.enqueueReply(this);
        }

        @Override
        public void unknown() {
            done.outcomeUnknown();
        }

        @Override
        public void deliver() {
            done.outcome(Objects.requireNonNull(outcome));
        }

        @Override
        public void fail() {
            unknown();
        }
    }

    @Override
    public WaitHandle acquire(Acquire command, long waitMicros, WaitCompletion<List<LeasedJob>> done) {
        long now = clock.nowMicros();
        LeaseWaiter waiter = new LeaseWaiter(this, command, nextArrival(), timers.after(waitMicros), done);
        if (!isHeld(done, null, () -> acquire(waiter, clock.nowMicros()))) {
            acquire(waiter, now);
        }
        return waiter;
    }

    private void acquire(LeaseWaiter waiter, long now) {
        if (order.asksOthers() && !closed() && waiter.isLikelyServed(now)) {
            // The place of the Acquire proves as much as an answer of the others would.
            timers.tickIfDue(now);
            waiter.submitAcquire();
        } else {
            enqueue(() -> waiter.attempt(now), now, waiter);
        }
    }

    @Override
    public WaitHandle awaitEnd(JobRef job, long waitMicros, WaitCompletion<FinishedJob> done) {
        long now = clock.nowMicros();
        ResultWaiter waiter = new ResultWaiter(this, false, nextArrival(), timers.after(waitMicros), done);
        Runnable begin = () -> whenFound(List.of(job), done, null, () -> enqueue(() -> waiter.begin(job), now, waiter));
        if (!isHeld(done, null, begin)) {
            begin.run();
        }
        return waiter;
    }

    /** The same for a call that may block, unless the node is closed. */
    private void enqueue(Runnable task, long nowMicros, BlockedCall<?> call) {
        if (!closed(call.done)) {
            enqueue(task, call::refuseUnavailable, nowMicros);
        }
    }

    @Override
    public WaitHandle run(Add job, WaitCompletion<FinishedJob> done) {
        ResultWaiter waiter = new ResultWaiter(this, true, nextArrival(), Timers.NEVER, done);
        if (closed(done)) {
            return waiter;
        }
        Runnable begin = () -> whenFound(job.lookups(), done, job, () -> run(job, waiter));
        if (!isHeld(done, job, begin)) {
            begin.run();
        }
        return waiter;
    }

    private void run(Add job, ResultWaiter waiter) {
        Rejection rejection = rejection(job);
        if (rejection != null) {
            order.enqueue(() -> waiter.refuse(rejection), () -> waiter.refuse(rejection));
        } else {
            waiter.begin(job);
        }
    }

    @Override
    public void copyState(Completion<StateCopy> done) {
        onLoop(done, () -> order.enqueue(() -> wantCopy(done), () -> refuseUnavailable(done)));
    }

    private void wantCopy(Completion<StateCopy> done) {
        if (!closed(done)) {
            stateCopies.add(done);
            live.scheduleEndOfTurn();
        }
    }

    @Override
    public boolean congested() {
        return capacity.isCongested();
    }

    @Override
    public void onBackpressure(Consumer<Boolean> listener) {
        capacity.onBackpressure(listener);
    }

    @Override
    public void whenRelieved(Runnable task) {
        capacity.whenRelieved(task);
        live.scheduleEndOfTurn();
    }

    /** Whether the node takes no new work. The call then ends with an unknown outcome. */
    private boolean closed(Completion<?> done) {
        boolean closed = closed();
        if (closed) {
            loop.execute(done::outcomeUnknown);
        }
        return closed;
    }

    /** As {@link #closed(Completion)}, for a call that was taken before the node was stopped. */
    private boolean failed(Completion<?> done) {
        boolean failed = live.failure() != null;
        if (failed) {
            loop.execute(done::outcomeUnknown);
        }
        return failed;
    }

    private boolean closed() {
        return stopping || live.failure() != null;
    }

    /** The reason to refuse a command for lack of memory or disk space; null if it is admitted. */
    @Nullable
    Rejection rejection(Command<?> command) {
        return rejection(command, command.growthBytes());
    }

    /** As {@link #rejection(Command)}, with what the command adds at most in any state. */
    @Nullable
    Rejection rejection(Command<?> command, long mostGrowthBytes) {
        WriteAdmission room = capacity.room();
        if (room == WriteAdmission.NONE) {
            return unwritable();
        }
        long ledgerBytes = live.payloadsMayBeOut() ? Job.MOST_UNCOUNTED_BYTES * command.mostChanged() : 0;
        long most = mostGrowthBytes + ledgerBytes;
        if (most == 0 || (room == WriteAdmission.AMPLE && fits(most, 0))) {
            return null;
        }
        long growth = engine().growthBytes(command);
        boolean usesReserve = command.usesReserve();
        if (growth > 0 && room == WriteAdmission.NO_GROWTH && !usesReserve) {
            return unwritable();
        }
        if (growth == 0 || fits(growth, usesReserve ? reserveBytes() : 0)) {
            return null;
        }
        refusedAtBytes = live.heapBytes();
        return Rejection.OUT_OF_MEMORY;
    }

    private Rejection unwritable() {
        return journal.hasFault() ? Rejection.JOURNAL_FAULT : Rejection.OUT_OF_DISK;
    }

    /** Whether the live data, all that has been admitted and what a snapshot still holds stay within limit and reserve. */
    private boolean fits(long growthBytes, long reserveBytes) {
        long held = snapshots.running() ? engine().heldBySnapshotBytes() : 0;
        return growthBytes <= memoryBytes + reserveBytes - live.heapBytes() - order.pendingGrowthBytes() - held;
    }

    /** Live data above the limit that commands may add which lease and finish jobs. */
    private long reserveBytes() {
        return memoryBytes / RESERVE_DIVISOR;
    }

    @Override
    public void giveBack(List<LeasedJob> jobs) {
        giveBack(jobs, journal.mayReply());
    }

    /** Releases jobs that were leased by the entry at this position, or before it. */
    void giveBack(List<LeasedJob> jobs, long position) {
        for (LeasedJob job : jobs) {
            Claim claim = Claim.ofToken(job.lease().token());
            cleanUp(new Release(JobRef.of(job.number()), claim, true), position);
        }
    }

    /**
     * Journals a command that cleans up after a client, as soon as the journal accepts it.
     *
     * @param position the entry that made it necessary
     */
    void cleanUp(Command<Done> command, long position) {
        pendingCleanup.add(new Cleanup(command, position));
        flushCleanup();
    }

    private void flushCleanup() {
        Cleanup next;
        while ((next = pendingCleanup.peek()) != null && rejection(next.command) == null) {
            pendingCleanup.remove();
            order.append(next.command, next);
        }
    }

    /**
     * A command without a caller. It is sent again if its entry is discarded, unless the entry that made it necessary is
     * discarded as well: then the lease or the job that it names never existed.
     */
    private final class Cleanup implements CommandEnd<Done>, PendingReplies.Answer {
        private final Command<Done> command;
        private final long causePosition;

        Cleanup(Command<Done> command, long causePosition) {
            this.command = command;
            this.causePosition = causePosition;
        }

        @Override
        public void applied(Outcome<Done> outcome, @Nullable Done reply) {
            live.enqueueReply(this);
        }

        @Override
        public void unknown() {}

        @Override
        public boolean mayWait() {
            return true;
        }

        @Override
        public void discarded() {
            if (isNecessary()) {
                pendingCleanup.add(this);
            }
        }

        boolean isNecessary() {
            return causePosition <= live.applied();
        }

        @Override
        public void deliver() {}

        @Override
        public void fail() {
            discarded();
        }
    }

    private void endOfTurn() {
        flushCleanup();
        // If the journal has news, the next turn, which is queued, decides on better knowledge.
        if (!capacity.hasNews()) {
            groupCommit.flush(order.lastAppended());
        }
        live.pendingReplies().release(groupCommit.mayReply());
        leaseConfirmations.replied(live.pendingReplies().deliveredUpTo(groupCommit.mayReply()));
        if (payloads != null && !closed()) {
            payloads.endOfTurn();
            if (payloads.mayBeOut()) {
                followDisk();
            }
        }
        if (!snapshots.running() && !closed() && order.isSettled() && isSnapshotWanted()) {
            boolean copied = stateCopies.areWanted();
            stateCopies.snapshotBegins(live.applied());
            snapshots.start(engine(), live.applied(), copied);
        }
        timers.schedule();
        finishIfDone();
    }

    private boolean isSnapshotWanted() {
        return groupCommit.takeSnapshotDue() || stateCopies.areWanted();
    }

    /** The positions, the admission or a snapshot of the journal changed. Safe from any thread. */
    public void journalAdvanced() {
        if (capacity.announceNews()) {
            loop.execute(() -> {
                capacity.beginNews();
                order.runSteps();
                groupCommit.refresh();
                live.endTurn();
            });
        }
    }

    /**
     * Entries from this position on will never commit, see {@link JournalListener#discarded}. Those who wait for them get
     * an unknown outcome; queries and waiters behind them go on, and commands that clean up are sent again. If one of the
     * entries was applied already, nothing runs until {@link #replaceEngine}. Loop only.
     */
    public void discardFrom(long position) {
        groupCommit.discardFrom(position);
        // No caller is told before everything is removed, because a caller may submit the next command.
        List<Runnable> ends = order.discardFrom(position);
        pendingCleanup.removeIf(cleanup -> !cleanup.isNecessary());
        for (ResultWaiter waiter : resultWaiters.all()) {
            if (!waiter.survivesDiscardFrom(position)) {
                ends.add(waiter::unknown);
            }
        }
        end(ends);
    }

    /**
     * Continues with another engine, which contains all entries up to the position; the journal allows them to be applied.
     * Those who wait for a command up to there that was not applied here get an unknown outcome: its effect is in the
     * engine, its reply is not known. All other calls go on with the new engine. Loop only.
     *
     * @param position at least the last position applied here
     */
    public void replaceEngine(Engine replacement, long position) {
        if (live.failure() != null) {
            return;
        }
        List<Runnable> ends = order.replaceEngine(replacement, position);
        watch.events().replaced(position);
        snapshots.abandon();
        order.enqueueFirst(() -> resultWaiters.all().forEach(ResultWaiter::recheck));
        end(ends);
    }

    /** Tells the callers of removed commands, then continues with all others. */
    private void end(List<Runnable> ends) {
        for (Runnable end : ends) {
            try {
                end.run();
            } catch (RuntimeException bug) {
                log.error("reply delivery failed", bug);
            }
        }
        order.enqueueFirst(leaseWaiters::recheckAll);
        order.runSteps();
    }

    /** Refuses new work, and runs the task when every reply has been delivered. Loop only. */
    public void stop(Runnable whenAnswered) {
        stopping = true;
        onStopped = whenAnswered;
        timers.stop();
        leaseConfirmations.stop();
        watch.stats().stop();
        snapshots.abandon();
        stateCopies.stop();
        leaseWaiters.all().forEach(LeaseWaiter::stop);
        workers.waiting().forEach(LeaseWaiter::stop);
        resultWaiters.all().forEach(ResultWaiter::stop);
        live.scheduleEndOfTurn();
    }

    /** Writes a final snapshot and closes the journal. Called after {@link #stop}; blocks. */
    public void close() {
        pendingCleanup.clear();
        try {
            if (live.failure() == null && order.isSettled()) {
                snapshots.start(engine(), live.applied(), false);
                snapshots.completeNow();
            }
        } finally {
            journal.close();
        }
    }

    private void finishIfDone() {
        Throwable cause = live.failure();
        if (cause != null && !halting && journal.mayReply() >= live.failedPosition() - 1) {
            halting = true;
            live.pendingReplies().fail();
            // The sessions flush in loop tasks that are queued already.
            loop.execute(() -> halt.now("applying the entry at position " + live.failedPosition() + " failed", cause));
        }
        Runnable task = onStopped;
        if (task != null
                && order.isEmpty()
                && live.pendingReplies().isEmpty()
                && (payloads == null || !payloads.isAwaited())
                && journal.mayReply() >= journal.lastAppended()) {
            onStopped = null;
            task.run();
        }
    }

    Engine engine() {
        return live.engine();
    }
}
