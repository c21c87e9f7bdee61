package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.queue.FailureGroup;
import dev.reeve.engine.search.FailurePage;
import dev.reeve.engine.search.FailureSearch;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.Route;
import dev.reeve.node.LongQuery;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code GET /v1/failures}: the failed jobs in groups, by name. */
final class ApiFailures implements Route.Handler {
    private static final Set<String> PARAMETERS = Set.of("queue", "cursor", "limit");
    private static final long USUAL_BYTES = 400;

    @Override
    public void handle(Exchange exchange) throws HttpError {
        Parameters parameters = new Parameters(exchange, PARAMETERS);
        String queue = parameters.one("queue");
        String cursor = parameters.one("cursor");
        int limit = parameters.integer("limit", 1, JobListing.MOST, JobListing.USUAL);
        parameters.throwIfAny();
        String list = list(queue);
        String after = cursor == null ? "" : new String(Cursor.parse(list, cursor), StandardCharsets.UTF_8);
        FailureSearch search = new FailureSearch(queue, after, limit);
        LongQuery<FailurePage> query = engine -> engine.failureGroups(search);
        exchange.askInStepsOrExplain(
                query,
                refused -> Problems.of(refused).error(),
                page -> exchange.whenBudgetAllows(size(page), () -> answer(exchange, page, list)));
    }

    private static String list(@Nullable String queue) {
        return "failures " + queue;
    }

    private static long size(FailurePage page) {
        long bytes = 0;
        for (FailureGroup group : page.groups()) {
            String message = group.message();
            bytes += USUAL_BYTES + (message == null ? 0 : message.length());
        }
        return bytes;
    }

    private static void answer(Exchange exchange, FailurePage page, String list) {
        String next = page.next();
        exchange.ok(out -> {
            out.writeStartObject();
            out.writeArrayFieldStart("failures");
            for (FailureGroup group : page.groups()) {
                write(group, out);
            }
            out.writeEndArray();
            out.writeStringField(
                    "cursor", next == null ? null : Cursor.print(list, next.getBytes(StandardCharsets.UTF_8)));
            out.writeEndObject();
        });
    }

    private static void write(FailureGroup group, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("failure", group.group());
        out.writeStringField("queue", group.queue());
        out.writeStringField("type", group.type());
        out.writeStringField("error", group.error());
        out.writeNumberField("count", group.count());
        JobWriter.writeTime("first_at", group.firstMicros(), out);
        JobWriter.writeTime("last_at", group.lastMicros(), out);
        out.writeStringField("sample", group.sample().toString());
        out.writeStringField("message", group.message());
        out.writeEndObject();
    }
}
