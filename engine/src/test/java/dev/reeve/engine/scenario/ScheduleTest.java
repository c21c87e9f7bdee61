package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.Entry;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.PutSchedule;
import dev.reeve.engine.command.RunNow;
import dev.reeve.engine.job.JobHeaders;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.schedule.JobTemplate;
import dev.reeve.engine.schedule.MissedRuns;
import dev.reeve.engine.schedule.Overlap;
import dev.reeve.engine.schedule.ScheduleRuns;
import dev.reeve.engine.schedule.ScheduleSpec;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The start of a scenario is 13:46:40 on 12 January 1970. */
class ScheduleTest {
    @Test
    void a_time_that_has_come_becomes_a_job_named_after_it() {
        play("""
                put-schedule s q at=20s                          -> true
                schedule s                                       -> next=+20s
                ~20s                                             ->
                set-next s after=20s due=20s at=80s              -> 1 | ready q
                ready q                                          -> s@1970-01-12T13:47:00Z
                schedule s                                       -> next=+80s last=1970-01-12T13:47:00Z
                details s@1970-01-12T13:47:00Z                   -> headers=scheduled_for,1970-01-12T13:47:00Z
                """);
    }

    @Test
    void times_that_were_computed_for_an_earlier_state_change_nothing() {
        play("""
                set-next s after=20s due=20s at=80s              -> nothing
                put-schedule s q at=20s                          -> true
                set-next s after=10s due=10s at=80s              -> nothing
                set-next s after=20s due=20s at=80s              -> 1 | ready q
                set-next s after=20s due=20s at=80s              -> nothing
                pause-schedule s                                 -> done
                set-next s after=80s due=80s at=140s             -> nothing
                jobs                                             -> 1
                """);
    }

    @Test
    void one_run_is_one_job() {
        play("""
                put-schedule s q at=20s                          -> true
                add s@1970-01-12T13:47:00Z other                 -> 1 | ready other
                set-next s after=20s due=20s at=80s              -> JOB_EXISTS
                schedule s                                       -> next=+80s last=1970-01-12T13:47:00Z
                """);
    }

    @Test
    void missed_runs_are_left_out() {
        play("""
                put-schedule s q at=20s missed=skip                              -> true
                set-next s after=20s due=20s,80s seen=150s at=200s               -> nothing
                set-next s after=200s due=140s,200s seen=259s at=260s            -> 1 | ready q
                ready q                                                          -> s@1970-01-12T13:50:00Z
                """);
    }

    @Test
    void the_last_missed_run_is_made_up_for() {
        play("""
                put-schedule s q at=20s missed=one                               -> true
                set-next s after=20s due=20s,80s,140s seen=9000s at=9020s        -> 1 | ready q
                ready q                                                          -> s@1970-01-12T13:49:00Z
                """);
    }

    @Test
    void all_missed_runs_are_made_up_for() {
        play("""
                put-schedule s q at=20s missed=all                               -> true
                set-next s after=20s due=20s,80s,140s seen=9000s at=9020s        -> 1 ; 2 ; 3 | ready q, ready q, ready q
                schedule s        -> next=+9020s last=1970-01-12T13:49:00Z 1970-01-12T13:48:00Z 1970-01-12T13:47:00Z
                """);
    }

    @Test
    void a_run_is_left_out_while_an_earlier_one_goes_on() {
        play("""
                put-schedule s q at=20s overlap=skip ttr=1h      -> true
                set-next s after=20s due=20s at=80s              -> 1 | ready q
                set-next s after=80s due=80s at=140s             -> nothing
                lease q                                          -> s@1970-01-12T13:47:00Z:1
                set-next s after=140s due=140s at=200s           -> nothing
                complete #1                                      -> done | s@1970-01-12T13:47:00Z COMPLETED (empty)
                set-next s after=200s due=200s at=260s           -> 2 | ready q
                """);
    }

