package dev.reeve.server.net.http;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings each request to the route that serves it, once its body is there. */
final class Doors {
    private static final Logger LOG = LoggerFactory.getLogger(Doors.class);

    private final Routes routes;
    private final Handover handover;
    private final Intakes intakes;

    Doors(Routes routes, Handover handover, Intakes intakes) {
        this.routes = routes;
        this.handover = handover;
        this.intakes = intakes;
    }

    void receive(HttpServerRequest request) {
        Exchange exchange;
        try {
            exchange = new Exchange(request, find(request), handover, intakes);
        } catch (Refusal refusal) {
            intakes.refusals().refused(refusal);
            Standard.refuse(request, refusal);
            return;
        } catch (Routes.WrongMethod wrong) {
            refuseMethod(request, wrong.allowed());
            return;
        }
        if (exchange.route().body() == Route.Body.IGNORED && !announcesBody(request)) {
            handle(exchange);
            return;
        }
        Intake intake = new Intake(request, intakes);
        intakes.started(intake);
        intake.read(body -> {
            exchange.body(body);
            take(exchange);
        });
    }

    private Routes.Found find(HttpServerRequest request) throws Refusal, Routes.WrongMethod {
        String path = request.path();
        return routes.find(request.method().name(), path == null ? "" : path);
    }

    static void refuseMethod(HttpServerRequest request, String allowed) {
        request.response().putHeader(HttpHeaders.ALLOW, allowed);
        Standard.refuse(request, new Refusal(405, "Method not allowed"));
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
