package dev.reeve.testkit;

import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A client of the qless door in the current calling convention. */
public final class QlessClient implements DoorClient {
    /** Clients send the time, and jobs are served in that order, so no two calls send the same. */
    private static final AtomicLong lastMillis = new AtomicLong();

    /** Part of all errors by which qless refuses a report. */
    private static final String OF_A_JOB = "(): Job ";

    private final RespClient resp;
    private final String worker;

    public QlessClient(int port) {
        this(new TestClient(port));
    }

    /** Uses a connection that is open. */
    public QlessClient(TestClient socket) {
        this(socket, "w");
    }

    /** Uses a connection that is open, and works under this name. */
    public QlessClient(TestClient socket, String worker) {
        resp = new RespClient(socket);
        this.worker = worker;
    }

    /** Sends a call with the current time, and returns the text of the reply. */
    public String call(String name, String... arguments) {
        long now = lastMillis.updateAndGet(last -> Math.max(last + 1, System.currentTimeMillis()));
        return callAt(String.format(Locale.ROOT, "%.3f", now / 1000.0), name, arguments);
    }

    /** Sends a call with this time. */
    public String callAt(String now, String name, String... arguments) {
        return text(resp.sendRaw(QlessRequests.call(name, now, arguments)).reply());
    }

    /** Sends a Redis command. */
    public String command(String... words) {
        return text(resp.call(words));
    }

    /** The text of a string; other replies as {@link RespClient} shows them. */
    private static String text(String reply) {
        return reply.startsWith("\"") ? reply.substring(1, reply.length() - 1) : reply;
    }

    @Override
    public String add(String queue, String payload) {
        String id = UUID.randomUUID().toString().replace("-", "");
        Violation.unless(id, call("put", worker, queue, id, "klass", payload, "0"));
        return id;
    }

    @Override
    public @Nullable Taken acquire(String queue) {
        String jobs = served(call("pop", queue, worker, "1"));
        return jobs.contains("\"jid\"")
                ? new Taken(JsonText.value(jobs, "jid"), JsonText.value(jobs, "data"), queue)
                : null;
    }

    @Override
    public boolean complete(Taken job) {
        return report("complete", call("complete", job.id(), worker, job.proof(), "{}"));
    }

    @Override
    public boolean renew(Taken job) {
        return !isRefusal(call("heartbeat", job.id(), worker, "{}"));
    }

    @Override
    public boolean fail(Taken job) {
        return report(job.id(), call("fail", job.id(), worker, "group", "message", "{}"));
    }

    private static boolean report(String done, String reply) {
        if (isRefusal(reply)) {
            return false;
        }
        Violation.unless(done, reply);
        return true;
    }

    /** Whether the reply refuses what was asked of the job. Any other error is one of the server, and says nothing of the job. */
    private static boolean isRefusal(String reply) {
        if (reply.startsWith("-") && reply.contains(OF_A_JOB)) {
            return true;
        }
        served(reply);
        return false;
    }

    private static String served(String reply) {
        if (reply.startsWith("-")) {
            throw new Violation("nobody expects " + reply);
        }
        return reply;
    }

    @Override
    public Phase look(String id) {
        String job = served(call("get", id));
        if (job.startsWith("nil")) {
            return Phase.FINISHED;
        }
        return switch (JsonText.value(job, "state")) {
            case "waiting", "scheduled" -> Phase.WAITING;
            case "running" -> Phase.TAKEN;
            case "complete", "failed" -> Phase.FINISHED;
            default -> throw new Violation("nobody expects " + job);
        };
    }

    @Override
    public void close() {
        resp.socket().close();
    }
}
