package dev.reeve.door.ocypod;

import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.NameRule;
import dev.reeve.net.http.Route;
import java.util.List;

/** The Ocypod door: its routes and the settings that they share. */
public final class OcypodDoor {
    static final long LONGEST_WAIT_MICROS = 60_000_000;

    private final OcypodSettings settings;
    private final OcypodErrors words;
    private final String version;

    public OcypodDoor(OcypodSettings settings, String version) {
        this.settings = settings;
        this.words = new OcypodErrors(settings.initialStatus(), settings.longestNameBytes());
        this.version = version;
    }

    public List<Route> routes() {
        Queues queues = new Queues(this);
        ShowJob show = new ShowJob(words);
        ChangeJob change = new ChangeJob(this);
        Info info = new Info(words, version);
        return List.of(
                Route.get("/queue", queues::list),
                Route.get("/queue/{queue}", queues::show),
                Route.put("/queue/{queue}", queues::configure),
                Route.delete("/queue/{queue}", queues::delete),
                Route.get("/queue/{queue}/size", queues::size),
                Route.get("/queue/{queue}/job_ids", queues::jobIds),
                Route.post("/queue/{queue}/job", new CreateJob(this)),
                Route.getOnly("/queue/{queue}/job", new TakeJob(this)),
                Route.get("/job/{id}", show::job),
                Route.patch("/job/{id}", change::patch),
                Route.delete("/job/{id}", change::delete),
                Route.get("/job/{id}/status", show::status),
                Route.get("/job/{id}/output", show::output),
                Route.put("/job/{id}/output", change::output),
                Route.put("/job/{id}/heartbeat", change::heartbeat).with(Route.Body.IGNORED),
                Route.get("/tag/{tag}", info::tag),
                Route.get("/info", info::counts),
                Route.get("/info/version", info::version));
    }

    OcypodSettings settings() {
        return settings;
    }

    OcypodErrors words() {
        return words;
    }

    /** The queue that the path names, which may be of another door. */
    static String queue(Exchange exchange) {
        return exchange.segment(0);
    }

    /** The queue to be created or changed that the path names. */
    String ownQueue(Exchange exchange) throws HttpError {
        String name = queue(exchange);
        if (!NameRule.isPlain(name, settings.longestNameBytes())) {
            throw OcypodErrors.badQueueName();
        }
        return name;
    }

    /** Throws an error if the bytes exceed the payload limit. */
    byte[] checked(String what, byte[] bytes) throws HttpError {
        if (bytes.length > settings.mostPayloadBytes()) {
            throw OcypodErrors.tooLarge(what, settings.mostPayloadBytes());
        }
        return bytes;
    }
}
