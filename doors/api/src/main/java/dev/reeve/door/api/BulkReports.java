package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.Command;
import dev.reeve.engine.Failed;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Renewed;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.State;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.FieldErrors;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.Problem;
import dev.reeve.net.http.StrictJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Handlers for a worker that holds many jobs: one command group, and an outcome for each job in order. */
record BulkReports(ApiSettings settings) {
    private static final int MOST = 1000;

    /** One job of the request. */
    private abstract static class Item {
        private @Nullable String id;
        private @Nullable String token;
        private @Nullable Problem problem;

        boolean field(String name, StrictJson value) throws IOException {
            switch (name) {
                case "id" -> id = value.text();
                case "lease_token" -> token = value.text();
                default -> {
                    return more(name, value);
                }
            }
            return true;
        }

        void read(StrictJson value, String pointer) throws IOException {
            FieldErrors errors = value.objectApart(this::field);
            if (id == null) {
                errors.missing(pointer + "/id");
            }
            if (token == null) {
                errors.missing(pointer + "/lease_token");
            }
            Problem other = check(errors, pointer);
            problem = errors.isEmpty() ? other : errors.problem();
        }

        String id() {
            return id == null ? "" : id;
        }

        JobRef job() {
            return JobRef.of(JobId.of(id()));
        }

        Claim claim() {
            return LeaseToken.claim(token == null ? "" : token);
        }

        abstract boolean more(String name, StrictJson value) throws IOException;

        abstract @Nullable Problem check(FieldErrors errors, String pointer);

        abstract Command<?> command();

        /** Writes what the command has done. */
        abstract void write(Object reply, JsonGenerator out) throws IOException;
    }

    /** A lease to renew. */
    private static final class RenewItem extends Item {
        private final Renewal renewal = new Renewal();
        private long leaseMicros;

        @Override
        boolean more(String name, StrictJson value) throws IOException {
            return renewal.field(name, value);
        }

        @Override
        @Nullable
        Problem check(FieldErrors errors, String pointer) {
            renewal.check(errors, pointer);
            return null;
        }

        @Override
        Command<?> command() {
            return renewal.command(job(), claim(), leaseMicros);
        }

        @Override
        void write(Object reply, JsonGenerator out) throws IOException {
            Renewal.write((Renewed) reply, out);
        }
    }

    /** A job to finish: with exactly one report. */
    private final class FinishItem extends Item {
        private final List<String> names = new ArrayList<>(1);
        private @Nullable WorkerReport report;

        @Override
        boolean more(String name, StrictJson value) throws IOException {
            WorkerReport named = WorkerReport.of(name, settings);
            if (named == null) {
                return false;
            }
            names.add(name);
            report = named;
            value.object(named::field);
            return true;
        }

        @Override
        @Nullable
        Problem check(FieldErrors errors, String pointer) {
            WorkerReport only = report;
            if (only == null || names.size() > 1) {
                errors.add(pointer, "expected one of complete, fail, cancelled, release");
                return null;
            }
            return only.check(errors, pointer + "/" + names.get(0));
        }

        @Override
        Command<?> command() {
            if (report == null) {
                throw new IllegalStateException("no report for " + id());
            }
            return report.command(job(), claim());
        }

        @Override
        void write(Object reply, JsonGenerator out) throws IOException {
            if (reply instanceof Failed failed) {
                WorkerReport.Failure.write(failed, out);
            } else if (reply instanceof State state) {
                out.writeStringField("state", States.word(state));
            } else {
                out.writeStringField("state", report instanceof WorkerReport.Cancelled ? "cancelled" : "released");
            }
        }
    }

    /** The jobs of a request, in the field of that name. */
    private static final class Items<T extends Item> {
        private final String name;
        private final Supplier<T> next;
        private @Nullable List<T> all;

        Items(String name, Supplier<T> next) {
            this.name = name;
            this.next = next;
        }

        boolean field(String field, StrictJson value) throws IOException {
            if (!field.equals(name)) {
                return false;
            }
            List<T> items = new ArrayList<>();
            all = value.list(MOST, member -> {
                T item = next.get();
                item.read(member, "/" + name + "/" + items.size());
                items.add(item);
                return item;
            });
            return true;
        }

        List<T> checked(FieldErrors errors) throws HttpError {
            List<T> given = all;
            if (given == null) {
                errors.missing("/" + name);
            }
            errors.throwIfAny();
            return given == null ? List.of() : given;
        }
    }

    /** {@code POST /v1/bulk/renew}. */
    void renew(Exchange exchange) throws HttpError {
        Items<RenewItem> items = new Items<>("leases", RenewItem::new);
        LeaseLength lease = new LeaseLength();
        FieldErrors errors =
                StrictJson.read(exchange, (name, value) -> lease.field(name, value) || items.field(name, value));
        List<RenewItem> checked = items.checked(errors);
        checked.forEach(item -> item.leaseMicros = lease.micros());
        submit(exchange, checked);
    }

    /** {@code POST /v1/bulk/finish}. */
    void finish(Exchange exchange) throws HttpError {
        Items<FinishItem> items = new Items<>("jobs", FinishItem::new);
        submit(exchange, items.checked(StrictJson.read(exchange, items::field)));
    }

    private static void submit(Exchange exchange, List<? extends Item> items) {
        List<Command<?>> commands = new ArrayList<>(items.size());
        for (Item item : items) {
            if (item.problem == null) {
                commands.add(item.command());
            }
        }
        if (commands.isEmpty()) {
            exchange.ok(out -> writeResults(items, List.of(), out));
        } else {
            exchange.<List<Outcome<?>>>callNode(
                    (node, done) -> node.submitEach(commands, done),
                    refused -> Problems.of(refused).error(),
                    outcomes -> exchange.ok(out -> writeResults(items, outcomes, out)));
        }
    }

    private static void writeResults(List<? extends Item> items, List<Outcome<?>> outcomes, JsonGenerator out)
            throws IOException {
        out.writeStartObject();
        out.writeArrayFieldStart("results");
        int next = 0;
        for (Item item : items) {
            out.writeStartObject();
            if (item.id != null) {
                out.writeStringField("id", item.id);
            }
            Problem problem = item.problem;
            Outcome<?> outcome = problem == null ? outcomes.get(next++) : null;
            if (outcome != null && outcome.rejection() != null) {
                problem = Problems.ofJob(outcome, item.id());
            }
            if (problem != null) {
                out.writeFieldName("problem");
                problem.write(null, out);
            } else if (outcome != null) {
                item.write(outcome.reply(), out);
            }
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }
}
