package dev.reeve.access;

import dev.reeve.engine.Command;
import dev.reeve.engine.EngineView;
import dev.reeve.engine.batch.BatchView;
import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.webhook.Webhooks;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may do what, for every door. A right counts for a queue if the role has it and the patterns match the queue. An
 * identity that has ended has no rights.
 */
public final class Access {
    /**
     * Why something is not allowed.
     *
     * @param queue the queue for which the right is missing; null if it is missing for all
     */
    public record Refusal(Right right, @Nullable String queue) {}

    private static final Refusal NOT_FOR_CLIENTS = new Refusal(Right.SETTINGS, null);

    /** The rights that change nothing in what is sent. */
    private static final Set<Right> OF_DELIVERIES =
            Set.of(Right.READ, Right.AWAIT, Right.CANCEL, Right.DELETE, Right.PAUSE);

    private Access() {}

    public static boolean allows(Identity who, Right right, String queue) {
        return allowsSomewhere(who, right) && reaches(who, right, queue);
    }

    /**
     * Whether the right counts for the queue. What is in the queue of deliveries, the server signs and sends: most rights count there
     * for those only who may change webhooks.
     */
    private static boolean reaches(Identity who, Right right, String queue) {
        return who.queues().matches(queue)
                && (!queue.equals(Webhooks.QUEUE) || who.role().has(Right.WEBHOOK) || OF_DELIVERIES.contains(right));
    }

    /** Whether the identity has the right for every queue, also one that does not exist yet. */
    public static boolean allowsEverywhere(Identity who, Right right) {
        return allowsSomewhere(who, right) && who.queues().matchesAll();
    }

    public static boolean allowsSomewhere(Identity who, Right right) {
        return !who.hasEnded() && who.role().has(right);
    }

    /**
     * Why the command is not allowed in the current state; null if it is. All queues count that the command names, and those of
     * the jobs that it names by id. A job that does not exist is in no queue.
     */
    public static @Nullable Refusal refusal(Identity who, Command<?> command, EngineView engine) {
        if (command instanceof CommandGroup group) {
            return refusalOfAny(who, group, engine);
        }
        CommandRight needed = CommandRight.of(command, engine);
        if (needed == null) {
            return NOT_FOR_CLIENTS;
        }
        Right right = needed.right();
        if (needed.everywhere() && !allowsEverywhere(who, right)) {
            return new Refusal(right, null);
        }
        return allowsSomewhere(who, right) ? refusalOfQueues(who, right, command, engine) : new Refusal(right, null);
    }

    private static @Nullable Refusal refusalOfAny(Identity who, CommandGroup group, EngineView engine) {
        for (CommandGroup.Step step : group.steps()) {
            Refusal refusal = step instanceof CommandGroup.Do one ? refusal(who, one.command(), engine) : null;
            if (refusal != null) {
                return refusal;
            }
        }
        return null;
    }

    private static @Nullable Refusal refusalOfQueues(Identity who, Right right, Command<?> command, EngineView engine) {
        for (String queue : command.queues()) {
            if (!reaches(who, right, queue)) {
                return new Refusal(right, queue);
            }
        }
        if (who.queues().matchesAll() && who.role().has(Right.WEBHOOK)) {
            return null;
        }
        for (JobRef job : command.jobs()) {
            String queue = engine.queueOf(job);
            if (queue != null && !reaches(who, right, queue)) {
                return new Refusal(right, queue);
            }
        }
        for (String batch : command.batches()) {
            BatchView found = engine.batch(batch);
            if (found != null && found.manyQueues()) {
                return new Refusal(right, null);
            }
            for (String queue : found == null ? List.<String>of() : found.queues()) {
                if (!who.queues().matches(queue)) {
                    return new Refusal(right, queue);
                }
            }
        }
        for (JobId job : command.recurringJobs()) {
            String queue = engine.queueOfRecurring(job);
            if (queue != null && !reaches(who, right, queue)) {
                return new Refusal(right, queue);
            }
        }
        for (String schedule : command.schedules()) {
            String queue = engine.schedules().queueOf(schedule);
            if (queue != null && !reaches(who, right, queue)) {
                return new Refusal(right, queue);
            }
        }
        return null;
    }

    /** Why the identity may not do this with the job; null if it may, or if there is no such job. */
    public static @Nullable Refusal refusal(Identity who, Right right, JobRef job, EngineView engine) {
        String queue = engine.queueOf(job);
        boolean allowed = queue == null ? allowsSomewhere(who, right) : allows(who, right, queue);
        return allowed ? null : new Refusal(right, queue);
    }
}
