package dev.reeve.engine.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobBlock;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.PayloadBlock;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.queue.JobQueue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

public class PackedIdsTest {
    private static final Terms TERMS = new Terms(0, 0, Terms.FOREVER, 0, Terms.BACKGROUND, RetryPolicy.ENDLESS);
    private static final JobQueue QUEUE = new JobQueue(1, "q");

    private final PackedIds table = new PackedIds();
    private final JobBlock.Owner owner = new JobBlock.Owner();
    private final PayloadBlock.Writer places = new PayloadBlock.Writer();
    private long number;

    private record Slot(JobBlock block, int slot) {}

    private JobBlock enter(List<JobId> ids) {
        List<Job> jobs = new ArrayList<>();
        for (JobId id : ids) {
            number++;
            jobs.add(Job.of(number, id, QUEUE, places.put(1, (int) number, 40, 7), TERMS, 5, 5, State.READY));
        }
        places.end();
        JobBlock block = new JobBlock(owner, jobs);
        block.number(table.nextNumber());
        table.enter(block);
        return block;
    }

    private JobBlock add(List<JobId> ids) {
        JobBlock block = enter(ids);
        for (int slot = 0; slot < ids.size(); slot++) {
            table.add(block, slot);
        }
        return block;
    }

    private @Nullable Slot find(JobId id) {
        return table.find(id, Slot::new);
    }

    @Test
    void an_empty_one_has_nothing() {
        assertThat(find(JobId.ofUuid(1, 2))).isNull();
        assertThat(find(JobId.of("a"))).isNull();
        assertThat(table.size()).isZero();
    }

    @Test
    void ids_of_the_same_digits_are_different_with_and_without_dashes() {
        JobBlock block = add(List.of(JobId.ofUuid(1, 2)));
        assertThat(find(JobId.ofDigits(1, 2))).isNull();
        assertThat(find(JobId.of("a"))).isNull();
        assertThat(find(JobId.ofUuid(1, 2))).isEqualTo(new Slot(block, 0));
    }

    /** A table that grows and shrinks several times has what was added and not removed. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void it_has_what_was_added(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Map<JobId, Slot> expected = new HashMap<>();
        List<JobId> present = new ArrayList<>();
        List<JobId> gone = new ArrayList<>();
        long next = 0;
        for (int phase = 0; phase < 6; phase++) {
            int target = phase % 2 == 0 ? 20_000 + random.nextInt(60_000) : random.nextInt(2_000);
            while (present.size() < target) {
                List<JobId> ids = new ArrayList<>();
                for (int i = 0; i < 64; i++) {
                    // Consecutive, as those of a generator, or by chance.
                    long high = seed == 1 ? 7 : random.nextLong();
                    ids.add(random.nextBoolean() ? JobId.ofUuid(high, next++) : JobId.ofDigits(next++, high));
                }
                JobBlock block = add(ids);
                for (int slot = 0; slot < 64; slot++) {
                    expected.put(ids.get(slot), new Slot(block, slot));
                }
                present.addAll(ids);
            }
            while (present.size() > target) {
                int which = random.nextInt(present.size());
                JobId id = present.get(which);
                present.set(which, present.get(present.size() - 1));
                present.remove(present.size() - 1);
                Slot slot = expected.remove(id);
                table.remove(slot.block(), slot.slot());
                gone.add(id);
            }
            assertThat(table.size()).isEqualTo(present.size());
            for (JobId id : present) {
                assertThat(find(id)).isEqualTo(expected.get(id));
            }
            for (JobId id : gone) {
                assertThat(find(id)).isNull();
            }
        }
        assertThat(table.buckets()).isLessThan(2_000 / 24 + 2);
    }

    @Test
    void a_place_in_it_takes_eight_bytes() {
        SplittableRandom random = new SplittableRandom(5);
        for (int step = 0; step < 16; step++) {
            for (int block = 0; block < 500; block++) {
                add(ids(random));
            }
            assertThat(table.sizeBytes() / (double) table.size()).isBetween(7.0, 8.0);
        }
    }

    /** Also an id that was added when the table was small, and whose print has become short since. */
    @Test
    void an_id_that_is_not_there_has_hardly_ever_the_print_of_another() {
        SplittableRandom random = new SplittableRandom(6);
        while (table.size() < 500_000) {
            add(ids(random));
        }
        int looked = 0;
        for (int i = 0; i < 1_000_000; i++) {
            looked += table.blocksLookedAt((JobId.Hex) JobId.ofUuid(random.nextLong(), random.nextLong()));
        }
        assertThat(looked).isBetween(1, 1_000_000 / 16_000);
    }

