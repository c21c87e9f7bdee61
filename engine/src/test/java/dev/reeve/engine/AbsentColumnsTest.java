package dev.reeve.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.AddAll;
import dev.reeve.engine.command.Clear;
import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.Prioritize;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.format.StateWriter;
import dev.reeve.engine.job.AbsentColumnsException;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobBlock;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Status;
import dev.reeve.engine.job.Terms;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks whose columns are on disk only: nothing but memory and time depends on it. */
class AbsentColumnsTest {
    private static final int JOBS = 1_000;

    private final ColumnsInMap disk = new ColumnsInMap();
    private Engine engine = new Engine();
    private long nowMicros = 1_000;

    private <R> Outcome<R> apply(Command<R> command) {
        return engine.apply(new Entry<>(nowMicros++, 7, command), Effects.NONE);
    }

    private static JobId id(int number) {
        return JobId.ofUuid(number * 0x9E3779B97F4A7C15L, number);
    }

    private static Add add(int number, long ttlMicros) {
        Terms terms = new Terms(1_000_000, 0, ttlMicros, 0, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);
        return new Add(id(number), "q", new byte[50], 0, Add.NOW, terms);
    }

    /** Jobs whose columns are out. */
    private void addAbsent(long ttlMicros) {
        for (int i = 1; i <= JOBS; i++) {
            apply(add(i, ttlMicros));
        }
        Packing.packAll(engine);
        assertThat(engine.state().packed().size()).isEqualTo(JOBS);
        assertThat(disk.leaveAll(engine)).isEqualTo((JOBS + 63) / 64);
    }

    private long fetched() {
        return engine.payloads().blocks().fetched();
    }

    @Test
    void order_counts_and_deadlines_need_none() {
        addAbsent(60_000_000);
        disk.closed(true);
        assertThat(engine.jobs("q", Status.QUEUED)).hasSize(JOBS);
        assertThat(engine.hasReady("q")).isTrue();
        assertThat(engine.readyCount("q")).isEqualTo(JOBS);
        assertThat(engine.jobCount(State.READY)).isEqualTo(JOBS);
        assertThat(engine.nextDeadlineMicros()).isEqualTo(60_001_000);
        assertThat(engine.state().rankOf(500)).isEqualTo(499);
        assertThat(engine.queueOf(JobRef.of(500))).isEqualTo("q");
        List<Long> seen = new ArrayList<>();
        engine.scanJobs("q", 0, JOBS, (number, status) -> seen.add(number));
        assertThat(seen).hasSize(JOBS);
        apply(new Tick());
        assertThat(engine.payloadMoves().head("q", 1 << 20).absent()).hasSize(16);
        assertThat(StateHash.snapshot(engine)).hasSizeLessThan(JOBS * 3);
    }

    @Test
    void an_id_that_is_not_there_needs_none() {
        addAbsent(Terms.FOREVER);
        disk.closed(true);
        for (int i = JOBS + 1; i <= 5 * JOBS; i++) {
            assertThat(engine.absentFor(add(i, Terms.FOREVER))).isEmpty();
            assertThat(apply(add(i, Terms.FOREVER)).rejection()).isNull();
        }
    }

    /** What a command names is known before it is applied. */
    @Test
    void commands_tell_what_they_need() {
        addAbsent(Terms.FOREVER);
        JobRef byNumber = JobRef.of(130);
        List<Command<?>> commands = List.of(
                new Delete(JobRef.of(id(1))),
                new Delete(byNumber),
                add(65, Terms.FOREVER),
                new AddAll(List.of(add(260, Terms.FOREVER), add(JOBS + 1, Terms.FOREVER)), false),
                new CommandGroup(List.of(new CommandGroup.Do(new Prioritize(id(330), 5)))));
        for (Command<?> command : commands) {
            disk.closed(false);
            List<JobBlock> absent = engine.absentFor(command);
            assertThat(absent).as(command.toString()).hasSize(1);
            for (JobBlock block : absent) {
                engine.payloadMoves().returned(block, block.placeOfColumns(), disk.read(block.placeOfColumns()));
                assertThat(block.hasColumns()).isTrue();
            }
            disk.closed(true);
            assertThat(engine.absentFor(command)).isEmpty();
            apply(command);
        }
        assertThat(fetched()).isZero();
        disk.closed(false);
        EngineInvariants.check(engine);
    }

