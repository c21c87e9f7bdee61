package dev.reeve.cluster.jraft;

import com.alipay.sofa.jraft.option.ApplyTaskMode;
import com.alipay.sofa.jraft.option.RaftOptions;
import com.alipay.sofa.jraft.option.ReadOnlyOption;
import dev.reeve.cluster.Member;
import dev.reeve.cluster.wire.Wire;
import java.nio.file.Path;
import java.util.List;

/**
 * What a node of a group needs to know.
 *
 * @param self this node, which listens at its address
 * @param founders the members of a group that has just been founded; otherwise the log says who they are
 * @param folder of this node's log and snapshots
 * @param electionMillis after this time without a word of the leader another one is elected
 */
public record JraftSettings(Member self, List<Member> founders, Path folder, int electionMillis) {
    private static final int BUFFER_BYTES = 4 << 20;
    /**
     * What is sent at a time to a member that is behind: of a snapshot so much, of the log about so much, and an entry at least. One thread sends to all members, so
     * a piece is what the newest entries may have to wait for.
     */
    static final int PIECE_BYTES = 256 << 10;
    /** Requests with entries on their way to a member. With more the rest of the log would wait in memory for one that is slow. */
    static final int MOST_UNANSWERED = 16;
    /** The library shares timers and pools by processor; a node needs few. */
    private static final int THREADS = 4;

    Path log() {
        return folder.resolve("log");
    }

    Path snapshots() {
        return folder.resolve("snapshots");
    }

    WireOptions options(Wire wire) {
        WireOptions options = new WireOptions(wire);
        options.setElectionTimeoutMs(electionMillis);
        options.setRpcConnectTimeoutMs(electionMillis);
        options.setInitialConf(JraftMembers.configuration(founders));
        options.setLogUri(log().toString());
        options.setRaftMetaUri(log().toString());
        options.setSnapshotUri(snapshots().toString());
        // Snapshots are taken when the node asks for one.
        options.setSnapshotIntervalSecs(0);
        // Otherwise a full queue would refuse proposals, and leave a gap.
        options.setApplyTaskMode(ApplyTaskMode.Blocking);
        options.setDisableCli(true);
        options.setRaftRpcThreadPoolSize(THREADS);
        options.setRpcProcessorThreadPoolSize(THREADS);
        options.setTimerPoolSize(THREADS);
        // Timers of a node's own would wake up a thousand times a second each, whether there is something to do or not.
        options.setSharedElectionTimer(true);
        options.setSharedVoteTimer(true);
        options.setSharedStepDownTimer(true);
        options.setSharedSnapshotTimer(true);
        options.setRaftOptions(raftOptions());
        return options;
    }

    private RaftOptions raftOptions() {
        RaftOptions options = new RaftOptions();
        // Two that ask for votes at the same time try again after a whole time-out. With a longer delay that could be
        // two time-outs after the loss of the leader.
        options.setMaxElectionDelayMs(electionMillis / 3);
        options.setReadOnlyOptions(ReadOnlyOption.ReadOnlySafe);
        options.setReplicatorPipeline(true);
        options.setApplyBatch(1);
        options.setMaxAppendBufferSize(BUFFER_BYTES);
        options.setMaxBodySize(PIECE_BYTES);
        options.setMaxByteCountPerRpc(PIECE_BYTES);
        options.setMaxReplicatorInflightMsgs(MOST_UNANSWERED);
        options.setSync(true);
        options.setSyncMeta(true);
        return options;
    }
}