    private static List<JobId> ids(SplittableRandom random) {
        List<JobId> ids = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            ids.add(JobId.ofUuid(random.nextLong(), random.nextLong()));
        }
        return ids;
    }

    /** The inverse of the hash: clients can do that too. */
    public static JobId withHash(long hash, long high) {
        long mixed = hash ^ hash >>> 32;
        mixed *= inverse(0x94D049BB133111EBL);
        mixed ^= mixed >>> 32;
        mixed *= inverse(0xBF58476D1CE4E5B9L);
        return JobId.ofDigits(high, mixed ^ Long.rotateLeft(high * 0x9E3779B97F4A7C15L, 32));
    }

    private static long inverse(long odd) {
        long inverse = odd;
        for (int i = 0; i < 5; i++) {
            inverse *= 2 - odd * inverse;
        }
        return inverse;
    }

    @Test
    void few_ids_with_the_same_hash_have_room() {
        long hash = 0x1234_5678_9ABC_DEF0L;
        List<JobId> same = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            same.add(withHash(hash, i));
        }
        assertThat(same).allMatch(id -> ((JobId.Hex) id).longHash() == hash);
        JobBlock block = enter(same);
        int added = 0;
        while (table.hasRoom(hash)) {
            table.add(block, added++);
        }
        assertThat(added).isEqualTo(PackedIds.MOST_OF_ONE_HASH);
        assertThat(table.hasRoom(hash + 64)).isTrue();
        for (int slot = 0; slot < same.size(); slot++) {
            assertThat(find(same.get(slot))).isEqualTo(slot < added ? new Slot(block, slot) : null);
        }
    }

    @Test
    void a_bucket_has_room_for_few_however_its_hashes_differ() {
        int added = 0;
        while (table.hasRoom((long) added << 40)) {
            List<JobId> one = List.of(withHash(((long) added << 40) | ((long) added << 8), added));
            add(one);
            added++;
            assertThat(added).isLessThan(1_000);
        }
        assertThat(added).isEqualTo(PackedIds.MOST_IN_BUCKET);
    }

    @Test
    void who_is_not_there_cannot_be_removed() {
        JobBlock block = enter(List.of(JobId.ofUuid(1, 2)));
        assertThatThrownBy(() -> table.remove(block, 0)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_cleared_one_is_as_new() {
        SplittableRandom random = new SplittableRandom(7);
        List<JobId> ids = ids(random);
        for (int i = 0; i < 2_000; i++) {
            add(ids(random));
        }
        add(ids);
        table.clear();
        assertThat(table.size()).isZero();
        assertThat(find(ids.get(0))).isNull();
        JobBlock block = add(ids);
        assertThat(block.number()).isZero();
        assertThat(find(ids.get(63))).isEqualTo(new Slot(block, 63));
    }

    /** As if each job had been added, also to a table that has some. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 70, 3_000})
    void one_that_is_filled_has_all(int blocks) {
        SplittableRandom random = new SplittableRandom(blocks);
        for (boolean hasSome : new boolean[] {false, true}) {
            table.clear();
            Map<JobId, Slot> expected = new HashMap<>();
            List<JobBlock> filled = new ArrayList<>();
            for (int i = 0; i < blocks; i++) {
                List<JobId> ids = ids(random).subList(0, 1 + random.nextInt(64));
                boolean isAdded = hasSome && i % 3 == 0;
                JobBlock block = isAdded ? add(ids) : enter(ids);
                if (!isAdded) {
                    filled.add(block);
                }
                for (int slot = 0; slot < ids.size(); slot++) {
                    expected.put(ids.get(slot), new Slot(block, slot));
                }
            }
            List<PackedIds.Slot> crowded = new ArrayList<>();
            assertThat(table.fill(filled, crowded)).isNull();
            assertThat(crowded).isEmpty();
            assertThat(table.size()).isEqualTo(expected.size());
            expected.forEach((id, slot) -> assertThat(find(id)).isEqualTo(slot));
            expected.values().forEach(slot -> table.remove(slot.block(), slot.slot()));
            assertThat(table.size()).isZero();
        }
    }

    @Test
    void one_that_is_filled_takes_no_more_than_one_to_which_was_added() {
        SplittableRandom random = new SplittableRandom(5);
        List<JobBlock> blocks = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            blocks.add(enter(ids(random)));
        }
        table.fill(blocks, new ArrayList<>());
        assertThat(table.sizeBytes() / (double) table.size()).isBetween(7.0, 8.0);
    }

    @Test
    void an_id_that_is_there_twice_is_found_when_it_is_filled() {
        SplittableRandom random = new SplittableRandom(8);
        List<JobId> ids = ids(random);
        JobBlock one = enter(ids);
        JobBlock other = enter(List.of(JobId.ofUuid(1, 2), ids.get(40)));
        Job twice = table.fill(List.of(one, other), new ArrayList<>());
        assertThat(twice).isNotNull();
        assertThat(twice.id()).isEqualTo(ids.get(40));
        table.clear();
        JobBlock added = add(ids);
        JobBlock last = enter(List.of(ids.get(3)));
        Job again = table.fill(List.of(last), new ArrayList<>());
        assertThat(again).isNotNull();
        assertThat(again.number()).isGreaterThan(added.jobNumber(63));
    }

    @Test
    void those_without_room_are_told_when_it_is_filled() {
        List<JobId> same = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            same.add(withHash(0x1234_5678_9ABC_DEF0L, i));
        }
        JobBlock block = enter(same);
        List<PackedIds.Slot> crowded = new ArrayList<>();
        assertThat(table.fill(List.of(block), crowded)).isNull();
        assertThat(crowded).hasSize(60 - PackedIds.MOST_OF_ONE_HASH);
        assertThat(table.size()).isEqualTo(PackedIds.MOST_OF_ONE_HASH);
        table.clear();
        List<JobBlock> blocks = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            blocks.add(enter(List.of(withHash((long) i << 40 | (long) i << 16, i))));
        }
        crowded.clear();
        assertThat(table.fill(blocks, crowded)).isNull();
        assertThat(crowded).hasSize(400 - PackedIds.MOST_IN_BUCKET);
        blocks.subList(0, PackedIds.MOST_IN_BUCKET).forEach(each -> table.remove(each, 0));
        assertThat(table.size()).isZero();
    }
}
