package dev.reeve.cluster.jraft;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.cluster.Consensus;
import dev.reeve.cluster.Member;
import dev.reeve.cluster.RecordingListener;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A read that cannot be answered fails after a while, without a timer that never rests. */
class SlowReadTest {
    private static final long MOST_SECONDS = 60;

    private record Node(RecordingListener state, Consensus consensus) {
        boolean leads() {
            return state.leads() > 0;
        }
    }

    private static CompletableFuture<String> read(Consensus node) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        node.readIndex(new Consensus.Reading() {
            @Override
            public void read(long index) {
                answer.complete("read");
            }

            @Override
            public void failed(String problem) {
                answer.complete(problem);
            }
        });
        return answer;
    }

    @Test
    void on_a_node_that_does_not_apply(@TempDir Path folder) throws Exception {
        try (JraftGroup group = new JraftGroup(folder)) {
            List<Node> nodes = new ArrayList<>();
            for (Member member : group.founders()) {
                RecordingListener state = new RecordingListener();
                nodes.add(new Node(state, group.start(member, state)));
            }
            group.until("there is a leader", () -> nodes.stream().anyMatch(Node::leads));
            Node leader = nodes.stream().filter(Node::leads).findFirst().orElseThrow();
            Node follower = nodes.stream()
                    .filter(node -> !node.equals(leader))
                    .findFirst()
                    .orElseThrow();
            // Its methods wait for this lock, so that it hears of the next entry only later.
            synchronized (follower.state) {
                leader.consensus.propose(leader.state.leads(), "entry".getBytes(UTF_8), problem -> {});
                group.until("the others have it", () -> leader.state.entries().contains("entry"));
                assertThat(read(follower.consensus).get(MOST_SECONDS, TimeUnit.SECONDS))
                        .isEqualTo("no answer of a majority");
            }
            group.until("it goes on", () -> follower.state.entries().contains("entry"));
            group.until(
                    "reads are answered again",
                    () -> read(follower.consensus)
                            .orTimeout(MOST_SECONDS, TimeUnit.SECONDS)
                            .join()
                            .equals("read"));
            assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .isNotEmpty()
                    .noneMatch(name -> name.startsWith("read-index"));
        }
    }
}
