package dev.reeve.engine.format;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.job.JobHeaders;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobTies;
import dev.reeve.engine.job.TermsPatch;
import dev.reeve.engine.qless.CallerClock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The encoding of {@link AddOptions}: one byte if there are none. */
public final class AddOptionsFormat {
    private static final int PRESENT = 1;
    private static final int DECLARED_QUEUE = 2;
    private static final int KEEP_PRIORITY = 4;
    private static final int HEADERS = 8;
    private static final int TIES = 16;
    private static final int ALL_FLAGS = 31;

    private AddOptionsFormat() {}

    public static void write(AddOptions options, ByteSink out) {
        if (options.equals(AddOptions.NONE)) {
            out.putByte(0);
            return;
        }
        out.putByte(PRESENT
                | (options.declaredQueue() ? DECLARED_QUEUE : 0)
                | (options.keepPriority() ? KEEP_PRIORITY : 0)
                | (options.headers().isEmpty() ? 0 : HEADERS)
                | (options.ties().isNone() ? 0 : TIES));
        out.putByte(options.existing().code());
        RefFormat.write(options.clock(), out);
        out.putOptionalString(options.klass());
        out.putOptional(options.tags(), (to, tags) -> to.putList(tags, ByteSink::putString));
        TermsFormat.write(options.patch(), out);
        out.putList(options.dependencies(), ByteSink::putJobId);
        out.putOptionalString(options.movedBy());
        if (!options.headers().isEmpty()) {
            out.putList(options.headers().namesAndValues(), ByteSink::putString);
        }
        if (!options.ties().isNone()) {
            TiesFormat.write(options.ties(), out);
        }
    }

    public static AddOptions read(ByteSource in) {
        int flags = in.getByte();
        if (flags == 0) {
            return AddOptions.NONE;
        }
        if ((flags & ~ALL_FLAGS) != 0 || (flags & PRESENT) == 0) {
            throw new FormatException("an added job has unknown flags: " + flags);
        }
        AddOptions.Existing existing = AddOptions.Existing.ofCode(in.getByte());
        @Nullable CallerClock clock = RefFormat.readClock(in);
        String klass = in.getOptionalString();
        List<String> tags = in.getOptional(from -> from.getList(ByteSource::getString));
        TermsPatch patch = TermsFormat.readPatch(in);
        List<JobId> dependencies = in.getList(ByteSource::getJobId);
        return new AddOptions(
                (flags & DECLARED_QUEUE) != 0,
                patch,
                klass,
                tags,
                dependencies,
                existing,
                in.getOptionalString(),
                (flags & KEEP_PRIORITY) != 0,
                clock,
                (flags & HEADERS) == 0 ? JobHeaders.NONE : new JobHeaders(in.getList(ByteSource::getString)),
                (flags & TIES) == 0 ? JobTies.NONE : TiesFormat.read(in));
    }
}
