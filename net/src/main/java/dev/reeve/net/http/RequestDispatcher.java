package dev.reeve.net.http;

import dev.reeve.access.Gate;
import dev.reeve.net.RefusalKind;
import dev.reeve.net.RefusalLog;
import dev.reeve.tally.DoorTally;
import dev.reeve.tally.RequestTally;
import dev.reeve.tally.StreamTally;
import dev.reeve.tally.Traffic;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Dispatcher that calls the handler of each request's route. The routes for monitoring exist always, the others while the
 * server is healthy. HTTP loop only, except where noted.
 */
final class RequestDispatcher {
    private static final String STARTING = "starting";
    private static final String LOGIN = "/v1/login";
    /** The paths that are served on connections above the limit too. */
    private static final Set<String> MONITORING = Set.of("/health", "/livez", "/readyz", "/metrics");

    final RequestRules rules;
    final BodyBudget bodyBudget;
    final ResponseBudget responseBudget;
    final RefusalLog refusals;
    final EventStreams streams;
    private final LargeBodies largeBodies;
    private final @Nullable Traffic traffic;
    private final IdentityHashMap<Route, RequestTally> tallies = new IdentityHashMap<>();
    private final AtomicReference<@Nullable String> unhealthyReason = new AtomicReference<>(STARTING);
    private final Routes probes = new Routes(List.of(
            Route.get("/health", exchange -> probe(exchange, "healthy", "unhealthy", unhealthyReason.get())),
            Route.get("/livez", exchange -> probe(exchange, "alive", "", null)),
            Route.get("/readyz", exchange -> probe(exchange, "ready", "not ready", notReadyReason()))));
    private volatile Routes served = probes;
    private volatile @Nullable Gate gate;
    private volatile @Nullable LoopBridge loopBridge;
    private volatile Supplier<@Nullable String> notReady = () -> null;

    /** @param traffic the request counters; null if requests are not counted */
    RequestDispatcher(
            RequestRules rules,
            BodyBudget bodyBudget,
            ResponseBudget responseBudget,
            RefusalLog refusals,
            LargeBodies largeBodies,
            @Nullable Traffic traffic) {
        this.rules = rules;
        this.bodyBudget = bodyBudget;
        this.responseBudget = responseBudget;
        this.refusals = refusals;
        this.largeBodies = largeBodies;
        this.traffic = traffic;
        this.streams = new EventStreams(refusals, traffic == null ? new StreamTally() : traffic.streams());
    }

    /** Sets what clients have to pass. Called before routes are added. */
    void gate(Gate entrance) {
        gate = entrance;
    }

    /** What clients have to pass; null if they need not say who they are. */
    @Nullable
    Gate gate() {
        return gate;
    }

    /** Whether the request is a probe, which nobody has to log in for. */
    boolean isProbe(Exchange exchange) {
        String path = exchange.path();
        return probes.all().stream().anyMatch(route -> route.path().equals(path));
    }

    /** Whether the request is a login, which says itself who sends it. */
    boolean isLogin(Exchange exchange) {
        return exchange.path().equals(LOGIN) && exchange.method().equals("POST");
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
        served = new Routes(
                Stream.concat(probes.all().stream(), routes.all().stream()).toList());
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

    static boolean isMonitoring(Exchange exchange) {
        return MONITORING.contains(exchange.path());
    }

    /** Finds the route and calls its handler, unless it needs a body. Returns whether the body is to be read first. */
    boolean dispatch(Exchange exchange) {
        try {
            Routes routes = unhealthyReason.get() == null ? served : probes;
            Routes.Found found = routes.find(exchange.method(), exchange.path());
            exchange.found(found, traffic == null ? null : tally(found.route(), traffic));
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

    private RequestTally tally(Route route, Traffic counters) {
        return tallies.computeIfAbsent(
                route, first -> counters.door(first.door()).of(first.label()));
    }

    private void refuse(Exchange exchange, HttpError refusal) {
        String unhealthy = unhealthyReason.get();
        boolean hasNoPath = refusal.status() == 404;
        if (hasNoPath && unhealthy == null) {
            refusals.refused(Route.HTTP, RefusalKind.UNKNOWN);
        }
        refuseUnknown(exchange, hasNoPath && unhealthy != null ? unavailable(unhealthy) : refusal);
    }

    private static HttpError unavailable(String why) {
        ProblemType type = why.equals(STARTING) ? ProblemType.STARTING : ProblemType.STOPPING;
        return type.of("The server is " + why).error();
    }

    /** Refuses a request that has no route. */
    void refuseUnknown(Exchange exchange, HttpError refusal) {
        if (traffic != null) {
            exchange.countAs(traffic.door(Route.HTTP).of(DoorTally.UNKNOWN));
        }
        exchange.refuse(refusal);
    }

    /** Calls the handler of a request whose body has been received, now or soon, if the body is what the route expects. */
    void bodyReceived(Exchange exchange) {
        boolean empty = exchange.bodyBytes() == 0;
        Route.Body wanted = exchange.route().body();
        if (wanted == Route.Body.REQUIRED && empty) {
            exchange.refuse(HttpError.badRequest("A JSON body is required"));
        } else if (wanted != Route.Body.IGNORED && !empty && !isJson(exchange.header("content-type"))) {
            exchange.refuse(new HttpError(415, "Expected a body of type application/json"));
        } else if (wanted != Route.Body.IGNORED && LargeBodies.isLarge(exchange.bodyBytes())) {
            largeBodies.handle(exchange, () -> handle(exchange));
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
        return type.equalsIgnoreCase("application/json")
                || (type.indexOf('/') > 0 && type.toLowerCase(Locale.ROOT).endsWith("+json"));
    }

    private static void handle(Exchange exchange) {
        try {
            exchange.route().handler().handle(exchange);
        } catch (HttpError refusal) {
            exchange.refuse(refusal);
        } catch (RuntimeException bug) {
            exchange.failed(bug);
        }
    }
}