    @Test
    void what_a_command_looks_for_has_the_jobs_that_it_names() {
        for (long seed = 1; seed <= 3; seed++) {
            RandomEntries entries = RandomEntries.ofAllCommands(seed, 100, 5);
            for (int i = 0; i < 3_000; i++) {
                Command<?> command = entries.next(engine).command();
                assertThat(command.lookups()).as(command.toString()).containsAll(command.jobs());
                if (command instanceof Add add) {
                    assertThat(command.lookups()).contains(JobRef.of(add.id()));
                }
            }
        }
    }

    @Test
    void what_nobody_knew_is_read_at_once() {
        addAbsent(Terms.FOREVER);
        assertThat(apply(new Acquire(List.of("q"), "w", 3, 0)).reply()).hasSize(3);
        assertThat(fetched()).isEqualTo(1);
        apply(new Delete(JobRef.of(id(500))));
        assertThat(fetched()).isEqualTo(2);
        EngineInvariants.check(engine);
    }

    @Test
    void a_query_is_told_what_it_needs() {
        addAbsent(Terms.FOREVER);
        JobBlock.Owner blocks = engine.payloads().blocks();
        blocks.refusing(true);
        assertThat(engine.job(JobRef.of(id(JOBS + 1)))).isNull();
        assertThatThrownBy(() -> engine.job(JobRef.of(id(70))))
                .isInstanceOfSatisfying(AbsentColumnsException.class, e -> {
                    assertThat(engine.payloadMoves().absentFrom(e.block()))
                            .hasSize(15)
                            .startsWith(e.block());
                    e.block().came(disk.read(e.block().placeOfColumns()));
                });
        assertThat(engine.job(JobRef.of(id(70)))).isNotNull();
        blocks.refusing(false);
        assertThat(fetched()).isZero();
    }

    @Test
    void memory_follows_what_is_out() {
        for (int i = 1; i <= 640; i++) {
            apply(add(i, Terms.FOREVER));
        }
        Packing.packAll(engine);
        long before = engine.heapBytes();
        assertThat(disk.leaveAll(engine)).isEqualTo(10);
        long block = 16 + 24 * 64;
        assertThat(engine.heapBytes()).isEqualTo(before - 10 * block);
        engine.job(JobRef.of(id(1)));
        assertThat(engine.heapBytes()).isEqualTo(before - 9 * block);
        assertThat(disk.leaveAll(engine)).as("it is on disk already").isZero();
        assertThat(engine.heapBytes()).isEqualTo(before - 10 * block);
        assertThat(disk.size()).isEqualTo(10);
        for (int i = 1; i <= 640; i++) {
            apply(new Delete(JobRef.of(id(i))));
            disk.leaveAll(engine);
            disk.release(engine);
        }
        assertThat(engine.heapBytes()).isEqualTo(engine.liveBytes());
        assertThat(disk.size()).isZero();
    }

    @Test
    void columns_that_were_looked_at_do_not_pile_up() {
        for (int i = 1; i <= 64 * 1_200; i++) {
            apply(add(i, Terms.FOREVER));
            if (i % 12_800 == 0) {
                Packing.packAll(engine);
            }
        }
        disk.leaveAll(engine);
        disk.leaveAll(engine);
        long before = engine.heapBytes();
        for (int i = 1; i <= 64 * 1_200; i += 64) {
            engine.job(JobRef.of(id(i)));
        }
        apply(new Tick());
        assertThat(engine.heapBytes()).isEqualTo(before + 1_024 * (16 + 24 * 64));
        assertThat(engine.payloads().blocks().absentBytes()).isEqualTo((1_200 - 1_024) * (16 + 24 * 64));
    }

    /** A job that is leased has the sum of its payload in its block. */
    @Test
    void a_block_with_a_leased_job_keeps_its_columns() {
        addAbsent(Terms.FOREVER);
        apply(new Acquire(List.of("q"), "w", 1, 0));
        disk.leaveAll(engine);
        long before = fetched();
        assertThat(engine.sum(0)).isNotZero();
        assertThat(fetched() - before).isZero();
    }

    /** Such a block has no number any more, so that nobody would find its place on disk. */
    @Test
    void a_block_without_packed_jobs_has_nothing_on_disk() {
        addAbsent(Terms.FOREVER);
        for (int i = 1; i <= JOBS; i++) {
            apply(new Prioritize(id(i), 5));
        }
        assertThat(engine.state().packed().size()).isZero();
        disk.release(engine);
        assertThat(disk.size()).isZero();
        disk.leaveAll(engine);
        for (int i = 1; i <= JOBS; i++) {
            apply(new Delete(JobRef.of(id(i))));
        }
        assertThat(engine.jobCount()).isZero();
        disk.release(engine);
        assertThat(engine.payloads().savedBytes()).isZero();
    }

