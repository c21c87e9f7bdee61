package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** Unique keys and limits of jobs that depend on others, that schedules add, and that move. */
class UniqueFlowTest {
    @Test
    void a_successor_waits_for_the_end_of_the_holder_whatever_it_asks_of_its_dependencies() {
        play("""
                add a q unique=k attempts=1                               -> 1 | ready q
                add e q unique=l attempts=1                               -> 2 | ready q
                add i q unique=m attempts=1                               -> 3 | ready q
                lease q count=3                                           -> a:1 e:2 i:3
                add d p                                                   -> 4 | ready p
                add b q unique=k else=replace depends=d iffails=cancel    -> 5
                add f q unique=l else=replace depends=d iffails=run       -> 6
                add j q unique=m else=replace depends=d iffails=wait      -> 7
                complete d                                                -> done | d COMPLETED (empty)
                states b f j                                              -> b=depends f=depends j=depends
                fail a                                                    -> done | a FAILED (empty), ready q
                fail e                                                    -> done | e FAILED (empty), ready q
                fail i                                                    -> done | i FAILED (empty), ready q
                states b f j                                              -> b=ready f=ready j=ready
                """);
    }

    @Test
    void a_successor_is_cancelled_because_of_its_own_dependencies_only() {
        play("""
                add a q unique=k attempts=1                               -> 1 | ready q
                lease q                                                   -> a:1
                add d p                                                   -> 2 | ready p
                add b q unique=k else=replace depends=d iffails=cancel    -> 3
                delete a                                                  -> done | a DELETED
                states b                                                  -> b=depends
                cancel d keep                                             -> done | d CANCELLED (empty), b CANCELLED (empty)
                """);
    }

    @Test
    void a_successor_that_names_the_holder_asks_how_it_ends() {
        play("""
                add a q unique=k attempts=1                               -> 1 | ready q
                lease q                                                   -> a:1
                add b q unique=k else=replace depends=a iffails=cancel    -> 2
                fail a                                                    -> done | a FAILED (empty), b CANCELLED (empty)
                """);
    }

    @Test
    void a_job_that_moves_to_the_dead_letter_queue_frees_its_successor() {
        play("""
                add a q unique=k attempts=1                               -> 1 | ready q
                dead-letter q dead                                        -> done
                lease q                                                   -> a:1
                add b q unique=k else=replace                             -> 2
                fail a                                                    -> done | a FAILED (empty), ready q, ready dead
                states a b                                                -> a=ready b=ready
                add c q unique=k                                          -> 2 again
                """);
    }

    @Test
    void a_job_in_the_dead_letter_queue_keeps_no_slot() {
        play("""
                limit k ordered                                           -> true
                add a q key=k rule=retries delays=9s retries=1            -> 1 | ready q
                dead-letter q dead                                        -> done
                add b q key=k                                             -> 2
                lease q                                                   -> a:1
                fail a                                                    -> done
                +9s                                                       -> | ready q
                lease q                                                   -> a:2
                states a b                                                -> a=leased b=throttled
                fail a                                                    -> done | a FAILED (empty), ready q, ready dead
                states a b                                                -> a=ready b=ready
                """);
    }

    @Test
    void a_job_that_moves_stands_in_the_line_of_the_other_queue() {
        play("""
                limit k max=1                                             -> true
                add a q key=k                                             -> 1 | ready q
                add b q key=k                                             -> 2
                add c p key=k                                             -> 3 | ready p
                moveto a p                                                -> done | ready q, ready p
                states a b c                                              -> a=ready b=ready c=throttled
                moveto b p                                                -> done
                states a b c                                              -> a=ready b=throttled c=throttled
                """);
    }

    @Test
    void no_job_depends_on_one_that_its_command_does_not_create() {
        play("""
                add a q unique=k                                                          -> 1 | ready q
                addall ornone b q unique=k ; c q depends=b iffails=cancel                 -> 0 ; UNKNOWN_DEPENDENCY
                addall b q unique=k ; c q depends=b iffails=cancel                        -> 1 again ; UNKNOWN_DEPENDENCY
                addall ornone e q unique=l ; f q unique=l ; g q depends=f iffails=cancel  -> 0 ; 0 ; UNKNOWN_DEPENDENCY
                jobs                                                                      -> 1
                addall ornone e q unique=l ; g q depends=e iffails=cancel                 -> 2 ; 3 | ready q
                lease q                                                                   -> a:1
                addall ornone b q unique=k else=replace ; c q depends=b iffails=cancel    -> 4 ; 5
                states b c                                                                -> b=depends c=depends
                add h q unique=m depends=none iffails=cancel                              -> UNKNOWN_DEPENDENCY
                """);
    }

    @Test
    void a_throttled_job_of_a_batch_is_pending() {
        play("""
                limit k max=1                                             -> true
                open batch : a q key=k ; b q key=k                        -> opened 1 ; 2 | ready q
                states a b                                                -> a=ready b=throttled
                complete a                                                -> done | a COMPLETED (empty), ready q
                complete b                                                -> done | b COMPLETED (empty)
                """);
    }

    @Test
    void a_run_whose_key_is_held_has_no_job() {
        play("""
                put-schedule s q at=20s unique=k overlap=queue            -> true
                add a q unique=k                                          -> 1 | ready q
                ~20s                                                      ->
                set-next s after=20s due=20s at=80s                       -> 1
                schedule s                                                -> next=+80s
                run-now s                                                 -> 1
                jobs                                                      -> 1
                complete a                                                -> done | a COMPLETED (empty)
                run-now s                                                 -> 2 | ready q
                """);
    }
}
