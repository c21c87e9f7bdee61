package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** Commands without a clock on jobs on a caller's clock, and the other way round. */
class MixedClocksTest {
    @Test
    void a_worker_without_a_clock_leases_a_job_by_the_servers_clock() {
        play("""
                put a q now=-500s -> 1 | put a q, ready q
                ~3s               ->
                lease q by=joe    -> a:1
                job a             -> LEASED attempts=1 fails=0 until=+63s
                history a         -> -500s put q, +3s popped by=joe
                +1000s            ->
                job a             -> LEASED attempts=1 fails=0 until=+63s
                """);
    }

    @Test
    void such_a_lease_lapses_when_somebody_polls() {
        play("""
                put a q now=0s -> 1 | put a q, ready q
                lease q by=joe -> a:1
                ~60s           ->
                lease q by=ann -> nothing | lost a by=joe
                ~10s           ->
                lease q by=ann -> a:2
                job a          -> LEASED attempts=2 fails=0 retries=1 until=+130s
                history a      -> +0s put q, +0s popped by=joe, +60s timed-out, +70s popped by=ann
                """);
    }

    @Test
    void a_worker_without_a_clock_gets_a_delayed_job_when_the_servers_clock_says_so() {
        play("""
                put a q now=0s delay=10s -> 1 | put a q
                ~9s                      ->
                lease q                  -> nothing
                ~1s                      ->
                lease q                  -> a:1
                """);
    }

    @Test
    void a_worker_without_a_clock_completes_by_the_servers_clock() {
        play("""
                put a q now=0s           -> 1 | put a q, ready q
                put b q now=0s depends=a -> 2 | put b q
                pop q now=1s by=w        -> a:1
                ~5s                      ->
                complete a ok            -> done | completed a q, a COMPLETED ok, ready q
                job a                    -> COMPLETED attempts=1 fails=0 result=ok
                about a                  -> q klass=k prio=0 retries=5 data={}
                history a                -> +0s put q, +1s popped by=w, +5s done
                job b                    -> READY attempts=0 fails=0
                completed                -> a
                """);
    }

    @Test
    void a_failure_without_a_group_ends_a_job_on_a_callers_clock_too() {
        play("""
                put a q now=0s retries=5 -> 1 | put a q, ready q
                pop q now=1s by=w        -> a:1
                ~5s                      ->
                fail a oops              -> done | a FAILED oops
                job a                    -> FAILED attempts=1 fails=1 result=oops
                failure a                -> failed +5s by=w: oops
                history a                -> +0s put q, +1s popped by=w, +5s failed failed by=w
                """);
    }

    @Test
    void a_release_gives_the_job_back_to_its_place() {
        play("""
                put a q now=0s    -> 1 | put a q, ready q
                pop q now=1s by=w -> a:1
                release a         -> done | ready q
                job a             -> READY attempts=1 fails=0
                history a         -> +0s put q, +1s popped by=w
                pop q now=2s by=v -> a:2
                """);
    }

    @Test
    void a_timeout_without_a_clock_costs_a_retry() {
        play("""
                put a q now=0s retries=1 -> 1 | put a q, ready q
                pop q now=0s by=w        -> a:1
                timeout a                -> done | ready q
                job a                    -> READY attempts=1 fails=0 retries=1 timedout
                pop q now=1s by=w        -> a:2
                timeout a                -> done | a FAILED (empty)
                job a                    -> FAILED attempts=2 fails=0 retries=1 timedout result=
                failure a                -> failed +0s: no retries left in q
                """);
    }

    @Test
    void a_job_on_a_callers_clock_is_queued_again_without_one() {
        play("""
                put a q now=0s                  -> 1 | put a q, ready q
                pop q now=0s by=w               -> a:1
                fail a oops now=1s by=w group=g -> done | failed a g by=w: oops, a FAILED oops
                ~5s                             ->
                requeue a                       -> done | ready q
                job a                           -> READY attempts=1 fails=1
                failed g                        ->
                failure a                       -> g +1s by=w: oops
                history a                       -> +0s put q, +0s popped by=w, +1s failed g by=w, +5s put q
                stats q now=0s                  -> waits=1x0.0s failures=1
                """);
    }

