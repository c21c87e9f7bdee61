package dev.reeve.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.format.BlockFormat;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.queue.JobQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A block has what its jobs had, however they differ. */
class JobBlockTest {
    private static final long CREATED = 1_700_000_000_000_000L;
    private static final Terms TERMS =
            new Terms(10_000_000, 0, 3_600_000_000L, 0, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);

    private final JobQueue queue = new JobQueue(1, "q");
    private final PayloadBlock.Writer places = new PayloadBlock.Writer();

    /** How the values of neighbours differ. */
    enum Difference {
        NONE(random -> slot -> 0),
        UPWARDS(random -> slot -> 216 * slot),
        DOWNWARDS(random -> slot -> -216 * slot),
        SMALL(random -> slot -> random.nextInt(60_000)),
        LARGE(random -> slot -> random.nextInt(-500_000_000, 500_000_000)),
        ONE(random -> slot -> slot == 63 ? 1 : 0),
        LARGE_AT_THE_END(random -> slot -> slot == 63 ? 70_000 : slot);

        @SuppressWarnings("ImmutableEnumChecker")
        private final Function<SplittableRandom, IntUnaryOperator> values;

        Difference(Function<SplittableRandom, IntUnaryOperator> values) {
            this.values = values;
        }

        IntUnaryOperator values(SplittableRandom random) {
            return values.apply(random);
        }
    }

    @ParameterizedTest
    @EnumSource
    void creations_may_differ_in_any_way(Difference difference) {
        IntUnaryOperator creations = difference.values(new SplittableRandom(1));
        assertHasAll(jobs(64, slot -> slot, creations, slot -> 216 * slot, slot -> 200));
    }

    @ParameterizedTest
    @EnumSource
    void offsets_may_differ_in_any_way(Difference difference) {
        IntUnaryOperator offsets = difference.values(new SplittableRandom(2));
        assertHasAll(jobs(64, slot -> slot, slot -> 5, slot -> 600_000_000 + offsets.applyAsInt(slot), slot -> 200));
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "SMALL", "ONE"})
    void lengths_may_differ_in_any_way(Difference difference) {
        IntUnaryOperator lengths = difference.values(new SplittableRandom(3));
        assertHasAll(jobs(64, slot -> slot, slot -> slot, slot -> 64 - slot, slot -> 33 + lengths.applyAsInt(slot)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 1_000})
    void numbers_may_have_gaps(int step) {
        assertHasAll(jobs(64, slot -> step * slot, slot -> slot, slot -> 7 * slot * slot, slot -> 200));
        assertHasAll(jobs(64, slot -> slot + (slot == 63 ? step : 0), slot -> 0, slot -> slot, slot -> 200));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16, 63})
    void a_block_may_have_few_jobs(int count) {
        assertHasAll(jobs(count, slot -> 2 * slot, slot -> 100_000 * slot, slot -> slot % 2, slot -> 200 + slot));
    }

    @Test
    void what_jobs_have_in_common_is_there_once() {
        JobBlock alike = new JobBlock(
                new JobBlock.Owner(), jobs(64, slot -> slot, slot -> 0, slot -> 216 * (64 - slot), slot -> 200));
        JobBlock different = new JobBlock(
                new JobBlock.Owner(),
                jobs(64, slot -> 2 * slot, slot -> slot, slot -> slot * slot, slot -> 200 + slot));
        assertThat(different.sizeBytes() - alike.sizeBytes()).isEqualTo(64 * 4 * Character.BYTES);
    }

    private List<Job> jobs(
            int count,
            IntUnaryOperator number,
            IntUnaryOperator created,
            IntUnaryOperator offset,
            IntUnaryOperator length) {
        SplittableRandom random = new SplittableRandom(9);
        List<Job> jobs = new ArrayList<>();
        for (int slot = 0; slot < count; slot++) {
            long high = random.nextLong();
            long low = random.nextLong();
            JobId id = random.nextBoolean() ? JobId.ofUuid(high, low) : JobId.ofDigits(high, low);
            StoredPayload stored = places.put(4, offset.applyAsInt(slot), length.applyAsInt(slot), random.nextLong());
            long at = CREATED + created.applyAsInt(slot);
            Job job = Job.of(7_000_000_000L + number.applyAsInt(slot), id, queue, stored, TERMS, at, at, State.READY);
            job.priority(3);
            jobs.add(job);
        }
        places.end();
        return jobs;
    }

    private static void assertHasAll(List<Job> jobs) {
        JobBlock block = new JobBlock(new JobBlock.Owner(), jobs);
        assertHasAll(block, jobs);
        assertHasAll(decoded(block, -1L >>> (64 - jobs.size())), jobs);
        SplittableRandom random = new SplittableRandom(10);
        long some = 1;
        List<Job> chosen = new ArrayList<>(jobs.subList(0, 1));
        for (int slot = 1; slot < jobs.size(); slot++) {
            if (random.nextInt(3) > 0) {
                some |= 1L << slot;
                chosen.add(jobs.get(slot));
            }
        }
        assertHasAll(decoded(block, some), chosen);
    }

    private static JobBlock decoded(JobBlock block, long slots) {
        ByteSink out = new ByteSink(16);
        BlockFormat.write(block.columns(slots), out);
        ByteSource in = new ByteSource(out.array(), 0, out.size());
        BlockColumns columns = BlockFormat.read(in);
        assertThat(in.remaining()).isZero();
        return new JobBlock(new JobBlock.Owner(), block.queue(), block.terms(), block.priority(), columns);
    }

    private static void assertHasAll(JobBlock block, List<Job> jobs) {
        assertThat(block.count()).isEqualTo(jobs.size());
        for (int slot = 0; slot < jobs.size(); slot++) {
            assertSame(block.element(slot), jobs.get(slot));
            assertSame(block.glance(slot), jobs.get(slot));
        }
        long earliest = jobs.stream().mapToLong(Job::ttlEndsAtMicros).min().orElseThrow();
        assertThat(block.deadlineMicros()).isEqualTo(earliest);
    }

    private static void assertSame(Job found, Job expected) {
        assertThat(found.number()).isEqualTo(expected.number());
        assertThat(found.id()).isEqualTo(expected.id());
        assertThat(found.createdAtMicros()).isEqualTo(expected.createdAtMicros());
        assertThat(found.priority()).isEqualTo(expected.priority());
        assertThat(found.queue()).isSameAs(expected.queue());
        assertThat(found.terms()).isSameAs(expected.terms());
        assertThat(found.payload()).isEqualTo(expected.payload());
        StoredPayload stored = (StoredPayload) found.payload();
        assertThat(stored.length()).isEqualTo(((StoredPayload) expected.payload()).length());
        assertThat(stored.sum()).isEqualTo(((StoredPayload) expected.payload()).sum());
    }
}
