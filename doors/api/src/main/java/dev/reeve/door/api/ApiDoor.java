package dev.reeve.door.api;

import dev.reeve.engine.job.JobId;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.FieldErrors;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.Route;
import dev.reeve.net.http.StrictJson;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The server's own interface: its routes and the settings that they share. */
public final class ApiDoor {
    private final ApiSettings settings;
    private final ServerReport report;

    public ApiDoor(ApiSettings settings, ServerReport report) {
        this.settings = settings;
        this.report = report;
    }

    public List<Route> routes() {
        ReadJobs reading = new ReadJobs();
        AddJobs adding = new AddJobs(settings, reading);
        ChangeJobs changing = new ChangeJobs(settings, reading);
        AcquireJobs acquiring = new AcquireJobs(settings);
        LeaseReports reports = new LeaseReports(settings);
        BulkReports bulk = new BulkReports(settings);
        ApiQueues queues = new ApiQueues(settings);
        ApiLimits limits = new ApiLimits(settings);
        ApiBatches batches = new ApiBatches(settings, adding);
        List<Route> routes = new ArrayList<>(operatorRoutes());
        routes.addAll(List.of(
                Route.post("/v1/jobs", adding::one),
                Route.post("/v1/bulk/add", plain(adding::many)).forMany(),
                Route.get("/v1/jobs", reading::list),
                Route.get("/v1/jobs/{id}", reading::one),
                Route.patch("/v1/jobs/{id}", plain(changing::patch)),
                Route.delete("/v1/jobs/{id}", plain(changing::delete)),
                Route.post("/v1/jobs/{id}/cancel", plain(changing::cancel))
                        .with(Route.Body.OPTIONAL)
                        .brief(),
                Route.post("/v1/jobs/{id}/retry", plain(changing::retry))
                        .with(Route.Body.OPTIONAL)
                        .brief(),
                Route.post("/v1/jobs/{id}/log", plain(changing::log)),
                Route.post("/v1/acquire", plain(acquiring)),
                Route.post("/v1/jobs/{id}/renew", plain(reports::renew)).brief(),
                Route.post("/v1/jobs/{id}/complete", plain(reports::complete)),
                Route.post("/v1/jobs/{id}/cancelled", plain(reports::cancelled)).brief(),
                Route.post("/v1/jobs/{id}/fail", plain(reports::fail)),
                Route.post("/v1/jobs/{id}/release", plain(reports::release)).brief(),
                Route.post("/v1/bulk/renew", plain(bulk::renew)).forMany(),
                Route.post("/v1/bulk/finish", plain(bulk::finish)).forMany(),
                Route.get("/v1/queues", queues::list),
                Route.get("/v1/queues/{queue}", plain(queues::show)),
                Route.put("/v1/queues/{queue}", plain(queues::configure)),
                Route.delete("/v1/queues/{queue}", plain(queues::delete)),
                Route.post("/v1/queues/{queue}/pause", plain(queues::pause))
                        .with(Route.Body.OPTIONAL)
                        .brief(),
                Route.post("/v1/queues/{queue}/resume", plain(queues::resume))
                        .with(Route.Body.OPTIONAL)
                        .brief(),
                Route.post("/v1/queues/{queue}/purge", plain(queues::purge)).brief(),
                Route.post("/v1/batches", plain(batches::open)).forMany(),
                Route.get("/v1/batches", batches::list),
                Route.get("/v1/batches/{batch}", plain(batches::show)),
                Route.post("/v1/batches/{batch}/jobs", plain(batches::add)).forMany(),
                Route.post("/v1/batches/{batch}/close", plain(batches::close))
                        .with(Route.Body.OPTIONAL)
                        .brief(),
                Route.post("/v1/batches/{batch}/cancel", plain(batches::cancel))
                        .with(Route.Body.OPTIONAL)
                        .brief(),
                Route.post("/v1/batches/{batch}/retry", plain(batches::retry))
                        .with(Route.Body.OPTIONAL)
                        .brief(),
                Route.get("/v1/batches/{batch}/results", batches::results),
                Route.get("/v1/limits", limits::list),
                Route.get("/v1/limits/{pattern}", plain(limits::show)),
                Route.put("/v1/limits/{pattern}", plain(limits::set)).brief(),
                Route.delete("/v1/limits/{pattern}", plain(limits::delete)),
                Route.get("/v1/limits/{pattern}/keys", limits::keys),
                Route.get("/problems/{type}", plain(new ProblemPages()))));
        return routes;
    }

