package dev.reeve.journal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.SnapshotTarget;
import dev.reeve.journal.local.JournalSettings.DirectIo;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Random runs with a crash at a random moment. Acknowledged entries survive, and the recovered entries are a prefix of
 * the appended ones, in order and without a gap.
 */
class CrashTest {
    private static final int SEEDS = 200;
    private static final int LIVES = 5;

    @Test
    void nothing_acknowledged_is_lost_in_a_power_cut() throws IOException {
        for (int seed = 0; seed < SEEDS; seed++) {
            new Run(seed, Durability.ALWAYS).live(LIVES);
        }
    }

    @Test
    void answers_after_the_write_survive_the_end_of_the_process_and_a_power_cut_leaves_no_gap() throws IOException {
        for (int seed = 0; seed < SEEDS / 2; seed++) {
            new Run(seed, seed % 2 == 0 ? Durability.INTERVAL : Durability.OS).live(LIVES);
        }
    }

    /** Negative control: these tests detect a loss. */
    @Test
    void ignored_syncs_are_noticed() {
        int noticed = 0;
        for (int seed = 0; seed < 40; seed++) {
            Run run = new Run(seed, Durability.ALWAYS);
            run.disk.ignoreSyncs(true);
            try {
                run.live(LIVES);
            } catch (IOException | AssertionError e) {
                noticed++;
            }
        }
        assertThat(noticed).isGreaterThan(30);
    }

    /** Several server runs on one data directory. */
    private static final class Run {
        final SimDisk disk;
        private final SplittableRandom random;
        private final JournalSettings settings;
        private final int seed;
        /** The appended entries, and how many of them must survive. Later ones may survive as well. */
        private List<String> appended = List.of();

        private long acknowledged;
        private int lives;
        private long foundAtOpen;

        Run(int seed, Durability durability) {
            this.seed = seed;
            disk = new SimDisk(seed);
            random = new SplittableRandom(seed);
            // Not every size is one of whole blocks.
            int segmentBytes = SteppedJournal.SMALL.segmentBytes() + (seed % 5 == 0 ? BlockFile.BLOCK_BYTES / 2 : 0);
            settings = SteppedJournal.SMALL.withSegmentBytes(segmentBytes).withDurability(durability);
        }

        void live(int lives) throws IOException {
            for (int i = 0; i < lives; i++) {
                disk.writeShort(random.nextInt(4) == 0);
                disk.powerOffAfter(1 + random.nextInt(random.nextBoolean() ? 30 : 400));
                oneLife(i);
                crash();
            }
            open();
        }

        private void crash() {
            if (random.nextInt(3) == 0) {
                disk.kill();
                return;
            }
            disk.powerCut();
            if (settings.durability() != Durability.ALWAYS) {
                acknowledged = foundAtOpen;
            }
        }

        private void oneLife(int life) throws IOException {
            SteppedJournal stepped = openOrNull();
            if (stepped == null) {
                return;
            }
            Appender appender = new Appender(stepped, life);
            int actions = 20 + random.nextInt(400);
            for (int i = 0; i < actions && !disk.isOff(); i++) {
                appender.act();
            }
            if (random.nextInt(5) == 0) {
                stepped.journal.close();
            }
            appended = stepped.optionalFields.entries();
            acknowledged = stepped.journal.mayReply();
        }

        private @Nullable SteppedJournal openOrNull() throws IOException {
            try {
                return open();
            } catch (JournalCorruptException e) {
                throw e;
            } catch (IOException e) {
                assertThat(disk.isOff()).as("seed %s: %s", seed, e).isTrue();
                return null;
            }
        }

        private SteppedJournal open() throws IOException {
            // One life after another, the same files are written past the page cache and through it.
            DirectIo directIo = (seed + lives++) % 3 == 0 ? DirectIo.OFF : DirectIo.AUTO;
            SteppedJournal stepped = new SteppedJournal(disk, settings.withDirectIo(directIo));
            List<String> recovered = stepped.optionalFields.entries();
            assertThat(recovered.size())
                    .as("seed %s: recovered, of %s acknowledged", seed, acknowledged)
                    .isBetween((int) acknowledged, appended.size());
            assertThat(recovered).as("seed %s", seed).isEqualTo(appended.subList(0, recovered.size()));
            appended = List.copyOf(recovered);
            acknowledged = recovered.size();
            foundAtOpen = acknowledged;
            return stepped;
        }

        /** Random journal operations of a node. */
        private final class Appender {
            private final SteppedJournal stepped;
            private final int life;
            private @Nullable SnapshotTarget snapshot;
            private int snapshotNext;
            private int snapshotEnd;

            Appender(SteppedJournal stepped, int life) {
                this.stepped = stepped;
                this.life = life;
            }

            void act() {
                switch (random.nextInt(12)) {
                    case 0, 1, 2 -> append(random.nextInt(200));
                    case 3 -> append(random.nextInt(random.nextInt(40) == 0 ? 40_000 : 4_000));
                    case 4, 5 -> stepped.journal.flush();
                    case 6, 7, 8 -> stepped.journal.writing.takeTurn();
                    case 9 -> stepped.journal.housekeeping.takeTurn();
                    case 10 -> stepped.nowNanos += random.nextLong(2_000_000_000);
                    default -> snapshot();
                }
            }

            private void append(int length) {
                List<String> entries = stepped.optionalFields.entries();
                long position = stepped.append(life + "/" + entries.size() + "/" + "x".repeat(length));
                if (random.nextInt(20) == 0 && stepped.journal.cut(position)) {
                    entries.remove(entries.size() - 1);
                }
            }

            private void snapshot() {
                SnapshotTarget running = snapshot;
                if (running == null || running.isDone()) {
                    snapshotNext = 0;
                    snapshotEnd = (int) stepped.journal.mayApply();
                    snapshot = stepped.journal.startSnapshot(snapshotEnd);
                } else if (snapshotNext < snapshotEnd) {
                    int end = Math.min(snapshotEnd, snapshotNext + 1 + random.nextInt(100));
                    byte[] slice =
                            AppendRecord.lines(stepped.optionalFields.entries().subList(snapshotNext, end));
                    running.write(slice, slice.length);
                    snapshotNext = end;
                } else if (random.nextInt(10) == 0) {
                    running.abandon();
                } else {
                    running.finish();
                }
            }
        }
    }
}
