package dev.reeve.access;

import static dev.reeve.access.GuardFixture.FOREIGN;
import static dev.reeve.access.GuardFixture.OWN;
import static dev.reeve.access.GuardFixture.ready;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.access.GuardFixture.Told;
import dev.reeve.engine.Command;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.ChangeIf;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.State;
import dev.reeve.engine.search.JobFilter;
import dev.reeve.node.BulkChange;
import dev.reeve.node.BulkCount;
import dev.reeve.node.WorkerQuery;
import dev.reeve.node.WorkerView;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Changes of many jobs, commands that stand for themselves, and workers. */
class BulkGuardTest {
    private static final List<String> REFUSED = List.of("NOT_ALLOWED");

    private final GuardFixture it = new GuardFixture(false);

    private static BulkChange change(ChangeIf.Kind kind, List<String> queues, @Nullable String to) {
        JobFilter filter = JobFilter.of(queues, List.of(State.READY));
        return new BulkChange(filter, null, new BulkChange.Action(kind, to, 0, null), false, null);
    }

    private Told<BulkCount> run(GuardedRequests requests, BulkChange change) {
        Told<BulkCount> told = new Told<>();
        requests.changeAll(change, told);
        it.settle();
        return told;
    }

    @Test
    void only_jobs_of_own_queues_are_changed() {
        BulkChange delete = change(ChangeIf.Kind.DELETE, List.of(), null);
        assertThat(run(it.as(Role.OPERATOR, OWN), delete).value().changed()).isEqualTo(1);
        assertThat(it.node.current().job(JobRef.of(ready(OWN)))).isNull();
        assertThat(it.node.current().job(JobRef.of(ready(FOREIGN)))).isNotNull();
    }

    @Test
    void a_queue_that_is_named_has_to_be_an_own_one() {
        for (BulkChange change : List.of(
                change(ChangeIf.Kind.CANCEL, List.of(OWN, FOREIGN), null),
                change(ChangeIf.Kind.MOVE, List.of(OWN), FOREIGN))) {
            assertThat(run(it.as(Role.OPERATOR, OWN), change).words).isEqualTo(REFUSED);
        }
    }

    @ParameterizedTest
    @EnumSource(ChangeIf.Kind.class)
    void only_operators_and_admins_may_do_it(ChangeIf.Kind kind) {
        BulkChange change = change(kind, List.of(OWN), kind == ChangeIf.Kind.MOVE ? OWN : null);
        for (Role role : List.of(Role.VIEWER, Role.PRODUCER, Role.WORKER)) {
            assertThat(run(it.as(role), change).words).as("%s", role).isEqualTo(REFUSED);
        }
        for (Role role : List.of(Role.OPERATOR, Role.ADMIN)) {
            assertThat(run(it.as(role), change).words).as("%s", role).containsExactly("reply");
        }
    }

    @Test
    void a_job_that_leaves_the_own_queues_meanwhile_is_skipped() {
        BulkGuard guard = new BulkGuard(it.node, it.node::current, identity(), new AccessRule(identity()));
        Told<List<Outcome<?>>> told = new Told<>();
        List<Command<?>> commands = List.of(new Delete(JobRef.of(ready(FOREIGN))));
        guard.change(commands, told);
        assertThat(told.words).as("never from within the call").isEmpty();
        it.settle();
        assertThat(told.value()).hasToString("[NOT_ALLOWED]");
    }

    private static Identity identity() {
        return new Identity(Identity.Kind.USER, "ann", Role.OPERATOR, QueuePatterns.of(List.of(OWN)));
    }

    @Test
    void a_command_that_is_not_allowed_does_not_keep_others_from_being_executed() {
        Told<List<Outcome<?>>> told = new Told<>();
        it.as(Role.OPERATOR, OWN)
                .submitEach(List.of(new Delete(JobRef.of(ready(FOREIGN))), new Delete(JobRef.of(ready(OWN)))), told);
        it.settle();
        assertThat(told.value().get(0)).hasToString("NOT_ALLOWED");
        assertThat(told.value().get(0).about()).containsExactly("delete", FOREIGN);
        assertThat(told.value().get(1).rejection()).isNull();
        Told<List<Outcome<?>>> none = new Told<>();
        it.as(Role.OPERATOR, OWN).submitEach(List.of(new Delete(JobRef.of(ready(FOREIGN)))), none);
        it.settle();
        assertThat(none.words).as("if none is allowed, the call is refused").isEqualTo(REFUSED);
    }

    @Test
    void workers_of_own_queues_are_seen_and_can_be_made_quiet() {
        it.node.acquire(new Acquire(List.of(OWN, FOREIGN), "both", 1, 0), 0, new Told<>());
        it.node.acquire(new Acquire(List.of(FOREIGN), "foreign", 1, 0), 0, new Told<>());
        it.settle();
        Told<List<WorkerView>> seen = new Told<>();
        it.as(Role.VIEWER, OWN).workers(new WorkerQuery("", 10, queue -> true), seen);
        it.settle();
        assertThat(seen.value()).hasSize(1);
        assertThat(seen.value().get(0).queues()).containsExactly(OWN);
        assertThat(quiet(it.as(Role.VIEWER), "both").words).isEqualTo(REFUSED);
        assertThat(quiet(it.as(Role.OPERATOR, OWN), "both").words).isEqualTo(REFUSED);
        assertThat(quiet(it.as(Role.OPERATOR), "both").value()).isTrue();
        assertThat(quiet(it.as(Role.OPERATOR), "nobody").value()).isFalse();
    }

    private Told<Boolean> quiet(GuardedRequests requests, String worker) {
        Told<Boolean> told = new Told<>();
        requests.quiet(worker, true, queue -> true, told);
        it.settle();
        return told;
    }
}
