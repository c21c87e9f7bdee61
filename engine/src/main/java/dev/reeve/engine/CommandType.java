package dev.reeve.engine;

import dev.reeve.engine.command.Abandon;
import dev.reeve.engine.command.AbandonAll;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.AddAll;
import dev.reeve.engine.command.Cancel;
import dev.reeve.engine.command.CancelBatch;
import dev.reeve.engine.command.ChangeIf;
import dev.reeve.engine.command.Clear;
import dev.reeve.engine.command.CloseBatch;
import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.ConfigureQueue;
import dev.reeve.engine.command.ConfirmLeases;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.DeleteQueue;
import dev.reeve.engine.command.Depend;
import dev.reeve.engine.command.DoubtLeases;
import dev.reeve.engine.command.DropLimit;
import dev.reeve.engine.command.DropSchedule;
import dev.reeve.engine.command.DropWebhook;
import dev.reeve.engine.command.Edit;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.Log;
import dev.reeve.engine.command.Move;
import dev.reeve.engine.command.OpenBatch;
import dev.reeve.engine.command.Pause;
import dev.reeve.engine.command.PauseSchedule;
import dev.reeve.engine.command.Prioritize;
import dev.reeve.engine.command.PurgeQueue;
import dev.reeve.engine.command.PutSchedule;
import dev.reeve.engine.command.PutWebhook;
import dev.reeve.engine.command.Release;
import dev.reeve.engine.command.Renew;
import dev.reeve.engine.command.Requeue;
import dev.reeve.engine.command.RetryBatch;
import dev.reeve.engine.command.RunNow;
import dev.reeve.engine.command.SetDeadLetter;
import dev.reeve.engine.command.SetLimit;
import dev.reeve.engine.command.SetMemoryLimit;
import dev.reeve.engine.command.SetNext;
import dev.reeve.engine.command.SetOutput;
import dev.reeve.engine.command.SetVersion;
import dev.reeve.engine.command.Tag;
import dev.reeve.engine.command.TestWebhook;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.command.Timeout;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.RecordFormat;
import dev.reeve.engine.qless.command.Configure;
import dev.reeve.engine.qless.command.ForgetQueues;
import dev.reeve.engine.qless.command.ForgetWorkers;
import dev.reeve.engine.qless.command.ListJobsOfWorker;
import dev.reeve.engine.qless.command.ListWorkers;
import dev.reeve.engine.qless.command.Peek;
import dev.reeve.engine.qless.command.Recur;
import dev.reeve.engine.qless.command.Retry;
import dev.reeve.engine.qless.command.TagRecurring;
import dev.reeve.engine.qless.command.Track;
import dev.reeve.engine.qless.command.Unfail;
import dev.reeve.engine.qless.command.Unrecur;
import dev.reeve.engine.qless.command.UpdateRecurring;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The types of commands, with their codes in the journal and, unless it is the first one, the version of the engine that they came with.
 * Invariant: a code is never reused for another command, and no command comes with a version that has been released without it.
 */
