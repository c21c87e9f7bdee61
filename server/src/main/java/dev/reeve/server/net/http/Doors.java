package dev.reeve.server.net.http;

import dev.reeve.server.tally.RequestTally;
import dev.reeve.server.tally.Traffic;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings each request to the route that serves it, once its body is there. */
final class Doors {
    private static final Logger LOG = LoggerFactory.getLogger(Doors.class);

    private final Routes routes;
    private final Handover handover;
    private final Intakes intakes;
    private final Outbox outbox;
    private final @Nullable Traffic traffic;
    private final IdentityHashMap<Route, RequestTally> tallies = new IdentityHashMap<>();

    /** @param traffic where requests are counted; null if they are not */
    Doors(Routes routes, Handover handover, Intakes intakes, Outbox outbox, @Nullable Traffic traffic) {
        this.routes = routes;
        this.handover = handover;
        this.intakes = intakes;
        this.outbox = outbox;
        this.traffic = traffic;
        if (traffic != null) {
            routes.all()
                    .forEach(route ->
                            tallies.put(route, traffic.door(route.door()).of(route.label())));
        }
    }

    void receive(HttpServerRequest request) {
        Exchange exchange;
        try {
            Routes.Found found = find(request);
            exchange = new Exchange(request, found, handover, intakes, outbox, tallies.get(found.route()));
        } catch (Refusal refusal) {
            intakes.refusals().refused(refusal);
            Standard.refuse(request, refusal);
            countUnknown();
            return;
        } catch (Routes.NoPath none) {
            intakes.refusals().noSuchPath();
            Standard.refuse(request, new Refusal(404, "Not found"));
            countUnknown();
            return;
        } catch (Routes.WrongMethod wrong) {
            intakes.refusals().refused(refuseMethod(request, wrong.allowed()));
            countUnknown();
            return;
        }
        if (exchange.route().body() == Route.Body.IGNORED && !announcesBody(request)) {
            handle(exchange);
            return;
        }
        Intake intake = new Intake(request, intakes);
        intakes.started(intake);
        intake.read(
                body -> {
                    exchange.body(body);
                    take(exchange);
                },
                exchange::answered);
    }

    private void countUnknown() {
        if (traffic != null) {
            traffic.door(Route.HTTP).unknown().answered(0, true);
        }
    }

    private Routes.Found find(HttpServerRequest request) throws Refusal, Routes.NoPath, Routes.WrongMethod {
        String path = request.path();
        return routes.find(request.method().name(), path == null ? "" : path);
    }

    static Refusal refuseMethod(HttpServerRequest request, String allowed) {
        Refusal refusal = new Refusal(405, "Method not allowed");
        request.response().putHeader(HttpHeaders.ALLOW, allowed);
        Standard.refuse(request, refusal);
        return refusal;
    }

    private static boolean announcesBody(HttpServerRequest request) {
        return request.headers().contains(HttpHeaders.CONTENT_LENGTH)
                || request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    }

    private static void take(Exchange exchange) {
        boolean empty = exchange.body().length == 0;
        Route.Body wanted = exchange.route().body();
        if (wanted == Route.Body.REQUIRED && empty) {
            exchange.refuse(Refusal.badRequest("A JSON body is required"));
        } else if (wanted != Route.Body.IGNORED && !empty && !MediaType.isJson(exchange.header("content-type"))) {
            exchange.refuse(new Refusal(415, "Expected a body of type application/json"));
        } else {
            handle(exchange);
        }
    }

    private static void handle(Exchange exchange) {
        try {
            exchange.route().handler().handle(exchange);
        } catch (Refusal refusal) {
            exchange.refuse(refusal);
        } catch (RuntimeException e) {
            LOG.error("cannot deal with {}", exchange, e);
            if (!exchange.isAnswered()) {
                exchange.refuse(new Refusal(500, "Internal error"));
            }
        }
    }
}
