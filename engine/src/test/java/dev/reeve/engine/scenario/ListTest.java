package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

class ListTest {
    @Test
    void jobs_are_listed_by_queue_and_state_in_both_directions() {
        play("""
                add a q             -> 1 | ready q
                add b r             -> 2 | ready r
                add c q             -> 3 | ready q
                add d q at=10s      -> 4
                complete a          -> done | a COMPLETED (empty)
                list                -> a b c d of 4
                list order=newest   -> d c b a of 4
                list queues=q       -> a c d of 3
                list queues=q,r states=ready,completed order=newest  -> c b a of 3
                list states=scheduled  -> d of 1
                list queues=none    -> of 0
                list queues=q limit=2  -> a c of 3 ...
                list queues=q limit=3  -> a c d of 3
                """);
    }

    @Test
    void the_order_next_is_that_of_leasing_and_due_that_of_time() {
        play("""
                add a q             -> 1 | ready q
                add b q prio=5      -> 2 | ready q
                add c q at=20s      -> 3
                add d q at=10s      -> 4
                add e q rule=retries retries=1 delays=15s  -> 5 | ready q
                fail e              -> done
                list queues=q order=next  -> b a of 2
                list queues=q order=due   -> d e c of 3
                list queues=q order=due states=retrying  -> e of 1
                list queues=q order=due states=ready     -> of 0
                list queues=q order=next limit=1  -> b of 2 ...
                """);
    }

    @Test
    void filters_are_combined() {
        play("""
                put a q now=0s klass=mail tags=x,y data=to-ann     -> 1 | put a q, ready q
                put b q now=0s klass=sms tags=y                     -> 2 | put b q, ready q
                add c r                 -> 3 | ready r
                lease r by=joe          -> c:1
                list tags=y             -> a b of 2
                list tags=x,y           -> a b
                list tags=y types=sms   -> b
                list types=r            -> c
                list workers=joe        -> c
                list workers=ann,joe queues=q  ->
                list prefix=b           -> b
                list text=ANN           -> a
                list text=Y             -> a b c
                list text=payload       -> c
                fail a no-route group=smtp  -> done | failed a smtp: no-route, a FAILED no-route
                list failures=smtp      -> a of 1
                list failures=smtp queues=q states=failed  -> a
                list failures=other     -> of 0
                list text=no-rou        -> a
                ~5s                     ->
                complete c              -> done | c COMPLETED (empty)
                list ended=0s,5s        -> a
                list ended=5s,6s        -> c
                list created=1s,9s      ->
                """);
    }

    @Test
    void a_queue_has_its_numbers_by_state() {
        play("""
                add a q             -> 1 | ready q
                ~2s                 ->
                add b q prio=9      -> 2 | ready q
                add c q at=20s      -> 3
                add d q rule=retries retries=1 delays=15s  -> 4 | ready q
                fail d              -> done
                add e q depends=a   -> 5
                numbers q           -> ready=2 scheduled=1 depends=1 retrying=1 since=+0s
                lease q             -> b:1
                fail b              -> done | b FAILED (empty)
                lease q             -> a:2
                cancel e keep       -> done | e CANCELLED (empty)
                pause q             -> done
                numbers q           -> scheduled=1 retrying=1 leased=1 failed=1 cancelled=1 since=never paused
                numbers r           -> none
                """);
    }
}
