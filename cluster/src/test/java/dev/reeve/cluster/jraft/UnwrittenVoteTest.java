package dev.reeve.cluster.jraft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alipay.sofa.jraft.error.RemotingException;
import com.alipay.sofa.jraft.rpc.RpcRequests.RequestVoteRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.RequestVoteResponse;
import com.alipay.sofa.jraft.util.Endpoint;
import dev.reeve.cluster.Member;
import dev.reeve.cluster.RecordingListener;
import dev.reeve.cluster.wire.Wire;
import dev.reeve.journal.local.SimDisk;
import dev.reeve.testkit.LogLines;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node whose vote was not written says nothing: it may have forgotten the vote after a restart, and give it to another
 * candidate. The other members are this test, so that nothing else asks for votes.
 */
class UnwrittenVoteTest {
    private static final int ANSWER_MILLIS = 10_000;

    private final Wire wire = new Wire(Wire.Security.NONE);
    private final WireClient candidate = new WireClient();

    @BeforeEach
    void start() {
        candidate.use(wire, index -> false);
    }

    @AfterEach
    void stop() {
        wire.close();
    }

    /** Asks as a candidate whose log is empty, as that of the voter is. */
    private RequestVoteResponse ask(Member from, Member voter, long term) throws Exception {
        RequestVoteRequest request = RequestVoteRequest.newBuilder()
                .setGroupId("reeve")
                .setServerId(JraftMembers.peer(from).toString())
                .setPeerId(JraftMembers.peer(voter).toString())
                .setTerm(term)
                .setLastLogTerm(0)
                .setLastLogIndex(0)
                .setPreVote(false)
                .build();
        Endpoint address = new Endpoint(voter.host(), voter.port());
        return (RequestVoteResponse) candidate.invokeSync(address, request, null, ANSWER_MILLIS);
    }

    @Test
    void a_vote_that_is_not_written_is_not_given(@TempDir Path folder) throws Exception {
        SimDisk disk = new SimDisk(1);
        RecordingListener state = new RecordingListener();
        try (LogLines lines = new LogLines(JraftVotes.class);
                JraftGroup group = new JraftGroup(folder)) {
            Member voter = group.founders().get(0);
            group.start(voter, new Wire(Wire.Security.NONE), disk, state);
            RequestVoteResponse written = ask(group.founders().get(1), voter, 100);
            assertThat(written.getGranted()).isTrue();
            assertThat(written.getTerm()).isEqualTo(100);
            disk.failAfter(1, SimDisk.Operation.SYNC);
            assertThatThrownBy(() -> ask(group.founders().get(2), voter, 200)).isInstanceOf(RemotingException.class);
            group.until("the failure is told", () -> !state.failures().isEmpty());
            assertThatThrownBy(() -> ask(group.founders().get(2), voter, 200)).isInstanceOf(RemotingException.class);
            group.until("the failure is logged", () -> !lines.told().isEmpty());
            assertThat(lines.told()).allMatch(line -> line.contains("simulated failure"));
        }
    }
}
