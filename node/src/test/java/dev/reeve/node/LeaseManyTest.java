package dev.reeve.node;

import static dev.reeve.node.NodeFixture.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.State;
import dev.reeve.engine.queue.QueueOrder;
import dev.reeve.node.NodeFixture.Waiting;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An acquire of many jobs waits for the first, takes what is there, and gives all back if its client has left. */
class LeaseManyTest {
    private static final int JOBS = 100;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void all_that_are_ready_are_leased_at_once(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        addJobs(it);
        Waiting<List<LeasedJob>> many = acquire(it, 1000);
        it.settle();
        assertThat(many.value()).hasSize(JOBS);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void the_first_job_ends_the_wait(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        Waiting<List<LeasedJob>> many = acquire(it, 1000);
        it.settle();
        assertThat(many.told()).isEmpty();
        it.add("a", 1);
        it.settle();
        assertThat(many.value()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_client_that_has_left_gives_all_of_them_back_and_no_attempt_is_counted(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        addJobs(it);
        it.settle();
        Waiting<List<LeasedJob>> gone = acquire(it, 1000);
        it.loop.turn();
        gone.waitHandle().cancel();
        it.settle();
        assertThat(gone.told()).isEmpty();
        for (int i = 1; i <= JOBS; i++) {
            JobView job = it.engine.job(JobRef.of(id(i)));
            assertThat(job).isNotNull();
            assertThat(job.state()).isEqualTo(State.READY);
            assertThat(job.attempts()).isZero();
        }
        Waiting<List<LeasedJob>> next = acquire(it, JOBS);
        it.settle();
        assertThat(next.value()).hasSize(JOBS);
        assertThat(next.value().get(0).id()).isEqualTo(id(1));
    }

    private static void addJobs(NodeFixture it) {
        for (int i = 1; i <= JOBS; i++) {
            it.add(i % 2 == 0 ? "b" : "a", i);
        }
    }

    private static Waiting<List<LeasedJob>> acquire(NodeFixture it, int count) {
        Recorder<List<LeasedJob>> recorder = new Recorder<>();
        Acquire command = new Acquire(List.of("a", "b"), QueueOrder.LISTED, "w", count, 0, 1 << 24);
        return new Waiting<>(it.node.acquire(command, 1_000_000, recorder), recorder);
    }
}
