package dev.reeve.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Event;
import dev.reeve.engine.EventType;
import dev.reeve.engine.command.Clear;
import dev.reeve.engine.command.Pause;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When events are told, to whom, and which of them are kept. */
class EventLogTest {
    private static final long MINUTE_MILLIS = 60_000;

    private final List<String> told = new ArrayList<>();
    private final EventListener listener = listener("");

    private EventListener listener(String name) {
        return new EventListener() {
            @Override
            public void happened(List<PublishedEvent> events) {
                events.forEach(event -> told.add(name + line(event)));
            }

            @Override
            public void missed(EventId upTo) {
                told.add(name + "missed " + upTo);
            }
        };
    }

    private static String line(PublishedEvent published) {
        Event event = published.event();
        String number = event.job() == null ? event.queue() : "" + event.job().number();
        return published.id() + " " + event.type() + " " + number;
    }

    private static EventLog log(NodeFixture it) {
        return it.node.watch().events();
    }

    private static List<String> page(NodeFixture it, @Nullable EventId after, int limit) {
        return log(it).after(after, limit).events().stream()
                .map(EventLogTest::line)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void events_are_told_when_they_are_durable_in_order_and_before_the_answer(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        log(it).add(listener);
        it.add("q", 1);
        it.add("q", 2);
        it.loop.turn();
        assertThat(told).isEmpty();
        assertThat(page(it, EventId.endOf(0), 10)).isEmpty();
        it.journal.sync(1);
        it.node.journalAdvanced();
        it.loop.turn();
        assertThat(told).containsExactly("1.0 JOB_ADDED 1");
        it.settle();
        Recorder<?> answer = it.submit(it.complete(1, "done"));
        it.loop.turn();
        assertThat(answer.told).isEmpty();
        it.settle();
        assertThat(told).containsExactly("1.0 JOB_ADDED 1", "2.0 JOB_ADDED 2", "3.0 JOB_COMPLETED 1");
        assertThat(page(it, EventId.endOf(0), 10)).isEqualTo(told);
        assertThat(page(it, new EventId(1, 0), 10)).isEqualTo(told.subList(1, 3));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void deadlines_are_told_like_commands(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        it.add("q", 1);
        it.lease(0, "q");
        it.settle();
        log(it).add(listener);
        it.advanceMillis(11_000);
        assertThat(told).hasSize(1).allSatisfy(line -> assertThat(line).endsWith(".0 JOB_RETRYING 1"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void all_listeners_hear_until_they_leave(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        EventListener other = listener("other ");
        log(it).add(listener);
        log(it).add(other);
        it.add("q", 1);
        it.settle();
        log(it).remove(other);
        it.add("q", 2);
        it.settle();
        assertThat(told).containsExactly("1.0 JOB_ADDED 1", "other 1.0 JOB_ADDED 1", "2.0 JOB_ADDED 2");
    }

    @Test
    void the_log_is_kept_for_five_minutes_after_the_last_listener() {
        NodeFixture it = new NodeFixture(false);
        log(it).add(listener);
        it.add("q", 1);
        it.settle();
        log(it).remove(listener);
        it.advanceMillis(4 * MINUTE_MILLIS);
        it.add("q", 2);
        it.settle();
        log(it).add(listener);
        assertThat(told).hasSize(1);
        assertThat(page(it, new EventId(1, 0), 10))
                .hasSize(1)
                .first()
                .asString()
                .endsWith("JOB_ADDED 2");
        it.advanceMillis(10 * MINUTE_MILLIS);
        it.add("q", 8);
        it.settle();
        assertThat(told).as("somebody listens again").hasSize(2);
        log(it).remove(listener);
        it.advanceMillis(5 * MINUTE_MILLIS);
        it.add("q", 3);
        it.settle();
        log(it).add(listener);
        EventLog.Page page = log(it).after(new EventId(1, 0), 10);
        assertThat(page.missed()).isEqualTo(page.last());
        assertThat(page.events()).isEmpty();
        assertThat(page.complete()).isTrue();
    }

    @Test
    void who_begins_now_hears_of_what_comes() {
        NodeFixture it = new NodeFixture(false);
        it.add("q", 1);
        it.loop.turn();
        log(it).add(listener);
        EventLog.Page now = log(it).after(null, 10);
        assertThat(now.events()).isEmpty();
        assertThat(now.missed()).isNull();
        it.add("q", 2);
        it.settle();
        assertThat(told).as("what was applied before is not told").containsExactly("2.0 JOB_ADDED 2");
        assertThat(page(it, now.last(), 10)).isEqualTo(told);
    }

    @Test
    void ids_of_another_run_and_of_the_future_are_a_gap() {
        NodeFixture it = new NodeFixture(false);
        for (int i = 1; i <= 3; i++) {
            it.add("q", i);
        }
        it.settle();
        log(it).add(listener);
        it.add("q", 4);
        it.settle();
        assertThat(log(it).after(new EventId(2, 0), 10).missed()).isEqualTo(EventId.endOf(3));
        assertThat(log(it).after(new EventId(99, 0), 10).missed()).isEqualTo(EventId.endOf(3));
        assertThat(page(it, new EventId(99, 0), 10)).as("what is known is told").hasSize(1);
        assertThat(log(it).after(EventId.endOf(3), 10).missed()).isNull();
        assertThat(log(it).after(new EventId(4, 0), 10).missed()).isNull();
    }

    @Test
    void a_slow_reader_gets_pages() {
        NodeFixture it = new NodeFixture(false);
        log(it).add(listener);
        for (int i = 1; i <= 25; i++) {
            it.add("q", i);
        }
        it.settle();
        List<String> read = new ArrayList<>();
        EventLog.Page page = log(it).after(EventId.endOf(0), 10);
        int pages = 1;
        while (!page.complete()) {
            page.events().forEach(event -> read.add(line(event)));
            page = log(it).after(page.last(), 10);
            pages++;
        }
        page.events().forEach(event -> read.add(line(event)));
        assertThat(read).isEqualTo(told).hasSize(25);
        assertThat(pages).isEqualTo(3);
    }

    @Test
    void the_oldest_events_are_dropped() {
        EventRing ring = new EventRing(3, Long.MAX_VALUE);
        for (int i = 1; i <= 3; i++) {
            assertThat(ring.add(event(i))).isNull();
        }
        assertThat(ring.add(event(4))).isEqualTo(new EventId(1, 0));
        assertThat(ring.add(event(5))).isEqualTo(new EventId(2, 0));
        assertThat(ring.after(EventId.endOf(0), 10)).containsExactly(event(3), event(4), event(5));
        assertThat(ring.after(new EventId(4, 0), 10)).containsExactly(event(5));
        assertThat(ring.after(new EventId(5, 0), 10)).isEmpty();
        assertThat(ring.after(new EventId(3, 0), 1)).containsExactly(event(4));
    }

    @Test
    void events_are_bounded_in_bytes_too() {
        long bytes = event(1).event().sizeBytes();
        EventRing ring = new EventRing(1000, 10 * bytes);
        for (int i = 1; i <= 10; i++) {
            assertThat(ring.add(event(i))).isNull();
        }
        assertThat(ring.add(event(11))).isEqualTo(new EventId(1, 0));
        EventRing small = new EventRing(1000, 1);
        assertThat(small.add(event(1))).isNull();
        assertThat(small.add(event(2))).isEqualTo(new EventId(1, 0));
    }

    @Test
    void the_log_drops_the_oldest_and_says_so() {
        NodeFixture it = new NodeFixture(false);
        log(it).add(listener);
        for (int i = 0; i < EventLog.MOST_EVENTS + 5; i++) {
            it.submit(new Pause(List.of("q"), i % 2 == 0, true));
        }
        it.settle();
        assertThat(told).hasSize(EventLog.MOST_EVENTS + 5);
        assertThat(log(it).after(new EventId(5, 0), 1).missed()).isNull();
        assertThat(log(it).after(new EventId(4, 0), 1).missed()).isEqualTo(new EventId(5, 0));
    }

    private static PublishedEvent event(int position) {
        return new PublishedEvent(
                new EventId(position, 0), new Event(EventType.QUEUE_PAUSED, "q", 7, null, null, null));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_flush_of_everything_is_a_gap(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        log(it).add(listener);
        it.add("q", 1);
        it.submit(new Clear());
        it.add("q", 2);
        it.settle();
        assertThat(told).containsExactly("1.0 JOB_ADDED 1", "missed 2.999999", "3.0 JOB_ADDED 2");
        assertThat(Objects.requireNonNull(log(it).after(new EventId(1, 0), 10).missed()))
                .isEqualTo(EventId.endOf(2));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void entries_that_are_lost_are_never_told(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        log(it).add(listener);
        it.add("q", 1);
        it.settle();
        it.add("q", 2);
        it.loop.turn();
        it.lose(2);
        it.loop.turn();
        it.add("q", 3);
        it.settle();
        assertThat(told)
                .filteredOn(line -> line.contains("JOB"))
                .as(told.toString())
                .containsExactly("1.0 JOB_ADDED 1", "2.0 JOB_ADDED 2");
        assertThat(it.node.current().jobCount()).isEqualTo(2);
    }

    @Test
    void a_state_from_elsewhere_is_a_gap() {
        NodeFixture it = new NodeFixture(true);
        log(it).add(listener);
        it.add("q", 1);
        it.settle();
        it.install(2, NodeFixture.job("q", 5, NodeFixture.WORK), NodeFixture.job("q", 6, NodeFixture.WORK));
        it.settle();
        it.add("q", 7);
        it.settle();
        assertThat(told).containsExactly("1.0 JOB_ADDED 1", "missed 3.999999", "4.0 JOB_ADDED 4");
    }

    @Test
    void ids_are_read_and_printed() {
        assertThat(EventId.parse("88122.3")).isEqualTo(new EventId(88122, 3)).hasToString("88122.3");
        for (String wrong : new String[] {"", "1", "1.", ".1", "-1.0", "1.0.0", "1.1234567", "9999999999999999999.0"}) {
            assertThat(EventId.parse(wrong)).as(wrong).isNull();
        }
    }
}
