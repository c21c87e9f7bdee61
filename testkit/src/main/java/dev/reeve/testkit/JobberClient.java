package dev.reeve.testkit;

import org.jspecify.annotations.Nullable;

/** A client of the Jobber door. Its leases are long. */
public final class JobberClient implements DoorClient {
    private final RawHttp http;

    public JobberClient(int port) {
        this(new RawHttp(port));
    }

    /** Uses a connection that is open. */
    public JobberClient(RawHttp http) {
        this.http = http;
    }

    @Override
    public String add(String queue, String payload) {
        return JsonText.value(http.call(JobberRequests.add(queue, payload), 201).body(), "job-id");
    }

    @Override
    public @Nullable Taken acquire(String queue) {
        RawHttp.Answer job = http.call(JobberRequests.take(queue, "{\"visibility_timeout\":\"1000h\"}"), 200, 204);
        return job.status() == 204
                ? null
                : new Taken(
                        JsonText.value(job.body(), "job-id"),
                        JsonText.raw(job.body(), "payload"),
                        JsonText.value(job.body(), "lock"));
    }

    @Override
    public boolean complete(Taken job) {
        return http.call(JobberRequests.report(job.id(), "done", job.proof()), 204, 404, 409)
                        .status()
                == 204;
    }

    @Override
    public boolean renew(Taken job) {
        return http.call(JobberRequests.report(job.id(), "extend", job.proof()), 200, 404, 409)
                        .status()
                == 200;
    }

    @Override
    public boolean release(Taken job) {
        return http.call(JobberRequests.report(job.id(), "release", job.proof()), 204, 404, 409)
                        .status()
                == 204;
    }

    @Override
    public Phase look(String id) {
        RawHttp.Answer job = http.call(JobberRequests.show(id), 200, 404);
        if (job.status() == 404) {
            return Phase.FINISHED;
        }
        return switch (JsonText.value(job.body(), "state")) {
            case "queued" -> Phase.WAITING;
            case "in-process" -> Phase.TAKEN;
            default -> Phase.FINISHED;
        };
    }

    @Override
    public void close() {
        http.close();
    }
}
