package dev.reeve.server.webhook;

import dev.reeve.engine.Command;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobError;
import dev.reeve.engine.job.JobHeaders;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.RetryChoice;
import dev.reeve.engine.webhook.Webhook;
import dev.reeve.engine.webhook.Webhooks;
import dev.reeve.node.Completion;
import dev.reeve.node.Requests;
import dev.reeve.node.WaitCompletion;
import dev.reeve.node.WaitHandle;
import dev.reeve.tally.WebhookTally;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A worker on the queue of deliveries: it leases them like any other, sends each on a thread of its own and reports the end.
 * What is being sent when the server stops is waited for; what a killed server was sending is sent again.
 */
public final class WebhookSender implements AutoCloseable {
    static final int TIMEOUT_MILLIS = 10_000;

    private static final int THREADS = 8;
    private static final long SECOND_MICROS = 1_000_000;
    private static final String WORKER = "reeve";
    /** Long enough for a look-up of the name, and an attempt. */
    private static final long LEASE_MICROS = 30_000_000;

    private final Requests node;
    private final BooleanSupplier used;
    private final Delivery delivery;
    private final WebhookTally tally;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS, WebhookSender::thread);
    private int free = THREADS;
    private boolean stopped;
    private @Nullable WaitHandle waiting;

    /** @param used whether there has been a delivery: until then nothing is leased. Asked on the loop */
    public WebhookSender(Requests node, BooleanSupplier used, Delivery delivery, WebhookTally tally) {
        this.node = node;
        this.used = used;
        this.delivery = delivery;
        this.tally = tally;
        node.loop().execute(this::watch);
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "reeve-webhooks");
        thread.setDaemon(true);
        return thread;
    }

    private void watch() {
        if (used.getAsBoolean()) {
            acquire();
        } else if (!stopped) {
            node.loop().schedule(this::watch, SECOND_MICROS);
        }
    }

    private void acquire() {
        if (!stopped && free > 0 && waiting == null) {
            waiting = node.acquire(
                    new Acquire(List.of(Webhooks.QUEUE), WORKER, free, LEASE_MICROS), Long.MAX_VALUE, new Acquired());
        }
    }

    /** The deliveries to make. */
    private final class Acquired implements WaitCompletion<List<LeasedJob>> {
        @Override
        public void reply(List<LeasedJob> jobs) {
            waiting = null;
            free -= jobs.size();
            jobs.forEach(WebhookSender.this::send);
            acquire();
        }

        @Override
        public void refused(Rejection why) {
            // Memory or disk is full: later, when there may be room again.
            waiting = null;
            node.loop().schedule(WebhookSender.this::acquire, SECOND_MICROS);
        }

        @Override
        public void outcomeUnknown() {
            waiting = null;
            stopped = true;
        }

        @Override
        public void timedOut() {
            waiting = null;
            acquire();
        }

        @Override
        public void decided() {}
    }

    /** Sends the delivery with what its webhook says now. */
    private void send(LeasedJob job) {
        JobHeaders headers = job.job().options().headers();
        String name = headers.get(Webhooks.WEBHOOK);
        if (name == null) {
            String callback = headers.get(Webhooks.CALLBACK);
            start(job, callback == null ? null : new Webhook("", callback, List.of(), List.of(), ""));
            return;
        }
        node.ask(
                engine -> Optional.ofNullable(engine.webhooks().toSign(name)),
                new Heard<>(found -> start(job, found.orElse(null)), this::ended));
    }

    private void start(LeasedJob job, @Nullable Webhook to) {
        if (to == null) {
            finish(job, new Delivery.Failure("reeve:webhook-gone", "there is no such webhook any more", true));
            return;
        }
        threads.execute(() -> {
            Delivery.Failure failure = delivery.attempt(
                    job.id().toString(),
                    to,
                    job.job().options().headers(),
                    CloudEvent.of(job.job().options().headers()),
                    node.clock().systemTimeMicros() / SECOND_MICROS);
            node.loop().execute(() -> finish(job, failure));
        });
    }

    private void finish(LeasedJob job, Delivery.@Nullable Failure failure) {
        JobRef ref = JobRef.of(job.number());
        Claim claim = Claim.ofToken(job.lease().token());
        (failure == null ? tally.delivered() : tally.failed()).add(1);
        if (failure == null) {
            submit(new Complete(ref, claim, "true".getBytes(StandardCharsets.UTF_8)));
        } else {
            JobError error = new JobError(failure.type(), failure.message(), "", 0);
            submit(Fail.with(ref, claim, error, failure.isFinal() ? RetryChoice.NEVER : RetryChoice.POLICY));
        }
    }

    private <R> void submit(Command<R> report) {
        // A report that is refused leaves the lease to lapse, and the delivery is made again.
        node.submit(report, new Heard<>(done -> ended(), this::ended));
    }

    private void ended() {
        free++;
        acquire();
    }

    /** A completion with one way to go on, and one if there is no reply. */
    private record Heard<R>(Consumer<R> reply, Runnable otherwise) implements Completion<R> {
        @Override
        public void reply(R value) {
            reply.accept(value);
        }

        @Override
        public void refused(Rejection why) {
            otherwise.run();
        }

        @Override
        public void outcomeUnknown() {
            otherwise.run();
        }
    }

    /** Leases no more, and waits for the deliveries that are being made. */
    @Override
    public void close() throws InterruptedException {
        node.loop().execute(() -> {
            stopped = true;
            if (waiting != null) {
                waiting.cancel();
            }
            threads.shutdown();
        });
        if (!threads.awaitTermination(2L * TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)) {
            threads.shutdownNow();
        }
        delivery.close();
    }
}
