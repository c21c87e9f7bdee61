package dev.reeve.engine.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.queue.JobQueue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

public class JobTableTest {
    private static final Terms TERMS = new Terms(0, 0, Terms.FOREVER, 0, Terms.BACKGROUND, RetryPolicy.ENDLESS);
    private static final JobQueue QUEUE = new JobQueue(1, "q");

    private final JobTable table = new JobTable();

    @Test
    public void an_empty_one_has_nothing() {
        assertThat(table.get(JobId.of("a"))).isNull();
        assertThat(table.remove(job(JobId.of("a")))).isFalse();
        assertThat(table.size()).isZero();
    }

    @Test
    public void an_id_is_taken_until_its_job_is_removed() {
        Job first = job(JobId.of("a"));
        Job second = job(JobId.of("a"));
        assertThat(table.add(first)).isTrue();
        assertThat(table.add(second)).isFalse();
        assertThat(table.get(JobId.of("a"))).isSameAs(first);
        assertThat(table.remove(second)).isFalse();
        assertThat(table.remove(first)).isTrue();
        assertThat(table.add(second)).isTrue();
        assertThat(table.get(JobId.of("a"))).isSameAs(second);
    }

    @Test
    public void ids_of_the_same_digits_are_different_with_and_without_dashes() {
        Job uuid = job(JobId.ofUuid(1, 2));
        Job digits = job(JobId.ofDigits(1, 2));
        assertThat(table.add(uuid)).isTrue();
        assertThat(table.get(JobId.ofDigits(1, 2))).isNull();
        assertThat(table.add(digits)).isTrue();
        assertThat(table.get(JobId.ofUuid(1, 2))).isSameAs(uuid);
        assertThat(table.get(JobId.ofDigits(1, 2))).isSameAs(digits);
    }

    @ParameterizedTest
    @CsvSource({"1, 60, 20000", "2, 5000, 60000", "3, 100000, 200000"})
    public void random_changes_do_what_a_hash_map_does(long seed, int ids, int steps) {
        SplittableRandom random = new SplittableRandom(seed);
        Map<JobId, Job> model = new HashMap<>();
        for (int step = 0; step < steps; step++) {
            boolean shrinking = step / (steps / 4) % 2 == 1;
            JobId id = id(random.nextInt(ids));
            Job known = model.get(id);
            require(table.get(id) == known);
            if (random.nextInt(10) < (shrinking ? 2 : 8)) {
                Job job = job(id);
                require(table.add(job) == (known == null));
                model.putIfAbsent(id, job);
            } else if (known != null) {
                require(table.remove(known));
                model.remove(id);
            }
            require(table.size() == model.size());
        }
        model.forEach((id, job) -> require(table.get(id) == job));
        List.copyOf(model.values()).forEach(job -> require(table.remove(job)));
        assertThat(table.size()).isZero();
    }

