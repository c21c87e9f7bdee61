package dev.reeve.access;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.EngineView;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.AddAll;
import dev.reeve.engine.command.Cancel;
import dev.reeve.engine.command.ChangeIf;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.Timeout;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.State;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The right that a command needs.
 *
 * @param everywhere whether it is needed for every queue, because the command may change jobs of any
 */
record CommandRight(Right right, boolean everywhere) {
    /** The rows by right, made once: every command of a client asks for one. */
    private static final Map<Right, CommandRight> NAMED = rows(false);

    private static final Map<Right, CommandRight> EVERYWHERE = rows(true);

    /** The row of the command; null if no client may submit it. */
    static @Nullable CommandRight of(Command<?> command, EngineView engine) {
        CommandType type = command.type();
        return switch (type) {
            case ADD -> named(moves(command) ? Right.RETRY : Right.ADD);
            case ADD_ALL -> named(movesAny(command) ? Right.RETRY : Right.ADD);
            case OPEN_BATCH, CLOSE_BATCH -> named(Right.ADD);
            case CANCEL_BATCH -> named(Right.CANCEL);
            case RETRY_BATCH -> named(Right.RETRY);
            case ACQUIRE, RENEW, COMPLETE, FAIL, RELEASE, RETRY, SET_OUTPUT -> named(Right.WORK);
            case TIMEOUT -> named(endsLeasesOfOthers(command) ? Right.CANCEL : Right.WORK);
            case CANCEL -> named(isClaimed(command) ? Right.WORK : Right.CANCEL);
            case DELETE -> named(completes(command, engine) ? Right.WORK : Right.DELETE);
            case REQUEUE, MOVE -> named(Right.RETRY);
            case CHANGE_IF -> command instanceof ChangeIf selected ? of(selected.change(), engine) : null;
            // A group of failures has jobs of any queue.
            case UNFAIL -> everywhere(Right.RETRY);
            case TAG, LOG -> named(Right.ANNOTATE);
            case EDIT -> named(Right.EDIT);
            case DEPEND, PRIORITIZE, TRACK -> isInNoQueue(command, engine) ? everywhere(Right.EDIT) : named(Right.EDIT);
            case PAUSE -> named(Right.PAUSE);
            case CONFIGURE_QUEUE, SET_DEAD_LETTER -> named(Right.CONFIGURE);
            // A key counts over all queues.
            case SET_LIMIT, DROP_LIMIT -> everywhere(Right.CONFIGURE);
            case DELETE_QUEUE, PURGE_QUEUE, FORGET_QUEUES -> named(Right.DELETE);
            case FORGET_WORKERS -> everywhere(Right.DELETE);
            case RECUR,
                    UNRECUR,
                    UPDATE_RECURRING,
                    TAG_RECURRING,
                    PUT_SCHEDULE,
                    DROP_SCHEDULE,
                    RUN_NOW,
                    PAUSE_SCHEDULE -> named(Right.SCHEDULE);
            case PEEK -> named(Right.READ);
            case LIST_WORKERS, LIST_JOBS_OF_WORKER -> everywhere(Right.READ);
            case CONFIGURE -> everywhere(Right.SETTINGS);
            case PUT_WEBHOOK, DROP_WEBHOOK, TEST_WEBHOOK -> everywhere(Right.WEBHOOK);
            case CLEAR -> everywhere(Right.FLUSH);
            // A group needs the rights of its parts. The others are the server's own.
            case COMMAND_GROUP,
                    SET_VERSION,
                    TICK,
                    ABANDON,
                    ABANDON_ALL,
                    CONFIRM_LEASES,
                    DOUBT_LEASES,
                    SET_MEMORY_LIMIT,
                    SET_NEXT -> null;
        };
    }

    private static CommandRight named(Right right) {
        return Objects.requireNonNull(NAMED.get(right));
    }

    private static CommandRight everywhere(Right right) {
        return Objects.requireNonNull(EVERYWHERE.get(right));
    }

    private static Map<Right, CommandRight> rows(boolean everywhere) {
        Map<Right, CommandRight> rows = new EnumMap<>(Right.class);
        for (Right right : Right.values()) {
            rows.put(right, new CommandRight(right, everywhere));
        }
        return Collections.unmodifiableMap(rows);
    }

    /** Whether the command only moves a job that exists. */
    private static boolean moves(Command<?> command) {
        return command instanceof Add add && add.options().existing() == AddOptions.Existing.REQUIRE;
    }

    private static boolean movesAny(Command<?> command) {
        return command instanceof AddAll all && all.adds().stream().anyMatch(CommandRight::moves);
    }

    /** Whether a worker reports this about a job that it proves to hold. */
    private static boolean isClaimed(Command<?> command) {
        Claim claim = command instanceof Cancel cancel ? cancel.claim() : Claim.NONE;
        return claim.hasToken() || claim.kind() == Claim.Kind.WORKER;
    }

    /** A caller with a clock names jobs of any worker; one without reports a job of its own. */
    private static boolean endsLeasesOfOthers(Command<?> command) {
        return command instanceof Timeout timeout && timeout.clock() != null;
    }

    /** Whether the job is leased, and the command completes a leased job. */
    private static boolean completes(Command<?> command, EngineView engine) {
        if (!(command instanceof Delete delete) || !delete.completeLeased()) {
            return false;
        }
        State state = engine.stateOf(delete.job());
        return state == null || state == State.LEASED;
    }

    private static boolean isInNoQueue(Command<?> command, EngineView engine) {
        return command.type() == CommandType.TRACK
                && command.jobs().stream().map(engine::queueOf).allMatch(queue -> queue == null);
    }

    /** Whether commands of this type change something, and do not only read. */
    static boolean isChange(CommandType type) {
        return switch (type) {
            case PEEK, LIST_WORKERS, LIST_JOBS_OF_WORKER -> false;
            default -> true;
        };
    }

    /** Whether the histories of the jobs that the command names tell who has changed them. */
    static boolean isNotedInHistory(CommandType type) {
        return switch (type) {
            case ADD, ADD_ALL, CANCEL, TIMEOUT, REQUEUE, MOVE, COMPLETE, FAIL, PRIORITIZE, EDIT, DEPEND, TAG -> true;
            default -> false;
        };
    }
}
