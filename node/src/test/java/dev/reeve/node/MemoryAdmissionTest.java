package dev.reeve.node;

import static dev.reeve.node.NodeFixture.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.AddedJob;
import dev.reeve.engine.Command;
import dev.reeve.engine.Engine;
import dev.reeve.engine.QlessCommands;
import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.ConfigureQueue;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.Depend;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.Log;
import dev.reeve.engine.command.Pause;
import dev.reeve.engine.command.Release;
import dev.reeve.engine.command.Renew;
import dev.reeve.engine.command.SetOutput;
import dev.reeve.engine.command.Tag;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessDialect;
import dev.reeve.engine.qless.RecurringJob;
import dev.reeve.engine.qless.command.Configure;
import dev.reeve.engine.qless.command.Recur;
import dev.reeve.engine.qless.command.Track;
import dev.reeve.node.NodeFixture.Waiting;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing that a command keeps exceeds the memory limit, and what was begun can be finished. */
class MemoryAdmissionTest {
    private static final int LIMIT = 400_000;
    private static final int RESERVE = LIMIT / 20;
    private static final CallerClock CALLER = new CallerClock(NodeFixture.START_MICROS, QlessDialect.CURRENT);
    private static final JobRef FIRST = JobRef.of(id(0));

    private static NodeFixture fixture(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit, new Engine(), new NodeSettings(LIMIT, 1 << 26, () -> 0));
        it.node.start();
        it.settle();
        return it;
    }

    /** Adds jobs until one is refused. */
    private static int fill(NodeFixture it) {
        int added = 0;
        Recorder<AddedJob> last;
        do {
            last = it.add("q", added++);
            it.settle();
        } while (!last.told.contains("OUT_OF_MEMORY"));
        return added - 1;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void jobs_are_refused_at_the_limit_and_not_after_it(boolean atCommit) {
        NodeFixture it = fixture(atCommit);
        int jobs = fill(it);
        assertThat(it.engine.liveBytes()).isBetween(LIMIT - 1_000L, (long) LIMIT);
        Recorder<?> deleted = it.submit(new Delete(FIRST));
        it.settle();
        Recorder<AddedJob> again = it.add("q", jobs + 1);
        it.settle();
        assertThat(deleted.told).contains("reply");
        assertThat(again.told).contains("reply");
    }

    @Test
    void what_is_appended_and_not_applied_counts_as_well() {
        NodeFixture it = fixture(true);
        int refused = 0;
        for (int i = 0; i < 3_000; i++) {
            Recorder<AddedJob> added = it.add("q", i);
            it.loop.turn();
            refused += added.told.contains("OUT_OF_MEMORY") ? 1 : 0;
        }
        it.settle();
        assertThat(it.engine.liveBytes()).isLessThanOrEqualTo(LIMIT);
        assertThat(refused).isLessThan(3_000);
    }

    static Stream<IntFunction<Command<?>>> attacks() {
        return Stream.of(
                i -> new Pause(List.of("queue " + i), true, true),
                i -> new ConfigureQueue("queue " + i, NodeFixture.WORK),
                i -> new Tag(null, id(0), true, List.of("tag " + i)),
                i -> new Log(null, id(i % 50), "something " + i, new byte[300]),
                i -> new Track(CALLER, JobId.of("job " + i), true, false, List.of()),
                i -> new Configure("option " + i, "value"),
                i -> new Recur(CALLER, recurring(i)),
                i -> new SetOutput(FIRST, Claim.NONE, new byte[10 * i]),
                i -> new Renew(FIRST, Claim.NONE, 0, new byte[10 * i], null, null),
                i -> QlessCommands.put(CALLER, JobId.of("put " + i), "queue " + i, "klass", new byte[10]),
                i -> QlessCommands.pop(CALLER, "q", "worker " + i, 1),
                i -> new Complete(
                        JobRef.of(id(i)),
                        Claim.NONE,
                        null,
                        null,
                        new Complete.NextStage("to " + i, 0, List.of()),
                        CALLER),
                i -> new Fail(JobRef.of(id(i)), Claim.NONE, new byte[20], "group " + i, null, CALLER),
                i -> new CommandGroup(List.of(
                        new CommandGroup.Do(new Pause(List.of("a" + i), true, true)),
                        new CommandGroup.Do(new Pause(List.of("b" + i), true, true)))));
    }

    private static RecurringJob recurring(int i) {
        return new RecurringJob(
                JobId.of("r" + i),
                "q",
                "k",
                new byte[100],
                0,
                List.of(),
                5,
                0,
                0,
                NodeFixture.SECOND,
                Long.MAX_VALUE / 2);
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void no_command_passes_limit_and_reserve_however_often_it_comes(IntFunction<Command<?>> attack) {
        for (boolean atCommit : new boolean[] {false, true}) {
            NodeFixture it = fixture(atCommit);
            fill(it);
            it.lease(0, "q");
            it.settle();
            int refused = 0;
            for (int i = 0; i < 1_500; i++) {
                Recorder<?> outcome = it.submit(attack.apply(i));
                it.settle();
                refused += outcome.told.contains("OUT_OF_MEMORY") ? 1 : 0;
            }
            assertThat(it.engine.liveBytes()).isLessThanOrEqualTo(LIMIT + RESERVE);
            assertThat(refused).isPositive();
            Recorder<?> finished = it.submit(new Complete(FIRST, Claim.NONE, new byte[0]));
            it.settle();
            assertThat(finished.told).doesNotContain("OUT_OF_MEMORY");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_result_that_does_not_fit_is_refused_and_a_smaller_one_accepted(boolean atCommit) {
        NodeFixture it = fixture(atCommit);
        fill(it);
        Waiting<List<LeasedJob>> leased = it.lease(0, "q");
        it.settle();
        Claim claim = Claim.ofToken(leased.value().get(0).lease().token());
        Recorder<?> large = it.submit(new Complete(FIRST, claim, new byte[2 * RESERVE]));
        it.settle();
        Recorder<?> small = it.submit(new Complete(FIRST, claim, new byte[RESERVE / 2]));
        it.settle();
        assertThat(large.told).containsExactly("OUT_OF_MEMORY");
        assertThat(small.told).contains("reply");
        assertThat(it.engine.liveBytes()).isLessThanOrEqualTo(LIMIT + RESERVE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void when_even_the_reserve_is_used_up_jobs_are_leased_released_and_finished_without_result(boolean atCommit) {
        NodeFixture it = fixture(atCommit);
        int jobs = fill(it);
        for (int i = 0; i < jobs / 2; i++) {
            it.submit(new Complete(JobRef.of(id(i)), Claim.NONE, new byte[200]));
            it.settle();
        }
        assertThat(it.engine.liveBytes()).isGreaterThan(LIMIT + RESERVE - 500);
        Waiting<List<LeasedJob>> leased = it.lease(0, "q");
        it.settle();
        LeasedJob job = leased.value().get(0);
        Claim claim = Claim.ofToken(job.lease().token());
        Recorder<?> refused = it.submit(new Complete(JobRef.of(job.id()), claim, new byte[600]));
        Recorder<?> renewed = it.submit(new Renew(JobRef.of(job.id()), claim, NodeFixture.SECOND));
        Recorder<?> released = it.submit(new Release(JobRef.of(job.id()), claim, false));
        Waiting<List<LeasedJob>> again = it.lease(0, "q");
        it.settle();
        assertThat(refused.told).containsExactly("OUT_OF_MEMORY");
        assertThat(renewed.told).contains("reply");
        assertThat(released.told).contains("reply");
        assertThat(again.value().get(0).id()).isEqualTo(job.id());
        Recorder<?> finished = it.submit(new Complete(JobRef.of(job.id()), Claim.NONE, new byte[0]));
        it.settle();
        assertThat(finished.told).contains("reply");
    }

    @Test
    void heartbeats_with_data_of_the_same_size_are_accepted_when_memory_is_full() {
        NodeFixture it = fixture(false);
        fill(it);
        it.lease(0, "q");
        it.settle();
        Recorder<?> same = it.submit(new Renew(FIRST, Claim.NONE, 0, NodeFixture.bytes("PAYLOAD 0"), null, null));
        Recorder<?> larger = it.submit(new Renew(FIRST, Claim.NONE, 0, new byte[1_000], null, null));
        it.settle();
        assertThat(same.told).contains("reply");
        assertThat(larger.told).containsExactly("OUT_OF_MEMORY");
    }

    @Test
    void dependencies_count() {
        NodeFixture it = fixture(false);
        it.add("q", 0);
        it.submit(QlessCommands.put(CALLER, id(1), "q", "k", new byte[1], null, List.of(id(0))));
        it.settle();
        List<JobId> many = Stream.iterate(0, i -> i + 1)
                .limit(3_000)
                .map(i -> JobId.of("x" + i))
                .toList();
        Recorder<?> refused = it.submit(new Depend(null, id(1), true, many));
        it.settle();
        assertThat(refused.told).containsExactly("OUT_OF_MEMORY");
    }
}