    @Test
    void clearing_reads_nothing_and_releases_all() {
        addAbsent(Terms.FOREVER);
        disk.closed(true);
        apply(new Clear());
        disk.release(engine);
        assertThat(disk.size()).isZero();
        assertThat(engine.payloads().savedBytes()).isZero();
    }

    /** Blocks whose jobs are in part gone, in part leased, and in part as they were. */
    @Test
    void a_snapshot_refers_to_columns_and_reads_none() {
        addAbsent(Terms.FOREVER);
        apply(new Acquire(List.of("q"), "w", 70, 0));
        for (int i = 200; i < JOBS; i += 3) {
            apply(new Delete(JobRef.of(id(i))));
        }
        disk.leaveAll(engine);
        byte[] snapshot = StateHash.snapshot(engine);
        Engine restored = disk.restore(snapshot);
        EngineInvariants.check(restored);
        for (int i = 1; i <= JOBS; i++) {
            Job expected = engine.state().find(JobRef.of(id(i)));
            Job found = restored.state().find(JobRef.of(id(i)));
            assertThat(found == null).isEqualTo(expected == null);
            assertThat(found == null || found.id().equals(id(i))).isTrue();
            assertThat(found == null ? null : found.payload()).isEqualTo(expected == null ? null : expected.payload());
        }
        for (int place = 0; place < JOBS / 16; place++) {
            assertThat(restored.sum(place)).isEqualTo(engine.sum(place));
        }
        assertThat(restored.payloads().blocks().absentBytes()).isNotNegative();
        for (int i = 1; i <= JOBS; i++) {
            restored.apply(new Entry<>(nowMicros + 10, 7, new Delete(JobRef.of(id(i)))), Effects.NONE);
        }
        assertThat(restored.jobCount()).isZero();
        assertThat(restored.payloads().blocks().absentBytes()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void absence_changes_no_outcome_and_no_state(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        RandomEntries entries =
                seed % 2 == 0 ? RandomEntries.ofAllCommands(seed, 100, 5) : RandomEntries.ofCoreCommands(seed, 100, 5);
        Engine calm = new Engine();
        engine.payloads().blocks().source(disk);
        Running running = null;
        int most = 0;
        for (int place = 0; place < 3_000; place++) {
            String name = "seed " + seed + ", place " + place;
            Entry<?> entry = entries.next(calm);
            Outcome<?> expected = calm.apply(entry, Effects.NONE);
            assertThat(engine.apply(entry, Effects.NONE).rejection()).as(name).isEqualTo(expected.rejection());
            assertThat(engine.sum(place)).as(name).isEqualTo(calm.sum(place));
            if (random.nextInt(3) == 0) {
                Packing.packAll(engine);
            }
            if (random.nextInt(2) == 0) {
                most = Math.max(most, disk.leaveAll(engine));
            }
            if (running == null) {
                disk.release(engine);
            }
            if (random.nextInt(10) == 0) {
                EngineInvariants.check(engine);
            }
            if (running == null && random.nextInt(30) == 0) {
                running = new Running(engine.startSnapshot(), StateHash.snapshot(calm), new ByteArrayOutputStream());
            } else if (running != null && running.step(random.nextInt(400))) {
                byte[] written = running.written();
                if (written != null) {
                    assertSame(disk.restore(written), StateHash.restore(running.calm), name);
                }
                running = null;
            }
            if (running == null && random.nextInt(50) == 0) {
                engine = disk.restore(StateHash.snapshot(engine));
                EngineInvariants.check(engine);
            }
        }
        assertThat(most).isPositive();
    }

    /** A snapshot that is written while entries are applied. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Running(StateWriter writer, byte[] calm, ByteArrayOutputStream bytes) {
        boolean step(int enough) {
            boolean complete = writer.step(enough);
            bytes.writeBytes(writer.take());
            return complete || writer.abandoned();
        }

        byte @Nullable [] written() {
            return writer.abandoned() ? null : bytes.toByteArray();
        }
    }

    private static void assertSame(Engine one, Engine other, String name) {
        for (int place = 0; place < one.jobCount(); place++) {
            assertThat(one.sum(place)).as(name).isEqualTo(other.sum(place));
        }
    }
}
