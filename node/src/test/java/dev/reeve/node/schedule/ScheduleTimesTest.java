package dev.reeve.node.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ScheduleTimesTest {
    private static final long SECOND = 1_000_000;
    private static final long DAY = 86_400 * SECOND;

    @Test
    void an_interval_begins_with_a_whole_second_and_keeps_its_pace() {
        ScheduleTimes times = ScheduleTimes.ofInterval(300 * SECOND);
        long first = times.firstMicros(1_000 * SECOND + 999_999);
        assertThat(first).isEqualTo(1_300 * SECOND);
        assertThat(times.nextMicros(first, first - 1)).isEqualTo(first);
        assertThat(times.nextMicros(first, first)).isEqualTo(1_600 * SECOND);
        assertThat(times.nextMicros(first, 1_899 * SECOND)).isEqualTo(1_900 * SECOND);
        assertThat(times.nextMicros(first, 1_900 * SECOND)).isEqualTo(2_200 * SECOND);
    }

    @Test
    void the_last_times_that_have_come_are_those_of_a_walk_through_all_of_them() {
        SplittableRandom random = new SplittableRandom(11);
        List<ScheduleTimes> all = List.of(
                ScheduleTimes.ofInterval(7 * SECOND),
                ScheduleTimes.ofCron("*/10 * * * * *", "UTC"),
                ScheduleTimes.ofCron("*/5 * * * *", "Europe/Berlin"),
                ScheduleTimes.ofCron("30 2 * * *", "Europe/Berlin"),
                ScheduleTimes.ofCron("0 0 1 * *", "UTC"));
        for (int round = 0; round < 200; round++) {
            ScheduleTimes times = all.get(random.nextInt(all.size()));
            long next = times.firstMicros(1_790_000_000 * SECOND + random.nextLong(DAY));
            long now = next - 10 * SECOND + random.nextLong(random.nextBoolean() ? 60 * SECOND : DAY / 2);
            int most = 1 + random.nextInt(100);
            List<Long> walked = new ArrayList<>();
            for (long time = next; time <= now; time = times.nextMicros(time, time)) {
                walked.add(time);
            }
            assertThat(times.dueMicros(next, now, most))
                    .as("round %d", round)
                    .isEqualTo(walked.subList(Math.max(0, walked.size() - most), walked.size()));
        }
    }

    @Test
    void the_last_times_of_many_years_are_found_without_a_walk() {
        ScheduleTimes times = ScheduleTimes.ofCron("* * * * * *", "UTC");
        List<Long> due = times.dueMicros(0, 20 * 365 * DAY, 100);
        assertThat(due).hasSize(100).endsWith(20 * 365 * DAY);
        assertThat(ScheduleTimes.ofCron("@yearly", "UTC").dueMicros(0, 20 * 365 * DAY, 1))
                .hasSize(1);
    }

    @Test
    void an_unknown_zone_is_refused() {
        assertThatThrownBy(() -> ScheduleTimes.ofCron("@daily", "Mars/Olympus"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected a time zone such as Europe/Berlin or UTC");
    }
}
