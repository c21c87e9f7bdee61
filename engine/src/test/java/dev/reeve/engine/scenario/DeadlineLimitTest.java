package dev.reeve.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Command;
import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineInvariants;
import dev.reeve.engine.Entry;
import dev.reeve.engine.RecordedEffects;
import dev.reeve.engine.TermsBuilder;
import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.job.JobId;
import org.junit.jupiter.api.Test;

/** However many deadlines come at once, an entry deals with a bounded number of them. */
class DeadlineLimitTest {
    private static final int MOST = Engine.DEADLINES_PER_ENTRY;

    private final Engine engine = new Engine();
    private final RecordedEffects effects = new RecordedEffects();

    @Test
    void an_entry_deals_with_a_few_deadlines() {
        for (int i = 0; i < 2 * MOST + 20; i++) {
            apply(0, add("job" + i, 1000 + i % 7));
        }
        assertThat(effects.take()).isEmpty();
        apply(5000, new Tick());
        assertThat(effects.take()).hasSize(MOST).containsOnly("ready q");
        assertThat(engine.nextDeadlineMicros()).isLessThan(5000);
        apply(5000, add("one more", Add.NOW));
        assertThat(effects.take()).hasSize(MOST + 1);
        EngineInvariants.check(engine);
        apply(5000, new Tick());
        assertThat(effects.take()).hasSize(20);
        assertThat(engine.nextDeadlineMicros()).isEqualTo(DeadlineHeap.NEVER);
        assertThat(engine.readyCount("q")).isEqualTo(2 * MOST + 21);
    }

    @Test
    void the_earliest_come_first() {
        for (int i = 0; i < MOST + 20; i++) {
            apply(0, add("job" + i, 10_000 - i));
        }
        apply(20_000, new Tick());
        assertThat(engine.ready("q", 0, 1))
                .singleElement()
                .satisfies(job -> assertThat(job.id().toString()).isEqualTo("job" + (MOST + 19)));
        assertThat(engine.scheduled("q", 0, 1000))
                .hasSize(20)
                .allSatisfy(job -> assertThat(job.number()).isLessThanOrEqualTo(20));
    }

    private static Add add(String id, long startsAt) {
        return new Add(JobId.of(id), "q", new byte[0], 0, startsAt, TermsBuilder.plain());
    }

    private <R> void apply(long at, Command<R> command) {
        assertThat(engine.apply(new Entry<>(at, 0, command), effects).rejection())
                .isNull();
    }
}
