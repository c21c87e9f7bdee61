package dev.reeve.door.api;

import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.batch.Batches;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.Problem;
import dev.reeve.net.http.ProblemType;
import java.util.List;
import java.util.Locale;

/** The errors of this door: a kind for each, and how they are made. */
final class Problems {
    static final ProblemType BAD_CURSOR = new ProblemType(
            "bad-cursor",
            400,
            "The cursor does not belong to this list",
            "A cursor continues the list that gave it, with the same filter and order. Begin the list anew without one.");
    static final ProblemType JOB_NOT_FOUND = new ProblemType(
            "job-not-found",
            404,
            "There is no such job",
            "There never was a job with this id, it was deleted, or the time to keep it after its end is over.");
    static final ProblemType QUEUE_NOT_FOUND = new ProblemType(
            "queue-not-found", 404, "There is no such queue", "A queue is made by its first job, or by PUT.");
    static final ProblemType SCHEDULE_NOT_FOUND = new ProblemType(
            "schedule-not-found",
            404,
            "There is no such schedule",
            "A schedule is made by PUT, and gone after DELETE.");
    static final ProblemType WEBHOOK_NOT_FOUND = new ProblemType(
            "webhook-not-found", 404, "There is no such webhook", "A webhook is made by PUT, and gone after DELETE.");
    static final ProblemType LIMIT_REACHED = new ProblemType(
            "limit-reached",
            409,
            "There are as many as there may be",
            "The server keeps a limited number of schedules, of webhooks, of limits and of their keys. Delete those that are not"
                    + " needed.");
    static final ProblemType JOB_EXISTS = new ProblemType(
            "job-exists",
            409,
            "Another job has this id",
            "A job with this id exists, and its queue, type or payload differ. Adding an equal job again is answered with"
                    + " the job that is there.");
    static final ProblemType KEY_TAKEN = new ProblemType(
            "unique-key-taken",
            409,
            "Another job of the queue holds the unique key",
            "The job asks to be refused in this case. It can be added when the other job gives the key up.");
    static final ProblemType LIMIT_NOT_FOUND = new ProblemType(
            "limit-not-found", 404, "There is no such limit", "A limit is set for a pattern of keys by PUT.");
    static final ProblemType NOT_ADDED = new ProblemType(
            "not-added",
            409,
            "Another job of the request was refused",
            "The request asks for all or none, and one of its jobs was refused. None was added.");
    static final ProblemType ALREADY_ENDED = new ProblemType(
            "already-ended",
            409,
            "The job has ended",
            "A job that has ended can be retried, unless it was completed, and deleted, but not changed.");
    static final ProblemType STALE_LEASE = new ProblemType(
            "stale-lease",
            409,
            "The lease is not the current one",
            "The lease has lapsed, was taken away, or was ended by another report, and somebody else may have the job. Stop"
                    + " working on it.");
    static final ProblemType NOT_LEASED = new ProblemType(
            "not-leased", 409, "The job is not leased", "Only the worker that holds a job can report on it.");
    static final ProblemType WRONG_STATE = new ProblemType(
            "wrong-state",
            409,
            "The job is in another state",
            "Only a job that failed, timed out or was cancelled can be retried, and the time of a leased job cannot be"
                    + " changed.");
    static final ProblemType EXPIRES_BEFORE_DUE = new ProblemType(
            "expires-before-due",
            422,
            "The job would expire before it is due",
            "The time to live counts from run_at; it must be above zero, and run_at must be before its end.");
    static final ProblemType IDEMPOTENCY_MISMATCH = new ProblemType(
            "idempotency-mismatch",
            422,
            "The key was used for another job",
            "A job was added with this Idempotency-Key, and its queue, type or payload differ. Use a new key for a new job.");

    static final ProblemType COUNT_DIFFERS = new ProblemType(
            "count-differs",
            409,
            "Another number of jobs matches",
            "The request says how many jobs it expects, and the filter matches more or fewer. Nothing was changed. Look again,"
                    + " with dry_run, before you repeat it.");
    static final ProblemType WORKER_NOT_FOUND = new ProblemType(
            "worker-not-found",
            404,
            "There is no such worker",
            "A worker is known by the name that it gives when it acquires jobs, until it has neither asked nor held a job for"
                    + " an hour, or the server restarts.");