public enum CommandType {
    SET_VERSION(1, SetVersion.class, SetVersion::read),
    TICK(2, Tick.class),
    ADD(3, Add.class, Add::read),
    ACQUIRE(4, Acquire.class, Acquire::read),
    RENEW(5, Renew.class, Renew::read),
    COMPLETE(6, Complete.class, Complete::read),
    FAIL(7, Fail.class),
    RELEASE(8, Release.class),
    TIMEOUT(9, Timeout.class),
    REQUEUE(10, Requeue.class),
    CANCEL(11, Cancel.class),
    DELETE(12, Delete.class, Delete::read),
    ABANDON(13, Abandon.class),
    ABANDON_ALL(14, AbandonAll.class),
    SET_OUTPUT(15, SetOutput.class),
    CONFIGURE_QUEUE(16, ConfigureQueue.class),
    DELETE_QUEUE(17, DeleteQueue.class),
    PAUSE(18, Pause.class),
    TAG(19, Tag.class),
    DEPEND(20, Depend.class),
    PRIORITIZE(21, Prioritize.class),
    LOG(22, Log.class),
    UNFAIL(23, Unfail.class),
    COMMAND_GROUP(24, CommandGroup.class, CommandGroup::read),
    CLEAR(25, Clear.class),
    PEEK(26, Peek.class),
    RETRY(27, Retry.class),
    TRACK(28, Track.class),
    FORGET_WORKERS(29, ForgetWorkers.class),
    FORGET_QUEUES(30, ForgetQueues.class),
    RECUR(31, Recur.class),
    UNRECUR(32, Unrecur.class),
    UPDATE_RECURRING(33, UpdateRecurring.class),
    TAG_RECURRING(34, TagRecurring.class),
    CONFIGURE(35, Configure.class),
    LIST_WORKERS(36, ListWorkers.class),
    LIST_JOBS_OF_WORKER(37, ListJobsOfWorker.class),
    CONFIRM_LEASES(38, ConfirmLeases.class),
    DOUBT_LEASES(39, DoubtLeases.class),
    SET_MEMORY_LIMIT(40, SetMemoryLimit.class),
    ADD_ALL(41, AddAll.class, AddAll::read),
    PURGE_QUEUE(46, PurgeQueue.class),
    EDIT(47, Edit.class),
    SET_LIMIT(48, SetLimit.class),
    DROP_LIMIT(49, DropLimit.class),
    PUT_SCHEDULE(53, PutSchedule.class),
    DROP_SCHEDULE(54, DropSchedule.class),
    SET_NEXT(55, SetNext.class),
    RUN_NOW(56, RunNow.class),
    PAUSE_SCHEDULE(57, PauseSchedule.class),
    PUT_WEBHOOK(58, PutWebhook.class),
    DROP_WEBHOOK(59, DropWebhook.class),
    TEST_WEBHOOK(60, TestWebhook.class),
    MOVE(69, Move.class),
    CHANGE_IF(70, ChangeIf.class),
    OPEN_BATCH(61, OpenBatch.class, OpenBatch::read),
    CLOSE_BATCH(62, CloseBatch.class),
    CANCEL_BATCH(63, CancelBatch.class),
    RETRY_BATCH(64, RetryBatch.class),
    SET_DEAD_LETTER(65, SetDeadLetter.class);

    private static final @Nullable CommandType[] BY_CODE = new CommandType[256];

    static {
        for (CommandType type : values()) {
            BY_CODE[type.code] = type;
        }
    }

    private static final ClassValue<CommandType> BY_CLASS = new ClassValue<>() {
        @Override
        protected CommandType computeValue(Class<?> command) {
            return Arrays.stream(values())
                    .filter(type -> type.command == command)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no type of command is known for " + command));
        }
    };

    private final int code;
    private final int sinceVersion;
    private final Class<?> command;

    @SuppressWarnings("ImmutableEnumChecker")
    private final Function<ByteSource, Command<?>> reader;

    /** A command that is encoded by its components. */
    <C extends Record & Command<?>> CommandType(int code, Class<C> command) {
        this(code, EngineVersion.FIRST, command);
    }

    /** A command with an encoding of its own. */
    <C extends Record & Command<?>> CommandType(int code, Class<C> command, Function<ByteSource, C> reader) {
        this(code, EngineVersion.FIRST, command, reader);
    }

    <C extends Record & Command<?>> CommandType(int code, int sinceVersion, Class<C> command) {
        this(code, sinceVersion, command, RecordFormat.of(command)::read);
    }

    <C extends Record & Command<?>> CommandType(
            int code, int sinceVersion, Class<C> command, Function<ByteSource, C> reader) {
        this.code = code;
        this.sinceVersion = sinceVersion;
        this.command = command;
        this.reader = reader::apply;
    }

    public int code() {
        return code;
    }

    /** The first version of the engine that knows the command. */
    public int sinceVersion() {
        return sinceVersion;
    }

    /** The class of the commands. */
    public Class<?> command() {
        return command;
    }

    public Command<?> read(ByteSource in) {
        return reader.apply(in);
    }

    static CommandType of(Command<?> command) {
        return BY_CLASS.get(command.getClass());
    }

    public static @Nullable CommandType ofCode(int code) {
        return BY_CODE[code];
    }
}
