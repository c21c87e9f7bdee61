package dev.reeve.door.api;

import dev.reeve.engine.ReadRule;
import dev.reeve.net.http.EventStream;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.Route;
import org.jspecify.annotations.Nullable;

/** Handler of {@code GET /v1/events}: what happens, as server-sent events. */
final class ApiEvents implements Route.Handler {
    private @Nullable EventFeed feed;

    @Override
    public void handle(Exchange exchange) throws HttpError {
        EventFilter filter = EventFilter.of(exchange);
        ReadRule rule = exchange.sender().readRule();
        exchange.askOrExplain(
                engine -> {
                    filter.queues().forEach(rule::require);
                    return true;
                },
                refused -> Problems.of(refused).error(),
                allowed -> open(exchange, filter, rule));
    }

    private void open(Exchange exchange, EventFilter filter, ReadRule rule) {
        EventFeed shared = feed == null ? new EventFeed(exchange.loopBridge(), System::nanoTime) : feed;
        feed = shared;
        try {
            EventStream stream = exchange.stream();
            new FedStream(shared, stream, filter, rule).start();
        } catch (HttpError tooMany) {
            exchange.refuse(tooMany);
        }
    }
}