    static final ProblemType TOKEN_EXISTS = new ProblemType(
            "token-exists", 409, "There is a token of that name", "Revoke it first, or choose another name.");
    static final ProblemType TOKEN_NOT_FOUND = new ProblemType(
            "token-not-found", 404, "There is no such token", "It was revoked, or there never was one of that name.");
    static final ProblemType NO_AUTH_FILE = new ProblemType(
            "no-auth-file",
            409,
            "The server has no auth file",
            "Clients need not say who they are. Tokens are kept in the file that the setting auth.file names.");
    static final ProblemType NO_CLUSTER = new ProblemType(
            "no-cluster",
            409,
            "The server is not part of a cluster",
            "Nodes can be changed in a cluster only. The setting cluster.name makes a server a node of one.");
    static final ProblemType NODE_NOT_FOUND = new ProblemType(
            "node-not-found", 404, "There is no such node", "GET /v1/nodes lists the nodes of the cluster.");
    static final ProblemType CHANGE_REFUSED = new ProblemType(
            "change-refused",
            409,
            "The cluster cannot be changed like this now",
            "`detail` says why. One change is made at a time.");
    static final ProblemType UNKNOWN_DEPENDENCY = new ProblemType(
            "unknown-dependency",
            422,
            "A job that it depends on does not exist",
            "`depends_on` names a job that was never added, is gone, or was refused in the same request; or one whose result is"
                    + " not kept because its creator waits for it. Names are ids, or keys of jobs in the same request.");
    static final ProblemType DEPENDENCY_CYCLE = new ProblemType(
            "dependency-cycle",
            422,
            "The job depends on itself",
            "The job would wait for itself, through `depends_on` of its own or of others in the same request.");
    static final ProblemType BATCH_NOT_FOUND = new ProblemType(
            "batch-not-found",
            404,
            "There is no such batch",
            "There never was a batch with this id, or it has ended and the time to keep it is over.");
    static final ProblemType BATCH_EXISTS = new ProblemType(
            "batch-exists",
            409,
            "Another batch has this id",
            "A batch with this id exists, and the request that made it was another one. The same request sent again is"
                    + " answered with the batch that is there.");
    static final ProblemType BATCH_CLOSED = new ProblemType(
            "batch-closed",
            409,
            "The batch takes no more jobs",
            "Jobs can be added to a batch that was made with `open` and has not been closed, up to 1,000,000.");
    static final ProblemType TOO_MANY_BATCHES = new ProblemType(
            "too-many-batches",
            409,
            "There are too many batches",
            "Up to 1,000,000 batches are kept. Each is forgotten some time after its end.");

    /** All kinds that a client of this door can meet. */
    static final List<ProblemType> ALL = List.of(
            ProblemType.MALFORMED,
            BAD_CURSOR,
            ProblemType.UNAUTHENTICATED,
            ProblemType.NOT_ALLOWED,
            ProblemType.CROSS_SITE,
            JOB_NOT_FOUND,
            QUEUE_NOT_FOUND,
            SCHEDULE_NOT_FOUND,
            WEBHOOK_NOT_FOUND,
            LIMIT_REACHED,
            ProblemType.NOT_FOUND,
            ProblemType.METHOD,
            ProblemType.TOO_LARGE,
            ProblemType.MEDIA_TYPE,
            LIMIT_NOT_FOUND,
            JOB_EXISTS,
            KEY_TAKEN,
            NOT_ADDED,
            ALREADY_ENDED,
            STALE_LEASE,
            NOT_LEASED,
            WRONG_STATE,
            COUNT_DIFFERS,
            WORKER_NOT_FOUND,
            TOKEN_EXISTS,
            TOKEN_NOT_FOUND,
            NO_AUTH_FILE,
            ProblemType.INVALID,
            EXPIRES_BEFORE_DUE,
            IDEMPOTENCY_MISMATCH,
            ProblemType.TOO_MANY,
            UNKNOWN_DEPENDENCY,
            DEPENDENCY_CYCLE,
            BATCH_NOT_FOUND,
            BATCH_EXISTS,
            BATCH_CLOSED,
            TOO_MANY_BATCHES,
            NO_CLUSTER,
            NODE_NOT_FOUND,
            CHANGE_REFUSED,
            ProblemType.INTERNAL,
            ProblemType.STARTING,
            ProblemType.STOPPING,
            ProblemType.OUTCOME_UNKNOWN,
            ProblemType.BUSY,
            ProblemType.NO_LEADER,
            ProblemType.OLDER_NODES,
            ProblemType.OUT_OF_MEMORY,
            ProblemType.OUT_OF_DISK);

