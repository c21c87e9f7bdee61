package dev.reeve.access;

import dev.reeve.engine.AddedJob;
import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.EngineView;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Query;
import dev.reeve.engine.ReadRule;
import dev.reeve.engine.RefusedQueryException;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.RestrictedView;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.AddAll;
import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.command.Log;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.node.BulkChange;
import dev.reeve.node.BulkCount;
import dev.reeve.node.BulkScope;
import dev.reeve.node.Clock;
import dev.reeve.node.Completion;
import dev.reeve.node.FinishedJob;
import dev.reeve.node.LongQuery;
import dev.reeve.node.Loop;
import dev.reeve.node.Neighbours;
import dev.reeve.node.Requests;
import dev.reeve.node.StateCopy;
import dev.reeve.node.Subscribers;
import dev.reeve.node.WaitCompletion;
import dev.reeve.node.WaitHandle;
import dev.reeve.node.Watch;
import dev.reeve.node.WorkerQuery;
import dev.reeve.node.WorkerView;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The node as one identity reaches it. Before a command is passed on, on the loop, {@link Access} decides on the current state;
 * a refused command changes nothing. Queries read a {@link RestrictedView}. A group is executed if each of its parts is allowed.
 */
public final class GuardedRequests implements Requests {
    private static final int MOST_NOTED = 100;

    private final Requests node;
    private final Supplier<EngineView> current;
    private final Caller caller;
    private final Identity identity;
    private final AccessRule rule;
    private final Audit audit;

    /** @param current the current state of the engine; asked on the loop only */
    GuardedRequests(Requests node, Supplier<EngineView> current, Caller caller, Audit audit) {
        this.node = node;
        this.current = current;
        this.caller = caller;
        this.identity = caller.identity();
        this.rule = new AccessRule(identity);
        this.audit = audit;
    }

    @Override
    public Loop loop() {
        return node.loop();
    }

    @Override
    public Clock clock() {
        return node.clock();
    }

    @Override
    public <R> void submit(Command<R> command, Completion<R> done) {
        if (!loop().inLoop()) {
            loop().execute(() -> submit(command, done));
            return;
        }
        AuditLine refusal = refusal(command);
        if (refusal == null) {
            node.submit(restricted(command), shown(command, audited(command, done)));
        } else if (!(command instanceof AddAll all && !all.allOrNone() && addsSome(all, done))) {
            refuse(refusal, () -> done.outcome(notAllowed(refusal)));
        }
    }

    /** Adds those of the jobs that are allowed; returns false, and does nothing, if none is. */
    @SuppressWarnings("unchecked") // The reply is that of the command.
    private <R> boolean addsSome(AddAll all, Completion<R> done) {
        AllowedAdds checked = new AllowedAdds(identity, all, current.get());
        AuditLine refusal = checked.refusal(caller);
        if (refusal == null || !checked.areSome()) {
            return false;
        }
        Completion<List<AddedJob>> answer =
                new AuditedCompletion<>(audit, loop(), () -> refusal, () -> refusal, (Completion<List<AddedJob>>) done);
        AddAll command = checked.command();
        node.submit(command, audited(command, checked.completed(answer)));
        return true;
    }

    @Override
    public void submitEach(List<Command<?>> commands, Completion<List<Outcome<?>>> done) {
        if (!loop().inLoop()) {
            loop().execute(() -> submitEach(commands, done));
            return;
        }
        AllowedCommands checked = new AllowedCommands(identity, commands, current.get());
        AuditLine refusal = checked.refusal(caller);
        if (refusal != null && checked.areNone()) {
            refuse(refusal, () -> done.outcome(notAllowed(refusal)));
            return;
        }
        List<CommandGroup.Step> steps = new ArrayList<>();
        checked.allowed().forEach(command -> steps.add(new CommandGroup.Do(command)));
        Completion<List<Outcome<?>>> answer =
                refusal == null ? done : new AuditedCompletion<>(audit, loop(), () -> refusal, () -> refusal, done);
        CommandGroup group = new CommandGroup(steps);
        node.submit(group, audited(group, checked.completed(answer)));
    }

