package dev.reeve.door.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Event;
import dev.reeve.engine.EventType;
import dev.reeve.engine.ReadRule;
import dev.reeve.engine.job.JobId;
import dev.reeve.net.NettyLoop;
import dev.reeve.net.http.EventStream;
import dev.reeve.net.http.ManualStreams;
import dev.reeve.node.EventId;
import dev.reeve.node.EventLog;
import dev.reeve.node.PublishedEvent;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How many writes and turns it takes to tell streams of events. */
class EventFeedTest {
    private static final Pattern ID = Pattern.compile("(?m)^id: (\\S+)$");
    private static final EventId BEGIN = id(1, 0);

    private final ManualStreams streams = new ManualStreams();
    private long nanos;
    private long nanosPerStep;
    private final EventFeed feed = new EventFeed(streams.bridge(), () -> nanos += nanosPerStep);

    private static EventId id(long position, int index) {
        EventId id = EventId.parse(position + "." + index);
        assertThat(id).isNotNull();
        return id;
    }

    private static List<PublishedEvent> events(long position, int count, String queue) {
        return IntStream.range(0, count)
                .mapToObj(i -> new PublishedEvent(
                        id(position, i),
                        new Event(
                                EventType.JOB_ADDED,
                                queue,
                                0,
                                new Event.Subject(JobId.of("j" + i), i, "t", 0, 0),
                                null,
                                null)))
                .toList();
    }

    /** A client, and its stream. */
    private final class Client {
        private final EventStream stream = streams.open();
        private final FedStream fed;

        Client(String... queues) {
            EventFilter filter =
                    new EventFilter(Set.of(queues), Set.of(), Set.of(), Set.copyOf(EventWords.ALL), false, null);
            fed = new FedStream(feed, stream, filter, ReadRule.ALL);
            fed.start();
        }

        /** Has heard of everything up to the id. */
        Client live(EventId last) {
            feed.tell(fed, new EventLog.Page(List.of(), null, true, last));
            return this;
        }

        List<String> written() {
            return streams.written(stream);
        }

        /** The ids that it was told since the last call. */
        List<String> ids() {
            return EventFeedTest.ids(written());
        }
    }

