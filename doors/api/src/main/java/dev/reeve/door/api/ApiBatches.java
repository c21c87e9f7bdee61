package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.AddedJob;
import dev.reeve.engine.Command;
import dev.reeve.engine.EngineView;
import dev.reeve.engine.OpenedBatch;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.batch.BatchPage;
import dev.reeve.engine.batch.BatchView;
import dev.reeve.engine.command.CancelBatch;
import dev.reeve.engine.command.CloseBatch;
import dev.reeve.engine.command.OpenBatch;
import dev.reeve.engine.command.RetryBatch;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.Json;
import dev.reeve.net.http.Problem;
import dev.reeve.net.http.StrictJson;
import dev.reeve.node.LongQuery;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Handlers of {@code /v1/batches} and its sub-resources. */
record ApiBatches(ApiSettings settings, AddJobs adding) {
    private static final Set<String> PARAMETERS = Set.of("cursor", "limit");
    private static final String LIST = "batches";
    private static final int BYTES_A_BATCH = 500;
    private static final int LOOKS_PER_STEP = 1000;

    private static String id(Exchange exchange) {
        return exchange.segment(0);
    }

    /** {@code POST /v1/batches}: the batch and its jobs are made by one command. */
    void open(Exchange exchange) throws HttpError {
        NewBatch batch = new NewBatch(AddRequest.of(settings, exchange));
        OpenBatch command = batch.command(StrictJson.read(exchange, batch::field), exchange.body());
        exchange.submitOrExplain(
                command, refused -> Problems.ofBatch(refused, command.batch()).error(), opened -> {
                    Problem refused = batch.jobs().firstRefusal(opened.jobs());
                    if (refused == null) {
                        show(exchange, command.batch(), found -> answer(exchange, batch, opened, found));
                    } else {
                        exchange.refuse(refused.error());
                    }
                });
    }

    /** What became of the jobs is told once: the ids of a repeated request may be others. */
    private static void answer(Exchange exchange, NewBatch batch, OpenedBatch opened, BatchView found) {
        if (!opened.created()) {
            exchange.header(AddJobs.REPLAYED, "true");
            exchange.ok(out -> BatchJson.write(found, out));
            return;
        }
        Json.Writer body = out -> {
            out.writeStartObject();
            BatchJson.fields(found, out);
            batch.jobs().writeResults(opened.jobs(), out);
            out.writeEndObject();
        };
        exchange.created("/v1/batches/" + ApiDoor.encode(found.id()), body);
    }

    /** {@code GET /v1/batches/{batch}}. */
    void show(Exchange exchange) {
        show(exchange, id(exchange), batch -> exchange.ok(out -> BatchJson.write(batch, out)));
    }

    private static void show(Exchange exchange, String id, Consumer<BatchView> answer) {
        exchange.askOrExplain(
                engine -> Optional.ofNullable(engine.batch(id)),
                refused -> Problems.ofBatch(refused, id).error(),
                found -> found.ifPresentOrElse(
                        answer, () -> exchange.refuse(Problems.batchNotFound(id).error())));
    }

    /** A list of batches that is made in steps: a reader who may see few of them may have to pass many others. */
    private static final class Listing implements LongQuery<List<BatchView>> {
        private final int wanted;
        private final List<BatchView> found = new ArrayList<>();
        private String after;

        Listing(String after, int wanted) {
            this.after = after;
            this.wanted = wanted;
        }

        @Override
        public @Nullable List<BatchView> step(EngineView engine) {
            BatchPage page = engine.batchesAfter(after, LOOKS_PER_STEP);
            found.addAll(page.batches());
            String last = page.last();
            if (last == null || found.size() >= wanted) {
                return found;
            }
            after = last;
            return null;
        }
    }

    /** {@code GET /v1/batches}, by id. */
    void list(Exchange exchange) throws HttpError {
        Parameters parameters = new Parameters(exchange, PARAMETERS);
        int limit = parameters.integer("limit", 1, JobListing.MOST, JobListing.USUAL);
        String cursor = parameters.one("cursor");
        parameters.throwIfAny();
        String after = cursor == null ? "" : new String(Cursor.parse(LIST, cursor), StandardCharsets.UTF_8);
        exchange.askInStepsOrExplain(
                new Listing(after, limit + 1),
                refused -> Problems.of(refused).error(),
                found -> exchange.whenBudgetAllows(
                        (long) BYTES_A_BATCH * Math.min(found.size(), limit),
                        () -> exchange.ok(out -> write(found, limit, out))));
    }

    private static void write(List<BatchView> found, int limit, JsonGenerator out) throws IOException {
        boolean more = found.size() > limit;
        List<BatchView> shown = more ? found.subList(0, limit) : found;
        out.writeStartObject();
        out.writeArrayFieldStart(LIST);
        for (BatchView batch : shown) {
            BatchJson.write(batch, out);
        }
        out.writeEndArray();
        String last = more ? shown.get(shown.size() - 1).id() : null;
        out.writeStringField("cursor", last == null ? null : Cursor.print(LIST, last.getBytes(StandardCharsets.UTF_8)));
        out.writeEndObject();
    }

    /** {@code POST /v1/batches/{batch}/jobs}. */
    void add(Exchange exchange) throws HttpError {
        String id = id(exchange);
        adding.many(exchange, id, added -> refusalOfAll(id, added));
    }

    /** The batch refuses all jobs or none, unless it is full in between. */
    private static @Nullable Problem refusalOfAll(String id, List<AddedJob> added) {
        for (AddedJob one : added) {
            Rejection why = one.rejection();
            if (why != Rejection.BATCH_NOT_FOUND && why != Rejection.BATCH_CLOSED && why != Rejection.BATCH_FULL) {
                return null;
            }
        }
        Rejection why = added.isEmpty() ? null : added.get(0).rejection();
        return why == null ? null : Problems.ofBatch(Outcome.refused(why), id);
    }

    /** {@code POST /v1/batches/{batch}/close}. */
    void close(Exchange exchange) throws HttpError {
        ApiDoor.read(exchange, (name, value) -> false).throwIfAny();
        change(exchange, new CloseBatch(id(exchange)));
    }

    /** {@code POST /v1/batches/{batch}/cancel}. */
    void cancel(Exchange exchange) throws HttpError {
        ChangeJobs.CancelFields fields = new ChangeJobs.CancelFields();
        ApiDoor.read(exchange, fields::field).throwIfAny();
        String by = exchange.sender().name();
        change(exchange, new CancelBatch(id(exchange), fields.force(), fields.reason(), by.isEmpty() ? null : by));
    }

    /** {@code POST /v1/batches/{batch}/retry}. */
    void retry(Exchange exchange) throws HttpError {
        ApiDoor.read(exchange, (name, value) -> false).throwIfAny();
        change(exchange, new RetryBatch(id(exchange)));
    }

    private static <R> void change(Exchange exchange, Command<R> command) {
        String id = id(exchange);
        exchange.submitOrExplain(
                command,
                refused -> Problems.ofBatch(refused, id).error(),
                done -> show(exchange, id, batch -> exchange.ok(out -> BatchJson.write(batch, out))));
    }

    /** {@code GET /v1/batches/{batch}/results}: the jobs in the order of their numbers, with results and errors. */
    void results(Exchange exchange) throws HttpError {
        BatchResults.handle(exchange, id(exchange), new Parameters(exchange, PARAMETERS));
    }
}