    @Test
    void a_job_queued_again_has_spent_the_retries_that_it_had_spent() {
        play("""
                set grace-period 0       -> done | set grace-period=0
                put a q now=0s retries=0 -> 1 | put a q, ready q
                pop q now=0s by=joe      -> a:1
                pop q now=60s by=ann     -> nothing | lost a by=joe, failed a failed-retries-q by=joe: no retries left in q, a FAILED (empty)
                requeue a                -> done | ready q
                job a                    -> READY attempts=1 fails=0 retries=1
                pop q now=70s by=joe     -> a:3
                pop q now=130s by=ann    -> nothing | lost a by=joe, failed a failed-retries-q by=joe: no retries left in q, a FAILED (empty)
                failure a                -> failed-retries-q +130s: no retries left in q
                """);
    }

    @Test
    void a_renewal_without_a_clock_keeps_the_end_of_the_lease() {
        play("""
                put a q now=0s       -> 1 | put a q, ready q
                pop q now=0s by=w    -> a:1
                ~5s                  ->
                renew a by=w         -> until +60s
                renew a by=w for=20s -> until +25s
                job a                -> LEASED attempts=1 fails=0 until=+25s
                """);
    }

    @Test
    void output_and_discard_work_for_jobs_on_a_callers_clock() {
        play("""
                put a q now=0s    -> 1 | put a q, ready q
                pop q now=0s by=w -> a:1
                output a half     -> done
                discard a         -> done | completed a q, a COMPLETED (empty)
                job a             -> COMPLETED attempts=1 fails=0 result=
                put b q now=0s    -> 2 | put b q, ready q
                discard b         -> done | b DELETED
                """);
    }

    @Test
    void a_deleted_queue_drops_its_waiting_jobs_and_those_that_are_taken_back() {
        play("""
                put a q now=0s           -> 1 | put a q, ready q
                put b q now=0s delay=5s  -> 2 | put b q
                put c q now=1s           -> 3 | put c q, ready q
                put d q now=0s depends=c -> 4 | put d q
                pop q now=0s by=w        -> a:1
                deletequeue q            -> done
                tick                     -> | c DELETED, ready q, d DELETED, b DELETED
                jobs                     -> 1
                timeout a now=1s         -> done | a DELETED, lost a by=w
                jobs                     -> 0
                """);
    }

    @Test
    void a_caller_with_a_clock_leases_a_job_on_the_servers_clock_for_its_queues_time() {
        play("""
                add a q ttr=5s      -> 1 | ready q
                ~3s                 ->
                pop q now=700s by=w -> a:1
                job a               -> LEASED attempts=1 fails=0 until=+63s
                history a           -> +0s put q, +700s popped by=w
                about a             -> q prio=0 retries=0 server-clock data=payload of a
                +59s                ->
                +1s                 -> | ready q
                job a               -> READY attempts=1 fails=0 timedout
                """);
    }

    @Test
    void a_caller_with_a_clock_cannot_see_the_lease_of_a_job_on_the_servers_clock_lapse() {
        play("""
                add a q ttr=5s       -> 1 | ready q
                pop q now=0s by=w    -> a:1
                pop q now=1000s by=v -> nothing
                stalled q now=1000s  ->
                counts q now=1000s   -> running=1
                +60s                 -> | ready q
                pop q now=1000s by=v -> a:2
                """);
    }

    @Test
    void a_renewal_with_a_clock_of_a_job_on_the_servers_clock_goes_by_the_server() {
        play("""
                add a q ttr=5s        -> 1 | ready q
                pop q now=700s by=w   -> a:1
                ~10s                  ->
                renew a now=800s by=w -> until +70s
                job a                 -> LEASED attempts=1 fails=0 until=+70s
                """);
    }

