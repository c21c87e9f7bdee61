package dev.reeve.journal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.journal.JournalListener;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class LateJournalTest {
    private int advances;
    private final List<Long> discarded = new ArrayList<>();
    private final JournalListener listener = new JournalListener() {
        @Override
        public void advanced() {
            advances++;
        }

        @Override
        public void discarded(long position) {
            discarded.add(position);
        }

        @Override
        public void failed(String what, Throwable cause) {
            throw new AssertionError(what, cause);
        }
    };

    @Test
    void entries_are_applied_and_answered_together_and_late() {
        LateJournal journal = LateJournal.manual(listener);
        for (int i = 1; i <= 5; i++) {
            assertThat(journal.append(new byte[] {7, 7, 7}, 1, 2)).isEqualTo(i);
        }
        journal.commit(1);
        assertThat(journal.mayApply()).isZero();
        journal.flush();
        assertThat(journal.mayApply()).isZero();
        assertThat(journal.cut(5)).isFalse();
        journal.commit(2);
        assertThat(journal.mayApply()).isEqualTo(2);
        assertThat(journal.mayReply()).isEqualTo(2);
        assertThat(journal.unsyncedBytes()).isEqualTo(6);
        assertThat(advances).isEqualTo(1);
        journal.commitAll();
        assertThat(journal.mayReply()).isEqualTo(5);
        assertThat(journal.committedEntries()).hasSize(5).allMatch(entry -> entry.length == 2);
    }

    @Test
    void entries_that_are_not_committed_can_be_lost() {
        LateJournal journal = LateJournal.manual(listener);
        journal.loseUncommitted();
        assertThat(discarded).isEmpty();
        for (int i = 1; i <= 5; i++) {
            journal.append(new byte[i], 0, i);
        }
        journal.flush();
        journal.commit(2);
        journal.loseUncommitted();
        assertThat(discarded).containsExactly(3L);
        assertThat(journal.lastAppended()).isEqualTo(2);
        assertThat(journal.unsyncedBytes()).isZero();
        assertThat(journal.append(new byte[9], 0, 9)).isEqualTo(3);
        journal.flush();
        journal.commitAll();
        assertThat(journal.committedEntries()).extracting(entry -> entry.length).containsExactly(1, 2, 9);
    }

    @Test
    void entries_committed_elsewhere_follow_its_own() {
        LateJournal journal = LateJournal.manual(listener);
        journal.append(new byte[1], 0, 1);
        journal.install(List.of(new byte[2], new byte[3]));
        assertThat(journal.lastAppended()).isEqualTo(3);
        assertThat(journal.mayApply()).isEqualTo(3);
        assertThat(journal.mayReply()).isEqualTo(3);
        assertThat(journal.committedEntries()).extracting(entry -> entry.length).containsExactly(1, 2, 3);
    }

    @Test
    void tasks_on_an_executor_commit_all_in_bunches() {
        Queue<Runnable> tasks = new ArrayDeque<>();
        LateJournal journal = LateJournal.random(listener, tasks::add, 42);
        for (int i = 0; i < 1_000; i++) {
            journal.append(new byte[1], 0, 1);
        }
        journal.flush();
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
        assertThat(journal.mayReply()).isEqualTo(1_000);
        assertThat(advances).isBetween(2, 100);
    }
}
