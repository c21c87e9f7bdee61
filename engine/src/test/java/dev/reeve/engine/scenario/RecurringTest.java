package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** Recurring jobs are put when somebody polls their queue. */
class RecurringTest {
    @Test
    void a_poll_puts_what_is_due() {
        play("""
                recur r q now=0s every=60s klass=m data=x prio=2 retries=3 tags=t -> done
                recurring r                                                -> q klass=m prio=2 retries=3 every=60s next=+0s count=0 backlog=0 tags=t
                counts q now=0s                                            -> recurring=1
                pop q now=0s by=w                                          -> r-1:1 | ready q
                about r-1                                                  -> q klass=m prio=2 retries=3 from=r data=x
                tags r-1                                                   -> t
                history r-1                                                -> +0s put q, +0s popped by=w
                recurring r                                                -> q klass=m prio=2 retries=3 every=60s next=+60s count=1 backlog=0 tags=t
                pop q now=59s by=w                                         -> nothing
                pop q now=60s by=w                                         -> r-2:2 | lost r-1 by=w, ready q
                recurring r                                                -> q klass=m prio=2 retries=3 every=60s next=+120s count=2 backlog=0 tags=t
                """);
    }

    @Test
    void the_first_is_due_at_its_offset() {
        play("""
                recur r q now=0s first=30s every=60s -> done
                pop q now=29s by=w                   -> nothing
                pop q now=30s by=w                   -> r-1:1 | ready q
                recurring r                          -> q klass=k prio=0 retries=5 every=60s next=+90s count=1 backlog=0
                """);
    }

    @Test
    void missed_ones_are_all_put_if_there_is_no_backlog() {
        play("""
                recur r q now=0s every=10s -> done
                pop q now=35s by=w count=9 -> r-1:1 r-2:2 r-3:3 r-4:4 | ready q, ready q, ready q, ready q
                history r-4                -> +30s put q, +35s popped by=w
                recurring r                -> q klass=k prio=0 retries=5 every=10s next=+40s count=4 backlog=0
                """);
    }

    @Test
    void missed_ones_beyond_the_backlog_are_left_out() {
        play("""
                recur r q now=0s every=10s backlog=2 -> done
                pop q now=95s by=w count=9           -> r-1:1 r-2:2 | ready q, ready q
                history r-1                          -> +80s put q, +95s popped by=w
                recurring r                          -> q klass=k prio=0 retries=5 every=10s next=+100s count=2 backlog=2
                """);
    }

    @Test
    void one_that_is_due_just_now_comes_on_top_of_the_backlog() {
        play("""
                recur r q now=0s every=10s backlog=2 -> done
                pop q now=90s by=w count=9           -> r-1:1 r-2:2 r-3:3 | ready q, ready q, ready q
                history r-1                          -> +70s put q, +90s popped by=w
                """);
    }

    @Test
    void no_more_are_put_than_are_asked_for() {
        play("""
                recur r q now=0s every=10s -> done
                pop q now=35s by=w         -> r-1:1 | ready q
                recurring r                -> q klass=k prio=0 retries=5 every=10s next=+10s count=1 backlog=0
                pop q now=35s by=w         -> r-2:2 | ready q
                peek q now=35s count=9     -> r-3 r-4 | ready q, ready q, ready q
                """);
    }

    @Test
    void a_job_of_that_name_that_exists_is_left_alone() {
        play("""
                put r-1 other now=0s       -> 1 | put r-1 other, ready other
                recur r q now=0s every=10s -> done
                pop q now=0s by=w          -> nothing
                recurring r                -> q klass=k prio=0 retries=5 every=10s next=+10s count=1 backlog=0
                pop q now=10s by=w         -> r-2:1 | ready q
                """);
    }

    @Test
    void what_was_put_is_retried_like_any_job() {
        play("""
                set grace-period 0                     -> done | set grace-period=0
                recur r q now=0s every=1000s retries=0 -> done
                pop q now=0s by=joe                    -> r-1:1 | ready q
                pop q now=60s by=ann                   -> nothing | lost r-1 by=joe, failed r-1 failed-retries-q by=joe: no retries left in q, r-1 FAILED (empty)
                failure r-1                            -> failed-retries-q +60s: no retries left in q
                """);
    }

    @Test
    void a_recurring_job_that_is_replaced_goes_on_counting() {
        play("""
                recur r q now=0s every=10s  -> done
                pop q now=0s by=w           -> r-1:1 | ready q
                recur r q2 now=5s every=20s -> done
                recurring r                 -> q2 klass=k prio=0 retries=5 every=20s next=+5s count=1 backlog=0
                pop q now=50s by=w          -> nothing
                pop q2 now=5s by=w          -> r-2:2 | ready q2
                """);
    }

    @Test
    void changes_count_from_the_next_one_on() {
        play("""
                recur r q now=0s every=10s                                 -> done
                pop q now=0s by=w                                          -> r-1:1 | ready q
                update-recurring r now=1s every=60s klass=n prio=7         -> done
                update-recurring r now=1s retries=1 backlog=3 data=y queue=p -> done
                recurring r                                                -> p klass=n prio=7 retries=1 every=60s next=+60s count=1 backlog=3
                pop p now=60s by=w                                         -> r-2:2 | ready p
                about r-2                                                  -> p klass=n prio=7 retries=1 from=r data=y
                update-recurring missing now=1s prio=1                     -> JOB_NOT_FOUND
                """);
    }

    @Test
    void tags_are_added_and_taken_away() {
        play("""
                recur r q now=0s every=10s tags=t -> done
                tag-recurring r u,t               -> t u
                pop q now=0s by=w                 -> r-1:1 | ready q
                tags r-1                          -> t u
                untag-recurring r t,u             -> nothing
                recurring r                       -> q klass=k prio=0 retries=5 every=10s next=+10s count=1 backlog=0
                tag-recurring missing t           -> JOB_NOT_FOUND
                """);
    }

    @Test
    void a_recurring_job_that_is_removed_leaves_what_it_put() {
        play("""
                recur r q now=0s every=10s -> done
                pop q now=0s by=w          -> r-1:1 | ready q
                unrecur r                  -> done
                recurring r                -> none
                pop q now=100s by=v        -> nothing | lost r-1 by=w
                complete r-1 now=1s by=w   -> done | completed r-1 q, r-1 COMPLETED (empty)
                unrecur r                  -> done
                """);
    }

    @Test
    void a_paused_queue_puts_none() {
        play("""
                recur r q now=0s every=10s -> done
                pause q                    -> done
                pop q now=0s by=w          -> nothing
                recurring r                -> q klass=k prio=0 retries=5 every=10s next=+0s count=0 backlog=0
                resume q                   -> done | ready q
                pop q now=0s by=w          -> r-1:1 | ready q
                """);
    }

    @Test
    void a_deleted_queue_takes_its_recurring_jobs_along() {
        play("""
                recur r q now=0s every=10s -> done
                deletequeue q              -> done
                recurring r                -> none
                """);
    }

    @Test
    void when_memory_is_full_nothing_is_put_and_later_looks_put_the_rest() {
        play("""
                recur r q now=0s every=10s -> done
                memory 0                   -> done
                pop q now=35s by=w count=9 -> nothing
                recurring r                -> q klass=k prio=0 retries=5 every=10s next=+0s count=0 backlog=0
                memory 1000000             -> done
                pop q now=35s by=w count=2 -> r-1:1 r-2:2 | ready q, ready q
                pop q now=35s by=w count=9 -> r-3:3 r-4:4 | ready q, ready q
                """);
    }
}
