package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.Command;
import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineVersion;
import dev.reeve.engine.Entry;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.StateHash;
import dev.reeve.engine.TermsBuilder;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.PutWebhook;
import dev.reeve.engine.command.SetMemoryLimit;
import dev.reeve.engine.command.SetVersion;
import dev.reeve.engine.command.TestWebhook;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobError;
import dev.reeve.engine.job.JobHeaders;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.RetryChoice;
import dev.reeve.engine.webhook.Webhook;
import dev.reeve.engine.webhook.Webhooks;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class WebhookTest {
    private Engine engine = new Engine();

    private <R> Outcome<R> apply(Command<R> command) {
        return engine.apply(new Entry<>(1_500_000, 1, command), Effects.NONE);
    }

    private static PutWebhook webhook(String name) {
        return new PutWebhook(new Webhook(name, "http://host/", List.of("job.failed"), List.of(), "whsec_"));
    }

    private JobView delivery(String id) {
        return Objects.requireNonNull(engine.job(JobRef.of(JobId.of(id))));
    }

    @Test
    void each_event_is_a_delivery_to_those_who_want_it() {
        play("""
                put-webhook all job.added,job.retrying,job.completed,job.failed,job.timed_out,job.cancelled  -> true
                put-webhook ends job.completed,job.failed queues=mail*,*.x     -> true
                add a q rule=backoff attempts=2 backoff=1s,1s                  -> 1 | ready q, ready reeve.webhooks
                lease q                                                        -> a:1
                fail a error=T:m: retry=5s                                     -> RETRYING due=+5s | ready reeve.webhooks
                fail a error=T:m: retry=never                                  -> FAILED | a FAILED (empty) (T), ready reeve.webhooks
                add b mail.in                                                  -> 5 | ready mail.in, ready reeve.webhooks
                complete b                           -> done | b COMPLETED (empty), ready reeve.webhooks, ready reeve.webhooks
                add c s.x                                                      -> 9 | ready s.x, ready reeve.webhooks
                cancel c keep                                                  -> done | c CANCELLED (empty), ready reeve.webhooks
                delete c                                                       -> done
                ready reeve.webhooks                 -> all:1 all:2 all:3 all:4 all:5 ends:5 all:6 all:7
                drop-webhook all                                               -> done
                drop-webhook all                                               -> WEBHOOK_NOT_FOUND
                add d q                                                        -> 12 | ready q
                details ends:5                                                 -> headers=webhook,ends,event,job.completed,event_id,5,subject,b,at_micros,1000000000000,queue,mail.in,type,mail.in,number,5,attempt,0
                """);
    }

    @Test
    void a_change_without_a_secret_leaves_it_and_a_new_webhook_needs_one() {
        Webhook unsigned = new Webhook("w", "http://other/", List.of("job.failed"), List.of(), "");
        assertThat(apply(new PutWebhook(unsigned)).rejectionOrThrow()).isEqualTo(Rejection.WEBHOOK_NOT_FOUND);
        apply(webhook("w"));
        long before = engine.liveBytes();
        long growth = engine.growthBytes(new PutWebhook(unsigned));
        assertThat(apply(new PutWebhook(unsigned)).reply()).isFalse();
        assertThat(engine.webhooks().toSign("w"))
                .isEqualTo(new Webhook("w", "http://other/", List.of("job.failed"), List.of(), "whsec_"));
        assertThat(engine.liveBytes() - before).isEqualTo(growth);
    }

    @Test
    void a_job_that_is_not_kept_is_told_of_too() {
        play("""
                put-webhook w job.completed,job.timed_out,job.cancelled        -> true
                add a q keep=0s                                                -> 1 | ready q
                complete a                                                     -> done | a COMPLETED (empty), ready reeve.webhooks
                add b q attempts=1 ttr=1s keep=0s                              -> 3 | ready q
                lease q                                                        -> b:1
                +1s                                                            -> | b TIMED_OUT (empty), ready reeve.webhooks
                put c q now=10s                                                -> 5 | put c q, ready q
                cancel c now=10s                     -> done | canceled c q, c DELETED, ready reeve.webhooks
                ready reeve.webhooks                                           -> w:1 w:2 w:3
                """);
    }

    @Test
    void a_callback_tells_of_the_end_and_of_nothing_else() {
        play("""
                add a q callback=http://host/a rule=backoff attempts=2 backoff=1s,1s  -> 1 | ready q
                lease q                                                        -> a:1
                fail a error=T:m: retry=5s                                     -> RETRYING due=+5s
                complete a                                     -> done | a COMPLETED (empty), ready reeve.webhooks
                ready reeve.webhooks                                           -> @callback:1
                details @callback:1                                            -> headers=callback,http://host/a,event,job.completed,event_id,1,subject,a,at_micros,1000000000000,queue,q,type,q,number,1,attempt,1
                """);
    }

    @Test
    void nobody_is_told_of_deliveries() {
        play("""
                put-webhook w job.added,job.completed                          -> true
                test-webhook none                                              -> WEBHOOK_NOT_FOUND
                test-webhook w                                                 -> 1 | ready reeve.webhooks
                complete w:1                                                   -> done | w:1 COMPLETED (empty)
                jobs                                                           -> 1
                clear                                                          -> done
                test-webhook w                                                 -> WEBHOOK_NOT_FOUND
                """);
    }

    @Test
    void a_delivery_tells_what_happened_in_its_headers() {
        apply(webhook("w"));
        apply(new Add(JobId.of("a"), "q", new byte[0], 0, Add.NOW, TermsBuilder.plain()));
        JobError error = new JobError("T", "message", "trace", 0);
        apply(Fail.with(JobRef.of(1), Claim.NONE, error, RetryChoice.NEVER));
        apply(new TestWebhook("w"));
        assertThat(String.join(" ", delivery("w:1").options().headers().namesAndValues()))
                .isEqualTo("webhook w event job.failed event_id 1 subject a at_micros 1500000 queue q type q number 1"
                        + " attempt 0 error_type T error_message message");
        assertThat(String.join(" ", delivery("w:2").options().headers().namesAndValues()))
                .isEqualTo("webhook w event test event_id 2 subject w at_micros 1500000");
        assertThat(delivery("w:1").payload()).isEmpty();
    }

    @Test
    void a_delivery_has_the_trace_of_its_job_but_not_its_other_headers() {
        apply(webhook("w"));
        assertThat(trace("a")).isEqualTo("");
        apply(new SetVersion(EngineVersion.CURRENT));
        assertThat(trace("b")).isEqualTo(" traceparent 00-1 tracestate x=y");
    }

    /** What a delivery of the failure of a traced job says besides what all say. */
    private String trace(String id) {
        AddOptions options = AddOptions.NONE.with(
                new JobHeaders(List.of("tenant", "7", "traceparent", "00-1", "tracestate", "x=y")));
        apply(new Add(JobId.of(id), "q", new byte[0], 0, Add.NOW, TermsBuilder.plain(), options));
        apply(Fail.with(JobRef.of(JobId.of(id)), Claim.NONE, null, RetryChoice.NEVER));
        String name = "w:" + (id.equals("a") ? 1 : 2);
        String headers = String.join(" ", delivery(name).options().headers().namesAndValues());
        return headers.substring(headers.indexOf(" attempt 0") + " attempt 0".length());
    }

    @Test
    void if_memory_is_full_a_delivery_is_left_out_and_counted() {
        apply(webhook("w"));
        apply(new Add(JobId.of("a"), "q", new byte[0], 0, Add.NOW, TermsBuilder.plain()));
        apply(new SetMemoryLimit(0));
        apply(Fail.with(JobRef.of(1), Claim.NONE, null, RetryChoice.NEVER));
        assertThat(engine.jobCount()).isEqualTo(1);
        assertThat(engine.webhooks().dropped()).isEqualTo(1);
        engine = StateHash.restore(StateHash.snapshot(engine));
        assertThat(engine.webhooks().dropped()).isEqualTo(1);
        apply(new SetMemoryLimit(Long.MAX_VALUE));
        apply(new TestWebhook("w"));
        assertThat(delivery("w:2").queue()).isEqualTo(Webhooks.QUEUE);
    }

    @Test
    void there_is_a_limit() {
        for (int i = 0; i < Webhooks.MOST_WEBHOOKS; i++) {
            assertThat(apply(webhook("w" + i)).reply()).isTrue();
        }
        assertThat(apply(webhook("more")).rejection()).isEqualTo(Rejection.LIMIT_REACHED);
        assertThat(apply(webhook("w1")).reply()).isFalse();
        assertThat(engine.webhooks().all())
                .hasSize(16)
                .allSatisfy(one -> assertThat(one.secret()).isEmpty());
        assertThat(Objects.requireNonNull(engine.webhooks().toSign("w1")).secret())
                .isEqualTo("whsec_");
    }

    @Test
    void stars_of_a_pattern_stand_for_any_characters() {
        for (String row : List.of(
                "a a yes",
                "a ab no",
                "a* ab yes",
                "a* ba no",
                "*a ba yes",
                "*a ab no",
                "a*c abc yes",
                "a*c ac yes",
                "a*a a no",
                "*b* abc yes",
                "*b*b* abcb yes",
                "*b*b* abc no",
                "a*b*c aXbXc yes",
                "* anything yes")) {
            String[] words = row.split(" ", -1);
            Webhook one = new Webhook("w", "", List.of("job.added"), List.of(words[0]), "whsec_");
            engine = new Engine();
            apply(new PutWebhook(one));
            apply(new Add(JobId.of("j"), words[1], new byte[0], 0, Add.NOW, TermsBuilder.plain()));
            assertThat(engine.jobCount()).as(row).isEqualTo(words[2].equals("yes") ? 2 : 1);
        }
    }
}
