package dev.reeve.engine;

import static java.util.stream.IntStream.range;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.Prioritize;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.State;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessDialect;
import dev.reeve.engine.qless.command.ListWorkers;
import dev.reeve.engine.qless.command.Unfail;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** However many jobs a command concerns, its entry changes a bounded number of them; the entries after it change the others. */
@Timeout(60)
class SpreadWorkTest {
    private static final int WORK = EngineState.CHANGES_PER_ENTRY;
    private static final int LATER = Engine.DEADLINES_PER_ENTRY;
    private static final int MANY = 3 * WORK + 10;
    private static final byte[] DATA = "{}".getBytes(StandardCharsets.UTF_8);
    private static final JobId FIRST = JobId.of("first");

    private Engine engine = new Engine();
    private long nowMicros = 1_000_000;

    @Test
    void acompleted_job_frees_its_dependents_over_several_entries() {
        dependOn(FIRST, MANY);
        pop(1);
        complete(FIRST);
        assertThat(waiting()).isEqualTo(WORK);
        assertThat(engine.nextDeadlineMicros()).isLessThanOrEqualTo(nowMicros);
        EngineInvariants.check(engine);
        apply(new Tick());
        assertThat(waiting()).isEqualTo(WORK + LATER);
        put("another", List.of());
        assertThat(waiting()).isEqualTo(WORK + 2 * LATER + 1);
        tickUntilIdle();
        assertThat(waiting()).isEqualTo(MANY + 1);
        assertThat(depending()).isZero();
        assertThat(engine.nextDeadlineMicros()).isEqualTo(DeadlineHeap.NEVER);
        EngineInvariants.check(engine);
    }

    @Test
    void adeleted_job_frees_its_dependents_over_several_entries() {
        dependOn(FIRST, MANY);
        apply(new Delete(JobRef.of(FIRST)));
        assertThat(waiting()).isEqualTo(WORK);
        tickUntilIdle();
        assertThat(waiting()).isEqualTo(MANY);
        EngineInvariants.check(engine);
    }

    @Test
    void arestart_in_between_changes_nothing() {
        dependOn(FIRST, MANY);
        dependOn(JobId.of("second"), 1);
        pop(2);
        complete(FIRST);
        apply(new Tick());
        Engine running = engine;
        Engine restarted = StateHash.restore(StateHash.snapshot(engine));
        assertThat(restarted.nextDeadlineMicros()).isEqualTo(running.nextDeadlineMicros());
        for (int i = 0; i < MANY / LATER; i++) {
            nowMicros++;
            engine = restarted;
            apply(new Tick());
            engine = running;
            apply(new Tick());
            assertThat(StateHash.of(restarted)).isEqualTo(StateHash.of(running));
        }
        assertThat(depending()).isEqualTo(1);
    }

    @Test
    void those_freed_later_keep_the_order_of_the_others() {
        dependOn(FIRST, MANY);
        pop(1);
        complete(FIRST);
        nowMicros += 5_000_000;
        put("later", List.of());
        tickUntilIdle();
        assertThat(engine.ready("q", MANY, 1))
                .singleElement()
                .satisfies(job -> assertThat(job.id()).isEqualTo(JobId.of("later")));
    }

    @Test
    void ajob_put_again_is_waited_for_again_by_those_not_freed_yet() {
        dependOn(FIRST, MANY);
        pop(1);
        complete(FIRST);
        put("first", List.of());
        assertThat(depending()).isEqualTo(MANY - WORK - LATER);
        tickUntilIdle();
        assertThat(depending()).isEqualTo(MANY - WORK - LATER);
        apply(new Delete(JobRef.of(FIRST)));
        tickUntilIdle();
        assertThat(depending()).isZero();
        EngineInvariants.check(engine);
    }

    @Test
    void long_lists_of_dependencies_count_as_more_work() {
        List<JobId> others = range(0, 1000).mapToObj(i -> JobId.of("other" + i)).toList();
        others.forEach(id -> put(id.toString(), List.of()));
        for (int i = 0; i < 200; i++) {
            put("waits" + i, others);
        }
        apply(new Delete(JobRef.of(others.get(0))));
        assertThat(engine.nextDeadlineMicros()).isLessThanOrEqualTo(nowMicros);
        tickUntilIdle();
        assertThat(dependenciesOf("waits199")).isEqualTo(999);
        EngineInvariants.check(engine);
    }

