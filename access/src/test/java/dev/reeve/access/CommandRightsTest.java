package dev.reeve.access;

import static dev.reeve.access.GuardFixture.FOREIGN;
import static dev.reeve.access.GuardFixture.OWN;
import static dev.reeve.access.GuardFixture.bytes;
import static dev.reeve.access.GuardFixture.leased;
import static dev.reeve.access.GuardFixture.ready;
import static dev.reeve.access.GuardFixture.recurring;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.access.GuardFixture.Told;
import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.QlessCommands;
import dev.reeve.engine.command.Abandon;
import dev.reeve.engine.command.AbandonAll;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.AddAll;
import dev.reeve.engine.command.CancelBatch;
import dev.reeve.engine.command.ChangeIf;
import dev.reeve.engine.command.Clear;
import dev.reeve.engine.command.CloseBatch;
import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.ConfigureQueue;
import dev.reeve.engine.command.ConfirmLeases;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.DeleteQueue;
import dev.reeve.engine.command.Depend;
import dev.reeve.engine.command.DoubtLeases;
import dev.reeve.engine.command.DropLimit;
import dev.reeve.engine.command.DropSchedule;
import dev.reeve.engine.command.DropWebhook;
import dev.reeve.engine.command.Edit;
import dev.reeve.engine.command.Log;
import dev.reeve.engine.command.Move;
import dev.reeve.engine.command.OpenBatch;
import dev.reeve.engine.command.Pause;
import dev.reeve.engine.command.PauseSchedule;
import dev.reeve.engine.command.Prioritize;
import dev.reeve.engine.command.PurgeQueue;
import dev.reeve.engine.command.PutWebhook;
import dev.reeve.engine.command.Release;
import dev.reeve.engine.command.Renew;
import dev.reeve.engine.command.Requeue;
import dev.reeve.engine.command.RetryBatch;
import dev.reeve.engine.command.RunNow;
import dev.reeve.engine.command.SetDeadLetter;
import dev.reeve.engine.command.SetLimit;
import dev.reeve.engine.command.SetMemoryLimit;
import dev.reeve.engine.command.SetNext;
import dev.reeve.engine.command.SetOutput;
import dev.reeve.engine.command.SetVersion;
import dev.reeve.engine.command.Tag;
import dev.reeve.engine.command.TestWebhook;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.limit.Limit;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.RecurringPatch;
import dev.reeve.engine.qless.command.Configure;
import dev.reeve.engine.qless.command.ForgetQueues;
import dev.reeve.engine.qless.command.ForgetWorkers;
import dev.reeve.engine.qless.command.ListJobsOfWorker;
import dev.reeve.engine.qless.command.ListWorkers;
import dev.reeve.engine.qless.command.Peek;
import dev.reeve.engine.qless.command.Recur;
import dev.reeve.engine.qless.command.Retry;
import dev.reeve.engine.qless.command.TagRecurring;
import dev.reeve.engine.qless.command.Track;
import dev.reeve.engine.qless.command.Unfail;
import dev.reeve.engine.qless.command.Unrecur;
import dev.reeve.engine.qless.command.UpdateRecurring;
import dev.reeve.engine.webhook.Webhook;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every type of command, by every role, on an own and a foreign queue: either it is executed, or it is refused and nothing is
 * journalled.
 */
class CommandRightsTest {
    private static final List<String> REFUSED = List.of("NOT_ALLOWED");

    /** The roles that may do it in their own queues. */
    private static Set<Role> allowed(CommandType type) {
        return switch (type) {
            case ADD, ADD_ALL, OPEN_BATCH, CLOSE_BATCH -> Set.of(Role.PRODUCER, Role.OPERATOR, Role.ADMIN);
            case ACQUIRE, RENEW, COMPLETE, FAIL, RELEASE, RETRY, SET_OUTPUT -> Set.of(Role.WORKER, Role.ADMIN);
            case TAG, LOG -> Set.of(Role.WORKER, Role.OPERATOR, Role.ADMIN);
            case PEEK, LIST_WORKERS, LIST_JOBS_OF_WORKER ->
                Set.of(Role.VIEWER, Role.PRODUCER, Role.WORKER, Role.OPERATOR, Role.ADMIN);
            case TIMEOUT,
                    REQUEUE,
                    CANCEL,
                    DELETE,
                    CONFIGURE_QUEUE,
                    DELETE_QUEUE,
                    PURGE_QUEUE,
                    EDIT,
                    MOVE,
                    CHANGE_IF,
                    PAUSE,
                    DEPEND,
                    PRIORITIZE,
                    TRACK,
                    UNFAIL,
                    FORGET_WORKERS,
                    FORGET_QUEUES,
                    RECUR,
                    UNRECUR,
                    UPDATE_RECURRING,
                    TAG_RECURRING,
                    PUT_SCHEDULE,
                    DROP_SCHEDULE,
                    RUN_NOW,
                    PAUSE_SCHEDULE,
                    CANCEL_BATCH,
                    RETRY_BATCH,
                    SET_DEAD_LETTER,
                    SET_LIMIT,
                    DROP_LIMIT,
                    COMMAND_GROUP -> Set.of(Role.OPERATOR, Role.ADMIN);
            case CLEAR, CONFIGURE, PUT_WEBHOOK, DROP_WEBHOOK, TEST_WEBHOOK -> Set.of(Role.ADMIN);
            case SET_VERSION, TICK, ABANDON, ABANDON_ALL, CONFIRM_LEASES, DOUBT_LEASES, SET_MEMORY_LIMIT, SET_NEXT ->
                Set.of();
        };
    }

