package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.engine.Command;
import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineView;
import dev.reeve.engine.Entry;
import dev.reeve.engine.QueueReader;
import dev.reeve.engine.ReadRule;
import dev.reeve.engine.RefusedQueryException;
import dev.reeve.engine.RestrictedView;
import dev.reeve.engine.Scenario;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.queue.FailureGroup;
import dev.reeve.engine.search.FailurePage;
import dev.reeve.engine.search.FailureSearch;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FailureGroupsTest {
    private static final Terms KEPT =
            new Terms(1_000_000, 0, 3_600_000_000L, Terms.FOREVER, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);
    private static final String LOST = """
            add a mail rule=backoff lapses=1 ttr=1s   -> 1 | ready mail
            add b mail rule=backoff lapses=1 ttr=2s   -> 2 | ready mail
            add c mails rule=backoff lapses=1 ttr=3s  -> 3 | ready mails
            add d sms                                 -> 4 | ready sms
            lease mail count=2          -> a:1 b:2
            lease mails                 -> c:3
            +3s                         -> | a FAILED (empty) (reeve:worker-lost), b FAILED (empty) (reeve:worker-lost), c FAILED (empty) (reeve:worker-lost)
            fail d no-route group=other  -> done | failed d other: no-route, d FAILED no-route
            """;

    @Test
    void a_group_tells_how_many_jobs_failed_so_and_when() {
        play(LOST + """
                failures          -> mail/reeve:worker-lost:2 +3s +3s b the lease lapsed, mails/reeve:worker-lost:1 +3s +3s c the lease lapsed, other:1 +3s +3s d no-route
                failures queue=mail  -> mail/reeve:worker-lost:2 +3s +3s b the lease lapsed
                failures queue=sms   ->
                failures limit=1     -> mail/reeve:worker-lost:2 +3s +3s b the lease lapsed
                failures after=mail/reeve:worker-lost limit=1  -> mails/reeve:worker-lost:1 +3s +3s c the lease lapsed
                list failures=mail/reeve:worker-lost  -> a b of 2
                requeue b anew       -> done | ready mail
                failures queue=mail  -> mail/reeve:worker-lost:1 +3s +3s a the lease lapsed
                delete a             -> done
                failures queue=mail  ->
                """);
    }

    @Test
    void a_restricted_reader_gets_the_groups_of_its_queues() {
        ReadRule mailOnly = new QueueReader("mail"::equals);
        RestrictedView view = new RestrictedView(new Scenario().run(LOST).engine(), mailOnly);
        List<FailureGroup> groups = groups(view, null, "", 1);
        assertThat(groups).hasSize(1);
        assertThat(groups.get(0).group()).isEqualTo("mail/reeve:worker-lost");
        assertThat(groups.get(0).error()).isEqualTo("reeve:worker-lost");
        assertThat(groups.get(0).message()).isEmpty();
        assertThat(groups(view, null, "mail/reeve:worker-lost", 10)).isEmpty();
        assertThatThrownBy(() -> groups(view, "sms", "", 10)).isInstanceOf(RefusedQueryException.class);
    }

    private static <R> Entry<R> entry(Command<R> command) {
        return new Entry<>(1_000_000, 1, command);
    }

    private static List<FailureGroup> groups(EngineView view, @Nullable String queue, String after, int limit) {
        return Objects.requireNonNull(view.failureGroups(new FailureSearch(queue, after, limit)))
                .groups();
    }

    @Test
    void a_long_list_is_made_in_steps_and_pages() {
        Engine engine = new Engine();
        for (int i = 0; i < 2_500; i++) {
            JobId id = JobId.ofUuid(0, i);
            engine.apply(entry(new Add(id, "q", new byte[0], 0, Add.NOW, KEPT)), Effects.NONE);
            engine.apply(
                    entry(new Fail(JobRef.of(id), Claim.NONE, null, "group%04d".formatted(i), null, null)),
                    Effects.NONE);
        }
        FailureSearch search = new FailureSearch(null, "", 2_200);
        assertThat(engine.failureGroups(search)).as("after 1,000 groups").isNull();
        assertThat(engine.failureGroups(search)).as("after 2,000 groups").isNull();
        FailurePage page = Objects.requireNonNull(engine.failureGroups(search));
        assertThat(page.groups()).hasSize(2_200);
        FailurePage rest = Objects.requireNonNull(
                engine.failureGroups(new FailureSearch(null, Objects.requireNonNull(page.next()), 500)));
        assertThat(rest.groups()).hasSize(300);
        assertThat(rest.next()).isNull();
        assertThat(groups(new RestrictedView(engine, new QueueReader(name -> false)), null, "zzz", 10))
                .isEmpty();
    }
}
