package dev.reeve.campaign.crash;

import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.ServerProcess;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The Jobber door. */
final class JobberConnection implements DoorConnection {
    private final HttpConnection http;
    private final String type;

    JobberConnection(ServerProcess server, String type) throws IOException, InterruptedException {
        this.http = new HttpConnection(server);
        this.type = type;
    }

    @Override
    public String put(String payload) throws IOException {
        String body = "{\"type\":\"" + type + "\",\"payload\":\"" + payload + "\"}";
        RawHttp.Answer answer = HttpConnection.require(http.send("POST /jobber/queue", body), 201);
        return HttpConnection.value(answer.body(), "job-id");
    }

    @Override
    public @Nullable Taken take() throws IOException {
        RawHttp.Answer answer = HttpConnection.require(
                http.send("POST /jobber/queue/" + type + "/take", "{\"visibility_timeout\":\"1000h\"}"), 200, 204);
        if (answer.status() == 204) {
            return null;
        }
        return new Taken(
                HttpConnection.value(answer.body(), "job-id"),
                HttpConnection.value(answer.body(), "payload"),
                HttpConnection.value(answer.body(), "lock"));
    }

    @Override
    public boolean finish(Taken job) throws IOException {
        RawHttp.Answer answer =
                http.send("POST /jobber/job/" + job.id() + "/done", "{\"lock\":\"" + job.lock() + "\"}");
        return HttpConnection.require(answer, 204, 404).status() == 204;
    }

    @Override
    public Phase look(String id) throws IOException {
        RawHttp.Answer answer = HttpConnection.require(http.get("/jobber/job/" + id), 200, 404);
        if (answer.status() == 404) {
            return Phase.FINISHED;
        }
        return HttpConnection.value(answer.body(), "state").equals("queued") ? Phase.WAITING : Phase.TAKEN;
    }

    @Override
    public void close() throws IOException {
        http.close();
    }
}