    private Problems() {}

    static Problem badCursor() {
        return BAD_CURSOR.of("The cursor is not one of this list with this filter and order");
    }

    static Problem jobNotFound(String id) {
        return JOB_NOT_FOUND.of("There is no job " + id).about("job", id);
    }

    static Problem queueNotFound(String name) {
        return QUEUE_NOT_FOUND.of("There is no queue " + name).about("queue", name);
    }

    /** A queue of that name cannot be made. */
    static Problem queueNotMade(String name, String expected) {
        return QUEUE_NOT_FOUND
                .of("There is no queue " + name + ", and a new one cannot have this name: " + expected)
                .about("queue", name);
    }

    static Problem jobExists(String id) {
        return JOB_EXISTS
                .of("Job " + id + " exists, with another queue, type or payload")
                .about("job", id);
    }

    static Problem limitNotFound(String pattern) {
        return LIMIT_NOT_FOUND.of("There is no limit for " + pattern).about("pattern", pattern);
    }

    /** @param holder the id of the job that holds the key, if it is known */
    static Problem keyTaken(List<String> holder) {
        return holder.isEmpty()
                ? KEY_TAKEN.of("Another job of the queue holds the key")
                : KEY_TAKEN.of("Job " + holder.get(0) + " holds the key").about("job", holder.get(0));
    }

    static Problem notAdded() {
        return NOT_ADDED.of("Another job of the request was refused");
    }

    static Problem idempotencyMismatch(String id) {
        return IDEMPOTENCY_MISMATCH
                .of("The key belongs to job " + id + ", which has another queue, type or payload")
                .about("job", id);
    }

    static Problem expiresBeforeDue() {
        return EXPIRES_BEFORE_DUE.of("The time to live would be over before the job is due");
    }

    static Problem countDiffers(int expected, int matched) {
        return COUNT_DIFFERS
                .of("The filter matches " + matched + " jobs, expected were " + expected)
                .about("matched", Integer.toString(matched))
                .about("expected", Integer.toString(expected));
    }

    static Problem workerNotFound(String name) {
        return WORKER_NOT_FOUND.of("There is no worker " + name).about("worker", name);
    }

    static Problem tokenExists(String name) {
        return TOKEN_EXISTS.of("There is a token " + name).about("token", name);
    }

    static Problem tokenNotFound(String name) {
        return TOKEN_NOT_FOUND.of("There is no token " + name).about("token", name);
    }

    static Problem unknownDependency() {
        return UNKNOWN_DEPENDENCY.of("A job that it depends on does not exist, or its result is not kept");
    }

    static Problem dependencyCycle() {
        return DEPENDENCY_CYCLE.of("The job depends on itself");
    }

    static Problem batchNotFound(String id) {
        return BATCH_NOT_FOUND.of("There is no batch " + id).about("batch", id);
    }

    /** The refusal of a command on a batch. */
    static Problem ofBatch(Outcome<?> refused, String id) {
        return switch (refused.rejectionOrThrow()) {
            case BATCH_NOT_FOUND -> batchNotFound(id);
            case BATCH_EXISTS ->
                BATCH_EXISTS.of("Batch " + id + " was made by another request").about("batch", id);
            case BATCH_CLOSED -> BATCH_CLOSED.of("Batch " + id + " is closed").about("batch", id);
            case BATCH_FULL ->
                BATCH_CLOSED
                        .of("Batch " + id + " has had " + Batches.MOST_JOBS + " jobs, the most that a batch may have")
                        .about("batch", id);
            case TOO_MANY_BATCHES ->
                TOO_MANY_BATCHES.of("There are " + Batches.MOST + " batches, the most that may be");
            default -> of(refused);
        };
    }

