package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

class ChangeIfTest {
    private static final String FAILED = """
            add a q keep=1h             -> 1 | ready q
            fail a no                   -> done | a FAILED no
            """;

    @Test
    void a_job_in_the_state_is_changed() {
        play(FAILED + """
                change a retry ready,failed at=30s  -> done
                job a                       -> SCHEDULED attempts=0 fails=0 due=+30s
                change a move scheduled to=r  -> done
                scheduled r                 -> a
                change a cancel scheduled asker=ann  -> done | a CANCELLED (empty)
                change a retry cancelled asker=ann  -> done | ready r
                change a delete ready asker=ann  -> done | a DELETED
                """);
    }

    @Test
    void a_job_that_has_changed_since_stays_as_it_is() {
        play(FAILED + """
                requeue a anew              -> done | ready q
                change a retry failed       -> INVALID_TRANSITION
                change a cancel failed      -> INVALID_TRANSITION
                change a delete failed,leased  -> INVALID_TRANSITION
                change a move failed to=r   -> INVALID_TRANSITION
                ready q                     -> a
                change b delete ready       -> JOB_NOT_FOUND
                """);
    }

    @Test
    void what_the_change_itself_refuses_stays_refused() {
        play("""
                add a q ttl=10s             -> 1 | ready q
                change a retry ready        -> INVALID_TRANSITION
                fail a no                   -> done | a FAILED no
                change a retry failed at=20s  -> EXPIRES_BEFORE_DUE
                change a cancel failed      -> ALREADY_ENDED
                """);
    }

    @Test
    void a_history_tells_who_changed_the_job() {
        play(FAILED + """
                log a seen                  -> done
                change a retry failed asker=ann  -> done | ready q
                history a                   -> +0s put q, +0s seen, +0s put q, +0s retry by ann
                change a cancel ready       -> done | a CANCELLED (empty)
                """);
    }
}
