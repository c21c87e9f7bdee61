package dev.reeve.net.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.net.MemoryBudget;
import dev.reeve.net.RefusalLog;
import dev.reeve.node.ManualClock;
import dev.reeve.node.ManualLoop;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Responses that wait for memory that another listener uses. */
class ResponseBudgetTest {
    private static final long LIMIT = 1L << 20;
    private static final int LARGE_BYTES = 100_000;

    private final MemoryBudget budget = new MemoryBudget(LIMIT, LIMIT);
    private final ManualLoop loop = new ManualLoop(new ManualClock(0));
    private final ResponseBudget responses =
            new ResponseBudget(budget, new RefusalLog(null), loop::execute, loop::execute);
    private final AtomicInteger answered = new AtomicInteger();

    @Test
    void a_large_response_is_encoded_when_another_listener_releases_memory() {
        budget.encoded().add(LIMIT);
        responses.whenBudgetAllows(LARGE_BYTES, answered::incrementAndGet);
        responses.whenBudgetAllows(LARGE_BYTES, answered::incrementAndGet);
        loop.turn();
        assertThat(answered).hasValue(0);
        assertThat(budget.unsent().usedBytes()).isEqualTo(2 * LARGE_BYTES);
        budget.encoded().add(-1);
        loop.turn();
        assertThat(answered).hasValue(2);
        assertThat(budget.unsent().usedBytes()).isZero();
        assertThat(budget.encoded().usedBytes()).isEqualTo(LIMIT - 1);
    }

    @Test
    void a_small_response_does_not_wait() {
        budget.encoded().add(LIMIT);
        responses.whenBudgetAllows(1000, answered::incrementAndGet);
        assertThat(answered).hasValue(1);
    }

    @Test
    void memory_is_reserved_while_a_response_is_encoded() {
        responses.whenBudgetAllows(LARGE_BYTES, () -> {
            answered.incrementAndGet();
            assertThat(budget.encoded().usedBytes()).isEqualTo(LARGE_BYTES);
        });
        assertThat(answered).hasValue(1);
        assertThat(budget.encoded().usedBytes()).isZero();
    }

    @Test
    void an_exception_while_a_response_is_encoded_keeps_nothing_reserved() {
        assertThatThrownBy(() -> responses.whenBudgetAllows(LARGE_BYTES, () -> {
                    throw new IllegalStateException("broken");
                }))
                .hasMessage("broken");
        responses.whenBudgetAllows(LARGE_BYTES, answered::incrementAndGet);
        assertThat(answered).hasValue(1);
        assertThat(budget.encoded().usedBytes()).isZero();
        assertThat(budget.unsent().usedBytes()).isZero();
    }
}
