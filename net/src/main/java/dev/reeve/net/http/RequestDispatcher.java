package dev.reeve.net.http;

import dev.reeve.tally.RequestTally;
import dev.reeve.tally.Traffic;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.IdentityHashMap;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Dispatcher that reads the body of each request and calls the handler of its route. */
final class RequestDispatcher {
    private static final Logger log = LoggerFactory.getLogger(RequestDispatcher.class);

    private final Routes routes;
    private final LoopBridge loopBridge;
    private final BodyBudget bodyBudget;
    private final ResponseBudget responseBudget;
    private final @Nullable Traffic traffic;
    private final IdentityHashMap<Route, RequestTally> tallies = new IdentityHashMap<>();

    /** @param traffic the request counters; null if requests are not counted */
    RequestDispatcher(
            Routes routes,
            LoopBridge loopBridge,
            BodyBudget bodyBudget,
            ResponseBudget responseBudget,
            @Nullable Traffic traffic) {
        this.routes = routes;
        this.loopBridge = loopBridge;
        this.bodyBudget = bodyBudget;
        this.responseBudget = responseBudget;
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
            exchange = new Exchange(request, found, loopBridge, bodyBudget, responseBudget, tallies.get(found.route()));
        } catch (HttpError refusal) {
            bodyBudget.refusals().refused(refusal);
            CommonResponses.refuse(request, refusal);
            countUnknown();
            return;
        } catch (Routes.NoPath none) {
            bodyBudget.refusals().noSuchPath();
            CommonResponses.refuse(request, new HttpError(404, "Not found"));
            countUnknown();
            return;
        } catch (Routes.WrongMethod wrong) {
            bodyBudget.refusals().refused(refuseMethod(request, wrong.allowed()));
            countUnknown();
            return;
        }
        if (exchange.route().body() == Route.Body.IGNORED && !announcesBody(request)) {
            handle(exchange);
            return;
        }
        BodyReader bodyReader = new BodyReader(request, bodyBudget);
        bodyBudget.started(bodyReader);
        bodyReader.read(
                body -> {
                    exchange.body(body);
                    checkBody(exchange);
                },
                exchange::answered);
    }

    private void countUnknown() {
        if (traffic != null) {
            traffic.door(Route.HTTP).unknown().answered(0, true);
        }
    }

    private Routes.Found find(HttpServerRequest request) throws HttpError, Routes.NoPath, Routes.WrongMethod {
        String path = request.path();
        return routes.find(request.method().name(), path == null ? "" : path);
    }

    static HttpError refuseMethod(HttpServerRequest request, String allowed) {
        HttpError refusal = new HttpError(405, "Method not allowed");
        request.response().putHeader(HttpHeaders.ALLOW, allowed);
        CommonResponses.refuse(request, refusal);
        return refusal;
    }

    private static boolean announcesBody(HttpServerRequest request) {
        return request.headers().contains(HttpHeaders.CONTENT_LENGTH)
                || request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    }

    private static void checkBody(Exchange exchange) {
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
