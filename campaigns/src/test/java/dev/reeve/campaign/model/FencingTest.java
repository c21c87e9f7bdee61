package dev.reeve.campaign.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Describe;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.journal.local.SimDisk;
import dev.reeve.node.SteppedClock;
import dev.reeve.testkit.GoqueueRequests;
import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.JobberRequests;
import dev.reeve.testkit.OcypodRequests;
import dev.reeve.testkit.WorkqRequests;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Workers that stall past their lease and report when another worker has the job, through the same or another door, across
 * restarts. If the protocol identifies the worker or the lease, the late report is refused. Otherwise it takes effect, as
 * these protocols specify.
 */
class FencingTest {
    private static final int STALLS = Integer.getInteger("reeve.stalls", 3_000);
    private static final long FIRST_SEED = Long.getLong("reeve.seed", 1);
    private static final int STALLS_A_DISK = 500;
    private static final long SECOND = 1_000_000;
    private static final List<ModelWorker> WORKERS = List.of(ModelWorker.values());

    private SplittableRandom random = new SplittableRandom(FIRST_SEED);
    private SteppedClock machine = new SteppedClock(Player.START_MICROS);
    private @Nullable SimDisk disk;
    private @Nullable DoorServer server;
    private long lastNumber;
    private int ids;
    private int refused;
    private int late;
    private int restarts;

    @Test
    void who_lost_a_lease_has_no_say() throws IOException {
        for (int stall = 0; stall < STALLS; stall++) {
            if (stall % STALLS_A_DISK == 0) {
                long seed = FIRST_SEED + stall / STALLS_A_DISK;
                random = new SplittableRandom(seed);
                disk = new SimDisk(seed);
                machine = new SteppedClock(Player.START_MICROS);
                lastNumber = 0;
                server = new DoorServer(disk(), machine, random);
                askOcypod(OcypodRequests.declare("q", "{\"timeout\":\"60s\",\"retries\":1000}"));
            }
            try {
                stall();
            } catch (AssertionError e) {
                throw new AssertionError("seed " + FIRST_SEED + ", stall " + stall + ": " + e.getMessage(), e);
            }
        }
        System.out.printf(
                "fencing: %d stalls, %d stale reports refused, %d late ones counted where nothing is named,"
                        + " %d restarts, seeds from %d%n",
                STALLS, refused, late, restarts, FIRST_SEED);
        assertThat(refused).isGreaterThan(STALLS);
        assertThat(late).isPositive();
        assertThat(restarts).isPositive();
    }

    private DoorServer server() {
        if (server == null) {
            throw new IllegalStateException("no server");
        }
        return server;
    }

    private SimDisk disk() {
        if (disk == null) {
            throw new IllegalStateException("no disk");
        }
        return disk;
    }

    private void stall() throws IOException {
        add(random.nextInt(5));
        ModelWorker first = WORKERS.get(random.nextInt(WORKERS.size()));
        ModelWorker second = WORKERS.get(random.nextInt(WORKERS.size()));
        String proof = take(first, "w1");
        maybeRestart();
        machine.pass(61 * SECOND);
        server().settle();
        boolean unnoticed = job().qless().fields().onCallerClock();
        if (!unnoticed && random.nextBoolean()) {
            comesBackStale(first, proof, random.nextInt(4) == 0);
        }
        String current = take(second, "w2");
        maybeRestart();
        boolean finished = comesBackLate(first, proof);
        if (!finished) {
            String done = ask(second, 2, reports(second, current).get(0));
            assertThat(ModelWorker.refused(done))
                    .as("%s finishes: %s", second, done)
                    .isFalse();
        }
        machine.pass(SECOND);
        server().settle();
        askOcypod(OcypodRequests.delete(lastNumber));
    }

    /** The lease has expired, and no other worker has the job yet. */
    private void comesBackStale(ModelWorker worker, String proof, boolean restarts) throws IOException {
        if (worker.named()) {
            refusesAll(worker, proof);
        }
        if (restarts) {
            restart();
        }
    }

