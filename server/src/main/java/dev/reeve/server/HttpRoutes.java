package dev.reeve.server;

import dev.reeve.access.Right;
import dev.reeve.dashboard.Dashboard;
import dev.reeve.door.api.ApiDoor;
import dev.reeve.door.api.ApiSettings;
import dev.reeve.door.api.ServerReport;
import dev.reeve.door.jobber.JobberDoor;
import dev.reeve.door.jobber.JobberSettings;
import dev.reeve.door.ocypod.OcypodDoor;
import dev.reeve.door.ocypod.OcypodSettings;
import dev.reeve.net.http.Route;
import dev.reeve.net.http.Routes;
import dev.reeve.server.metrics.Metrics;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All HTTP routes except {@code /health} and the other probes, which the listener serves itself. */
public final class HttpRoutes {
    private static final String DESCRIPTION = "/openapi.json";

    private HttpRoutes() {}

    static Routes of(Settings settings, ServerReport report, @Nullable Metrics metrics) {
        ApiDoor api = new ApiDoor(ApiSettings.from(settings), report);
        Routes doors = of(OcypodSettings.from(settings), JobberSettings.from(settings), api, metrics);
        return new Routes(Stream.concat(doors.all().stream(), new Dashboard().routes().stream())
                .toList());
    }

    public static Routes of(OcypodSettings ocypod, JobberSettings jobber) {
        return of(ocypod, jobber, new ApiDoor(ApiSettings.DEFAULTS, ServerReport.NODE_ALONE), null);
    }

    private static Routes of(OcypodSettings ocypod, JobberSettings jobber, ApiDoor api, @Nullable Metrics metrics) {
        byte[] description = description();
        List<Route> routes = new ArrayList<>();
        new OcypodDoor(ocypod, Version.number()).routes().forEach(route -> routes.add(route.of("ocypod")));
        new JobberDoor(jobber).routes().forEach(route -> routes.add(route.of("jobber")));
        api.routes().forEach(route -> routes.add(route.of("api")));
        routes.add(Route.get(DESCRIPTION, exchange -> exchange.okBytes(description)));
        if (metrics != null) {
            routes.add(Route.get("/metrics", exchange -> {
                exchange.sender().requireEverywhere(Right.READ);
                exchange.text(Metrics.TEXT, metrics.text());
            }));
        }
        return new Routes(routes);
    }

    private static byte[] description() {
        try (InputStream in = HttpRoutes.class.getResourceAsStream(DESCRIPTION)) {
            return Objects.requireNonNull(in).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