    @Test
    void a_completion_with_a_clock_of_a_job_on_the_servers_clock_has_a_result() {
        play("""
                add a q keep=5s             -> 1 | ready q
                pop q now=700s by=w         -> a:1
                complete a ok now=701s by=w -> done | completed a q, a COMPLETED ok
                job a                       -> COMPLETED attempts=1 fails=0 result=ok
                about a                     -> q prio=0 retries=0 server-clock data=payload of a
                next                        -> +5s
                history a                   -> +0s put q, +700s popped by=w, +701s done
                """);
    }

    @Test
    void a_failure_with_a_group_of_a_job_on_the_servers_clock_follows_its_policy() {
        play("""
                add a q rule=retries retries=1 delays=5s -> 1 | ready q
                pop q now=700s by=w                      -> a:1
                fail a oops now=701s by=w group=g        -> done | failed a g by=w: oops
                job a                                    -> RETRYING attempts=1 fails=1 due=+5s result=oops
                failure a                                -> g +701s by=w: oops
                groups                                   ->
                +5s                                      -> | ready q
                pop q now=800s by=w                      -> a:3
                fail a oops now=801s by=w group=g        -> done | failed a g by=w: oops, a FAILED oops
                job a                                    -> FAILED attempts=2 fails=2 retries=1 result=oops
                failure a                                -> g +801s by=w: oops
                groups                                   -> g
                history a                                -> +0s put q, +700s popped by=w, +701s failed g by=w, +800s popped by=w, +801s failed g by=w
                """);
    }

    @Test
    void a_retry_of_a_job_on_the_servers_clock_counts_its_attempts() {
        play("""
                add a q attempts=2      -> 1 | ready q
                pop q now=700s by=w     -> a:1
                retry a q now=701s by=w -> 1 | ready q
                job a                   -> READY attempts=1 fails=0 retries=1
                pop q now=702s by=w     -> a:2
                retry a q now=703s by=w -> -1 | a FAILED (empty)
                job a                   -> FAILED attempts=2 fails=0 retries=2 result=
                failure a               -> failed-retries-q +703s: no retries left in q
                """);
    }

    @Test
    void a_retry_with_a_delay_goes_by_the_servers_clock() {
        play("""
                add a q rule=retries retries=3    -> 1 | ready q
                pop q now=700s by=w               -> a:1
                ~2s                               ->
                retry a q now=701s by=w delay=10s -> 2
                job a                             -> SCHEDULED attempts=1 fails=0 retries=1 due=+12s
                +9s                               ->
                +1s                               -> | ready q
                job a                             -> READY attempts=1 fails=0 retries=1
                """);
    }

    @Test
    void a_timeout_with_a_clock_lapses_a_job_on_the_servers_clock() {
        play("""
                add a q attempts=1  -> 1 | ready q
                pop q now=700s by=w -> a:1
                timeout a now=701s  -> done | a TIMED_OUT (empty), lost a by=w
                job a               -> TIMED_OUT attempts=1 fails=0 timedout result=
                """);
    }

    @Test
    void a_put_moves_a_job_onto_the_callers_clock() {
        play("""
                add a q ttr=5s ttl=100s rule=retries retries=3 -> 1 | ready q
                lease q by=w                                   -> a:1
                put a q now=700s                               -> 1 | put a q, lost a by=w, ready q
                job a                                          -> READY attempts=1 fails=0
                about a                                        -> q klass=k prio=0 retries=3 data={}
                next                                           -> never
                +1000s                                         ->
                job a                                          -> READY attempts=1 fails=0
                """);
    }

    @Test
    void a_put_of_a_job_with_attempts_gives_it_the_default_retries() {
        play("""
                add a q attempts=9 -> 1 | ready q
                put a q now=0s     -> 1 | put a q, ready q
                about a            -> q klass=k prio=0 retries=5 data={}
                """);
    }

