package dev.reeve.bench.jmh;

import dev.reeve.engine.Command;
import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.Entry;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The engine alone, without journal and network: steps (add, lease, complete) per second with a backlog of jobs. */
@State(Scope.Thread)
@Fork(
        value = 1,
        jvmArgs = {"-XX:+UseG1GC", "-Xms3g", "-Xmx3g"})
@Warmup(iterations = 4, time = 3, timeUnit = TimeUnit.SECONDS)
@Measurement(iterations = 5, time = 3, timeUnit = TimeUnit.SECONDS)
public class EngineBenchmark {
    private static final List<String> QUEUE = List.of("mail");
    private static final long DAY_MICROS = 86_400_000_000L;
    private static final Terms TERMS =
            new Terms(60_000_000, 0, DAY_MICROS, 0, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);

    @Param({"0", "1000000"})
    private int waiting;

    private final SplittableRandom random = new SplittableRandom(1);
    private Engine engine = new Engine();
    private long at = 1_700_000_000_000_000L;

    @Setup
    public void fill() {
        engine = new Engine();
        for (int i = 0; i < waiting; i++) {
            add();
        }
    }

    @Benchmark
    @OperationsPerInvocation(3)
    public Object steps() {
        add();
        JobId taken = apply(new Acquire(QUEUE, null, 1, 0)).get(0).id();
        return apply(new Complete(JobRef.of(taken), Claim.NONE, new byte[2]));
    }

    private void add() {
        JobId id = JobId.ofUuid(random.nextLong(), random.nextLong());
        apply(new Add(id, "mail", new byte[200], 0, Add.NOW, TERMS));
    }

    private <R> R apply(Command<R> command) {
        return engine.apply(new Entry<>(++at, 0, command), Effects.NONE).reply();
    }
}
