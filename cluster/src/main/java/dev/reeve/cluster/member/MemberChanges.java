package dev.reeve.cluster.member;

import dev.reeve.cluster.Consensus;
import dev.reeve.cluster.Member;
import dev.reeve.cluster.Replica;
import dev.reeve.node.Loop;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes of the members and of the leader. Any node takes them, and the leader carries them out. Whoever asks is told the end once, or
 * after a while that the change goes on.
 *
 * <p>Loop only.
 */
final class MemberChanges {
    private static final Logger log = LoggerFactory.getLogger(MemberChanges.class);
    private static final long WAIT_MICROS = 10_000_000;
    private static final int MOST_ASKED = 16;
    private static final int MOST_ATTEMPTS = 20;
    private static final long PAUSE_MICROS = 500_000;

    /** What this node knows of its group. */
    record View(Member self, Replica replica, Consensus consensus, Group group) {}

    private final View view;
    private final Loop loop;
    private final Replica.Links links;
    private final Function<Member, String> names;
    private final Map<Long, Consumer<MemberChange.Result>> asked = new HashMap<>();
    private long lastCall;

    /** @param names tells the name of a member */
    MemberChanges(View view, Loop loop, Replica.Links links, Function<Member, String> names) {
        this.view = view;
        this.loop = loop;
        this.links = links;
        this.names = names;
    }

    /** Has a change carried out. */
    void ask(MemberChange change, Consumer<MemberChange.Result> done) {
        Member leader = view.replica.leader();
        if (leader == null || !view.replica.hasLeader()) {
            done.accept(MemberChange.Result.of(MemberChange.End.NO_LEADER));
            return;
        }
        if (asked.size() >= MOST_ASKED) {
            done.accept(MemberChange.Result.refused("too many changes are under way"));
            return;
        }
        long call = ++lastCall;
        asked.put(call, done);
        loop.schedule(() -> end(call, MemberChange.Result.of(MemberChange.End.GOES_ON)), WAIT_MICROS);
        if (leader.equals(view.self)) {
            carryOut(change, result -> end(call, result));
        } else {
            links.send(leader, new MemberChange.Question(call, view.self.number(), change).encode());
        }
    }

    private void end(long call, MemberChange.Result result) {
        Consumer<MemberChange.Result> done = asked.remove(call);
        if (done != null) {
            done.accept(result);
        }
    }

    /** The leader has answered. */
    void answered(MemberChange.Answer answer) {
        end(answer.call(), answer.result());
    }

    /** Another member asks for a change. */
    void asked(MemberChange.Question question) {
        for (Member member : view.consensus.members()) {
            if (member.number() == question.asker()) {
                carryOut(
                        question.change(),
                        result -> links.send(member, new MemberChange.Answer(question.call(), result).encode()));
            }
        }
    }

    private void carryOut(MemberChange change, Consumer<MemberChange.Result> done) {
        if (!view.replica.leads()) {
            done.accept(MemberChange.Result.of(MemberChange.End.NO_LEADER));
            return;
        }
        log.info("{} {}", change.kind(), change.node());
        Member member = find(change.node());
        if (change.kind() == MemberChange.Kind.JOIN) {
            join(change, member, done);
        } else if (member == null) {
            done.accept(MemberChange.Result.of(MemberChange.End.NO_SUCH_NODE));
        } else if (change.kind() == MemberChange.Kind.TRANSFER) {
            transfer(member, done);
        } else if (view.consensus.members().size() == 1) {
            done.accept(MemberChange.Result.refused("the last member cannot leave"));
        } else {
            int left = view.consensus.members().size() - 1;
            view.consensus.remove(member, ended(MemberChange.Result.done(left), done));
        }
    }

    private void transfer(Member to, Consumer<MemberChange.Result> done) {
        if (to.equals(view.self)) {
            done.accept(MemberChange.Result.of(MemberChange.End.DONE));
        } else {
            view.consensus.transfer(to, ended(MemberChange.Result.of(MemberChange.End.DONE), done));
        }
    }

    private void join(MemberChange change, @Nullable Member known, Consumer<MemberChange.Result> done) {
        List<Member> members = view.consensus.members();
        boolean isTaken = members.stream()
                .anyMatch(member -> member.host().equals(change.host()) && member.port() == change.port());
        if (known != null || isTaken) {
            done.accept(MemberChange.Result.refused("a member has this name or address"));
            return;
        }
        int highest = members.stream().mapToInt(Member::number).max().orElse(0);
        int number = Math.max(highest + 1, view.replica.unusedNumber());
        Member place = new Member(change.host(), change.port(), number);
        view.group.admit(change.node(), place, new Group.Admitting() {
            @Override
            public void admitted(Member taken) {
                loop.execute(() -> add(taken, 1, done));
            }

            @Override
            public void refused(String why) {
                loop.execute(() -> done.accept(MemberChange.Result.refused(why)));
            }
        });
    }

    /** The node may still be starting: then it cannot catch up yet. */
    private void add(Member taken, int attempt, Consumer<MemberChange.Result> done) {
        int members = view.consensus.members().size() + 1;
        view.consensus.add(
                taken,
                problem -> loop.execute(() -> {
                    if (problem != null && attempt < MOST_ATTEMPTS && view.replica.leads()) {
                        log.info("{} cannot be added yet: {}", taken, problem);
                        loop.schedule(() -> add(taken, attempt + 1, done), PAUSE_MICROS);
                    } else {
                        done.accept(
                                problem == null
                                        ? MemberChange.Result.done(members)
                                        : MemberChange.Result.refused(problem));
                    }
                }));
    }

    /** @param well the answer if there is no problem */
    private Consensus.Done ended(MemberChange.Result well, Consumer<MemberChange.Result> done) {
        return problem ->
                loop.execute(() -> done.accept(problem == null ? well : MemberChange.Result.refused(problem)));
    }

    /** The member with this name or address. */
    private @Nullable Member find(String node) {
        for (Member member : view.consensus.members()) {
            if (names.apply(member).equals(node) || node.equals(member.host() + ":" + member.port())) {
                return member;
            }
        }
        return null;
    }
}
