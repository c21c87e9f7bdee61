package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.DropLimit;
import dev.reeve.engine.command.SetLimit;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.FormatException;
import dev.reeve.engine.limit.KeySearch;
import dev.reeve.engine.limit.Limit;
import dev.reeve.engine.limit.LimitKeyView;
import dev.reeve.engine.limit.LimitTable;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.FieldErrors;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.Problem;
import dev.reeve.net.http.StrictJson;
import dev.reeve.node.LongQuery;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Handlers of {@code /v1/limits} and its sub-resources. */
record ApiLimits(ApiSettings settings) {
    private static final Set<String> PARAMETERS = Set.of("cursor", "limit");
    private static final String LIST = "limits";
    private static final String KEYS = "keys ";
    private static final int BYTES_A_LIMIT = 400;
    private static final String EXPECTED_PATTERN =
            "expected a key, or the beginning of keys and an asterisk at the end";

    /** {@code GET /v1/limits}, by pattern. */
    void list(Exchange exchange) throws HttpError {
        Parameters parameters = new Parameters(exchange, PARAMETERS);
        int limit = parameters.integer("limit", 1, JobListing.MOST, JobListing.USUAL);
        String cursor = parameters.one("cursor");
        parameters.throwIfAny();
        String after = cursor == null ? "" : new String(Cursor.parse(LIST, cursor), StandardCharsets.UTF_8);
        exchange.askOrExplain(
                engine -> engine.limits(after, limit + 1),
                refused -> Problems.of(refused).error(),
                rows -> exchange.whenBudgetAllows(
                        (long) BYTES_A_LIMIT * rows.size(), () -> answer(exchange, rows, limit)));
    }

    private static void answer(Exchange exchange, List<LimitTable.Row> rows, int limit) {
        boolean more = rows.size() > limit;
        List<LimitTable.Row> shown = more ? rows.subList(0, limit) : rows;
        exchange.ok(out -> {
            out.writeStartObject();
            out.writeArrayFieldStart(LIST);
            for (LimitTable.Row row : shown) {
                write(row.pattern(), row.limit(), out);
            }
            out.writeEndArray();
            String last = more ? shown.get(shown.size() - 1).pattern() : null;
            out.writeStringField(
                    "cursor", last == null ? null : Cursor.print(LIST, last.getBytes(StandardCharsets.UTF_8)));
            out.writeEndObject();
        });
    }

    private static void write(String pattern, Limit limit, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("pattern", pattern);
        LimitFields.write(limit, out);
        out.writeEndObject();
    }

    /** {@code GET /v1/limits/{pattern}}. */
    void show(Exchange exchange) {
        String pattern = exchange.segment(0);
        exchange.askOrExplain(
                engine -> Optional.ofNullable(engine.limit(pattern)),
                refused -> Problems.of(refused).error(),
                found -> found.ifPresentOrElse(
                        limit -> exchange.ok(out -> write(pattern, limit, out)),
                        () -> exchange.refuse(Problems.limitNotFound(pattern).error())));
    }

    /** {@code PUT /v1/limits/{pattern}}. */
    void set(Exchange exchange) throws HttpError {
        String pattern = exchange.segment(0);
        if (!LimitTable.isPattern(pattern) || !settings.isName(pattern)) {
            throw Problem.invalid("/pattern", EXPECTED_PATTERN).error();
        }
        LimitFields fields = new LimitFields();
        FieldErrors errors = StrictJson.read(exchange.body(), fields::field);
        String contradiction = fields.contradiction();
        if (contradiction != null) {
            errors.add("/max_running", contradiction);
        } else if (errors.isEmpty() && fields.limit().isNone()) {
            errors.add("", "expected max_running, rate or ordered");
        }
        errors.throwIfAny();
        Limit limit = fields.limit();
        exchange.submitOrExplain(
                new SetLimit(pattern, limit), refused -> refusal(refused).error(), created -> {
                    if (created) {
                        exchange.created("/v1/limits/" + ApiDoor.encode(pattern), out -> write(pattern, limit, out));
                    } else {
                        exchange.ok(out -> write(pattern, limit, out));
                    }
                });
    }

