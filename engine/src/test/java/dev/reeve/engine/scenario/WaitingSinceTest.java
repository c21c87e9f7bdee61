package dev.reeve.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Engine;
import dev.reeve.engine.Scenario;
import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.queue.QueueView;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What those who watch ask: how long the oldest job waits, and the queues page by page. */
class WaitingSinceTest {
    private static final long SECOND = 1_000_000;

    private static long waitedSeconds(Engine engine, String queue) {
        return (engine.atMicros() - engine.waitingSinceMicros(queue)) / SECOND;
    }

    @Test
    void the_oldest_job_counts_whatever_its_priority() {
        Scenario scenario = new Scenario().run("""
                add a q prio=1   -> 1 | ready q
                +2s              ->
                add b q prio=9   -> 2 | ready q
                +1s              ->
                add c q prio=1   -> 3 | ready q
                +4s              ->
                """);
        assertThat(waitedSeconds(scenario.engine(), "q")).isEqualTo(7);
    }

    @Test
    void neither_those_that_workers_have_nor_those_not_due_wait() {
        Scenario scenario = new Scenario().run("""
                add a q          -> 1 | ready q
                +2s              ->
                lease q          -> a:1
                add b q at=60s   -> 2
                """);
        assertThat(scenario.engine().waitingSinceMicros("q")).isEqualTo(DeadlineHeap.NEVER);
        assertThat(scenario.engine().waitingSinceMicros("none")).isEqualTo(DeadlineHeap.NEVER);
    }

    @Test
    void many_priorities_are_looked_at_from_the_lowest_on() {
        StringBuilder script = new StringBuilder("add old q prio=-1 -> 1 | ready q\n+5s ->\n");
        for (int i = 0; i < 200; i++) {
            script.append("add j%d q prio=%d -> %d | ready q%n".formatted(i, i, i + 2));
        }
        Scenario scenario = new Scenario().run(script.toString());
        assertThat(waitedSeconds(scenario.engine(), "q")).isEqualTo(5);
    }

    @Test
    void queues_come_page_by_page() {
        Scenario scenario = new Scenario().run("""
                add a q1   -> 1 | ready q1
                add b q2   -> 2 | ready q2
                add c q3   -> 3 | ready q3
                """);
        assertThat(names(scenario.engine().queuesAfter("", 2))).containsExactly("q1", "q2");
        assertThat(names(scenario.engine().queuesAfter("q2", 2))).containsExactly("q3");
        assertThat(names(scenario.engine().queuesAfter("q15", 1))).containsExactly("q2");
        assertThat(scenario.engine().queuesAfter("q3", 2)).isEmpty();
    }

    private static List<String> names(List<QueueView> queues) {
        return queues.stream().map(QueueView::name).toList();
    }
}