    @Test
    void the_commands_of_agroup_share_the_work() {
        List<JobId> ends = range(0, 5).mapToObj(i -> JobId.of("end" + i)).toList();
        ends.forEach(id -> dependOn(id, WORK / 2));
        apply(new CommandGroup(ends.stream()
                .<CommandGroup.Step>map(id -> new CommandGroup.Do(new Delete(JobRef.of(id))))
                .toList()));
        assertThat(waiting()).isEqualTo(WORK);
        tickUntilIdle();
        assertThat(waiting()).isEqualTo(5 * WORK / 2);
    }

    @Test
    void failures_are_queued_again_in_portions() {
        range(0, 2 * WORK + 5).forEach(i -> put("job" + i, List.of()));
        for (String job : pop(WORK)) {
            fail(job);
        }
        for (String job : pop(WORK)) {
            fail(job);
        }
        for (String job : pop(WORK)) {
            fail(job);
        }
        assertThat(unfail()).isEqualTo(WORK);
        assertThat(unfail()).isEqualTo(WORK);
        assertThat(unfail()).isEqualTo(5);
        assertThat(unfail()).isZero();
    }

    @Test
    void the_jobs_of_an_expired_worker_are_disowned_in_portions() {
        range(0, 2 * WORK).forEach(i -> put("job" + i, List.of()));
        pop(WORK);
        pop(WORK);
        nowMicros += 2L * 24 * 60 * 60 * 1_000_000;
        assertThat(held()).isEqualTo(2 * WORK);
        apply(new ListWorkers(caller()));
        assertThat(held()).isEqualTo(WORK);
        apply(new ListWorkers(caller()));
        apply(new ListWorkers(caller()));
        assertThat(held()).isZero();
        assertThat(engine.qless().lists().workers().ranked().size()).isZero();
    }

    @Test
    void dependents_that_acancel_names_need_not_be_few() {
        dependOn(FIRST, MANY);
        assertThat(engine.apply(new Entry<>(nowMicros, 0, QlessCommands.cancel(caller(), List.of(FIRST))), Effects.NONE)
                        .rejection())
                .isEqualTo(Rejection.HAS_DEPENDENTS);
        assertThat(Objects.requireNonNull(engine.qless().job(FIRST)).qless().dependents())
                .hasSize(Dependents.MOST_IN_VIEW);
    }

    private int dependenciesOf(String id) {
        JobView job = Objects.requireNonNull(engine.qless().job(JobId.of(id)));
        return Objects.requireNonNull(job.qless().optionalFields())
                .dependencies()
                .size();
    }

    private int held() {
        return engine.qless().lists().jobsOfWorker("w").ranked().size();
    }

    private int unfail() {
        return apply(new Unfail(caller(), "q", "group", Integer.MAX_VALUE));
    }

    private void fail(String id) {
        apply(QlessCommands.fail(caller(), JobId.of(id), "w", "group", "no"));
    }

    private void dependOn(JobId id, int count) {
        put(id.toString(), List.of());
        apply(new Prioritize(id, 1));
        for (int i = 0; i < count; i++) {
            put(id + "-waits" + i, List.of(id));
        }
    }

    private void put(String id, List<JobId> depends) {
        Add add = QlessCommands.put(caller(), JobId.of(id), "q", "k", DATA, null, depends);
        apply(add);
    }

    private List<String> pop(int count) {
        return apply(QlessCommands.pop(caller(), "q", "w", count)).stream()
                .map(leased -> leased.job().id().toString())
                .toList();
    }

    private void complete(JobId id) {
        assertThat(apply(QlessCommands.complete(caller(), id, "w", DATA))).isEqualTo(State.COMPLETED);
    }

    private int waiting() {
        return engine.qless().queue("q", nowMicros).waiting() - unfinishedFirsts();
    }

    /** The jobs that others depend on are ready too. */
    private int unfinishedFirsts() {
        JobView first = engine.qless().job(FIRST);
        return first != null && first.state() == State.READY ? 1 : 0;
    }

    private int depending() {
        return engine.qless().queue("q", nowMicros).depends();
    }

    private void tickUntilIdle() {
        while (engine.nextDeadlineMicros() <= nowMicros) {
            apply(new Tick());
        }
    }

    private CallerClock caller() {
        return new CallerClock(nowMicros, QlessDialect.CURRENT);
    }

    private <R> R apply(Command<R> command) {
        return engine.apply(new Entry<>(nowMicros, 0, command), Effects.NONE).reply();
    }
}
