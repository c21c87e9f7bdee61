package dev.reeve.door.api;

import dev.reeve.engine.job.JobId;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.FieldErrors;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.Route;
import dev.reeve.net.http.StrictJson;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** The server's own interface: its routes and the settings that they share. */
public final class ApiDoor {
    private final ApiSettings settings;

    public ApiDoor(ApiSettings settings) {
        this.settings = settings;
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
        return List.of(
                Route.post("/v1/jobs", adding::one),
                Route.post("/v1/bulk/add", plain(adding::many)).forMany(),
                Route.get("/v1/jobs", reading::list),
                Route.get("/v1/jobs/{id}", reading::one),
                Route.patch("/v1/jobs/{id}", plain(changing::patch)),
                Route.delete("/v1/jobs/{id}", plain(changing::delete)),
                Route.post("/v1/jobs/{id}/cancel", plain(changing::cancel)).with(Route.Body.OPTIONAL),
                Route.post("/v1/jobs/{id}/retry", plain(changing::retry)).with(Route.Body.OPTIONAL),
                Route.post("/v1/jobs/{id}/log", plain(changing::log)),
                Route.post("/v1/acquire", plain(acquiring)),
                Route.post("/v1/jobs/{id}/renew", plain(reports::renew)),
                Route.post("/v1/jobs/{id}/complete", plain(reports::complete)),
                Route.post("/v1/jobs/{id}/cancelled", plain(reports::cancelled)),
                Route.post("/v1/jobs/{id}/fail", plain(reports::fail)),
                Route.post("/v1/jobs/{id}/release", plain(reports::release)),
                Route.post("/v1/bulk/renew", plain(bulk::renew)).forMany(),
                Route.post("/v1/bulk/finish", plain(bulk::finish)).forMany(),
                Route.get("/v1/queues", queues::list),
                Route.get("/v1/queues/{queue}", plain(queues::show)),
                Route.put("/v1/queues/{queue}", plain(queues::configure)),
                Route.delete("/v1/queues/{queue}", plain(queues::delete)),
                Route.post("/v1/queues/{queue}/pause", plain(queues::pause)).with(Route.Body.OPTIONAL),
                Route.post("/v1/queues/{queue}/resume", plain(queues::resume)).with(Route.Body.OPTIONAL),
                Route.post("/v1/queues/{queue}/purge", plain(queues::purge)),
                Route.get("/v1/limits", limits::list),
                Route.get("/v1/limits/{pattern}", plain(limits::show)),
                Route.put("/v1/limits/{pattern}", plain(limits::set)),
                Route.delete("/v1/limits/{pattern}", plain(limits::delete)),
                Route.get("/v1/limits/{pattern}/keys", limits::keys),
                Route.get("/problems/{type}", plain(new ProblemPages())));
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