    private static List<String> ids(List<String> texts) {
        return ID.matcher(String.join("", texts))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private static List<String> ids(long position, int count) {
        return IntStream.range(0, count).mapToObj(i -> position + "." + i).toList();
    }

    private void allTurns() {
        while (streams.turn()) {
            // Until nothing is left.
        }
    }

    /** From now on a turn is over after one step. */
    private void shortTurns() {
        nanosPerStep = NettyLoop.TURN_NANOS;
    }

    @Test
    void a_thousand_events_are_a_few_writes_to_each_stream() {
        List<Client> clients =
                IntStream.range(0, 5).mapToObj(i -> new Client().live(BEGIN)).toList();
        Client other = new Client("other").live(BEGIN);
        allTurns();
        clients.forEach(client -> assertThat(client.ids()).containsExactly("1.0"));
        other.written();
        long before = streams.messages();
        feed.tell(events(2, 1000, "q"));
        assertThat(clients.get(0).written()).as("before its turn").isEmpty();
        allTurns();
        for (Client client : clients) {
            List<String> written = client.written();
            assertThat(written)
                    .hasSizeBetween(2, 8)
                    .allSatisfy(text -> assertThat(text.length()).isLessThan(128 * 1024));
            assertThat(ids(written)).isEqualTo(ids(2, 1000));
        }
        assertThat(other.written()).isEmpty();
        assertThat(streams.messages() - before).isEqualTo(5000);
    }

    @Test
    void events_that_come_before_the_next_turn_are_written_together() {
        Client client = new Client().live(BEGIN);
        allTurns();
        client.written();
        feed.tell(events(2, 1, "q"));
        feed.tell(events(3, 2, "q"));
        allTurns();
        List<String> written = client.written();
        assertThat(written).hasSize(1);
        assertThat(ids(written)).containsExactly("2.0", "3.0", "3.1");
    }

    @Test
    void streams_of_one_view_share_the_bytes_and_the_rest_follows_in_the_next_turns() {
        Client first = new Client().live(BEGIN);
        Client second = new Client().live(BEGIN);
        allTurns();
        first.written();
        second.written();
        shortTurns();
        feed.tell(events(2, 2, "q"));
        streams.turn();
        streams.turn();
        assertThat(first.written()).as("two events were encoded").isEmpty();
        streams.turn();
        assertThat(first.ids()).containsExactly("2.0", "2.1");
        assertThat(second.written()).isEmpty();
        streams.silence(second.stream);
        assertThat(second.written()).as("no id of what it has not heard of").containsExactly(": ping\n\n");
        feed.tell(events(3, 1, "q"));
        streams.turn();
        assertThat(second.ids()).as("encoded once for both").containsExactly("2.0", "2.1");
        allTurns();
        assertThat(first.ids()).containsExactly("3.0");
        assertThat(second.ids()).containsExactly("3.0");
        streams.silence(second.stream);
        assertThat(second.ids()).containsExactly("3.0");
    }

    @Test
    void streams_take_a_fifth_of_the_time() {
        Client client = new Client().live(BEGIN);
        allTurns();
        shortTurns();
        feed.tell(events(2, 3, "q"));
        assertThat(streams.pauseNanos()).as("nothing was told before").isZero();
        streams.turn();
        // The clock has gone on by a step when the loop is asked.
        assertThat(streams.pauseNanos() + nanosPerStep)
                .as("four times the turn")
                .isEqualTo(FeedTurns.OTHERS_PARTS * 2 * NettyLoop.TURN_NANOS);
        nanosPerStep = 1_000 * NettyLoop.TURN_NANOS;
        streams.turn();
        nanosPerStep = 0;
        assertThat(streams.pauseNanos())
                .as("the processor was not there")
                .isLessThanOrEqualTo(FeedTurns.LONGEST_PAUSE_NANOS);
        allTurns();
        assertThat(client.ids()).endsWith("2.2");
        shortTurns();
        feed.tell(events(3, 1, "q"));
        allTurns();
        nanosPerStep = 0;
        nanos += 100 * NettyLoop.TURN_NANOS;
        feed.tell(events(4, 1, "q"));
        assertThat(streams.pauseNanos()).as("the pause is over").isZero();
    }

    @Test
    void who_comes_or_goes_between_turns_is_told_what_follows_or_nothing() {
        Client first = new Client().live(BEGIN);
        Client leaves = new Client().live(BEGIN);
        Client last = new Client().live(BEGIN);
        allTurns();
        List.of(first, leaves, last).forEach(Client::written);
        shortTurns();
        feed.tell(events(2, 1, "q"));
        streams.turn();
        streams.turn();
        assertThat(first.ids()).containsExactly("2.0");
        streams.disconnect(leaves.stream);
        Client late = new Client().live(id(2, 0));
        Client resumes = new Client();
        feed.tell(resumes.fed, new EventLog.Page(events(2, 1, "q"), BEGIN, true, id(2, 0)));
        feed.tell(events(3, 1, "q"));
        allTurns();
        assertThat(leaves.written()).isEmpty();
        assertThat(first.ids()).containsExactly("3.0");
        assertThat(last.ids()).containsExactly("2.0", "3.0");
        assertThat(late.ids()).containsExactly("2.0", "3.0");
        List<String> resumed = resumes.written();
        assertThat(ids(resumed)).containsExactly("1.0", "2.0", "2.0", "3.0");
        assertThat(resumed.get(0)).contains("event: gap");
        assertThat(resumed.get(2)).as("where it is now").startsWith(": ping");
    }

    @Test
    void who_catches_up_is_told_so_alone() {
        Client live = new Client().live(BEGIN);
        allTurns();
        live.written();
        feed.tell(events(2, 1, "q"));
        Client resumes = new Client();
        feed.tell(resumes.fed, new EventLog.Page(events(2, 1, "q"), null, true, id(2, 0)));
        allTurns();
        assertThat(live.ids()).containsExactly("2.0");
        assertThat(resumes.ids()).containsExactly("2.0", "2.0");
    }

    @Test
    void a_gap_comes_after_the_events_before_it() {
        Client client = new Client().live(BEGIN);
        allTurns();
        client.written();
        feed.tell(events(2, 1, "q"));
        feed.gap(id(3, 0));
        feed.tell(events(4, 1, "q"));
        allTurns();
        assertThat(client.ids()).containsExactly("2.0", "3.0", "4.0");
    }

    @Test
    void streams_are_told_of_a_gap_if_too_much_waits() {
        Client client = new Client().live(BEGIN);
        allTurns();
        client.written();
        shortTurns();
        feed.tell(events(2, 1000, "q"));
        streams.turn();
        for (int position = 3; position < 400; position++) {
            feed.tell(events(position, 1000, "q"));
        }
        Client late = new Client().live(id(399, 999));
        feed.tell(events(400, 1, "q"));
        nanosPerStep = 0;
        allTurns();
        List<String> written = client.written();
        assertThat(written).anyMatch(text -> text.contains("event: gap"));
        List<String> told = ids(written);
        assertThat(told).startsWith("2.0", "2.1").endsWith("400.0").doesNotHaveDuplicates();
        assertThat(told.stream().map(text -> EventId.parse(text)).toList()).isSorted();
        assertThat(told).hasSizeLessThan(160_000);
        assertThat(late.ids()).endsWith("400.0");
    }

    @Test
    void a_stream_that_the_server_ends_is_told_what_waits() {
        Client first = new Client().live(BEGIN);
        Client second = new Client().live(BEGIN);
        allTurns();
        List.of(first, second).forEach(Client::written);
        feed.tell(events(2, 3, "q"));
        streams.end(first.stream);
        streams.end(second.stream);
        assertThat(first.ids()).isEqualTo(ids(2, 3));
        assertThat(second.ids()).isEqualTo(ids(2, 3));
        allTurns();
        assertThat(second.written()).isEmpty();
    }
}
