package dev.reeve.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.engine.collection.PackedIdsTest;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.Prioritize;
import dev.reeve.engine.format.StateWriter;
import dev.reeve.engine.job.BlockColumns;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobBlock;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.StoredPayload;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.queue.JobQueue;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packed jobs are in snapshots as blocks: each of them once, as it was at the start. */
class BlockSnapshotTest {
    /** Jobs that are not kept after their end: what they take less of the heap while they are packed is counted. */
    private static final Terms TERMS =
            new Terms(10_000_000, 0, 3_600_000_000L, 0, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);

    private final ColumnsInMap disk = new ColumnsInMap();
    private Engine engine = new Engine();
    private long atMicros = 1_000;
    private int lastJob;

    private <R> void apply(Command<R> command) {
        engine.apply(new Entry<>(atMicros, 7, command), Effects.NONE);
    }

    private static JobId id(int job) {
        return JobId.ofUuid(job * 0x9E3779B97F4A7C15L, job);
    }

    private void add(int count, int queues) {
        for (int i = 0; i < count; i++) {
            lastJob++;
            atMicros += lastJob % 3;
            apply(new Add(id(lastJob), "q" + lastJob % queues, new byte[40 + lastJob % 5], 0, Add.NOW, TERMS));
        }
    }

    @Test
    void a_packed_job_takes_little_more_than_its_id_and_its_sum() {
        add(6_400, 1);
        Packing.packAll(engine);
        assertThat(StateHash.snapshot(engine)).hasSizeLessThan(6_400 * 30);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void what_is_packed_stays_packed(int queues) {
        add(1_000, queues);
        Packing.packAll(engine);
        Engine restored = StateHash.restore(StateHash.snapshot(engine));
        EngineInvariants.check(restored);
        assertThat(restored.heapBytes()).isEqualTo(engine.heapBytes());
        assertThat(restored.nextDeadlineMicros()).isEqualTo(engine.nextDeadlineMicros());
        assertSame(restored, engine);
    }

    /** As those that a server wrote before: then jobs are packed when they are read. */
    @Test
    void a_snapshot_of_the_format_before_can_be_read() {
        add(100, 1);
        byte[] snapshot = StateHash.snapshot(engine);
        assertThat(snapshot[1]).isEqualTo((byte) 6);
        snapshot[1] = 5;
        assertSame(StateHash.restore(snapshot), engine);
        snapshot[1] = 4;
        assertThatThrownBy(() -> StateHash.restore(snapshot)).hasMessageContaining("snapshot format 4 is not known");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void what_happens_between_slices_does_not_show(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int queues = 1 + random.nextInt(3);
        int left = 0;
        add(2_000, queues);
        for (int round = 0; round < 10; round++) {
            changeSome(random, 50, queues);
            Packing.packAll(engine);
            changeSome(random, random.nextInt(50), queues);
            Engine before = disk.restore(StateHash.snapshot(engine));
            assertSame(before, engine);
            StateWriter writer = engine.startSnapshot();
            ByteArrayOutputStream written = new ByteArrayOutputStream();
            boolean complete = false;
            while (!complete) {
                changeSome(random, random.nextInt(8), queues);
                if (random.nextInt(4) == 0) {
                    Packing.packAll(engine);
                }
                left += random.nextInt(4) == 0 ? disk.leaveAll(engine) : 0;
                complete = writer.step(1 + random.nextInt(4_000));
                written.writeBytes(writer.take());
            }
            Engine restored = disk.restore(written.toByteArray());
            EngineInvariants.check(restored);
            assertSame(restored, before);
            EngineInvariants.check(engine);
        }
        assertThat(left).isPositive();
    }

    /** Such a block is packed while the snapshot is written. Once its columns have left memory, it is written with all of its slots. */
    @Test
    void a_block_on_disk_with_jobs_from_before_the_start_and_after_it_is_read() {
        add(30, 1);
        Engine before = StateHash.restore(StateHash.snapshot(engine));
        StateWriter writer = engine.startSnapshot();
        add(30, 1);
        Packing.packAll(engine);
        assertThat(disk.leaveAll(engine)).isEqualTo(1);
        assertThat(writer.step(Integer.MAX_VALUE)).isTrue();
        Engine restored = disk.restore(writer.take());
        EngineInvariants.check(restored);
        assertSame(restored, before);
        lastJob = 30;
        engine = restored;
        add(30, 1);
        Packing.packAll(engine);
        EngineInvariants.check(engine);
        for (int job = 1; job <= 60; job++) {
            Job found = Objects.requireNonNull(engine.state().find(JobRef.of(id(job))));
            assertThat(found.number()).isEqualTo(job);
        }
    }

    private void changeSome(SplittableRandom random, int changes, int queues) {
        for (int i = 0; i < changes; i++) {
            JobId id = id(1 + random.nextInt(lastJob));
            switch (random.nextInt(6)) {
                case 0 -> add(1, queues);
                case 1 -> apply(new Delete(JobRef.of(id)));
                case 2 -> apply(new Prioritize(id, random.nextInt(3)));
                case 3 -> apply(new Acquire(List.of("q0"), "w", 2, 0));
                case 4 -> bringBack(id);
                default -> add(2, queues);
            }
        }
    }

    /** Brings the payload back into memory, as for a job near the head: that unpacks the job, and changes nothing. */
    private void bringBack(JobId id) {
        engine.state().forgetShown();
        Job job = engine.state().find(JobRef.of(id));
        if (job != null && job.payload() instanceof StoredPayload stored) {
            engine.payloadMoves().returned(new PayloadMoves.Stored(job.number(), stored), new byte[stored.length()]);
        }
    }

    /** Compares all jobs and all numbers of the states. */
    private static void assertSame(Engine one, Engine other) {
        assertThat(one.jobCount()).isEqualTo(other.jobCount());
        for (int place = 0; place <= one.jobCount() / 16; place++) {
            assertThat(one.sum(place)).as("place " + place).isEqualTo(other.sum(place));
        }
    }

    /** A block of other jobs with the same ids. */
    private static JobBlock copy(EngineState state, JobBlock block, long laterBy, JobQueue queue) {
        BlockColumns columns = block.columns(-1L >>> (64 - block.count()));
        long[] numbers = columns.numbers().clone();
        for (int slot = 0; slot < numbers.length; slot++) {
            numbers[slot] += laterBy;
        }
        BlockColumns changed = new BlockColumns(
                columns.file(),
                numbers,
                columns.createdMicros(),
                columns.uuids(),
                columns.idsHigh(),
                columns.idsLow(),
                columns.offsets(),
                columns.lengths(),
                columns.sums());
        return new JobBlock(state.blockOwner(), queue, block.terms(), block.priority(), changed);
    }

    private JobBlock block() {
        add(64, 1);
        Packing.packAll(engine);
        return Objects.requireNonNull(engine.state().find(JobRef.of(id(1)))).block();
    }

    private static EngineState emptyState(JobQueue queue) {
        EngineState state = new EngineState();
        state.restoreCounters(1_000_000, 1_000_000, 0, 1);
        state.insert(queue);
        return state;
    }

    @Test
    void two_blocks_with_one_id_are_refused() {
        JobBlock block = block();
        JobQueue queue = new JobQueue(1, "q0");
        EngineState state = emptyState(queue);
        state.restore(copy(state, block, 0, queue));
        state.restore(copy(state, block, 1_000, queue));
        assertThatThrownBy(state::restored)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("job \\d+ \\(.*\\) is not unique");
    }

    @Test
    void two_blocks_with_one_number_are_refused() {
        JobBlock block = block();
        JobQueue queue = new JobQueue(1, "q0");
        EngineState state = emptyState(queue);
        state.restore(copy(state, block, 0, queue));
        JobBlock other = copy(state, block, 63, queue);
        assertThatThrownBy(() -> state.restore(other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("job 64 (")
                .hasMessageContaining("is not unique");
    }

    @Test
    void a_job_with_an_id_of_a_block_is_refused() {
        JobBlock block = block();
        JobQueue queue = new JobQueue(1, "q0");
        EngineState state = emptyState(queue);
        state.restore(copy(state, block, 0, queue));
        Job other = block.element(7).copy();
        Job job = Job.of(500, other.id(), queue, new byte[3], TERMS, 5, 5, State.READY);
        state.restore(job);
        assertThatThrownBy(state::restored)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("job 500 (" + other.id() + ") is not unique");
    }

    /** Clients may choose ids with the same hash. Those for which the table has no room become objects. */
    @Test
    void ids_of_one_hash_are_found_after_a_restart() {
        JobQueue queue = new JobQueue(1, "q0");
        EngineState state = emptyState(queue);
        List<JobId> ids = new ArrayList<>();
        for (int block = 0; block < 4; block++) {
            long[] numbers = new long[50];
            long[] high = new long[50];
            long[] low = new long[50];
            long[] zeros = new long[50];
            for (int slot = 0; slot < 50; slot++) {
                numbers[slot] = 1L + ids.size();
                JobId.Hex id = (JobId.Hex) PackedIdsTest.withHash(99, ids.size());
                high[slot] = id.high();
                low[slot] = id.low();
                ids.add(id);
            }
            state.restore(new JobBlock(
                    state.blockOwner(),
                    queue,
                    TERMS,
                    0,
                    new BlockColumns(1, numbers, zeros, 0, high, low, zeros, zeros, zeros)));
        }
        state.restored();
        EngineInvariants.check(state);
        assertThat(state.packed().size()).isBetween(1, 50);
        for (int i = 0; i < ids.size(); i++) {
            Job job = Objects.requireNonNull(state.find(JobRef.of(ids.get(i))));
            assertThat(job.number()).isEqualTo(i + 1);
        }
    }
}
