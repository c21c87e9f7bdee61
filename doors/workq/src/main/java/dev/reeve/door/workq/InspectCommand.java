package dev.reeve.door.workq;

import dev.reeve.engine.EngineView;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.queue.QueueView;
import dev.reeve.net.ReplyBuffer;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** {@code inspect <object> …}: a query whose reply is a number of objects. */
final class InspectCommand<T> extends WorkqCall<Optional<List<T>>> {
    static final String NAME = "inspect";

    /** Syntax by object; the name of the object counts as an argument. */
    static final Map<String, CommandSpec> BY_OBJECT = Map.of(
            "job", CommandSpec.plain(NAME, 2, InspectCommand::job),
            "jobs", CommandSpec.plain(NAME, 4, (line, talk) -> jobs(line, talk, EngineView::ready)),
            "scheduled-jobs", CommandSpec.plain(NAME, 4, (line, talk) -> jobs(line, talk, EngineView::scheduled)),
            "queue", CommandSpec.plain(NAME, 2, InspectCommand::queue),
            "queues", CommandSpec.plain(NAME, 3, InspectCommand::queues),
            "server", CommandSpec.plain(NAME, 1, InspectCommand::server));

    private static final int MOST_LISTED = 100;
    private static final int KEYS_OF_A_QUEUE = 2;
    private static final int KEYS_OF_THE_SERVER = 3;

    private final Objects<T> objects;
    private final BiConsumer<T, ReplyBuffer> writer;
    private final byte[] notFound;

    /** The objects to be shown; null if what they belong to does not exist. */
    private interface Objects<T> {
        @Nullable
        List<T> find(EngineView engine);
    }

    private interface JobList {
        List<JobView> page(EngineView engine, String queue, long offset, int limit);
    }

    private InspectCommand(WorkqProtocol talk, Objects<T> objects, BiConsumer<T, ReplyBuffer> writer, byte[] notFound) {
        super(talk);
        this.objects = objects;
        this.writer = writer;
        this.notFound = notFound;
    }

    /** {@code inspect job <id>}. */
    private static WorkqCall<?> job(RequestLine line, WorkqProtocol talk) throws BadLine {
        JobRef job = line.job(1);
        return new InspectCommand<>(talk, engine -> one(engine.job(job)), JobLines::write, JobCommand.unknownJob(job));
    }

    /** {@code inspect jobs|scheduled-jobs <name> <cursor-offset> <limit>}. */
    private static WorkqCall<?> jobs(RequestLine line, WorkqProtocol talk, JobList list) throws BadLine {
        String name = name(line);
        long offset = offset(line, 2);
        int limit = limit(line, 3);
        return new InspectCommand<>(
                talk,
                engine -> engine.queue(name) == null ? null : list.page(engine, name, offset, limit),
                JobLines::write,
                unknownName(line));
    }

    /** {@code inspect queue <name>}. */
    private static WorkqCall<?> queue(RequestLine line, WorkqProtocol talk) throws BadLine {
        String name = name(line);
        return new InspectCommand<>(talk, engine -> one(engine.queue(name)), InspectCommand::write, unknownName(line));
    }

    private static String name(RequestLine line) throws BadLine {
        String own = line.ownName(1);
        return own == null ? line.foreignName(1) : own;
    }

    /** The error if no queue has the name: a name that is not valid here can only be that of another door's queue. */
    private static byte[] unknownName(RequestLine line) {
        return line.ownName(1) == null ? ClientError.INVALID_NAME.words() : WorkqReplies.NOT_FOUND;
    }

    /** {@code inspect queues <cursor-offset> <limit>}: queues in alphabetical order. */
    private static WorkqCall<?> queues(RequestLine line, WorkqProtocol talk) throws BadLine {
        long offset = offset(line, 1);
        int limit = limit(line, 2);
        return new InspectCommand<>(
                talk, engine -> engine.queues(offset, limit), InspectCommand::write, WorkqReplies.NOT_FOUND);
    }

    /** {@code inspect server}. */
    private static WorkqCall<?> server(RequestLine line, WorkqProtocol talk) {
        WorkqDoor door = talk.door();
        return new InspectCommand<>(
                talk,
                engine -> List.of(engine.evictedJobs()),
                (evicted, out) -> {
                    ByteBuf lines = out.buffer();
                    WorkqText.line("server", KEYS_OF_THE_SERVER, lines);
                    WorkqText.line("active-clients", door.activeClients(), lines);
                    WorkqText.line("evicted-jobs", evicted, lines);
                    WorkqText.line("started", Times.write(door.startedAtMicros()), lines);
                },
                WorkqReplies.NOT_FOUND);
    }

    private static long offset(RequestLine line, int arg) throws BadLine {
        return line.number(arg, 0, Long.MAX_VALUE, ClientError.INVALID_OFFSET);
    }

    private static int limit(RequestLine line, int arg) throws BadLine {
        return (int) line.number(arg, 1, MOST_LISTED, ClientError.INVALID_LIMIT);
    }

    private static <T> @Nullable List<T> one(@Nullable T object) {
        return object == null ? null : List.of(object);
    }

    private static void write(QueueView queue, ReplyBuffer out) {
        ByteBuf lines = out.buffer();
        WorkqWord.write(queue.name(), lines);
        WorkqText.line("", KEYS_OF_A_QUEUE, lines);
        WorkqText.line("ready-len", queue.ready() + queue.throttled(), lines);
        WorkqText.line("scheduled-len", queue.scheduled(), lines);
    }

    @Override
    void start(byte[] payload) {
        node().ask(engine -> Optional.ofNullable(objects.find(engine)), this);
    }

    @Override
    protected long retainedBytes(Optional<List<T>> found) {
        long bytes = 0;
        for (T object : found.orElse(List.of())) {
            bytes += object instanceof JobView job ? job.payloadLength() : 0;
        }
        return bytes;
    }

    @Override
    protected void write(Optional<List<T>> found, ReplyBuffer out) {
        if (found.isEmpty()) {
            markRefused();
            out.bytes(notFound);
            return;
        }
        WorkqText.line("+OK", found.get().size(), out.buffer());
        found.get().forEach(object -> writer.accept(object, out));
    }
}