    /** The routes for those who operate the server. */
    private List<Route> operatorRoutes() {
        BulkChanges bulk = new BulkChanges(settings);
        ApiWorkers workers = new ApiWorkers();
        ApiServer server = new ApiServer(report);
        ApiNodes nodes = new ApiNodes(report);
        ApiIdentity identity = new ApiIdentity();
        ApiLogin login = new ApiLogin();
        ApiTokens tokens = new ApiTokens();
        ApiSeries series = new ApiSeries();
        ApiSchedules schedules = new ApiSchedules(settings);
        ApiWebhooks webhooks = new ApiWebhooks(settings);
        return List.of(
                Route.post("/v1/bulk/retry", plain(bulk::retry)),
                Route.post("/v1/bulk/cancel", plain(bulk::cancel)),
                Route.post("/v1/bulk/delete", plain(bulk::delete)),
                Route.post("/v1/bulk/move", plain(bulk::move)),
                Route.get("/v1/failures", new ApiFailures()),
                Route.get("/v1/workers", workers::list),
                Route.post("/v1/workers/{worker}/quiet", plain(workers::quiet))
                        .with(Route.Body.OPTIONAL)
                        .brief(),
                Route.get("/v1/server", plain(server::server)),
                Route.get("/v1/nodes", plain(nodes::list)),
                Route.post("/v1/nodes/{node}/transfer", plain(nodes::transfer))
                        .with(Route.Body.OPTIONAL)
                        .brief(),
                Route.post("/v1/nodes/{node}/join", plain(nodes::join)).brief(),
                Route.post("/v1/nodes/{node}/leave", plain(nodes::leave))
                        .with(Route.Body.OPTIONAL)
                        .brief(),
                Route.get("/v1/settings", plain(server::settings)),
                Route.post("/v1/backup", plain(new ApiBackup()))
                        .with(Route.Body.OPTIONAL)
                        .brief(),
                Route.get("/v1/me", plain(identity::me)),
                Route.get("/v1/audit", identity::audit),
                Route.post("/v1/login", plain(login::login)).brief(),
                Route.post("/v1/logout", plain(login::logout))
                        .with(Route.Body.OPTIONAL)
                        .brief(),
                Route.get("/v1/tokens", plain(tokens::list)),
                Route.post("/v1/tokens", plain(tokens::create)).brief(),
                Route.delete("/v1/tokens/{token}", plain(tokens::revoke)),
                Route.getOnly("/v1/events", new ApiEvents()),
                Route.get("/v1/series", plain(series::total)),
                Route.get("/v1/queues/{queue}/series", plain(series::ofQueue)),
                Route.get("/v1/schedules", schedules::list),
                Route.get("/v1/schedules/{name}", plain(schedules::show)),
                Route.put("/v1/schedules/{name}", plain(schedules::put)),
                Route.delete("/v1/schedules/{name}", plain(schedules::delete)),
                Route.post("/v1/schedules/{name}/run", plain(schedules::run))
                        .with(Route.Body.OPTIONAL)
                        .brief(),
                Route.post("/v1/schedules/{name}/pause", plain(schedules::pause))
                        .with(Route.Body.OPTIONAL)
                        .brief(),
                Route.post("/v1/schedules/{name}/resume", plain(schedules::resume))
                        .with(Route.Body.OPTIONAL)
                        .brief(),
                Route.get("/v1/webhooks", plain(webhooks::list)),
                Route.get("/v1/webhooks/{name}", plain(webhooks::show)),
                Route.put("/v1/webhooks/{name}", plain(webhooks::put)),
                Route.delete("/v1/webhooks/{name}", plain(webhooks::delete)),
                Route.post("/v1/webhooks/{name}/test", plain(webhooks::test))
                        .with(Route.Body.OPTIONAL)
                        .brief());
    }

    /** A handler of a route that has no parameters. */
    private static Route.Handler plain(Route.Handler handler) {
        return exchange -> {
            new Parameters(exchange, Set.of()).throwIfAny();
            handler.handle(exchange);
        };
    }

    /** Reads the body, which may be missing where the route allows it. Returns what is wrong with it. */
    static FieldErrors read(Exchange exchange, StrictJson.Fields fields) throws HttpError {
        return exchange.body().length == 0 ? new FieldErrors() : StrictJson.read(exchange.body(), fields);
    }

    static String pathOf(JobId id) {
        return "/v1/jobs/" + encode(id.toString());
    }

    static String encode(String segment) {
        return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
