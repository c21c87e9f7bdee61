package dev.reeve.testkit;

import org.jspecify.annotations.Nullable;

/** A client of the server's own interface. */
public final class ApiClient implements DoorClient {
    private final RawHttp http;

    public ApiClient(int port) {
        this(new RawHttp(port));
    }

    /** Uses a connection that is open. */
    public ApiClient(RawHttp http) {
        this.http = http;
    }

    @Override
    public String add(String queue, String payload) {
        String job = "{\"queue\":" + ApiRequests.quoted(queue) + ",\"payload\":" + payload + "}";
        return JsonText.value(http.call(ApiRequests.add(job), 201).body(), "id");
    }

    @Override
    public @Nullable Taken acquire(String queue) {
        String jobs = http.call(ApiRequests.acquire(queue, 1), 200).body();
        return jobs.startsWith("{\"jobs\":[]")
                ? null
                : new Taken(
                        JsonText.value(jobs, "id"), JsonText.raw(jobs, "payload"), JsonText.value(jobs, "lease_token"));
    }

    @Override
    public boolean complete(Taken job) {
        return report(job, "complete", 204);
    }

    @Override
    public boolean renew(Taken job) {
        return report(job, "renew", 200);
    }

    @Override
    public boolean fail(Taken job) {
        return report(job, "fail", 200);
    }

    private boolean report(Taken job, String word, int good) {
        return http.call(ApiRequests.report(job.id(), word, job.proof(), ""), good, 404, 409)
                        .status()
                == good;
    }

    @Override
    public void delete(Taken job) {
        http.call(ApiRequests.delete(job.id()), 204, 404);
    }

    @Override
    public Phase look(String id) {
        RawHttp.Answer job = http.call(ApiRequests.show(id), 200, 404);
        if (job.status() == 404) {
            return Phase.FINISHED;
        }
        return switch (JsonText.value(job.body(), "state")) {
            case "ready", "throttled", "scheduled", "retrying", "depends" -> Phase.WAITING;
            case "leased" -> Phase.TAKEN;
            case "completed" -> Phase.FINISHED;
            default -> throw new Violation("nobody expects " + job);
        };
    }

    @Override
    public void close() {
        http.close();
    }
}