    /** Commands that name no queue or that reach into any: only who has the right everywhere may submit them. */
    private static boolean reachesEverywhere(CommandType type) {
        return switch (type) {
            case UNFAIL,
                    FORGET_WORKERS,
                    LIST_WORKERS,
                    LIST_JOBS_OF_WORKER,
                    CONFIGURE,
                    CLEAR,
                    SET_LIMIT,
                    DROP_LIMIT,
                    PUT_WEBHOOK,
                    DROP_WEBHOOK,
                    TEST_WEBHOOK -> true;
            default -> false;
        };
    }

    private static Command<?> command(CommandType type, String queue, CallerClock clock) {
        JobRef job = JobRef.of(leased(queue));
        Claim claim = Claim.ofWorker(GuardFixture.WORKER);
        return switch (type) {
            case SET_VERSION -> new SetVersion(0);
            case TICK -> new Tick();
            case ADD -> QlessCommands.put(clock, JobId.of("new"), queue, "klass", bytes("{}"));
            case ADD_ALL ->
                new AddAll(List.of(QlessCommands.put(clock, JobId.of("new"), queue, "klass", bytes("{}"))), true);
            case ACQUIRE -> new Acquire(List.of(queue), null, 1, 0);
            case RENEW -> new Renew(job, claim, 0);
            case COMPLETE -> new Complete(job, claim, bytes("1"));
            case FAIL -> QlessCommands.fail(clock, leased(queue), GuardFixture.WORKER, "group", "message");
            case RELEASE -> new Release(job, claim, false);
            case TIMEOUT -> QlessCommands.timeout(clock, leased(queue));
            case REQUEUE -> new Requeue(job, Claim.NONE);
            case CANCEL -> QlessCommands.cancel(clock, List.of(leased(queue)));
            case DELETE -> new Delete(JobRef.of(ready(queue)));
            case ABANDON -> new Abandon(job);
            case ABANDON_ALL -> new AbandonAll();
            case SET_OUTPUT -> new SetOutput(job, claim, bytes("1"));
            case CONFIGURE_QUEUE ->
                new ConfigureQueue(
                        queue, new Terms(10_000_000, 0, Terms.FOREVER, 0, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED));
            case DELETE_QUEUE -> new DeleteQueue(queue);
            case PURGE_QUEUE -> new PurgeQueue(queue, List.of(State.READY));
            case EDIT -> new Edit(JobRef.of(ready(queue)), 5L, null, null, null);
            case MOVE -> new Move(JobRef.of(ready(queue)), queue + "2");
            case CHANGE_IF ->
                new ChangeIf(JobRef.of(ready(queue)), List.of(State.READY), ChangeIf.Kind.CANCEL, 0, null, "ann");
            case PAUSE -> new Pause(List.of(queue), true, true);
            case TAG -> new Tag(clock, leased(queue), true, List.of("t"));
            case DEPEND -> new Depend(clock, leased(queue), true, List.of(ready(queue)));
            case PRIORITIZE -> new Prioritize(ready(queue), 5);
            case LOG -> new Log(clock, leased(queue), "message", null);
            case UNFAIL -> new Unfail(clock, queue, "group", 10);
            case COMMAND_GROUP ->
                new CommandGroup(List.of(
                        new CommandGroup.Do(new Prioritize(ready(OWN), 5)),
                        new CommandGroup.Ask(engine -> engine.job(JobRef.of(ready(OWN))) != null),
                        new CommandGroup.Do(new Delete(JobRef.of(ready(queue))))));
            case CONFIRM_LEASES -> new ConfirmLeases(1);
            case DOUBT_LEASES -> new DoubtLeases();
            case SET_MEMORY_LIMIT -> new SetMemoryLimit(1 << 20);
            case CLEAR -> new Clear();
            case PEEK -> new Peek(clock, queue, 10);
            case RETRY -> new Retry(clock, leased(queue), queue, GuardFixture.WORKER, 0, null, null);
            case TRACK -> new Track(clock, leased(queue), true, true, List.of());
            case FORGET_WORKERS -> new ForgetWorkers(List.of(GuardFixture.WORKER));
            case FORGET_QUEUES -> new ForgetQueues(List.of(queue));
            case RECUR -> new Recur(clock, GuardFixture.recurringJob("new", queue));
            case UNRECUR -> new Unrecur(recurring(queue));
            case UPDATE_RECURRING ->
                new UpdateRecurring(
                        clock, recurring(queue), new RecurringPatch(null, null, null, 3L, null, null, null));
            case TAG_RECURRING -> new TagRecurring(recurring(queue), true, List.of("t"));
            case CONFIGURE -> new Configure("heartbeat", "60");
            case PUT_SCHEDULE -> GuardFixture.schedule(queue, OWN);
            case DROP_SCHEDULE -> new DropSchedule(queue);
            case RUN_NOW -> new RunNow(queue);
            case PAUSE_SCHEDULE -> new PauseSchedule(queue, true, 0);
            case SET_NEXT -> new SetNext(queue, 0, List.of(), 0, 0);
            case PUT_WEBHOOK -> new PutWebhook(new Webhook("w", "http://host", List.of(), List.of(), ""));
            case DROP_WEBHOOK -> new DropWebhook("w");
            case TEST_WEBHOOK -> new TestWebhook("w");
            case SET_LIMIT -> new SetLimit("key*", new Limit(2, null, false));
            case DROP_LIMIT -> new DropLimit("key*");
            case LIST_WORKERS -> new ListWorkers(clock);
            case LIST_JOBS_OF_WORKER -> new ListJobsOfWorker(clock, GuardFixture.WORKER);
            case OPEN_BATCH ->
                new OpenBatch(
                        "new",
                        "",
                        true,
                        List.of(QlessCommands.put(clock, JobId.of("new"), queue, "klass", bytes("{}"))),
                        OpenBatch.Templates.NONE);
            case CLOSE_BATCH -> new CloseBatch(GuardFixture.batch(queue));
            case CANCEL_BATCH -> new CancelBatch(GuardFixture.batch(queue), false, null, null);
            case RETRY_BATCH -> new RetryBatch(GuardFixture.batch(queue));
            case SET_DEAD_LETTER -> new SetDeadLetter(queue, new SetDeadLetter.Target(OWN));
        };
    }

