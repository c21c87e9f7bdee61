package dev.reeve.engine.job;

/** A query has looked at columns that have to be read first. It is asked again when they are there. */
public final class AbsentColumnsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient JobBlock block;

    AbsentColumnsException(JobBlock block) {
        super("the columns of a block are on disk and have not been read", null, false, false);
        this.block = block;
    }

    /** The block whose columns are needed. */
    public JobBlock block() {
        return block;
    }
}
