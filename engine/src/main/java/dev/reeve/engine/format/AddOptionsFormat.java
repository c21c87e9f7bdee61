package dev.reeve.engine.format;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.TermsPatch;
import dev.reeve.engine.qless.CallerClock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The encoding of {@link AddOptions}: one byte if there are none. */
public final class AddOptionsFormat {
    private static final int PRESENT = 1;
    private static final int DECLARED_QUEUE = 2;
    private static final int KEEP_PRIORITY = 4;
    private static final int HAS_TAGS = 8;
    private static final int HAS_PATCH = 16;
    private static final int ALL_FLAGS = 31;

    private AddOptionsFormat() {}

    public static void write(AddOptions options, ByteSink out) {
        if (options.equals(AddOptions.NONE)) {
            out.putByte(0);
            return;
        }
        List<String> tags = options.tags();
        boolean patched = !options.patch().equals(TermsPatch.NOTHING);
        out.putByte(PRESENT
                | (options.declaredQueue() ? DECLARED_QUEUE : 0)
                | (options.keepPriority() ? KEEP_PRIORITY : 0)
                | (tags != null ? HAS_TAGS : 0)
                | (patched ? HAS_PATCH : 0));
        out.putByte(options.existing().code());
        ClockFormat.write(options.clock(), out);
        out.putOptionalString(options.klass());
        if (tags != null) {
            out.putList(tags, ByteSink::putString);
        }
        if (patched) {
            TermsFormat.write(options.patch(), out);
        }
        out.putList(options.dependencies(), ByteSink::putJobId);
        out.putOptionalString(options.movedBy());
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
        @Nullable CallerClock clock = ClockFormat.read(in);
        String klass = in.getOptionalString();
        List<String> tags = (flags & HAS_TAGS) == 0 ? null : in.getList(ByteSource::getString);
        TermsPatch patch = (flags & HAS_PATCH) == 0 ? TermsPatch.NOTHING : TermsFormat.readPatch(in);
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
                clock);
    }
}
