package dev.reeve.campaign.crash;

import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.DoorClient.Phase;
import dev.reeve.testkit.DoorClient.Taken;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.Violation;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** A client of one door over all runs of a server: it sends load, and verifies all jobs after each restart. */
final class DoorLoad {
    private static final int MOST_WAITING = 40;
    private static final int MOST_TAKEN = 15;
    private static final int LONGEST_PAYLOAD = 3_000;

    private final Door door;
    private final SplittableRandom random;
    private final DoorRecord record;
    private int puts;

    /** Connects to a door of the server. Jobs that it adds or leases must have long leases. */
    interface Door {
        DoorClient connect(ServerProcess server) throws InterruptedException;
    }

    DoorLoad(String queue, Door door, SplittableRandom random) {
        this.door = door;
        this.random = random;
        record = new DoorRecord(queue);
    }

    DoorRecord record() {
        return record;
    }

    /** Sends load until the connection is lost. */
    void work(ServerProcess server, CrashLoad load) throws InterruptedException {
        try (DoorClient connection = door.connect(server)) {
            while (true) {
                step(connection);
                load.answered();
            }
        }
    }

    private void step(DoorClient connection) {
        int dice = random.nextInt(100);
        if (record.waiting() == 0 || (dice < 45 && record.waiting() < MOST_WAITING)) {
            put(connection);
        } else if (record.taken().isEmpty() || (dice < 75 && record.taken().size() < MOST_TAKEN)) {
            record.asksToTake();
            record.took(connection.acquire(record.queue()));
        } else {
            finishOne(connection);
        }
    }

    private void put(DoorClient connection) {
        String payload = "\"p" + puts++ + "-" + "x".repeat(random.nextInt(LONGEST_PAYLOAD)) + "\"";
        record.asksToPut(payload);
        record.put(connection.add(record.queue(), payload));
    }

    private void finishOne(DoorClient connection) {
        List<Taken> taken = record.taken();
        Taken job = taken.get(random.nextInt(taken.size()));
        record.asksToFinish(job);
        record.finished(job, finish(connection, job));
    }

    private static boolean finish(DoorClient connection, Taken job) {
        boolean wasThere = connection.complete(job);
        connection.delete(job);
        return wasThere;
    }

    /** After a restart: compares the jobs found with the acknowledged changes. */
    void verify(ServerProcess server) throws InterruptedException {
        try (DoorClient connection = door.connect(server)) {
            Taken doubtful = record.inDoubt();
            if (doubtful != null) {
                Phase seen = connection.look(doubtful.id());
                record.settled(doubtful, seen);
                finish(connection, doubtful);
            }
            drain(connection);
            for (Map.Entry<String, Phase> job : record.expected().entrySet()) {
                Phase seen = connection.look(job.getKey());
                if (seen != job.getValue() && seen != Phase.HIDDEN) {
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
    private void drain(DoorClient connection) {
        put(connection);
        while (record.waiting() > 0) {
            record.drained(connection.acquire(record.queue()));
        }
        record.drained();
    }
}
