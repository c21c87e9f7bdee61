package dev.reeve.server.across;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import redis.clients.jedis.Jedis;

/** A current qless client, over a Redis library. */
final class QlessSide implements DoorSide {
    private static final String SCRIPT = "-- QlessAPI";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Jedis jedis;

    QlessSide(int port) {
        jedis = new Jedis("127.0.0.1", port);
    }

    @Override
    public void add(String queue, String payload) {
        String jid = UUID.randomUUID().toString().replace("-", "");
        assertThat(call("put", "w", queue, jid, "klass", payload, "0")).isEqualTo(jid);
    }

    @Override
    public Taken take(String queue) throws IOException {
        JsonNode jobs = JSON.readTree((String) call("pop", queue, "w", "1"));
        assertThat(jobs.size()).isEqualTo(1);
        return new Taken(
                jobs.get(0).get("jid").textValue(), jobs.get(0).get("data").textValue(), queue);
    }

    @Override
    public void finish(Taken taken) {
        assertThat(call("complete", taken.id(), "w", taken.proof(), "{}")).isEqualTo("complete");
    }

    private Object call(String name, String... args) {
        List<String> all = new ArrayList<>(List.of(name, Double.toString(System.currentTimeMillis() / 1000.0)));
        all.addAll(List.of(args));
        return jedis.eval(SCRIPT, List.of(), all);
    }

    @Override
    public void close() {
        jedis.close();
    }
}