    static Stream<Arguments> everyTypeRoleAndQueue() {
        return Stream.of(CommandType.values())
                .flatMap(type -> Stream.of(Role.values())
                        .flatMap(role -> Stream.of(OWN, FOREIGN).map(queue -> Arguments.of(type, role, queue))));
    }

    @ParameterizedTest(name = "{0} by {1} on {2}")
    @MethodSource("everyTypeRoleAndQueue")
    void is_executed_or_refused_without_a_trace(CommandType type, Role role, String queue) {
        boolean inOwnQueues = allowed(type).contains(role) && queue.equals(OWN) && !reachesEverywhere(type);
        check(type, queue, inOwnQueues, role, "own*", "!own-not");
        check(type, queue, allowed(type).contains(role), role);
        check(type, queue, allowed(type).contains(role) && queue.equals(OWN) && !reachesEverywhere(type), role, "!f*");
    }

    private static void check(CommandType type, String queue, boolean allowed, Role role, String... patterns) {
        for (boolean appliesAtCommit : new boolean[] {false, true}) {
            GuardFixture it = new GuardFixture(appliesAtCommit);
            int entries = it.journal.entries.size();
            Told<?> told = it.submit(it.as(role, patterns), command(type, queue, it.clock()));
            assertThat(told.words.equals(REFUSED))
                    .as("%s by %s %s on %s: %s", type, role, List.of(patterns), queue, told.words)
                    .isEqualTo(!allowed);
            assertThat(told.words).hasSize(1);
            if (!allowed) {
                assertThat(it.journal.entries).hasSize(entries);
            }
        }
    }
}
