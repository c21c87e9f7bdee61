package dev.reeve.cluster.jraft;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.cluster.Consensus;
import dev.reeve.cluster.Member;
import dev.reeve.cluster.RecordingListener;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A read that cannot be answered fails after a while, without a timer that never rests. */
class SlowReadTest {
    private static final long MOST_SECONDS = 60;

    private final Map<Member, RecordingListener> states = new LinkedHashMap<>();
    private final Map<Member, Consensus> nodes = new LinkedHashMap<>();

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

    private Member leader(JraftGroup group) {
        group.until("there is a leader", () -> states.values().stream().anyMatch(state -> state.leads() > 0));
        return states.keySet().stream()
                .filter(member -> states.get(member).leads() > 0)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void on_a_node_that_does_not_apply(@TempDir Path folder) throws Exception {
        try (JraftGroup group = new JraftGroup(folder)) {
            for (Member member : group.founders()) {
                states.put(member, new RecordingListener());
                nodes.put(member, group.start(member, states.get(member)));
            }
            Member leader = leader(group);
            Member follower = states.keySet().stream()
                    .filter(member -> !member.equals(leader))
                    .findFirst()
                    .orElseThrow();
            RecordingListener stuck = states.get(follower);
            // Its methods wait for this lock, so that it hears of the next entry only later.
            synchronized (stuck) {
                nodes.get(leader).propose(states.get(leader).leads(), "entry".getBytes(UTF_8), problem -> {});
                group.until(
                        "the others have it", () -> states.get(leader).entries().contains("entry"));
                assertThat(read(nodes.get(follower)).get(MOST_SECONDS, TimeUnit.SECONDS))
                        .isEqualTo("no answer of a majority");
            }
            group.until("it goes on", () -> stuck.entries().contains("entry"));
            group.until(
                    "reads are answered again",
                    () -> read(nodes.get(follower))
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
