package dev.reeve.journal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.journal.JournalListener;
import dev.reeve.journal.SnapshotTarget;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Crashes under load with the real threads, for interleavings that manual turns do not cover. */
@Timeout(60)
class ThreadedCrashTest {
    private static final JournalSettings SETTINGS = JournalSettings.defaults().withSegmentBytes(64 << 10);

    @Test
    void nothing_acknowledged_is_lost() throws IOException, InterruptedException {
        for (int seed = 0; seed < 40; seed++) {
            SimDisk disk = new SimDisk(seed);
            Load load = new Load(disk, seed);
            load.run();
            load.journal.close();
            long acknowledged = load.journal.mayReply();
            assertThat(load.failures).isLessThanOrEqualTo(1);
            disk.powerCut();
            AppendRecord recovered = new AppendRecord();
            new LocalJournal(disk, SETTINGS, recovered, load, System::nanoTime);
            List<String> entries = recovered.entries();
            assertThat(entries.size()).as("seed %s", seed).isGreaterThanOrEqualTo((int) acknowledged);
            assertThat(entries)
                    .as("seed %s", seed)
                    .isEqualTo(load.optionalFields.entries().subList(0, entries.size()));
        }
    }

    /** Appends as fast as entries become durable, with occasional snapshots, until the power is lost. */
    private static final class Load implements JournalListener {
        final AppendRecord optionalFields = new AppendRecord();
        final LocalJournal journal;
        private final SimDisk disk;
        private final SplittableRandom random;
        private final Semaphore advances = new Semaphore(0);
        volatile int failures;

        Load(SimDisk disk, int seed) throws IOException {
            this.disk = disk;
            random = new SplittableRandom(seed);
            journal = LocalJournal.open(disk, SETTINGS, optionalFields, this);
        }

        void run() throws InterruptedException {
            disk.powerOffAfter(500 + random.nextInt(3_000));
            @Nullable SnapshotTarget snapshot = null;
            while (!disk.isOff()) {
                for (int i = random.nextInt(20); i >= 0; i--) {
                    optionalFields.append(journal, optionalFields.entries().size() + "x".repeat(random.nextInt(300)));
                }
                journal.flush();
                if (journal.snapshotDue() && (snapshot == null || snapshot.isDone())) {
                    snapshot = optionalFields.snapshot(journal, (int) journal.mayApply());
                }
                while (journal.unsyncedBytes() > 5_000 && !disk.isOff()) {
                    advances.tryAcquire(10, TimeUnit.MILLISECONDS);
                    journal.flush();
                }
            }
        }

        @Override
        public void advanced() {
            advances.release();
        }

        @Override
        public synchronized void failed(String what, Throwable cause) {
            int before = failures;
            failures = before + 1;
            advances.release();
        }
    }
}
