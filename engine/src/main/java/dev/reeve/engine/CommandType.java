package dev.reeve.engine;

import dev.reeve.engine.command.Abandon;
import dev.reeve.engine.command.AbandonAll;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Advance;
import dev.reeve.engine.command.Cancel;
import dev.reeve.engine.command.Clear;
import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.CompleteOrDelete;
import dev.reeve.engine.command.Configure;
import dev.reeve.engine.command.ConfigureQueue;
import dev.reeve.engine.command.Create;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.DeleteQueue;
import dev.reeve.engine.command.Depend;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.ForgetQueues;
import dev.reeve.engine.command.ForgetWorkers;
import dev.reeve.engine.command.GiveUp;
import dev.reeve.engine.command.Heartbeat;
import dev.reeve.engine.command.Log;
import dev.reeve.engine.command.Pause;
import dev.reeve.engine.command.Peek;
import dev.reeve.engine.command.Pop;
import dev.reeve.engine.command.Prioritize;
import dev.reeve.engine.command.Put;
import dev.reeve.engine.command.Recur;
import dev.reeve.engine.command.Release;
import dev.reeve.engine.command.Renew;
import dev.reeve.engine.command.Retry;
import dev.reeve.engine.command.SetOutput;
import dev.reeve.engine.command.SetStatus;
import dev.reeve.engine.command.SetVersion;
import dev.reeve.engine.command.Tag;
import dev.reeve.engine.command.TagRecurring;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.command.Timeout;
import dev.reeve.engine.command.Track;
import dev.reeve.engine.command.Unfail;
import dev.reeve.engine.command.Unrecur;
import dev.reeve.engine.command.UpdateRecurring;
import dev.reeve.engine.format.ByteSource;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The commands that a journal can hold. A code, once released, is never given to another command. */
public enum CommandType {
    SET_VERSION(1, SetVersion::read),
    TICK(2, Tick::read),
    ADD(3, Add::read),
    ACQUIRE(4, Acquire::read),
    COMPLETE(5, Complete::read),
    FAIL(6, Fail::read),
    RELEASE(7, Release::read),
    RENEW(8, Renew::read),
    DELETE(9, Delete::read),
    ABANDON(10, Abandon::read),
    ABANDON_ALL(11, AbandonAll::read),
    CREATE(12, Create::read),
    COMPLETE_OR_DELETE(13, CompleteOrDelete::read),
    SET_STATUS(14, SetStatus::read),
    SET_OUTPUT(15, SetOutput::read),
    CONFIGURE_QUEUE(16, ConfigureQueue::read),
    DELETE_QUEUE(17, DeleteQueue::read),
    COMMAND_GROUP(30, CommandGroup::read),
    CLEAR(31, Clear::read),
    PUT(32, Put::read),
    POP(33, Pop::read),
    PEEK(34, Peek::read),
    ADVANCE(35, Advance::read),
    GIVE_UP(36, GiveUp::read),
    RETRY(37, Retry::read),
    DEPEND(38, Depend::read),
    HEARTBEAT(39, Heartbeat::read),
    TRACK(40, Track::read),
    TAG(41, Tag::read),
    PRIORITIZE(42, Prioritize::read),
    CANCEL(43, Cancel::read),
    UNFAIL(44, Unfail::read),
    LOG(45, Log::read),
    PAUSE(46, Pause::read),
    TIMEOUT(47, Timeout::read),
    FORGET_WORKERS(48, ForgetWorkers::read),
    FORGET_QUEUES(49, ForgetQueues::read),
    RECUR(50, Recur::read),
    UNRECUR(51, Unrecur::read),
    UPDATE_RECURRING(52, UpdateRecurring::read),
    TAG_RECURRING(53, TagRecurring::read),
    CONFIGURE(54, Configure::read);

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
