package dev.reeve.engine.batch;

import dev.reeve.engine.EngineState;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.CancelRequest;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Standing;
import dev.reeve.engine.job.State;
import dev.reeve.engine.queue.JobQueue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The changes of batches. Invariant: the counts of a batch are changed, and its callbacks added, by the same entry as the jobs
 * that they count.
 */
public final class BatchChanges {
    /** A look at a job takes about a tenth of the time of its change. */
    private static final int LOOKS_PER_CHANGE = 10;

    private final EngineState state;
    private final Batches batches;

    public BatchChanges(EngineState state, Batches batches) {
        this.state = state;
        this.batches = batches;
    }

    /** A job was added. */
    public void added(Job job) {
        JobBatch batch = batches.of(job);
        if (batch != null) {
            BatchRecord known = batch.known().withQueue(job.queue().name());
            batches.replace(batch, known.moved(null, Standing.of(job), state.atMicros()));
        }
    }

    /** A job stands differently now. */
    public void moved(Job job, Standing from, Standing to) {
        JobBatch batch = batches.of(job);
        if (batch == null) {
            return;
        }
        batches.replace(batch, batch.known().moved(from, to, state.atMicros()));
        if (to == Standing.FAILED) {
            fire(batch, Callback.Moment.FAILURE);
        }
        fireAtEnd(batch);
    }

    /** No more jobs can be added. */
    public void close(JobBatch batch) {
        if (batch.known().open()) {
            batches.replace(batch, batch.known().closed(state.atMicros()));
            fireAtEnd(batch);
        }
    }

    private void fireAtEnd(JobBatch batch) {
        if (batch.known().open() || batch.known().counts().pending() > 0) {
            return;
        }
        fire(batch, Callback.Moment.COMPLETE);
        if (batch.known().counts().allCompleted()) {
            fire(batch, Callback.Moment.SUCCESS);
        }
    }

    private void fire(JobBatch batch, Callback.Moment moment) {
        BatchRecord known = batch.known();
        Callback callback = known.callbacks().at(moment);
        Add add = callback == null ? null : callback.add();
        if (add == null) {
            return;
        }
        batches.replace(batch, known.fired(moment, state.atMicros()));
        if (state.find(JobRef.of(add.id())) == null) {
            state.placements().add(Callback.due(add, known.counts()));
        }
    }

    /** Begins to cancel or to retry the jobs of the batch, instead of what was being done to them. */
    public void begin(JobBatch batch, Sweep sweep) {
        batches.replace(batch, batch.known().withSweep(sweep));
        int work = state.changesLeft();
        state.changed(work - sweep(batch, work));
    }

    /** Goes on with batches whose jobs are being changed. Returns how much of the work was done. */
    public int sweep(int work) {
        int left = work;
        JobBatch batch;
        while (left > 0 && (batch = batches.nextSweeping()) != null) {
            left = sweep(batch, left);
        }
        return work - left;
    }

    /** Returns how much of the work is left. */
    private int sweep(JobBatch batch, int work) {
        Sweep sweep = batch.known().sweep();
        if (sweep == null || work <= 0) {
            return Math.max(0, work);
        }
        int most = work * LOOKS_PER_CHANGE;
        List<Job> page =
                batch.jobs().page(batch.jobs().rankOf(job -> job.number() < sweep.fromNumber() ? -1 : 0), most);
        int left = work;
        Sweep rest =
                page.size() < most ? null : sweep.from(page.get(page.size() - 1).number() + 1);
        for (Job job : page) {
            if (left == 0) {
                rest = sweep.from(job.number());
                break;
            }
            if (job.number() > sweep.lastNumber()) {
                rest = null;
                break;
            }
            left -= state.find(JobRef.of(job.number())) == job && change(sweep, job) ? 1 : 0;
        }
        batches.replace(batch, batch.known().withSweep(rest));
        return rest == null ? Math.max(0, left - 1) : 0;
    }

    private boolean change(Sweep sweep, Job job) {
        return sweep.retries() ? retry(job) : cancel(sweep, job);
    }

    /** Jobs that were cancelled because of a dependency come back when that is retried. */
    private boolean retry(Job job) {
        String queue =
                job.flow().deadFrom() == null ? job.queue().name() : job.flow().deadFrom();
        JobQueue to = state.queue(queue);
        boolean failed = Standing.of(job).isFailure() && job.state() != State.LEASED;
        if (!failed || job.flow().cancelledBy() != null || to == null) {
            return false;
        }
        state.placements().requeue(job, to, state.atMicros(), true);
        return true;
    }

    private boolean cancel(Sweep sweep, Job job) {
        if (Standing.of(job) != Standing.PENDING) {
            return false;
        }
        if (job.state() == State.LEASED && !sweep.force() && !job.polled()) {
            state.leases().requestCancel(job, new CancelRequest(state.atMicros(), sweep.reason(), sweep.by()));
        } else {
            state.ends().cancel(job);
        }
        return true;
    }

    /** Forgets batches whose time is over. Returns how many. */
    public int forget(int work) {
        int done = 0;
        @Nullable JobBatch batch;
        while (done < work && (batch = batches.due(state.atMicros())) != null) {
            batches.remove(batch);
            done++;
        }
        return done;
    }
}
