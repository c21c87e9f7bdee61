package dev.reeve.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GroupCommitTest {
    private static final long SYNC_MILLIS = 2;

    private final ManualClock clock = new ManualClock(1_000_000);
    private final ManualLoop loop = new ManualLoop(clock);
    private final ManualJournal journal = new ManualJournal(false);
    private final GroupCommit groupCommit = new GroupCommit(
            loop, clock, journal, () -> 0, new JournalCapacity(journal, Long.MAX_VALUE), this::scheduleFlush);

    private void scheduleFlush() {
        loop.execute(() -> groupCommit.flush(journal.lastAppended()));
    }

    @Test
    void a_lone_client_never_waits() {
        for (int i = 0; i < 10; i++) {
            assertThat(send(1)).isTrue();
            sync();
        }
    }

    @Test
    void a_batch_waits_for_those_who_were_just_answered() {
        assertThat(send(3)).isTrue();
        send(1);
        sync();
        assertThat(send(1)).as("two of three are missing").isFalse();
        assertThat(send(1)).as("one of three is missing").isFalse();
        assertThat(send(1)).as("all are there").isTrue();
    }

    @Test
    void seven_of_eight_are_enough() {
        send(8);
        sync();
        assertThat(send(6)).as("two of eight are missing").isFalse();
        assertThat(send(1)).as("one of eight is missing").isTrue();
    }

    @Test
    void where_all_came_the_next_one_waits_as_well() {
        send(3);
        for (int i = 0; i < 5; i++) {
            sync();
            assertThat(send(2)).isFalse();
            assertThat(send(1)).isTrue();
        }
    }

    @Test
    void a_batch_that_needs_no_sync_never_waits() {
        journal.repliesAtFlush = true;
        assertThat(send(3)).isTrue();
        clock.advanceMillis(SYNC_MILLIS);
        assertThat(send(1)).as("two of three are missing").isTrue();
    }

    @Test
    void a_batch_of_several_commands_that_needs_no_sync_waits_for_one_poll() {
        journal.repliesAtFlush = true;
        send(1);
        assertThat(sendBeforePoll(4)).as("before the poll").isFalse();
        loop.poll();
        assertThat(handedOver()).as("after the poll").isTrue();
    }

    @Test
    void the_commands_of_that_poll_are_in_the_batch_and_end_its_wait() {
        journal.repliesAtFlush = true;
        send(1);
        for (int i = 0; i < 5; i++) {
            assertThat(sendBeforePoll(4)).isFalse();
            assertThat(sendBeforePoll(1)).isTrue();
            loop.poll();
        }
    }

    @Test
    void a_batch_of_few_commands_that_needs_no_sync_does_not_wait_for_a_poll() {
        journal.repliesAtFlush = true;
        send(1);
        assertThat(sendBeforePoll(3)).isTrue();
    }

    @Test
    void a_batch_that_needs_a_sync_does_not_wait_for_a_poll() {
        assertThat(sendBeforePoll(4)).isTrue();
        sync();
        send(4);
        sync();
        assertThat(sendBeforePoll(4)).isTrue();
    }

    @Test
    void after_polls_in_vain_the_next_batches_do_not_wait_for_one() {
        journal.repliesAtFlush = true;
        send(1);
        int atOnce = 0;
        for (int failures = 0; failures < 12; failures++) {
            for (int i = 0; i < atOnce; i++) {
                assertThat(sendBeforePoll(4)).as("after %d in vain", failures).isTrue();
            }
            assertThat(sendBeforePoll(4)).as("after %d at once", atOnce).isFalse();
            loop.poll();
            assertThat(handedOver()).isTrue();
            atOnce = Math.min(255, 2 * atOnce + 1);
        }
    }

    @Test
    void where_a_poll_paid_off_the_next_batch_waits_for_one_again() {
        journal.repliesAtFlush = true;
        send(1);
        sendBeforePoll(4);
        loop.poll();
        assertThat(sendBeforePoll(4)).as("once in vain").isTrue();
        assertThat(sendBeforePoll(4)).isFalse();
        assertThat(sendBeforePoll(1)).as("it paid off").isTrue();
        loop.poll();
        assertThat(sendBeforePoll(4)).isFalse();
        loop.poll();
        assertThat(sendBeforePoll(4)).as("once in vain again").isTrue();
        assertThat(sendBeforePoll(4)).isFalse();
    }

    @Test
    void it_waits_as_long_as_the_last_one_took() {
        send(3);
        sync();
        assertThat(send(1)).isFalse();
        passMicros(SYNC_MILLIS * 1_000 - 1);
        loop.turn();
        assertThat(handedOver()).isFalse();
        passMicros(1);
        loop.turn();
        assertThat(handedOver()).isTrue();
    }

    @Test
    void it_waits_longer_while_every_poll_brings_commands() {
        send(8);
        sync();
        assertThat(sendBeforePoll(1)).isFalse();
        passMicros(SYNC_MILLIS * 1_000);
        assertThat(sendBeforePoll(1)).as("after its wait").isFalse();
        for (int i = 0; i < 3; i++) {
            append(1);
            loop.poll();
            assertThat(handedOver()).as("a poll that brought a command").isFalse();
        }
        loop.poll();
        assertThat(handedOver()).as("a poll that brought none").isTrue();
    }

    @Test
    void while_it_waits_for_a_poll_the_end_of_another_turn_does_not_end_the_wait() {
        send(8);
        sync();
        sendBeforePoll(1);
        passMicros(SYNC_MILLIS * 1_000);
        assertThat(sendBeforePoll(1)).isFalse();
        assertThat(sendBeforePoll(0)).isFalse();
        loop.poll();
        assertThat(handedOver()).isTrue();
    }

    @Test
    void it_waits_no_longer_than_twice_the_time_that_the_last_one_took() {
        send(16);
        sync();
        assertThat(sendBeforePoll(1)).isFalse();
        passMicros(2 * SYNC_MILLIS * 1_000 - 1);
        assertThat(sendBeforePoll(1)).isFalse();
        passMicros(1);
        append(1);
        loop.poll();
        assertThat(handedOver()).isTrue();
    }

    @Test
    void those_who_come_with_the_last_polls_are_enough() {
        for (int i = 0; i < 5; i++) {
            send(3);
            sync();
            assertThat(sendBeforePoll(1)).isFalse();
            passMicros(SYNC_MILLIS * 1_000);
            assertThat(sendBeforePoll(1)).isFalse();
            append(1);
            loop.poll();
            assertThat(handedOver()).as("not in vain").isTrue();
            sync();
        }
    }

    private void passMicros(long micros) {
        clock.set(clock.nowMicros() + micros);
    }

    @Test
    void it_does_not_wait_long_for_a_slow_disk() {
        send(3);
        clock.advanceMillis(1_000);
        sync();
        assertThat(send(1)).isFalse();
        loop.advanceMillis(4);
        assertThat(handedOver()).isFalse();
        loop.advanceMillis(1);
        assertThat(handedOver()).isTrue();
    }

    @Test
    void after_waiting_in_vain_the_next_ones_do_not_wait() {
        send(3);
        sync();
        send(1);
        loop.advanceMillis(SYNC_MILLIS);
        sync();
        assertThat(send(1)).as("once in vain").isTrue();
        sync();
        send(3);
        sync();
        assertThat(send(1)).as("it waits again").isFalse();
        loop.advanceMillis(SYNC_MILLIS);
        for (int i = 0; i < 3; i++) {
            sync();
            assertThat(send(1)).as("twice in vain").isTrue();
        }
    }

    @Test
    void however_often_it_was_in_vain_it_tries_again() {
        int atOnce = 0;
        send(3);
        sync();
        for (int failures = 0; failures < 12; failures++) {
            for (int i = 0; i < atOnce; i++) {
                assertThat(send(3)).as("after %d in vain", failures).isTrue();
                sync();
            }
            assertThat(send(1)).as("after %d at once", atOnce).isFalse();
            loop.advanceMillis(SYNC_MILLIS);
            sync();
            atOnce = Math.min(255, 2 * atOnce + 1);
        }
    }

    /** Appends commands, and returns whether their batch was flushed immediately. */
    private boolean send(int commands) {
        append(commands);
        loop.turn();
        return handedOver();
    }

    /** The same, without another poll. */
    private boolean sendBeforePoll(int commands) {
        append(commands);
        loop.oneTurn();
        return handedOver();
    }

    private void append(int commands) {
        for (int i = 0; i < commands; i++) {
            journal.append(new byte[1], 0, 1);
        }
        scheduleFlush();
    }

    private boolean handedOver() {
        return journal.flushedAll();
    }

    private void sync() {
        clock.advanceMillis(SYNC_MILLIS);
        journal.sync(Integer.MAX_VALUE);
        groupCommit.refresh();
        scheduleFlush();
        loop.turn();
    }
}
