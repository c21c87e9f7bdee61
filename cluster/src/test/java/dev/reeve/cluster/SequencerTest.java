package dev.reeve.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SequencerTest {
    private static final long TERM = 5;
    private static final Member MEMBER = new Member("sim", 1, 1);
    private static final long OWN = Origins.of(MEMBER, 3L << 40);
    private static final long OTHER = Origins.of(new Member("sim", 2, 2), 4L << 40);

    private final List<byte[]> proposed = new ArrayList<>();
    private final Origins origins = new Origins();
    private final Replica.Stamps stamps = new Replica.Stamps() {
        @Override
        public long nowMicros() {
            return now;
        }

        @Override
        public long uptimeMicros() {
            return now + behindMicros;
        }

        @Override
        public long seed() {
            return 2;
        }

        @Override
        public boolean areReady() {
            return isTimeKnown;
        }
    };
    private final Gathering gathering = new Gathering(OWN, stamps::uptimeMicros);
    private final Sequencer sequencer = new Sequencer((term, batch) -> proposed.add(batch), stamps, gathering);
    private final List<Long> timers = new ArrayList<>();
    private final List<Runnable> polls = new ArrayList<>();
    private final Replica.Timer timer = new Replica.Timer() {
        @Override
        public void schedule(Runnable task, long delayMicros) {
            timers.add(delayMicros);
        }

        @Override
        public void nextTurn(Runnable task) {
            polls.add(task);
        }
    };
    private long now = 1;
    /** How much of the time that has passed the time of the cluster has left out. */
    private long behindMicros;

    private boolean isTimeKnown = true;

    private void lead() {
        sequencer.start(TERM, LogBatch.marker(TERM, 9, MEMBER));
        sequencer.committed();
        sequencer.marked(origins);
        proposed.clear();
    }

    private void take(long origin, long number, String command) {
        sequencer.take(new Forward(TERM, origin, number, List.of(command.getBytes(UTF_8))), origins);
        sequencer.flush();
        sequencer.committed();
    }

    private List<String> sequenced() {
        List<String> commands = new ArrayList<>();
        proposed.forEach(batch -> LogBatch.read(batch, new LogBatch.Reader() {
            @Override
            public void marker(long term, long origin, Member leader) {}

            @Override
            public void command(long origin, long number, long atMicros, long seed, byte[] command) {
                origins.applied(origin, number);
                commands.add(new String(command, UTF_8));
            }
        }));
        return commands;
    }

    @Test
    void a_leader_that_does_not_know_the_time_gives_no_command_its_place() {
        isTimeKnown = false;
        lead();
        take(OTHER, 1, "first");
        take(OTHER, 2, "second");
        sequencer.open(origins);
        sequencer.flush();
        assertThat(proposed).isEmpty();
        isTimeKnown = true;
        sequencer.open(origins);
        take(OTHER, 3, "third");
        sequencer.flush();
        assertThat(sequenced()).containsExactly("first", "second", "third");
        sequencer.stop();
        proposed.clear();
        isTimeKnown = false;
        lead();
        take(OTHER, 4, "in the next term");
        assertThat(proposed).isEmpty();
    }

    /** Applied after those of the later process, it would end every node. */
    @Test
    void what_is_left_of_an_earlier_process_comes_too_late() {
        long before = Origins.of(MEMBER, 1L << 40);
        long after = Origins.of(MEMBER, 2L << 40);
        lead();
        take(before, 1, "before");
        take(after, 1, "after");
        take(before, 2, "too late");
        take(after, 2, "after that");
        assertThat(sequenced()).containsExactly("before", "after", "after that");
    }

    private void add(long origin, int first, int count) {
        List<byte[]> commands = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            commands.add(new byte[] {(byte) i});
        }
        sequencer.take(new Forward(TERM, origin, first, commands), origins);
        sequencer.flush();
    }

    /** Leads, and has proposed eight commands of its own, which were committed after 1000 us. */
    private void commitEight() {
        gathering.begin(timer, () -> sequencer.flush());
        lead();
        add(OWN, 1, 8);
        now += 1000;
        sequencer.committed();
        sequenced();
        proposed.clear();
    }

    @Test
    void the_next_batch_waits_for_those_who_were_just_answered() {
        commitEight();
        assertThat(timers).containsExactly(1000L);
        add(OTHER, 1, 20);
        add(OWN, 9, 6);
        assertThat(proposed).isEmpty();
        assertThat(sequencer.isGathering()).isTrue();
        add(OWN, 15, 1);
        assertThat(proposed).hasSize(1);
    }

    /** As clients of the leader that are not among those who were just answered do. */
    @Test
    void those_who_came_while_the_batch_was_on_its_way_are_not_those_who_were_answered() {
        gathering.begin(timer, () -> sequencer.flush());
        lead();
        add(OWN, 1, 8);
        add(OWN, 9, 8);
        now += 1000;
        sequencer.committed();
        add(OWN, 17, 6);
        assertThat(proposed).hasSize(1);
        add(OWN, 23, 1);
        assertThat(proposed).hasSize(2);
    }

    @Test
    void it_waits_longer_while_every_poll_brings_commands() {
        commitEight();
        add(OWN, 9, 1);
        now += 1000;
        add(OWN, 10, 1);
        assertThat(proposed).as("after its wait").isEmpty();
        poll();
        assertThat(proposed).as("a poll that brought none").hasSize(1);
    }

    @Test
    void polls_that_bring_commands_end_with_twice_the_time() {
        commitEight();
        now += 1999;
        add(OWN, 9, 1);
        add(OWN, 10, 1);
        assertThat(proposed).as("before").isEmpty();
        now += 1;
        poll();
        assertThat(proposed).hasSize(1);
    }

    private void poll() {
        List<Runnable> tasks = List.copyOf(polls);
        assertThat(tasks).hasSize(1);
        polls.clear();
        tasks.forEach(Runnable::run);
    }

    @Test
    void a_batch_that_waited_in_vain_is_followed_by_one_that_does_not_wait() {
        commitEight();
        add(OWN, 9, 2);
        assertThat(proposed).isEmpty();
        now += 1000;
        sequencer.flush();
        assertThat(proposed).hasSize(1);
        now += 1000;
        sequencer.committed();
        add(OWN, 11, 1);
        assertThat(proposed).hasSize(2);
        now += 1000;
        sequencer.committed();
        add(OWN, 12, 1);
        assertThat(proposed).hasSize(3);
    }

    @Test
    void a_wait_is_as_long_as_it_was_said_though_the_time_of_the_cluster_is_slowed_down() {
        commitEight();
        add(OWN, 9, 2);
        behindMicros += 1000;
        sequencer.flush();
        assertThat(proposed).hasSize(1);
    }

    @Test
    void nobody_waits_for_commands_of_other_nodes() {
        commitEight();
        now += 1000;
        add(OTHER, 1, 8);
        assertThat(proposed).hasSize(1);
        now += 1000;
        sequencer.committed();
        assertThat(sequencer.isGathering()).isFalse();
        add(OTHER, 9, 1);
        assertThat(proposed).hasSize(2);
    }

    @Test
    void a_leader_that_is_followed_by_another_waits_for_nothing() {
        commitEight();
        sequencer.stop();
        assertThat(sequencer.isGathering()).isFalse();
    }
}
