package dev.reeve.engine.qless;

import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.OptionalJobFields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a copy of a job that only qless shows.
 *
 * @param optionalFields a copy of the job's history, dependencies and failure, if it has them
 * @param tracked whether clients are notified of its events
 * @param dependents the jobs that depend on it
 */
public record QlessJobView(@Nullable OptionalJobFields optionalFields, boolean tracked, List<JobId> dependents) {
    /** The part of a job that has none of this; shared. */
    public static final QlessJobView NONE = new QlessJobView(null, false, List.of());

    static QlessJobView of(@Nullable OptionalJobFields fields, boolean tracked, List<JobId> dependents) {
        return fields == null && !tracked && dependents.isEmpty()
                ? NONE
                : new QlessJobView(fields == null ? null : fields.copy(), tracked, dependents);
    }

    /** A copy without the message of the failure and without what clients have logged. */
    public QlessJobView withoutContent() {
        return optionalFields == null ? this : new QlessJobView(optionalFields.withoutContent(), tracked, dependents);
    }

    /** The fields that only qless sets. */
    public QlessJobFields fields() {
        return optionalFields == null ? QlessJobFields.NONE : optionalFields.qless();
    }
}
