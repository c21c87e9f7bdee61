package dev.reeve.journal.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.journal.JournalCorruptException;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Random changes of a replicated log, with a kill, a power cut or a failing disk at a random moment. */
class RaftLogCrashTest {
    private static final int SEEDS = Integer.getInteger("reeve.raft-crashes", 200);
    private static final int LIVES = 5;

    @Test
    void no_change_that_returned_is_lost_in_a_crash() throws IOException {
        for (int seed = 0; seed < SEEDS; seed++) {
            live(new RaftRun(seed));
        }
    }

    /** Negative control: this test detects a loss. */
    @Test
    void ignored_syncs_are_noticed() {
        int noticed = 0;
        for (int seed = 0; seed < 40; seed++) {
            RaftRun run = new RaftRun(seed);
            run.disk.ignoreSyncs(true);
            try {
                live(run);
            } catch (IOException | AssertionError e) {
                noticed++;
            }
        }
        assertThat(noticed).isGreaterThan(30);
    }

    private static void live(RaftRun run) throws IOException {
        for (int life = 0; life < LIVES; life++) {
            run.disk.writeShort(run.random().nextInt(4) == 0);
            run.disk.powerOffAfter(1 + run.random().nextInt(run.random().nextBoolean() ? 30 : 800));
            liveOnce(run);
            if (run.random().nextInt(3) == 0) {
                run.disk.kill();
            } else {
                run.disk.powerCut();
            }
        }
        run.open();
    }

    private static void liveOnce(RaftRun run) throws IOException {
        try {
            RaftLog log = run.open();
            run.change(log, 20 + run.random().nextInt(300));
            if (run.random().nextInt(5) == 0) {
                log.close();
            }
        } catch (JournalCorruptException e) {
            throw e;
        } catch (IOException e) {
            assertThat(run.disk.isOff()).as(e.toString()).isTrue();
        }
    }

    @Test
    void no_failure_of_the_disk_loses_what_was_acknowledged() throws IOException {
        int stopped = 0;
        for (int n = 1; n <= 300; n++) {
            RaftRun run = new RaftRun(n);
            run.disk.failAfter(n);
            try {
                run.change(run.open(), 100);
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("simulated");
                stopped += run.failures.messages.size();
            }
            assertThat(run.failures.messages).hasSizeLessThanOrEqualTo(1);
            if (n % 2 == 0) {
                run.disk.kill();
            } else {
                run.disk.powerCut();
            }
            run.open();
            run.disk.powerCut();
            run.open();
        }
        assertThat(stopped).isGreaterThan(50);
    }

    @Test
    void after_a_failed_sync_nothing_is_changed_any_more() throws IOException {
        RaftRun run = new RaftRun(1);
        RaftLog log = run.open();
        run.change(log, 10);
        RaftModel found = RaftModel.of(log);
        run.disk.failAfter(1, SimDisk.Operation.SYNC);
        RaftVote vote = new RaftVote(100, "somebody");
        assertThatThrownBy(() -> log.vote(vote)).hasMessageContaining("simulated failure of sync");
        assertThatThrownBy(() -> log.vote(vote)).hasMessageContaining("simulated failure of sync");
        assertThatThrownBy(() -> log.reset(1_000)).hasMessageContaining("simulated failure of sync");
        assertThat(RaftModel.of(log)).isEqualTo(found);
        assertThat(run.failures.messages).hasSize(1);
    }

    @Test
    void a_full_disk_ends_the_log_with_a_clear_reason() throws IOException {
        RaftRun run = new RaftRun(2);
        RaftLog log = run.open();
        run.disk.quota(run.disk.usedBytes() + (40 << 10));
        assertThatThrownBy(() -> {
                    for (int i = 1; i < 10_000; i++) {
                        log.append(java.util.List.of(RaftModel.entry(log.last() + 1, 1, "x".repeat(500))));
                    }
                })
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot write the replicated log")
                .hasMessageContaining("not enough disk space");
        assertThat(run.failures.messages).hasSize(1);
        RaftModel found = RaftModel.of(log);
        run.disk.kill();
        run.disk.quota(Long.MAX_VALUE);
        RaftLog again = new RaftLog(run.disk, SteppedJournal.SMALL, run.failures, 0, () -> 1);
        assertThat(RaftModel.of(again).entries()).startsWith(found.entries().toArray(String[]::new));
    }
}
