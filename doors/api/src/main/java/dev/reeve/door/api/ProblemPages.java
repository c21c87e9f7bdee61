package dev.reeve.door.api;

import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.ProblemType;
import dev.reeve.net.http.Route;

/** {@code GET /problems/{type}}: explains a kind of error. */
final class ProblemPages implements Route.Handler {
    @Override
    public void handle(Exchange exchange) throws HttpError {
        String name = exchange.segment(0);
        ProblemType type = Problems.ALL.stream()
                .filter(known -> known.name().equals(name))
                .findFirst()
                .orElseThrow(() -> ProblemType.NOT_FOUND
                        .of("There is no kind of error " + name)
                        .error());
        exchange.ok(out -> {
            out.writeStartObject();
            out.writeStringField("type", ProblemType.PATH + type.name());
            out.writeNumberField("status", type.status());
            out.writeStringField("title", type.title());
            out.writeStringField("explanation", type.explanation());
            out.writeEndObject();
        });
    }
}
