package dev.reeve.cluster.jraft;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesResponse;
import com.alipay.sofa.jraft.util.Endpoint;
import com.google.protobuf.ByteString;
import dev.reeve.cluster.Member;
import dev.reeve.cluster.RecordingListener;
import dev.reeve.cluster.wire.Wire;
import dev.reeve.journal.local.SimDisk;
import dev.reeve.journal.local.WatchedDisk;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The connection of a leader ends while a follower writes what came by it. What the follower has to say about that comes too late, and must
 * not take the place of an answer on the next connection. The leader is this test.
 */
class LateAnswerTest {
    private static final long TERM = 100;
    private static final int ANSWER_MILLIS = 10_000;
    private static final int PROBES = 100;

    private final Wire first = new Wire(Wire.Security.NONE);
    private final Wire second = new Wire(Wire.Security.NONE);
    private final CountDownLatch syncing = new CountDownLatch(1);
    private final CountDownLatch mayGoOn = new CountDownLatch(1);
    private volatile boolean isHeld;

    @AfterEach
    void stop() {
        mayGoOn.countDown();
        first.close();
        second.close();
    }

    private WatchedDisk disk() {
        return new WatchedDisk(new SimDisk(1), (moment, change) -> {
            if (isHeld && moment == WatchedDisk.Moment.BEFORE && change.kind() == WatchedDisk.Kind.SYNC) {
                isHeld = false;
                syncing.countDown();
                try {
                    mayGoOn.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
    }

    private static WireClient client(Wire wire) {
        WireClient client = new WireClient();
        client.use(wire, index -> false);
        return client;
    }

    /** A question of the leader how far the follower is, which is no heartbeat. */
    private static AppendEntriesRequest.Builder probe(Member leader, Member follower) {
        return AppendEntriesRequest.newBuilder()
                .setGroupId("reeve")
                .setServerId(JraftMembers.peer(leader).toString())
                .setPeerId(JraftMembers.peer(follower).toString())
                .setTerm(TERM)
                .setPrevLogIndex(0)
                .setPrevLogTerm(0)
                .setCommittedIndex(0)
                .setData(ByteString.EMPTY);
    }

    private static void isAnswered(WireClient client, Endpoint address, AppendEntriesRequest request) throws Exception {
        AppendEntriesResponse answer = (AppendEntriesResponse) client.invokeSync(address, request, null, ANSWER_MILLIS);
        assertThat(answer.getSuccess()).as("%s", answer).isTrue();
    }

    @Test
    void an_answer_of_the_last_connection_does_not_count(@TempDir Path folder) throws Exception {
        RecordingListener state = new RecordingListener();
        try (JraftGroup group = new JraftGroup(folder)) {
            Member leader = group.founders().get(0);
            Member follower = group.founders().get(1);
            group.start(follower, new Wire(Wire.Security.NONE), disk(), state);
            Endpoint address = new Endpoint(follower.host(), follower.port());
            WireClient before = client(first);
            isAnswered(before, address, probe(leader, follower).build());
            isHeld = true;
            before.invokeAsync(address, entry(leader, follower), null, (answer, failure) -> {}, ANSWER_MILLIS);
            syncing.await();
            first.close();

            WireClient after = client(second);
            isAnswered(after, address, probe(leader, follower).build());
            mayGoOn.countDown();
            group.until("the entry is written", () -> lastIndex(after, address, leader, follower) == 1);
            for (int i = 0; i < PROBES; i++) {
                isAnswered(after, address, probe(leader, follower).build());
            }
        }
    }

    private static AppendEntriesRequest entry(Member leader, Member follower) {
        AppendEntriesRequest.Builder request = probe(leader, follower);
        request.addEntriesBuilder()
                .setTerm(TERM)
                .setType(com.alipay.sofa.jraft.entity.EnumOutter.EntryType.ENTRY_TYPE_DATA)
                .setDataLen(1);
        return request.setData(ByteString.copyFromUtf8("x")).build();
    }

    private static long lastIndex(WireClient client, Endpoint address, Member leader, Member follower) {
        try {
            AppendEntriesResponse answer = (AppendEntriesResponse)
                    client.invokeSync(address, probe(leader, follower).build(), null, ANSWER_MILLIS);
            return answer.getLastLogIndex();
        } catch (Exception e) {
            throw new AssertionError("the follower does not answer", e);
        }
    }
}
