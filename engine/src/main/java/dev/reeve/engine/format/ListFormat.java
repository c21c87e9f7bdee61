package dev.reeve.engine.format;

import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The encoding of lists and of optional numbers. */
public final class ListFormat {
    private ListFormat() {}

    public static void writeStrings(List<String> texts, ByteSink out) {
        out.putVarLong(texts.size());
        texts.forEach(out::putString);
    }

    public static List<String> readStrings(ByteSource in) {
        return read(in, ByteSource::getString);
    }

    public static void writeIds(List<JobId> ids, ByteSink out) {
        out.putVarLong(ids.size());
        ids.forEach(out::putJobId);
    }

    public static List<JobId> readIds(ByteSource in) {
        return read(in, ByteSource::getJobId);
    }

    public static void writeTimes(List<Long> times, ByteSink out) {
        out.putVarLong(times.size());
        times.forEach(out::putSigned);
    }

    public static List<Long> readTimes(ByteSource in) {
        return read(in, ByteSource::getSigned);
    }

    static <T> List<T> read(ByteSource in, Function<ByteSource, T> element) {
        int count = in.getCount(in.remaining());
        List<T> all = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            all.add(element.apply(in));
        }
        return all;
    }

    public static void writeOptional(@Nullable Long number, ByteSink out) {
        out.putBoolean(number != null);
        if (number != null) {
            out.putSigned(number);
        }
    }

    public static @Nullable Long readOptional(ByteSource in) {
        return in.getBoolean() ? in.getSigned() : null;
    }

    public static void writeRefs(List<JobRef> jobs, ByteSink out) {
        out.putVarLong(jobs.size());
        jobs.forEach(job -> RefFormat.write(job, out));
    }

    public static List<JobRef> readRefs(ByteSource in) {
        return read(in, RefFormat::readRef);
    }
}
