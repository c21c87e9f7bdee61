package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.engine.QueueReader;
import dev.reeve.engine.ReadRule;
import dev.reeve.engine.RefusedQueryException;
import dev.reeve.engine.RestrictedView;
import dev.reeve.engine.Scenario;
import dev.reeve.engine.queue.FailureGroup;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailureGroupsTest {
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
        List<FailureGroup> groups = view.failureGroups(null, "", 1);
        assertThat(groups).hasSize(1);
        assertThat(groups.get(0).group()).isEqualTo("mail/reeve:worker-lost");
        assertThat(groups.get(0).error()).isEqualTo("reeve:worker-lost");
        assertThat(groups.get(0).message()).isEmpty();
        assertThat(view.failureGroups(null, "mail/reeve:worker-lost", 10)).isEmpty();
        assertThatThrownBy(() -> view.failureGroups("sms", "", 10)).isInstanceOf(RefusedQueryException.class);
    }
}
