package dev.reeve.node;

import static dev.reeve.node.NodeFixture.bytes;
import static dev.reeve.node.NodeFixture.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Command;
import dev.reeve.engine.command.Cancel;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobError;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.RetryChoice;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.node.NodeFixture.Waiting;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever waits for the end of a job learns its state, result and error, whether the job is kept or not. */
class AwaitEndTest {
    private static final JobError ERROR = new JobError("SMTPException", "450 busy", "at line 7", 0);
    private static final Command<?> FAIL = Fail.with(JobRef.of(id(1)), Claim.NONE, ERROR, RetryChoice.POLICY);
    private static final Command<?> CANCEL = Cancel.keep(JobRef.of(id(1)), Claim.NONE, null);

    private final NodeFixture it = new NodeFixture(false);

    @ParameterizedTest
    @ValueSource(longs = {0, Terms.FOREVER})
    void of_a_completed_job(long keepMicros) {
        FinishedJob ended = whenOver(keepMicros, it.complete(1, "r"));
        assertThat(ended.state()).isEqualTo(State.COMPLETED);
        assertThat(ended.result()).isEqualTo(bytes("r"));
        assertThat(ended.error()).isNull();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, Terms.FOREVER})
    void of_a_failed_job(long keepMicros) {
        FinishedJob ended = whenOver(keepMicros, FAIL);
        assertThat(ended.state()).isEqualTo(State.FAILED);
        assertThat(ended.result()).isEmpty();
        assertThat(ended.error()).isEqualTo(ERROR.at(it.clock.nowMicros()));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, Terms.FOREVER})
    void of_a_cancelled_job(long keepMicros) {
        FinishedJob ended = whenOver(keepMicros, CANCEL);
        assertThat(ended.state()).isEqualTo(State.CANCELLED);
        assertThat(ended.error()).isNull();
    }

    /** What is told to the one that waits and, if the job is kept, to one that comes later. */
    private FinishedJob whenOver(long keepMicros, Command<?> end) {
        Terms terms = new Terms(0, 0, Terms.FOREVER, keepMicros, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);
        it.submit(NodeFixture.job("q", 1, terms));
        Waiting<FinishedJob> waiting = it.result(1, 1000);
        it.settle();
        it.submit(end);
        it.settle();
        if (keepMicros > 0) {
            Waiting<FinishedJob> late = it.result(1, 1000);
            it.settle();
            assertThat(late.value()).usingRecursiveComparison().isEqualTo(waiting.value());
        }
        assertThat(waiting.told()).isEqualTo(List.of("reply"));
        return waiting.value();
    }
}
