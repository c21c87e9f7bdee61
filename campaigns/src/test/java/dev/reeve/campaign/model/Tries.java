package dev.reeve.campaign.model;

import dev.reeve.campaign.model.ModelJob.Failure;
import dev.reeve.campaign.model.ModelJob.Rule;
import dev.reeve.campaign.model.ModelJob.State;
import org.jspecify.annotations.Nullable;

/** The end of attempts, and retries. */
final class Tries {
    private final Model model;
    int mercy;

    Tries(Model model) {
        this.model = model;
    }

    void complete(long callerNow, ModelJob job, String result) {
        model.count("completed");
        job.timedOut = false;
        boolean kept = job.retained;
        end(callerNow, job, State.COMPLETED, "1", result);
        if (kept) {
            model.lazy.prune(callerNow);
        }
    }

    /** A worker reports a failure; a null group is the default one. */
    void fail(long callerNow, ModelJob job, String result, @Nullable String group) {
        model.count("failed");
        job.fails++;
        if (group != null || job.story) {
            String holder = job.state == State.LEASED || job.stalled ? job.worker : "";
            long when = Math.floorDiv(callerNow, Model.SECOND) * Model.SECOND;
            Failure failure = new Failure(group == null ? Lazy.DEFAULT_GROUP : group, result, when, holder);
            model.lazy.failed(callerNow, job, failure, holder);
        }
        boolean again = !job.foreground
                && !job.queueDeleted
                && switch (job.rule) {
                    case ATTEMPTS -> job.fails < (long) job.maxFails + mercy && attemptsLeft(job);
                    case RETRIES -> spent(job) < job.retries;
                    case LAPSES -> false;
                };
        if (again) {
            tryAgain(job, false);
            job.result = job.state == State.RETRYING && !result.isEmpty() ? result : job.result;
        } else {
            job.timedOut = false;
            end(callerNow, job, State.FAILED, "0", result);
        }
    }

    /** A lease expires. */
    void lapse(ModelJob job) {
        model.count("timed_out");
        if (job.foreground) {
            model.remove(job, "late");
            return;
        }
        boolean again = !job.queueDeleted
                && switch (job.rule) {
                    case ATTEMPTS -> attemptsLeft(job);
                    case RETRIES, LAPSES -> job.retriesUsed < job.retries;
                };
        if (again) {
            tryAgain(job, true);
        } else {
            timeOut(job);
        }
    }

    private void timeOut(ModelJob job) {
        if (job.rule == Rule.LAPSES) {
            if (job.story) {
                model.lazy.failed(model.now, job, Lazy.exhausted(job, Lazy.DEFAULT_GROUP, model.now), "");
            }
            end(model.now, job, State.FAILED, "0", "");
        } else {
            end(model.now, job, State.TIMED_OUT, "0", job.result == null ? "" : job.result);
        }
        job.timedOut = true;
    }

    /** The queue of a waiting job is deleted. */
    void queueDeleted(ModelJob job) {
        if (job.state != State.RETRYING) {
            model.remove(job, "gone");
        } else if (job.timedOut) {
            timeOut(job);
        } else {
            end(model.now, job, State.FAILED, "0", job.result == null ? "" : job.result);
        }
    }

    /** Retries used, with the one that the job waits for. */
    private static int spent(ModelJob job) {
        return job.retriesUsed + (job.state == State.RETRYING ? 1 : 0);
    }

    /** The delay before a retry, or the time that the job was scheduled for, is over. */
    void becomeReady(ModelJob job) {
        if (job.state == State.RETRYING) {
            retried(job);
        }
        job.state = State.READY;
        job.ended = 0;
        job.result = null;
    }

    /** Counts the retry of a job that is queued again. */
    private void retried(ModelJob job) {
        model.count("retried");
        job.retriesUsed += job.rule == Rule.ATTEMPTS ? 0 : 1;
    }

    static boolean attemptsLeft(ModelJob job) {
        return job.maxAttempts == 0 || job.attempts < job.maxAttempts;
    }

    private void tryAgain(ModelJob job, boolean timedOut) {
        job.timedOut = timedOut;
        job.retriesUsed = spent(job);
        if (job.state == State.SCHEDULED || job.state == State.DEPENDS) {
            retried(job);
            return;
        }
        long delay = 0;
        if (job.rule == Rule.RETRIES) {
            delay = job.delays.isEmpty() ? 0 : job.delays.get(Math.min(job.retriesUsed, job.delays.size() - 1));
            job.due = model.now + delay;
        }
        job.result = delay == 0 ? null : job.result;
        if (delay == 0) {
            retried(job);
        }
        job.state = delay > 0 ? State.RETRYING : State.READY;
        job.ended = delay > 0 ? model.now : 0;
    }

    void cancel(ModelJob job) {
        model.count("cancelled");
        job.timedOut = false;
        end(model.now, job, State.CANCELLED, "gone", job.result == null ? "" : job.result);
    }

    /** Puts a finished job back at the end of its queue. */
    void requeue(ModelJob job) {
        model.count("retried");
        if (job.queueDeleted) {
            job.queueDeleted = false;
            model.queues.computeIfAbsent(job.queue, name -> new Model.Queue()).knownAt = 0;
        }
        if (job.story) {
            model.lazy.note(job, ModelHistory.put(model.now, job.queue));
        }
        job.state = State.READY;
        job.due = model.now;
        job.timedOut = false;
        job.wasLeased = false;
        job.ended = 0;
        job.result = null;
    }

    void end(long callerNow, ModelJob job, State state, String how, String result) {
        boolean endedBefore = job.hasEnded();
        job.result = result;
        if (!endedBefore) {
            model.ended(job, how);
        }
        if (job.foreground || job.keep == 0) {
            model.jobs.remove(job);
            model.lazy.free(callerNow, job.id);
            return;
        }
        job.state = state;
        job.stalled = false;
        job.ended = job.lazy ? callerNow : model.now;
        if (job.story) {
            model.lazy.storyEnds(callerNow, job);
        }
        if (state == State.COMPLETED || state == State.CANCELLED) {
            model.lazy.free(callerNow, job.id);
        }
    }
}
