package dev.reeve.engine.format;

import dev.reeve.engine.Placing;
import dev.reeve.engine.job.JobId;
import java.util.List;

/** The bytes of {@link Placing}. */
public final class PlacingFormat {
    private PlacingFormat() {}

    public static void write(Placing placing, ByteSink out) {
        List<String> tags = placing.tags();
        Integer retries = placing.retries();
        out.putString(placing.queue());
        out.putString(placing.klass());
        out.putSigned(placing.delayMicros());
        ListFormat.writeOptional(placing.priority(), out);
        out.putBoolean(tags != null);
        if (tags != null) {
            ListFormat.writeStrings(tags, out);
        }
        out.putBoolean(retries != null);
        if (retries != null) {
            out.putVarLong(retries);
        }
        ListFormat.writeIds(placing.depends(), out);
        out.putBytes(placing.payload());
    }

    public static Placing read(ByteSource in) {
        String queue = in.getString();
        String klass = in.getString();
        long delay = in.getSigned();
        Long priority = ListFormat.readOptional(in);
        List<String> tags = in.getBoolean() ? ListFormat.readStrings(in) : null;
        Integer retries = in.getBoolean() ? in.getCount(Integer.MAX_VALUE) : null;
        List<JobId> depends = ListFormat.readIds(in);
        return new Placing(queue, klass, in.getBytes(), delay, priority, tags, retries, depends);
    }
}
