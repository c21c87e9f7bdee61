package dev.reeve.engine.schedule;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.Growth;
import dev.reeve.engine.TermsPool;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.JobHeaders;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.Terms;
import java.util.ArrayList;
import java.util.List;

/** All that an {@link Add} says but the job's id and time: jobs are made from it again and again. Immutable. */
@SuppressWarnings("ArrayRecordComponent")
public record JobTemplate(String queue, byte[] payload, long priority, Terms terms, AddOptions options) {
    private static final long OVERHEAD_BYTES = 200;

    /** The template of jobs like the one that the command adds. */
    public static JobTemplate of(Add add) {
        return new JobTemplate(add.queue(), add.payload(), add.priority(), add.terms(), add.options());
    }

    /** A job from the template, at once, with one more header. A header of that name in the template gives way. */
    public Add add(JobId id, String header, String value) {
        List<String> given = options.headers().namesAndValues();
        List<String> headers = new ArrayList<>(given.size() + 2);
        for (int i = 0; i < given.size(); i += 2) {
            if (!given.get(i).equals(header)) {
                headers.addAll(given.subList(i, i + 2));
            }
        }
        headers.add(header);
        headers.add(value);
        return new Add(id, queue, payload, priority, Add.NOW, terms, options.with(new JobHeaders(headers)));
    }

    /** A copy without content of clients. */
    public JobTemplate withoutContent() {
        return new JobTemplate(queue, new byte[0], priority, terms, options.with(JobHeaders.NONE));
    }

    /** The estimated memory. */
    long sizeBytes() {
        return OVERHEAD_BYTES
                + HeapBytes.string(queue)
                + HeapBytes.array(payload)
                + TermsPool.sizeBytes(terms)
                + TermsPool.delayBytes(options.patch().delayCount())
                + HeapBytes.string(options.klass())
                + Growth.tags(options.tags())
                + Growth.dependencies(options.dependencies())
                + options.headers().sizeBytes()
                + options.ties().sizeBytes();
    }
}
