package dev.reeve.campaign.crash;

import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.DoorClient.Phase;
import dev.reeve.testkit.DoorClient.Taken;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.Violation;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

/**
 * A job with a single attempt that is leased, and whose worker is never told because the server is killed. After the
 * restart it can be worked on all the same.
 */
final class UntoldLease {
    static final String QUEUE = "untold";
    private static final long PATIENCE_SECONDS = 30;

    private final Door door;
    private String id = "";

    /** A door with jobs that have a single attempt and a short lease. */
    interface Door {
        DoorClient connect(ServerProcess server) throws InterruptedException;

        String addJob(DoorClient client);
    }

    UntoldLease(Door door) {
        this.door = door;
    }

    /** Adds the job, and returns a worker that leases it and waits for the reply until the server is killed. */
    Thread add(ServerProcess server) throws InterruptedException {
        DoorClient client = door.connect(server);
        id = door.addJob(client);
        return new Thread(() -> waitInVain(client), "untold worker");
    }

    private static void waitInVain(DoorClient client) {
        try (client) {
            client.acquire(QUEUE);
        } catch (UncheckedIOException expected) {
            // The server was killed.
        }
    }

    /** Works on the job after the restart. Returns whether it was leased: otherwise the kill came too early. */
    boolean verify(ServerProcess server) throws InterruptedException {
        try (DoorClient client = door.connect(server)) {
            boolean wasLeased = client.look(id) == Phase.TAKEN;
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            Taken again = client.acquire(QUEUE);
            while (again == null && System.nanoTime() < deadline) {
                server.awaitExit(TimeUnit.MILLISECONDS.toMicros(50));
                again = client.acquire(QUEUE);
            }
            if (again == null || !again.id().equals(id)) {
                throw new Violation("the worker of " + id + " was never told, and after the restart came " + again);
            }
            if (!client.complete(again)) {
                throw new Violation("the second worker of " + id + " cannot complete it");
            }
            client.delete(again);
            return wasLeased;
        }
    }
}
