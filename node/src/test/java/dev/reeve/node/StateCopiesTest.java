package dev.reeve.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.journal.SnapshotCopy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Who wants a copy of the state gets that of a snapshot which begins after the call. */
class StateCopiesTest {
    private final NodeFixture fixture = new NodeFixture(false);

    private Recorder<StateCopy> copy() {
        Recorder<StateCopy> recorder = new Recorder<>();
        fixture.node.copyState(recorder);
        return recorder;
    }

    private ManualJournal.MemorySnapshot snapshot() {
        return Objects.requireNonNull(fixture.journal.snapshot);
    }

    private record FakeCopy(long position, long bytes) implements SnapshotCopy {
        @Override
        public int read(ByteBuffer into, long offset) throws IOException {
            return -1;
        }

        @Override
        public void close() {}
    }

    @Test
    void a_snapshot_begins_for_it_and_all_that_wait_share_it() {
        fixture.add("q", 1);
        fixture.settle();
        Recorder<StateCopy> first = copy();
        Recorder<StateCopy> second = copy();
        fixture.settle();
        assertThat(snapshot().finished).isTrue();
        assertThat(fixture.journal.copyPositions)
                .containsExactly(snapshot().position, snapshot().position)
                .containsOnly(fixture.journal.lastAppended());
        assertThat(first.told).isEmpty();
        fixture.journal.copyReceivers.forEach(receiver -> receiver.received(new FakeCopy(1, 9)));
        fixture.settle();
        assertThat(first.value().bytes()).isEqualTo(9);
        assertThat(second.value().bytes()).isEqualTo(9);
    }

    @Test
    void a_later_call_gets_a_later_snapshot() {
        fixture.add("q", 1);
        fixture.settle();
        copy();
        fixture.settle();
        long before = snapshot().position;
        fixture.add("q", 2);
        copy();
        fixture.settle();
        assertThat(fixture.journal.copyPositions).hasSize(2);
        assertThat(fixture.journal.copyPositions.get(1)).isGreaterThan(before);
    }

    @Test
    void it_is_refused_if_the_disk_does_not_take_the_snapshot() {
        Recorder<StateCopy> copy = copy();
        fixture.settle();
        fixture.journal.copyReceivers.forEach(receiver -> receiver.received(null));
        fixture.settle();
        assertThat(copy.told).hasSize(1).first().asString().contains("JOURNAL_FAULT");
    }

    @Test
    void a_node_that_stops_ends_the_wait() {
        Recorder<StateCopy> waiting = copy();
        fixture.node.stop(() -> {});
        fixture.settle();
        assertThat(waiting.told).hasSize(1).first().asString().contains("unknown");
        Recorder<StateCopy> late = copy();
        fixture.settle();
        assertThat(late.told).containsExactly("unknown");
    }
}
