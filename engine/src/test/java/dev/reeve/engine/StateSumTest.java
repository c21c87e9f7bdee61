package dev.reeve.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.PayloadMoves.Cold;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.PayloadBlock;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.StoredPayload;
import dev.reeve.engine.job.Terms;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums of equal states are equal, whatever has become of the states; other states have other sums. */
class StateSumTest {
    private static final Terms TERMS =
            new Terms(10_000_000, 0, Terms.FOREVER, Terms.FOREVER, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);
    private static final int JOBS = 40;
    /** As many places as it takes until all jobs had their turn. */
    private static final int PLACES = JOBS;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void snapshots_and_payloads_on_disk_change_no_sum(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        RandomEntries entries = RandomEntries.ofAllCommands(seed, 100, 5);
        Engine calm = new Engine();
        Engine moved = new Engine();
        for (int place = 0; place < 2_000; place++) {
            Entry<?> entry = entries.next(calm);
            calm.apply(entry, Effects.NONE);
            moved.apply(entry, Effects.NONE);
            assertThat(moved.sum(place)).as("seed %d, place %d", seed, place).isEqualTo(calm.sum(place));
            if (random.nextInt(20) == 0) {
                moved = StateHash.restore(StateHash.snapshot(moved));
                moveOut(moved);
            }
        }
    }

    private static int moveOut(Engine engine) {
        PayloadBlock.Writer places = new PayloadBlock.Writer();
        int offset = 0;
        for (Cold cold : engine.payloadMoves().cold(Long.MAX_VALUE, 0)) {
            byte[] payload = cold.payload();
            engine.payloadMoves().left(cold, places.put(1, offset++, payload.length, StoredPayload.sumOf(payload)));
        }
        return offset;
    }

    @Test
    void a_payload_on_disk_has_the_sum_of_its_bytes() {
        Engine moved = engine();
        assertThat(moveOut(moved)).isEqualTo(JOBS);
        assertThat(placesThatDiffer(moved)).isZero();
        assertThat(placesThatDiffer(StateHash.restore(StateHash.snapshot(moved))))
                .isZero();
    }

    /** Whatever job differs, and however little, it is found when its turn comes. */
    @Test
    void a_difference_in_one_job_is_found() {
        for (int rank = 0; rank < JOBS; rank++) {
            Engine other = engine();
            Job job = other.state().jobs().page(rank, 1).get(0);
            job.attempts(job.attempts() + 1);
            assertThat(placesThatDiffer(other)).as("job %d", job.number()).isPositive();
        }
    }

    @Test
    void a_difference_in_a_payload_is_found() {
        Engine other = engine();
        Job job = other.state().jobs().page(JOBS - 1, 1).get(0);
        byte[] payload = ((byte[]) job.payload()).clone();
        payload[0]++;
        job.payload(payload);
        assertThat(placesThatDiffer(other)).isPositive();
    }

    @Test
    void another_count_is_found_at_once() {
        Engine other = engine();
        other.apply(
                new Entry<>(JOBS, 7, new Add(JobId.ofUuid(1, 0), "q", new byte[0], 0, Add.NOW, TERMS)), Effects.NONE);
        assertThat(placesThatDiffer(other)).isEqualTo(PLACES);
    }

    private static int placesThatDiffer(Engine other) {
        Engine engine = engine();
        int different = 0;
        for (int place = 0; place < PLACES; place++) {
            different += engine.sum(place) == other.sum(place) ? 0 : 1;
        }
        return different;
    }

    private static Engine engine() {
        Engine engine = new Engine();
        for (int i = 1; i <= JOBS; i++) {
            byte[] payload = ("the payload of the job number " + i + " is quite long").getBytes(StandardCharsets.UTF_8);
            engine.apply(new Entry<>(i, 7, new Add(JobId.ofUuid(1, i), "q", payload, 0, Add.NOW, TERMS)), Effects.NONE);
        }
        return engine;
    }
}
