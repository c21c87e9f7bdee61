package dev.reeve.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.reeve.engine.Command;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.Renew;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Terms;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a right costs the commands of producers and workers, in bytes: the time of so short a thing cannot be asserted. A decision makes
 * no view of a job and no list of its own; what is left are iterators and lists of one, which the compiler removes.
 */
class GuardCostTest {
    private static final int CALLS = 20_000;
    private static final int MOST_BYTES = 300;

    private final GuardFixture it = new GuardFixture(false);

    static List<Command<?>> commands() {
        JobRef job = JobRef.of(GuardFixture.leased(GuardFixture.OWN));
        return List.of(
                new Add(JobId.of("new"), GuardFixture.OWN, new byte[20], 0, Add.NOW, Terms.STANDARD),
                new Acquire(List.of(GuardFixture.OWN), GuardFixture.WORKER, 1, 0, null),
                new Complete(job, Claim.NONE, new byte[2]),
                new Fail(job, Claim.NONE, null),
                new Renew(job, Claim.NONE, 1),
                new Delete(job, true));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void decisionAllocatesLittle(Command<?> command) {
        Role role = command instanceof Add ? Role.PRODUCER : Role.WORKER;
        Identity who =
                new Identity(Identity.Kind.TOKEN, "t", role, QueuePatterns.of(List.of(GuardFixture.OWN + "*", "!x")));
        int refused = 0;
        long before = allocatedBytes();
        for (int i = 0; i < CALLS; i++) {
            refused += Access.refusal(who, command, it.node.current()) == null ? 0 : 1;
        }
        long allocated = allocatedBytes() - before;
        assertThat(refused).isZero();
        assertThat(allocated / CALLS).isLessThan(MOST_BYTES);
    }

    private static long allocatedBytes() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}
