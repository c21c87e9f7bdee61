package dev.reeve.server;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Readable texts for I/O errors. The message of a {@link FileSystemException} is often only the file name. */
public final class IoErrorText {
    private IoErrorText() {}

    /** The reason, prefixed with the file name, or with the folder if the file is not known. */
    public static String in(Path folder, IOException e) {
        if (e instanceof FileSystemException file) {
            return file.getFile() + ": " + reason(e);
        }
        boolean hasNoFileName = e.getClass().equals(IOException.class);
        return hasNoFileName ? folder + ": " + reason(e) : reason(e);
    }

    static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NoSuchFileException) {
            return "no such file or folder";
        }
        if (e instanceof FileSystemException file) {
            @Nullable String reason = file.getReason();
            return reason == null ? e.getClass().getSimpleName() : reason;
        }
        return String.valueOf(e.getMessage());
    }
}