    @Test
    public void it_grows_bucket_by_bucket_and_gives_them_back() {
        List<Job> jobs = new ArrayList<>();
        int buckets = table.buckets();
        for (int i = 0; i < 50_000; i++) {
            Job job = job(id(i));
            jobs.add(job);
            require(table.add(job));
            require(table.buckets() - buckets <= 1);
            buckets = table.buckets();
        }
        assertThat(buckets).isBetween(49_990, 50_000);
        assertThat(table.crowded()).isZero();
        for (Job job : jobs) {
            require(table.remove(job));
            require(buckets - table.buckets() <= 2);
            buckets = table.buckets();
        }
        assertThat(buckets).isEqualTo(JobTable.CHUNK);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 10, 1023, 1024, 1025, 5000, 600_000})
    public void filled_with_many_jobs_at_once_it_is_as_if_they_were_added(int count) {
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            jobs.add(job(id(i)));
        }
        assertThat(table.fill(jobs)).isNull();
        assertThat(table.size()).isEqualTo(count);
        assertThat(table.buckets()).isEqualTo(Math.max(JobTable.CHUNK, count));
        jobs.forEach(job -> require(table.get(job.id()) == job && !table.add(job(job.id()))));
        require(table.get(id(count)) == null && table.add(job(id(count))));
        jobs.forEach(job -> require(table.remove(job)));
        assertThat(table.size()).isEqualTo(1);
    }

    @Test
    public void filling_finds_an_id_that_two_jobs_have() {
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            jobs.add(job(id(i)));
        }
        Job second = job(id(77));
        jobs.add(4000, second);
        assertThat(table.fill(jobs)).isSameAs(second);
    }

    @Test
    public void filling_finds_an_id_that_two_jobs_have_whose_bucket_is_full() {
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            jobs.add(job(JobId.of(nameOfOneHash(i))));
        }
        Job second = job(JobId.of(nameOfOneHash(999)));
        jobs.add(second);
        assertThat(table.fill(jobs)).isSameAs(second);
    }

    @Test
    public void only_an_empty_one_is_filled() {
        table.add(job(id(1)));
        List<Job> others = List.of(job(id(2)));
        assertThatThrownBy(() -> table.fill(others)).isInstanceOf(IllegalStateException.class);
    }

    /** Ids whose order is not random, as clients may count. */
    @Test
    public void consecutive_ids_are_spread() {
        for (int i = 0; i < 200_000; i++) {
            require(table.add(job(JobId.of("job-" + i))));
            require(table.add(job(JobId.ofUuid(0x4000, i))));
            require(table.add(job(JobId.ofDigits(i, 0))));
        }
        assertThat(table.crowded()).isLessThan(100);
    }

    /** A table that compared them one by one would compare a thousand million times. */
    @Test
    @Timeout(60)
    public void ids_chosen_to_have_one_hash_are_found_as_others_are() {
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < 1 << 14; i++) {
            jobs.add(job(JobId.of(nameOfOneHash(i))));
            jobs.add(job(JobId.ofUuid(Long.rotateLeft(i, 32), i)));
            jobs.add(job(JobId.ofDigits(Long.rotateLeft(i, 32), i)));
        }
        assertThat(jobs.stream().map(Job::idHash).distinct()).hasSize(3);
        assertThat(jobs).allMatch(table::add);
        checkAll(jobs);
        table.clear();
        jobs.forEach(job -> job.nextInBucket(null));
        assertThat(table.fill(jobs)).isNull();
        checkAll(jobs);
    }

    private void checkAll(List<Job> jobs) {
        assertThat(table.crowded()).isGreaterThan(jobs.size() - 100);
        assertThat(jobs).noneMatch(job -> table.add(job(job.id())));
        assertThat(jobs).allMatch(job -> table.get(job.id()) == job);
        assertThat(jobs).allMatch(table::remove);
        assertThat(table.size()).isZero();
    }

    @Test
    public void nothing_is_left_after_clear() {
        for (int i = 0; i < 5_000; i++) {
            table.add(job(id(i)));
            table.add(job(JobId.ofUuid(Long.rotateLeft(i, 32), i)));
        }
        table.clear();
        assertThat(table.size()).isZero();
        assertThat(table.get(id(1))).isNull();
        assertThat(table.add(job(id(1)))).isTrue();
    }

    /** "Aa" and "BB" have the same hash, and so has any text made of as many of either. */
    private static String nameOfOneHash(int number) {
        StringBuilder name = new StringBuilder();
        for (int bit = 0; bit < 14; bit++) {
            name.append((number >> bit & 1) == 0 ? "Aa" : "BB");
        }
        return name.toString();
    }

    private static JobId id(int i) {
        long spread = i * 0x9E3779B97F4A7C15L;
        return switch (i % 3) {
            case 0 -> JobId.ofUuid(spread, i);
            case 1 -> JobId.ofDigits(i, spread);
            default -> JobId.of("job number " + i);
        };
    }

    private static Job job(JobId id) {
        return Job.of(1, id, QUEUE, new byte[0], TERMS, 0, 0, State.READY);
    }

    /** A plain check, for loops in which a fluent one takes longer than what it checks. */
    private static void require(boolean holds) {
        if (!holds) {
            throw new AssertionError("the table and the model differ");
        }
    }
}