    @Test
    void one_run_waits_for_the_end_of_an_earlier_one() {
        play("""
                put-schedule s q at=20s overlap=queue ttr=1h     -> true
                set-next s after=20s due=20s at=80s              -> 1 | ready q
                set-next s after=80s due=80s at=140s             -> nothing
                schedule s                                       -> next=+140s waiting=+80s last=1970-01-12T13:47:00Z
                set-next s after=140s due=140s at=200s           -> nothing
                schedule s                                       -> next=+200s waiting=+80s last=1970-01-12T13:47:00Z
                lease q                                          -> s@1970-01-12T13:47:00Z:1
                complete #1                                      -> done | s@1970-01-12T13:47:00Z COMPLETED (empty)
                schedule s                                       -> next=+200s waiting=+80s free last=1970-01-12T13:47:00Z
                set-next s after=200s due= at=200s               -> 2 | ready q
                schedule s                                       -> next=+200s last=1970-01-12T13:48:00Z 1970-01-12T13:47:00Z
                """);
    }

    @Test
    void a_run_waits_again_if_the_earlier_one_is_retried_in_between() {
        play("""
                put-schedule s q at=20s overlap=queue            -> true
                set-next s after=20s due=20s at=80s              -> 1 | ready q
                set-next s after=80s due=80s at=140s             -> nothing
                lease q                                          -> s@1970-01-12T13:47:00Z:1
                fail #1 retry=never                              -> FAILED | s@1970-01-12T13:47:00Z FAILED (empty)
                requeue #1                                       -> done | ready q
                set-next s after=140s due= at=140s               -> nothing
                schedule s                                       -> next=+140s waiting=+80s last=1970-01-12T13:47:00Z
                delete #1                                        -> done | s@1970-01-12T13:47:00Z DELETED
                schedule s                                       -> next=+140s waiting=+80s free last=gone
                """);
    }

    @Test
    void a_run_that_waits_also_waits_for_what_was_run_by_hand() {
        play("""
                put-schedule s q at=20s overlap=queue            -> true
                set-next s after=20s due=20s at=80s              -> 1 | ready q
                set-next s after=80s due=80s at=140s             -> nothing
                run-now s                                        -> 2 | ready q
                delete #1                                        -> done | s@1970-01-12T13:47:00Z DELETED
                schedule s                                       -> next=+140s waiting=+80s last=1970-01-12T13:46:40Z gone
                delete #2                                        -> done | s@1970-01-12T13:46:40Z DELETED
                schedule s                                       -> next=+140s waiting=+80s free last=gone gone
                """);
    }

    @Test
    void of_several_missed_runs_one_goes_and_one_waits() {
        play("""
                put-schedule s q at=20s missed=all overlap=queue -> true
                set-next s after=20s due=20s,80s,140s at=200s    -> 1 | ready q
                schedule s                                       -> next=+200s waiting=+80s last=1970-01-12T13:47:00Z
                """);
    }

    @Test
    void a_paused_schedule_has_no_time_and_gives_up_what_waits() {
        play("""
                pause-schedule s                                 -> SCHEDULE_NOT_FOUND
                put-schedule s q at=20s overlap=queue            -> true
                set-next s after=20s due=20s at=80s              -> 1 | ready q
                set-next s after=80s due=80s at=140s             -> nothing
                pause-schedule s                                 -> done
                schedule s                                       -> paused last=1970-01-12T13:47:00Z
                put-schedule s q at=400s overlap=queue           -> false
                schedule s                                       -> paused last=1970-01-12T13:47:00Z
                resume-schedule s at=600s                        -> done
                schedule s                                       -> next=+600s last=1970-01-12T13:47:00Z
                resume-schedule s at=900s                        -> done
                schedule s                                       -> next=+600s last=1970-01-12T13:47:00Z
                """);
    }

    @Test
    void a_schedule_that_is_put_again_keeps_its_next_time_unless_its_times_change() {
        play("""
                put-schedule s q at=20s every=1m                 -> true
                put-schedule s r at=30s every=1m                 -> false
                schedule s                                       -> next=+20s
                put-schedule s r at=50s every=2m                 -> false
                schedule s                                       -> next=+50s
                set-next s after=50s due=50s at=170s             -> 1 | ready r
                drop-schedule s                                  -> done
                drop-schedule s                                  -> SCHEDULE_NOT_FOUND
                schedule s                                       -> none
                jobs                                             -> 1
                """);
    }

