package dev.reeve.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.State;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A change behind the store's back is noticed. */
class EngineInvariantsTest {
    private final Engine engine = new Engine();

    @BeforeEach
    void oneLeasedAndOneReadyJob() {
        for (String id : List.of("leased", "ready")) {
            Add add = new Add(
                    JobId.of(id),
                    "q",
                    new byte[1],
                    0,
                    Add.NOW,
                    new TermsBuilder().ttl(1000).build());
            engine.apply(new Entry<>(0, 0, add), Effects.NONE);
        }
        engine.apply(new Entry<>(0, 0, new Acquire(List.of("q"), null, 1, 0)), Effects.NONE);
        EngineInvariants.check(engine);
    }

    @Test
    void another_state_is_noticed() {
        noticed(job -> job.transition(State.READY), "index");
    }

    @Test
    void an_end_is_noticed() {
        noticed(job -> job.transition(State.COMPLETED), "index");
    }

    @Test
    void another_deadline_is_noticed() {
        noticed(job -> job.lease(new Lease(1, null, 0, 0, 5)), "deadline");
    }

    @Test
    void other_bytes_are_noticed() {
        noticed(job -> job.result(new byte[7]), "live bytes");
    }

    @Test
    void a_token_never_given_is_noticed() {
        noticed(job -> job.lease(new Lease(2, null, 0, 0, 10_000_000)), "token");
    }

    private void noticed(Consumer<Job> change, String message) {
        change.accept(engine.state().jobs().page(0, 1).get(0));
        assertThatThrownBy(() -> EngineInvariants.check(engine))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(message);
    }
}
