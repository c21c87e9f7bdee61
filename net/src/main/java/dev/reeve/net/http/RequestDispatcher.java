package dev.reeve.net.http;

import dev.reeve.net.RefusalKind;
import dev.reeve.tally.RequestTally;
import dev.reeve.tally.Traffic;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Dispatcher that calls the handler of each request's route. The routes for monitoring exist always, the others while the
 * server is healthy. HTTP loop only, except where noted.
 */
final class RequestDispatcher {
    private static final Logger log = LoggerFactory.getLogger(RequestDispatcher.class);
    private static final String STARTING = "starting";

    private final BodyBudget bodyBudget;
    private final ResponseBudget responseBudget;
    private final HttpRefusals refusals;
    private final @Nullable Traffic traffic;
    private final AtomicReference<@Nullable String> unhealthyReason = new AtomicReference<>(STARTING);
    private final Table probes;
    private volatile Table served;
    private volatile @Nullable LoopBridge loopBridge;
    private volatile Supplier<@Nullable String> notReady = () -> null;

    /** Routes and their counters; no counters if requests are not counted. */
    private record Table(Routes routes, IdentityHashMap<Route, RequestTally> tallies) {
        static Table of(List<Route> routes, @Nullable Traffic traffic) {
            IdentityHashMap<Route, RequestTally> tallies = new IdentityHashMap<>();
            if (traffic != null) {
                routes.forEach(
                        route -> tallies.put(route, traffic.door(route.door()).of(route.label())));
            }
            return new Table(new Routes(routes), tallies);
        }
    }

    /** @param traffic the request counters; null if requests are not counted */
    RequestDispatcher(
            BodyBudget bodyBudget, ResponseBudget responseBudget, HttpRefusals refusals, @Nullable Traffic traffic) {
        this.bodyBudget = bodyBudget;
        this.responseBudget = responseBudget;
        this.refusals = refusals;
        this.traffic = traffic;
        this.probes = Table.of(
                List.of(
                        Route.get("/health", it -> probe(it, "healthy", "unhealthy", unhealthyReason.get())),
                        Route.get("/livez", it -> probe(it, "alive", "", null)),
                        Route.get("/readyz", it -> probe(it, "ready", "not ready", notReadyReason()))),
                traffic);
        this.served = probes;
    }

    BodyBudget bodyBudget() {
        return bodyBudget;
    }

    ResponseBudget responseBudget() {
        return responseBudget;
    }

    HttpRefusals refusals() {
        return refusals;
    }

    LoopBridge loopBridge() {
        LoopBridge bridge = loopBridge;
        if (bridge == null) {
            throw new IllegalStateException("the node has not started");
        }
        return bridge;
    }

    /** Adds routes. If the listener was marked unhealthy before, it stays unhealthy. Any thread. */
    void serve(Routes routes, LoopBridge bridge) {
        loopBridge = bridge;
        served = Table.of(
                Stream.concat(probes.routes().all().stream(), routes.all().stream())
                        .toList(),
                traffic);
        unhealthyReason.compareAndSet(STARTING, null);
    }

    /** Any thread. */
    void unhealthy(String why) {
        unhealthyReason.set(why);
    }

    /** Any thread. */
    void notReadyIf(Supplier<@Nullable String> reason) {
        notReady = reason;
    }

    /** During the start, the reason of the supplier says more than that the server is starting. */
    private @Nullable String notReadyReason() {
        String unhealthy = unhealthyReason.get();
        if (unhealthy != null && !unhealthy.equals(STARTING)) {
            return unhealthy;
        }
        String reason = notReady.get();
        return reason != null ? reason : unhealthy;
    }

    private static void probe(Exchange exchange, String good, String bad, @Nullable String why) {
        exchange.answer(why == null ? 200 : 503, out -> {
            out.writeStartObject();
            out.writeStringField("status", why == null ? good : bad);
            if (why != null) {
                out.writeStringField("error", why);
            }
            out.writeEndObject();
        });
    }

    /** Finds the route and calls its handler, unless it needs a body. Returns whether the body is to be read first. */
    boolean dispatch(Exchange exchange) {
        try {
            Table table = unhealthyReason.get() == null ? served : probes;
            Routes.Found found = table.routes().find(exchange.method(), exchange.path());
            exchange.found(found, table.tallies().get(found.route()));
        } catch (HttpError refusal) {
            refuse(exchange, refusal);
            return false;
        }
        if (exchange.route().body() != Route.Body.IGNORED || exchange.announcesBody()) {
            return true;
        }
        handle(exchange);
        return false;
    }

    /** Refuses a request before its route is known. */
    private void refuse(Exchange exchange, HttpError refusal) {
        String why = unhealthyReason.get();
        if (refusal.status() != 404) {
            refuseUnknown(exchange, refusal);
        } else if (why != null) {
            refuseUnknown(exchange, new HttpError(503, "The server is " + why));
        } else {
            refusals.refused(RefusalKind.UNKNOWN);
            refuseUnknown(exchange, refusal);
        }
    }

    /** Refuses a request that has no route. */
    void refuseUnknown(Exchange exchange, HttpError refusal) {
        if (traffic != null) {
            exchange.countAs(traffic.door(Route.HTTP).unknown());
        }
        exchange.refuse(refusal);
    }

    /** Calls the handler of a request whose body has been read, if the body is what the route expects. */
    void bodyReceived(Exchange exchange) {
        boolean empty = exchange.body().length == 0;
        Route.Body wanted = exchange.route().body();
        if (wanted == Route.Body.REQUIRED && empty) {
            exchange.refuse(HttpError.badRequest("A JSON body is required"));
        } else if (wanted != Route.Body.IGNORED && !empty && !isJson(exchange.header("content-type"))) {
            exchange.refuse(new HttpError(415, "Expected a body of type application/json"));
        } else {
            handle(exchange);
        }
    }

    /** Whether a content type is {@code application/json} or ends in {@code +json}; parameters are ignored. */
    private static boolean isJson(@Nullable String header) {
        if (header == null) {
            return false;
        }
        int semicolon = header.indexOf(';');
        String type = (semicolon < 0 ? header : header.substring(0, semicolon)).strip();
        if (type.equals("application/json")) {
            return true;
        }
        String lower = type.toLowerCase(Locale.ROOT);
        return lower.equals("application/json") || (lower.indexOf('/') > 0 && lower.endsWith("+json"));
    }

    private static void handle(Exchange exchange) {
        try {
            exchange.route().handler().handle(exchange);
        } catch (HttpError refusal) {
            exchange.refuse(refusal);
        } catch (RuntimeException e) {
            log.error("failed to process {}", exchange, e);
            if (!exchange.isAnswered()) {
                exchange.refuse(new HttpError(500, "Internal error"));
            }
        }
    }
}