    @Test
    void a_next_queue_moves_a_job_onto_the_callers_clock() {
        play("""
                add a q ttr=5s                  -> 1 | ready q
                pop q now=700s by=w             -> a:1
                complete a now=701s by=w next=r -> READY | advanced a q r, ready r
                about a                         -> r prio=0 retries=5 data=
                job a                           -> READY attempts=1 fails=0
                """);
    }

    @Test
    void a_job_moved_on_from_the_servers_clock_gets_the_terms_and_retries_of_callers() {
        play("""
                set grace-period 0              -> done | set grace-period=0
                add a q ttl=100s attempts=9     -> 1 | ready q
                pop q now=700s by=w             -> a:1
                complete a now=701s by=w next=r -> READY | advanced a q r, ready r
                next                            -> never
                pop r now=702s by=w             -> a:2
                pop r now=762s by=v             -> a:3 | lost a by=w
                job a                           -> LEASED attempts=3 fails=0 retries=1 until=+822s
                """);
    }

    @Test
    void a_foreground_job_that_is_moved_on_is_no_longer_one() {
        play("""
                add a q wait=60s ttr=5s         -> 1 | ready q
                pop q now=700s by=w             -> a:1
                complete a now=701s by=w next=r -> READY | advanced a q r, ready r
                +60s                            ->
                job a                           -> READY attempts=1 fails=0
                """);
    }

    @Test
    void a_next_queue_without_a_callers_clock_keeps_the_clock_and_the_terms() {
        play("""
                add a q ttl=100s attempts=2            -> 1 | ready q
                lease q by=w                           -> a:1
                complete a half token=1 next=r delay=5s -> SCHEDULED | advanced a q r
                about a                                -> r prio=0 retries=0 server-clock data=half
                next                                   -> +5s
                +5s                                    -> | ready r
                lease r by=w                           -> a:2
                +10s                                   -> | a TIMED_OUT (empty)
                """);
    }

    @Test
    void a_failure_with_a_group_needs_no_callers_clock() {
        play("""
                add a q fails=2                 -> 1 | ready q
                lease q by=w                    -> a:1
                fail a oops token=1 group=g     -> done | failed a g by=w: oops, ready q
                failure a                       -> g +0s by=w: oops
                groups                          ->
                ~5s                             ->
                lease q by=v                    -> a:3
                fail a again token=3 group=h    -> done | failed a h by=v: again, a FAILED again
                failure a                       -> h +5s by=v: again
                failed h                        -> a
                history a                       -> +0s put q, +0s failed g by=w, +5s popped by=v, +5s failed h by=v
                stats q now=0s                  ->
                requeue a                       -> done | ready q
                failed h                        ->
                """);
    }

    @Test
    void tags_and_notes_need_no_callers_clock() {
        play("""
                add a q    -> 1 | ready q
                ~2s        ->
                log a note -> done
                tag a t    -> t
                history a  -> +0s put q, +2s note
                untag a t  -> nothing
                tags a     ->
                """);
    }

    @Test
    void a_failed_job_that_is_deleted_or_cancelled_is_no_longer_counted_as_failed() {
        play("""
                put a q now=0s               -> 1 | put a q, ready q
                put b q now=0s               -> 2 | put b q, ready q
                fail a x now=0s group=g      -> done | failed a g: x, a FAILED x
                fail b x now=0s group=g      -> done | failed b g: x, b FAILED x
                stats q now=0s               -> failures=2 failed=2
                delete a                     -> done
                stats q now=0s               -> failures=2 failed=1
                cancel b keep                -> done
                stats q now=0s               -> failures=2
                """);
    }

    @Test
    void a_released_job_is_warned_again() {
        play("""
                put a q now=0s           -> 1 | put a q, ready q
                pop q now=0s by=joe      -> a:1
                pop q now=60s by=ann     -> nothing | lost a by=joe
                release a                -> done | ready q
                pop q now=61s by=joe     -> a:2
                pop q now=121s by=ann    -> nothing | lost a by=joe
                """);
    }

