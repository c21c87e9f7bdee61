package dev.reeve.client;

import java.time.Duration;
import java.util.List;

/** Works on ready jobs one after the other in the current thread, and reports each before it takes the next. */
final class InlineRun {
    private final WorkerBuilder plan;
    private final HttpCalls calls;

    InlineRun(WorkerBuilder plan) {
        this.plan = plan;
        this.calls = plan.reeve().calls();
    }

    /** Returns the number of jobs. */
    int untilNoneIsReady() {
        int done = 0;
        while (true) {
            long sentNanos = System.nanoTime();
            List<JsonObject> got = calls.send(JobPoller.request(plan, 1, Duration.ZERO))
                    .orThrow()
                    .json()
                    .objects("jobs");
            if (got.isEmpty()) {
                return done;
            }
            work(new HeldJob(
                    got.get(0), plan.reeve().codecs(), sentNanos + plan.lease().toNanos(), 0));
            done++;
        }
    }

    private void work(HeldJob job) {
        job.begin();
        FinishReport report = HandlerCall.of(plan, job);
        job.end();
        JsonObject result = calls.send(Finisher.request(List.of(new Finisher.Item(job, report, 0))))
                .orThrow()
                .json()
                .objects("results")
                .get(0);
        JsonObject problem = result.object("problem");
        if (problem != null) {
            throw ReeveException.of((int) problem.number("status"), problem);
        }
    }
}