    @Test
    void a_run_now_comes_besides() {
        play("""
                run-now s                                        -> SCHEDULE_NOT_FOUND
                put-schedule s q at=20s overlap=skip             -> true
                pause-schedule s                                 -> done
                ~1500ms                                          ->
                run-now s                                        -> 1 | ready q
                run-now s                                        -> JOB_EXISTS
                schedule s                                       -> paused last=1970-01-12T13:46:41.500Z
                resume-schedule s at=80s                         -> done
                set-next s after=80s due=80s at=140s             -> nothing
                """);
    }

    @Test
    void the_last_ten_jobs_are_remembered() {
        StringBuilder script = new StringBuilder("put-schedule s q at=0s -> true\n");
        for (int run = 0; run < 12; run++) {
            script.append(
                    "set-next s after=%ds due=%ds at=%ds -> %d | ready q%n".formatted(run, run, run + 1, run + 1));
        }
        script.append("schedule s -> next=+12s last=");
        for (int run = 11; run >= 2; run--) {
            script.append("1970-01-12T13:46:%dZ ".formatted(40 + run));
        }
        play(script.toString());
    }

    @Test
    void clear_removes_schedules() {
        play("""
                put-schedule s q at=20s   -> true
                clear                     -> done
                schedule s                -> none
                """);
    }

    @Test
    void there_is_a_limit() {
        Engine engine = new Engine();
        ScheduleSpec spec = spec(AddOptions.NONE);
        for (int i = 0; i < ScheduleRuns.MOST_SCHEDULES; i++) {
            PutSchedule put = new PutSchedule("s" + i, spec, 10);
            assertThat(engine.apply(new Entry<>(1, 1, put), Effects.NONE).reply())
                    .isTrue();
        }
        var refused = engine.apply(new Entry<>(1, 1, new PutSchedule("more", spec, 10)), Effects.NONE);
        assertThat(refused.rejection()).isEqualTo(Rejection.LIMIT_REACHED);
        assertThat(refused.about()).containsExactly("10000");
        assertThat(engine.apply(new Entry<>(1, 1, new PutSchedule("s7", spec, 10)), Effects.NONE)
                        .reply())
                .isFalse();
        assertThat(engine.schedules().count()).isEqualTo(ScheduleRuns.MOST_SCHEDULES);
        assertThat(engine.schedules().due(10, 5)).hasSize(5);
        assertThat(engine.schedules().dueCount(10)).isEqualTo(ScheduleRuns.MOST_SCHEDULES);
        assertThat(engine.schedules().dueCount(9)).isZero();
    }

    @Test
    void a_header_of_the_template_gives_way() {
        Engine engine = new Engine();
        JobHeaders headers = new JobHeaders(List.of("a", "1", "scheduled_for", "never", "b", "2"));
        PutSchedule put = new PutSchedule("s", spec(AddOptions.NONE.with(headers)), 10);
        engine.apply(new Entry<>(1, 1, put), Effects.NONE);
        engine.apply(new Entry<>(2_000_000, 1, new RunNow("s")), Effects.NONE);
        JobView job = Objects.requireNonNull(engine.job(JobRef.of(JobId.of("s@1970-01-01T00:00:02Z"))));
        assertThat(job.options().headers().namesAndValues())
                .containsExactly("a", "1", "b", "2", "scheduled_for", "1970-01-01T00:00:02Z");
    }

    private static ScheduleSpec spec(AddOptions options) {
        Add add = new Add(JobId.of("x"), "q", new byte[0], 0, Add.NOW, Terms.STANDARD, options);
        return new ScheduleSpec(null, "UTC", 1, JobTemplate.of(add), MissedRuns.ONE, Overlap.ALLOW);
    }
}
