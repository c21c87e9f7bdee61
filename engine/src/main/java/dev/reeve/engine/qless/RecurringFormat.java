package dev.reeve.engine.qless;

import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.ListFormat;
import dev.reeve.engine.job.JobId;
import java.util.List;

/** The encoding of recurring jobs in commands and in snapshots. */
public final class RecurringFormat {
    private RecurringFormat() {}

    public static void write(RecurringJob job, ByteSink out) {
        out.putJobId(job.id());
        out.putString(job.queue());
        out.putString(job.klass());
        out.putSigned(job.priority());
        ListFormat.writeStrings(job.tags(), out);
        out.putVarLong(job.retries());
        out.putSigned(job.backlog());
        out.putVarLong(job.count());
        out.putVarLong(job.intervalMicros());
        out.putSigned(job.nextMicros());
        out.putBytes(job.payload());
    }

    public static RecurringJob read(ByteSource in) {
        JobId id = in.getJobId();
        String queue = in.getString();
        String klass = in.getString();
        long priority = in.getSigned();
        List<String> tags = ListFormat.readStrings(in);
        int retries = in.getCount(Integer.MAX_VALUE);
        long backlog = in.getSigned();
        long count = in.getVarLong();
        long interval = in.getVarLong();
        long next = in.getSigned();
        return new RecurringJob(
                id, queue, klass, in.getBytes(), priority, tags, retries, backlog, count, interval, next);
    }

    public static void write(RecurringPatch patch, ByteSink out) {
        out.putOptionalString(patch.queue());
        out.putOptionalString(patch.klass());
        out.putOptionalBytes(patch.payload());
        ListFormat.writeOptional(patch.priority(), out);
        ListFormat.writeOptional(patch.retries(), out);
        ListFormat.writeOptional(patch.intervalMicros(), out);
        ListFormat.writeOptional(patch.backlog(), out);
    }

    public static RecurringPatch readPatch(ByteSource in) {
        return new RecurringPatch(
                in.getOptionalString(),
                in.getOptionalString(),
                in.getOptionalBytes(),
                ListFormat.readOptional(in),
                ListFormat.readOptional(in),
                ListFormat.readOptional(in),
                ListFormat.readOptional(in));
    }
}
