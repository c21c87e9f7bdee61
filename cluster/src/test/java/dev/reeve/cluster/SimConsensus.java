package dev.reeve.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A node of a {@link SimGroup}. */
public final class SimConsensus implements Consensus {
    private final SimGroup group;
    private final Member self;
    private final List<Consumer<String>> inVain = new ArrayList<>();
    private final List<Reading> reads = new ArrayList<>();
    private @Nullable Listener listener;
    private int life;
    private long applied;
    /** The term in which this node believes to lead; 0 if it does not. */
    private long leadsTerm;

    private long snapshotIndex;
    private @Nullable Path snapshotFolder;

    SimConsensus(SimGroup group, Member self) {
        this.group = group;
        this.self = self;
    }

    Member self() {
        return self;
    }

    boolean isUp() {
        return listener != null;
    }

    long applied() {
        return applied;
    }

    long snapshotIndex() {
        return snapshotIndex;
    }

    @Nullable
    Path snapshotFolder() {
        return snapshotFolder;
    }

    void start(Listener next) {
        listener = next;
        applied = 0;
        if (snapshotFolder != null) {
            load(snapshotFolder, snapshotIndex);
        }
    }

    void stop() {
        listener = null;
        life++;
        leadsTerm = 0;
        inVain.clear();
        reads.clear();
    }

    private Listener listener() {
        return Objects.requireNonNull(listener);
    }

    void deliver(long term, byte @Nullable [] bytes) {
        applied++;
        if (bytes != null) {
            listener().committed(applied, term, bytes);
        }
    }

    void install(Path folder, long index) {
        snapshotFolder = folder;
        snapshotIndex = index;
        load(folder, index);
    }

    private void load(Path folder, long index) {
        try {
            listener().load(folder, index);
            applied = index;
        } catch (IOException e) {
            listener().failed("cannot load a snapshot", e);
        }
    }

    /** Tells this node what it should know of the leader by now. One that hands over leads no longer, and may begin again in the same term. */
    void tellLeadership() {
        if (leadsTerm != 0 && (leadsTerm != group.term() || !self.equals(group.leader()) || group.isTransferring())) {
            long ended = leadsTerm;
            leadsTerm = 0;
            listener().leadershipEnded(ended);
            inVain.forEach(refused -> refused.accept("leadership ended"));
            inVain.clear();
        }
        if (leadsTerm == 0 && self.equals(group.leader()) && !group.isTransferring() && group.isEstablished(applied)) {
            leadsTerm = group.term();
            listener().leadershipStarted(leadsTerm);
        }
    }

    void answerReads() {
        long index = group.readIndex();
        if (index >= 0 && index <= applied) {
            List<Reading> answered = List.copyOf(reads);
            reads.clear();
            answered.forEach(reading -> reading.read(index));
        }
    }

    private boolean leads() {
        return leadsTerm != 0 && leadsTerm == group.term() && self.equals(group.leader());
    }

    @Override
    public void propose(long term, byte[] batch, Consumer<String> refused) {
        if (listener == null || term != leadsTerm || leadsTerm == 0) {
            refused.accept("this node does not lead in term " + term);
        } else if (leads() && group.isTransferring()) {
            refused.accept("leadership is being handed over");
        } else if (leads()) {
            int proposedIn = life;
            group.append(batch, reason -> {
                if (proposedIn == life) {
                    refuse(term, refused);
                }
            });
        } else {
            // It has been replaced and does not know it yet.
            inVain.add(refused);
        }
    }

    /** Leadership has to end for this node before it hears of the refusal. */
    private void refuse(long term, Consumer<String> refused) {
        if (leadsTerm == term) {
            inVain.add(refused);
        } else {
            refused.accept("leadership ended");
        }
    }

    @Override
    public void readIndex(Reading reading) {
        reads.add(reading);
    }

    @Override
    public void announce() {}

    @Override
    public void stateBytes(long bytes) {}

    @Override
    public void snapshot(Done done) {
        long index = applied;
        Path folder = group.newFolder();
        listener().save(folder, new Saving() {
            @Override
            public void saved() {
                snapshotIndex = index;
                snapshotFolder = folder;
                group.taken(index);
                done.done(null);
            }

            @Override
            public void failed(Throwable cause) {
                done.done(cause.toString());
            }
        });
    }

    @Override
    public void transfer(Member to, Done done) {
        if (leads() && group.members().contains(to)) {
            group.transfer(to);
            done.done(null);
        } else {
            done.done("this node does not lead, or there is no such member");
        }
    }

    @Override
    public void add(Member member, Done done) {
        List<Member> next = new ArrayList<>(group.members());
        next.add(member);
        change(next, done);
    }

    @Override
    public void remove(Member member, Done done) {
        List<Member> next = new ArrayList<>(group.members());
        next.remove(member);
        change(next, done);
    }

    private void change(List<Member> next, Done done) {
        if (leads()) {
            group.change(next);
            done.done(null);
        } else {
            done.done("this node does not lead");
        }
    }

    @Override
    public List<Member> members() {
        return group.members();
    }

    @Override
    public @Nullable Member leader() {
        return group.leader();
    }

    @Override
    public long committed() {
        return applied;
    }

    @Override
    public void close() {
        group.kill(self);
    }
}
