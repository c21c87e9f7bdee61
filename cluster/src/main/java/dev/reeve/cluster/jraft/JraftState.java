package dev.reeve.cluster.jraft;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Iterator;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.conf.Configuration;
import com.alipay.sofa.jraft.core.StateMachineAdapter;
import com.alipay.sofa.jraft.entity.LeaderChangeContext;
import com.alipay.sofa.jraft.entity.RaftOutter.SnapshotMeta;
import com.alipay.sofa.jraft.error.RaftError;
import com.alipay.sofa.jraft.error.RaftException;
import com.alipay.sofa.jraft.storage.snapshot.SnapshotReader;
import com.alipay.sofa.jraft.storage.snapshot.SnapshotWriter;
import dev.reeve.cluster.Consensus;
import dev.reeve.cluster.Member;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Passes what the library says on to the listener. The library calls it on one thread, in the order of the log. */
final class JraftState extends StateMachineAdapter {
    private final Consensus.Listener listener;
    private final Runnable leaderFound;
    private volatile List<Member> members;
    private long leadsTerm;

    /** @param leaderFound is told whenever there is a leader */
    JraftState(Consensus.Listener listener, List<Member> members, Runnable leaderFound) {
        this.listener = listener;
        this.leaderFound = leaderFound;
        this.members = List.copyOf(members);
    }

    /** Any thread. */
    List<Member> members() {
        return members;
    }

    @Override
    public void onApply(Iterator entries) {
        while (entries.hasNext()) {
            listener.committed(entries.getIndex(), entries.getTerm(), JraftMembers.bytes(entries.getData()));
            Closure proposal = entries.done();
            if (proposal != null) {
                proposal.run(Status.OK());
            }
            entries.next();
        }
    }

    @Override
    public void onLeaderStart(long term) {
        leadsTerm = term;
        leaderFound.run();
        listener.leadershipStarted(term);
    }

    @Override
    public void onStartFollowing(LeaderChangeContext leader) {
        leaderFound.run();
    }

    @Override
    public void onLeaderStop(Status status) {
        listener.leadershipEnded(leadsTerm);
    }

    @Override
    public void onConfigurationCommitted(Configuration configuration) {
        members = configuration.listPeers().stream().map(JraftMembers::member).toList();
    }

    @Override
    public void onSnapshotSave(SnapshotWriter writer, Closure done) {
        Path folder = Path.of(writer.getPath());
        listener.save(folder, new Consensus.Saving() {
            @Override
            public void saved() {
                done.run(addFiles(writer, folder));
            }

            @Override
            public void failed(Throwable cause) {
                done.run(new Status(RaftError.EIO, "%s", cause.toString()));
            }
        });
    }

    static Status addFiles(SnapshotWriter writer, Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            boolean added = files.allMatch(file -> writer.addFile(String.valueOf(file.getFileName())));
            return added ? Status.OK() : new Status(RaftError.EIO, "cannot add the files of %s", folder);
        } catch (IOException e) {
            return new Status(RaftError.EIO, "%s", e.toString());
        }
    }

    @Override
    public boolean onSnapshotLoad(SnapshotReader reader) {
        SnapshotMeta meta = reader.load();
        try {
            listener.load(Path.of(reader.getPath()), meta.getLastIncludedIndex());
            return true;
        } catch (IOException e) {
            listener.failed("cannot load the snapshot of entry " + meta.getLastIncludedIndex(), e);
            return false;
        }
    }

    @Override
    public void onError(RaftException e) {
        listener.failed("the replicated group cannot go on: " + e.getStatus(), e);
    }
}
