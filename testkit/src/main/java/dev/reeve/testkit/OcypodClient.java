package dev.reeve.testkit;

import org.jspecify.annotations.Nullable;

/** A client of the Ocypod door. */
public final class OcypodClient implements DoorClient {
    private final RawHttp http;

    public OcypodClient(int port) {
        this(new RawHttp(port));
    }

    /** Uses a connection that is open. */
    public OcypodClient(RawHttp http) {
        this.http = http;
    }

    /** Creates the queue, or changes its settings. */
    public void declare(String queue, String settings) {
        http.call(OcypodRequests.declare(queue, settings), 201, 204);
    }

    @Override
    public String add(String queue, String payload) {
        return http.call(OcypodRequests.add(queue, "{\"input\":" + payload + "}"), 201)
                .body();
    }

    @Override
    public @Nullable Taken acquire(String queue) {
        RawHttp.Answer job = http.call(OcypodRequests.take(queue), 200, 204);
        return job.status() == 204
                ? null
                : new Taken(
                        JsonText.raw(job.body(), "id"),
                        JsonText.raw(job.body(), "input"),
                        job.headers().getOrDefault("lease", ""));
    }

    @Override
    public boolean complete(Taken job) {
        return report(OcypodRequests.complete(job.id(), job.proof()));
    }

    @Override
    public boolean renew(Taken job) {
        return report(OcypodRequests.heartbeat(job.id(), job.proof()));
    }

    @Override
    public boolean fail(Taken job) {
        return report(OcypodRequests.patch(job.id(), job.proof(), "{\"status\":\"failed\"}"));
    }

    private boolean report(HttpDoorRequest request) {
        return http.call(request, 204, 404, 409).status() == 204;
    }

    @Override
    public void delete(Taken job) {
        http.call(OcypodRequests.delete(job.id()), 204, 404);
    }

    @Override
    public boolean remove(String id) {
        return report(OcypodRequests.delete(id));
    }

    @Override
    public Phase look(String id) {
        RawHttp.Answer job = http.call(HttpDoorRequest.of("GET", "/job/" + id + "?fields=status,ended"), 200, 404);
        if (job.status() == 404) {
            return Phase.FINISHED;
        }
        return switch (JsonText.value(job.body(), "status")) {
            case "queued" -> Phase.WAITING;
            case "running" -> Phase.TAKEN;
            case "failed", "timed_out" ->
                JsonText.raw(job.body(), "ended").equals("true") ? Phase.FINISHED : Phase.WAITING;
            case "completed", "cancelled" -> Phase.FINISHED;
            default -> throw new Violation("nobody expects " + job);
        };
    }

    /** The number of jobs in the queue with this status. */
    public int count(String queue, String status) {
        String all = http.call(HttpDoorRequest.of("GET", "/info"), 200).body();
        return Integer.parseInt(JsonText.raw(JsonText.raw(all, queue), status));
    }

    @Override
    public void close() {
        http.close();
    }
}
