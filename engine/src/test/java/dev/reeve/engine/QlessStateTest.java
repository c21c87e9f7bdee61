package dev.reeve.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Clear;
import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.Prioritize;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessDialect;
import dev.reeve.engine.qless.command.Configure;
import dev.reeve.engine.qless.command.Track;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The qless part of the state is inactive until it is needed, and activation changes no outcome and no snapshot. */
class QlessStateTest {
    private static final long START = 1_700_000_000_000_000L;
    private static final CallerClock CLOCK = new CallerClock(START, QlessDialect.CURRENT);

    private final Engine engine = new Engine();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void commands_without_a_callers_clock_leave_it_inactive(long seed) {
        RandomEntries entries = RandomEntries.ofCoreCommands(seed, 24, 3);
        for (int step = 0; step < 5_000; step++) {
            Entry<?> entry = entries.next(engine);
            engine.apply(entry, Effects.NONE);
            if (step % 20 == 0) {
                apply(entry.atMicros(), group(step));
                EngineInvariants.check(engine);
            }
        }
        assertThat(engine.jobCount()).isPositive();
        assertThat(engine.state().qless().active()).isFalse();
        assertThat(StateHash.restore(StateHash.snapshot(engine)).state().qless().active())
                .isFalse();
    }

    private static CommandGroup group(int step) {
        return new CommandGroup(List.of(
                new CommandGroup.Do(new Prioritize(JobId.of("job" + step / 20 % 24), step)),
                new CommandGroup.Ask(view -> view.guaranteedReadyCount("queue0")),
                new CommandGroup.Ask(view -> view.nextPollMicros("queue0"))));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void late_activation_gives_the_same_outcomes_and_state(long seed) {
        Engine eager = new Engine();
        RandomEntries entries = RandomEntries.ofCoreCommands(seed, 24, 3);
        RecordedEffects effects = new RecordedEffects();
        RecordedEffects eagerEffects = new RecordedEffects();
        for (int step = 0; step < 3_000; step++) {
            if (step == 1_500) {
                assertThat(engine.state().qless().active()).isFalse();
                assertThat(engine.state().queues().size()).isPositive();
                entries.includeAllCommands();
            }
            Entry<?> entry = entries.next(engine);
            eager.state().qless().activate();
            String outcome = Describe.outcome(engine.apply(entry, effects));
            String name = "seed " + seed + ", step " + step + ": " + Describe.entry(entry);
            assertThat(outcome).as(name).isEqualTo(Describe.outcome(eager.apply(entry, eagerEffects)));
            assertThat(effects.take()).as(name).isEqualTo(eagerEffects.take());
            assertThat(engine.liveBytes()).as(name).isEqualTo(eager.liveBytes());
            assertThat(engine.readyCount("queue1")).as(name).isEqualTo(eager.readyCount("queue1"));
            if (step % 100 == 0 || (step > 1_490 && step < 1_520)) {
                EngineInvariants.check(engine);
                assertThat(StateHash.of(engine)).as(name).isEqualTo(StateHash.of(eager));
            }
        }
        assertThat(engine.state().qless().active()).isTrue();
    }

    @Test
    void activation_finds_the_jobs_that_workers_hold_already() {
        apply(START, new Add(JobId.of("a"), "q", new byte[1], 0, Add.NOW, new TermsBuilder().build()));
        apply(START, new Acquire(List.of("q"), "w", 1, 0));
        assertThat(engine.state().qless().active()).isFalse();
        assertThat(engine.qless().worker("w", START, 100).jobs()).containsExactly(JobId.of("a"));
        EngineInvariants.check(engine);
    }

    @Test
    void activation_finds_the_queues_and_the_failed_jobs() {
        AddOptions waits = AddOptions.NONE.withDependencies(List.of(JobId.of("a")));
        apply(START, new Add(JobId.of("a"), "p", new byte[1], 0, Add.NOW, new TermsBuilder().build()));
        apply(START, new Add(JobId.of("b"), "q", new byte[1], 0, Add.NOW, new TermsBuilder().build(), waits));
        apply(START, new Fail(JobRef.of(JobId.of("b")), Claim.NONE, new byte[0]));
        assertThat(engine.state().qless().active()).isFalse();
        assertThat(engine.qless().failed("failed", 0, 10)).containsExactly(JobId.of("b"));
        assertThat(engine.qless().listedQueues(10)).containsExactly("p", "q");
        EngineInvariants.check(engine);
    }

    @Test
    void records_activate_it_and_survive_a_snapshot() {
        apply(START, new Configure("heartbeat", "5"));
        assertThat(restored().state().qless().active()).isTrue();
        apply(START, new Clear());
        assertThat(engine.state().qless().active()).isFalse();
        apply(START, new Track(CLOCK, JobId.of("a"), true, false, List.of()));
        assertThat(restored().state().qless().active()).isTrue();
        apply(START, new Clear());
        apply(START, QlessCommands.put(CLOCK, JobId.of("a"), "q", "klass", new byte[1]));
        assertThat(restored().state().qless().active()).isTrue();
    }

    private Engine restored() {
        return StateHash.restore(StateHash.snapshot(engine));
    }

    private void apply(long atMicros, Command<?> command) {
        engine.apply(new Entry<>(atMicros, 1, command), Effects.NONE);
    }
}