    static Problem payloadTooLarge(String what, long mostBytes) {
        return ProblemType.TOO_LARGE.of("The " + what + " is larger than " + mostBytes + " bytes");
    }

    /** The refusal of a command on a job. */
    static Problem ofJob(Outcome<?> refused, String id) {
        return switch (refused.rejectionOrThrow()) {
            case JOB_NOT_FOUND -> jobNotFound(id);
            case JOB_EXISTS -> jobExists(id);
            case ALREADY_ENDED -> ALREADY_ENDED.of("Job " + id + " has ended").about("job", id);
            case STALE_LEASE ->
                STALE_LEASE
                        .of("The lease of job " + id + " is not the current one")
                        .about("job", id);
            case NOT_LEASED -> NOT_LEASED.of("Job " + id + " is not leased").about("job", id);
            case INVALID_TRANSITION -> wrongState(refused.about(), id);
            case EXPIRES_BEFORE_DUE -> expiresBeforeDue().about("job", id);
            case QUEUE_NOT_FOUND ->
                queueNotFound(refused.about().isEmpty() ? "" : refused.about().get(0));
            default -> of(refused);
        };
    }

    /** @param about the state of the job, if it is known */
    private static Problem wrongState(List<String> about, String id) {
        String state = about.isEmpty() ? "in a state" : about.get(0).toLowerCase(Locale.ROOT);
        return WRONG_STATE
                .of("Job " + id + " is " + state + ", which does not allow this")
                .about("job", id);
    }

    /** The refusal of a command on a queue. */
    static Problem ofQueue(Outcome<?> refused, String name) {
        return refused.rejectionOrThrow() == Rejection.QUEUE_NOT_FOUND ? queueNotFound(name) : of(refused);
    }

    static Problem scheduleNotFound(String name) {
        return SCHEDULE_NOT_FOUND.of("There is no schedule " + name).about("schedule", name);
    }

    /** The refusal of a command on a schedule. */
    static Problem ofSchedule(Outcome<?> refused, String name) {
        return switch (refused.rejectionOrThrow()) {
            case SCHEDULE_NOT_FOUND -> scheduleNotFound(name);
            case LIMIT_REACHED ->
                LIMIT_REACHED.of("There may be up to " + refused.about().get(0));
            case KEY_TAKEN -> keyTaken(refused.about());
            case JOB_EXISTS -> JOB_EXISTS.of("The schedule " + name + " has a job of this moment");
            case EXPIRES_BEFORE_DUE -> expiresBeforeDue();
            default -> of(refused);
        };
    }

    static Problem webhookNotFound(String name) {
        return WEBHOOK_NOT_FOUND.of("There is no webhook " + name).about("webhook", name);
    }

    /** The refusal of a command on a webhook. */
    static Problem ofWebhook(Outcome<?> refused, String name) {
        return switch (refused.rejectionOrThrow()) {
            case WEBHOOK_NOT_FOUND -> webhookNotFound(name);
            case LIMIT_REACHED ->
                LIMIT_REACHED.of("There may be up to " + refused.about().get(0));
            default -> of(refused);
        };
    }

    /** The refusal of any command or query. */
    static Problem of(Outcome<?> refused) {
        Rejection why = refused.rejectionOrThrow();
        return why == Rejection.NOT_ALLOWED
                ? notAllowed(refused.about())
                : HttpError.of(why).problem();
    }

    /** @param about the missing right, and the queue if it is missing for one only */
    private static Problem notAllowed(List<String> about) {
        if (about.isEmpty()) {
            return ProblemType.NOT_ALLOWED.of("A right is missing");
        }
        String right = about.get(0);
        if (about.size() == 1) {
            return ProblemType.NOT_ALLOWED
                    .of("The right " + right + " is missing")
                    .about("right", right);
        }
        String queue = about.get(1);
        return ProblemType.NOT_ALLOWED
                .of("The right " + right + " for the queue " + queue + " is missing")
                .about("right", right)
                .about("queue", queue);
    }
}
