package dev.reeve.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SequencerTest {
    private static final long TERM = 5;
    private static final Member MEMBER = new Member("sim", 1, 1);

    private final List<byte[]> proposed = new ArrayList<>();
    private final Origins origins = new Origins();
    private final Sequencer sequencer = new Sequencer((term, batch) -> proposed.add(batch), new Replica.Stamps() {
        @Override
        public long nowMicros() {
            return 1;
        }

        @Override
        public long seed() {
            return 2;
        }
    });

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
}