    private static Problem refusal(Outcome<?> refused) {
        return refused.rejectionOrThrow() == Rejection.LIMIT_REACHED
                ? Problems.LIMIT_REACHED.of("There may be up to " + LimitTable.MAX_PATTERNS + " limits")
                : Problems.of(refused);
    }

    /** {@code DELETE /v1/limits/{pattern}}. */
    void delete(Exchange exchange) {
        String pattern = exchange.segment(0);
        exchange.submitOrExplain(
                new DropLimit(pattern), refused -> Problems.of(refused).error(), found -> {
                    if (found) {
                        exchange.noContent();
                    } else {
                        exchange.refuse(Problems.limitNotFound(pattern).error());
                    }
                });
    }

    /** Some keys of a limit; null if there is no such limit. */
    private record Keys(@Nullable List<LimitKeyView> found) {}

    /** {@code GET /v1/limits/{pattern}/keys}: the busiest first. */
    void keys(Exchange exchange) throws HttpError {
        String pattern = exchange.segment(0);
        Parameters parameters = new Parameters(exchange, PARAMETERS);
        int limit = parameters.integer("limit", 1, JobListing.MOST, JobListing.USUAL);
        String cursor = parameters.one("cursor");
        parameters.throwIfAny();
        KeySearch search = new KeySearch(pattern, cursor == null ? null : position(pattern, cursor), limit + 1);
        LongQuery<Keys> query = engine -> {
            if (engine.limit(pattern) == null) {
                return new Keys(null);
            }
            List<LimitKeyView> keys = engine.busiestKeys(search);
            return keys == null ? null : new Keys(keys);
        };
        exchange.askInStepsOrExplain(query, refused -> Problems.of(refused).error(), keys -> {
            List<LimitKeyView> found = keys.found;
            if (found == null) {
                exchange.refuse(Problems.limitNotFound(pattern).error());
            } else {
                exchange.whenBudgetAllows(
                        (long) BYTES_A_LIMIT * found.size(), () -> answer(exchange, pattern, found, limit));
            }
        });
    }

    private static void answer(Exchange exchange, String pattern, List<LimitKeyView> keys, int limit) {
        boolean more = keys.size() > limit;
        List<LimitKeyView> shown = more ? keys.subList(0, limit) : keys;
        exchange.ok(out -> {
            out.writeStartObject();
            out.writeArrayFieldStart("keys");
            for (LimitKeyView key : shown) {
                write(key, out);
            }
            out.writeEndArray();
            out.writeStringField("cursor", more ? cursor(pattern, shown.get(shown.size() - 1)) : null);
            out.writeEndObject();
        });
    }

    private static void write(LimitKeyView key, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("key", key.name());
        out.writeNumberField("running", key.running());
        int most = key.maxRunning();
        if (most == 0) {
            out.writeNullField("max_running");
        } else {
            out.writeNumberField("max_running", most);
        }
        out.writeNumberField("throttled", key.throttled());
        JobWriter.writeTime("next_slot_at", key.nextSlotMicros(), out);
        out.writeEndObject();
    }

    private static String cursor(String pattern, LimitKeyView last) {
        ByteSink out = new ByteSink(64);
        out.putVarLong(last.throttled());
        out.putVarLong(last.running());
        out.putString(last.name());
        return Cursor.print(KEYS + pattern, out.toByteArray());
    }

    private static KeySearch.Position position(String pattern, String cursor) throws HttpError {
        byte[] bytes = Cursor.parse(KEYS + pattern, cursor);
        ByteSource in = new ByteSource(bytes, 0, bytes.length);
        try {
            return new KeySearch.Position(
                    in.getCount(Integer.MAX_VALUE), in.getCount(Integer.MAX_VALUE), in.getString());
        } catch (FormatException e) {
            throw Problems.badCursor().error();
        }
    }
}
