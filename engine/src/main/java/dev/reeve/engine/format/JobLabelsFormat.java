package dev.reeve.engine.format;

import dev.reeve.engine.job.JobLabels;
import java.util.ArrayList;
import java.util.List;

/** The encoding of {@link JobLabels} in snapshots. */
public final class JobLabelsFormat {
    private JobLabelsFormat() {}

    public static void write(JobLabels labels, ByteSink out) {
        out.putOptionalString(labels.klass());
        out.putVarLong(labels.tags().size());
        labels.tags().forEach(out::putString);
    }

    public static JobLabels read(ByteSource in) {
        String klass = in.getOptionalString();
        int count = in.getCount(in.remaining());
        List<String> tags = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            tags.add(in.getString());
        }
        return klass == null && tags.isEmpty() ? JobLabels.NONE : new JobLabels(klass, tags);
    }
}