    @Override
    public void changeAll(BulkChange change, Completion<BulkCount> done) {
        Access.Refusal refusal = BulkGuard.refusal(identity, change);
        if (refusal != null) {
            AuditLine line = AuditLine.refused(caller, AuditLine.action(change), AuditLine.targets(change), refusal);
            refuse(line, () -> done.outcome(notAllowed(line)));
            return;
        }
        BulkChange named = change.by(identity.name());
        node.changeAll(
                named, new BulkGuard(node, current, identity, rule), new BulkAudit(audit, loop(), caller, named, done));
    }

    /** The identity's own scope is what counts. */
    @Override
    public void changeAll(BulkChange change, BulkScope scope, Completion<BulkCount> done) {
        changeAll(change, done);
    }

    @Override
    public void workers(WorkerQuery query, Completion<List<WorkerView>> done) {
        if (mayRead(done)) {
            node.workers(new WorkerQuery(query.after(), query.limit(), rule::allows), done);
        }
    }

    @Override
    public void quiet(String worker, boolean quiet, Predicate<String> allowed, Completion<Boolean> done) {
        String action = quiet ? "quiet" : "end quiet";
        String target = "worker " + worker;
        Supplier<AuditLine> refusal = () -> AuditLine.refused(caller, action, List.of(target), Right.PAUSE);
        if (!Access.allowsSomewhere(identity, Right.PAUSE)) {
            refuse(refusal.get(), () -> done.outcome(notAllowed(refusal.get())));
            return;
        }
        @Nullable
        Supplier<AuditLine> change =
                identity.role().isAudited() ? () -> AuditLine.change(caller, action, target) : null;
        node.quiet(
                worker,
                quiet,
                queue -> Access.allows(identity, Right.PAUSE, queue),
                new AuditedCompletion<>(audit, loop(), change, refusal, done));
    }

    /** The copy has all payloads and the secrets of webhooks. */
    @Override
    public void copyState(Completion<StateCopy> done) {
        Supplier<AuditLine> refusal = () -> AuditLine.refused(caller, "back up", List.of(), Right.SETTINGS);
        if (Access.allowsEverywhere(identity, Right.SETTINGS)) {
            Supplier<AuditLine> change = () -> AuditLine.change(caller, "back up", "all data");
            node.copyState(new AuditedCompletion<>(audit, loop(), change, refusal, done));
        } else {
            refuse(refusal.get(), () -> done.outcome(notAllowed(refusal.get())));
        }
    }

    @Override
    public int waitingFor(String queue) {
        return node.waitingFor(queue);
    }

    /** The audit line of a refusal; null if the command is allowed. */
    private @Nullable AuditLine refusal(Command<?> command) {
        EngineView engine = current.get();
        Access.Refusal refusal = Access.refusal(identity, command, engine);
        boolean isRefused =
                refusal != null || (command instanceof CommandGroup group && hasRefusedQuery(group, engine));
        return isRefused ? AuditLine.refused(caller, command, refusal) : null;
    }

    /** The refusal names the missing right and, if it is missing for one only, the queue. */
    private static <R> Outcome<R> notAllowed(AuditLine line) {
        String right = line.right();
        return right == null
                ? Outcome.refused(Rejection.NOT_ALLOWED)
                : Outcome.refused(Rejection.NOT_ALLOWED, right.split(" ", 2));
    }

    private void refuse(AuditLine line, Runnable answer) {
        audit.write(line, () -> loop().execute(answer));
    }

    /** Writes the changes of audited roles to the audit log, and the name to the histories of the jobs. */
    private <R> Completion<R> audited(Command<R> command, Completion<R> done) {
        if (!identity.role().isAudited() || !CommandRight.isChange(command.type())) {
            return done;
        }
        List<JobId> noted = jobsWithHistory(command);
        return new AuditedCompletion<>(
                audit,
                loop(),
                () -> {
                    String note = AuditLine.action(command) + " by " + identity.name();
                    noted.forEach(id -> node.submit(new Log(null, id, note, null), new Unheard<>()));
                    return AuditLine.change(caller, command);
                },
                () -> AuditLine.refused(caller, command, null),
                done);
    }

