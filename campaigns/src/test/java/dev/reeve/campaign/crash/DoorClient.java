package dev.reeve.campaign.crash;

import dev.reeve.campaign.crash.DoorConnection.Phase;
import dev.reeve.campaign.crash.DoorConnection.Taken;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.Violation;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** A client of one door over all runs of a server: it sends load, and verifies all jobs after each restart. */
final class DoorClient {
    private static final int MOST_WAITING = 40;
    private static final int MOST_TAKEN = 15;
    private static final int LONGEST_PAYLOAD = 3_000;

    private final Door door;
    private final SplittableRandom random;
    private final DoorRecord record;
    private int puts;

    /** Opens a connection to a door of the server, for one queue. */
    interface Door {
        DoorConnection connect(ServerProcess server, String queue) throws IOException, InterruptedException;
    }

    DoorClient(String queue, Door door, SplittableRandom random) {
        this.door = door;
        this.random = random;
        record = new DoorRecord(queue);
    }

    DoorRecord record() {
        return record;
    }

    /** Sends load until the connection is lost. */
    void work(ServerProcess server, CrashLoad load) throws IOException, InterruptedException {
        try (DoorConnection connection = door.connect(server, record.queue())) {
            while (true) {
                step(connection);
                load.answered();
            }
        }
    }

    private void step(DoorConnection connection) throws IOException {
        int dice = random.nextInt(100);
        if (record.waiting() == 0 || (dice < 45 && record.waiting() < MOST_WAITING)) {
            put(connection);
        } else if (record.taken().isEmpty() || (dice < 75 && record.taken().size() < MOST_TAKEN)) {
            record.asksToTake();
            record.took(connection.take());
        } else {
            finishOne(connection);
        }
    }

    private String put(DoorConnection connection) throws IOException {
        String payload = "p" + puts++ + "-" + "x".repeat(random.nextInt(LONGEST_PAYLOAD));
        record.asksToPut(payload);
        String id = connection.put(payload);
        record.put(id);
        return id;
    }

    private void finishOne(DoorConnection connection) throws IOException {
        List<Taken> taken = record.taken();
        Taken job = taken.get(random.nextInt(taken.size()));
        record.asksToFinish(job);
        record.finished(job, connection.finish(job));
    }

    /** After a restart: compares the jobs found with the acknowledged changes. */
    void verify(ServerProcess server) throws IOException, InterruptedException {
        try (DoorConnection connection = door.connect(server, record.queue())) {
            Taken doubtful = record.inDoubt();
            if (doubtful != null) {
                Phase seen = connection.look(doubtful.id());
                record.settled(doubtful, seen);
                connection.finish(doubtful);
            }
            drain(connection);
            for (Map.Entry<String, Phase> job : record.expected().entrySet()) {
                Phase seen = connection.look(job.getKey());
                if (seen != job.getValue() && seen != Phase.UNKNOWN_DURATION) {
                    throw new Violation("%s in %s is %s, but found %s"
                            .formatted(job.getKey(), record.queue(), job.getValue(), seen));
                }
            }
            while (record.taken().size() > MOST_TAKEN / 2) {
                finishOne(connection);
            }
        }
    }

    /** Takes all jobs, up to a marker job that is added last. */
    private void drain(DoorConnection connection) throws IOException {
        put(connection);
        while (record.waiting() > 0) {
            record.drained(connection.take());
        }
        record.drained();
    }
}
