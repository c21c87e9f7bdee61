package dev.reeve.campaign.crash;

import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.Violation;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The Ocypod door. A finished job is completed and then deleted, because its output is not needed. */
final class OcypodConnection implements DoorConnection {
    private final HttpConnection http;
    private final String queue;

    OcypodConnection(ServerProcess server, String queue) throws IOException, InterruptedException {
        this.http = new HttpConnection(server);
        this.queue = "/queue/" + queue;
        HttpConnection.require(http.send("PUT " + this.queue, "{\"timeout\":\"1000h\"}"), 201, 204);
    }

    @Override
    public String put(String payload) throws IOException {
        return HttpConnection.require(http.send("POST " + queue + "/job", "{\"input\":\"" + payload + "\"}"), 201)
                .body();
    }

    @Override
    public @Nullable Taken take() throws IOException {
        RawHttp.Answer answer = HttpConnection.require(http.get(queue + "/job"), 200, 204);
        if (answer.status() == 204) {
            return null;
        }
        String id = HttpConnection.value(answer.body(), "id");
        String input = HttpConnection.value(answer.body(), "input");
        return new Taken(id, input, answer.headers().getOrDefault("lease", ""));
    }

    @Override
    public boolean finish(Taken job) throws IOException {
        String lease = "Lease: " + job.lock();
        RawHttp.Answer patched = http.send("PATCH /job/" + job.id(), lease, "{\"status\":\"completed\"}");
        HttpConnection.require(patched, 204, 404, 409);
        HttpConnection.require(http.delete("/job/" + job.id()), 204, 404);
        return patched.status() == 204;
    }

    @Override
    public Phase look(String id) throws IOException {
        RawHttp.Answer answer = HttpConnection.require(http.get("/job/" + id + "?fields=status"), 200, 404);
        if (answer.status() == 404) {
            return Phase.FINISHED;
        }
        String status = HttpConnection.value(answer.body(), "status");
        return switch (status) {
            case "queued" -> Phase.WAITING;
            case "running" -> Phase.TAKEN;
            case "completed" -> Phase.FINISHED;
            default -> throw new Violation("nobody expects " + answer);
        };
    }

    @Override
    public void close() throws IOException {
        http.close();
    }
}
