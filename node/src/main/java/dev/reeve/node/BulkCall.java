package dev.reeve.node;

import dev.reeve.engine.Command;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.ChangeIf;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.search.JobOrder;
import dev.reeve.engine.search.JobPage;
import dev.reeve.engine.search.JobPosition;
import dev.reeve.engine.search.JobSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One change of many jobs. It first selects all of them, oldest first, and then changes them, some in each entry. A job that
 * has left the states of the filter meanwhile is skipped. Whoever sees its count sees its changes.
 */
final class BulkCall {
    static final int MOST_JOBS = 10_000;
    static final int JOBS_PER_ENTRY = 200;
    private static final int JOBS_PER_SEARCH = 1_000;
    private static final int MOST_LOOKS = 200_000;

    /** A job, and where the list goes on after it. */
    private record Selected(long number, JobId id) {
        JobPosition position() {
            return new JobPosition(number, id, 0, 0, false, false);
        }
    }

    private final BulkChange change;
    private final BulkScope scope;
    private final Clock clock;
    private final Completion<BulkCount> done;
    private final List<Selected> selected = new ArrayList<>();
    private Runnable ended = () -> {};
    private @Nullable JobPosition next;
    private @Nullable Long count;
    private int lookedAt;
    private int handled;
    private int changed;
    private long startedMicros;

    BulkCall(BulkChange change, BulkScope scope, Clock clock, Completion<BulkCount> done) {
        this.change = change;
        this.scope = scope;
        this.clock = clock;
        this.done = done;
        this.next = change.after();
    }

    /** @param whenEnded called once, after the completion */
    void start(Runnable whenEnded) {
        ended = whenEnded;
        search();
    }

    private void search() {
        int limit = Math.min(JOBS_PER_SEARCH, MOST_JOBS - selected.size());
        JobSearch search = new JobSearch(change.filter(), JobOrder.OLDEST, next, limit);
        scope.search(engine -> engine.search(search), new Step<>(this::found));
    }

    private void found(JobPage page) {
        for (JobView job : page.jobs()) {
            selected.add(new Selected(job.number(), job.id()));
        }
        lookedAt += page.lookedAt();
        next = page.next();
        count = page.count();
        if (next != null && selected.size() < MOST_JOBS && lookedAt < MOST_LOOKS) {
            search();
            return;
        }
        Integer expected = change.expected();
        boolean differs = expected != null && expected != selected.size();
        if (differs || change.dryRun()) {
            end(() -> done.reply(new BulkCount(selected.size(), 0, 0, next, count, !differs)));
        } else {
            startedMicros = clock.nowMicros();
            changeNext();
        }
    }

    private void changeNext() {
        int to = Math.min(selected.size(), handled + JOBS_PER_ENTRY);
        List<Command<?>> commands = new ArrayList<>(to - handled);
        for (int i = handled; i < to; i++) {
            commands.add(command(i));
        }
        if (commands.isEmpty()) {
            end(() -> done.reply(new BulkCount(selected.size(), changed, handled - changed, next, count, true)));
        } else {
            scope.change(commands, new Step<>(this::changed));
        }
    }

    private Command<?> command(int index) {
        BulkChange.Action action = change.action();
        long delay = (long) ((double) action.spreadMicros() / selected.size() * index);
        return new ChangeIf(
                JobRef.of(selected.get(index).number),
                change.filter().states(),
                action.kind(),
                delay == 0 ? Add.NOW : DeadlineHeap.after(startedMicros, delay),
                action.queue(),
                action.by());
    }

    private void changed(List<Outcome<?>> outcomes) {
        handled += outcomes.size();
        for (Outcome<?> outcome : outcomes) {
            changed += outcome.rejection() == null ? 1 : 0;
        }
        changeNext();
    }

    /** What was changed before stays changed. So a refusal in the middle is an answer with a place to go on. */
    private void refused(Outcome<?> refusal) {
        if (handled == 0) {
            String[] about = refusal.about().toArray(String[]::new);
            end(() -> done.outcome(Outcome.refused(refusal.rejectionOrThrow(), about)));
        } else {
            JobPosition last = selected.get(handled - 1).position();
            end(() -> done.reply(new BulkCount(handled, changed, handled - changed, last, null, true)));
        }
    }

    private void end(Runnable answer) {
        try {
            answer.run();
        } finally {
            ended.run();
        }
    }

    /** The completion of one part of the call. */
    private final class Step<R> implements Completion<R> {
        private final Consumer<R> then;

        Step(Consumer<R> then) {
            this.then = then;
        }

        @Override
        public void outcome(Outcome<R> outcome) {
            if (outcome.rejection() == null) {
                then.accept(outcome.reply());
            } else {
                BulkCall.this.refused(outcome);
            }
        }

        @Override
        public void reply(R value) {
            then.accept(value);
        }

        @Override
        public void refused(Rejection why) {
            BulkCall.this.refused(Outcome.refused(why));
        }

        @Override
        public void outcomeUnknown() {
            end(done::outcomeUnknown);
        }
    }
}
