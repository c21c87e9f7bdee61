package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.search.JobFilter;
import dev.reeve.engine.search.JobOrder;
import dev.reeve.engine.search.JobPage;
import dev.reeve.engine.search.JobPosition;
import dev.reeve.engine.search.JobSearch;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.HttpError;
import dev.reeve.node.LongQuery;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The results of the jobs of a batch, a page at a time. */
final class BatchResults {
    private static final Set<Include> PARTS = EnumSet.of(Include.RESULT, Include.ERROR);

    private BatchResults() {}

    static void handle(Exchange exchange, String batch, Parameters parameters) throws HttpError {
        int limit = parameters.integer("limit", 1, JobListing.MOST, JobListing.USUAL);
        String cursor = parameters.one("cursor");
        parameters.throwIfAny();
        JobListing listing = new JobListing(JobFilter.ALL.inBatches(List.of(batch)), JobOrder.OLDEST, limit, cursor);
        JobSearch search = listing.search();
        LongQuery<Optional<JobPage>> query = engine -> {
            if (engine.batch(batch) == null) {
                return Optional.empty();
            }
            JobPage page = engine.search(search);
            return page == null ? null : Optional.of(page);
        };
        exchange.askInStepsOrExplain(
                query,
                refused -> Problems.ofBatch(refused, batch).error(),
                found -> found.ifPresentOrElse(
                        page -> exchange.whenBudgetAllows(
                                size(page), () -> exchange.ok(out -> write(page, listing, out))),
                        () -> exchange.refuse(Problems.batchNotFound(batch).error())));
    }

    private static long size(JobPage page) {
        return page.jobs().stream().mapToLong(job -> JobWriter.size(job, PARTS)).sum();
    }

    private static void write(JobPage page, JobListing listing, JsonGenerator out) throws IOException {
        JobPosition next = page.next();
        out.writeStartObject();
        out.writeArrayFieldStart("results");
        for (JobView job : page.jobs()) {
            out.writeStartObject();
            out.writeStringField("id", job.id().toString());
            out.writeStringField("key", job.options().ties().dependencyKey());
            out.writeStringField("state", States.word(job.state()));
            JobWriter.writeEnd(job, out);
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeStringField("cursor", next == null ? null : listing.cursor(next));
        out.writeEndObject();
    }
}
