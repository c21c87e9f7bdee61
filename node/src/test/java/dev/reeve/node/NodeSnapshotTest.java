package dev.reeve.node;

import static dev.reeve.node.NodeFixture.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.AddedJob;
import dev.reeve.engine.Engine;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Snapshots that the node writes while it runs, and when it stops. */
class NodeSnapshotTest {
    private static final List<String> REPLY = List.of("reply");

    @Test
    @Timeout(60)
    void the_last_snapshot_takes_no_more_memory_than_any_other() throws Exception {
        NodeSettings settings = new NodeSettings(1 << 30, 1 << 30, new SplittableRandom(7)::nextLong);
        NodeFixture it = new NodeFixture(false, new Engine(), settings);
        for (int i = 0; i < 40; i++) {
            it.submit(new Add(id(i), "q", new byte[1 << 20], 0, Add.NOW, NodeFixture.WORK));
        }
        it.settle();
        it.journal.slowSnapshots = true;
        it.node.stop(() -> {});
        it.settle();
        Thread closing = new Thread(it.node::close);
        closing.start();
        while (closing.isAlive()) {
            closing.join(1);
            ManualJournal.MemorySnapshot slow = it.journal.snapshot;
            if (slow != null) {
                slow.queued.updateAndGet(bytes -> Math.max(0, bytes - (64 << 10)));
            }
        }
        ManualJournal.MemorySnapshot snapshot = Objects.requireNonNull(it.journal.snapshot);
        assertThat(snapshot.finished).isTrue();
        assertThat(snapshot.mostQueued).isLessThan(8 << 20);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_snapshot_is_written_while_the_server_goes_on(boolean atCommit) throws IOException {
        NodeFixture it = new NodeFixture(atCommit);
        for (int i = 0; i < 2000; i++) {
            it.add("q", i);
        }
        it.settle();
        it.journal.snapshotDue = true;
        Recorder<AddedJob> trigger = it.add("q", 2000);
        it.settle();
        for (int i = 0; i < 2000; i += 7) {
            it.submit(it.complete(i, "done"));
            it.lease(0, "q");
        }
        it.settle();
        assertThat(trigger.told).isEqualTo(REPLY);
        ManualJournal.MemorySnapshot snapshot = Objects.requireNonNull(it.journal.snapshot);
        assertThat(snapshot.finished).isTrue();

        Engine engine = restored(it, snapshot);
        assertThat(engine.jobCount()).isEqualTo(it.engine.jobCount());
        for (int i = 0; i <= 2000; i++) {
            assertThat(essence(engine, i)).isEqualTo(essence(it.engine, i));
        }
    }

    @Test
    void the_loop_polls_for_input_between_two_slices_of_a_snapshot() {
        NodeFixture it = new NodeFixture(false);
        for (int i = 0; i < 20; i++) {
            it.submit(new Add(id(i), "q", new byte[100_000], 0, Add.NOW, NodeFixture.WORK));
        }
        it.settle();
        it.journal.snapshotDue = true;
        it.add("q", 20);
        it.loop.oneTurn();
        it.journal.sync(1);
        it.node.journalAdvanced();
        it.loop.oneTurn();
        ManualJournal.MemorySnapshot snapshot = Objects.requireNonNull(it.journal.snapshot);
        int polls = 0;
        while (!snapshot.finished) {
            it.loop.poll();
            polls++;
        }
        assertThat(polls).isGreaterThanOrEqualTo(20);
    }

    @Test
    void a_snapshot_of_areplaced_engine_is_abandoned() {
        NodeFixture it = new NodeFixture(true);
        for (int i = 0; i < 2000; i++) {
            it.add("q", i);
        }
        it.settle();
        it.journal.snapshotDue = true;
        it.add("q", 2000);
        ManualJournal.MemorySnapshot started = null;
        while (started == null) {
            it.loop.step();
            it.journal.sync(1);
            it.node.journalAdvanced();
            started = it.journal.snapshot;
        }
        it.install(it.journal.lastAppended() + 1);
        it.settle();
        assertThat(started.abandoned).isTrue();
        assertThat(started.finished).isFalse();
        it.journal.snapshotDue = true;
        it.add("q", 2001);
        it.settle();
        assertThat(Objects.requireNonNull(it.journal.snapshot).finished).isTrue();
    }

    private static String essence(Engine engine, int id) {
        JobView job = Objects.requireNonNull(engine.job(JobRef.of(id(id))));
        return job.number() + " " + job.state() + " " + job.attempts() + " " + job.lease();
    }

    /** The state after a restart: the snapshot, then the entries after it. */
    static Engine restored(NodeFixture it, ManualJournal.MemorySnapshot snapshot) throws IOException {
        EngineRecovery recovery = new EngineRecovery();
        recovery.snapshot(snapshot.position, new ByteArrayInputStream(snapshot.bytes.toByteArray()));
        for (long position = snapshot.position + 1; position <= it.journal.entries.size(); position++) {
            recovery.entry(position, ByteBuffer.wrap(it.journal.entries.get((int) position - 1)));
        }
        return recovery.engine();
    }
}