    @Test
    void a_foreground_job_is_removed_by_the_callers_completion() {
        play("""
                add a q wait=60s ttr=5s     -> 1 | ready q
                pop q now=700s by=w         -> a:1
                complete a ok now=701s by=w -> done | completed a q, a COMPLETED ok
                jobs                        -> 0
                """);
    }

    @Test
    void a_foreground_job_that_is_put_is_no_longer_one() {
        play("""
                add a q wait=60s -> 1 | ready q
                put a q now=0s   -> 1 | put a q, ready q
                +60s             ->
                abandon a        -> done
                job a            -> READY attempts=0 fails=0
                """);
    }

    @Test
    void a_job_on_the_servers_clock_waits_for_one_on_a_callers_clock() {
        play("""
                put a q now=0s           -> 1 | put a q, ready q
                add b q depends=a        -> 2
                job b                    -> DEPENDS attempts=0 fails=0
                pop q now=700s by=w      -> a:1
                ~3s                      ->
                complete a now=701s by=w -> done | completed a q, a COMPLETED (empty), ready q
                job b                    -> READY attempts=0 fails=0
                """);
    }

    @Test
    void jobs_on_both_clocks_are_ordered_by_due_time_those_on_the_servers_first() {
        play("""
                put c q now=0s  -> 1 | put c q, ready q
                add a q         -> 2 | ready q
                put b q now=-1s -> 3 | put b q, ready q
                put d q now=0s  -> 4 | put d q, ready q
                ready q         -> b a d c
                """);
    }

    @Test
    void unfail_brings_back_a_job_on_the_servers_clock() {
        play("""
                add a q                           -> 1 | ready q
                pop q now=700s by=w               -> a:1
                fail a oops now=701s by=w group=g -> done | failed a g by=w: oops, a FAILED oops
                failed g                          -> a
                ~4s                               ->
                unfail q g now=702s               -> 1 | ready q
                job a                             -> READY attempts=1 fails=1
                """);
    }

    @Test
    void a_new_priority_puts_a_job_on_the_servers_clock_ahead_too() {
        play("""
                add a q      -> 1 | ready q
                add b q      -> 2 | ready q
                priority b 0 -> done
                ready q      -> b a
                """);
    }

    @Test
    void notes_and_tags_of_a_job_on_the_servers_clock() {
        play("""
                add a q           -> 1 | ready q
                log a note now=5s -> done
                tag a t now=6s    -> t
                history a         -> +0s put q, +5s note
                tags a            -> t
                depend a b now=7s -> NOT_DEPENDING (READY)
                """);
    }

    @Test
    void a_cancellation_that_removes_works_for_jobs_on_the_servers_clock() {
        play("""
                add a q           -> 1 | ready q
                add b q depends=a -> 2
                cancel a now=0s   -> HAS_DEPENDENTS (a b)
                cancel b,a now=0s -> done | canceled b q, b DELETED, canceled a q, a DELETED
                jobs              -> 0
                """);
    }

    @Test
    void a_limit_of_a_queue_holds_for_workers_without_a_clock() {
        play("""
                set q-max-concurrency 1 -> done | set q-max-concurrency=1
                add a q ttr=5s          -> 1 | ready q
                add b q ttr=5s          -> 2 | ready q
                lease q                 -> a:1
                lease q                 -> nothing
                complete a ok           -> done | a COMPLETED ok, ready q
                lease q                 -> b:2
                +5s                     -> | ready q, ready q
                lease q                 -> b:3
                """);
    }

    @Test
    void recurring_jobs_are_put_for_workers_without_a_clock() {
        play("""
                recur r q now=0s every=10s -> done
                lease q                    -> r-1:1 | ready q
                ~10s                       ->
                lease q                    -> r-2:2 | ready q
                lease q                    -> nothing
                """);
    }
}
