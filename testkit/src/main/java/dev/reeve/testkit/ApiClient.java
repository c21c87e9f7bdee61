package dev.reeve.testkit;

import org.jspecify.annotations.Nullable;

/** A client of the server's own interface. */
public final class ApiClient implements DoorClient {
    private final RawHttp http;
    private final String terms;
    private final String renewal;

    public ApiClient(int port) {
        this(new RawHttp(port));
    }

    /** Uses a connection that is open. */
    public ApiClient(RawHttp http) {
        this(http, "", "");
    }

    private ApiClient(RawHttp http, String terms, String renewal) {
        this.http = http;
        this.terms = terms;
        this.renewal = renewal;
    }

    /** A client that adds jobs with leases of this length and without a limit on attempts, and that renews for as long. */
    public static ApiClient withLeases(RawHttp http, String length) {
        String terms = ",\"lease\":\"" + length + "\",\"max_attempts\":0,\"max_lapses\":0";
        return new ApiClient(http, terms, ",\"for\":\"" + length + "\"");
    }

    @Override
    public String add(String queue, String payload) {
        String job = "{\"queue\":" + ApiRequests.quoted(queue) + ",\"payload\":" + payload + terms + "}";
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
        return report(job, "complete", "", 204);
    }

    @Override
    public boolean renew(Taken job) {
        return report(job, "renew", renewal, 200);
    }

    @Override
    public boolean fail(Taken job) {
        return report(job, "fail", "", 200);
    }

    @Override
    public boolean release(Taken job) {
        return report(job, "release", "", 204);
    }

    @Override
    public boolean cancel(String id) {
        return http.call(ApiRequests.cancel(id), 200, 404, 409).status() == 200;
    }

    @Override
    public boolean remove(String id) {
        return http.call(ApiRequests.delete(id), 204, 404).status() == 204;
    }

    private boolean report(Taken job, String word, String more, int good) {
        return http.call(ApiRequests.report(job.id(), word, job.proof(), more), good, 404, 409)
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
            case "completed", "failed", "timed_out", "cancelled" -> Phase.FINISHED;
            default -> throw new Violation("nobody expects " + job);
        };
    }

    @Override
    public void close() {
        http.close();
    }
}
