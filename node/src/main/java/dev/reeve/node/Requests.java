package dev.reeve.node;

import dev.reeve.engine.Command;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Query;
import dev.reeve.engine.ReadRule;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.LeasedJob;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What a connection may ask of the server: commands, queries and calls that wait. Requests of one caller take effect in
 * the order in which they are made, and every caller sees its own writes. Every request ends exactly once, as described
 * at {@link Completion}.
 */
public interface Requests {
    /** The loop on which all completions are called. */
    Loop loop();

    Clock clock();

    /** Executes the command. Safe from any thread. */
    <R> void submit(Command<R> command, Completion<R> done);

    /** Evaluates the query after all commands submitted before. Safe from any thread. */
    <R> void ask(Query<R> query, Completion<R> done);

    /**
     * Evaluates the query in steps, the first one after all commands submitted before. All that the steps read is durable
     * when the result is delivered. Safe from any thread.
     */
    <R> void askInSteps(LongQuery<R> query, Completion<R> done);

    /**
     * Executes the commands in one entry, each with an outcome of its own, in their order. One that is not allowed does not
     * keep the others from being executed; if none is allowed, the call is refused.
     */
    void submitEach(List<Command<?>> commands, Completion<List<Outcome<?>>> done);

    /** Changes the jobs that a filter selects, up to 10,000, in several entries. */
    void changeAll(BulkChange change, Completion<BulkCount> done);

    /** As above, for somebody who may see and change only some jobs. */
    void changeAll(BulkChange change, BulkScope scope, Completion<BulkCount> done);

    /** Lists the workers that ask this node for jobs. */
    void workers(WorkerQuery query, Completion<List<WorkerView>> done);

    /**
     * Sets whether a worker gets no more jobs. The reply says whether the worker is known.
     *
     * @param allowed the queues for which the caller may do this; a worker that asked for another one is refused
     */
    void quiet(String worker, boolean quiet, Predicate<String> allowed, Completion<Boolean> done);

    /** How many calls wait for a job of the queue. Loop only. */
    int waitingFor(String queue);

    /** Leases jobs, and waits for them if none are ready. Loop only. */
    WaitHandle acquire(Acquire command, long waitMicros, WaitCompletion<List<LeasedJob>> done);

    /** Waits for the end of a job, whatever it is. A job that is deleted or expires is refused as not found. Loop only. */
    WaitHandle awaitEnd(JobRef job, long waitMicros, WaitCompletion<FinishedJob> done);

    /** Adds a foreground job and waits for its end. The job terms limit the wait. Loop only. */
    WaitHandle run(Add job, WaitCompletion<FinishedJob> done);

    /**
     * Releases leased jobs that did not reach their client. They return to their old positions, and the attempt is not
     * counted. Loop only.
     */
    void giveBack(List<LeasedJob> jobs);

    /**
     * Copies the whole state as it is at a moment after the call, with everything that was answered before. Refused if the disk
     * does not take it. Safe from any thread.
     */
    void copyState(Completion<StateCopy> done);

    /** Sets the receiver of published events. Loop only. */
    void subscribers(Subscribers subscribers);

    /** The other nodes of the cluster. Loop only. */
    Neighbours neighbours();

    /** What the node tells about all jobs and queues, whoever may see them. */
    Watch watch();

    /** What the caller may see of it. Safe from any thread. */
    ReadRule readRule();

    /** A number that grows with every command of any caller. Loop only. */
    long changes();

    /** The number of calls of clients so far, without long queries. Safe from any thread. */
    long calls();

    /** The position of the last entry that was applied. Loop only. */
    long position();

    /** Whether backpressure is active: sessions should not be read until {@link #whenRelieved}. Loop only. */
    boolean congested();

    /** Calls the listener whenever backpressure begins or ends, on the loop. Called before the doors open. */
    void onBackpressure(Consumer<Boolean> listener);

    /** Runs the task once, on the loop, when backpressure ends. Loop only. */
    void whenRelieved(Runnable task);
}
