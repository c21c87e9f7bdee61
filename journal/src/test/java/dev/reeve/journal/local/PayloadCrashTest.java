package dev.reeve.journal.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.KeyedPayload;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Random changes of a payload store, with a kill, a power cut, a failing or a full disk at a random moment. */
class PayloadCrashTest {
    private static final int SEEDS = Integer.getInteger("reeve.payload-crashes", 200);
    private static final int LIVES = 5;

    @Test
    void nothing_that_a_published_list_refers_to_is_lost_in_a_crash() throws IOException {
        long lists = 0;
        long moved = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            PayloadRun run = new PayloadRun(seed);
            live(run);
            lists += run.lists();
            moved += run.moved();
        }
        assertThat(lists).isGreaterThan(3L * SEEDS);
        assertThat(moved).isGreaterThan(3L * SEEDS);
    }

    /** Negative control: this test detects a loss. */
    @Test
    void ignored_syncs_are_noticed() {
        int noticed = 0;
        for (int seed = 0; seed < 40; seed++) {
            PayloadRun run = new PayloadRun(seed);
            run.disk.ignoreSyncs(true);
            try {
                live(run);
            } catch (IOException | AssertionError e) {
                noticed++;
            }
        }
        assertThat(noticed).isGreaterThan(30);
    }

    private static void live(PayloadRun run) throws IOException {
        for (int life = 0; life < LIVES; life++) {
            run.disk.writeShort(run.random().nextInt(4) == 0);
            run.disk.powerOffAfter(1 + run.random().nextInt(run.random().nextBoolean() ? 30 : 500));
            liveOnce(run);
            if (run.random().nextInt(3) == 0) {
                run.disk.kill();
            } else {
                run.disk.powerCut();
            }
        }
        run.open();
    }

    private static void liveOnce(PayloadRun run) throws IOException {
        try {
            PayloadStore store = run.open();
            run.change(store, 20 + run.random().nextInt(300));
            if (run.random().nextInt(5) == 0) {
                store.close();
            }
        } catch (JournalCorruptException e) {
            throw e;
        } catch (IOException e) {
            assertThat(run.disk.isOff()).as(e.toString()).isTrue();
        }
    }

    /** A failed write costs nothing; a failed sync ends the store, and the published list leads to everything. */
    @Test
    void no_failure_of_the_disk_loses_what_was_stored() throws IOException {
        int ended = 0;
        int survived = 0;
        for (int n = 1; n <= 300; n++) {
            PayloadRun run = new PayloadRun(n);
            PayloadStore store = run.open();
            run.disk.failAfter(n);
            try {
                run.change(store, 200);
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("simulated");
                if (isUsable(store)) {
                    run.abandon(store);
                    run.change(store, 50);
                    run.settle(store);
                    survived++;
                } else {
                    assertThat(e).hasMessageContaining("sync");
                    ended++;
                }
            }
            if (n % 2 == 0) {
                run.disk.kill();
            } else {
                run.disk.powerCut();
            }
            run.open();
            run.disk.powerCut();
            run.open();
        }
        assertThat(ended).isGreaterThan(20);
        assertThat(survived).isGreaterThan(20);
    }

    private static boolean isUsable(PayloadStore store) {
        try {
            return store.append(List.of()).isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void files_take_at_most_twice_what_is_live() throws IOException {
        for (int seed = 0; seed < 20; seed++) {
            PayloadRun run = new PayloadRun(seed);
            PayloadStore store = run.open();
            for (int round = 0; round < 5; round++) {
                run.change(store, 200);
                run.settle(store);
                assertThat(run.diskBytes())
                        .as("seed %s", seed)
                        .isEqualTo(store.writtenBytes())
                        .isLessThanOrEqualTo(2 * store.liveBytes() + 3 * PayloadRun.FILE_BYTES);
            }
        }
    }

    @Test
    void a_full_disk_refuses_payloads_and_keeps_those_that_it_has() throws IOException {
        PayloadRun run = new PayloadRun(3);
        PayloadStore store = run.open();
        run.change(store, 100);
        run.settle(store);
        run.disk.quota(run.disk.usedBytes() + 2_000);
        List<KeyedPayload> many = List.of(new KeyedPayload(-1, new byte[1_500]), new KeyedPayload(-2, new byte[1_500]));
        long live = store.liveBytes();
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> store.append(many)).hasMessageContaining("No space left");
        }
        assertThat(store.liveBytes()).isEqualTo(live);
        run.disk.quota(Long.MAX_VALUE);
        run.change(store, 100);
        run.settle(store);
        run.disk.powerCut();
        run.open();
    }

    /** Every attempt begins a file, which must not use up what is left. */
    @Test
    void attempts_on_a_full_disk_leave_no_files() throws IOException {
        SimDisk disk = new SimDisk(4);
        PayloadStore store = PayloadStore.open(disk, PayloadRun.DIRECTORY, List.of(), PayloadRun.FILE_BYTES);
        disk.quota(1_000);
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> store.append(List.of(new KeyedPayload(1, new byte[1_500]))))
                    .hasMessageContaining("No space left");
            assertThat(disk.usedBytes()).isZero();
        }
        assertThat(store.append(List.of(new KeyedPayload(1, new byte[500])))).hasSize(1);
    }
}
