package dev.reeve.engine;

import dev.reeve.engine.command.Abandon;
import dev.reeve.engine.command.AbandonAll;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Cancel;
import dev.reeve.engine.command.Clear;
import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.ConfigureQueue;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.DeleteQueue;
import dev.reeve.engine.command.Depend;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.Log;
import dev.reeve.engine.command.Pause;
import dev.reeve.engine.command.Prioritize;
import dev.reeve.engine.command.Release;
import dev.reeve.engine.command.Renew;
import dev.reeve.engine.command.Requeue;
import dev.reeve.engine.command.SetOutput;
import dev.reeve.engine.command.SetVersion;
import dev.reeve.engine.command.Tag;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.command.Timeout;
import dev.reeve.engine.format.ByteSource;
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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The types of commands, with their codes in the journal. Invariant: a code is never reused for another command. */
public enum CommandType {
    SET_VERSION(1, SetVersion::read),
    TICK(2, Tick::read),
    ADD(3, Add::read),
    ACQUIRE(4, Acquire::read),
    RENEW(5, Renew::read),
    COMPLETE(6, Complete::read),
    FAIL(7, Fail::read),
    RELEASE(8, Release::read),
    TIMEOUT(9, Timeout::read),
    REQUEUE(10, Requeue::read),
    CANCEL(11, Cancel::read),
    DELETE(12, Delete::read),
    ABANDON(13, Abandon::read),
    ABANDON_ALL(14, AbandonAll::read),
    SET_OUTPUT(15, SetOutput::read),
    CONFIGURE_QUEUE(16, ConfigureQueue::read),
    DELETE_QUEUE(17, DeleteQueue::read),
    PAUSE(18, Pause::read),
    TAG(19, Tag::read),
    DEPEND(20, Depend::read),
    PRIORITIZE(21, Prioritize::read),
    LOG(22, Log::read),
    UNFAIL(23, Unfail::read),
    COMMAND_GROUP(24, CommandGroup::read),
    CLEAR(25, Clear::read),
    PEEK(26, Peek::read),
    RETRY(27, Retry::read),
    TRACK(28, Track::read),
    FORGET_WORKERS(29, ForgetWorkers::read),
    FORGET_QUEUES(30, ForgetQueues::read),
    RECUR(31, Recur::read),
    UNRECUR(32, Unrecur::read),
    UPDATE_RECURRING(33, UpdateRecurring::read),
    TAG_RECURRING(34, TagRecurring::read),
    CONFIGURE(35, Configure::read),
    LIST_WORKERS(36, ListWorkers::read),
    LIST_JOBS_OF_WORKER(37, ListJobsOfWorker::read);

    private static final @Nullable CommandType[] BY_CODE = new CommandType[256];

    static {
        for (CommandType type : values()) {
            BY_CODE[type.code] = type;
        }
    }

    private final int code;

    @SuppressWarnings("ImmutableEnumChecker")
    private final Function<ByteSource, Command<?>> reader;

    CommandType(int code, Function<ByteSource, Command<?>> reader) {
        this.code = code;
        this.reader = reader;
    }

    public int code() {
        return code;
    }

    public Command<?> read(ByteSource in) {
        return reader.apply(in);
    }

    public static @Nullable CommandType ofCode(int code) {
        return BY_CODE[code];
    }
}