    /** Another worker has the job; returns whether the late report completed it. */
    private boolean comesBackLate(ModelWorker worker, String proof) {
        if (worker.named()) {
            refusesAll(worker, proof);
            return false;
        }
        if (random.nextInt(3) > 0) {
            return false;
        }
        late++;
        String reply = ask(worker, 1, reports(worker, proof).get(0));
        assertThat(ModelWorker.refused(reply))
                .as("%s is late: %s", worker, reply)
                .isFalse();
        return true;
    }

    private void refusesAll(ModelWorker worker, String proof) {
        JobView before = job();
        for (ModelRequest report : reports(worker, proof)) {
            String reply = ask(worker, 1, report);
            assertThat(ModelWorker.refused(reply)).as("%s: %s", report, reply).isTrue();
            refused++;
        }
        assertThat(Describe.same(before, job()))
                .as("%s is still %s", job(), before)
                .isTrue();
    }

    private List<ModelRequest> reports(ModelWorker worker, String proof) {
        return worker.reports(job().id().toString(), lastNumber, proof, now());
    }

    private JobView job() {
        JobView job = server().engine().job(JobRef.of(lastNumber));
        assertThat(job).as("job %s is there", lastNumber).isNotNull();
        return Objects.requireNonNull(job);
    }

    private String now() {
        return ModelText.seconds(server().nowMicros());
    }

    private void add(int door) {
        ids++;
        switch (door) {
            case 0 -> {
                String id = "00000000-0000-4000-8000-%012d".formatted(ids);
                ask(ModelWorker.WORKQ, 1, ModelRequest.of(WorkqRequests.add(id, "q", 60_000, 86_400_000, "{}")));
            }
            case 1 ->
                ask(ModelWorker.GOQUEUE, 1, ModelRequest.of(GoqueueRequests.add("q", 0, 60, new byte[] {'{', '}'})));
            case 2 -> ask(ModelWorker.JOBBER, 1, ModelRequest.of(JobberRequests.add("q", "{}")));
            case 3 -> askOcypod(OcypodRequests.add("q", "{}"));
            default ->
                ask(
                        ModelWorker.QLESS,
                        1,
                        ModelQless.request("put", now(), "w0", "q", "j" + ids, "k", "{}", "0", "retries", "9"));
        }
        lastNumber++;
        assertThat(job().queue()).isEqualTo("q");
    }

    /** Leases the job. An expired qless lock first only triggers a warning. */
    private String take(ModelWorker worker, String name) {
        List<String> replies = new ArrayList<>();
        int client = name.equals("w1") ? 1 : 2;
        for (int tries = 0; tries < 3; tries++) {
            String reply = ask(worker, client, worker.take(name, now()));
            if (worker.proof(reply).isEmpty()) {
                machine.pass(11 * SECOND);
                server().settle();
                reply += heard(worker, client);
            }
            replies.add(reply);
            if (!worker.proof(reply).isEmpty()) {
                return worker.proof(reply);
            }
        }
        throw new AssertionError(worker + " got no job: " + replies);
    }

    private void maybeRestart() throws IOException {
        if (random.nextInt(8) == 0) {
            restart();
        }
    }

    private void restart() throws IOException {
        restarts++;
        if (random.nextBoolean()) {
            disk().kill();
        } else {
            disk().powerCut();
        }
        server = new DoorServer(disk(), machine, random);
    }

    private String ask(ModelWorker worker, int client, ModelRequest request) {
        server().send(worker.client(client), request);
        server().settle();
        return heard(worker, client);
    }

    private void askOcypod(HttpDoorRequest call) {
        ask(ModelWorker.OCYPOD, 1, ModelRequest.of(call));
    }

    private String heard(ModelWorker worker, int client) {
        String reply = server().take().getOrDefault(worker.client(client), "");
        return worker == ModelWorker.QLESS ? ModelQless.shown(reply) : reply;
    }
}
