package dev.reeve.engine.job;

/** Where the columns of a {@link JobBlock} are on disk. The engine knows nothing of files: it keeps the place for those who read. */
public record ColumnsPlace(int file, int offset, int length) {}
