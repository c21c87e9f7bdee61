package dev.reeve.door.api;

import dev.reeve.engine.command.ChangeIf;
import dev.reeve.engine.format.FormatException;
import dev.reeve.engine.search.JobFilter;
import dev.reeve.engine.search.JobPosition;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.FieldErrors;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.StrictJson;
import dev.reeve.node.BulkChange;
import dev.reeve.node.BulkCount;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Handlers that change all jobs that a filter selects, up to a limit, and say where to go on. */
record BulkChanges(ApiSettings settings) {
    /** The fields of the request. */
    private final class RequestFields {
        private final ChangeIf.Kind kind;
        private final FilterFields filter = new FilterFields();
        private @Nullable Boolean dryRun;
        private @Nullable Integer expected;
        private @Nullable Long spreadMicros;
        private @Nullable String to;
        private @Nullable String cursor;

        RequestFields(ChangeIf.Kind kind) {
            this.kind = kind;
        }

        boolean field(String name, StrictJson value) throws IOException {
            switch (name) {
                case "filter" -> filter.read(value);
                case "dry_run" -> dryRun = value.bool();
                case "expected" -> expected = value.integer(0, Integer.MAX_VALUE);
                case "cursor" -> cursor = value.text();
                default -> {
                    return ofKind(name, value);
                }
            }
            return true;
        }

        private boolean ofKind(String name, StrictJson value) throws IOException {
            if (kind == ChangeIf.Kind.RETRY && name.equals("spread")) {
                spreadMicros = value.durationMicros(0, WorkerReport.MAX_DELAY_MICROS);
            } else if (kind == ChangeIf.Kind.MOVE && name.equals("to")) {
                to = value.text(settings::isName, settings.expectedName());
            } else {
                return false;
            }
            return true;
        }

        BulkChange change(FieldErrors errors) throws HttpError {
            JobFilter read = filter.filter(errors);
            if (kind == ChangeIf.Kind.MOVE && to == null) {
                errors.missing("/to");
            }
            errors.throwIfAny();
            BulkChange.Action action = new BulkChange.Action(kind, to, spreadMicros == null ? 0 : spreadMicros, null);
            return new BulkChange(
                    read, cursor == null ? null : position(read, cursor), action, dryRun != null && dryRun, expected);
        }
    }

    void retry(Exchange exchange) throws HttpError {
        handle(exchange, ChangeIf.Kind.RETRY);
    }

    void cancel(Exchange exchange) throws HttpError {
        handle(exchange, ChangeIf.Kind.CANCEL);
    }

    void delete(Exchange exchange) throws HttpError {
        handle(exchange, ChangeIf.Kind.DELETE);
    }

    void move(Exchange exchange) throws HttpError {
        handle(exchange, ChangeIf.Kind.MOVE);
    }

    private void handle(Exchange exchange, ChangeIf.Kind kind) throws HttpError {
        RequestFields fields = new RequestFields(kind);
        BulkChange change = fields.change(StrictJson.read(exchange.body(), fields::field));
        String to = fields.to;
        if (to == null || settings.isQueue(to)) {
            submit(exchange, change);
        } else {
            // A name that this door does not create may be that of another door's queue.
            exchange.askOrExplain(
                    engine -> Optional.ofNullable(engine.queue(to)),
                    refused -> Problems.ofQueue(refused, to).error(),
                    found -> found.ifPresentOrElse(
                            queue -> submit(exchange, change),
                            () -> exchange.refuse(Problems.queueNotFound(to).error())));
        }
    }

    private static void submit(Exchange exchange, BulkChange change) {
        exchange.<BulkCount>callNode(
                (node, done) -> node.changeAll(change, done),
                refused -> Problems.of(refused).error(),
                count -> answer(exchange, change, count));
    }

    private static void answer(Exchange exchange, BulkChange change, BulkCount count) {
        Integer expected = change.expected();
        if (expected != null && !count.expected()) {
            exchange.refuse(Problems.countDiffers(expected, count.matched()).error());
            return;
        }
        JobPosition next = count.next();
        Long known = change.dryRun() ? count.count() : null;
        exchange.ok(out -> {
            out.writeStartObject();
            out.writeNumberField("matched", count.matched());
            out.writeNumberField("changed", count.changed());
            out.writeNumberField("skipped", count.skipped());
            out.writeStringField("cursor", next == null ? null : Cursor.print(list(change.filter()), next.toBytes()));
            if (known != null) {
                out.writeNumberField("count", known);
            }
            out.writeEndObject();
        });
    }

    private static JobPosition position(JobFilter filter, String text) throws HttpError {
        try {
            return JobPosition.of(Cursor.parse(list(filter), text));
        } catch (FormatException e) {
            throw Problems.badCursor().error();
        }
    }

    private static String list(JobFilter filter) {
        return "bulk " + filter;
    }
}
