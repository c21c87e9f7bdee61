package dev.reeve.campaign.crash;

import dev.reeve.engine.Engine;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.ShownPayload;
import dev.reeve.engine.job.StoredPayload;
import dev.reeve.journal.JournalListener;
import dev.reeve.journal.PayloadPlace;
import dev.reeve.journal.local.JournalSettings;
import dev.reeve.journal.local.LocalJournal;
import dev.reeve.journal.local.SimDisk;
import dev.reeve.journal.local.TurnByTurn;
import dev.reeve.node.EngineRecovery;
import dev.reeve.node.ManualClock;
import dev.reeve.node.ManualLoop;
import dev.reeve.node.Node;
import dev.reeve.node.NodeSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** One run of a node and its journal on a simulated disk. The test runs all threads, so a run is repeatable. */
final class SimServer implements JournalListener {
    private static final long MEMORY_BYTES = 1L << 30;
    private static final long UNSYNCED_BYTES = 1L << 20;

    private final ManualClock clock;
    private final ManualLoop loop;
    private final TurnByTurn turns;
    private final Engine engine;
    private final Node node;
    private final List<String> failures = new ArrayList<>();
    private volatile @Nullable Node told;

    /** Recovers the disk content. In every other run all payloads that are not needed at once are on disk only. */
    SimServer(SimDisk disk, JournalSettings settings, ManualClock clock, SplittableRandom random) throws IOException {
        this(disk, settings, clock, random, random.nextBoolean() ? 0 : Long.MAX_VALUE);
    }

    /**
     * Recovers the disk content.
     *
     * @param payloadBytes live data above which payloads are on disk only
     */
    SimServer(SimDisk disk, JournalSettings settings, ManualClock clock, SplittableRandom random, long payloadBytes)
            throws IOException {
        this.clock = clock;
        loop = new ManualLoop(clock);
        EngineRecovery recovery = new EngineRecovery(Long.MAX_VALUE, payloadBytes);
        turns = new TurnByTurn(disk, settings, recovery, this, () -> clock.nowMicros() * 1000);
        engine = recovery.engine();
        NodeSettings nodeSettings =
                new NodeSettings(MEMORY_BYTES, UNSYNCED_BYTES, random.split()::nextLong, payloadBytes);
        node = new Node(loop, clock, turns.journal(), engine, nodeSettings, (why, cause) -> failures.add(why));
        told = node;
    }

    Engine engine() {
        return engine;
    }

    Node node() {
        return node;
    }

    /** The job, with its payload. */
    @Nullable
    JobView job(JobRef ref) throws IOException {
        JobView job = engine.job(ref);
        if (job != null && job.content() instanceof ShownPayload shown) {
            StoredPayload stored = shown.stored();
            shown.bytes(turns.read(new PayloadPlace(stored.file(), stored.offset(), stored.length())));
        }
        return job;
    }

    LocalJournal journal() {
        return turns.journal();
    }

    ManualClock clock() {
        return clock;
    }

    /** The failures that ended the process. */
    List<String> failures() {
        return failures;
    }

    @Override
    public void advanced() {
        Node heard = told;
        if (heard != null) {
            heard.journalAdvanced();
        }
    }

    @Override
    public void failed(String what, Throwable cause) {
        failures.add(what + ": " + cause.getMessage());
    }

    /** Runs one step of one of the threads. */
    void someTurn(SplittableRandom random) {
        switch (random.nextInt(8)) {
            case 0, 1, 2, 3 -> loop.step();
            case 4, 5 -> turns.writerTurn();
            case 6 -> {
                turns.housekeepingTurn();
                turns.readingTurn();
            }
            default -> clock.advanceMillis(random.nextInt(50) == 0 ? random.nextInt(2_000) : random.nextInt(5));
        }
    }

    /** Runs all threads until they are idle. */
    void settle() {
        boolean more = true;
        while (more) {
            more = false;
            while (loop.step()) {
                more = true;
            }
            while (turns.writerTurn()) {
                more = true;
            }
            while (turns.housekeepingTurn()) {
                more = true;
            }
            while (turns.readingTurn()) {
                more = true;
            }
            more |= loop.step();
        }
    }

    /** Advances the clock in small steps and runs everything that is due. */
    void passMillis(long millis) {
        for (long passed = 0; passed < millis; passed += 100) {
            clock.advanceMillis(100);
            settle();
        }
    }
}
