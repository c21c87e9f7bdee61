package dev.reeve.door.api;

import dev.reeve.engine.EngineView;
import dev.reeve.engine.job.Dependency;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.search.JobPage;
import dev.reeve.engine.search.JobPosition;
import dev.reeve.engine.search.JobSearch;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.HttpError;
import dev.reeve.node.FinishedJob;
import dev.reeve.node.LongQuery;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Handlers that show jobs. */
final class ReadJobs {
    static final Set<String> PARAMETERS = Set.of("wait", "include");

    /** The jobs before and after a job. */
    private record NearJobs(List<Dependency> dependencies, List<JobId> dependents) {}

    /** {@code GET /v1/jobs/{id}}, at once or when the job has ended. */
    void one(Exchange exchange) throws HttpError {
        Parameters parameters = new Parameters(exchange, PARAMETERS);
        long waitMicros = parameters.waitMicros();
        Set<Include> parts = Include.of(parameters, JobWriter.WHOLE);
        parameters.throwIfAny();
        JobId id = JobId.of(exchange.segment(0));
        Consumer<JobView> answer = job -> {
            if (parts.contains(Include.DEPENDENCIES)) {
                showWithDependencies(exchange, job, parts);
            } else {
                exchange.whenBudgetAllows(
                        JobWriter.size(job, parts), () -> exchange.ok(out -> JobWriter.write(job, parts, out)));
            }
        };
        if (waitMicros == 0) {
            show(exchange, JobRef.of(id), answer);
        } else {
            whenEnded(
                    exchange,
                    JobRef.of(id),
                    waitMicros,
                    answer,
                    gone -> exchange.ok(out -> JobWriter.write(gone, out)));
        }
    }

    /**
     * Shows the job when it has ended, or as it is when the time is over.
     *
     * @param gone shows what is known of a job that is not kept after its end
     */
    void whenEnded(
            Exchange exchange, JobRef job, long waitMicros, Consumer<JobView> answer, Consumer<FinishedJob> gone) {
        exchange.awaitEnd(
                job,
                waitMicros,
                ended -> ask(exchange, job, answer, () -> gone.accept(ended)),
                () -> show(exchange, job, answer),
                refused -> Problems.ofJob(refused, job.toString()).error());
    }

    /** Shows the job as it is, or that there is none. */
    void show(Exchange exchange, JobRef job, Consumer<JobView> answer) {
        ask(
                exchange,
                job,
                answer,
                () -> exchange.refuse(Problems.jobNotFound(job.toString()).error()));
    }

    private static void ask(Exchange exchange, JobRef job, Consumer<JobView> answer, Runnable ifNone) {
        exchange.askOrExplain(
                engine -> Optional.ofNullable(engine.job(job)),
                refused -> Problems.of(refused).error(),
                found -> found.ifPresentOrElse(answer, ifNone));
    }

    private static void showWithDependencies(Exchange exchange, JobView job, Set<Include> parts) {
        JobRef ref = JobRef.of(job.number());
        exchange.askOrExplain(
                engine -> new NearJobs(engine.dependencies(ref), engine.dependents(ref)),
                refused -> Problems.of(refused).error(),
                near -> exchange.whenBudgetAllows(
                        JobWriter.size(job, parts) + Dependency.MOST_RESULT_BYTES,
                        () -> exchange.ok(out -> {
                            out.writeStartObject();
                            JobWriter.fields(job, parts, out);
                            FlowJson.writeDependencies(near.dependencies(), out);
                            FlowJson.writeDependents(near.dependents(), out);
                            out.writeEndObject();
                        })));
    }

    /** {@code GET /v1/jobs}. */
    void list(Exchange exchange) throws HttpError {
        Parameters parameters = new Parameters(exchange, JobListing.PARAMETERS);
        JobListing listing = JobListing.of(parameters);
        Set<Include> parts = Include.of(parameters, EnumSet.noneOf(Include.class));
        parameters.throwIfAny();
        JobSearch search = listing.search();
        LongQuery<JobPage> query = new LongQuery<>() {
            @Override
            public @Nullable JobPage step(EngineView engine) {
                return engine.search(search);
            }

            @Override
            public boolean isRepeatable() {
                return search.isRepeatable();
            }
        };
        exchange.askInStepsOrExplain(
                query,
                refused -> Problems.of(refused).error(),
                page -> exchange.whenBudgetAllows(size(page, parts), () -> answer(exchange, page, listing, parts)));
    }

    private static long size(JobPage page, Set<Include> parts) {
        return page.jobs().stream().mapToLong(job -> JobWriter.size(job, parts)).sum();
    }

    private static void answer(Exchange exchange, JobPage page, JobListing listing, Set<Include> parts) {
        JobPosition next = page.next();
        Long count = page.count();
        exchange.ok(out -> {
            out.writeStartObject();
            out.writeArrayFieldStart("jobs");
            for (JobView job : page.jobs()) {
                JobWriter.write(job, parts, out);
            }
            out.writeEndArray();
            out.writeStringField("cursor", next == null ? null : listing.cursor(next));
            out.writeNumberField("looked_at", page.lookedAt());
            if (count != null) {
                out.writeNumberField("count", count);
            }
            out.writeEndObject();
        });
    }
}
