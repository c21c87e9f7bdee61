package dev.reeve.engine.format;

import dev.reeve.engine.PutRequest;
import dev.reeve.engine.job.JobId;
import java.util.List;

/** The bytes of {@link PutRequest}. */
public final class PutRequestFormat {
    private PutRequestFormat() {}

    public static void write(PutRequest putRequest, ByteSink out) {
        List<String> tags = putRequest.tags();
        Integer retries = putRequest.retries();
        out.putString(putRequest.queue());
        out.putString(putRequest.klass());
        out.putSigned(putRequest.delayMicros());
        ListFormat.writeOptional(putRequest.priority(), out);
        out.putBoolean(tags != null);
        if (tags != null) {
            ListFormat.writeStrings(tags, out);
        }
        out.putBoolean(retries != null);
        if (retries != null) {
            out.putVarLong(retries);
        }
        ListFormat.writeIds(putRequest.depends(), out);
        out.putBytes(putRequest.payload());
    }

    public static PutRequest read(ByteSource in) {
        String queue = in.getString();
        String klass = in.getString();
        long delay = in.getSigned();
        Long priority = ListFormat.readOptional(in);
        List<String> tags = in.getBoolean() ? ListFormat.readStrings(in) : null;
        Integer retries = in.getBoolean() ? in.getCount(Integer.MAX_VALUE) : null;
        List<JobId> depends = ListFormat.readIds(in);
        return new PutRequest(queue, klass, in.getBytes(), delay, priority, tags, retries, depends);
    }
}
