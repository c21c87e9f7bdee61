package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** Tags of jobs. */
class CallerTagTest {
    @Test
    void tags_are_added_once_and_taken_away() {
        play("""
                put a q now=0s tags=t    -> 1 | put a q, ready q
                tag a u,t,v now=1s       -> t u v
                untag a t,missing now=2s -> u v
                tags a                   -> u v
                with-tag t               ->
                tag missing t now=1s     -> JOB_NOT_FOUND
                untag missing t now=1s   -> JOB_NOT_FOUND
                """);
    }

    @Test
    void jobs_are_listed_by_when_they_were_tagged() {
        play("""
                put a q now=0s   -> 1 | put a q, ready q
                put b q now=0s   -> 2 | put b q, ready q
                tag b t now=1s   -> t
                tag a t now=2s   -> t
                with-tag t       -> b a
                untag b t now=3s -> nothing
                tag b t now=4s   -> t
                with-tag t       -> a b
                """);
    }

    @Test
    void the_most_used_tags_come_first() {
        play("""
                put a q now=0s tags=t,u   -> 1 | put a q, ready q
                put b q now=0s tags=u     -> 2 | put b q, ready q
                put c q now=0s tags=u,v,t -> 3 | put c q, ready q
                top-tags                  -> u t
                top-tags least=1          -> u t v
                """);
    }

    @Test
    void tags_stay_when_a_job_ends_and_go_with_it() {
        play("""
                put a q now=0s tags=t  -> 1 | put a q, ready q
                pop q now=0s by=w      -> a:1
                complete a now=0s by=w -> done | completed a q, a COMPLETED (empty)
                with-tag t             -> a
                delete a               -> done
                with-tag t             ->
                """);
    }
}
