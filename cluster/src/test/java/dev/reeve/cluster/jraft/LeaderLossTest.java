package dev.reeve.cluster.jraft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.alipay.sofa.jraft.entity.PeerId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When the election time-out is shortened, and that it does not stay so. */
class LeaderLossTest {
    private static final int ELECTION_MILLIS = 600_000;
    private static final int HURRIED_MILLIS = 120_000;
    private static final PeerId LEADER = new PeerId("10.0.0.1", 7419, 3);

    private final List<Integer> timeouts = new CopyOnWriteArrayList<>();
    private @Nullable PeerId leader = LEADER;
    private LeaderLoss loss = new LeaderLoss(ELECTION_MILLIS, Runnable::run);

    @BeforeEach
    void watch() {
        loss.watch(new LeaderLoss.Election() {
            @Override
            public @Nullable PeerId leader() {
                return leader;
            }

            @Override
            public void timeout(int millis) {
                timeouts.add(millis);
            }
        });
    }

    @Test
    void the_time_out_is_short_from_the_loss_of_the_leader_until_there_is_another() {
        loss.disconnected("10.0.0.1:7419:3");
        loss.disconnected("10.0.0.1:7419:3");
        assertThat(timeouts).containsExactly(HURRIED_MILLIS);
        loss.found();
        loss.found();
        assertThat(timeouts).containsExactly(HURRIED_MILLIS, ELECTION_MILLIS);
        loss.disconnected("10.0.0.1:7419:3");
        assertThat(timeouts).containsExactly(HURRIED_MILLIS, ELECTION_MILLIS, HURRIED_MILLIS);
    }

    @Test
    void only_the_leader_matters() {
        loss.disconnected("10.0.0.2:7419:3");
        leader = null;
        loss.disconnected("10.0.0.1:7419:3");
        loss.found();
        assertThat(timeouts).isEmpty();
    }

    @Test
    void before_the_node_has_started_nothing_is_changed() {
        loss = new LeaderLoss(ELECTION_MILLIS, Runnable::run);
        loss.disconnected("10.0.0.1:7419:3");
        loss.found();
        assertThat(timeouts).isEmpty();
    }

    @Test
    void a_leader_that_never_comes_leaves_it_as_it_was() {
        loss = new LeaderLoss(10, Runnable::run);
        watch();
        loss.disconnected("10.0.0.1:7419:3");
        await().atMost(Duration.ofSeconds(30)).until(() -> timeouts.size() == 2);
        assertThat(timeouts).containsExactly(2, 10);
    }
}
