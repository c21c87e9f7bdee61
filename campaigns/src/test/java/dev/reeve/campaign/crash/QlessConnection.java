package dev.reeve.campaign.crash;

import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.Violation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/** The qless door. A finished job is kept as complete for a while. */
final class QlessConnection implements DoorConnection {
    private static final int MILLIS_PATIENCE = 30_000;
    private static final String SCRIPT = "-- QlessAPI";
    private static final String WORKER = "worker";
    /** The payload is sent as a JSON string, and appears as text in the JSON of its job. */
    private static final Pattern DATA = Pattern.compile("\"data\":\"\\\\\"([a-z0-9-]*)");
    /** Clients send the current time, and jobs are served in that order. */
    private static final AtomicLong lastMillis = new AtomicLong();

    private final Jedis jedis;
    private final String queue;

    QlessConnection(ServerProcess server, String queue) throws IOException, InterruptedException {
        this.jedis = connect(server.awaitReady("qless"));
        this.queue = queue;
        call("config.set", "heartbeat", "1000000");
        call("config.set", "jobs-history-count", "1000");
    }

    private static Jedis connect(int port) throws IOException {
        try {
            return new Jedis("127.0.0.1", port, MILLIS_PATIENCE);
        } catch (JedisConnectionException gone) {
            throw new IOException(gone);
        }
    }

    @Override
    public String put(String payload) throws IOException {
        String id = UUID.randomUUID().toString();
        return call("put", WORKER, queue, id, "klass", "\"" + payload + "\"", "0");
    }

    @Override
    public @Nullable Taken take() throws IOException {
        String jobs = call("pop", queue, WORKER, "1");
        Matcher data = DATA.matcher(jobs);
        return data.find() ? new Taken(HttpConnection.value(jobs, "jid"), data.group(1), "") : null;
    }

    @Override
    public boolean finish(Taken job) throws IOException {
        try {
            return call("complete", job.id(), WORKER, queue, "{}").equals("complete");
        } catch (JedisDataException refused) {
            return false;
        }
    }

    @Override
    public Phase look(String id) throws IOException {
        String job = call("get", id);
        String state = HttpConnection.value(job, "state");
        return switch (state) {
            case "waiting" -> Phase.WAITING;
            case "running" -> Phase.TAKEN;
            case "complete" -> Phase.FINISHED;
            default -> throw new Violation("nobody expects " + job);
        };
    }

    private String call(String name, String... args) throws IOException {
        long now = lastMillis.updateAndGet(last -> Math.max(last + 1, System.currentTimeMillis()));
        List<String> all = new ArrayList<>(List.of(name, String.format(Locale.ROOT, "%.3f", now / 1000.0)));
        all.addAll(List.of(args));
        try {
            return String.valueOf(jedis.eval(SCRIPT, List.of(), all));
        } catch (JedisConnectionException gone) {
            throw new IOException(gone);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            jedis.close();
        } catch (JedisConnectionException gone) {
            throw new IOException(gone);
        }
    }
}