    private List<JobId> jobsWithHistory(Command<?> command) {
        if (!CommandRight.isNotedInHistory(command.type())) {
            return List.of();
        }
        EngineView engine = current.get();
        return command.jobs().stream()
                .map(engine::job)
                .filter(Objects::nonNull)
                .filter(JobView::hasHistory)
                .limit(MOST_NOTED)
                .map(JobView::id)
                .toList();
    }

    /** Nobody waits for the result. */
    private static final class Unheard<R> implements Completion<R> {
        @Override
        public void reply(R value) {}

        @Override
        public void refused(Rejection why) {}

        @Override
        public void outcomeUnknown() {}
    }

    /** Evaluates the queries of a group on the state before it, so that a group is not executed for a refused query. */
    private boolean hasRefusedQuery(CommandGroup group, EngineView engine) {
        if (rule.allowsAll()) {
            return false;
        }
        EngineView view = new RestrictedView(engine, rule);
        for (CommandGroup.Step step : group.steps()) {
            if (step instanceof CommandGroup.Ask ask) {
                try {
                    ask.query().ask(view);
                } catch (RefusedQueryException e) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The command with restricted queries. */
    @SuppressWarnings("unchecked") // A group replaces a group.
    private <R> Command<R> restricted(Command<R> command) {
        if (!(command instanceof CommandGroup group)) {
            return command;
        }
        List<CommandGroup.Step> steps = new ArrayList<>(group.steps().size());
        for (CommandGroup.Step step : group.steps()) {
            steps.add(step instanceof CommandGroup.Ask ask ? new CommandGroup.Ask(restrictedQuery(ask.query())) : step);
        }
        return (Command<R>) new CommandGroup(steps);
    }

    private <R> Query<R> restrictedQuery(Query<R> query) {
        return view -> query.ask(new RestrictedView(view, rule));
    }

    /** Hides payloads in the reply of a command that reads waiting jobs. */
    private <R> Completion<R> shown(Command<R> command, Completion<R> done) {
        boolean reads = command.type() == CommandType.PEEK
                || (command instanceof CommandGroup group
                        && group.steps().stream()
                                .anyMatch(step -> step instanceof CommandGroup.Do one
                                        && one.command().type() == CommandType.PEEK));
        return reads ? new Shown<>(command, done) : done;
    }

    private final class Shown<R> extends OutcomeFilter<R> {
        private final Command<R> command;

        Shown(Command<R> command, Completion<R> done) {
            super(done);
            this.command = command;
        }

        @Override
        public void outcome(Outcome<R> outcome) {
            done.outcome(shown(command, outcome));
        }
    }

    @SuppressWarnings("unchecked") // The outcome is that of the command.
    private <R> Outcome<R> shown(Command<R> command, Outcome<R> outcome) {
        if (outcome.rejection() != null) {
            return outcome;
        }
        if (command.type() == CommandType.PEEK) {
            List<JobView> jobs = (List<JobView>) outcome.reply();
            return (Outcome<R>) Outcome.of(jobs.stream().map(rule::shown).toList());
        }
        if (command instanceof CommandGroup group) {
            List<Outcome<?>> parts = new ArrayList<>((List<Outcome<?>>) outcome.reply());
            for (int i = 0; i < parts.size(); i++) {
                if (group.steps().get(i) instanceof CommandGroup.Do one) {
                    parts.set(i, shownPart(one.command(), parts.get(i)));
                }
            }
            return (Outcome<R>) Outcome.of(parts);
        }
        return outcome;
    }

    @SuppressWarnings("unchecked") // The outcome is that of the command.
    private <R> Outcome<R> shownPart(Command<R> command, Outcome<?> outcome) {
        return shown(command, (Outcome<R>) outcome);
    }

    @Override
    public <R> void ask(Query<R> query, Completion<R> done) {
        if (mayRead(done)) {
            node.ask(restrictedQuery(query), auditedRead(done));
        }
    }

    @Override
    public <R> void askInSteps(LongQuery<R> query, Completion<R> done) {
        if (mayRead(done)) {
            node.askInSteps(view -> query.step(new RestrictedView(view, rule)), auditedRead(done));
        }
    }

    /** Whether the identity may read anything; refuses the query if not. */
    private boolean mayRead(Completion<?> done) {
        boolean allowed = Access.allowsSomewhere(identity, Right.READ);
        if (!allowed) {
            refuse(refusedRead(), () -> done.outcome(notAllowed(refusedRead())));
        }
        return allowed;
    }

    private AuditLine refusedRead() {
        return AuditLine.refused(caller, "read", List.of(), Right.READ);
    }

    private <R> Completion<R> auditedRead(Completion<R> done) {
        return new AuditedCompletion<>(audit, loop(), null, this::refusedRead, done);
    }

    @Override
    public WaitHandle acquire(Acquire command, long waitMicros, WaitCompletion<List<LeasedJob>> done) {
        AuditLine refusal = refusal(command);
        if (refusal != null) {
            return refuse(refusal, done);
        }
        noteAttempt(command);
        return node.acquire(command, waitMicros, done);
    }

    @Override
    public WaitHandle awaitEnd(JobRef job, long waitMicros, WaitCompletion<FinishedJob> done) {
        Access.Refusal refusal = Access.refusal(identity, Right.AWAIT, job, current.get());
        return refusal == null
                ? node.awaitEnd(job, waitMicros, done)
                : refuse(AuditLine.refused(caller, "await", List.of("job " + job), refusal), done);
    }

    @Override
    public WaitHandle run(Add job, WaitCompletion<FinishedJob> done) {
        AuditLine refusal = Access.allows(identity, Right.AWAIT, job.queue())
                ? refusal(job)
                : AuditLine.refused(caller, "run", AuditLine.targets(job), Right.AWAIT);
        if (refusal != null) {
            return refuse(refusal, done);
        }
        noteAttempt(job);
        return node.run(job, done);
    }

    /** A result that waits cannot be held back for the audit log: its client may leave, and the job must be given back then. */
    private void noteAttempt(Command<?> command) {
        if (identity.role().isAudited()) {
            audit.write(AuditLine.change(caller, command), () -> {});
        }
    }

    private WaitHandle refuse(AuditLine line, WaitCompletion<?> done) {
        RefusedCall<?> call = new RefusedCall<>(done, line);
        done.decided();
        refuse(line, call);
        return call;
    }

    /** A waiting call that is not allowed. */
    private static final class RefusedCall<R> implements WaitHandle, Runnable {
        private final AuditLine line;
        private @Nullable WaitCompletion<R> done;

        RefusedCall(WaitCompletion<R> done, AuditLine line) {
            this.done = done;
            this.line = line;
        }

        @Override
        public void run() {
            if (done != null) {
                done.outcome(notAllowed(line));
            }
        }

        @Override
        public void cancel() {
            done = null;
        }

        @Override
        public void inputEnded() {}
    }

    @Override
    public void giveBack(List<LeasedJob> jobs) {
        node.giveBack(jobs);
    }

    @Override
    public void subscribers(Subscribers subscribers) {
        node.subscribers(subscribers);
    }

    @Override
    public Neighbours neighbours() {
        return node.neighbours();
    }

    @Override
    public Watch watch() {
        return node.watch();
    }

    @Override
    public ReadRule readRule() {
        return rule;
    }

    @Override
    public long calls() {
        return node.calls();
    }

    @Override
    public long changes() {
        return node.changes();
    }

    @Override
    public long position() {
        return node.position();
    }

    @Override
    public boolean congested() {
        return node.congested();
    }

    @Override
    public void onBackpressure(Consumer<Boolean> listener) {
        node.onBackpressure(listener);
    }

    @Override
    public void whenRelieved(Runnable task) {
        node.whenRelieved(task);
    }
}
