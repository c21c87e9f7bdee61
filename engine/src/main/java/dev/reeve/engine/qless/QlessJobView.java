package dev.reeve.engine.qless;

/**
 * What qless knows of a job, in a copy of the job.
 *
 * @param tracked whether clients are notified of its events
 */
public record QlessJobView(QlessJobFields fields, boolean tracked) {
    /** The view of a job that qless knows nothing of. */
    public static final QlessJobView NONE = new QlessJobView(QlessJobFields.NONE, false);

    static QlessJobView of(QlessJobFields fields, boolean tracked) {
        return fields.equals(QlessJobFields.NONE) && !tracked ? NONE : new QlessJobView(fields, tracked);
    }
}
