package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.access.AuditRing;
import dev.reeve.access.Identity;
import dev.reeve.access.Right;
import dev.reeve.access.Role;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.HttpError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Handlers that tell who somebody is, and who did what: {@code /v1/me}, {@code /v1/audit}. */
final class ApiIdentity {
    private static final Set<String> PARAMETERS = Set.of("cursor", "limit");
    private static final List<String> ALL_QUEUES = List.of("*");
    private static final String LIST = "audit";
    private static final long BYTES_A_LINE = 1_000;

    /** {@code GET /v1/me}. Where clients need not say who they are, everybody may do everything. */
    void me(Exchange exchange) {
        Identity who = exchange.sender().identity();
        exchange.ok(out -> write(who, out));
    }

    static void write(@Nullable Identity who, JsonGenerator out) throws IOException {
        Role role = who == null ? Role.ADMIN : who.role();
        List<String> queues = who == null ? List.of() : who.queues().patterns();
        out.writeStartObject();
        out.writeStringField("name", who == null ? null : who.name());
        out.writeStringField("kind", who == null ? "anonymous" : who.kind().word());
        out.writeStringField("role", role.word());
        JobWriter.writeTexts(
                "rights",
                Arrays.stream(Right.values()).filter(role::has).map(Right::word).toList(),
                out);
        JobWriter.writeTexts("queues", queues.isEmpty() ? ALL_QUEUES : queues, out);
        out.writeEndObject();
    }

    /** {@code GET /v1/audit}: the last lines of the audit log, the newest first. */
    void audit(Exchange exchange) throws HttpError {
        Parameters parameters = new Parameters(exchange, PARAMETERS);
        int limit = parameters.integer("limit", 1, JobListing.MOST, JobListing.USUAL);
        String cursor = parameters.one("cursor");
        parameters.throwIfAny();
        exchange.sender().requireEverywhere(Right.AUDIT);
        List<AuditRing.Line> lines =
                exchange.sender().auditLines(cursor == null ? Long.MAX_VALUE : number(cursor), limit + 1);
        exchange.whenBudgetAllows(BYTES_A_LINE * lines.size(), () -> answer(exchange, lines, limit));
    }

    private static long number(String cursor) throws HttpError {
        String text = new String(Cursor.parse(LIST, cursor), StandardCharsets.UTF_8);
        if (!text.matches("[0-9]{1,18}")) {
            throw Problems.badCursor().error();
        }
        return Long.parseLong(text);
    }

    private static void answer(Exchange exchange, List<AuditRing.Line> lines, int limit) {
        List<AuditRing.Line> shown = lines.subList(0, Math.min(limit, lines.size()));
        byte[] last = lines.size() > limit
                ? Long.toString(shown.get(limit - 1).number()).getBytes(StandardCharsets.UTF_8)
                : null;
        exchange.ok(out -> {
            out.writeStartObject();
            out.writeArrayFieldStart("lines");
            for (AuditRing.Line line : shown) {
                out.writeRawValue(line.json());
            }
            out.writeEndArray();
            out.writeStringField("cursor", last == null ? null : Cursor.print(LIST, last));
            out.writeEndObject();
        });
    }
}
