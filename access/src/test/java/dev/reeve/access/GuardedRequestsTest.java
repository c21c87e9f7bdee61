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
import dev.reeve.engine.EngineView;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.QlessCommands;
import dev.reeve.engine.Query;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.AddAll;
import dev.reeve.engine.command.Cancel;
import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.ConfigureQueue;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.Log;
import dev.reeve.engine.command.Prioritize;
import dev.reeve.engine.command.PutWebhook;
import dev.reeve.engine.command.Requeue;
import dev.reeve.engine.command.Tag;
import dev.reeve.engine.command.TestWebhook;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Status;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.qless.command.Peek;
import dev.reeve.engine.qless.command.Recur;
import dev.reeve.engine.qless.command.Track;
import dev.reeve.engine.qless.command.Unfail;
import dev.reeve.engine.queue.QueueView;
import dev.reeve.engine.webhook.Webhook;
import dev.reeve.engine.webhook.Webhooks;
import dev.reeve.node.FinishedJob;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GuardedRequestsTest {
    private static final List<String> REFUSED = List.of("NOT_ALLOWED");
    private static final List<String> REPLY = List.of("reply");
    private static final Terms FOREGROUND =
            new Terms(10_000_000, 0, Terms.FOREVER, 0, 60_000_000, RetryPolicy.UNTIL_FAILED);

    private final GuardFixture it = new GuardFixture(false);

    @Test
    void every_queue_that_a_command_reaches_counts() {
        Complete.NextStage toForeign = new Complete.NextStage(FOREIGN, 0, List.of());
        Complete.NextStage afterForeign = new Complete.NextStage(OWN, 0, List.of(ready(FOREIGN)));
        List<Command<?>> byWorker = List.of(
                new Complete(JobRef.of(leased(OWN)), Claim.ofWorker("w"), null, null, toForeign, it.clock()),
                new Complete(JobRef.of(leased(OWN)), Claim.ofWorker("w"), null, null, afterForeign, it.clock()),
                new Acquire(List.of(OWN, FOREIGN), "w", 1, 0));
        for (Command<?> command : byWorker) {
            refuses(it.as(Role.WORKER, OWN), command);
        }
        List<Command<?>> byOperator = List.of(
                // A job of another queue with that id would be moved.
                QlessCommands.put(it.clock(), ready(FOREIGN), OWN, "klass", bytes("{}")),
                QlessCommands.put(
                        it.clock(), JobId.of("new"), OWN, "klass", bytes("{}"), null, List.of(ready(FOREIGN))),
                // A recurring job of another queue with that id would be replaced.
                new Recur(it.clock(), GuardFixture.recurringJob(FOREIGN, OWN)),
                Cancel.remove(List.of(ready(OWN), ready(FOREIGN)), it.clock()),
                // An id without a job is in no queue.
                new Track(it.clock(), JobId.of("unknown"), true, false, List.of()));
        for (Command<?> command : byOperator) {
            refuses(it.as(Role.OPERATOR, OWN), command);
        }
    }

    private void refuses(GuardedRequests requests, Command<?> command) {
        int entries = it.journal.entries.size();
        assertThat(it.submit(requests, command).words).as("%s", command).isEqualTo(REFUSED);
        assertThat(it.journal.entries).hasSize(entries);
    }

    /** The server signs what is in the queue of deliveries, whoever has put it there. */
    @Test
    void only_who_may_change_webhooks_reaches_what_deliveries_contain() {
        it.submit(new PutWebhook(new Webhook("w", "http://host", List.of("job.added"), List.of(), "whsec_")));
        it.submit(new TestWebhook("w"));
        JobRef delivery = JobRef.of(JobId.of("w:1"));
        Add add = new Add(JobId.of("new"), Webhooks.QUEUE, bytes("{}"), 0, Add.NOW, Terms.STANDARD);
        List<Command<?>> byOperator = List.of(
                add,
                new AddAll(List.of(add), false),
                QlessCommands.put(it.clock(), ready(OWN), Webhooks.QUEUE, "klass", bytes("{}")),
                new Unfail(it.clock(), Webhooks.QUEUE, "group", 10),
                new ConfigureQueue(Webhooks.QUEUE, Terms.STANDARD),
                new Recur(it.clock(), GuardFixture.recurringJob("new", Webhooks.QUEUE)),
                GuardFixture.schedule("new", Webhooks.QUEUE),
                new Requeue(delivery, Claim.NONE));
        for (Command<?> command : byOperator) {
            refuses(it.as(Role.OPERATOR), command);
        }
        refuses(it.as(Role.WORKER), new Acquire(List.of(Webhooks.QUEUE), "w", 1, 0));
        Query<Boolean> isShown = engine -> !Objects.requireNonNull(engine.job(delivery))
                .options()
                .headers()
                .isEmpty();
        for (Role role : Role.values()) {
            assertThat(ask(it.as(role), isShown).value()).as("%s", role).isEqualTo(role == Role.ADMIN);
        }
        assertThat(it.submit(it.as(Role.OPERATOR), new Delete(delivery)).words).isEqualTo(REPLY);
        assertThat(it.submit(it.as(Role.ADMIN), add).words).isEqualTo(REPLY);
    }

    @Test
    void a_job_can_be_found_by_its_number_too() {
        long number = Objects.requireNonNull(it.node.current().job(JobRef.of(ready(FOREIGN))))
                .number();
        refuses(it.as(Role.OPERATOR, OWN), new Delete(JobRef.of(number)));
        assertThat(it.submit(it.as(Role.OPERATOR), new Delete(JobRef.of(number))).words)
                .isEqualTo(REPLY);
    }

    @Test
    void an_unknown_job_is_not_found_but_only_for_who_has_the_right() {
        Delete delete = new Delete(JobRef.of(4711));
        assertThat(it.submit(it.as(Role.OPERATOR, OWN), delete).words).containsExactly("JOB_NOT_FOUND");
        assertThat(it.submit(it.as(Role.WORKER, OWN), delete).words).isEqualTo(REFUSED);
    }

    @Test
    void a_delete_that_completes_a_leased_job_is_work() {
        Command<?> ofLeased = new Delete(JobRef.of(leased(OWN)), true);
        Command<?> ofReady = new Delete(JobRef.of(ready(OWN)), true);
        refuses(it.as(Role.WORKER, OWN), ofReady);
        refuses(it.as(Role.OPERATOR, OWN), ofLeased);
        assertThat(it.submit(it.as(Role.OPERATOR, OWN), ofReady).words).isEqualTo(REPLY);
        assertThat(it.submit(it.as(Role.WORKER, OWN), ofLeased).words).isEqualTo(REPLY);
    }

    @Test
    void a_worker_cancels_what_it_holds_and_an_operator_asks_for_it() {
        JobRef job = JobRef.of(leased(OWN));
        Command<?> obeys = Cancel.keep(job, Claim.ofRepeatable(4711), null);
        Command<?> asks = Cancel.request(job, false, "wrong", "ann");
        assertThat(it.submit(it.as(Role.WORKER, OWN), obeys).words).containsExactly("STALE_LEASE");
        refuses(it.as(Role.OPERATOR, OWN), obeys);
        refuses(it.as(Role.WORKER, OWN), asks);
        assertThat(it.submit(it.as(Role.OPERATOR, OWN), asks).words).isEqualTo(REPLY);
    }

    @Test
    void an_identity_that_has_ended_has_no_rights() {
        Identity identity = new Identity(Identity.Kind.TOKEN, "t", Role.ADMIN, QueuePatterns.ALL);
        GuardedRequests requests = it.as(identity);
        assertThat(it.submit(requests, new Prioritize(ready(OWN), 1)).words).isEqualTo(REPLY);
        List<String> ends = new ArrayList<>();
        identity.whenEnded(() -> ends.add("ended"));
        identity.end();
        identity.whenEnded(() -> ends.add("already"));
        assertThat(ends).containsExactly("ended", "already");
        refuses(requests, new Prioritize(ready(OWN), 1));
        assertThat(ask(requests, engine -> engine.jobCount()).words).isEqualTo(REFUSED);
    }

    @Test
    void a_group_is_not_executed_if_one_of_its_queries_is_refused() {
        CommandGroup group = new CommandGroup(List.of(
                new CommandGroup.Do(new Prioritize(ready(OWN), 5)),
                new CommandGroup.Ask(engine -> String.valueOf(engine.job(JobRef.of(ready(FOREIGN)))))));
        refuses(it.as(Role.OPERATOR, OWN), group);
        assertThat(it.submit(it.as(Role.OPERATOR), group).words).isEqualTo(REPLY);
    }

    /** The state before the group allows the query, the group itself changes that: the query is refused, the server goes on. */
    @Test
    void a_query_that_a_group_makes_forbidden_is_refused_at_its_place() {
        GuardedRequests requests = it.as(Role.OPERATOR, "!later");
        CommandGroup group = new CommandGroup(List.of(
                new CommandGroup.Do(new Prioritize(ready(OWN), 5)), new CommandGroup.Ask(engine -> {
                    boolean changed = Objects.requireNonNull(engine.job(JobRef.of(ready(OWN))))
                                    .priority()
                            == 5;
                    return String.valueOf(engine.queue(changed ? "later" : OWN));
                })));
        List<Outcome<?>> outcomes = it.submit(requests, group).value();
        assertThat(outcomes.get(0).rejection()).isNull();
        assertThat(outcomes.get(1)).hasToString("NOT_ALLOWED");
    }

    @Test
    void waiting_calls_are_refused_once_and_not_within_the_call() {
        Told<List<LeasedJob>> acquired = new Told<>();
        it.as(Role.WORKER, OWN).acquire(new Acquire(List.of(FOREIGN), null, 1, 0), 1_000_000, acquired);
        Told<FinishedJob> awaited = new Told<>();
        it.as(Role.PRODUCER, OWN).awaitEnd(JobRef.of(ready(FOREIGN)), 1_000_000, awaited);
        Told<FinishedJob> run = new Told<>();
        it.as(Role.PRODUCER, OWN).run(new Add(JobId.of("r"), FOREIGN, bytes("1"), 0, Add.NOW, FOREGROUND), run);
        Told<FinishedJob> cancelled = new Told<>();
        it.as(Role.VIEWER).awaitEnd(JobRef.of(ready(OWN)), 1_000_000, cancelled).cancel();
        assertThat(acquired.words).isEmpty();
        int entries = it.journal.entries.size();
        it.settle();
        for (Told<?> told : List.of(acquired, awaited, run)) {
            assertThat(told.words).isEqualTo(REFUSED);
            assertThat(told.decided).isEqualTo(1);
        }
        assertThat(cancelled.words).isEmpty();
        assertThat(it.journal.entries).hasSize(entries);
    }

    @Test
    void waiting_calls_that_are_allowed_are_passed_on() {
        Told<List<LeasedJob>> acquired = new Told<>();
        it.as(Role.WORKER, OWN).acquire(new Acquire(List.of(OWN), null, 1, 0), 0, acquired);
        Told<FinishedJob> awaited = new Told<>();
        it.as(Role.PRODUCER, OWN).awaitEnd(JobRef.of(leased(OWN)), 60_000_000, awaited);
        Told<FinishedJob> run = new Told<>();
        it.as(Role.PRODUCER, OWN).run(new Add(JobId.of("r"), OWN, bytes("1"), 0, Add.NOW, FOREGROUND), run);
        it.settle();
        assertThat(acquired.value().get(0).payload()).asString().isEqualTo("secret");
        it.submit(new Complete(JobRef.of(leased(OWN)), Claim.NONE, bytes("result")));
        assertThat(awaited.value().result()).asString().isEqualTo("result");
        assertThat(run.words).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_role_sees_as_much_of_a_job_as_it_may(Role role) {
        it.submit(new Log(it.clock(), ready(OWN), "the customer's name", bytes("\"data\"")));
        it.submit(new Fail(JobRef.of(leased(OWN)), Claim.NONE, bytes("a secret message"), "group", null, it.clock()));
        it.submit(new Complete(JobRef.of(ready(OWN)), Claim.NONE, bytes("the result")));
        boolean seesPayload = role == Role.OPERATOR || role == Role.ADMIN;
        boolean seesEnds = role != Role.VIEWER;
        List<Query<JobView>> reads = List.of(
                engine -> Objects.requireNonNull(engine.job(JobRef.of(ready(OWN)))),
                engine -> Objects.requireNonNull(engine.qless().job(ready(OWN))));
        for (Query<JobView> read : reads) {
            JobView completed = ask(it.as(role, OWN), read).value();
            assertThat(completed.payload()).asString().isEqualTo(seesPayload ? "secret" : "{}");
            assertThat(completed.result() == null ? "" : new String(completed.result(), StandardCharsets.UTF_8))
                    .isEqualTo(seesEnds ? "the result" : "");
            List<HistoryEvent> events = Objects.requireNonNull(completed.qless().optionalFields())
                    .history()
                    .events();
            HistoryEvent logged = events.stream()
                    .filter(event -> event.type() == HistoryEvent.Type.LOGGED)
                    .findFirst()
                    .orElseThrow();
            assertThat(logged.about()).isEqualTo(seesEnds ? "the customer's name" : "");
            assertThat(logged.data() != null).isEqualTo(seesEnds);
        }
        JobView failed = ask(it.as(role, OWN), engine -> Objects.requireNonNull(engine.job(JobRef.of(leased(OWN)))))
                .value();
        Failure failure = Objects.requireNonNull(
                Objects.requireNonNull(failed.qless().optionalFields()).failure());
        assertThat(failure.message()).isEqualTo(seesEnds ? "a secret message" : "");
    }

    @Test
    void a_worker_sees_the_payload_of_a_leased_job_and_of_no_other() {
        assertThat(payload(Role.WORKER, leased(OWN))).isEqualTo("secret");
        assertThat(payload(Role.WORKER, ready(OWN))).isEqualTo("{}");
        assertThat(payload(Role.PRODUCER, leased(OWN))).isEqualTo("{}");
    }

    private String payload(Role role, JobId id) {
        JobView job = ask(it.as(role, OWN), engine -> Objects.requireNonNull(engine.job(JobRef.of(id))))
                .value();
        return new String(job.payload(), StandardCharsets.UTF_8);
    }

    @Test
    void lists_of_jobs_and_peeks_and_recurring_jobs_hide_payloads_too() {
        for (Role role : List.of(Role.VIEWER, Role.PRODUCER, Role.WORKER)) {
            GuardedRequests requests = it.as(role, OWN);
            assertThat(ask(requests, engine -> engine.ready(OWN, 0, 10)).value())
                    .singleElement()
                    .satisfies(job -> assertThat(job.payload()).asString().isEqualTo("{}"));
            assertThat(it.submit(requests, new Peek(it.clock(), OWN, 10)).value())
                    .singleElement()
                    .satisfies(job -> assertThat(job.payload()).asString().isEqualTo("{}"));
            assertThat(ask(
                                    requests,
                                    engine -> Objects.requireNonNull(
                                            engine.qless().recurring(recurring(OWN))))
                            .value()
                            .payload())
                    .asString()
                    .isEqualTo("{}");
        }
        CommandGroup group = new CommandGroup(List.of(
                new CommandGroup.Ask(engine -> engine.jobCount()), new CommandGroup.Do(new Peek(it.clock(), OWN, 10))));
        Object peeked = it.submit(it.as(Role.VIEWER, OWN), group).value().get(1).reply();
        assertThat(((JobView) ((List<?>) peeked).get(0)).payload()).asString().isEqualTo("{}");
        assertThat(it.submit(it.as(Role.OPERATOR, OWN), new Peek(it.clock(), OWN, 10))
                        .value())
                .singleElement()
                .satisfies(job -> assertThat(job.payload()).asString().isEqualTo("secret"));
    }

    @Test
    void what_names_a_foreign_queue_or_job_is_refused() {
        List<Query<?>> reads = List.of(
                engine -> String.valueOf(engine.job(JobRef.of(ready(FOREIGN)))),
                engine -> String.valueOf(engine.queue(FOREIGN)),
                engine -> engine.ready(FOREIGN, 0, 10),
                engine -> engine.scheduled(FOREIGN, 0, 10),
                engine -> engine.readyCount(FOREIGN),
                engine -> engine.jobs(FOREIGN, Status.QUEUED),
                engine -> engine.scanJobs(FOREIGN, 0, 10, (number, status) -> {}),
                engine -> engine.waitingSinceMicros(FOREIGN),
                engine -> String.valueOf(engine.qless().job(ready(FOREIGN))),
                engine -> String.valueOf(engine.qless().recurring(recurring(FOREIGN))),
                engine -> engine.qless().queue(FOREIGN, 0),
                engine -> engine.qless().running(FOREIGN, 0, 0, 10),
                engine -> engine.qless().stalled(FOREIGN, 0, 0, 10),
                engine -> engine.qless().scheduled(FOREIGN, 0, 0, 10),
                engine -> engine.qless().depending(FOREIGN, 0, 10),
                engine -> engine.qless().recurring(FOREIGN, 0, 10),
                engine -> engine.qless().stats(FOREIGN, 0),
                engine -> engine.qless().statsDays(FOREIGN),
                engine -> engine.qless().lists().ready(FOREIGN),
                engine -> engine.qless().lists().leased(FOREIGN));
        checkReads(reads);
    }

    @Test
    void lists_over_all_queues_need_the_right_to_read_all() {
        List<Query<?>> reads = List.of(
                engine -> engine.qless().jobsFrom(0, 10),
                engine -> engine.qless().tags(10),
                engine -> engine.qless().topTags(1, 0, 10),
                engine -> engine.qless().tagged("t", 0, 10),
                engine -> engine.qless().taggedCount("t"),
                engine -> engine.qless().allRecurring(10),
                engine -> engine.qless().completed(0, 10),
                engine -> engine.qless().failureGroups(10),
                engine -> engine.qless().failedCount("g"),
                engine -> engine.qless().failed("g", 0, 10),
                engine -> engine.qless().tracked(10),
                engine -> engine.qless().workers(10),
                engine -> engine.qless().worker("w", 0, 10),
                engine -> engine.qless().lists().queues(),
                engine -> engine.qless().lists().workers(),
                engine -> engine.qless().lists().jobsOfWorker("w"),
                engine -> engine.qless().lists().tracked(),
                engine -> engine.qless().lists().completed(),
                engine -> engine.qless().lists().tags());
        checkReads(reads);
    }

    private void checkReads(List<Query<?>> reads) {
        for (int i = 0; i < reads.size(); i++) {
            assertThat(ask(it.as(Role.OPERATOR, OWN), reads.get(i)).words)
                    .as("read %s", i)
                    .isEqualTo(REFUSED);
            assertThat(ask(it.as(Role.VIEWER), reads.get(i)).words)
                    .as("read %s", i)
                    .isEqualTo(REPLY);
        }
    }

    @Test
    void lists_of_queues_and_of_numbers_by_tag_leave_out_what_is_foreign() {
        it.submit(new Tag(it.clock(), ready(OWN), true, List.of("t")));
        it.submit(new Tag(it.clock(), ready(FOREIGN), true, List.of("t")));
        GuardedRequests requests = it.as(Role.VIEWER, OWN);
        long own = Objects.requireNonNull(it.node.current().job(JobRef.of(ready(OWN))))
                .number();
        assertThat(ask(requests, engine -> engine.tagged("t")).value()).containsExactly(own);
        assertThat(ask(requests, engine -> names(engine.queues(0, 10))).value()).containsExactly(OWN);
        assertThat(ask(requests, engine -> names(engine.queues(1, 10))).value()).isEmpty();
        assertThat(ask(requests, engine -> names(engine.queuesAfter("", 1))).value())
                .containsExactly(OWN);
        assertThat(ask(requests, engine -> engine.qless().queueNames(10)).value())
                .containsExactly(OWN);
        assertThat(ask(requests, engine -> engine.qless().listedQueues(10)).value())
                .hasSize(1);
        Told<List<String>> inSteps = new Told<>();
        requests.askInSteps(engine -> names(engine.queues(0, 10)), inSteps);
        it.settle();
        assertThat(inSteps.value()).containsExactly(OWN);
    }

    private static List<String> names(List<QueueView> queues) {
        return queues.stream().map(QueueView::name).toList();
    }

    private <R> Told<R> ask(GuardedRequests requests, Query<R> query) {
        Told<R> told = new Told<>();
        requests.ask((EngineView engine) -> query.ask(engine), told);
        it.settle();
        return told;
    }
}
