package dev.reeve.engine.collection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.queue.JobQueue;
import java.util.Comparator;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public class DeadlineHeapTest {
    private record Moment(long time, long number) {}

    private static final Terms TERMS = new Terms(0, 0, Terms.FOREVER, 0, Terms.BACKGROUND, RetryPolicy.ENDLESS);
    private static final JobQueue QUEUE = new JobQueue(1, "q");

    private final DeadlineHeap deadlines = new DeadlineHeap();

    @Test
    public void nothing_is_due_when_nothing_is_set() {
        assertThat(deadlines.nextMicros()).isEqualTo(DeadlineHeap.NEVER);
        assertThat(deadlines.due(Long.MAX_VALUE)).isNull();
    }

    @Test
    public void a_job_is_due_at_its_moment_and_not_before() {
        Job job = job(1);
        deadlines.set(job, 100);
        assertThat(deadlines.due(99)).isNull();
        assertThat(deadlines.due(100)).isSameAs(job);
        deadlines.set(job, DeadlineHeap.NEVER);
        assertThat(deadlines.due(100)).isNull();
        assertThat(job.deadlineIndex()).isEqualTo(-1);
    }

    @Test
    public void equal_moments_come_by_number() {
        for (long number : new long[] {3, 1, 2}) {
            deadlines.set(job(number), 100);
        }
        for (long number = 1; number <= 3; number++) {
            Job due = due(deadlines.due(100));
            assertThat(due.number()).isEqualTo(number);
            deadlines.set(due, DeadlineHeap.NEVER);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 5, 5", "5, 0, 5", "-5, 3, -2"})
    public void a_moment_is_start_plus_duration(long start, long duration, long expected) {
        assertThat(DeadlineHeap.after(start, duration)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 9223372036854775807",
        "0, 9223372036854775807",
        "-5, 9223372036854775807",
        "9223372036854775807, 1",
        "5000000000000000000, 5000000000000000000"
    })
    public void a_moment_past_all_counting_is_never(long start, long duration) {
        assertThat(DeadlineHeap.after(start, duration)).isEqualTo(DeadlineHeap.NEVER);
    }

    @ParameterizedTest
    @CsvSource({"1, 10, 30000", "2, 1000, 60000", "3, 1000000, 60000"})
    public void random_changes_do_what_a_sorted_map_does(long seed, int times, int steps) {
        SplittableRandom random = new SplittableRandom(seed);
        TreeMap<Moment, Job> model =
                new TreeMap<>(Comparator.comparingLong(Moment::time).thenComparingLong(Moment::number));
        Job[] jobs = new Job[2000];
        Moment[] moments = new Moment[jobs.length];
        for (int i = 0; i < jobs.length; i++) {
            jobs[i] = job(i);
            moments[i] = new Moment(DeadlineHeap.NEVER, i);
        }
        for (int step = 0; step < steps; step++) {
            int i = random.nextInt(jobs.length);
            long time = random.nextInt(3) == 0 ? DeadlineHeap.NEVER : random.nextInt(times);
            deadlines.set(jobs[i], time);
            model.remove(moments[i]);
            moments[i] = new Moment(time, i);
            if (time != DeadlineHeap.NEVER) {
                model.put(moments[i], jobs[i]);
            }
            require(deadlines.size() == model.size());
            if (!model.isEmpty()) {
                require(deadlines.nextMicros() == model.firstKey().time());
                require(deadlines.due(Long.MAX_VALUE - 1) == model.firstEntry().getValue());
            }
            if (step % 1000 == 0) {
                DeadlineHeapInvariants.check(deadlines);
            }
        }
        for (Job expected : model.values()) {
            Job due = due(deadlines.due(Long.MAX_VALUE));
            require(due == expected);
            deadlines.set(due, DeadlineHeap.NEVER);
        }
        assertThat(deadlines.size()).isZero();
    }

    @Test
    public void a_heap_that_was_large_gives_its_memory_back() {
        Job[] jobs = new Job[10 * DeadlineHeap.CHUNK];
        for (int i = 0; i < jobs.length; i++) {
            jobs[i] = job(i);
            deadlines.set(jobs[i], i);
        }
        assertThat(deadlines.capacity()).isEqualTo(jobs.length);
        for (int i = 0; i < jobs.length - 1; i++) {
            deadlines.set(jobs[i], DeadlineHeap.NEVER);
        }
        assertThat(deadlines.capacity()).isEqualTo(2 * DeadlineHeap.CHUNK);
        assertThat(deadlines.due(Long.MAX_VALUE)).isSameAs(jobs[jobs.length - 1]);
    }

    private static Job due(@Nullable Job job) {
        return Objects.requireNonNull(job);
    }

    /** A plain check, for loops in which a fluent one takes longer than what it checks. */
    private static void require(boolean holds) {
        if (!holds) {
            throw new AssertionError("the deadlines and the model differ");
        }
    }

    private static Job job(long number) {
        return Job.of(number, JobId.ofUuid(0, number), QUEUE, new byte[0], TERMS, 0, 0, State.READY);
    }
}
