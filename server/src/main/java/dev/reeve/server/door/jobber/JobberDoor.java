package dev.reeve.server.door.jobber;

import dev.reeve.engine.job.JobId;
import dev.reeve.server.net.http.Exchange;
import dev.reeve.server.net.http.Names;
import dev.reeve.server.net.http.Refusal;
import dev.reeve.server.net.http.Route;
import java.util.List;

/** The routes, and what they share. */
public final class JobberDoor {
    private final JobberSettings settings;

    public JobberDoor(JobberSettings settings) {
        this.settings = settings;
    }

    public List<Route> routes() {
        LockedJob locked = new LockedJob(settings);
        return List.of(
                Route.post("/jobber/queue", new QueueJob(this, "type", "job-id")),
                Route.post("/jobs", new QueueJob(this, "jobType", "jobId")),
                Route.post("/jobber/queue/{type}/take", new TakeJob(this)).with(Route.Body.OPTIONAL),
                Route.post("/jobber/job/{id}/done", locked::done),
                Route.post("/jobber/job/{id}/extend", locked::extend),
                Route.post("/jobber/job/{id}/release", locked::release),
                Route.get("/jobber/job/{id}", new ShowJob()));
    }

    JobberSettings settings() {
        return settings;
    }

    /** The queue of a type. */
    String queue(String type) throws Refusal {
        String trimmed = type.strip();
        if (!Names.isPlain(trimmed, settings.longestNameBytes())) {
            throw Words.badType();
        }
        return trimmed;
    }

    /** The job that the path names. */
    static JobId job(Exchange exchange) throws Refusal {
        String id = exchange.segment(0);
        // No job has an id that is not well-formed, and none has to be looked for.
        if (!Names.isText(id, Integer.MAX_VALUE)) {
            throw Words.noJob(id);
        }
        return JobId.of(id);
    }
}
