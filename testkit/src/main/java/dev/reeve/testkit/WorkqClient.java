package dev.reeve.testkit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A client of the Workq door. Requests may be sent ahead with {@link #send}; replies are read in order. */
public final class WorkqClient implements DoorClient {
    private static final long TTR_MILLIS = 60_000;
    private static final long TTL_MILLIS = 3_600_000;
    private static final int PAGE = 100;

    private final TestClient socket;

    /** The result of a job. */
    public record Result(String id, boolean success, String text) {}

    public WorkqClient(int port) {
        this(new TestClient(port));
    }

    /** Uses a connection that is open. */
    public WorkqClient(TestClient socket) {
        this.socket = socket;
    }

    /** Sends requests without reading their replies. */
    public WorkqClient send(String requests) {
        socket.sendRaw(requests);
        return this;
    }

    /** Sends a request and returns the first line of its reply. */
    public String ask(String request) {
        return send(request).readLine();
    }

    public String readLine() {
        return socket.readLine();
    }

    @Override
    public String add(String queue, String payload) {
        return add(queue, TTR_MILLIS, payload);
    }

    /** Adds a job with leases of this length. */
    public String add(String queue, long ttrMillis, String payload) {
        String id = UUID.randomUUID().toString();
        Violation.unless("+OK", ask(WorkqRequests.add(id, queue, ttrMillis, Math.max(ttrMillis, TTL_MILLIS), payload)));
        return id;
    }

    /** Adds a job with a single attempt. */
    public String addOnce(String queue, long ttrMillis) {
        String id = UUID.randomUUID().toString();
        Violation.unless("+OK", ask(WorkqRequests.add(id, queue, ttrMillis, TTL_MILLIS, "1", "-max-attempts=1")));
        return id;
    }

    @Override
    public @Nullable Taken acquire(String queue) {
        String line = ask(WorkqRequests.lease(0, queue));
        if (line.equals("-TIMEOUT")) {
            return null;
        }
        Violation.unless("+OK 1", line);
        return readLeased();
    }

    @Override
    public boolean complete(Taken job) {
        return report(WorkqRequests.complete(job.id(), "{}"));
    }

    @Override
    public boolean fail(Taken job) {
        return report(WorkqRequests.fail(job.id(), "{}"));
    }

    /** An id of another door that no job has is not found either, but as an invalid one. */
    private boolean report(String request) {
        String line = ask(request);
        if (Set.of("-NOT-FOUND", "-CLIENT-ERROR Duplicate result", "-CLIENT-ERROR Invalid ID")
                .contains(line)) {
            return false;
        }
        Violation.unless("+OK", line);
        return true;
    }

    @Override
    public void delete(Taken job) {
        Violation.unless("+OK", ask(WorkqRequests.delete(job.id())));
    }

    @Override
    public boolean remove(String id) {
        return report(WorkqRequests.delete(id));
    }

    @Override
    public Phase look(String id) {
        String line = ask(WorkqRequests.inspect("job " + id));
        if (line.equals("-NOT-FOUND")) {
            return Phase.FINISHED;
        }
        Violation.unless("+OK 1", line);
        return switch (readKeys().getOrDefault("state", "")) {
            case "0", "3" -> Phase.WAITING;
            case "4" -> Phase.TAKEN;
            default -> Phase.FINISHED;
        };
    }

    /** Reads a leased job, after the first line of the reply. */
    public Taken readLeased() {
        String[] words = readLine().split(" ", -1);
        return new Taken(words[0], readSized(words[2]), "");
    }

    /** Reads a result, after the first line of the reply. */
    public Result readResult() {
        String[] words = readLine().split(" ", -1);
        return new Result(words[0], words[1].equals("1"), readSized(words[2]));
    }

    /** Reads an inspected object, after the first line of the reply; its name is the key {@code id}. */
    public Map<String, String> readKeys() {
        String[] head = readLine().split(" ", -1);
        Map<String, String> keys = new HashMap<>(Map.of("id", head[0]));
        for (int i = Integer.parseInt(head[1]); i > 0; i--) {
            String key = socket.readUntil(' ');
            keys.put(key, key.equals("payload") ? readSized(keys.getOrDefault("payload-size", "")) : socket.readLine());
        }
        return keys;
    }

    /** The ids of all jobs that can be leased now or later, listed page by page. */
    public List<String> listIds(String queue) {
        List<String> ids = new ArrayList<>();
        for (String what : List.of("jobs", "scheduled-jobs")) {
            int offset = 0;
            int count = PAGE;
            while (count == PAGE) {
                String line = ask(WorkqRequests.inspect(what + " " + queue + " " + offset + " " + PAGE));
                count = line.startsWith("+OK ") ? Integer.parseInt(line.substring(4)) : 0;
                for (int i = 0; i < count; i++) {
                    ids.add(readKeys().getOrDefault("id", ""));
                }
                offset += count;
            }
        }
        return ids;
    }

    private String readSized(String length) {
        String text = socket.readText(Integer.parseInt(length));
        Violation.unless("", socket.readLine());
        return text;
    }

    @Override
    public void close() {
        socket.close();
    }
}
