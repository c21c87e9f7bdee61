package dev.reeve.door.jobber;

import dev.reeve.engine.job.JobId;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.NameRule;
import dev.reeve.net.http.Route;
import java.util.List;

/** The Jobber door: its routes and the settings that they share. */
public final class JobberDoor {
    private final JobberSettings settings;

    public JobberDoor(JobberSettings settings) {
        this.settings = settings;
    }

    public List<Route> routes() {
        LockActions locked = new LockActions(settings);
        return List.of(
                Route.post("/jobber/queue", new QueueJob(this, "type", "job-id")),
                Route.post("/jobs", new QueueJob(this, "jobType", "jobId")),
                Route.post("/jobber/queue/{type}/take", new JobberTakeJob(this))
                        .with(Route.Body.OPTIONAL)
                        .brief(),
                Route.post("/jobber/job/{id}/done", locked::done).brief(),
                Route.post("/jobber/job/{id}/extend", locked::extend).brief(),
                Route.post("/jobber/job/{id}/release", locked::release).brief(),
                Route.get("/jobber/job/{id}", new JobberShowJob()));
    }

    JobberSettings settings() {
        return settings;
    }

    /** The queue of a type. */
    String queue(String type) throws HttpError {
        String trimmed = type.strip();
        if (!isType(trimmed)) {
            throw JobberErrors.badType();
        }
        return trimmed;
    }

    boolean isType(String text) {
        return NameRule.isPlain(text, settings.longestNameBytes());
    }

    /** The job that the path names. */
    static JobId job(Exchange exchange) throws HttpError {
        String id = exchange.segment(0);
        // No job has a malformed id, so no lookup is needed.
        if (!NameRule.isText(id, Integer.MAX_VALUE)) {
            throw JobberErrors.noJob(id);
        }
        return JobId.of(id);
    }
}
